"""Aims as one says them: `make length shorter by at least 10 %, keep ties below 8 %`; written, read, and proposed.

A reason is read in the same words, clause by clause: what names a measure and says where it is to go is proposed.
"""

import re
from collections.abc import Iterable, Sequence
from math import inf

from workbench.engine.game import Game
from workbench.engine.measures import DECISIONS, Measure
from workbench.engine.problems import Problem
from workbench.engine.wording import lower_first
from workbench.play.goals import CheckedGoal, Standing, goal_measure
from workbench.report.text.phrases import comparative, is_length, is_share
from workbench.report.text.scenarios import aim_size
from workbench.scenario import Aim
from workbench.scenario.goals import Wish, aim_measures
from workbench.stats import Direction

LENGTH = ("length", "plays", "matches", "playing time")
"""The words for the measure of length that a game is told by."""
QUICKER = {"shorter": False, "quicker": False, "faster": False, "longer": True, "slower": True}
DOWN = ("fewer", "less", "lower", "smaller", "rarer", "fall", "falling", "reduce")
UP = ("more", "higher", "larger", "rise", "rising", "raise")
NOT = ("without", "no", "not", "nor", "keep", "never")
SIZE = r"([0-9]+\.?[0-9]*|\.[0-9]+)\s*(%-points|percentage points?|%|per ?cent)?"
SHAPE = "must be as in “make length shorter by at least 10 %, keep ties below 8 %”"


def aims_sentence(game: Game, aims: Sequence[Aim]) -> str:
    """The aims in one sentence, as `read_sentence` reads it."""
    return ", ".join(_clause(game, aim) for aim in aims)


def read_sentence(game: Game, text: str) -> tuple[tuple[Aim, ...], list[Problem]]:
    """The aims of a sentence, and the clauses that say none."""
    clauses = _clauses(game, text)
    aims = {clause: _read(game, clause) for clause in clauses}
    wrong = [Problem("aims", SHAPE, clause) for clause, aim in aims.items() if aim is None]
    return (() if wrong else _one_a_measure(game, filter(None, aims.values()))), wrong


def proposed_aims(game: Game, reason: str, goals: Sequence[CheckedGoal]) -> tuple[Aim, ...]:
    """The aims that a reason names, then those that missed goals call for."""
    missed = [one for one in goals if one.standing is Standing.MISSED and one.goal.measure in aim_measures(game)]
    is_too_high = {
        one.goal.measure: one.figure.estimate.mean > (inf if one.goal.high is None else one.goal.high) for one in missed
    }
    toward = [Aim(name, Wish.LOWER if too_high else Wish.HIGHER) for name, too_high in is_too_high.items()]
    return _one_a_measure(game, [*filter(None, (_read(game, clause) for clause in _clauses(game, reason))), *toward])


def _one_a_measure(game: Game, aims: Iterable[Aim]) -> tuple[Aim, ...]:
    firsts: dict[str, Aim] = {}
    for aim in aims:
        firsts.setdefault(aim.counted(game), aim)
    return tuple(firsts.values())


BETWEEN = re.compile(r"[,;:!?()\n]+|\.(?:\s|$)|\b(?:and|but|yet)\b|(?=\bwithout\b)|(?=\bkeep\b)")


def _clauses(game: Game, text: str) -> list[str]:
    """The parts of a sentence that may each say an aim; the name of a measure is never cut in two."""
    text, marks = text.lower(), {}
    for number, word in enumerate(filter(BETWEEN.search, _words(game))):
        marks[mark := f"\ue000{number}\ue001"] = word
        text = text.replace(word, mark)
    parts = (part.strip() for part in BETWEEN.split(text))
    return [re.sub("\ue000\\d+\ue001", lambda match: marks[match[0]], part) for part in parts if part]


def _clause(game: Game, aim: Aim) -> str:
    measure, up = goal_measure(game, aim.measure), aim.direction is Direction.UP
    name = LENGTH[0] if measure is _length(game) else lower_first(measure.label)
    if aim.bound is not None:
        bound = f"{100 * aim.bound:g} %" if is_share(measure) else f"{aim.bound:g}"
        return f"keep {name} {'above' if up else 'below'} {bound}"
    size = aim_size(aim, measure)
    if aim.wish in (Wish.LOWER, Wish.HIGHER):
        word = comparative(measure, up) or aim.wish.value
        return f"make {name} {word}{f' by at least {size}' if size else ''}"
    return f"keep {name} from {'falling' if up else 'rising'}{f' by more than {size}' if size else ''}"


def _length(game: Game) -> Measure:
    """The measure of length: the game's own, else decisions."""
    return next((measure for measure in game.measures if is_length(measure)), DECISIONS)


def _words(game: Game) -> dict[str, str]:
    """The names of measures in words, each with the goal's name; the longest first."""
    names: dict[str, str] = {}
    for name in aim_measures(game):  # the name of a rate comes last, and stands for its measure
        measure = goal_measure(game, name)
        for word in (measure.label.lower(), measure.name.replace("_", " "), name.replace("_", " "), *measure.words):
            names[word] = name
    names |= dict.fromkeys(LENGTH, _length(game).name)
    return dict(sorted(names.items(), key=lambda entry: -len(entry[0])))


def _read(game: Game, clause: str) -> Aim | None:
    """The aim that a clause says; None where it says none."""
    by = re.search(rf"\bby (?:at least |more than |about )?{SIZE}", clause)
    rest = clause if by is None else clause.replace(by[0], "")
    name = next((name for word, name in _words(game).items() if _has(rest, word)), None)
    bound = re.search(rf"\b(below|under|at most|above|over|at least) {SIZE}", rest)
    if bound and name:
        is_most, share = bound[1] in ("below", "under", "at most"), is_share(goal_measure(game, name))
        wish = Wish.NOT_HIGHER if is_most else Wish.NOT_LOWER
        return Aim(name, wish, bound=float(bound[2]) / (100 if share and bound[3] else 1))
    way = _way(game, rest, name)
    if way is None:
        return None
    name, is_up = way
    if any(_has(rest, word) for word in NOT):
        wish = Wish.NOT_HIGHER if is_up else Wish.NOT_LOWER
    else:
        wish = Wish.HIGHER if is_up else Wish.LOWER
    if by is None:
        return Aim(name, wish)
    is_part = by[2] is not None and "point" not in by[2]
    percent = is_part or (by[2] is not None and is_share(goal_measure(game, name)))
    return Aim(name, wish, float(by[1]) / (100 if percent else 1), is_part)


def _way(game: Game, clause: str, name: str | None) -> tuple[str, bool] | None:
    """The measure that a clause moves, and whether up; None where it says no way."""
    for word, up in QUICKER.items():
        if _has(clause, word) and (name is None or is_length(goal_measure(game, name)) or name == DECISIONS.name):
            return name or _length(game).name, up
    for measure_name in [name] if name else aim_measures(game):
        for up in (True, False):
            word = comparative(goal_measure(game, measure_name), up)
            if word and _has(clause, word):
                return measure_name, up
    for words, up in ((DOWN, False), (UP, True)):
        if name and any(_has(clause, word) for word in words):
            return name, up
    return None


def _has(text: str, words: str) -> bool:
    return re.search(rf"\b{re.escape(words)}(?!\w)", text) is not None
