"""Take one card of your hand and pass the others on, until nothing is left.

Everybody is dealt {{ hand_size }} cards. What lies in your basket counts at the end:

- {{ pair }} points for every two apples, {{ trio }} for every three breads;
- cheeses 1, 3, 6, 10, 15 … points for one, two, three, four, five …;
- {{ most }} points for the most honey, also where several have as much.

Bots remember no hand that they have passed on."""

from workbench import kit

KINDS = ("apple", "bread", "cheese", "honey")
CARDS = kit.pack(f"{kind} {number}" for kind in KINDS for number in range(1, 13))
APPLES, BREADS, CHEESES, HONEYS = (CARDS.cards(*(f"{kind} {number}" for number in range(1, 13))) for kind in KINDS)
OF_KIND = (APPLES, BREADS, CHEESES, HONEYS)


class Rules(kit.Rules):
    players: int = kit.rule(3, 2, 6, "How many play.", unit="players")
    hand_size: int = kit.rule(
        8,
        3,
        12,
        "Cards dealt to everybody.",
        unit="cards",
        at_most=lambda rules: 48 // rules.players,
        because="48 cards",
    )
    pair: int = kit.rule(5, 0, 20, "Points for two apples.", unit="points")
    trio: int = kit.rule(10, 0, 30, "Points for three breads.", unit="points")
    most: int = kit.rule(6, 0, 30, "Points for the most honey.", unit="points")


class State(kit.State):
    stock: kit.Cards = kit.zone(CARDS, seen_by=kit.NOBODY)
    hand: kit.Cards = kit.zone(CARDS, per_player=True, seen_by=kit.OWNER)
    pick: kit.Cards = kit.zone(CARDS, per_player=True, seen_by=kit.OWNER)
    basket: kit.Cards = kit.zone(CARDS, per_player=True)


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    state.stock = kit.deal(state.hand, rules.players, rules.hand_size, state.pack, chance)


@kit.move("Player {player} takes {card}.", source="hand", to="pick")
def take(state: State, rules: Rules, card: kit.Card) -> None:
    """Lay a card of your hand face down. When all have, the cards go into the baskets, and the hands to the left."""
    kit.next_player(state, rules)
    if state.actor == 0:
        for player in range(rules.players):
            reveal(state, player, kit.lowest(state.pick[player]))
        pass_on(state, rules)
        state.over = state.hand[0] == kit.EMPTY


@kit.event("Player {player} has taken {card}.")
def reveal(state: State, player: kit.Player, card: kit.Card) -> None:
    """A card goes into its basket, where all see it."""
    state.basket[player] = kit.add(state.basket[player], card)
    state.pick[player] = kit.EMPTY


@kit.event("Everybody passes on the hand to the left.")
def pass_on(state: State, rules: Rules) -> None:
    """The hands go to the left."""
    last = state.hand[rules.players - 1]
    for player in range(rules.players - 1, 0, -1):
        state.hand[player] = state.hand[player - 1]
    state.hand[0] = last


def score(state: State, rules: Rules, player: int) -> kit.Int:
    basket = state.basket[player]
    cheeses, honeys = kit.count(basket & CHEESES), kit.count(basket & HONEYS)
    points = rules.pair * (kit.count(basket & APPLES) // 2) + rules.trio * (kit.count(basket & BREADS) // 3)
    has_most = honeys > 0
    for other in range(rules.players):
        has_most = has_most and honeys >= kit.count(state.basket[other] & HONEYS)
    return points + cheeses * (cheeses + 1) // 2 + (rules.most if has_most else 0)


@kit.style("Takes of what it has most of, as long as any comes.")
def collector(state: State, player: int) -> kit.Action:
    best, choice = -1, kit.lowest(state.hand[player])
    for kind in range(4):
        cards = state.hand[player] & OF_KIND[kind]
        if cards != kit.EMPTY and kit.count(state.basket[player] & OF_KIND[kind]) > best:
            best, choice = kit.count(state.basket[player] & OF_KIND[kind]), kit.lowest(cards)
    return kit.action(take, choice)


SUMMARY = "Take one card of your hand and pass the others on. A drafting game for 2 to 6."
GAME = kit.game(globals(), title="Picnic", summary=SUMMARY)
