"""Bid for each prize with a card of your own, all at once. Nobody can do better than guess what the others bid.

The diamonds are the prizes, and everybody has another suit to bid with. The ace is worth 1, the king 13; of each suit
the {{ ranks }} lowest cards are in play. The prizes come up one by one, and the most points of prizes win.

Against random bids nothing beats bidding what the prize is worth (Ross 1971, "Goofspiel")."""

from workbench import kit

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
CARDS = kit.pack(rank + suit for suit in "DCHS" for rank in RANKS)
SUITS = tuple(CARDS.cards(*(rank + suit for rank in RANKS)) for suit in "DCHS")
LOWEST = tuple(CARDS.cards(*(rank + suit for rank in RANKS[:size] for suit in "DCHS")) for size in range(14))
TIED = -1


class Rules(kit.Rules):
    players: int = kit.rule(2, 2, 3, "How many play.", unit="players")
    ranks: int = kit.rule(13, 3, 13, "Prizes, and cards of everybody to bid with.", unit="cards")
    carry_over: bool = kit.rule(True, "Whether a prize that nobody wins waits for the next bids; else it is lost.")


class State(kit.State):
    hand: kit.Cards = kit.zone(CARDS, per_player=True, seen_by=kit.OWNER)
    bid: kit.Cards = kit.zone(CARDS, per_player=True, seen_by=kit.OWNER)
    to_come: kit.Cards = kit.zone(CARDS)
    prize: kit.Cards = kit.zone(CARDS)
    gone: kit.Cards = kit.zone(CARDS)
    score: kit.PerPlayer
    draws: int = kit.measured("Prizes that nobody won at once.", 0.1, unit="prizes")


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    state.to_come = SUITS[0] & LOWEST[rules.ranks]
    kit.start_pack(state, state.to_come, rules.players)
    for player in range(rules.players):
        state.hand[player] = SUITS[1 + player] & LOWEST[rules.ranks]
        state.pack = state.pack | state.hand[player]
        state.lacks[player] = ~SUITS[1 + player]
    turn_up(state, chance)


@kit.event("The prize is {prize}.")
def turn_up(state: State, chance: kit.Chance) -> None:
    """Another prize is turned up."""
    card = kit.any_card(state.to_come, chance)
    state.to_come, state.prize = state.to_come & ~card, state.prize | card


@kit.move("Player {player} lays {card}.", source="hand", to="bid")
def lay(state: State, rules: Rules, chance: kit.Chance, card: kit.Card) -> None:
    """Lay a card face down. When all have, the highest wins the prize; if several are highest, nobody does."""
    kit.next_player(state, rules)
    if state.actor == 0:
        award(state, rules)
        state.over = state.to_come == kit.EMPTY
        if not state.over:
            turn_up(state, chance)


@kit.event("Player {player} has bid {card}.")
def reveal(state: State, player: kit.Player, card: kit.Card) -> None:
    """A bid is turned up."""
    state.gone = state.gone | state.bid[player]
    state.bid[player] = kit.EMPTY


def award(state: State, rules: Rules) -> None:
    best, winner = -1, TIED
    for player in range(rules.players):
        card = kit.lowest(state.bid[player])
        reveal(state, player, card)
        if card % 13 >= best:
            best, winner = card % 13, TIED if card % 13 == best else player
    state.draws += winner == TIED
    if winner != TIED:
        for rank in range(rules.ranks):
            state.score[winner] += rank + 1 if kit.holds(state.prize, rank) else 0
    if winner != TIED or not rules.carry_over:
        state.gone, state.prize = state.gone | state.prize, kit.EMPTY


@kit.style("Bids the card that is worth as much as the prize, or else its lowest.")
def match(state: State, player: int) -> kit.Action:
    card = 13 * (player + 1) + kit.highest(state.prize)
    return kit.action(lay, card if kit.holds(state.hand[player], card) else kit.lowest(state.hand[player]))


SUMMARY = "Bid for each prize with a card of your own, all at once. For 2 or 3."
GAME = kit.game(globals(), title="Goofspiel", summary=SUMMARY)
