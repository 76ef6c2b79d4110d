"""Hollywood 1947: no play has more decisions than a bound that is worked out from the rules.

Here a few thousand random plays, over every number of players and every variant. As many as one likes, a line for each:

    python -m tests.games.hollywood_1947.test_longest_play 100000
"""

import sys
from typing import Any, Final

import pytest

from tests.support.plain import Play
from tests.support.seats import bots
from tests.support.strategies import some_rules
from workbench.engine.batch import Batch
from workbench.games.hollywood_1947 import GAME, game
from workbench.games.hollywood_1947.cards import FEW, JOBS, MOST_PLAYERS, StudioJob

STATED: Final = 616
"""The bound of `game.py` for the rules of the source."""
FLAGS: Final = ("justice_served", "random_loyalties", "studio_order", "union_strike")
VARIANTS: Final = ("none", "handpick_jobs", *FLAGS, "all")
CASES: Final = [(players, variant) for players in range(1, MOST_PLAYERS + 1) for variant in VARIANTS]


def rules_of(players: int, variant: str) -> dict[str, Any]:
    """A number of players and an optional variant of the source; one that there is not raises KeyError."""
    flags = {"none": (), "handpick_jobs": (), "all": FLAGS, **{flag: (flag,) for flag in FLAGS}}[variant]
    handpicked = {"jobs": handpicked_jobs(players)} if variant in ("handpick_jobs", "all") else {}
    return {"players": players, **dict.fromkeys(flags, True), **handpicked}


def handpicked_jobs(players: int) -> list[str]:
    """Without editor and cinematographer, as far as enough jobs for everybody are left."""
    most = JOBS - players if players > FEW else JOBS
    gone = (StudioJob.EDITOR, StudioJob.CINEMATOGRAPHER)[:most]
    return [job.name.lower() for job in StudioJob if job not in gone]


def longest(players: int, variant: str, plays: int) -> int:
    """The most decisions of so many random plays."""
    batch = Batch(GAME, rules_of(players, variant), bots(GAME, "random", players), seed=1)
    return int(batch.play(0, plays)["decisions"].max())


def most_decisions(values: dict[str, Any]) -> int:
    """No play has more: turns, and in each the longest chain of choices; cards of hands; tokens; an editor; movies."""
    rules = GAME.compile_rules(values)
    players, twice = int(rules.players), 2 if rules.players <= FEW else 1
    turns = 9 if rules.studio_order else players * twice
    rolls = max(int(rules.gaffer_rerolls), int(rules.rerolls_per_turn) + 1)
    named = 1 + max(int(rules.actress_draws), 1)  # a token's two choices, or a target and discards
    one_turn = 1 + max(rolls, named)  # option; then re-rolls and a stop, or whom the job names
    chain = 3 + max(int(rules.gaffer_rerolls), named)  # the producer's two cards, yes, and the new job
    post = players * (int(rules.hand_size) + 2) + 1
    return int(rules.max_movies) * (turns * one_turn + chain + post)


@pytest.mark.parametrize("number", range(25))
def test_every_play_ends_within_the_bound(number: int) -> None:
    values = some_rules(GAME, 100 + number)
    play = Play(GAME, values, seed=number).begin()
    bound = most_decisions(values)
    while not play.state.over:
        play.take(play.decision())
        assert play.decisions <= bound


def test_the_stated_bound_is_that_of_the_source_with_any_variant() -> None:
    assert max(most_decisions(rules_of(*case)) for case in CASES) == STATED
    assert f"more than {STATED} decisions" in (game.__doc__ or "")


def test_no_play_exceeds_the_bound_with_any_number_of_players_and_any_variant() -> None:
    for players, variant in CASES:
        assert not GAME.problems(rules_of(players, variant))
        plays = longest(players, variant, plays=60)
        assert 20 < plays <= most_decisions(rules_of(players, variant)) <= STATED, (players, variant)


def test_the_longest_play_there_can_be() -> None:
    longest = {"players": 9, "hand_size": 6, "max_movies": 13, "gaffer_rerolls": 9, "rerolls_per_turn": 9}
    assert most_decisions({**longest, "studio_order": True}) == 2392


if __name__ == "__main__":
    for case in CASES:
        sys.stdout.write(f"{case[0]} {case[1]} {longest(*case, plays=int(sys.argv[1]))}\n")
