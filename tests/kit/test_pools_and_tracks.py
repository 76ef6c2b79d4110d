"""Tokens in pools, markers on a track, and a choice of some of several dice: a small game of the kit has all three."""

from collections.abc import Sequence
from itertools import chain, combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit import caravan
from tests.support.plain import Play
from tests.support.workspace_games import no_games_of_a_workspace_afterwards, write_game
from workbench.bots.spec import seat_bots
from workbench.conform import Sort, conform_named
from workbench.engine import registry
from workbench.engine.batch import Batch, film, visible_events
from workbench.engine.bit_sets import members, subsets
from workbench.engine.picture import Look
from workbench.play.films import Watched
from workbench.report.example_round import example_round
from workbench.report.play_table import table_data
from workbench.scenario import Scenario

__all__ = ["no_games_of_a_workspace_afterwards"]

GAME = caravan.GAME
REST = 15
"""The action behind the 15 choices of dice."""


def dice(action: int) -> list[int]:
    """The dice of a choice: bit by bit in the order of the actions."""
    return members(np.uint64((action + 1) << 1))


def begun(shows: Sequence[int], **rules: int) -> Play:
    play = Play(GAME, rules).begin()
    play.state.dice[:] = shows
    return play


def watched(seed: int = 1) -> Watched:
    scenario = Scenario(GAME, "default", None, "Default", None, None, "", "", {}, ("random",) * 2, 100, seed)
    batch = Batch(GAME, {}, seat_bots(GAME, scenario.bots, 2), seed)
    return Watched(scenario, 0, batch, film(batch, 0, is_plain=True)[0])


@given(st.sets(st.integers(0, 5)))
def test_all_parts_of_a_set_but_the_empty_one(numbers: set[int]) -> None:
    parts = chain.from_iterable(combinations(sorted(numbers), size) for size in range(1, len(numbers) + 1))
    word = sum(1 << number for number in numbers)
    assert members(subsets(np.uint64(word))) == sorted(sum(1 << number for number in part) - 1 for part in parts)


def test_pools_begin_as_the_rules_say_and_markers_on_the_first_space() -> None:
    play = begun([1, 1, 1, 1], purse=5, bank=7, players=3)
    assert play.state.bank == 7
    assert play.state.coins.tolist() == [5, 5, 5, 0]
    assert play.state.road.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("coins", range(5))
def test_as_many_dice_may_be_chosen_as_can_be_paid(coins: int) -> None:
    play = begun([1, 2, 3, 4])
    play.state.coins[0] = coins
    choices = [dice(action) for action in play.legal if action != REST]
    every = [list(part) for size in range(1, 5) for part in combinations((1, 2, 3, 4), size)]
    assert sorted(choices) == sorted(part for part in every if len(part) - 1 <= coins)


def test_riding_pays_the_bank_and_moves_the_marker() -> None:
    play = begun([6, 1, 5, 2], spaces=20)
    play.take(next(action for action in play.legal if dice(action) == [1, 3, 4]))
    assert (play.state.coins[0], play.state.bank, play.state.road[0]) == (1, 6, 13)
    assert play.state.actor == 1
    assert GAME.describe("ride", play.trace[1]) == "Player 0 rides with dice 1, 3 and 4."


def test_nobody_rides_beyond_the_last_space() -> None:
    play = begun([6, 6, 6, 6], spaces=10)
    play.take(next(action for action in play.legal if dice(action) == [1, 2]))
    assert play.state.road[0] == 10 and play.state.over
    assert play.trace[-1] == {"event": "end", "winners": [0]}


def test_a_bank_without_coins_lets_nobody_rest() -> None:
    assert REST in begun([1] * 4, bank=1).legal
    assert REST not in begun([1] * 4, bank=0).legal


def test_a_choice_is_named_by_its_dice_where_a_person_makes_it() -> None:
    play = begun([6, 1, 5, 2])
    offers = {action: GAME.picture.choice(play.state, play.rules, play.values, action).says for action in play.legal}
    assert offers[REST] == "Rest" and offers[0] == "Ride 1" and offers[12] == "Ride 1, 3 and 4"
    assert len(set(offers.values())) == len(offers) == 16


def test_a_style_chooses_a_subset() -> None:
    batch = Batch(GAME, {"purse": 2}, seat_bots(GAME, ("spender", "random"), 2), 3)
    events = visible_events(batch, film(batch, 0, is_plain=True)[0])
    assert next(event["dice"] for event in events if event["event"] == "ride" and event["player"] == 0) == [1, 2, 3]


def test_pools_and_the_track_lie_on_the_table() -> None:
    play = watched()
    zones = {(zone.name, zone.player): zone for zone in next(play.scenes()).zones}
    assert zones["Bank", None].look is Look.TOKENS and zones["Bank", None].things == (4,)
    assert zones["Coins", 1].look is Look.TOKENS and zones["Coins", 1].things == (3,)
    assert zones["Road", None].look is Look.TRACK and zones["Road", None].things == (20, 0, 0)
    assert ("Score", 0) not in zones  # which the road says
    *_, last = play.scenes()
    road = next(zone for zone in last.zones if zone.name == "Road")
    assert max(road.things[1:]) == 20
    drawn = [zone for zone in table_data(play, None)["zones"] if zone["look"] == "track"]
    assert [zone["name"] for zone in drawn] == ["Road"]


def test_the_example_round_says_where_the_markers_are() -> None:
    assert "Road: player 1 on 0 and player 2 on 0, of 20" in example_round(watched().scenario, page=True)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('kit.pool("coin", "bank")', 'kit.pool("coin", "bnk")', "State.bank: bnk is none of the rules players, spaces"),
        ('kit.track("spaces")', 'kit.track("space")', "State.road: space is none of the rules"),
        ("numbers=(1, DICE)", "numbers=(1, 7)", "ride: a subset is of at most 6 numbers, and from 1 to 7 are more"),
        ("numbers=(1, DICE)", "numbers=(60, 64)", "ride: a subset is of numbers up to 63, and 64 is more"),
        ('rests."', 'rests.", to="inn"', "rest: inn is none of the fields bank, coins, road, dice"),
    ],
)
def test_a_name_that_there_is_none_of_is_told(tmp_path: Path, old: str, new: str, words: str) -> None:
    source = Path(caravan.__file__).read_text("utf-8")
    assert old in source
    write_game(tmp_path, "wrong", source.replace(old, new))
    registry.use_workspace(tmp_path)
    registry.trust("wrong")
    (mistake,) = conform_named("wrong")
    assert mistake.sort is Sort.NOT_LOADED and words in mistake.message


def test_a_card_of_no_zone_can_be_judged_one_by_one() -> None:
    """Whoever names a card names one of the pack: here, of those that are even."""
    source = '''"""Name a card."""
from workbench import kit
CARDS = kit.pack(("a", "b", "c", "d", "e"))
class Rules(kit.Rules):
    players: int = kit.rule(2, 2, 2, "How many play.")
class State(kit.State):
    stock: kit.Cards = kit.zone(CARDS, seen_by=kit.NOBODY)
    score: kit.PerPlayer
def setup(state: State) -> None:
    state.stock = state.pack
def is_even(card: kit.Card) -> kit.Bool:
    return card % 2 == 0
@kit.move("Player {player} names {card}.", among=is_even)
def name(state: State, player: int, card: kit.Card) -> None:
    """Name a card."""
    state.score[player], state.over = card, True
GAME = kit.game(globals(), title="Names", summary="Name a card.")
'''
    space = {"__name__": "names", "__file__": "game.py"}
    exec(source, space)
    assert Play(space["GAME"], {}).begin().legal == [0, 2, 4]
