"""The strongest known bots of a game: found once for its code, told beside verdicts, and nothing offered beyond."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.kit import EXAMPLES
from tests.support.scenarios import scenario
from workbench.app.pages.results.asking import STRONGER, by_stronger_bots
from workbench.bots import strength
from workbench.bots.strength import Match, StrongestBots, stored_strength, strength_of
from workbench.engine.parameters import complete
from workbench.engine.registry import use_workspace
from workbench.report.text.scenarios import on_bots
from workbench.studies.compare.question import CompareQuestion

PIG = EXAMPLES["pig"]


@pytest.fixture(autouse=True)
def workspace(tmp_path: Path) -> Iterator[None]:
    """A workspace where nobody has looked."""
    use_workspace(tmp_path)
    yield
    use_workspace("")


def strength_after(monkeypatch: pytest.MonkeyPatch, shares: dict[tuple[str, str], float]) -> StrongestBots:
    """The strongest bots of Pig, where matches came out so; others are even."""
    played: list[tuple[str, str]] = []

    def match(game: object, one: str, field: str) -> Match:
        played.append((one, field))
        return Match(shares.get((one, field), 0.5), 0.02, 400)

    monkeypatch.setattr(strength, "match", match)
    answer = strength_of(PIG)
    assert strength_of(PIG) == answer == stored_strength(PIG) and len(played) == len(set(played))
    return answer


def test_the_best_quick_bot_and_the_thinker_that_beats_it(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = strength_after(monkeypatch, {("greedy", "hold_at_20"): 0.6, ("thinker:200", "greedy"): 0.71})
    assert (answer.quick, answer.thinker, answer.wins) == ("greedy", "thinker:200", 0.71)
    line = "Quick bots: a thinker wins 71 % against one of them (even 50): check with thinkers (thinker:200)."
    assert answer.about(("greedy", "greedy")) == line
    assert answer.about(("random", "random")) == f"There are stronger bots here. {line}"
    assert answer.about(("thinker:50", "greedy")) == ""


def test_a_thinker_may_start_from_the_quick_bot_that_is_best(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = strength_after(monkeypatch, {("greedy", "hold_at_20"): 0.6, ("thinker:200:greedy", "greedy"): 0.6})
    assert answer.thinker == "thinker:200:greedy"


def test_where_nothing_is_stronger_nothing_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    base = replace(scenario(), game=PIG, rules=complete(PIG.parameters, {}), bots=("hold_at_20",) * 2)
    question = CompareQuestion(scenario=base, others=(base,))
    stronger = by_stronger_bots(question)
    assert stronger and stronger.also_bots == (STRONGER,) and "known" not in on_bots(base)
    assert strength_after(monkeypatch, {("thinker:200", "hold_at_20"): 0.51}).thinker == ""
    assert by_stronger_bots(question) is None
    assert on_bots(base) == "Hold at 20 bots: no stronger bot is known."


def test_other_code_is_looked_at_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    strength_after(monkeypatch, {})
    path = strength.file_of("pig")
    older = path.read_bytes().partition(b"\n")[2].replace(PIG.code_hash.encode(), b"older")
    strength.write_sealed(path, older, strength.MEASURED)
    assert stored_strength(PIG) is None


def test_a_match_ends_once_it_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "MOST_DEALS", 40)
    assert strength.match(PIG, "hold_at_20", "random").deals <= 24
    assert strength.match(PIG, "random", "random").deals == 40
