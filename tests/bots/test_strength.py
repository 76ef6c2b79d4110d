"""The strongest known bots of a game: found once for its code, told beside verdicts, and nothing offered beyond."""

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from pathlib import Path

import numpy as np
import pytest

from tests.support.kit import EXAMPLES
from tests.support.scenarios import scenario
from workbench.app.pages.results.asking import by_stronger_bots
from workbench.bots import strength
from workbench.bots.spec import bot_problems
from workbench.bots.strength import (
    Match,
    StrongestBots,
    bots_of_file,
    bots_to_choose,
    match,
    seats_of,
    stored_strength,
    strength_of,
    usual_thinker,
)
from workbench.engine.parameters import complete
from workbench.engine.registry import use_workspace
from workbench.report.text.scenarios import on_strength
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

    def match(game: object, one: str, field: str, *sides: object, **limits: object) -> Match:
        played.append((one, field))
        return Match(shares.get((one, field), 0.5), 0.5, 0.02, 400)

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
    assert answer.about(["thinker:50"]) == "" and answer.about(["thinker:50", "greedy"]) == line.partition(":")[0] + (
        ": a thinker wins 71 % against one of them (even 50)."
    )


def test_a_thinker_may_start_from_the_quick_bot_that_is_best(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = strength_after(monkeypatch, {("greedy", "hold_at_20"): 0.6, ("thinker:200:greedy", "greedy"): 0.6})
    assert answer.thinker == "thinker:200:greedy"


def test_where_nothing_is_stronger_nothing_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    base = replace(scenario(), game=PIG, rules=complete(PIG.parameters, {}), bots=("hold_at_20",) * 2)
    question = CompareQuestion(scenario=base, others=(base,))
    stronger = by_stronger_bots(question)
    assert stronger and stronger.also_bots == ("thinker:200",) and "looked yet" in on_strength([base])
    assert strength_after(monkeypatch, {("thinker:200", "hold_at_20"): 0.51}).thinker == ""
    assert by_stronger_bots(question) is None
    assert on_strength([base]) == "Hold at 20 bots: no stronger bot is known."
    assert on_strength([base, scenario()]).startswith(
        "Pig: Hold at 20 bots: no stronger bot is known. Hitmakers: Nobody"
    )


def test_other_code_is_looked_at_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    strength_after(monkeypatch, {})
    path = strength.file_of("pig")
    older = path.read_bytes().partition(b"\n")[2].replace(PIG.code_hash.encode(), b"older")
    strength.write_sealed(path, older, strength.MEASURED)
    assert stored_strength(PIG) is None


def test_what_is_proposed_follows_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    assert usual_thinker(PIG) == "thinker:200" and "thinker:50" in bots_to_choose(PIG)
    assert bots_of_file(PIG, ["greedy~roll", "random"]) == ("greedy~roll", "random")
    strength_after(monkeypatch, {("learned", "hold_at_20"): 0.6, ("greedy", "hold_at_20"): 0.7})
    assert usual_thinker(PIG, 800) == "thinker:800:greedy" and "thinker:50:greedy" in bots_to_choose(PIG)
    assert not bot_problems(PIG, bots_to_choose(PIG), len(bots_to_choose(PIG)))
    assert bots_of_file(PIG, ["greedy", "hold_at_20"]) == ("greedy", "hold_at_20")


def test_a_bot_that_has_learned_takes_part(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = {("learned", "hold_at_20"): 0.6}
    assert strength_after(monkeypatch, shares).quick == "hold_at_20"
    monkeypatch.setattr(strength, "has_lesson", lambda game: True)
    assert stored_strength(PIG) is None
    assert strength_after(monkeypatch, shares).quick == "learned"
    assert bots_of_file(PIG, ["greedy"]) == ("learned",)


def test_a_match_ends_once_it_is_clear() -> None:
    seats = np.eye(2, dtype=bool)
    assert match(PIG, "hold_at_20", "random", seats, most_deals=40).deals <= 24
    even = match(PIG, "random", "random", seats, most_deals=40)
    assert (even.deals, even.even) == (40, 0.5) and even.wins == pytest.approx(0.5) and not even.is_stronger


def test_bots_that_win_together_are_told_from_the_others_by_how_often_they_do() -> None:
    game = EXAMPLES["four_piles"]
    met = match(game, "small_steps", "random", [], most_deals=40)
    alone = [match(game, bot, bot, [], most_deals=met.deals, clear=inf).even for bot in ("small_steps", "random")]
    assert [met.wins, met.even] == pytest.approx(alone) and met.wins > met.even
    strongest = StrongestBots(
        game.name, game.code_hash, seats_of(game), True, False, "greedy", "thinker:200", 0.62, 0.5, 0.03, 400
    )
    assert strongest.words == "Quick bots: they win 50 % together, thinkers 62 %: check with thinkers (thinker:200)."
