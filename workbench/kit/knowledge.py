"""Worlds that search draws: the cards that a player has not seen, shared out over the places where they may lie.

A place has room for so many cards, and may be barred from some: a hand that did not follow has none of the suit.
Cards that are barred somewhere come first, each to a place by how much room is left there; where no place is open to a
card, cards move on until one is. That is near to even over all worlds, and not quite even.
"""

from typing import Final

from workbench.engine.bit_sets import EMPTY, add, count, lowest, nth, only, remove
from workbench.engine.chance import player_below
from workbench.engine.compiling import compiled
from workbench.engine.types import Array, Card, CardSet, Chance, Int, Player

NOWHERE: Final = -1
START: Final = -2


@compiled
def share_out(
    unseen: CardSet, room: Array, barred: Array, dealt: Array, way: Array, chance: Chance, player: Player
) -> None:
    """Deal the unseen cards into `dealt`, as many to each place as `room` says; `way` is room to work in."""
    places, limited = room.shape[0], EMPTY
    for place in range(places):
        dealt[place] = EMPTY
        if room[place] > 0:
            limited = limited | barred[place]
    limited, free = unseen & limited, unseen & ~limited
    while limited != EMPTY:
        card = nth(limited, player_below(chance, player, count(limited)))
        limited = remove(limited, card)
        place = any_open_place(card, room, barred, chance, player)
        if place == NOWHERE:
            place = opened_place(card, room, barred, dealt, way)
        dealt[place] = add(dealt[place], card)
        room[place] -= 1
    for place in range(places):
        for _ in range(min(room[place], count(free))):
            card = nth(free, player_below(chance, player, count(free)))
            free = remove(free, card)
            dealt[place] = add(dealt[place], card)


@compiled
def any_open_place(card: Card, room: Array, barred: Array, chance: Chance, player: Player) -> Int:
    """A place for the card, each as likely as it has room; NOWHERE if none is open to it."""
    total = 0
    for place in range(room.shape[0]):
        if barred[place] & only(card) == EMPTY:
            total += room[place]
    if total == 0:
        return NOWHERE
    left = player_below(chance, player, total)
    for place in range(room.shape[0]):
        if barred[place] & only(card) == EMPTY:
            left -= room[place]
            if left < 0:
                return place
    return NOWHERE


@compiled
def opened_place(card: Card, room: Array, barred: Array, dealt: Array, way: Array) -> Int:
    """A place for a card that no place is open to: cards move on along a chain of places to one that has room.

    Where there is no such chain, the place with room that the card is barred from.
    """
    places, last = room.shape[0], NOWHERE
    for place in range(places):
        way[place] = START if barred[place] & only(card) == EMPTY else NOWHERE
    for _ in range(places):
        for place in range(places):
            for further in range(places):
                is_new = way[place] != NOWHERE and way[further] == NOWHERE
                if is_new and dealt[place] & ~barred[further] != EMPTY:
                    way[further] = place
                    last = further if room[further] > 0 and last == NOWHERE else last
    if last == NOWHERE:
        return place_with_room(room)
    room[last] -= 1
    while way[last] != START:
        before = way[last]
        moved = lowest(dealt[before] & ~barred[last])
        dealt[before], dealt[last] = remove(dealt[before], moved), add(dealt[last], moved)
        last = before
    room[last] += 1
    return last


@compiled
def some_of(cards: CardSet, number: Int, chance: Chance, player: Player) -> CardSet:
    """So many random ones of the cards, by the player's own chance."""
    drawn = EMPTY
    for _ in range(number):
        drawn = add(drawn, nth(cards & ~drawn, player_below(chance, player, count(cards & ~drawn))))
    return drawn


@compiled
def place_with_room(room: Array) -> Int:
    """The first place that has room."""
    for place in range(room.shape[0]):
        if room[place] > 0:
            return place
    return 0
