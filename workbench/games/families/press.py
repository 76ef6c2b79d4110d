"""Press your luck: take what you have, or go on and risk it. {{ target }} points win.

{% if play == "add_up" %}On your turn roll {{ dice }} {{ "die" if dice == 1 else "dice" }} of {{ sides }} sides as often
as you dare; what {{ "it shows" if dice == 1 else "they show" }} is added to your turn.
{% if bust %}A {{ bust }} ends the turn and loses all that it has brought.{% endif %}
{% if bust and ruin %} {{ ruin }} times {{ bust }} in one roll lose your whole score.{% endif %}
{% endif %}

{% if play == "combinations" %}On your turn roll all {{ dice }} dice and set aside at least one that scores. Then take
your points, or roll the dice that are left; once all have scored, roll all of them again. If nothing scores, the turn
ends and brings nothing.{% if opening %} Your first points must be {{ opening }} in one turn, or more.{% endif %}

A 1 is {{ one }} points, a 5 {{ five }}; three alike are {{ triple }} times what they show, three 1s {{ triple_ones }}.
Four alike are {{ four }}, five {{ five_alike }}, six {{ six }}; 1 to 6 are {{ straight }}, three pairs {{ pairs }}, two
times three alike {{ triplets }}. What has 0 points does not count.{% endif %}

{% if play == "cards" %}The deck has the numbers 0 to {{ highest }}, {% if copies %}{{ copies }} cards of each{% else %}
as many cards of each as it says, and one 0{% endif %}. Draw cards face up before you, and stop in time: a number that
you have already ends your round with nothing. The sum of your numbers is what you score{% if modifiers %}, doubled if
you have x2, with what the + cards say{% endif %}.{% if bonus %} Whoever has {{ different }} different numbers ends the
round for all, and scores {{ bonus }} more.{% endif %}{% if second_chances %} A second chance goes instead of a number
that you would have twice.{% endif %}{% if freezes %} With *freeze* you name a player who must stop.{% endif %}
{% if three_more %} With *three more* you name one who must draw three cards.{% endif %}{% endif %}

The highest score wins; after 500 rounds the play ends at any score.{% if together %} All play a round together: in turn
everybody goes on once, or stops, until nobody is left in it. The play ends after a round in which somebody has reached
{{ target }}.{% elif final_round %} When somebody reaches {{ target }}, all others have one more turn.{% endif %}"""

from enum import IntEnum
from typing import ClassVar

from workbench import kit
from workbench.engine.families import Family, Preset
from workbench.engine.parameters import Values
from workbench.engine.problems import Problem

DICE, FACES, MOST_ROUNDS = 6, 6, 500
MODIFIER, DOUBLE, SECOND_CHANCE, FREEZE, THREE_MORE, KINDS = 13, 18, 19, 20, 21, 22
"""The first card that adds points, and the other kinds; before them come the numbers."""
ONE, FIVE, ALIKE, STRAIGHT, PAIRS, TRIPLETS = 22, 23, 24, 48, 49, 50
"""The combinations; three to six alike have one for each face."""
ALIKE_NAMES = [f"{size} {face}s" for size in ("three", "four", "five", "six") for face in range(1, FACES + 1)]
SPECIAL_CARDS = ("+2", "+4", "+6", "+8", "+10", "x2", "second chance", "freeze", "three more")
OTHER_SETS = ("1 to 6", "three pairs", "two times three")
THINGS = kit.pack([*map(str, range(MODIFIER)), *SPECIAL_CARDS, "a 1", "a 5", *ALIKE_NAMES, *OTHER_SETS])
NUMBERS = kit.up_to(MODIFIER)
WORTH_ROLLING = (0, 37, 112, 300, 840, 2640, 16000)
"""Points up to which so many dice are worth rolling: what they bring, over the chance that nothing scores."""


class Play(IntEnum):
    ADD_UP = 0
    COMBINATIONS = 1
    CARDS = 2


GAME, DICE_RULES, SCORING, DECK = "Game", "Dice that add up", "Combinations of dice", "Deck of cards"


def points(default: int, help: str) -> int:
    number: int = kit.rule(default, 0, 20000, help, unit="points", zero="does not count")
    return number


class Rules(kit.Rules):
    sections: ClassVar = {"players": GAME, "dice": DICE_RULES, "opening": SCORING, "highest": DECK}
    sections_if: ClassVar = {DICE_RULES: 'play != "cards"', SCORING: 'play == "combinations"', DECK: 'play == "cards"'}
    players: int = kit.rule(2, 2, 8, "How many play.", unit="players")
    target: int = kit.rule(100, 10, 20000, "Points that win the game.", unit="points")
    play: Play = kit.rule(Play.ADD_UP, "What is risked: dice that add up, combinations of dice, or cards.")
    together: bool = kit.rule(False, "Whether all are in one round and press by turns.")
    final_round: bool = kit.rule(
        False, "Whether all others have one more turn once the target is reached.", under="not together"
    )
    dice: int = kit.rule(1, 1, DICE, "Dice that are rolled.", unit="dice")
    sides: int = kit.rule(
        6,
        2,
        20,
        "Sides of each die.",
        at_most=lambda rules: FACES if rules.play == "combinations" else 20,
        because="combinations are of dice with 6 sides",
    )
    bust: int = kit.rule(
        1,
        0,
        20,
        "The number that ends a turn.",
        zero="no number ends a turn",
        at_most=lambda rules: rules.sides,
        because="the sides of the die",
        under='play == "add_up"',
    )
    ruin: int = kit.rule(
        0,
        0,
        DICE,
        "Dice with that number, in one roll, that lose the whole score.",
        zero="none do",
        at_most=lambda rules: rules.dice,
        because="the dice that are rolled",
        under='play == "add_up" and bust > 0',
    )
    opening: int = kit.rule(0, 0, 5000, "Points of one turn to begin to score.", unit="points")
    one: int = points(100, "A 1.")
    five: int = points(50, "A 5.")
    triple: int = points(100, "Three alike: so many times what they show.")
    triple_ones: int = points(1000, "Three 1s.")
    four: int = points(1000, "Four alike.")
    five_alike: int = points(2000, "Five alike.")
    six: int = points(3000, "Six alike.")
    straight: int = points(1500, "The numbers 1 to 6.")
    pairs: int = points(1500, "Three pairs, or four alike with a pair.")
    triplets: int = points(2500, "Two times three alike.")
    highest: int = kit.rule(12, 1, 12, "The highest number in the deck.")
    copies: int = kit.rule(0, 0, 12, "Cards of each number.", unit="cards", zero="as many as the number says")
    different: int = kit.rule(
        7,
        2,
        13,
        "Different numbers that end the round for all.",
        at_most=lambda rules: rules.highest + 1,
        because="the numbers in the deck",
    )
    bonus: int = kit.rule(15, 0, 500, "Points for them.", unit="points", zero="they end no round")
    modifiers: bool = kit.rule(True, "Whether the deck has +2, +4, +6, +8, +10 and x2, one each.")
    second_chances: int = kit.rule(3, 0, 10, "Cards that save from a number drawn twice.", unit="cards")
    freezes: int = kit.rule(3, 0, 10, "Cards that make a player stop.", unit="cards")
    three_more: int = kit.rule(3, 0, 10, "Cards that make a player draw three.", unit="cards")


def check(values: Values) -> list[Problem]:
    """The problems of values that do not go together."""
    problems = []
    if values["together"] and values["play"] == "combinations":
        problems.append(Problem("together", "must be false where combinations of dice are set aside", "true"))
    if not values["together"] and values["play"] == "cards":
        for name in ("freezes", "three_more"):
            if values[name]:
                words = "must be 0 unless all are in one round (together = true)"
                problems.append(Problem(name, words, str(values[name])))
    return problems


def printed(values: Values) -> dict[str, int]:
    """The deck: so many of each number and of each other card; dice have none."""
    if values["play"] != "cards":
        return {}
    alike, others = int(str(values["copies"])), ("second_chances", "freezes", "three_more")
    numbers = {str(number): alike or max(1, number) for number in range(int(str(values["highest"])) + 1)}
    modifiers = dict.fromkeys(SPECIAL_CARDS[: -len(others)], int(bool(values["modifiers"])))
    return numbers | modifiers | dict(zip(SPECIAL_CARDS[-3:], (int(str(values[name])) for name in others), strict=True))


class State(kit.State):
    score: kit.PerPlayer
    turn: kit.PerPlayer
    dice: kit.Row = kit.row(DICE)
    line: kit.Cards = kit.kinds(THINGS, per_player=True, spread=True)
    deck: kit.Row = kit.row(KINDS)
    discards: kit.Row = kit.row(KINDS)
    drawn: kit.Card
    free: int
    aside: int
    pressed: kit.PerPlayer
    is_out: kit.PerPlayer
    seat: int
    forced: int
    choosing: int
    last: int
    busts: kit.PerPlayer = kit.measured("Turns or rounds lost by going on too long.", 0.1, unit="turns")
    titles: ClassVar = {"busts": "Turns lost", "turn": "Points of this turn", "line": "Cards of this turn"}
    undrawn: ClassVar = (
        "deck",
        "discards",
        "drawn",
        "free",
        "aside",
        "pressed",
        "is_out",
        "seat",
        "forced",
        "choosing",
        "last",
    )
    used_if: ClassVar = {
        "dice": lambda values: values["play"] != "cards",
        "line": lambda values: values["play"] == "cards",
    }


def setup(state: State, rules: Rules) -> None:
    state.free = rules.dice
    for number in range(rules.highest + 1):
        state.deck[number] = rules.copies if rules.copies > 0 else max(1, number)
    for kind in range(MODIFIER, SECOND_CHANCE):
        state.deck[kind] = 1 if rules.modifiers else 0
    state.deck[SECOND_CHANCE], state.deck[FREEZE] = rules.second_chances, rules.freezes
    state.deck[THREE_MORE] = rules.three_more


# Turns


@kit.event("Player {player} has {score}.")
def bank(state: State, player: int) -> None:
    """The points of the turn are added to the score."""
    state.score[player] += state.turn[player]
    leave(state, player)


def leave(state: State, player: int) -> None:
    state.turn[player] = 0
    state.is_out[player] = 1
    while state.line[player] != kit.EMPTY:
        state.discards[kit.lowest(state.line[player])] += 1
        state.line[player] = kit.without_lowest(state.line[player])


@kit.event("The turn of player {player} has {turn}.")
def gain(state: State, player: int, points: int) -> None:
    """The turn has more points."""
    state.turn[player] += points


@kit.event("Player {player} loses the turn.")
def lose(state: State, player: int) -> None:
    """The points of the turn are lost."""
    state.busts[player] += 1
    leave(state, player)


def go_on(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The player who must draw more does; in a round the next who is in it goes on; else whose turn it is."""
    if state.is_out[state.actor]:
        state.forced = 0
    if state.forced > 0:
        return
    if not rules.together:
        if state.is_out[state.seat]:
            end_turn(state, rules, chance)
        return
    for step in range(1, rules.players + 1):
        other = (state.seat + step) % rules.players
        if not state.is_out[other]:
            state.seat = state.actor = other
            return
    next_round(state, rules, chance)
    state.over = kit.most(state.score, rules.players) >= rules.target or state.stage >= MOST_ROUNDS
    state.seat = state.actor = state.stage % rules.players


def end_turn(state: State, rules: Rules, chance: kit.Chance) -> None:
    player = state.seat
    if state.score[player] >= rules.target and state.last == 0:
        state.last = player + 1
        state.over = not rules.final_round
    state.seat = state.actor = player + 1 if player + 1 < rules.players else 0
    state.over = state.over or state.seat + 1 == state.last
    state.free, state.aside = rules.dice, 0
    state.is_out[player] = state.pressed[player] = 0
    kit.next_stage(state, chance)
    state.over = state.over or stages(state, rules) >= MOST_ROUNDS


def stages(state: State, rules: Rules) -> kit.Int:
    """The rounds that have ended; bots look to the end of a turn, whatever the seat: what others do then is luck."""
    return state.stage if rules.together else state.stage // rules.players


def next_round(state: State, rules: Rules, chance: kit.Chance) -> None:
    for player in range(rules.players):
        state.is_out[player] = state.pressed[player] = 0
    state.forced = 0
    kit.next_stage(state, chance)


# Dice


def faces_with(state: State, face: int) -> kit.Int:
    dice = 0
    for die in range(DICE):
        dice += state.dice[die] == face
    return dice


def may_roll(state: State, rules: Rules, player: int) -> kit.Bool:
    if rules.play == Play.CARDS:
        return False
    return rules.play == Play.ADD_UP or state.aside > 0 or state.pressed[player] == 0


@kit.event("The dice show {dice}.")
def throw(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The dice are rolled."""
    for die in range(DICE):
        state.dice[die] = kit.roll_die(chance, rules.sides) if die < state.free else 0


@kit.move("Player {player} rolls.", when=may_roll, under='play != "cards"')
def roll(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Roll the dice{% if play == "combinations" %} that are not set aside{% endif %}."""
    state.pressed[player] += 1
    state.aside = 0
    throw(state, rules, chance)
    if rules.play == Play.COMBINATIONS:
        if combinations(state, rules) == kit.EMPTY:
            lose(state, player)
            go_on(state, rules, chance)
        return
    busts = faces_with(state, rules.bust) if rules.bust > 0 else 0
    if rules.ruin > 0 and busts >= rules.ruin:
        state.score[player] = 0
    if busts > 0:
        lose(state, player)
    else:
        gain(state, player, kit.total(state.dice))
    go_on(state, rules, chance)


def combinations(state: State, rules: Rules) -> kit.CardSet:
    """The combinations that score with the dice that were rolled."""
    scoring, alone, double, triple, quadruple = kit.EMPTY, 0, 0, 0, 0
    for face in range(FACES):
        dice = faces_with(state, face + 1)
        alone, double, triple, quadruple = (
            alone + (dice == 1), double + (dice == 2), triple + (dice == 3), quadruple + (dice == 4)
        )  # fmt: skip
        for alike in range(3, dice + 1):
            scoring = kit.add(scoring, ALIKE + FACES * (alike - 3) + face)
        if dice > 0 and face % 4 == 0:
            scoring = kit.add(scoring, ONE if face == 0 else FIVE)
    if alone == FACES:
        scoring = kit.add(scoring, STRAIGHT)
    if double == 3 or (double == 1 and quadruple == 1):
        scoring = kit.add(scoring, PAIRS)
    if triple == 2:
        scoring = kit.add(scoring, TRIPLETS)
    rest = scoring
    for scored in kit.each(rest):
        if points_for(rules, scored) == 0:
            scoring = kit.remove(scoring, scored)
    return scoring


def points_for(rules: Rules, scored: int) -> kit.Int:
    if scored < ALIKE:
        return rules.one if scored == ONE else rules.five
    if scored >= STRAIGHT:
        return rules.straight if scored == STRAIGHT else rules.pairs if scored == PAIRS else rules.triplets
    alike, face = 3 + (scored - ALIKE) // FACES, (scored - ALIKE) % FACES
    if alike == 3:
        return rules.triple_ones if face == 0 else rules.triple * (face + 1)
    return rules.four if alike == 4 else rules.five_alike if alike == 5 else rules.six


def settable(state: State, rules: Rules) -> kit.CardSet:
    """The combinations of the player's own roll: dice that the player before has left are not taken up."""
    has_rolled = rules.play == Play.COMBINATIONS and state.pressed[state.actor] > 0
    return combinations(state, rules) if has_rolled else kit.EMPTY


@kit.move("Player {player} sets aside {scored}.", among=settable, under='play == "combinations"')
def set_aside(state: State, rules: Rules, player: int, scored: kit.Card) -> None:
    """Set aside dice that score. You may go on setting aside what was rolled with them."""
    gain(state, player, points_for(rules, scored))
    state.aside += 1
    face, left = 1 if scored == ONE else 5, 1
    if scored >= ALIKE and scored < STRAIGHT:
        face, left = 1 + (scored - ALIKE) % FACES, 3 + (scored - ALIKE) // FACES
    for die in range(DICE):
        if scored >= STRAIGHT or (state.dice[die] == face and left > 0):
            state.free -= state.dice[die] > 0
            state.dice[die] = 0
            left -= 1
    if state.free == 0:
        state.free = rules.dice


# Cards


def cards_left(state: State) -> kit.Int:
    return kit.total(state.deck) + kit.total(state.discards)


def may_draw(state: State, rules: Rules) -> kit.Bool:
    return rules.play == Play.CARDS and state.choosing == 0 and cards_left(state) > 0


@kit.event("The card is {drawn}.")
def turn_up(state: State, chance: kit.Chance) -> None:
    """A card is drawn."""
    state.drawn = kit.draw_kind(state.deck, chance)


@kit.move("Player {player} draws.", when=may_draw, under='play == "cards"')
def draw(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Draw a card. If the deck is used up, the cards laid aside are the deck."""
    if kit.total(state.deck) == 0:
        kit.move_pile(state.discards, state.deck)
    turn_up(state, chance)
    card = state.drawn
    state.pressed[player] += 1
    state.forced -= state.forced > 0
    if card >= FREEZE:
        state.discards[card] += 1
        state.choosing = card
    elif kit.holds(state.line[player], card):
        draw_again(state, player, card)
    else:
        state.line[player] = kit.add(state.line[player], card)
        is_whole = rules.bonus > 0 and kit.count(state.line[player] & NUMBERS) == rules.different
        gain(state, player, worth_of_line(state.line[player]) + (rules.bonus if is_whole else 0) - state.turn[player])
        if is_whole:
            end_for_all(state, rules, player)
    if state.choosing == 0:
        go_on(state, rules, chance)


def draw_again(state: State, player: int, card: int) -> None:
    """A card that the player has already: a second chance goes instead of a number."""
    state.discards[card] += 1
    if card < MODIFIER and kit.holds(state.line[player], SECOND_CHANCE):
        state.line[player] = kit.remove(state.line[player], SECOND_CHANCE)
        state.discards[SECOND_CHANCE] += 1
    elif card < MODIFIER:
        lose(state, player)


def worth_of_line(line: kit.CardSet) -> kit.Int:
    points, added = 0, 0
    for card in range(DOUBLE):
        if kit.holds(line, card):
            points += card if card < MODIFIER else 0
            added += 2 * (card - MODIFIER + 1) if card >= MODIFIER else 0
    return (2 * points if kit.holds(line, DOUBLE) else points) + added


def end_for_all(state: State, rules: Rules, player: int) -> None:
    for other in range(rules.players):
        if not state.is_out[other] and (rules.together or other == player):
            bank(state, other)


def in_round(state: State, rules: Rules) -> kit.CardSet:
    players = kit.EMPTY
    if state.choosing > 0:
        for player in range(rules.players):
            if not state.is_out[player]:
                players = kit.add(players, player)
    return players


@kit.move(
    "Player {player} chooses player {other}.", among=in_round, under='play == "cards" and freezes + three_more > 0'
)
def choose(state: State, rules: Rules, chance: kit.Chance, other: kit.Player) -> None:
    """Name a player in the round, who must stop, or draw three cards."""
    if state.choosing == FREEZE:
        bank(state, other)
    else:
        state.forced, state.actor = 3, other
    state.choosing = 0
    go_on(state, rules, chance)


# Stopping


def may_hold(state: State, rules: Rules, player: int) -> kit.Bool:
    if rules.play == Play.COMBINATIONS:
        return state.aside > 0 and (state.score[player] > 0 or state.turn[player] >= rules.opening)
    if rules.play == Play.CARDS and cards_left(state) == 0:
        return state.choosing == 0
    return state.pressed[player] > 0 and state.forced == 0 and state.choosing == 0


@kit.move("Player {player} stops with {turn}.", when=may_hold)
def hold(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Take the points: they are added to your score."""
    bank(state, player)
    state.forced = 0
    go_on(state, rules, chance)


# Bots


def enough(state: State, rules: Rules, player: int) -> kit.Bool:
    """True once going on would lose more than it brings, on average."""
    turn, score = state.turn[player], state.score[player]
    if state.last > 0 and score + turn <= kit.most(state.score, rules.players):
        return False
    if score + turn >= rules.target:
        return True
    if rules.play == Play.COMBINATIONS:
        return turn >= WORTH_ROLLING[state.free]
    if rules.play == Play.CARDS:
        same, gain, left = 0, 0, 0
        for card in range(MODIFIER):
            left += state.deck[card]
            if kit.holds(state.line[player], card):
                same += state.deck[card]
            else:
                gain += card * state.deck[card]
        return same * turn >= gain and not kit.holds(state.line[player], SECOND_CHANCE)
    safe = 1.0
    for _ in range(rules.dice):
        safe *= (rules.sides - 1.0) / rules.sides
    mean = (rules.sides * (rules.sides + 1) / 2.0 - rules.bust) / (rules.sides - 1.0)
    return rules.bust > 0 and turn * (1.0 - safe) >= safe * rules.dice * mean - 1e-9


@kit.style("Stops once going on would lose more than it brings on average: with the one die of Pig, at 20.")
def steady(state: State, rules: Rules, legal: kit.ActionSet, player: int) -> kit.Action:
    if settable(state, rules) != kit.EMPTY:
        return kit.action(set_aside, kit.highest(settable(state, rules)))
    if kit.holds(legal, kit.action(hold)) and enough(state, rules, player):
        return kit.action(hold)
    if state.choosing > 0:
        return kit.action(choose, leader(state, rules, player))
    return kit.action(draw) if rules.play == Play.CARDS else kit.action(roll)


def leader(state: State, rules: Rules, player: int) -> kit.Int:
    """Who has most of the others in the round; the player itself where nobody else is in it."""
    best, most = player, -1
    for other in range(rules.players):
        total = state.score[other] + state.turn[other]
        if other != player and not state.is_out[other] and total > most:
            best, most = other, total
    return best


def playout(state: State, rules: Rules, legal: kit.ActionSet) -> kit.Action:
    return steady(state, rules, legal, state.actor)


def swing(rules: Rules) -> kit.Int:
    """The lead that search holds to be halfway to a win: where it sees one turn ahead, more, or it would stop early."""
    return rules.target // 5 if rules.together else rules.target


SUMMARY = "Dice or cards: take what you have, or go on and risk it."
GAME_OF_FAMILY = kit.game(globals(), title="Press your luck", summary=SUMMARY, stage="round", cost=25)
PIG = Preset("pig", "Pig", "One die: roll as often as you dare, but a 1 loses the turn. For 2 to 8.", {})
TWO_DICE_PIG = Preset(
    "two_dice_pig",
    "Two-Dice Pig",
    "Two dice: a 1 loses the turn, and two of them all that you have.",
    {"dice": 2, "ruin": 2},
)
FARKLE = Preset(
    "farkle",
    "Farkle",
    "Six dice: set aside what scores, and stop before a roll brings nothing.",
    {"play": "combinations", "dice": 6, "target": 10000, "opening": 500, "final_round": True},
    margin=50,
)
SEVEN = Preset(
    "seven",
    "Seven different",
    "Cards: draw as many different numbers as you dare; seven of them end the round. As in Flip 7.",
    {"play": "cards", "together": True, "target": 200, "players": 4},
)
FAMILY = Family("press", GAME_OF_FAMILY, (PIG, TWO_DICE_PIG, FARKLE, SEVEN))
