"""Take no hearts, and above all not the queen of spades; or take them all.

The whole pack is dealt; what does not come out even stays out, the lowest diamonds and clubs. Before a deal is played
everybody passes {{ passed }} cards, as the rules say. Whoever then has the lowest club leads it.
The highest card of the suit that was led takes the trick and leads to the next. Each heart is a point against you, and
the queen of spades is {{ queen }}. The game ends when somebody has {{ target }} points; the lowest total wins."""

from enum import IntEnum

from workbench import kit
from workbench.kit import EMPTY, FRENCH, OWNER, Bool, Card, Cards, CardSet, Chance, Int, PerPlayer, Player, Wins
from workbench.kit import clear_trick, count, deal, event, following, hand_over, holds, is_full, lowest_card, measured
from workbench.kit import move, next_player, next_stage, remove, rule, start_pack, suit_cards, suit_of, winner_of_trick
from workbench.kit import zone

ALL_CARDS, CLUBS, HEARTS, QUEEN = FRENCH.whole, suit_cards(0), suit_cards(2), FRENCH.card("QS")
POINTS = HEARTS | FRENCH.cards("QS")
LEFT_OUT = tuple(FRENCH.card(name) for name in ("2D", "2C", "3D", "3C"))


class Passing(IntEnum):
    NOBODY = 0
    LEFT = 1
    TURNS = 2


class Rules(kit.Rules):
    players: int = rule(4, 3, 6, "How many play.", unit="players")
    target: int = rule(100, 20, 500, "The game ends when somebody has so many points.", unit="points")
    passing: Passing = rule(Passing.TURNS, "Who gets the cards passed: by turns the left, the right, across, nobody.")
    passed: int = rule(3, 1, 5, "Cards that everybody passes.", unit="cards")
    queen: int = rule(13, 0, 30, "Points for the queen of spades.", unit="points")
    shoot_the_moon: bool = rule(True, "Whether all others have the points where one player takes them all.")
    break_hearts: bool = rule(True, "Whether hearts may be led only once one has been played.")


class State(kit.TrickState):
    hand: Cards = zone(FRENCH, per_player=True, seen_by=OWNER)
    chosen: Cards = zone(FRENCH, per_player=True, seen_by=OWNER)
    taken: Cards = zone(FRENCH, per_player=True)
    score: PerPlayer
    tricks: int
    is_passing: bool
    broken: bool
    moons: PerPlayer = measured("Times that the player shot the moon.", 0.02, unit="times")


@event("The cards are dealt. {hand}.")
def setup(state: State, rules: Rules, chance: Chance) -> None:
    """The cards are dealt."""
    cards = ALL_CARDS
    for place in range(52 % rules.players):
        cards = remove(cards, LEFT_OUT[place])
    start_pack(state, cards, rules.players)
    deal(state.hand, rules.players, 52 // rules.players, cards, chance)
    for player in range(rules.players):
        state.taken[player] = EMPTY
    state.tricks = state.actor = 0
    state.broken = False
    state.is_passing = distance(state, rules) > 0
    if not state.is_passing:
        find_leader(state, rules)


def distance(state: State, rules: Rules) -> Int:
    if rules.passing == Passing.TURNS:
        return (1, rules.players - 1, rules.players // 2, 0)[state.stage % 4]
    return 1 if rules.passing == Passing.LEFT else 0


def find_leader(state: State, rules: Rules) -> None:
    for player in range(rules.players):
        if state.hand[player] & lowest_card(state.pack & CLUBS) != EMPTY:
            state.actor = player


def is_passing(state: State) -> Bool:
    return state.is_passing


@move("Player {player} passes {card}.", source="hand", to="chosen", when=is_passing)
def pass_on(state: State, rules: Rules, player: Player, card: Card) -> None:
    """Choose {{ passed }} cards of your hand, unseen. When all have chosen, the cards are passed."""
    if count(state.chosen[player]) == rules.passed:
        next_player(state, rules)
        if state.actor == 0:
            state.is_passing = False
            for giver in range(rules.players):
                taker = (giver + distance(state, rules)) % rules.players
                hand_over(state, state.chosen[giver], state.chosen, giver, state.hand, taker)
            find_leader(state, rules)


def playable(state: State, rules: Rules, player: Player) -> CardSet:
    hand, is_first = state.hand[player], state.tricks == 0
    if state.trick == EMPTY:
        cards = lowest_card(hand & CLUBS) if is_first else hand
        harmless = cards if state.broken or not rules.break_hearts else cards & ~HEARTS
    else:
        cards = following(state, hand)
        harmless = cards & ~POINTS if is_first else cards
    return cards if harmless == EMPTY else harmless


@move("Player {player} plays {card}.", source="hand", to="trick", among=playable)
def play(state: State, rules: Rules, chance: Chance, card: Card) -> None:
    """Play a card: of the suit that was led, if you have one. To the first trick play no points, if you can."""
    state.broken = state.broken or suit_of(card) == 2
    next_player(state, rules)
    if is_full(state, rules):
        take_trick(state, rules, winner_of_trick(state, rules))
        if state.hand[0] == EMPTY:
            score_deal(state, rules)
            next_stage(state, chance)
            state.over = state.score.max() >= rules.target
            if not state.over:
                setup(state, rules, chance)


@event("Player {player} takes the trick.")
def take_trick(state: State, rules: Rules, player: Player) -> None:
    """The trick goes to the highest card of the suit that was led."""
    state.taken[player] = state.taken[player] | clear_trick(state)
    state.tricks += 1
    state.actor = player


@event("The deal is scored. The totals: {score}.")
def score_deal(state: State, rules: Rules) -> None:
    """The points of the cards taken are added; whoever has taken all shoots the moon."""
    for player in range(rules.players):
        points = count(state.taken[player] & HEARTS) + rules.queen * holds(state.taken[player], QUEEN)
        if rules.shoot_the_moon and points == 13 + rules.queen:
            state.moons[player] += 1
            for other in range(rules.players):
                state.score[other] += points if other != player else 0
        else:
            state.score[player] += points


SUMMARY = "Take no hearts and not the queen of spades, or take them all. A card game for 3 to 6."
GAME = kit.game(globals(), title="Hearts", summary=SUMMARY, wins=Wins.LOWEST, stage="deal", cost=100)
