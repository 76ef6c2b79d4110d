"""Take a card and pass the rest on: {{ rounds }} {{ "round" if rounds == 1 else "rounds" }}, the highest score wins.

The cards are those of {{ cards.file }}. In each round everybody gets {{ hand }} cards. All choose
{{ "a card" if picks == 1 else "%d cards" % picks }} at once, lay {{ "it" if picks == 1 else "them" }} open before them,
and pass the cards that are left to the left{% if turns_around %}, in every second round to the right{% endif %}, until
no cards are left. Then the round is scored, and all cards are shuffled again but those that lie until the end.

Cards with *alone* count their points. Of cards with *sets* as many of a group as make a set count their points
together, and what is left over nothing. Of cards with *steps* the first of a group counts its points once, the second
twice, and so on, up to the number of the set. Of cards with *most*, whoever has most symbols of the group gets the
points, and who comes next gets the second number; ties share, and two who share the first place leave no second. A card
with *triple* multiplies the next card with *alone* that is laid after it. Cards with *last* lie until the end: then
whoever has most gets the points{% if players > 2 %}, and whoever has fewest loses the second number{% endif %}."""

from collections.abc import Iterable
from enum import IntEnum
from pathlib import Path
from typing import ClassVar

from workbench import kit
from workbench.engine.card_lists import ChoiceColumn, NumberColumn, TextColumn
from workbench.engine.cards import Row, cards_of
from workbench.engine.families import Family, Preset

MOST, SEATS, GROUPS = 60, 5, 8
FOLDER = Path(__file__).with_name("cards")
PACK = kit.listed_pack("cards", MOST)


class CardGroup(IntEnum):
    """Groups of cards that count together."""

    A = 0
    B = 1
    C = 2
    D = 3
    E = 4
    F = 5
    G = 6
    H = 7


class Scoring(IntEnum):
    """How cards count."""

    ALONE = 0
    SETS = 1
    STEPS = 2
    MOST = 3
    TRIPLE = 4
    LAST = 5


COLUMNS = (
    TextColumn("id", help="The name of the card in files."),
    ChoiceColumn(
        "group", CardGroup, help="The cards of a group count together, as the first of them in the list says."
    ),
    ChoiceColumn("scores", Scoring, help="How the cards of the group count."),
    NumberColumn("points", 0, 100, help="The points; of *triple* what the next card is multiplied by."),
    NumberColumn("per_set", 0, 20, help="How many make a set; of *steps* how many count at most."),
    NumberColumn("second", 0, 100, help="Of *most* the points of the second place; of *last* what the fewest lose."),
    NumberColumn("symbols", 0, 9, help="How many the card counts for."),
    NumberColumn("copies", 0, MOST, help="How many of these cards there are."),
)


class Rules(kit.Rules):
    cards_rows: ClassVar[kit.Int]
    cards_copies: ClassVar[kit.Int]
    cards_deck: ClassVar[kit.Row]
    players: int = kit.rule(4, 2, SEATS, "How many play.", unit="players")
    cards: kit.Cards = kit.card_list(
        FOLDER / "lunch.csv", COLUMNS, "The cards of the game.", copies="copies", most=MOST
    )
    hand: int = kit.rule(
        8,
        1,
        15,
        "Cards dealt to everybody in each round.",
        unit="cards",
        at_most=lambda rules: max(
            1, (sum(row["copies"] for row in rules.cards) - late_cards(rules.cards)) // rules.players
        ),
        because="the cards of the list, without those that are kept until the end",
    )
    rounds: int = kit.rule(3, 1, 6, "Rounds of the play.", unit="rounds", title="Rounds of a play")
    picks: int = kit.rule(
        1, 1, 3, "Cards taken at once.", unit="cards", at_most=lambda rules: rules.hand, because="the hand"
    )
    turns_around: bool = kit.rule(False, "Whether hands go to the right in every second round.")


def late_cards(cards: Iterable[dict[str, object]]) -> int:
    """How many cards of a list may be kept until the end."""
    return sum(int(str(row["copies"])) for row in cards if row["scores"] == "last")


def card_text(row: Row) -> str:
    """How a card counts, beside its points."""
    points, per_set, second, symbols = (row[name] for name in ("points", "per_set", "second", "symbols"))
    return {
        "alone": "",
        "sets": f"{per_set} of these count {points} together.",
        "steps": f"The first counts {points}, the second twice that, and so on, up to {per_set} of them.",
        "most": f"Counts for {symbols}: most score {points}, the next {second}.",
        "triple": f"The next card that counts alone counts {points} times.",
        "last": f"At the end: most score {points}, fewest lose {second}.",
    }[str(row["scores"])]


class State(kit.State):
    hand: kit.Cards = kit.zone(PACK, per_player=True, seen_by=kit.OWNER)
    chosen: kit.Cards = kit.zone(PACK, per_player=True, seen_by=kit.OWNER)
    laid: kit.Cards = kit.zone(PACK, per_player=True, seen_by=kit.ALL, spread=True)
    until_end: kit.Cards = kit.zone(PACK, per_player=True, seen_by=kit.ALL, spread=True)
    stock: kit.Cards = kit.zone(PACK, seen_by=kit.NOBODY)
    revealed: kit.Cards = kit.kinds(PACK, per_player=True)
    score: kit.PerPlayer
    boosts: kit.PerPlayer
    gain: kit.PerPlayer
    counts: kit.Row = kit.row(GROUPS * SEATS)
    boosted: kit.PerPlayer = kit.measured("Points by cards that multiply others.", 0.2, unit="points")
    undrawn: ClassVar = ("gain", "counts", "revealed")
    titles: ClassVar = {
        "until_end": "Laid until the end",
        "boosts": "Open multipliers",
        "boosted": "Points by multipliers",
        "chosen": "Chosen card",
    }
    used_if: ClassVar = {
        name: lambda values: any(row["scores"] == "triple" for row in cards_of(values, "cards"))
        for name in ("boosts", "boosted")
    }


@kit.event("The cards are dealt: {hand}.")
def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The cards are dealt."""
    cards = kit.up_to(rules.cards_copies)
    kit.start_pack(state, cards, rules.players)
    for player in range(rules.players):
        cards = cards & ~state.until_end[player]
        state.laid[player] = kit.EMPTY
        state.boosts[player] = state.gain[player] = 0
    state.stock = kit.deal(state.hand, rules.players, rules.hand, cards, chance)
    state.actor = 0


@kit.move("Player {player} chooses {card}.", source="hand", to="chosen")
def choose(state: State, rules: Rules, chance: kit.Chance, card: kit.Card) -> None:
    """Choose {{ "a card" if picks == 1 else "%d cards" % picks }} of your hand, unseen."""
    player = state.actor
    if state.hand[player] == kit.EMPTY or kit.count(state.chosen[player]) >= rules.picks:
        state.actor = player + 1 if player + 1 < rules.players else 0
        if state.actor == 0:
            reveal(state, rules)
            pass_hands(state, rules)
            if state.hand[0] == kit.EMPTY:
                end_round(state, rules, chance)


@kit.event("All lay what they chose: {revealed}.")
def reveal(state: State, rules: Rules) -> None:
    """The cards that all have chosen are laid open."""
    for player in range(rules.players):
        cards = state.revealed[player] = state.chosen[player]
        state.chosen[player] = kit.EMPTY
        for card in kit.each(cards):
            lay(state, rules, player, card)


def lay(state: State, rules: Rules, player: int, card: int) -> None:
    row = rules.cards[rules.cards_deck[card]]
    if row.scores == Scoring.LAST:
        state.until_end[player] = kit.add(state.until_end[player], card)
        return
    state.laid[player] = kit.add(state.laid[player], card)
    if row.scores == Scoring.TRIPLE:
        state.boosts[player] += 1
    elif row.scores == Scoring.ALONE and state.boosts[player] > 0:
        state.boosts[player] -= 1
        more = row.points * (multiplier(rules) - 1)
        state.gain[player] += more
        state.boosted[player] += more


def multiplier(rules: Rules) -> kit.Int:
    for number in range(rules.cards_rows):
        if rules.cards[number].scores == Scoring.TRIPLE:
            return rules.cards[number].points
    return 1


def pass_hands(state: State, rules: Rules) -> None:
    last = rules.players - 1
    if rules.turns_around and state.stage % 2 == 1:
        passed = state.hand[0]
        for player in range(last):
            state.hand[player] = state.hand[player + 1]
        state.hand[last] = passed
    else:
        passed = state.hand[last]
        for player in range(last, 0, -1):
            state.hand[player] = state.hand[player - 1]
        state.hand[0] = passed


# Scoring


def end_round(state: State, rules: Rules, chance: kit.Chance) -> None:
    is_last = state.stage + 1 == rules.rounds
    score_round(state, rules, is_last)
    kit.next_stage(state, chance)
    state.over = is_last
    if not is_last:
        setup(state, rules, chance)


@kit.event("The round is scored; the totals are {score}.")
def score_round(state: State, rules: Rules, is_last: bool) -> None:
    """The points of what is laid are added."""
    count_cards(state, rules, is_last)
    for group in range(GROUPS):
        for number in range(rules.cards_rows):
            row = rules.cards[number]
            if row.group == group and row.scores not in (Scoring.ALONE, Scoring.TRIPLE):
                score_group(state, rules, group, number)
                break
    for player in range(rules.players):
        state.score[player] += state.gain[player]


def count_cards(state: State, rules: Rules, is_last: bool) -> None:
    """Add the cards that count for themselves, and count the symbols of each group."""
    for place in range(GROUPS * SEATS):
        state.counts[place] = 0
    for player in range(rules.players):
        cards = state.laid[player] | (state.until_end[player] if is_last else kit.EMPTY)
        for card in kit.each(cards):
            row = rules.cards[rules.cards_deck[card]]
            state.counts[row.group * SEATS + player] += row.symbols
            state.gain[player] += row.points if row.scores == Scoring.ALONE else 0


def score_group(state: State, rules: Rules, group: int, number: int) -> None:
    row = rules.cards[number]
    if row.scores in (Scoring.MOST, Scoring.LAST):
        score_majority(state, rules, group, number)
        return
    for player in range(rules.players):
        cards = state.counts[group * SEATS + player]
        if row.scores == Scoring.SETS:
            state.gain[player] += cards // max(1, row.per_set) * row.points
        else:
            steps = min(cards, row.per_set)
            state.gain[player] += steps * (steps + 1) // 2 * row.points


def score_majority(state: State, rules: Rules, group: int, number: int) -> None:
    row = rules.cards[number]
    first, second, fewest = 0, 0, 1000
    for player in range(rules.players):
        cards = state.counts[group * SEATS + player]
        fewest = min(fewest, cards)
        if cards > first:
            first, second = cards, first
        elif second < cards < first:
            second = cards
    if first == 0 or (row.scores == Scoring.LAST and first == fewest):
        return
    share(state, rules, group, first, row.points)
    if row.scores == Scoring.LAST:
        if rules.players > 2:
            share(state, rules, group, fewest, -row.second)
    elif second > 0 and how_many(state, rules, group, first) == 1:
        share(state, rules, group, second, row.second)


def how_many(state: State, rules: Rules, group: int, cards: int) -> kit.Int:
    """How many players have so many."""
    players = 0
    for player in range(rules.players):
        players += state.counts[group * SEATS + player] == cards
    return players


def share(state: State, rules: Rules, group: int, cards: int, points: int) -> None:
    """Share points among those who have so many; what does not come out even is lost."""
    part = abs(points) // how_many(state, rules, group, cards)
    for player in range(rules.players):
        if state.counts[group * SEATS + player] == cards:
            state.gain[player] += part if points > 0 else -part


@kit.style("Takes what counts most by itself, or what completes a set, and of all else the most symbols.")
def steady(state: State, rules: Rules, legal: kit.ActionSet, player: int) -> kit.Action:
    best, most = kit.lowest(legal), -1
    for card in kit.each(legal):
        worth = worth_now(state, rules, player, card)
        if worth > most:
            best, most = card, worth
    return best


def worth_now(state: State, rules: Rules, player: int, card: int) -> kit.Int:
    """About what a card is worth to the player, in tenths of points."""
    row = rules.cards[rules.cards_deck[card]]
    same = 0
    for other in kit.each(state.laid[player]):
        same += rules.cards[rules.cards_deck[other]].group == row.group
    if row.scores == Scoring.ALONE:
        return 10 * row.points * (multiplier(rules) if state.boosts[player] > 0 else 1)
    if row.scores == Scoring.SETS:
        is_completing = (same + 1) % max(1, row.per_set) == 0
        return 10 * row.points // max(1, row.per_set) * (2 if is_completing else 1)
    if row.scores == Scoring.STEPS:
        return 10 * row.points * min(same + 1, row.per_set)
    return 10 * row.symbols + row.points


SUMMARY = "Take a card, pass the rest: sets, steps and majorities, by a table of your own."
GAME_OF_FAMILY = kit.game(globals(), title="Drafting", summary=SUMMARY, stage="round", cost=60)
LUNCH = Preset(
    "lunch",
    "Lunch line",
    "Sets, steps, majorities and puddings for the end, as in Sushi Go, with 60 cards. For 2 to 5.",
    {},
)
FAMILY = Family("draft", GAME_OF_FAMILY, (LUNCH,))
