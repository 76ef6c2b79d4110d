"""The kit: what an author writes a game with, in one file. See *A game in one file* in the guides.

Functions here that a move may call are compiled with it: cards, tricks, turns, dice, and the sets of the engine.
"""

from workbench.engine.bit_sets import (
    EMPTY,
    add,
    count,
    highest,
    holds,
    lowest,
    members,
    only,
    remove,
    up_to,
    without_lowest,
)
from workbench.engine.playing_cards import deal, suit_cards
from workbench.engine.score_sheet import Wins
from workbench.engine.types import Action, ActionSet, Bool, Chance, Int
from workbench.kit.cards import any_card, draw, hand_over, lowest_card, rank_of, start_pack, suit_of
from workbench.kit.fields import (
    ALL,
    NOBODY,
    OWNER,
    Card,
    Cards,
    PerPlayer,
    Player,
    Row,
    State,
    Subset,
    Words,
    kinds,
    measured,
    pool,
    row,
    track,
    zone,
)
from workbench.kit.fields import Cards as CardSet
from workbench.kit.game import game
from workbench.kit.moves import action, event, move, style
from workbench.kit.packs import FRENCH, Pack, listed_pack, pack
from workbench.kit.passing import all_have_chosen, pass_cards, pass_chosen
from workbench.kit.piles import draw_kind, move_pile, total
from workbench.kit.playouts import whim
from workbench.kit.rules import Rules, card_list, rule
from workbench.kit.tricks import (
    NO_TRUMP,
    TrickState,
    deal_hands,
    end_trick,
    following,
    lay,
    take_trick,
    winner_of_trick,
)
from workbench.kit.turns import lot_falls, most, next_player, next_stage, roll_die

__all__ = [
    "ALL",
    "EMPTY",
    "FRENCH",
    "NOBODY",
    "NO_TRUMP",
    "OWNER",
    "Action",
    "ActionSet",
    "Bool",
    "Card",
    "CardSet",
    "Cards",
    "Chance",
    "Int",
    "Pack",
    "PerPlayer",
    "Player",
    "Row",
    "Rules",
    "State",
    "Subset",
    "TrickState",
    "Wins",
    "Words",
    "action",
    "add",
    "all_have_chosen",
    "any_card",
    "card_list",
    "count",
    "deal",
    "deal_hands",
    "draw",
    "draw_kind",
    "end_trick",
    "event",
    "following",
    "game",
    "hand_over",
    "highest",
    "holds",
    "kinds",
    "lay",
    "listed_pack",
    "lot_falls",
    "lowest",
    "lowest_card",
    "measured",
    "members",
    "most",
    "move",
    "move_pile",
    "next_player",
    "next_stage",
    "only",
    "pack",
    "pass_cards",
    "pass_chosen",
    "pool",
    "rank_of",
    "remove",
    "roll_die",
    "row",
    "rule",
    "start_pack",
    "style",
    "suit_cards",
    "suit_of",
    "take_trick",
    "total",
    "track",
    "up_to",
    "whim",
    "winner_of_trick",
    "without_lowest",
    "zone",
]
