"""Piles of cards of which there are several of a kind: a row of numbers says how many of each lie there."""

from workbench.engine.chance import table_below
from workbench.engine.compiling import compiled
from workbench.engine.types import Array, Chance, Int


@compiled
def total(numbers: Array) -> Int:
    """The sum of a row of numbers: how many cards a pile has."""
    cards = 0
    for number in range(numbers.shape[0]):
        cards += numbers[number]
    return cards


@compiled
def draw_kind(pile: Array, chance: Chance) -> Int:
    """Draw a random card from a pile that has some; the kind of the card."""
    left = table_below(chance, total(pile))
    kind = 0
    while left >= pile[kind]:
        left -= pile[kind]
        kind += 1
    pile[kind] -= 1
    return kind


@compiled
def move_pile(source: Array, target: Array) -> None:
    """Put all cards of one pile onto another."""
    for kind in range(source.shape[0]):
        target[kind] += source[kind]
        source[kind] = 0
