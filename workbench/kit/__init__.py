"""The kit: what an author writes a game with, in one file. See *A game in one file* in the guides.

Functions here that a move may call are compiled with it: cards, tricks, turns, dice, and the sets of the engine.
"""

from workbench.engine.bit_sets import (
    EMPTY,
    add,
    count,
    each,
    highest,
    holds,
    lowest,
    only,
    raised,
    remove,
    up_to,
    without_lowest,
)
from workbench.engine.measures import ScorePart
from workbench.engine.picture import Face, Offer, Zone
from workbench.engine.playing_cards import deal, suit_cards
from workbench.engine.score_sheet import Wins
from workbench.engine.types import Action, ActionSet, Bool, Chance, Int
from workbench.kit.cards import (
    any_card,
    draw,
    draw_cards,
    draw_kind,
    filled,
    hand_over,
    lowest_card,
    move_pile,
    rank_of,
    start_pack,
    suit_of,
    total,
)
from workbench.kit.decks import deal_hand, draw_card, shuffle, stock_size, turn_up
from workbench.kit.fields import (
    ALL,
    NOBODY,
    OWNER,
    UNSEEN,
    Card,
    Cards,
    Label,
    PerPlayer,
    Pile,
    Player,
    Ratio,
    Row,
    Scratch,
    Spaces,
    State,
    Stock,
    Subset,
    Table,
    Words,
    counters,
    deck,
    kinds,
    measured,
    pieces,
    pile,
    pool,
    row,
    scratch,
    secret,
    stock,
    table,
    track,
    zone,
)
from workbench.kit.fields import Cards as CardSet
from workbench.kit.game import game
from workbench.kit.matches import beginner
from workbench.kit.moves import action, effect, event, move, style
from workbench.kit.packs import FRENCH, NO_CARD, NO_ONE, Pack, listed_pack, pack
from workbench.kit.places import board, grid, has_line, near, region
from workbench.kit.playouts import whim
from workbench.kit.rules import Rules, card_list, order, rule, some
from workbench.kit.stocks import (
    add_to_hand,
    discard,
    discard_hand,
    lay_stock,
    reshuffle_discards,
    return_hand,
    seen_twin,
    sort_into_hand,
    sort_out_of_hand,
    take_from_deck,
    take_from_hand,
)
from workbench.kit.tricks import (
    NO_TRUMP,
    TrickState,
    all_have_chosen,
    deal_hands,
    end_trick,
    following,
    lay,
    pass_chosen,
    take_trick,
    winner_of_trick,
)
from workbench.kit.turns import (
    ask,
    best,
    lot_falls,
    most,
    next_player,
    next_stage,
    note_leader,
    offered,
    roll_die,
    turn_round,
)
