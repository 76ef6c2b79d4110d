"""Pig, Farkle and seven different cards against their published rules, by positions set up by hand; Pig and theory.

Pig: Knizia, Dice Games Properly Explained; Farkle: as sold with six dice and scoring cards; Flip 7: its rule sheet.
"""

from itertools import product

import numpy as np
import pytest

from tests.support.families import begun, legal_kinds, preset_game
from tests.support.plain import Play
from tests.support.seats import bots
from workbench.engine.batch import Batch
from workbench.engine.bit_sets import members
from workbench.engine.compiling import plain_mode
from workbench.engine.dispatch import payoff, stages_ended
from workbench.engine.picture import Look
from workbench.games.families.press import FREEZE, SECOND_CHANCE, THINGS, THREE_MORE, combinations

ROLL, SET_ASIDE = 0, 1
DRAW = SET_ASIDE + len(THINGS.names)
CHOOSE = DRAW + 1
HOLD = CHOOSE + 8


# Pig


def test_pig_a_one_loses_the_turn_and_the_dice_are_passed_on() -> None:
    play = begun("press", "pig", seed=1)
    while play.state.actor == 0:
        before = int(play.state.turn[0])
        play.take(ROLL)
    assert play.state.dice[0] == 1 and before > 0
    assert play.state.turn[0] == 0 and play.state.score[0] == 0 and play.state.busts[0] == 1


def test_pig_to_search_14_points_of_a_turn_are_worth_the_risk_of_another_roll_at_an_even_score() -> None:
    play, worths = begun("press", "pig"), []
    for points in (14, 16, 17, 18, 19, 20):
        play.state.score[0] = points
        worths.append(play.run(payoff, play.state, play.rules, 0))
    assert (0.5 + sum(worths[1:])) / 6 > worths[0] > 0.5


def test_pig_who_holds_scores_the_turn_and_wins_at_100() -> None:
    play = begun("press", "pig")
    assert legal_kinds(play) == {"roll"}
    play.state.score[0], play.state.turn[0], play.state.pressed[0] = 80, 20, 3
    play.take(HOLD)
    assert play.state.over and play.state.score[0] == 100


def test_bots_look_to_the_end_of_a_turn_at_every_seat_and_rounds_are_counted_whole() -> None:
    """A seat behind which others still had a turn before the end of a stage would decide by their luck."""
    play = begun("press", "pig")
    for turn in range(1, 5):
        play.state.turn[play.state.actor], play.state.pressed[play.state.actor] = 10, 1
        play.take(HOLD)
        assert (int(play.state.stage), int(stages_ended(play.state, play.rules))) == (turn, turn // 2)


@pytest.mark.parametrize("rules", [{"ruin": 1}, {"play": "cards", "together": True, "highest": 1, "different": 2}])
def test_rules_that_never_let_anybody_reach_the_target_end_after_500_rounds(rules: dict[str, object]) -> None:
    play = begun("press", "pig", **{"target": 20000, "players": 2, **rules})
    play.state.stage = 499 if rules.get("together") else 999
    play.state.seat = play.state.actor = 1
    while not play.state.over:
        assert stages_ended(play.state, play.rules) < 500
        play.take(play.legal[-1])
    assert stages_ended(play.state, play.rules) == 500


def test_two_dice_pig_two_ones_lose_the_whole_score() -> None:
    seen = set()
    for seed in range(20):
        play = begun("press", "two_dice_pig", seed=seed)
        play.state.score[0] = 50
        while play.state.actor == 0 and not play.state.over:
            play.take(ROLL)
        ones = list(play.state.dice[:2]).count(1)
        assert play.state.score[0] == (0 if ones == 2 else 50)
        seen.add(ones)
    assert seen == {1, 2}


@pytest.mark.skipif(plain_mode(), reason="needs many plays")
def test_pig_the_first_of_two_who_hold_at_20_wins_0_5347() -> None:
    plays = 200_000
    won = Batch(preset_game("press", "pig"), {}, bots(preset_game("press", "pig"), "steady", 2), seed=5).play(0, plays)
    share = (won["winners"] == 1).mean()
    assert abs(share - 0.5347) < 4 * np.sqrt(0.25 / plays)


# Farkle


def rolled(*dice: int, **rules: int) -> Play:
    """A turn of Farkle in which these dice have been rolled."""
    play = begun("press", "farkle", **rules)
    play.state.dice[:] = [*dice, *[0] * (6 - len(dice))]
    play.state.free, play.state.pressed[0] = len(dice), 1
    return play


def scoring(play: Play) -> dict[str, int]:
    """The points of everything that may be set aside."""
    worths = {}
    for action in play.legal:
        if SET_ASIDE <= action < DRAW:
            before = play.copy_of_all()
            play.take(action)
            worths[THINGS.names[action - SET_ASIDE]] = int(play.state.turn[0])
            play.restore(before)
    return worths


@pytest.mark.parametrize(
    ("dice", "worths"),
    [
        ((1, 5, 2, 3, 4, 4), {"a 1": 100, "a 5": 50}),
        ((2, 2, 2, 3, 4, 6), {"three 2s": 200}),
        ((1, 1, 1, 3, 4, 6), {"a 1": 100, "three 1s": 1000}),
        ((4, 4, 4, 4, 2, 3), {"three 4s": 400, "four 4s": 1000}),
        ((6, 6, 6, 6, 6, 2), {"three 6s": 600, "four 6s": 1000, "five 6s": 2000}),
        ((3, 3, 3, 3, 3, 3), {"three 3s": 300, "four 3s": 1000, "five 3s": 2000, "six 3s": 3000}),
        ((1, 2, 3, 4, 5, 6), {"a 1": 100, "a 5": 50, "1 to 6": 1500}),
        ((2, 2, 3, 3, 4, 4), {"three pairs": 1500}),
        ((2, 2, 2, 2, 4, 4), {"three 2s": 200, "four 2s": 1000, "three pairs": 1500}),
        ((2, 2, 2, 4, 4, 4), {"three 2s": 200, "three 4s": 400, "two times three": 2500}),
    ],
)  # fmt: skip
def test_farkle_what_scores(dice: tuple[int, ...], worths: dict[str, int]) -> None:
    assert scoring(rolled(*dice)) == worths


@pytest.mark.parametrize(("dice", "rolls"), [(1, 4), (2, 16), (3, 60), (4, 204)])
def test_farkle_as_many_rolls_score_nothing_as_theory_says(dice: int, rolls: int) -> None:
    play = rolled(*[2] * dice)
    nothing = 0
    for faces in product(range(1, 7), repeat=dice):
        play.state.dice[:dice] = faces
        nothing += combinations(play.state, play.rules) == 0
    assert nothing == rolls


def test_farkle_at_least_one_die_is_set_aside_before_rolling_on() -> None:
    play = rolled(1, 5, 2, 3, 4, 4, opening=0)
    assert legal_kinds(play) == {"set_aside"}
    play.take(SET_ASIDE + THINGS.card("a 1"))
    assert legal_kinds(play) == {"set_aside", "roll", "hold"}
    assert play.state.free == 5 and sorted(play.state.dice) == [0, 2, 3, 4, 4, 5]


def test_farkle_all_dice_that_have_scored_are_rolled_again() -> None:
    play = rolled(1, 2, 3, 4, 5, 6).take(SET_ASIDE + THINGS.card("1 to 6"))
    assert play.state.free == 6 and legal_kinds(play) == {"roll", "hold"}
    play.take(ROLL)
    assert all(play.state.dice)


def test_farkle_500_in_one_turn_begin_the_score() -> None:
    play = rolled(1, 5, 2, 3, 4, 4).take(SET_ASIDE + THINGS.card("a 1"))
    assert "hold" not in legal_kinds(play)
    play.state.turn[0] = 500
    assert "hold" in legal_kinds(play)
    play.state.turn[0], play.state.score[0] = 100, 600
    assert "hold" in legal_kinds(play)


def test_farkle_dice_that_a_player_leaves_are_not_there_for_the_next() -> None:
    play = rolled(1, 1, 2, 3, 4, 5, opening=0).take(SET_ASIDE + THINGS.card("a 1")).take(HOLD)
    assert play.state.actor == 1 and legal_kinds(play) == {"roll"}


def test_farkle_bots_leave_nothing_that_scores_before_they_stop() -> None:
    play = rolled(1, 5, 2, opening=0)
    play.state.turn[0], play.state.score[0] = 800, 600
    steady, decided = bots(play.game, "steady", 2), []
    while play.state.actor == 0:
        decided.append(play.decision_of(steady))
        play.take(decided[-1])
    assert decided == [SET_ASIDE + THINGS.card("a 5"), SET_ASIDE + THINGS.card("a 1"), HOLD]


def test_farkle_others_have_one_more_turn_once_10000_are_reached() -> None:
    play = rolled(1, 5, 2, 3, 4, 4, players=3)
    play.state.score[:3] = 9950, 9000, 0
    play.take(SET_ASIDE + THINGS.card("a 1")).take(HOLD)
    assert not play.state.over and play.state.actor == 1
    while not play.state.over:
        actor = int(play.state.actor)
        play.take(play.legal[-1])
    assert actor == 2


# Seven different


def deck_of(play: Play, *cards: str) -> Play:
    """Have the deck be these cards, of which one is drawn: for one card, the next."""
    play.state.deck[:] = 0
    for card in cards:
        play.state.deck[THINGS.card(card)] += 1
    return play


def line(play: Play, player: int, *cards: str) -> None:
    play.state.line[player] = THINGS.cards(*cards)


def test_seven_a_number_drawn_twice_ends_the_round_with_nothing() -> None:
    play = deck_of(begun("press", "seven"), "9")
    line(play, 0, "9", "10")
    play.take(DRAW)
    assert play.state.is_out[0] and play.state.turn[0] == 0 and play.state.line[0] == 0
    assert play.state.discards[9] == 2 and play.state.actor == 1


def test_seven_all_numbers_of_a_player_lie_side_by_side() -> None:
    play = begun("press", "seven")
    line(play, 0, "1", "12")
    zones = play.game.picture.zones(play.state, play.rules, play.values)
    numbers = next(zone for zone in zones if zone.name == "Cards of this turn")
    assert (numbers.look, numbers.things) == (Look.ROW, ["1", "12"])


def test_seven_a_second_chance_goes_instead() -> None:
    play = deck_of(begun("press", "seven"), "9")
    line(play, 0, "9", "second chance")
    play.take(DRAW)
    assert not play.state.is_out[0] and members(play.state.line[0]) == [9]
    assert play.state.discards[SECOND_CHANCE] == 1


@pytest.mark.parametrize(
    ("cards", "points"), [(("3", "12"), 27), (("+4", "3"), 19), (("x2", "5"), 34), (("0",), 12)]
)  # fmt: skip
def test_seven_numbers_are_summed_doubled_and_then_added_to(cards: tuple[str, ...], points: int) -> None:
    play = deck_of(begun("press", "seven"), cards[-1])
    line(play, 0, "12", *cards[:-1]) if cards != ("3", "12") else line(play, 0, "3", "+10", "2")
    play.take(DRAW)
    assert play.state.turn[0] == points


def test_seven_different_numbers_end_the_round_for_all_with_15_more() -> None:
    play = deck_of(begun("press", "seven"), "7")
    line(play, 0, "1", "2", "3", "4", "5", "6")
    line(play, 1, "12")
    play.state.turn[1] = 12
    play.take(DRAW)
    assert list(play.state.score[:4]) == [28 + 15, 12, 0, 0]
    assert [event["score"] for event in play.trace if event["event"] == "bank"][:2] == [28 + 15, 12]
    assert play.state.stage == 1 and play.state.actor == 1 and not any(play.state.line)


def test_seven_freeze_makes_a_player_stop_and_three_more_makes_one_draw() -> None:
    play = deck_of(begun("press", "seven"), "freeze").take(DRAW)
    assert legal_kinds(play) == {"choose"} and play.state.discards[FREEZE] == 1
    play.state.turn[2] = 9
    play.take(CHOOSE + 2)
    assert play.state.score[2] == 9 and play.state.is_out[2] and play.state.actor == 1
    deck_of(play, "three more").take(DRAW)
    assert play.state.discards[THREE_MORE] == 1
    deck_of(play, "1", "2", "3", "4").take(CHOOSE + 3)
    for _ in range(3):
        assert play.state.actor == 3 and legal_kinds(play) == {"draw"}
        play.take(DRAW)
    assert play.state.actor == 3 and legal_kinds(play) == {"draw", "hold"}
    assert len(members(play.state.line[3])) == 3


def test_seven_the_play_ends_after_a_round_in_which_200_were_reached() -> None:
    play = begun("press", "seven", players=2)
    play.state.score[:2] = 190, 195
    play.state.turn[:2], play.state.pressed[:2] = (12, 12), (2, 2)
    play.take(HOLD)
    assert not play.state.over
    play.take(HOLD)
    assert play.state.over and list(play.state.score[:2]) == [202, 207]
