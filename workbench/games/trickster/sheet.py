"""Trickster: the score sheet: everybody's points of each round.

Source: "Trickster, Prototype A", "End of Round" and "End of Game".
"""

from workbench.engine.parameters import Values
from workbench.engine.playing_cards import SUITS
from workbench.engine.score_sheet import ScoreSheet, Wins
from workbench.games.trickster.rules import NUMBERS


def score_sheet(values: Values) -> ScoreSheet:
    """A row a round, with what is left to count once suits are ignored for the moon; one round a player by default."""
    rounds = values["rounds"] or values["players"]
    assert isinstance(rounds, int)
    wins = Wins.LOWEST if values["winner"] == "lowest" else Wins.HIGHEST
    return ScoreSheet(
        row="round", wins=wins, rows=rounds, total="points", length="rounds", low=0, high=_whole_deck(values)
    )


def _whole_deck(values: Values) -> int:
    """What all cards score together: nobody can collect more in a round."""
    worth = {"basic_points": NUMBERS, "jack_points": 1, "queen_points": 1, "king_points": 1}
    return SUITS * sum(int(str(values[name])) * cards for name, cards in worth.items())
