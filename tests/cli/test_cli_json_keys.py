"""Every study's JSON has the keys that programs rely on; more may come, none goes. And its page says it in few words.

`golden/json_keys.json` has the keys, as paths.
"""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.cli.commands import NEW, OLD, as_json
from tests.support.evenings import evenings
from tests.support.plain import run_plainly
from workbench.engine.loop import use_range
from workbench.engine.timeline import follow_range
from workbench.scenario.files import Workspace
from workbench.studies import OURS

FEW = ("--bots", "random", "--plays", 40, "--no-store", "--set", "score_target=0")
TINY = ("--quick", "--no-store", "--set", "score_target=0")
COMMANDS = {
    "by_change": ("compare", OLD, NEW, "--by-change", *FEW),
    "check": ("check", NEW, *FEW),
    "compare": ("compare", OLD, NEW, *FEW),
    "decks": ("decks", "showbiz_shuffle/reference", "--bots", "random", "--plays", 6, "--no-store"),
    "goals": ("goals", NEW, *FEW),
    "ladder": ("ladder", NEW, "--top", 2, "--lowest", 2, "--plays", 3, "--shuffles", 3, "--retakes", 2, *TINY[1:]),
    "people_and_bots": ("playtests", "bots", NEW, "--plays", 40),
    "quality": ("quality", NEW, *FEW),
    "simulate": ("simulate", NEW, *FEW),
    "strategies": ("strategies", NEW, "--plays", 3, "--bots", "greedy random", *TINY[1:]),
    "sweep": ("sweep", NEW, "--vary", "hand_size=5,6", "--bots", "random", "--plays", 400, *TINY[1:]),
    "tune": ("tune", NEW, "--vary", "hand_size=6,7", "--goal", "tie_rate <= 0.2", "--bots", "random", *TINY),
    "until": ("compare", OLD, NEW, "--until-decided", "--limit", 400, "--bots", "random", "--no-store"),
}
MISSED = {"check": 1}
"""Exit codes other than 0."""
NAMED = {
    "measures", "rules", "figures", "goals", "differences", "runs", "changes", "usual", "values", "kinds", "covers",
}  # fmt: skip
"""Objects whose keys are names: of rules, measures, bots."""
MOST_WORDS = {"decks": 400, "ladder": 370, "quality": 330, "strategies": 370, "sweep": 320, "tune": 320}
MOST, MOST_OF_HEADLINE = 600, 20
"""Words that one reads without folding anything out: in the studies above at most so many, else `MOST`."""
UNREAD = ("script", "style", "title", "details", "svg")
GOLDEN = Path(__file__).parents[1] / "golden" / "json_keys.json"


def keys(value: object, path: str = "") -> Iterator[str]:
    """The path of every key; lists are `[]`, and names `*`."""
    if isinstance(value, list):
        for one in value:
            yield from keys(one, f"{path}[]")
    elif isinstance(value, dict) and ".make_up." not in path:  # there are cards and their columns
        for name, one in value.items():
            at = f"{path}.{'*' if path.rpartition('.')[2] in NAMED else name}"
            yield at
            yield from keys(one, at)


class Seen(HTMLParser):
    """What one reads of a page without folding anything out."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.within, self.words = list[str](), list[str]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in UNREAD:
            self.within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in UNREAD:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        if not self.within:
            self.words += re.findall(r"\w\S*", data.replace("\u202f", ""))


@pytest.mark.parametrize("study", sorted({*COMMANDS} | {*OURS} - {"calibrate"}))
def test_a_study_keeps_the_keys_of_its_json(home: Path, study: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And names a revision with its game, as other commands take it."""
    for loop in (follow_range, use_range):
        run_plainly(monkeypatch, loop)
    if study == "people_and_bots":
        evenings(Workspace(home), 2)
    page = home / "page.html"
    answer = as_json(*COMMANDS[study], "--html", page, code=MISSED.get(study, 0))
    text = page.read_text("utf-8")
    assert len(Seen(text).words) <= MOST_WORDS.get(study, MOST)
    [headline] = re.findall(r'(?s)<p class="lead">.*?</p>', text)
    assert len(Seen(headline).words) <= MOST_OF_HEADLINE
    assert set(json.loads(GOLDEN.read_text())[study].split()) <= set(keys(answer))
    revisions = {path.stem for path in (home / "scenarios").glob("*/*-*.toml")}  # others are words as well
    assert not revisions & {*re.findall(r'"([^"]*)"', json.dumps(answer))}
