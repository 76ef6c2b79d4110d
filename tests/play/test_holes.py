"""Rule holes: read off moments of a play, and counted in a batch."""

from dataclasses import replace

import pytest

from tests.play.test_films import watched
from workbench.engine.picture import Look, Zone
from workbench.play.holes import FORCED_TURNS, OF_MOVES, REPEATS, Choosing, find_holes


def moments(count: int, **fields: object) -> list[Choosing]:
    """Decisions of two players in turn, each at a table of its own."""
    plain = [Choosing(step, step % 2, 0, False, False, 0, (Zone("Row", (step,)),)) for step in range(count)]
    return [replace(moment, **fields) for moment in plain]  # type: ignore[arg-type]


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
    assert shows_at("repeats", [replace(moment, stage=moment.step // 2) for moment in still]) is None


def test_everybody_passes_only_if_all_do_one_after_the_other() -> None:
    play = moments(8)
    assert shows_at("all_pass", [replace(moment, passes=moment.step in (3, 4)) for moment in play]) == 3
    assert shows_at("all_pass", [replace(moment, passes=moment.actor == 0) for moment in play]) is None


def test_a_long_run_of_single_moves_begins_where_it_does() -> None:
    least = 2 * FORCED_TURNS
    play = moments(least + 5)
    assert shows_at("forced", [replace(moment, is_forced=moment.step >= 5) for moment in play]) == 5
    assert shows_at("forced", [replace(moment, is_forced=moment.step >= 6) for moment in play]) is None


def test_a_deck_runs_out_where_its_backs_were_seen_before() -> None:
    def pile(*things: str | None) -> tuple[Zone, ...]:
        return (Zone("Stock", things, None, Look.PILE),)

    start, end = moments(2)
    assert shows_at("deck_out", [replace(start, zones=pile(None)), replace(end, zones=pile())]) == 1
    assert shows_at("deck_out", [replace(start, zones=pile("7H")), replace(end, zones=pile())]) is None


def test_holes_of_a_batch_are_of_the_plays_that_were_looked_at() -> None:
    scenario = replace(watched("kuhn_poker").scenario, plays=40)
    holes = {hole.name: hole for hole in find_holes(scenario)}
    assert (holes["no_winner"].plays, holes["no_winner"].of) == (0, 40)
    assert holes["all_pass"].plays > 0, "both pass in a quarter of the plays"
    assert all(place.play < 40 for place in holes["all_pass"].places)
