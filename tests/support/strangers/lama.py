"""Lay a card of the same number or the next one, draw, or get out while your hand is cheap.

There are {{ copies }} cards each of 1 to 6 and of the llama, which comes after 6 and before 1. At the end of a round
each number in your hand counts once, the llama 10; who has laid everything gives back 10 points, or 1. Whoever reaches
{{ target }} ends the game; the fewest points win (after a game of Reiner Knizia)."""

from workbench import kit

COPIES = 8
KINDS = 7
LLAMA = 6
CARDS = kit.pack(f"{kind} {copy}" for kind in ("1", "2", "3", "4", "5", "6", "llama") for copy in range(COPIES))
OF_KIND = tuple(
    CARDS.cards(*(f"{kind} {copy}" for copy in range(COPIES))) for kind in ("1", "2", "3", "4", "5", "6", "llama")
)


class Rules(kit.Rules):
    players: int = kit.rule(4, 2, 6, "How many play.", unit="players")
    copies: int = kit.rule(8, 8, 8, "Cards of each number.", unit="cards")
    target: int = kit.rule(40, 10, 100, "Points that end the game.", unit="points")


class State(kit.State):
    stock: kit.Cards = kit.zone(CARDS, seen_by=kit.NOBODY)
    hand: kit.Cards = kit.zone(CARDS, per_player=True, seen_by=kit.OWNER)
    pile: kit.Cards = kit.zone(CARDS)
    top: int
    is_out: kit.PerPlayer
    score: kit.PerPlayer


@kit.event("The cards are dealt. {hand}.")
def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Everybody has six cards, and one is turned up."""
    kit.start_pack(state, state.pack, rules.players)
    for player in range(rules.players):
        state.hand[player], state.is_out[player] = kit.EMPTY, 0
    state.stock = kit.deal(state.hand, rules.players, 6, state.pack, chance)
    state.pile = kit.any_card(state.stock, chance)
    state.stock, state.top = state.stock & ~state.pile, kit.lowest(state.pile) // COPIES
    state.actor = state.stage % rules.players


def fitting(state: State, player: int) -> kit.CardSet:
    following = OF_KIND[0] if state.top == LLAMA else kit.EMPTY
    for kind in range(KINDS):
        if kind in (state.top, state.top + 1):
            following = following | OF_KIND[kind]
    return state.hand[player] & following


@kit.move("Player {player} lays {card}.", source="hand", to="pile", among=fitting)
def lay(state: State, rules: Rules, chance: kit.Chance, player: int, card: kit.Card) -> None:
    """Lay a card of the number on top, or of the next one."""
    state.top = card // COPIES
    if state.hand[player] == kit.EMPTY:
        end_round(state, rules, chance)
    else:
        pass_turn(state, rules)


def can_draw(state: State, rules: Rules) -> kit.Bool:
    others = 0
    for player in range(rules.players):
        others += player != state.actor and state.is_out[player] == 0
    return state.stock != kit.EMPTY and others > 0


@kit.move("Player {player} draws.", when=can_draw)
def draw(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Draw a card; not where all others are out."""
    state.stock = kit.draw(state.hand, player, state.stock, chance)
    pass_turn(state, rules)


@kit.move("Player {player} gets out.")
def get_out(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Lay your hand down; you play no more in this round, which ends when all are out."""
    state.is_out[player] = 1
    others = 0
    for other in range(rules.players):
        others += state.is_out[other] == 0
    if others == 0:
        end_round(state, rules, chance)
    else:
        pass_turn(state, rules)


def pass_turn(state: State, rules: Rules) -> None:
    kit.next_player(state, rules)
    while state.is_out[state.actor] == 1:
        kit.next_player(state, rules)


def cost(hand: kit.CardSet) -> kit.Int:
    points = 0
    for kind in range(KINDS):
        if hand & OF_KIND[kind] != kit.EMPTY:
            points += 10 if kind == LLAMA else kind + 1
    return points


@kit.event("The round is scored; the totals are {score}.")
def count_points(state: State, rules: Rules) -> None:
    """Points are added; who has laid all cards gives back some."""
    for player in range(rules.players):
        score = state.score[player]
        gone = state.hand[player] == kit.EMPTY
        state.score[player] = (
            score - (10 if score >= 10 else min(1, score)) if gone else score + cost(state.hand[player])
        )


def end_round(state: State, rules: Rules, chance: kit.Chance) -> None:
    count_points(state, rules)
    kit.next_stage(state, chance)
    state.over = kit.most(state.score, rules.players) >= rules.target
    if not state.over:
        setup(state, rules, chance)


@kit.style("Lays what it can, the dearest first, draws once, and gets out below 6 points.")
def thrifty(state: State, rules: Rules, player: int) -> kit.Action:
    cards = fitting(state, player)
    if cards != kit.EMPTY:
        return kit.action(lay, kit.highest(cards))
    return kit.action(get_out) if cost(state.hand[player]) < 6 or not can_draw(state, rules) else kit.action(draw)


SUMMARY = "Lay the same number or the next, draw, or get out in time. For 2 to 6."
GAME = kit.game(globals(), title="Llama", summary=SUMMARY, wins=kit.Wins.LOWEST, stage="round")
