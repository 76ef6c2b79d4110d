"""Rules of the kit's games to begin from, by positions set up by hand and by figures that others have worked out."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from tests.support.kit import EXAMPLES
from tests.support.plain import Play
from workbench.engine import dispatch
from workbench.engine.compiling import plainly
from workbench.engine.picture import Spot
from workbench.kit.examples import court, crosses, ferry, gallery, summits

SUMMITS, CROSSES, COURT, ISLES, HERD, HAMLET, GALLERY, FERRY = (
    EXAMPLES[name] for name in ("summits", "crosses", "court", "isles", "herd", "hamlet", "gallery", "ferry")
)


def offers(play: Play) -> set[str]:
    return {play.game.picture.choice(play.state, play.rules, play.values, action).says for action in play.legal}


# Summits


def pairing(dice: Sequence[int], climbed: dict[int, int], **rules: int) -> Play:
    play = Play(SUMMITS, rules).begin()
    play.state.phase, play.state.dice[:] = summits.Phase.PAIR, dice
    for route, steps in climbed.items():
        play.state.climbed[route - 2] = steps
    return play


@pytest.mark.parametrize(("routes", "share"), [((6, 7, 8), 0.92), ((2, 3, 12), 0.44), ((2, 12), 0.26)])
def test_climbers_go_on_by_as_many_of_all_rolls_as_have_a_sum_of_theirs(routes: tuple[int, ...], share: float) -> None:
    play = pairing((1, 1, 1, 1), dict.fromkeys(routes, 1), climbers=max(2, len(routes)))
    rolls = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=4))
    going = 0
    for dice, times in rolls.items():
        play.state.dice[:] = dice
        sums = {a + b for place, a in enumerate(dice) for b in dice[:place]}
        assert bool(play.legal) == bool(sums & {*routes})
        going += times * bool(play.legal)
    assert abs(going / rolls.total() - share) < 0.005


@pytest.mark.parametrize(
    ("dice", "climbed", "words"),
    [
        ((1, 2, 3, 4), {}, {"Climb 3 and 7", "Climb 4 and 6", "Climb 5 and 5"}),
        ((1, 2, 3, 4), {2: 1, 12: 1}, {"Climb 3", "Climb 7", "Climb 4", "Climb 6", "Climb 5 and 5"}),
        ((1, 1, 1, 1), {2: 2}, {"Climb 2"}),
    ],
)
def test_pairs_that_come_to_the_same_are_one_choice(
    dice: Sequence[int], climbed: dict[int, int], words: set[str]
) -> None:
    assert offers(pairing(dice, climbed)) == words


def test_who_stops_at_the_end_of_a_route_has_its_summit_and_closes_it() -> None:
    play = pairing((1, 1, 6, 6), {2: 2}, needed=2)
    play.take(play.legal[0]).take(1)
    assert play.state.score[0] == 1 and play.state.closed == 1 and play.state.actor == 1
    play.state.phase, play.state.dice[:] = summits.Phase.PAIR, (1, 1, 1, 2)
    assert offers(play) == {"Climb 3"}


def test_the_camps_of_all_players_and_the_climbers_stand_on_their_spots() -> None:
    play = pairing((1, 2, 3, 4), {7: 2})
    play.state.camps[5, 1] = 3
    (mountain,) = [zone for zone in SUMMITS.picture.zones(play.state, play.rules, play.values) if zone.look == "board"]
    spots = [thing for thing in mountain.things if isinstance(thing, Spot) and thing.pieces]
    assert spots == [Spot("7", ((1, "3"), (-1, "2")))]


# Crosses


def test_a_row_is_crossed_from_the_left_and_its_last_number_needs_five_before_it() -> None:
    play = Play(CROSSES, {}).begin()
    play.state.dice[:] = (6, 6, 1, 2, 3, 4)
    assert offers(play) == {"Cross green 12", "Cross blue 12", "Leave"}
    play.state.crosses[0] = sum(1 << place for place in (0, 1, 2, 3, 9))
    assert offers(play) == {"Cross green 12", "Cross blue 12", "Cross red 12", "Leave"}
    play.take(0)
    assert play.state.closed[0] == 0 and "Cross red 12" not in offers(play)
    for _ in range(2):
        play.take(play.legal[-1])
    assert play.state.closed[0] == 1 and play.state.phase == crosses.Phase.COLOR
    assert int(plainly(dispatch.standing)(play.state, play.rules, 0)) == 7 * 8 // 2


def test_who_crosses_nothing_in_a_turn_of_theirs_has_a_miss_and_four_end_the_game() -> None:
    play = Play(CROSSES, {"players": 2}).begin()
    while not play.state.over:
        play.take(play.legal[-1])
    assert play.state.misses.tolist()[:2] == [4, 3] and play.report()["points"].tolist()[:2] == [-20, -15]
    assert play.trace[-1]["winners"] == [1]


# Court


def holding(*names: str) -> Play:
    """A round of three, in which the first has two cards, and each other one."""
    play = Play(COURT, {}).begin()
    first, second, *others = (court.CARDS.cards(name) for name in names)
    play.state.hand[:3] = [first | second, *others]
    play.state.stock = play.state.pack & ~(first | second | others[0] | others[1] | play.state.aside)
    return play


def spoken(play: Play, *words: str) -> Play:
    for text in words:
        says = {
            play.game.picture.choice(play.state, play.rules, play.values, action).says: action for action in play.legal
        }
        play.take(next(action for offer, action in says.items() if text in offer))
    return play


def test_every_way_to_play_a_card_is_as_likely_whatever_the_other_cards_do() -> None:
    play = holding("spy 1", "mage 1", "jester 1", "abbess 1")
    ways = [int(plainly(dispatch.ways)(play.state, play.rules, np.uint64(1 << action))) for action in play.legal]
    assert ways == [2 * 5, 2]


@pytest.mark.parametrize(
    ("cards", "choice", "out"),
    [
        (("spy 1", "mage 1", "jester 1", "abbess 1"), ("spy", "player 2", "jester"), [1]),
        (("spy 1", "mage 1", "jester 1", "abbess 1"), ("spy", "player 2", "abbess"), []),
        (("knight 1", "mage 1", "jester 1", "princess 1"), ("knight", "player 3"), [0]),
        (("knight 1", "mage 1", "mage 2", "abbess 1"), ("knight", "player 2"), []),
        (("mage 1", "spy 1", "jester 1", "princess 1"), ("mage", "player 3"), [2]),
        (("princess 1", "spy 1", "jester 1", "abbess 1"), ("princess",), [0]),
    ],
)
def test_who_is_out_by_a_card(cards: Sequence[str], choice: Sequence[str], out: list[int]) -> None:
    play = spoken(holding(*cards), *choice)
    assert [player for player in range(3) if play.state.out[player]] == out


def test_nobody_can_choose_who_has_played_the_abbess_and_the_jester_sees_a_hand() -> None:
    play = spoken(holding("abbess 1", "spy 1", "jester 1", "mage 1"), "abbess")
    play.state.hand[1] = court.CARDS.cards("jester 1", "spy 2")
    spoken(play, "jester 1")
    assert offers(play) == {"Jester jester 1, player 3"}
    play.take(play.legal[0])
    assert play.view(1).hand[2] == play.state.hand[2] & court.CARDS.cards("mage 1") and play.view(0).hand[2] == 0


# Isles


@pytest.mark.parametrize(
    ("settled", "points"),
    [
        ((3, 2, 0), (7, 3, 0)),
        ((2, 2, 1), (3, 3, 0)),
        ((3, 1, 1), (7, 0, 0)),
        ((0, 0, 1), (0, 0, 7)),
        ((0, 0, 0), (0, 0, 0)),
    ],
)
def test_most_settlers_take_the_worth_and_the_second_most_half(settled: Sequence[int], points: Sequence[int]) -> None:
    play = Play(ISLES, {}).begin()
    play.state.worth[3], play.state.settled[3, :3] = 7, settled
    standing = [int(plainly(dispatch.standing)(play.state, play.rules, player)) for player in range(3)]
    assert standing == [*points]


def test_the_richer_an_island_the_fewer_land_and_one_sails_to_linked_islands_alone() -> None:
    play = Play(ISLES, {"settlers": 3}).begin()
    play.state.worth[:] = (2, 5, 7, 3, 4, 6, 8)
    assert (
        len(play.legal) == 7
        and int(play.run(dispatch.ways, play.state, play.rules, np.uint64(127))) == 3 * 3 + 2 * 2 + 2
    )
    spoken(play, "Land Ness", "3")
    play.state.actor = 0
    assert offers(play) == {"Sail Ness …"}
    play.take(play.legal[0])
    assert offers(play) == {f"Sail Ness, {name}" for name in ("Skerry", "Holm", "Barra")}


# Herd


def coming(rows: Sequence[Sequence[int]], chosen: Sequence[int]) -> Play:
    """Two players choose these cards beside rows of these; they have one more each."""
    play = Play(HERD, {"players": 2, "hand_size": 2}).begin()
    for row, cards in enumerate(rows):
        play.state.rows[row, : len(cards)], play.state.lengths[row] = [card - 1 for card in cards], len(cards)
    play.state.herd.hand[:2, 0] = [card - 1 for card in chosen]
    return play.take(0).take(0)


def rows_of(play: Play) -> list[list[int]]:
    return [[int(card) + 1 for card in play.state.rows[row, : int(play.state.lengths[row])]] for row in range(4)]


def test_the_lowest_card_joins_first_and_the_sixth_takes_the_five_before_it() -> None:
    play = coming([[10], [20, 21, 22, 33, 55], [60], [90]], [57, 56])
    assert rows_of(play) == [[10], [56, 57], [60], [90]]
    assert play.state.score.tolist()[:2] == [0, 3 + 1 + 5 + 5 + 7] and play.state.taken[1] == 1


def test_whose_card_is_below_all_rows_takes_one_of_their_choice() -> None:
    play = coming([[10], [20], [60], [90, 95]], [5, 61])
    assert offers(play) == {f"Take {row}" for row in "ABCD"} and play.state.actor == 0
    play.take(3)
    assert rows_of(play) == [[10], [20], [60, 61], [5]] and play.state.score[0] == 3 + 2


def test_nobody_sees_what_others_choose_before_all_have() -> None:
    play = Play(HERD, {}).begin().take(3)
    assert play.trace[-1]["event"] == "deal" or "reveal" not in {event["event"] for event in play.trace}
    assert play.view(1).chosen_choose[0] == 0 and play.view(0).chosen_choose[0] == 3


# Hamlet


def test_a_place_is_for_one_worker_and_a_house_for_who_can_pay() -> None:
    play = Play(HAMLET, {}).begin()
    assert offers(play) == {f"Send {place}" for place in ("wood", "pit", "fair", "mill", "inn")} | {"Stay"}
    play.state.wood[1], play.state.clay[1] = 3, 3
    spoken(play, "wood")
    assert {"Send manor", "Send lane", "Send yard"} < offers(play) and "Send wood" not in offers(play)
    spoken(play, "manor")
    assert (play.state.wood[0], play.state.wood[1], play.state.earned[1], play.state.manors[1]) == (2, 0, 10, 1)


def test_workers_come_home_and_eat_and_whoever_was_at_the_inn_begins() -> None:
    play = spoken(Play(HAMLET, {}).begin(), "mill", "Stay", "inn", "Stay", "Stay", "Stay")
    assert play.state.actor == 2 and not play.state.placed.any()
    assert play.state.bread.tolist() == [0, 0, 0] and play.state.earned.tolist() == [0, -2, -1]


# Gallery


def test_who_bids_most_pays_and_takes_the_picture_and_the_next_is_asked_first_then() -> None:
    play = spoken(Play(GALLERY, {}).begin(), "Bid 3", "Pass")
    assert "Bid 3" not in offers(play) and "Bid 4" in offers(play)
    spoken(play, "Bid 7")
    assert play.state.coins.tolist()[:3] == [30, 30, 23] and play.state.bank == 7 and play.state.actor == 1
    assert bin(int(play.state.gallery[2])).count("1") == 1


def test_pictures_of_one_painter_count_their_square() -> None:
    play = Play(GALLERY, {"change": 4}).begin()
    play.state.gallery[0] = gallery.CARDS.cards("Arden 1", "Arden 5", "Arden 9", "Doria 2")
    play.state.coins[0] = 7
    assert int(plainly(dispatch.standing)(play.state, play.rules, 0)) == 9 + 1 + 1


# Ferry


def aboard(saboteur: int, **rules: int) -> Play:
    play = Play(FERRY, {"players": 4, **rules}).begin()
    for player in range(4):
        play.state.hand[player] = ferry.SABOTEUR if player == saboteur else 1 << (1 + player)
        play.state.side[player] = player == saboteur
    return play


def test_the_saboteur_alone_may_bore_and_only_the_holes_are_told() -> None:
    play = spoken(aboard(saboteur=1), "player 2")
    assert offers(play) == {"Work mend"}
    play.take(play.legal[0])
    assert offers(play) == {"Work mend", "Work bore"} and play.view(3).deed[0] == play.view(1).deed[0] == -2
    spoken(play, "bore")
    assert play.trace[-1] == {"event": "land", "captain": 0, "mate": 1, "new": 1}
    suspects = {player for seed in range(30) for player in range(4)
                if play.world(2, seed).hand[player] == ferry.SABOTEUR}  # fmt: skip
    assert suspects == {0, 1}


@pytest.mark.parametrize(("aims", "winners"), [((1, 2, 1, 1), [0, 2, 3]), ((1, 2, 1, 2), [1]), ((2, 2, 1, 2), [1])])
def test_more_must_point_at_the_saboteur_than_at_anybody_else(aims: Sequence[int], winners: list[int]) -> None:
    play = aboard(saboteur=1, trips=1)
    spoken(play, "player 3", "mend", "mend")
    for other in aims:
        play.take(other)
    assert play.state.over and play.trace[-1]["winners"] == winners


def test_a_ferry_with_too_many_holes_sinks() -> None:
    play = spoken(aboard(saboteur=0, holes=1), "player 2", "bore", "mend")
    assert play.state.over and play.state.sunk and play.trace[-1]["winners"] == [0]
