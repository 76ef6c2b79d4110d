"""Trickster: add a card to the packet in hand, pass it on, and avoid having to collect it.

Source: "Trickster: A Reverse-Drafting Game? [Prototype A]". The first of its two conditions for collecting cards is
missing from the text; help texts say "reconstruction" where a default is ours, so that an owner of the full rules can
set the true value. A heading of the source stands at the paragraphs that are about it.

What we play: the source, with these reconstructions. A play is the whole game, a round for each player, the totals
added up. All choose at once, so nobody goes first and seats do not rotate; p - 1 sits to the right of player p.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Annotated, ClassVar

from workbench import kit
from workbench.engine.bit_sets import members
from workbench.engine.chance import start_deal
from workbench.engine.parameters import Values
from workbench.engine.playing_cards import CARDS, DECK, RANK_NAMES, RANKS, SUIT_NAMES, SUITS, in_all_suits, suit_cards
from workbench.engine.problems import Problem, whole_of
from workbench.engine.score_sheet import ScoreSheet, SheetEntry, Wins
from workbench.engine.types import Card, CardSet, Fields, Player, PlayerSet, Suit
from workbench.engine.wording import counted, listed

PACK = kit.pack(rank + suit for suit in SUIT_NAMES for rank in RANK_NAMES)
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
NUMBERS = 10
"""Ranks of a suit below its face cards."""
HIGHEST_LIMIT = 60
ACE_HIGH = 14
MOST_PLAYERS = 8
BASIC = in_all_suits(kit.up_to(NUMBERS))
ACES, JACKS, QUEENS, KINGS = (in_all_suits(kit.only(rank)) for rank in (0, RANKS - 3, RANKS - 2, RANKS - 1))
OF_BIT = tuple(
    in_all_suits(sum((kit.only(rank) for rank in range(RANKS) if (rank + 1) >> bit & 1), start=kit.EMPTY))
    for bit in range(4)
)
"""The cards whose rank, from ace 1 to king 13, has a certain binary digit: so a sum is a few counts."""


class MoonTies(IntEnum):
    """Who shoots the moon in a suit of which several have collected equally many cards."""

    NOBODY = 0
    EVERYBODY = 1


class PassDirection(IntEnum):
    """Where the packets go after each step."""

    RIGHT = 0
    LEFT = 1
    ALTERNATE = 2


class Winner(IntEnum):
    """Which total wins."""

    LOWEST = 0
    HIGHEST = 1


class Cause(IntEnum):
    """The reasons for which a player must collect."""

    NOTHING = 0
    SUIT = 1
    SUM = 2


class Kind(IntEnum):
    """Kinds of choice, as a restriction names them: `greedy~collect` collects only where it must."""

    LAY = 0
    COLLECT = 1


TABLE, STEPS, COLLECTING, SCORING = "Table", "Choosing and passing", "Collecting cards", "Scoring"


class Rules(kit.Rules):
    """Every parameter, in the order of the rulebook; the defaults are Prototype A for four."""

    sections: ClassVar = {"players": TABLE, "must_follow": STEPS, "sum_limit": COLLECTING, "basic_points": SCORING}

    players: int = kit.rule(4, 2, 8, "How many sit at the table.", unit="players")
    rounds: int = kit.rule(
        0,
        0,
        20,
        "Rounds of a game; 0 plays one round for each player.",
        unit="rounds",
        zero="plays one round for each player",
    )
    must_follow: bool = kit.rule(
        True,
        "Whether a card of the packet's suit must be chosen if there is one; without this any card may be chosen."
        " Either way a card of another suit forces the player to collect: the source's lost condition, a"
        " reconstruction.",
    )
    pass_direction: PassDirection = kit.rule(
        PassDirection.RIGHT,
        "Where the packets go after each step; alternate goes right in the first round, left in the next.",
    )
    final_pass: bool = kit.rule(
        True,
        "Whether the packets are passed once more after the last card, before they are collected; yes is a"
        " reconstruction.",
    )
    sum_limit: int = kit.rule(
        13, 1, HIGHEST_LIMIT, "A packet that the chosen card would bring above this sum is collected."
    )
    faces_count: bool = kit.rule(
        False, "Whether jack, queen and king add 11, 12 and 13 to the sum; else they add none."
    )
    ace_value: int = kit.rule(1, help="What an ace adds to the sum; 1 is a reconstruction.", among=(1, ACE_HIGH))
    basic_points: int = kit.rule(1, 0, 20, "For each collected card from ace to ten.", unit="points")
    jack_points: int = kit.rule(2, 0, 20, "For each collected jack.", unit="points")
    queen_points: int = kit.rule(3, 0, 20, "For each collected queen.", unit="points")
    king_points: int = kit.rule(
        4,
        0,
        20,
        "For each collected king; the source's scoring says queen twice, so this is a reconstruction.",
        unit="points",
    )
    shoot_the_moon: bool = kit.rule(
        True, "Whether the player with the most collected cards of a suit ignores that suit's points this round."
    )
    moon_ties: MoonTies = kit.rule(
        MoonTies.NOBODY, "Who ignores a suit of which several collected equally many; nobody is a reconstruction."
    )
    winner: Winner = kit.rule(Winner.LOWEST, "Which total wins.")


def _collected(suit: str) -> kit.PerPlayer:
    help = f"Cards of {suit} collected, what was left in hand at the end of a round among them."
    return kit.measured(help, 0.2, unit="cards", title=f"{suit.capitalize()} collected")


class State(kit.State):
    """The table: the tableaus lie open, the packet in a hand is seen by its holder, collections by their owners."""

    removed: kit.Cards = kit.zone(PACK, seen_by=kit.NOBODY)
    packet: kit.Cards = kit.zone(PACK, per_player=True, seen_by=kit.OWNER)
    tableau: kit.Cards = kit.zone(PACK, per_player=True, spread=True)
    collection: kit.Cards = kit.zone(PACK, per_player=True, seen_by=kit.OWNER)
    packet_sum: kit.PerPlayer
    score: kit.PerPlayer
    step: int
    leader: int
    round_points: kit.PerPlayer
    round_saved: kit.PerPlayer
    lead_changes: int = kit.measured("Times that another player took the sole lead between rounds.", 0.05, unit="times")
    largest_packet: int = kit.measured("Most cards in one packet.", 0.05, unit="cards", title="The largest packet")
    moon_saved: kit.PerPlayer = kit.measured(
        "Points ignored for shooting the moon.", 0.2, unit="points", title="Points saved by the moon", jump=5.0
    )
    clubs: kit.PerPlayer = _collected("clubs")
    diamonds: kit.PerPlayer = _collected("diamonds")
    hearts: kit.PerPlayer = _collected("hearts")
    spades: kit.PerPlayer = _collected("spades")
    forced_by_sum: kit.PerPlayer = kit.measured(
        "Packets collected because of the sum.", 0.1, unit="packets", title="Collected by the sum"
    )
    forced_by_suit: kit.PerPlayer = kit.measured(
        "Packets collected because of the suit.", 0.1, unit="packets", title="Collected by the suit"
    )
    unseen: kit.Scratch = kit.scratch("u8")  # cards whose place the player does not know
    drawn: kit.Scratch = kit.scratch("u8", per_player=True)  # cards tried in each packet of a world
    settled: kit.Scratch = kit.scratch("u8", per_player=True)  # the best of them so far, where that is searched for
    others: kit.Scratch = kit.scratch("u8")  # cards of all other tableaus
    out: kit.Scratch = kit.scratch("u8")  # cards that nobody has collected yet, as far as they are known
    typical_cards: kit.Scratch = kit.scratch()  # of a packet when it is collected, about
    typical_points: kit.Scratch = kit.scratch()  # mean points of a card
    to_come: kit.Scratch = kit.scratch("i8")  # packets that will come to the actor in this round
    all_seen_to_come: kit.Scratch = kit.scratch()  # how many of them will have a suit that is seen now
    seen_to_come: kit.Scratch = kit.scratch(size=SUITS)  # the same by suit
    suit: kit.Scratch = kit.scratch("i8")  # the suit at hand, of which the following are
    packets_to_come: kit.Scratch = kit.scratch()  # packets of it that will come
    answers: kit.Scratch = kit.scratch()  # how many of them the tableau can answer well
    missed: kit.Scratch = kit.scratch()  # how many of them the actor will collect
    cards: kit.Scratch = kit.scratch(per_player=True)  # cards of the suit that each will have collected
    worth: kit.Scratch = kit.scratch(per_player=True)  # their points
    still_out: kit.Scratch = kit.scratch()  # cards of the suit that nobody has collected yet
    loss: kit.Scratch = kit.scratch()  # net loss in the suit against the others, in points
    price: kit.Scratch = kit.scratch()  # further loss if the actor collects the next packet
    sits: kit.Scratch = kit.scratch(per_player=True)  # 1 for each player, 0 for a place where nobody sits
    shoots: kit.Scratch = kit.scratch(per_player=True)  # the same, and 0 if nobody can shoot the moon
    left: kit.Scratch = kit.scratch(per_player=True)  # see `weigh_players`
    taken: kit.Scratch = kit.scratch(per_player=True)
    points: kit.Scratch = kit.scratch(per_player=True)
    pointless: kit.Scratch = kit.scratch(per_player=True)  # for each taker: see `loss_with`
    by_point: kit.Scratch = kit.scratch(per_player=True)
    actors_weight: kit.Scratch = kit.scratch()  # what the actor's score weighs in the loss
    others_weight: kit.Scratch = kit.scratch()  # what each score takes away from it
    holder: kit.Scratch = kit.scratch("i8", per_player=True)  # who holds the packet after one pass, two, …
    following: kit.Scratch = kit.scratch("u8", per_player=True)  # and that player's ranks of the suit
    titles: ClassVar = {"score": "Points"}
    used_if: ClassVar = {"removed": lambda values: CARDS % int(values["players"]) > 0}
    on_table: ClassVar = ("removed", "packet", "tableau", "collection", "score")


# Setup


def _dealt(state: State, rules: Rules, chance: kit.Chance) -> Fields:
    tableaus = [PACK.named(tableau) for tableau in state.tableau[: int(rules.players)]]
    return {"round": int(state.stage), "tableaus": tableaus, "removed": PACK.named(state.removed)}


def _deal_in_words(fields: Fields) -> str:
    dealt = [f"player {player} has {' '.join(cards)}" for player, cards in enumerate(fields["tableaus"])]
    left = f"{counted(len(fields['removed']), 'card')} face down"
    removed = left if None in fields["removed"] else " ".join(fields["removed"])
    return f"Round {fields['round'] + 1} begins: {'; '.join(dealt)}{f'; removed: {removed}' * bool(fields['removed'])}."


@kit.event(
    told=_dealt,
    words=_deal_in_words,
    seen=lambda fields, player: {**fields, "removed": [None] * len(fields["removed"])},
    fields={
        "round": "Which round, from 0.",
        "tableaus": "The cards of each player.",
        "removed": "Cards left over, removed unseen.",
    },
)
def deal(state: State, rules: Rules, chance: kit.Chance) -> None:
    """A round begins: the deck is dealt face up.

    Setup 2 and 3: it is dealt evenly, player by player; extra cards are removed.
    """
    start_deal(chance, state.stage)
    state.removed = kit.deal(state.tableau, rules.players, CARDS // rules.players, DECK, chance)
    kit.start_pack(state, DECK & ~state.removed, rules.players)
    for player in range(rules.players):
        state.packet[player] = state.collection[player] = kit.EMPTY
        state.packet_sum[player] = 0
    state.step = 0


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    deal(state, rules, chance)


# How to play


def playable(state: State, rules: Rules, player: Player) -> CardSet:
    """Thereafter: the chosen card must be of the packet's suit, if the tableau has one."""
    tableau, packet = state.tableau[player], state.packet[player]
    if packet == kit.EMPTY or not rules.must_follow:
        return tableau
    same = tableau & suit_cards(suit_of(packet))
    return tableau if same == kit.EMPTY else same


def hand_of(state: State, rules: Rules, player: Player) -> CardSet:
    return state.tableau[player]


def laid(state: State, rules: Rules, player: Player, card: Card) -> Kind:
    """COLLECT if the card would force its player to collect."""
    return Kind.LAY if collecting_cause(state, rules, player, card) == Cause.NOTHING else Kind.COLLECT


def _laying(state: State, rules: Rules, card: int) -> kit.Offer:
    """A card to be laid, and whether the packet must be collected before."""
    packet = state.packet[state.actor]
    there, total = counted(int(kit.count(packet)), "card"), int(state.packet_sum[state.actor] + value_of(rules, card))
    leads_to = {
        Cause.NOTHING: f"The packet’s sum is then {total} of {int(rules.sum_limit)}.",
        Cause.SUIT: f"It is of another suit: you collect the packet first, {there}.",
        Cause.SUM: f"The sum would be {total}, above {int(rules.sum_limit)}: you collect the packet first, {there}.",
    }
    name = PACK.names[card]
    return kit.Offer(f"Lay {name}", name, leads_to[Cause(int(collecting_cause(state, rules, state.actor, card)))])


@kit.move(
    "Step {step}: player {player} has chosen {card}.",
    source="tableau",
    among=playable,
    at_once=True,
    kind=laid,
    offer=_laying,
)
def choose(state: State, rules: Rules, chance: kit.Chance, player: Player, card: kit.Card) -> None:
    """A player's choice is shown; all have chosen at once.

    How to Play 1 to 4: everybody puts a hand down on a card, adds it to the packet, and passes that on.
    """
    cause = collecting_cause(state, rules, player, card)
    state.looked[player] = kit.add(state.looked[player] | state.packet[player], card)
    if cause != Cause.NOTHING:
        if cause == Cause.SUIT:
            state.forced_by_suit[player] += 1
        else:
            state.forced_by_sum[player] += 1
        collect(state, rules, player, state.packet[player], cause - 1)
    state.packet[player] = kit.add(state.packet[player], card)
    state.packet_sum[player] += value_of(rules, card)
    lay(state, player, state.packet[player])
    if player == rules.players - 1:
        end_step(state, rules, chance)


def end_step(state: State, rules: Rules, chance: kit.Chance) -> None:
    state.step += 1
    is_last = state.tableau[0] == kit.EMPTY
    if rules.final_pass or not is_last:
        pass_(state, rules, 0 if goes_right(state, rules) else 1)
    if is_last:
        end_round(state, rules, chance)


def collecting_cause(state: State, rules: Rules, player: Player, card: Card) -> kit.Int:
    """Collecting Cards: the first of the two conditions that laying `card` on the packet in hand would meet.

    The first condition is lost from the source (a reconstruction: the card is of another suit); the second is a sum
    of ranks above the limit. An empty packet is never collected; one that is above the limit by its first card alone
    is collected by whoever adds to it.
    """
    packet = state.packet[player]
    if packet == kit.EMPTY:
        return Cause.NOTHING.value
    if card // RANKS != suit_of(packet):
        return Cause.SUIT.value
    too_much = state.packet_sum[player] + value_of(rules, card) > rules.sum_limit
    return Cause.SUM.value if too_much else Cause.NOTHING.value


@kit.event(
    "Player {player} must collect {cards}, because of the {why}.",
    secret=True,
    fields={"why": "`suit` (the card is of another suit) or `sum` (it exceeds `sum_limit`)."},
)
def collect(
    state: State, rules: Rules, player: kit.Player, cards: kit.Cards, why: Annotated[int, kit.Words("suit", "sum")]
) -> None:
    """A player must collect the packet in hand before laying the chosen card."""
    add_to_collection(state, player)


def add_to_collection(state: State, player: Player) -> None:
    state.largest_packet = max(state.largest_packet, kit.count(state.packet[player]))
    state.collection[player] = state.collection[player] | state.packet[player]
    state.packet[player] = kit.EMPTY
    state.packet_sum[player] = 0


@kit.event("Player {player} lays it; the packet: {packet}.", secret=True)
def lay(state: State, player: kit.Player, packet: kit.Cards) -> None:
    """A player lays the chosen card on the packet in hand."""


@kit.event("All packets are passed to the {direction}.")
def pass_(state: State, rules: Rules, direction: Annotated[int, kit.Words("right", "left")]) -> None:
    """All packets are passed on."""
    kit.turn_round(state.packet, rules.players, direction == 1)
    kit.turn_round(state.packet_sum, rules.players, direction == 1)


def goes_right(state: State, rules: Rules) -> kit.Bool:
    """True if the packets go to the right in this round; alternating, the first round and every other one do."""
    if rules.pass_direction == PassDirection.ALTERNATE:
        return state.stage % 2 == 0
    return rules.pass_direction == PassDirection.RIGHT


def suit_of(cards: CardSet) -> Suit:
    """The suit of a packet: all its cards have the same. It must not be empty."""
    return kit.lowest(cards) // RANKS


def value_of(rules: Rules, card: Card) -> kit.Int:
    """The number that a card adds to the sum of ranks; face cards add nothing, unless the rules say they do."""
    rank, ace = card % RANKS, rules.ace_value
    value = rank + 1 if (rank < NUMBERS) | rules.faces_count else 0
    return ace if rank == 0 else value


def sum_of(rules: Rules, cards: CardSet) -> kit.Int:
    """The sum of ranks of cards."""
    total = (rules.ace_value - 1) * kit.count(cards & ACES)
    if not rules.faces_count:
        cards = cards & BASIC
    for bit in range(4):
        total += kit.count(cards & OF_BIT[bit]) << bit
    return total


# End of round


@kit.event("Player {player} collects the last packet: {cards}.", secret=True)
def remainder(state: State, player: kit.Player, cards: kit.Cards) -> None:
    """At the end of the round a player collects the packet in hand."""
    add_to_collection(state, player)


def end_round(state: State, rules: Rules, chance: kit.Chance) -> None:
    """End of Round: players collect what they have left in hand and tally; then the next round, or the end."""
    for player in range(rules.players):
        remainder(state, player, state.packet[player])
    score_(state, rules)
    kit.note_leader(state, kit.best(state.score, rules.players, lowest_wins(rules)))
    state.stage += 1
    state.over = state.stage == (rules.rounds if rules.rounds > 0 else rules.players)
    if not state.over:
        deal(state, rules, chance)


def _scored(state: State, rules: Rules) -> Fields:
    """The scores of a round, and by suit the points that each collection holds and who ignores them."""
    seats, by_suit = range(int(rules.players)), {}
    for suit, name in enumerate(SUIT_WORDS):
        ignoring = members(moon_shooters(state, rules, suit)) if rules.shoot_the_moon else []
        worths = [int(points_of(rules, state.collection[player] & suit_cards(suit))) for player in seats]
        by_suit[name] = [
            {"points": 0, "saved": worth} if player in ignoring else {"points": worth, "saved": 0}
            for player, worth in enumerate(worths)
        ]
    points = [{"points": int(state.round_points[p]), "saved": int(state.round_saved[p])} for p in seats]
    totals = [int(state.score[player]) for player in seats]
    return {"round": int(state.stage), "by_player": points, "totals": totals, "by_suit": by_suit}


def _score_in_words(fields: Fields) -> str:
    sentences = []
    for player, total in enumerate(fields["totals"]):
        suits = {suit: players[player] for suit, players in fields["by_suit"].items()}
        brought = [f"{suit} {score['points']}" for suit, score in suits.items() if score["points"]]
        saved = [f"{suit} {score['saved']}" for suit, score in suits.items() if score["saved"]]
        moon = f"; the moon saves {listed(saved)}" if saved else ""
        points = fields["by_player"][player]["points"]
        sentences.append(f"Player {player} scores {points} ({listed(brought)}{moon}), {total} in all.")
    return " ".join(sentences)


@kit.event(
    told=_scored,
    words=_score_in_words,
    fields={
        "round": "Which round, from 0.",
        "by_player": "Points of the round, and points that shooting the moon saved, for each player.",
        "totals": "Points of the play so far, by player.",
        "by_suit": "The same points and savings by suit, for each player.",
    },
)
def score_(state: State, rules: Rules) -> None:
    """The round is scored.

    End of Round, and Shoot the Moon: every card of a collection scores, unless its suit is ignored.
    """
    for player in range(rules.players):
        cards = state.collection[player]
        state.round_points[player], state.round_saved[player] = points_of(rules, cards), 0
        state.clubs[player] += kit.count(cards & suit_cards(0))
        state.diamonds[player] += kit.count(cards & suit_cards(1))
        state.hearts[player] += kit.count(cards & suit_cards(2))
        state.spades[player] += kit.count(cards & suit_cards(3))
    for suit in range(SUITS):
        ignoring = moon_shooters(state, rules, suit) if rules.shoot_the_moon else kit.EMPTY
        for player in kit.each(ignoring):
            points = points_of(rules, state.collection[player] & suit_cards(suit))
            state.round_points[player] -= points
            state.round_saved[player] += points
    for player in range(rules.players):
        state.score[player] += state.round_points[player]
        state.moon_saved[player] += state.round_saved[player]


def moon_shooters(state: State, rules: Rules, suit: Suit) -> PlayerSet:
    """The players who collected the most cards of a suit: one, or several if `moon_ties` allows."""
    most, shooters = 0, kit.EMPTY
    for player in range(rules.players):
        most = max(most, kit.count(state.collection[player] & suit_cards(suit)))
    for player in range(rules.players):
        if kit.count(state.collection[player] & suit_cards(suit)) == most:
            shooters = kit.add(shooters, player)
    return kit.EMPTY if rules.moon_ties == MoonTies.NOBODY and kit.count(shooters) > 1 else shooters


def points_of(rules: Rules, cards: CardSet) -> kit.Int:
    """The points of cards, before shooting the moon."""
    return points_with(card_points(rules), cards)


def card_points(rules: Rules) -> tuple[kit.Int, kit.Int, kit.Int, kit.Int]:
    """The points of a card from ace to ten, of a jack, of a queen and of a king."""
    return rules.basic_points, rules.jack_points, rules.queen_points, rules.king_points


def points_with(worths: tuple[kit.Int, kit.Int, kit.Int, kit.Int], cards: CardSet) -> kit.Int:
    """The points of cards where `card_points` are these."""
    basic, jack, queen, king = worths
    return (
        basic * kit.count(cards & BASIC)
        + jack * kit.count(cards & JACKS)
        + queen * kit.count(cards & QUEENS)
        + king * kit.count(cards & KINGS)
    )


def lowest_wins(rules: Rules) -> kit.Bool:
    return rules.winner == Winner.LOWEST


# What the workbench asks besides


def check(values: Values) -> list[Problem]:
    """Warnings about rules that never come into play."""
    problems, limit = [], whole_of(values, "sum_limit")
    highest = sum(range(2, (RANKS if values["faces_count"] else NUMBERS) + 1)) + whole_of(values, "ace_value")
    if limit >= highest:
        words = f"no packet can exceed this: all cards of a suit add up to {highest}; only another suit forces anybody"
        problems.append(Problem("sum_limit", words, str(limit), warning=True))
    if not _whole_deck(values):
        words = "no card is worth a point, so every game ends in a tie; at least one kind of card should score"
        problems.append(Problem("basic_points", words, "0", warning=True))
    return problems


def _whole_deck(values: Values) -> int:
    """The points of all cards together: the most that anybody can score in a round."""
    worth = {"basic_points": NUMBERS, "jack_points": 1, "queen_points": 1, "king_points": 1}
    return SUITS * sum(whole_of(values, name) * cards for name, cards in worth.items())


def score_sheet(values: Values) -> ScoreSheet:
    """The score sheet: a row a round, with the points after shooting the moon; one round a player by default."""
    rounds = whole_of(values, "rounds") or whole_of(values, "players")
    wins = Wins.LOWEST if values["winner"] == "lowest" else Wins.HIGHEST
    return ScoreSheet(
        row="round", wins=wins, rows=rounds, total="points", length="rounds", low=0, high=_whole_deck(values)
    )


def write_down(event: str, fields: Fields) -> Iterator[SheetEntry]:
    """The points of a round, by player."""
    if event == "score":
        yield from (SheetEntry(player, line["points"]) for player, line in enumerate(fields["by_player"]))


def in_order_laid(events: Iterable[tuple[str, Fields]]) -> Iterator[Fields]:
    """The fields of events, with the cards of packets in the order in which they were laid."""
    laid: dict[str, int] = {}
    for event, fields in events:
        name = {"collect": "cards", "lay": "packet", "remainder": "cards"}.get(event)
        laid = {} if event == "deal" else laid
        if name:
            for card in fields[name]:  # at most one is new: that which has just been laid
                laid.setdefault(card, len(laid))
            fields = {**fields, name: sorted(fields[name], key=laid.__getitem__)}
        yield fields
