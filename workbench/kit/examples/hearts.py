"""Take no hearts, and above all not the queen of spades; or take them all.

The whole pack is dealt; what does not come out even stays out, the lowest diamonds and clubs. Before a deal is played
everybody passes {{ passed }} cards, as the rules say. Whoever then has the lowest club leads it.

The highest card of the suit that was led takes the trick and leads to the next. Each heart is a point against you, and
the queen of spades is {{ queen }}. The game ends when somebody has {{ target }} points; the lowest total wins."""

from enum import IntEnum

from workbench import kit

CLUBS, HEARTS = kit.suit_cards(0), kit.suit_cards(2)
QUEEN, ALL_POINTS = kit.FRENCH.cards("QS"), kit.FRENCH.cards("QS") | HEARTS
LEFT_OUT = ("2D", "2C", "3D", "3C")
PACKS = tuple(kit.FRENCH.without(*LEFT_OUT[: 52 % players]) for players in range(3, 7))


class Passing(IntEnum):
    NOBODY = 0
    LEFT = 1
    TURNS = 2


class Phase(IntEnum):
    PASS = 0
    PLAY = 1


class Rules(kit.Rules):
    players: int = kit.rule(4, 3, 6, "How many play.", unit="players")
    target: int = kit.rule(100, 20, 500, "The game ends when somebody has so many points.", unit="points")
    passing: Passing = kit.rule(Passing.TURNS, "Who gets passed cards: by turns the left, the right, across, nobody.")
    passed: int = kit.rule(3, 1, 5, "Cards that everybody passes.", unit="cards")
    queen: int = kit.rule(13, 0, 30, "Points for the queen of spades.", unit="points")
    shoot_the_moon: bool = kit.rule(True, "Whether all others have the points where one player takes them all.")
    break_hearts: bool = kit.rule(True, "Whether hearts may be led only once one has been played.")


class State(kit.TrickState):
    chosen: kit.Cards = kit.zone(kit.FRENCH, per_player=True, seen_by=kit.OWNER)
    score: kit.PerPlayer
    phase: int
    broken: bool
    moons: kit.PerPlayer = kit.measured("Times that the player shot the moon.", 0.02, unit="times")


@kit.event("The cards are dealt. {hand}.")
def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The cards are dealt."""
    kit.deal_hands(state, rules, PACKS[rules.players - 3], 52 // rules.players, chance)
    state.broken = False
    state.phase = Phase.PASS if distance(state, rules) > 0 else Phase.PLAY
    if state.phase == Phase.PLAY:
        find_leader(state, rules)


def distance(state: State, rules: Rules) -> kit.Int:
    turns = (1, rules.players - 1, rules.players // 2, 0)[state.stage % 4]
    return turns if rules.passing == Passing.TURNS else 1 if rules.passing == Passing.LEFT else 0


def find_leader(state: State, rules: Rules) -> None:
    for player in range(rules.players):
        if state.hand[player] & kit.lowest_card(state.pack & CLUBS) != kit.EMPTY:
            state.actor = player


@kit.move("Player {player} chooses {card} to pass.", phase=Phase.PASS, source="hand", to="chosen")
def choose(state: State, rules: Rules, card: kit.Card) -> None:
    """Choose {{ passed }} cards of your hand, unseen. When all have chosen, the cards are passed."""
    if kit.all_have_chosen(state, rules, rules.passed):
        kit.pass_chosen(state, rules, distance(state, rules))
        state.phase = Phase.PLAY
        find_leader(state, rules)


def playable(state: State, rules: Rules, player: int) -> kit.CardSet:
    hand, is_first = state.hand[player], state.tricks == 0
    if state.trick == kit.EMPTY:
        cards = kit.lowest_card(hand & CLUBS) if is_first else hand
        harmless = cards if state.broken or not rules.break_hearts else cards & ~HEARTS
    else:
        cards = kit.following(state, hand)
        harmless = cards & ~ALL_POINTS if is_first else cards
    return cards if harmless == kit.EMPTY else harmless


@kit.move("Player {player} plays {card}.", phase=Phase.PLAY, source="hand", to="trick", among=playable)
def play(state: State, rules: Rules, chance: kit.Chance, card: kit.Card) -> None:
    """Play a card: of the suit that was led, if you have one. To the first trick play no points, if you can."""
    state.broken = state.broken or kit.suit_of(card) == 2
    if kit.end_trick(state, rules) and state.hand[0] == kit.EMPTY:
        score_deal(state, rules)
        kit.next_stage(state, chance)
        state.over = kit.most(state.score, rules.players) >= rules.target
        if not state.over:
            setup(state, rules, chance)


@kit.event("The deal is scored; the totals are {score}.")
def score_deal(state: State, rules: Rules) -> None:
    """The points of the cards taken are added; whoever has taken all shoots the moon."""
    for player in range(rules.players):
        hearts = kit.count(state.taken[player] & HEARTS)
        points = hearts + rules.queen * kit.count(state.taken[player] & QUEEN)
        if rules.shoot_the_moon and state.taken[player] & ALL_POINTS == ALL_POINTS:
            state.moons[player] += 1
            for other in range(rules.players):
                state.score[other] += points if other != player else 0
        else:
            state.score[player] += points


SUMMARY = "Take no hearts and not the queen of spades, or take them all. A card game for 3 to 6."
GAME = kit.game(globals(), title="Hearts", summary=SUMMARY, wins=kit.Wins.LOWEST, stage="deal", cost=175)
