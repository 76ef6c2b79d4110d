"""All play together against the cards: lay the numbers from 1 to {{ cards }} onto four piles before nobody can go on.

Two piles rise, the stair and the ladder, and two fall, the slide and the well. On a rising pile goes a higher number,
on a falling one a lower{% if back %}, or a number that sets the pile back by exactly {{ back }}{% endif %}. Whose turn
it is lays {{ least }} cards or more, one by one, and then draws up to {{ hand_size }}. Once nothing is left to draw,
one card is enough.

You have all won if at most {{ [10, 5, 0][level - 1] }} cards are left in hands and stock when whose turn it is cannot
go on. Nobody says what is in a hand."""

from typing import Annotated

from workbench import kit

MOST = 60
CARDS = kit.pack(str(number) for number in range(1, MOST + 1))
ALLOWED = (0, 10, 5, 0)
PILES = kit.board("stair ladder slide well")
SLIDE, WELL = 2, 3


class Rules(kit.Rules):
    players: int = kit.rule(2, 1, 5, "How many play.", unit="players")
    level: int = kit.rule(1, 1, 3, "How hard it is to win: 10, 5 or no cards may be left.")
    cards: int = kit.rule(MOST, 20, MOST, "Cards, numbered from 1.", unit="cards")
    hand_size: int = kit.rule(4, 2, 8, "Cards in a hand.", unit="cards")
    least: int = kit.rule(2, 1, 3, "Cards that are laid in a turn at least.", unit="cards")
    back: int = kit.rule(10, 0, 20, "The step by which a pile may be set back.", zero="no step")


class State(kit.State):
    stock: kit.Cards = kit.zone(CARDS, seen_by=kit.NOBODY)
    hand: kit.Cards = kit.zone(CARDS, per_player=True, seen_by=kit.OWNER)
    laid: kit.Cards = kit.zone(CARDS)
    tops: kit.Row = kit.counters(PILES)
    score: int
    turn: int
    to_draw: int
    steps_back: int = kit.measured("Times that a pile was set back.", 0.1, unit="times")
    skipped: int = kit.measured("Numbers that the cards laid have passed over.", 2.0, unit="numbers")
    undrawn = ("laid", "to_draw")


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    kit.start_pack(state, kit.up_to(rules.cards), rules.players)
    state.tops[SLIDE] = state.tops[WELL] = rules.cards + 1
    state.stock = kit.deal(state.hand, rules.players, rules.hand_size, state.pack, chance)
    state.to_draw = kit.count(state.stock)


def step(state: State, card: int, pile: int) -> kit.Int:
    """How far a card moves a pile; below 0 sets it back."""
    return (card + 1 - state.tops[pile]) * (1 if pile < SLIDE else -1)


def fits(state: State, rules: Rules, card: kit.Card, pile: int) -> kit.Bool:
    return step(state, card, pile) > 0 or (rules.back > 0 and step(state, card, pile) == -rules.back)


@kit.move("Player {player} lays {card} on {pile}.", source="hand", to="laid", among={"pile": fits})
def lay(state: State, rules: Rules, player: int, card: kit.Card, pile: Annotated[int, PILES]) -> None:
    """Lay a card of your hand onto a pile."""
    state.steps_back += step(state, card, pile) < 0
    state.skipped += max(0, step(state, card, pile) - 1)
    state.tops[pile] = card + 1
    state.score += 1
    state.turn += 1
    state.over = not may_go_on(state, rules, player)


def needed(state: State, rules: Rules) -> kit.Int:
    return rules.least if state.to_draw > 0 else 1


def may_go_on(state: State, rules: Rules, player: int) -> kit.Bool:
    """True if the player may lay another card, or has laid enough and others may."""
    may = False
    for card in kit.each(state.hand[player]):
        for pile in range(4):
            may = may or fits(state, rules, card, pile)
    return may or (state.turn >= needed(state, rules) and state.score < rules.cards)


@kit.move("Player {player} draws.", when=lambda state, rules: state.turn >= needed(state, rules))
def draw(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Draw up to {{ hand_size }} cards. The turn goes to the left, past whoever has no card."""
    state.hand[player], state.stock = kit.filled(state.hand[player], rules.hand_size, state.stock, chance)
    state.to_draw, state.turn = kit.count(state.stock), 0
    kit.next_player(state, rules)
    for _ in range(rules.players):
        if state.hand[state.actor] == kit.EMPTY:
            kit.next_player(state, rules)
    state.over = not may_go_on(state, rules, state.actor)


def won(state: State, rules: Rules) -> kit.Bool:
    return rules.cards - state.score <= ALLOWED[rules.level]


@kit.style("Lays what moves a pile least, and no more than it must.")
def small_steps(state: State, rules: Rules, player: int) -> kit.Action:
    best, choice, target = 1000, -1, 0
    for card in kit.each(state.hand[player]):
        for pile in range(4):
            if fits(state, rules, card, pile) and step(state, card, pile) < best:
                best, choice, target = step(state, card, pile), card, pile
    return kit.action(draw) if state.turn >= needed(state, rules) and best > 2 else kit.action(lay, choice, target)


def playout(state: State, rules: Rules) -> kit.Action:
    return small_steps(state, rules, state.actor)


SUMMARY = "Lay all numbers together, onto two piles that rise and two that fall. For 1 to 5."
GAME = kit.game(globals(), title="Four Piles", summary=SUMMARY, points="cards", swing=20.0, cost=350)
