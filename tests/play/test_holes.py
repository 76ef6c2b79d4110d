"""Rule holes: read off moments of a play, and counted in a batch."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.play.test_films import watched
from tests.support.plain import Play
from tests.support.wrong_games import WRONG, Wrong
from workbench.engine.compiling import plain_for_now
from workbench.engine.picture import Look, Zone
from workbench.play.forms import make_batch
from workbench.play.hole import Hole, stored_holes
from workbench.play.holes import FORCED_TURNS, LONGEST, OF_MOVES, REPEATS, Choosing, find_holes, holes_of
from workbench.play.outcome import Outcome
from workbench.report.batch_blocks import surely_fewer
from workbench.report.template import plain_phrase
from workbench.scenario import Scenario
from workbench.store import Store
from workbench.store.listing import entries


def moments(count: int, **fields: object) -> list[Choosing]:
    """Decisions of two players in turn, each at a table of its own."""
    plain = [Choosing(step, step % 2, 0, False, False, 0, (Zone("Row", (step,)),)) for step in range(count)]
    return [moment._replace(**fields) for moment in plain]  # type: ignore[arg-type]


def shows_at(name: str, play: list[Choosing]) -> int | None:
    """The step at which a play shows a kind of hole."""
    return OF_MOVES[name][1](play)


@pytest.mark.parametrize("name", OF_MOVES)
def test_a_play_that_goes_on_shows_no_hole(name: str) -> None:
    assert shows_at(name, moments(30)) is None


def test_the_same_table_again_and_again_is_a_stall() -> None:
    still = moments(2 * REPEATS, zones=())
    assert shows_at("repeats", still) == 2 * (REPEATS - 1)
    assert shows_at("repeats", still[: 2 * (REPEATS - 1)]) is None
    assert shows_at("repeats", [moment._replace(stage=moment.step // 2) for moment in still]) is None


def test_passes_are_a_stall_only_if_all_pass_twice_and_nothing_changes() -> None:
    still = moments(9, zones=())

    def stall(*passes: int, play: list[Choosing] = still) -> int | None:
        return shows_at("all_pass", [moment._replace(passes=moment.step in passes) for moment in play])

    assert stall(3, 4, 5, 6) == 3
    assert stall(3, 4, 5) is None, "once around may be how a round ends"
    assert stall(0, 2, 4, 6) is None, "one player alone passes"
    assert stall(5, 6, 7, 8) is None, "and then the play is over"
    assert stall(3, 4, 5, 6, play=moments(9)) is None, "the table changes"
    assert stall(3, 4, 5, 6, play=[m._replace(stage=int(m.step > 6)) for m in still]) is None, "a stage ends"


def test_a_long_run_of_single_moves_begins_where_it_does() -> None:
    least = 2 * FORCED_TURNS
    play = moments(least + 5)
    assert shows_at("forced", [moment._replace(is_forced=moment.step >= 5) for moment in play]) == 5
    assert shows_at("forced", [moment._replace(is_forced=moment.step >= 6) for moment in play]) is None


def test_a_deck_runs_out_where_its_backs_were_seen_before() -> None:
    def pile(*things: str | None) -> tuple[Zone, ...]:
        return (Zone("Stock", things, None, Look.PILE),)

    start, end = moments(2)
    assert shows_at("deck_out", [start._replace(zones=pile(None)), end._replace(zones=pile())]) == 1
    assert shows_at("deck_out", [start._replace(zones=pile("7H")), end._replace(zones=pile())]) is None


def wrong(hole: Wrong, plays: int = 30) -> Scenario:
    """A batch of the game with this rule hole in some of its plays."""
    rules = {"players": 2, "wrong": hole.value}
    return replace(
        watched("kuhn_poker").scenario, game=WRONG, rules=rules, bots=("random", "random"), plays=plays, seed=7
    )


@pytest.mark.parametrize("hole", Wrong)
def test_every_hole_is_counted_in_the_plays_that_have_it_and_no_other(hole: Wrong) -> None:
    """The naive count is that of the plays whose first draw makes them go wrong."""
    scenario = wrong(hole)
    going_wrong = [play for play in range(30) if Play(WRONG, scenario.rules, 7, play).begin().state.goes_wrong]
    with plain_for_now():
        holes = {kind.name: kind for kind in find_holes(scenario)}
    assert list(holes) == [kind.name.lower() for kind in Wrong]
    assert {name: kind.plays for name, kind in holes.items() if kind.plays} == {hole.name.lower(): len(going_wrong)}
    counted = holes[hole.name.lower()]
    assert counted.of == 30 and [place.play for place in counted.places][:LONGEST] == going_wrong[:LONGEST]
    assert counted.share.low < len(going_wrong) / 30 < counted.share.high


def test_what_was_looked_at_is_stored_once_for_all_batches_that_begin_with_these_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, scenario = Store(tmp_path / "s.duckdb"), wrong(Wrong.DECK_OUT)
    with plain_for_now():
        first = find_holes(scenario, store)
        monkeypatch.setattr("workbench.play.holes.look_at_plays", lambda scenario: pytest.fail("looked at again"))
        assert find_holes(scenario, store) == first
        assert stored_holes(store, replace(scenario, revision="renamed")) == stored_holes(store, scenario)
        assert stored_holes(store, replace(scenario, seed=8)) == ()
    assert entries(store) == [], "they have no line in the history"


def test_a_batch_that_nobody_looked_at_says_so() -> None:
    scenario = wrong(Wrong.CAPPED)
    with plain_for_now():
        results = make_batch(scenario).play(0, 30)
        holes = holes_of(Outcome(scenario, results, "", 0.0))
        assert [kind.of for kind in holes] == [30, 30, 0, 0, 0, 0]
        assert holes[0].plays == int(results["capped"].sum()) > 0


def test_a_batch_without_holes_is_one_line() -> None:
    """Eight lines said that nothing was found, and what nobody had looked for."""
    game = wrong(Wrong.CAPPED).game
    results = [Hole("capped", "End by a limit", 0, 2_000), Hole("no_winner", "End without a winner", 0, 2_000)]
    uncounted = [*results, Hole("forced", "Nothing to choose", 0, 0)]
    none_met = partial(plain_phrase, "holes.txt", "none_met")
    assert none_met(game, uncounted) == "No play hit a limit or ended without a winner."
    assert none_met(replace(game, can_be_lost_by_all=True), uncounted) == "No play hit a limit."
    looked = none_met(game, [*results, Hole("forced", "Nothing to choose", 0, 100)])
    assert looked.startswith("No play hit a limit or ended without a winner. None of the first 100 stalled")


def test_a_revision_that_surely_has_more_holes_is_named() -> None:
    few, many = (Hole("forced", "Nothing to choose", plays, 100) for plays in (2, 30))
    words = plain_phrase("holes.txt", "met", many, surely_fewer(many, {"A": [few], "B": [many]}))
    assert words.startswith("Nothing to choose: 30 of 100 plays (30.0\u202f%, ")
    assert ", more than with A (2 of 100 plays (" in words and "B" not in words
    assert not surely_fewer(few, {"A": [many]}) and not surely_fewer(few, {"A": [few]})
    assert not surely_fewer(many, {"A": [replace(few, of=0, plays=0)]}), "not counted is not few"
