"""Paper for tables without devices: a session sheet and a feedback form, as pages made for print.

A page holds all that it needs and loads nothing. What is known is filled in; lines are left for the rest.
"""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from workbench.engine.game import Game
from workbench.engine.parameters import Values
from workbench.engine.score_sheet import Criterion, ScoreSheet
from workbench.playtest.forms import LENGTH, QUOTE, RATED, REPLIED, WRITTEN, Reply
from workbench.playtest.kinds import Medium, Moment, Phase, QuestionKind
from workbench.playtest.session import Question

FOLDER = Path(__file__).parent
MOST_ROWS = 12
"""Rows of the score sheet, where the rules do not say how many: what fits on a page."""
FEWEST_ROWS = 4
LINES_OF_A_PAGE = 34


def session_sheet(game: Game, rules: Values, *, revision: str = "", title: str = "", goal: str = "") -> str:
    """A sheet to log a session on by hand: who and what, times, the score sheet under these rules, moments, notes."""
    sheet = game.sheet(rules)
    players = rules.get("players", game.seats)
    return _template("session.html").render(
        game=game.title,
        revision=revision,
        title=title,
        goal=goal,
        players=range(1, (players if isinstance(players, int) else game.seats) + 1),
        sheet=sheet,
        rows=range(1, _rows(sheet) + 1),
        criteria=sheet.criteria or (Criterion("points", "Points"),),
        media=[medium.value for medium in Medium],
        phases=[phase.value for phase in Phase if phase is not Phase.NONE],
        moments=[moment.value.replace("_", " ") for moment in Moment],
    )


def feedback_form(game_title: str, *, revision: str = "", questions: tuple[Question, ...] = ()) -> str:
    """A form for one player to fill in by hand, with the session's own questions."""
    return _template("feedback.html").render(
        game=game_title,
        revision=revision,
        rated=RATED,
        length=LENGTH,
        replied=REPLIED,
        replies=[reply.value for reply in Reply],
        written=WRITTEN,
        quote=QUOTE,
        questions=[{"text": question.text, **_answered(question)} for question in questions],
    )


def _answered(question: Question) -> dict[str, Any]:
    """How a question of the designer's is answered: choices, or lines to write on."""
    choices = {QuestionKind.RATING: list("12345"), QuestionKind.REPLY: [reply.value for reply in Reply]}
    return {"choices": choices.get(question.kind, [])}


def _rows(sheet: ScoreSheet) -> int:
    """As many rows as there are, or as fit on a page."""
    if sheet.rows is not None:
        return sheet.rows
    return max(FEWEST_ROWS, min(MOST_ROWS, LINES_OF_A_PAGE // max(1, len(sheet.criteria))))


@cache
def _template(name: str) -> Template:
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    style = (FOLDER / "style.html").read_text(encoding="utf-8")
    return environment.from_string((FOLDER / name).read_text(encoding="utf-8").replace("<!-- style -->", style))
