"""Chance: streams that are apart, even, and the same for ever."""

from collections import Counter
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
import scipy

from tests.support.hitmakers import deck_order
from tests.support.seats import bots
from workbench.engine import chance as chances
from workbench.engine.batch import Batch, replay, visible_events
from workbench.engine.chance import (
    CHANCE,
    MOST_SEATS,
    player_below,
    player_shuffle,
    shuffle,
    start_deal,
    start_play,
    start_stream,
    table_below,
    take_card_of,
)
from workbench.engine.compiling import plainly
from workbench.engine.playing_cards import CARDS
from workbench.engine.registry import game_named
from workbench.engine.types import GameRecord


class Chances:
    """Stands for a chance record in plain code; every field is an array over plays."""

    def __init__(self, seed: int, plays: int) -> None:
        self.play_key = self.retake = self.table = np.zeros(plays, np.uint64)
        self.players = np.zeros((MOST_SEATS, plays), np.uint64)
        plainly(start_play)(self, np.uint64(seed), np.arange(plays, dtype=np.uint64))

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, np.copy(value))  # a field of a record holds a value, not an array in common


class Decks:
    """Stands for the array of a deck in plain code: the cards at a place, or at one place of each deck."""

    def __init__(self, size: int, plays: int) -> None:
        self.rows, self.cards = np.arange(plays), np.tile(np.arange(size), (plays, 1))

    def __getitem__(self, places: Any) -> Any:
        return self.cards[self.rows, places].copy()

    def __setitem__(self, places: Any, cards: Any) -> None:
        self.cards[self.rows, places] = cards


def shuffled(seed: int, plays: int, size: int = CARDS) -> Any:
    """The decks of the first deals of so many plays, one a row."""
    decks = Decks(size, plays)
    plainly(shuffle)(decks, size, Chances(seed, plays))
    return decks.cards


HITMAKERS = game_named("hitmakers")


def started(seed: int, play: int, deal: int = 0) -> GameRecord:
    chance = np.zeros(1, CHANCE)[0]
    plainly(start_play)(chance, np.uint64(seed), play)
    plainly(start_deal)(chance, deal)
    return chance


def drawn(chance: GameRecord, count: int, numbers: int) -> list[int]:
    return [int(plainly(table_below)(chance, count)) for _ in range(numbers)]


def even(counts: np.ndarray) -> bool:
    """Whether counts that should be equal are neither too unequal nor too equal."""
    return 1e-4 < scipy.stats.chisquare(counts).pvalue < 1 - 1e-4


# Golden words: these must never change, or stored batches could not be replayed


def test_words_are_those_of_splitmix64() -> None:
    """The first words of the published generator from the seed 1234567."""
    word, words = np.uint64(1234567), []
    with np.errstate(over="ignore"):
        for _ in range(3):
            word += chances.STEP
            words.append(int(chances.mix(word)))
    assert words == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_streams_of_a_play_are_pinned() -> None:
    chance = started(seed=7, play=3)
    assert int(chance.play_key) == 0xFDFBAE86F8009CF2
    assert [int(key) for key in (chance.table, *chance.players[:2])] == [
        0xD30DC073D6A69DF8,
        0x5EC60C076CD54AC1,
        0xEA7E579B0303F78A,
    ]
    assert drawn(chance, 52, 8) == [29, 49, 44, 8, 35, 5, 46, 37]
    assert [int(plainly(player_below)(chance, 1, 52)) for _ in range(4)] == [9, 1, 27, 49]
    assert drawn(started(seed=7, play=3, deal=1), 52, 8) == [48, 0, 41, 20, 20, 0, 0, 36]


# Apart


@pytest.mark.parametrize("distance", range(1, MOST_SEATS + 1))
def test_no_stream_of_a_play_runs_into_another(distance: int) -> None:
    """Counters that start `distance` x APART from each other meet after a number of steps that nobody draws."""
    modulus = 1 << 64
    steps = distance * int(chances.APART) * pow(int(chances.STEP), -1, modulus) % modulus
    assert min(steps, modulus - steps) > 1 << 48


def test_no_stream_of_a_retake_runs_into_one_of_another() -> None:
    """Nor into the table's: the counters of a hundred retakes start far apart, whichever two players draw from them."""
    modulus = 1 << 64
    inverse = pow(int(chances.STEP), -1, modulus)
    for seats, retakes in product(range(-MOST_SEATS, MOST_SEATS + 1), range(1, 100)):
        steps = (retakes * int(chances.RETAKE) + seats * int(chances.APART)) * inverse % modulus
        assert min(steps, modulus - steps) > 1 << 40, (seats, retakes)


def test_a_retake_has_the_same_shuffles_and_other_players() -> None:
    ordinary, other = started(seed=7, play=3), np.zeros(1, CHANCE)[0]
    other.retake = 1
    plainly(start_play)(other, np.uint64(7), 3)
    assert (ordinary.retake, ordinary.play_key, ordinary.table) == (0, other.play_key, other.table)
    assert not np.any(ordinary.players == other.players)
    plainly(start_deal)(ordinary, 1)
    plainly(start_deal)(other, 1)
    assert ordinary.table == other.table
    assert not np.any(ordinary.players == other.players)


def test_a_deal_does_not_depend_on_how_much_was_drawn_before() -> None:
    chance = started(seed=5, play=9)
    drawn(chance, 52, 17)
    plainly(player_below)(chance, 2, 6)
    plainly(start_deal)(chance, 1)
    assert chance == started(seed=5, play=9, deal=1)


def test_a_players_stream_does_not_touch_the_others() -> None:
    chance, before = started(5, 9), started(5, 9)
    plainly(player_below)(chance, 2, 6)
    assert chance.table == before.table
    assert [int(p) for p in np.flatnonzero(chance.players != before.players)] == [2]


def test_a_players_shuffle_draws_a_word_for_each_card_but_the_last() -> None:
    step_by_step, at_once = started(5, 9), started(5, 9)
    cards, shuffled_cards = list(range(20)), np.arange(20)
    for last in range(19, 0, -1):
        other = int(plainly(player_below)(step_by_step, 2, last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    plainly(player_shuffle)(shuffled_cards, 20, at_once, 2)
    assert shuffled_cards.tolist() == cards
    assert at_once == step_by_step


def test_words_that_are_left_out_are_those_that_come_next() -> None:
    drew, skipped = started(5, 9), started(5, 9)
    for _ in range(5):
        plainly(chances.player_word)(drew, 2)
    plainly(chances.skip_player_words)(skipped, 2, 5)
    assert drew == skipped


def test_any_play_can_be_started_alone() -> None:
    chance = started(seed=5, play=9)
    plainly(start_play)(chance, np.uint64(5), 4)
    assert chance == started(seed=5, play=4)


def stream(chance: GameRecord, thing: int, number: int) -> list[int]:
    """The first rolls of a thing."""
    plainly(start_stream)(chance, thing, number)
    return drawn(chance, 1000, 6)


def test_what_a_thing_rolls_does_not_depend_on_what_others_rolled() -> None:
    alone, after = started(seed=5, play=9), started(seed=5, play=9)
    drawn(after, 52, 17)
    stream(after, 3, 2)
    assert stream(alone, 2, 5) == stream(after, 2, 5)


def test_every_use_of_every_thing_has_a_stream_of_its_own() -> None:
    chance, later = started(seed=5, play=9), started(seed=5, play=9, deal=1)
    streams = {
        tuple(stream(use, thing, number)) for use in (chance, later) for thing in range(9) for number in range(9)
    }
    assert len(streams) == 2 * 9 * 9


def test_the_first_rolls_of_many_streams_are_even() -> None:
    many = Chances(seed=4, plays=2_000)
    firsts = []
    for thing, number in product(range(4), range(5)):
        plainly(start_stream)(many, thing, number)
        firsts.append(plainly(table_below)(many, 6))
    assert even(np.bincount(np.concatenate(firsts), minlength=6))
    assert even(np.bincount(6 * firsts[0] + firsts[1], minlength=36))


def taken(owners: list[int], deck: list[int]) -> list[int]:
    """The cards of a deck that owners, of three, draw in this order."""
    cards, drawn_by = np.array(deck), np.zeros(3, np.uint16)
    return [plainly(take_card_of)(owner, 3, drawn_by, cards, len(deck) - number) for number, owner in enumerate(owners)]


def test_what_others_draw_does_not_change_which_cards_come_to_an_owner() -> None:
    deck = list(range(100, 130))
    assert taken([0, 1, 2, 0, 1, 2], deck) == [100, 101, 102, 103, 104, 105]
    assert taken([1, 1, 1, 0, 0], deck) == [101, 104, 107, 100, 103]


def test_every_card_of_a_deck_is_drawn_once_whoever_draws() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        owners = [int(owner) for owner in rng.integers(0, 3, 30)]
        assert sorted(taken(owners, list(range(30)))) == list(range(30))


def test_whoever_draws_every_card_is_as_likely() -> None:
    orders = Counter(tuple(taken([0, 2, 0, 0], list(deck))) for deck in permutations(range(4)))
    assert set(orders.values()) == {1} and len(orders) == 24


def deals(spec: str, **rules: object) -> list[list[list[str]]]:
    """The hands by player of each deal of a match."""
    batch = Batch(HITMAKERS, rules, bots(HITMAKERS, spec, 3), seed=21)
    events = [event for event in visible_events(batch, replay(batch, 6)[0]) if event["event"] == "deal"]
    return [event["hands"] for event in events]


@pytest.mark.parametrize(
    ("spec", "rules"),
    [
        ("cautious", {}),
        ("random", {"broad_appeal": "lowest_rank"}),
        ("hoarder random scout", {"production_rounds": 4}),
        ("random", {"may_pass": False, "ties": "everybody"}),
    ],
)
def test_revisions_and_bots_on_the_same_seed_see_the_same_shuffles(spec: str, rules: dict[str, object]) -> None:
    ours, theirs = deals("random"), deals(spec, **rules)
    shared = min(len(ours), len(theirs))
    assert shared >= 2 and ours[:shared] == theirs[:shared]


# Even


@pytest.mark.parametrize("count", [2, 3, 6, 13, 52, 1000])
def test_numbers_below_are_even(count: int) -> None:
    many = Chances(seed=count, plays=20_000)
    numbers = np.concatenate([plainly(table_below)(many, count) for _ in range(5)])
    assert numbers.min() == 0 and numbers.max() == count - 1
    assert even(np.bincount(numbers, minlength=count))


def test_numbers_of_players_are_even_and_independent() -> None:
    many = Chances(seed=1, plays=40_000)
    pairs = [plainly(player_below)(many, player, 6) for player in (0, 1)]
    assert even(np.bincount(6 * pairs[0] + pairs[1], minlength=36))


def test_numbers_in_a_row_are_independent() -> None:
    many = Chances(seed=2, plays=40_000)
    first, second = (plainly(table_below)(many, 6) for _ in range(2))
    assert even(np.bincount(6 * first + second, minlength=36))


def test_below_one_is_zero() -> None:
    assert drawn(started(1, 1), 1, 5) == [0] * 5


def test_many_at_once_are_the_single_ones() -> None:
    decks = shuffled(seed=3, plays=4)
    assert [deck_order(3, play) for play in range(4)] == decks.tolist()


def test_every_card_is_equally_likely_at_every_place_of_the_deck() -> None:
    plays = 20_000
    decks = shuffled(seed=8, plays=plays)
    counts = np.array([np.bincount(decks[:, place], minlength=CARDS) for place in range(CARDS)])
    expected = plays / CARDS
    statistic = ((counts - expected) ** 2 / expected).sum() * (CARDS - 1) / CARDS  # each card has one place a deck
    assert 1e-4 < scipy.stats.chi2.sf(statistic, (CARDS - 1) ** 2) < 1 - 1e-4


def test_small_decks_come_in_every_order_equally_often() -> None:
    for size, orders in ((2, 2), (3, 6), (4, 24), (5, 120)):
        decks = shuffled(seed=size, plays=24_000, size=size)
        kinds, counts = np.unique(decks, axis=0, return_counts=True)
        assert len(kinds) == orders and even(counts)


def test_neighbours_in_the_deck_are_unrelated() -> None:
    decks = shuffled(seed=9, plays=2_000)
    steps = (decks[:, 1:] - decks[:, :-1]) % CARDS
    assert even(np.bincount(steps.ravel(), minlength=CARDS)[1:])


def test_no_two_plays_share_a_deck() -> None:
    decks = shuffled(seed=8, plays=10_000)
    assert len(np.unique(decks, axis=0)) == 10_000


def test_neighbouring_seeds_share_no_play() -> None:
    keys = np.concatenate([Chances(seed, 100).table for seed in range(100)])
    assert len(np.unique(keys)) == 10_000
