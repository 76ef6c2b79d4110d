"""A referee of Trickster, who knows the rulebook (`tests/naive/trickster.py`) and the trace alone."""

from collections.abc import Sequence

from tests.naive import trickster as naive
from tests.support.referee import SUITS, Line, Reader, demand


class Referee(Reader):
    """Keeps the packets in the order in which they are laid, and the collections."""

    def judge(self) -> None:
        """The whole play."""
        self.totals = [0] * self.players
        for number in range(self.rules["rounds"] or self.players):
            self.round(number)
        best = max(self.totals) if self.rules["winner"] == "highest" else min(self.totals)
        self.demand_next("end", winners=self.best(self.totals, best), ended_by="rounds")
        self.expect("nothing more")

    def round(self, number: int) -> None:
        self.deal(number)
        steps = len(self.tableaus[0])
        direction = naive.direction_of_round(number + 1, self.rules)
        for step in range(steps):
            for player, card in enumerate(self.chosen(step)):
                self.lay(player, card)
            if step + 1 < steps or self.rules["final_pass"]:
                self.demand_next("pass", direction=direction)
                passed = dict(enumerate(self.packets))
                for player, packet in passed.items():
                    self.packets[naive.receiver(player, direction, self.players)] = packet
        for player, packet in enumerate(self.packets):
            self.demand_next("remainder", player=player, cards=packet)
            self.collections[player] += packet
        self.score(number)

    def deal(self, number: int) -> None:
        line = self.demand_next("deal", round=number)
        dealt = [card for cards in (*line["tableaus"], line["removed"]) for card in cards]
        demand(sorted(dealt) == sorted(naive.DECK), "the whole deck is dealt", line)
        demand({len(t) for t in line["tableaus"]} == {52 // self.players}, "evenly", line)
        self.tableaus = [list(tableau) for tableau in line["tableaus"]]
        self.packets: list[list[str]] = [[] for _ in self.tableaus]
        self.collections: list[list[str]] = [[] for _ in self.tableaus]

    def chosen(self, step: int) -> list[str]:
        """All choose before anything is laid."""
        cards = []
        for player in range(self.players):
            line = self.demand_next("choose", step=step, player=player)
            allowed = naive.legal_cards(self.tableaus[player], self.packets[player], self.rules)
            demand(line["card"] in allowed, f"one of {allowed} may be chosen", line)
            cards.append(line["card"])
        return cards

    def lay(self, player: int, card: str) -> None:
        if why := naive.reason_to_collect(self.packets[player], card, self.rules):
            self.demand_next("collect", player=player, cards=self.packets[player], why=why)
            self.collections[player] += self.packets[player]
            self.packets[player] = []
        self.tableaus[player].remove(card)
        self.packets[player].append(card)
        self.demand_next("lay", player=player, packet=self.packets[player])

    def score(self, number: int) -> None:
        scores = naive.score_round(self.collections, self.rules)
        self.totals = [total + score["points"] for total, score in zip(self.totals, scores, strict=True)]
        line = self.demand_next("score", round=number, by_player=scores, totals=self.totals)
        for suit, name in zip(naive.SUITS, SUITS, strict=True):
            of_suit = [naive.cards_of_suit(cards, suit) for cards in self.collections]
            shooters = naive.moon_shooters(self.collections, suit, self.rules)
            held = [sum(naive.card_points(card, self.rules) for card in cards) for cards in of_suit]
            due = [
                {"points": 0 if player in shooters else points, "saved": points if player in shooters else 0}
                for player, points in enumerate(held)
            ]
            demand(line["by_suit"][name] == due, f"{name} score {due}", line)


def referee(lines: Sequence[Line]) -> None:
    """Raises Foul where the trace breaks the rules that its first line names."""
    Referee(lines).judge()
