"""The lists that the study is about: the card lists of a game, or its standard pack as one."""

from collections.abc import Mapping
from enum import IntEnum

from workbench.engine.card_lists import CardList, ChoiceColumn, TextColumn, card_lists
from workbench.engine.cards import PACK, Cards
from workbench.engine.game import Game
from workbench.scenario import Scenario
from workbench.scenario.make_up import card_lists_of


class PackSuit(IntEnum):
    """The suits of the standard pack, in the order of its cards."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


STANDARD_PACK = CardList(
    help="The cards that the game is played with.",
    section="",
    title="Standard pack",
    name=PACK,
    columns=(TextColumn("id", help="The card."), ChoiceColumn("suit", help="Its suit.", options=PackSuit)),
    key=("id",),
    most=64,
)


def lists_of(game: Game) -> Mapping[str, CardList]:
    """The lists of a game, by their rules; a standard pack has a name of its own."""
    return {PACK: STANDARD_PACK} if game.pack else card_lists(game.parameters)


def cards_of_lists(scenario: Scenario) -> dict[str, Cards]:
    if not scenario.game.pack:
        return card_lists_of(scenario)
    suits = {suit.name[0]: suit.name.lower() for suit in PackSuit}
    rows = tuple((name, suits[name[-1]]) for name in scenario.game.pack)
    return {PACK: Cards("the standard pack", ("id", "suit"), ("id",), rows)}


def recorded_lists(game: Game) -> list[str]:
    """The lists of which is known who draws and plays their cards."""
    return [PACK] if game.pack else [game.pack_list] if game.pack_list else list(game.card_uses)


def cards_by_place(scenario: Scenario, rule: str) -> list[int]:
    """The number of the card behind each place of what is noted of a list: a card, or a copy, of a pack; else a row."""
    game, cards = scenario.game, cards_of_lists(scenario)[rule]
    keys = game.pack or (cards.keys_by_copy(lists_of(game)[rule].copies) if game.pack_list else cards.keys)
    numbers = {key: number for number, key in enumerate(cards.keys)}
    return [numbers[key] for key in keys]
