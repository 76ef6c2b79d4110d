"""Referees who have the rulebook and a trace, and nothing of the engine: what they share, and that of Hitmakers."""

from collections.abc import Iterator, Sequence
from typing import Any

from tests.naive import hitmakers as naive

Line = dict[str, Any]
SUITS = ("clubs", "diamonds", "hearts", "spades")


class Foul(AssertionError):
    """A trace that breaks the rules."""


def demand(condition: bool, what: str, line: Line) -> None:
    """Fouls unless the condition holds."""
    if not condition:
        raise Foul(f"{what}: {line}")


class Reader:
    """Reads a trace line by line."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.rules: Line = lines[0]["rules"]
        self.lines = iter(lines[1:])
        self.players: int = self.rules["players"]
        self.line: Line = {}
        self.next()

    def next(self) -> Line:
        """The line to judge; the one after it is then in `self.line`."""
        judged, self.line = self.line, next(self.lines, {"event": "nothing more"})
        return judged

    def expect(self, event: str) -> Line:
        """The next line, which must be of this kind."""
        demand(self.line["event"] == event, f"{event} is due", self.line)
        return self.next()

    def demand_next(self, event: str, **fields: Any) -> Line:
        """The next line, which must be of this kind and have these fields."""
        line = self.expect(event)
        for name, value in fields.items():
            demand(line[name] == value, f"{name} must be {value}", line)
        return line

    def best(self, totals: Sequence[int], best: int) -> list[int]:
        """The players who have the best total."""
        return [player for player in range(self.players) if totals[player] == best]


class Referee(Reader):
    """Reads a trace in the order of the rulebook, and keeps the hands, the piles and the scores by hand."""

    def __init__(self, lines: Sequence[Line]) -> None:
        super().__init__(lines)
        self.totals = [0] * self.players
        self.deals = 0

    def judge(self) -> None:
        """The whole play."""
        while True:
            self.deal()
            self.production()
            self.talent_show()
            self.score()
            if self.is_over():
                break
        target = self.rules["score_target"]
        cut = max(self.totals) < target
        winners = self.best(self.totals, max(self.totals))
        self.demand_next("end", winners=winners, ended_by="max_deals" if cut else "score_target")
        self.expect("nothing more")

    def is_over(self) -> bool:
        """Whether the target or the limit of deals is reached."""
        target, limit = self.rules["score_target"], self.rules["max_deals"]
        return target == 0 or max(self.totals) >= target or self.deals == limit

    # Start

    def deal(self) -> None:
        line = self.expect("deal")
        self.pile: list[str] = []
        self.row: list[str] = []
        self.down: list[str] = []
        self.hands = [set(hand) for hand in line["hands"]]
        self.seen: set[str] = set().union(*self.hands)
        seats = [(player - self.deals) % self.players for player in range(self.players)]
        demand(line["seat_of_player"] == seats, f"the seats are {seats}", line)
        self.order = [seats.index(seat) for seat in range(self.players)]
        sizes = {len(hand) for hand in self.hands}
        whole = len(self.seen) == self.players * self.rules["hand_size"]
        demand(sizes == {self.rules["hand_size"]} and whole, "whole hands are due", line)
        if self.rules["concentration"]:
            self.stars(self.rules["production_rounds"] + self.rules["extra_stars"])

    def from_stock(self, line: Line) -> str:
        """A card of the stock, which nobody has seen in this deal."""
        card = str(line["card"])
        demand(card not in self.seen, "this card is not in the stock", line)
        naive.card_named(card)
        self.seen.add(card)
        return card

    @property
    def stock(self) -> int:
        return 52 - len(self.seen)

    def stars(self, number: int) -> None:
        """So many cards join the Cavalcade, as far as there is stock."""
        for _ in range(min(number, self.stock)):
            self.row.append(self.from_stock(self.expect("star")))

    # Production rounds

    def production(self) -> None:
        open_row = not self.rules["concentration"]
        for _ in range(self.rules["production_rounds"]):
            if open_row:
                self.stars(1)
            self.round()
        if open_row:
            self.stars(self.rules["extra_stars"])
        if self.rules["bonus_round"] and self.stock >= self.players:
            self.round()
        while not open_row and self.row:
            self.turn_down()

    def round(self) -> None:
        for player in self.order:
            self.turn(player)
        if self.rules["concentration"] and self.row:
            self.turn_down()

    def turn_down(self) -> None:
        self.down.append(self.row.pop(0))
        line = self.expect("turn_down")
        demand(line["card"] == self.down[-1], "the leftmost star is turned down", line)

    def turn(self, player: int) -> None:
        if self.line["event"] == "pass":
            possible = self.stock > 0 or self.pile
            demand(self.rules["may_pass"] or not possible, "a card must be drawn", self.line)
            demand(self.next()["player"] == player, f"player {player}'s turn", self.line)
            return
        line = self.expect("draw")
        demand(line["player"] == player, f"player {player}'s turn", line)
        self.hands[player].add(self.drawn(line))
        line = self.expect("discard")
        demand(line["player"] == player and line["card"] in self.hands[player], "no card of the hand", line)
        self.hands[player].remove(line["card"])
        self.pile.append(line["card"])

    def drawn(self, line: Line) -> str:
        if line["from"] == "stock":
            return self.from_stock(line)
        demand(bool(self.pile) and self.pile[-1] == line["card"], "not the top of the discard pile", line)
        return self.pile.pop()

    # Talent show

    def talent_show(self) -> None:
        waiting = self.down if self.rules["concentration"] else self.row
        chosen = self.rules["presentation"] == "emcee_chooses" and not self.rules["concentration"]
        while waiting:
            line = self.expect("present")
            allowed = waiting if chosen else waiting[:1]
            demand(line["card"] in allowed, "this star is not to be presented", line)
            waiting.remove(line["card"])
            self.presentation(line["card"])

    def presentation(self, star: str) -> None:
        chain, owner = [star], None
        while self.line["event"] in ("scout", "poach"):
            demand(self.line["event"] == ("poach" if owner is not None else "scout"), "the other word", self.line)
            owner = self.cover(chain, owner)
        line = self.expect("contract")
        demand(line["player"] == owner and line["cards"] == chain, f"{chain} go to {owner}", line)
        if owner is not None:
            self.hands[owner] |= set(chain)

    def cover(self, chain: list[str], owner: int | None) -> int:
        line = self.next()
        player, called = int(line["player"]), naive.name(naive.scout_of(naive.card_named(chain[-1])))
        demand(line["card"] == called and called in self.hands[player], f"{called} is called", line)
        demand(player != owner or self.rules["self_poach"], "the own card is covered", line)
        demand(len(chain) < 4, "a chain has three cards at most", line)
        self.hands[player].remove(called)
        chain.append(called)
        return player

    # Scoring

    def score(self) -> None:
        line = self.expect("score")
        hands = [[naive.card_named(card) for card in hand] for hand in self.hands]
        scores = naive.score_hands(hands, self.rules)
        self.totals = [total + score["total"] for total, score in zip(self.totals, scores, strict=True)]
        demand(line["by_player"] == scores and line["totals"] == self.totals, f"{scores} are due", line)
        for suit, name in enumerate(SUITS):
            of_suit = [[card for card in hand if card // 13 == suit] for hand in hands]
            brought = [
                {k: v for k, v in s.items() if v and k != "total"} for s in naive.score_hands(of_suit, self.rules)
            ]
            demand(line["by_suit"][name] == brought, f"{name} bring {brought}", line)
        self.deals += 1


def referee(lines: Sequence[Line]) -> None:
    """Raises Foul where the trace breaks the rules that its first line names."""
    Referee(lines).judge()


def tampered(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The trace with one line after another left out."""
    for place in range(1, len(lines)):
        yield [*lines[:place], *lines[place + 1 :]]


def without(lines: Sequence[Line], *names: str) -> list[Line]:
    """The lines without what the references do not tell, and the referees look at."""
    return [{name: value for name, value in line.items() if name not in names} for line in lines]
