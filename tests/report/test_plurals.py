"""No text of the program says `1 minutes`: the word that goes with a number comes from one function."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import workbench
from workbench.engine.wording import counted, plural
from workbench.report.text.phrases import number_of

ROOT = Path(workbench.__file__).parent
THINGS = [
    "plays", "cards", "rows", "rounds", "sessions", "combinations", "steps", "entries", "forms", "players", "kinds",
    "decisions", "shuffles", "measures", "problems", "columns", "cells", "batches", "seats", "tables", "blocks",
    "runs", "tokens", "threads", "notes", "revisions", "rules", "contests", "moments", "questions", "minutes",
    "people", "goals", "changes", "deals", "movies", "links", "devices", "answers", "files", "pairs",
]  # fmt: skip
COUNTED = re.compile(rf"^ (?:(?:more|new|paired|different|other|open|fresh|valid) )*({'|'.join(THINGS)})\b(?!/s)")
CONSTANT = re.compile(r"[A-Z_]+(\.days)?|(phrases\.)?count\([A-Z_]+\)")
"""A constant of the program is no number that may be 1."""
NO_NUMBER = {
    "fields['player']", "literal(other.title)", "name", "rule_label(attribution, attribution.plan.changes[0])",
    "words_of(low.name)", "bot_title(top)",
}  # fmt: skip
"""Names of players, bots, rules and cards, before a verb or a noun of their own."""
NEVER_ONE = {
    "len(comparisons) + 1", "number", "total", "count", "goals", "robin.players", "counts[MIDDLE]", "most",
    "plays", "plays_range(least)", "plays_range(contrast.ahead)", "plays_range(goal.ahead)", "plays_range(ahead)",
    "plays_range(doubt.further)",
    "roughly(round(needed)).capitalize()", "judged",
    "plays_of_contests((rung.contest for rung in ladder.rungs))", "plays_of_contests(left_out)", "by_bin[peak]",
    "minutes", "self.most", "players", "seats", "sizes.reference", "row['threads']", "row['threaded_plays']",
    "context['max_length']",
}  # fmt: skip
"""Numbers of which one is ruled out before, ranges, means, and limits."""


def uncounted(tree: ast.AST) -> Iterator[tuple[str, str, int]]:
    """Every value that an f-string puts before a plural: its expression, the word, and its line."""
    for node in ast.walk(tree):
        for value, after in zip(node.values, node.values[1:], strict=False) if isinstance(node, ast.JoinedStr) else ():
            thing = COUNTED.match(str(after.value)) if isinstance(after, ast.Constant) else None
            if thing and isinstance(value, ast.FormattedValue):
                yield ast.unparse(value.value), thing[1], node.lineno


def test_every_count_in_a_text_goes_with_its_word() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {{{value}}} {thing}"
        for path in sorted(ROOT.rglob("*.py"))
        for value, thing, line in uncounted(ast.parse(path.read_text(encoding="utf-8")))
        if value not in NO_NUMBER | NEVER_ONE and not CONSTANT.fullmatch(value)
    ]
    assert wrong == [], "use counted or plural of workbench.engine.wording, or number_of of report.text.phrases"


def test_the_walk_sees_a_plural_made_by_hand() -> None:
    seen = list(uncounted(ast.parse('f"{round(seconds / 60)} minutes of play, {n} more plays"')))
    assert [place[:2] for place in seen] == [("round(seconds / 60)", "minutes"), ("n", "plays")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (counted(1, "minute"), "1 minute"),
        (counted(0, "minute"), "0 minutes"),
        (counted(2, "entry", "entries"), "2 entries"),
        (counted(12_000, "play", separator=","), "12,000 plays"),
        (counted(12_000, "play"), "12000 plays"),
        (number_of(1.0, "play"), "1 play"),
        (plural(1, "is", "are"), "is"),
        (plural(0.5, "point"), "points"),
    ],
)
def test_one_is_one(text: str, words: str) -> None:
    assert text == words
