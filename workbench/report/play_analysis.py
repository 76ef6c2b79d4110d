"""Answers about a watched play as its page takes them: thoughts, another move, chances to win."""

import numpy as np

from workbench.engine.batch import CAREFUL
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import report
from workbench.engine.measures import WINNERS, win_shares
from workbench.play.films import Watched
from workbench.play.thoughts import Thought
from workbench.play.what_if import Curve, Rounds, WhatIf
from workbench.report.play_table import card_titles, titled
from workbench.report.text.phrases import number_of, points
from workbench.report.text.scenarios import bots_phrase

DRAWN_EVENLY = (
    "Cards that the player cannot see are dealt anew, evenly. What the others' moves say of them is left out, so the"
    " player's own chance is off: in our games by up to 5 points of 100, too high in Hitmakers and Trickster, too low"
    " in Showbiz Shuffle."
)
"""Of chances as one seat sees them (`what_if.py` has the figures)."""
SAME = 0.03
"""Win chances that differ by no more than this are as good as each other."""


def thought_data(watched: Watched, thought: Thought) -> dict[str, object]:
    """A decision with its legal moves, the best to `greedy` first."""
    titles = card_titles(watched.scenario.game.picture.faces(watched.values))
    moves = sorted(thought.moves, key=lambda move: -(move.visits or 0) if move.worth is None else -move.worth)
    return {
        "decision": thought.decision,
        "player": thought.player + 1,
        "bot": thought.bot,
        "moves": [
            {
                "action": move.action,
                "says": titled(move.choice.says, titles),
                "chosen": move.is_chosen,
                "worth": move.worth,
                "visits": move.visits,
                "value": move.value,
            }
            for move in moves
        ],
    }


def what_if_data(answer: WhatIf) -> dict[str, object]:
    """How much better the move taken is, in points of win chance, and in words."""
    taken, other = answer.chances
    gain, says = answer.gain, "Undecided"
    if gain.low > 0:
        says = "The move taken is better"
    elif gain.high < 0:
        says = "The other move is better"
    elif max(-gain.low, gain.high) <= SAME:
        says = "About as good"
    return {
        "plays": answer.rounds.plays,
        "done": answer.is_done,
        "seconds": round(answer.seconds, 1),
        "taken": taken.mean,
        "other": other.mean,
        "gain": [gain.mean, float(gain.low), float(gain.high)],
        "says": says,
        "bots": _players_on(answer.rounds),
        "caveat": DRAWN_EVENLY if answer.rounds.draws_worlds else "",
    }


def _players_on(rounds: Rounds) -> str:
    """Who played on, in a sentence."""
    after = f" that try each choice twice, after {CAREFUL} decisions or the {rounds.stage_word} at random"
    return bots_phrase(rounds.bots) + (after if rounds.is_sketched else "")


def chances_data(watched: Watched, curve: Curve) -> dict[str, object]:
    """Every player's chance at the points of the curve, with its band; who has won; and where chances turned."""
    result = np.zeros(1, watched.scenario.game.result)
    plainly(report)(watched.film.world, watched.batch.compiled_rules, result[0])
    shares: list[float] = win_shares(result[WINNERS], watched.scenario.players)[0].tolist()
    return {
        "plays": curve.rounds.plays,
        "done": curve.is_done,
        "seconds": round(curve.seconds, 1),
        "bots": _players_on(curve.rounds),
        "caveat": DRAWN_EVENLY if curve.rounds.draws_worlds else "",
        "points": [
            {
                "step": point.step,
                "chances": [[c.mean, max(0.0, float(c.low)), min(1.0, float(c.high))] for c in chances],
            }
            for point, chances in zip(curve.points, curve.chances, strict=True)
        ],
        "end": {"step": len(watched.film) - 1, "shares": shares},
        "turns": [
            {
                "step": turn.step,
                "says": f"Step {turn.step + 1}: player {turn.player + 1} {points(turn.change, digits=0)} points",
            }
            for turn in curve.turns()
        ],
        "counted": number_of(curve.rounds.plays, "play"),
    }
