"""Card sets as words, against Python's own sets; and bits, compiled and plain."""

import os
import subprocess
import sys
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.extending import register_jitable

from workbench.engine import bit_instructions, bit_sets, playing_cards
from workbench.engine.bit_sets import bit_count, highest_bit, lowest_bit, nth_bit, single_bit
from workbench.engine.compiling import compiler

CARD = st.integers(0, 51)
CARDS = st.frozensets(CARD)
SOME_CARDS = st.frozensets(CARD, min_size=1)
RANK = st.integers(0, 12)
RANKS = st.frozensets(RANK)
SOME_RANKS = st.frozensets(RANK, min_size=1)
SUIT = st.integers(0, 3)


def word(things: frozenset[int]) -> np.uint64:
    return np.uint64(sum(1 << thing for thing in things))


def things(cards_word: Any) -> frozenset[int]:
    assert isinstance(cards_word, np.uint64)
    return frozenset(bit_sets.members(cards_word))


@given(CARDS)
def test_members_count_and_emptiness(held: frozenset[int]) -> None:
    assert bit_sets.members(word(held)) == sorted(held)
    assert bit_sets.count(word(held)) == len(held)
    assert bool(word(held) == bit_sets.EMPTY) is (not held)


@given(CARDS, CARD)
def test_add_remove_holds(held: frozenset[int], card: int) -> None:
    assert things(bit_sets.add(word(held), card)) == held | {card}
    assert things(bit_sets.remove(word(held), card)) == held - {card}
    assert bool(bit_sets.holds(word(held), card)) is (card in held)
    assert things(bit_sets.only(card)) == {card}


@given(SOME_CARDS)
def test_lowest_and_the_rest(held: frozenset[int]) -> None:
    assert bit_sets.lowest(word(held)) == min(held)
    assert things(bit_sets.without_lowest(word(held))) == held - {min(held)}
    assert [bit_sets.nth(word(held), place) for place in range(len(held))] == sorted(held)
    assert [things(bit_sets.only_nth(word(held), place)) for place in range(len(held))] == [{c} for c in sorted(held)]


@given(st.integers(0, 63))
def test_up_to(number: int) -> None:
    assert things(bit_sets.up_to(number)) == frozenset(range(number))


@given(CARDS, SUIT)
def test_of_suit(held: frozenset[int], suit: int) -> None:
    assert things(playing_cards.of_suit(word(held), suit)) == {card % 13 for card in held if card // 13 == suit}


@given(CARDS)
def test_ranks_of(held: frozenset[int]) -> None:
    assert things(playing_cards.ranks_of(word(held))) == {card % 13 for card in held}


@given(RANKS)
def test_in_all_suits(ranks: frozenset[int]) -> None:
    assert things(playing_cards.in_all_suits(word(ranks))) == {13 * suit + rank for suit in range(4) for rank in ranks}


@given(SOME_RANKS, RANK)
def test_ranks(ranks: frozenset[int], rank: int) -> None:
    assert playing_cards.highest_rank(word(ranks)) == max(ranks)
    assert playing_cards.lowest_rank(word(ranks)) == min(ranks)
    assert things(playing_cards.above(word(ranks), rank)) == {other for other in ranks if other > rank}
    assert things(playing_cards.below(word(ranks), rank)) == {other for other in ranks if other < rank}


@given(CARDS)
def test_in_next_suit(held: frozenset[int]) -> None:
    assert things(playing_cards.in_next_suit(word(held))) == {(card + 13) % 52 for card in held}


def test_every_card_has_a_name_of_its_own() -> None:
    assert len({playing_cards.card_name(card) for card in range(52)}) == 52


def test_names_of_some_cards() -> None:
    assert [playing_cards.card_name(card) for card in (0, 12, 13, 35, 51)] == ["AC", "KC", "AD", "10H", "KS"]


# Bits, compiled and plain

EDGES = [1, 2, 3, 1 << 51, 1 << 63, (1 << 64) - 1, (1 << 52) - 1, 0x8000000000000001, 0x5555555555555555]
_by_steps = register_jitable(bit_instructions._nth_bit_by_steps)
_single_by_steps = register_jitable(bit_instructions._single_bit_by_steps)


def _all_bits(words: Any, place: Any) -> Any:
    """A row for each word: its count, lowest and highest bit, and the bit at a place, in every way."""
    rows = np.zeros((words.shape[0], 7), np.int64)
    for row in range(words.shape[0]):
        word = words[row]
        rows[row, 0], rows[row, 1], rows[row, 2] = bit_count(word), lowest_bit(word), highest_bit(word)
        rows[row, 3], rows[row, 4] = nth_bit(word, place[row]), _by_steps(word, place[row])
        rows[row, 5] = lowest_bit(single_bit(word, place[row]))
        rows[row, 6] = highest_bit(_single_by_steps(word, place[row]))
    return rows


def samples() -> tuple[np.ndarray, np.ndarray]:
    """Words that are not 0, and a place in each."""
    rng = np.random.default_rng(3)
    dense = rng.integers(1, 1 << 64, 500, dtype=np.uint64)
    sparse = dense & rng.integers(0, 1 << 64, 500, dtype=np.uint64) & rng.integers(0, 1 << 64, 500, dtype=np.uint64)
    words = np.concatenate([np.array(EDGES, np.uint64), dense, sparse[sparse > 0]])
    sizes = [int(word).bit_count() for word in words]
    return words, np.array([rng.integers(size) for size in sizes])


def by_list(word: int, place: int) -> list[int]:
    """The same from the list of set bits."""
    indices = [bit for bit in range(64) if word >> bit & 1]
    return [len(indices), indices[0], indices[-1], indices[place]]


def test_plain_bits_are_those_of_the_list() -> None:
    for word, place in zip(*samples(), strict=True):
        answers = [bit_count(word), lowest_bit(word), highest_bit(word), nth_bit(word, place)]
        assert answers == by_list(int(word), int(place))


def test_compiled_bits_are_those_of_the_list_in_one_instruction_and_by_steps() -> None:
    words, places = samples()
    compiler()
    rows = numba.njit(_all_bits)(words, places)
    for word, place, row in zip(words, places, rows.tolist(), strict=True):
        expected = by_list(int(word), int(place))
        assert row == [*expected, *expected[-1:] * 3]


@pytest.mark.parametrize(
    "target",
    [
        {"NUMBA_CPU_NAME": "generic"},
        pytest.param({"NUMBA_CPU_FEATURES": "-bmi2"}, marks=pytest.mark.thorough),
    ],
)
def test_compiled_bits_need_no_instruction_that_the_target_lacks(target: dict[str, str]) -> None:
    check = "test_compiled_bits_are_those_of_the_list_in_one_instruction_and_by_steps"
    command = [sys.executable, "-c", f"from tests.engine import test_cards as cards; cards.{check}()"]
    done = subprocess.run(command, env=os.environ | target, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@given(st.frozensets(st.integers(0, 39)), st.integers(0, 20))
def test_raised_and_lowered(members: frozenset[int], number: int) -> None:
    assert things(bit_sets.raised(word(members), number)) == {member + number for member in members}
    assert things(bit_sets.lowered(word(members), number)) == {m - number for m in members if m >= number}
