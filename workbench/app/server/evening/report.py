"""The contents of an evening's report, beyond those of its board."""

import base64

from workbench.app.server.evening.board import PHASES
from workbench.app.server.evening.sessions import SessionView
from workbench.engine.problems import BadInput
from workbench.engine.registry import games
from workbench.play.stored import load
from workbench.playtest.feedback import LENGTH, RATED, REPLIED, WRITTEN
from workbench.playtest.log.session import Session
from workbench.playtest.people_and_bots import compare_with_bots
from workbench.report.text.playtests import people_words
from workbench.store import Store
from workbench.store.runs import Run, Status, runs
from workbench.studies.people_and_bots.measure import simulated

MOST_PLAYS = 20_000
"""Plays beside which an evening is placed: its percentiles are then right to 1 point."""


def evening_report(view: SessionView, store: Store) -> dict[str, object]:
    """The figures of a report of the evening: minutes, ratings by question, bots beside it, and what may be quoted."""
    session = view.session
    minutes = [(phase.capitalize(), round(session.seconds(phase) / 60)) for phase in PHASES]
    rated = [(entry.question, entry.low, entry.high, _values(view, entry.name)) for entry in (*RATED, LENGTH)]
    replied = [(entry.question, _values(view, entry.name)) for entry in REPLIED]
    questions = [(entry.text, [form.answers[entry.id] for form in view.forms if entry.id in form.answers])
                 for entry in session.questions]  # fmt: skip
    remarks = [(entry.question, _values(view, entry.name)) for entry in WRITTEN]
    return {
        "minutes": minutes,
        "bots": beside_bots(view.session, store),
        "ratings": [line for line in rated if line[3]],
        "replies": [line for line in [*replied, *questions] if line[1]],
        "remarks": [line for line in remarks if line[1]],
        "quotes": [getattr(form, entry.name) for form in view.forms if form.quote
                   for entry in WRITTEN if getattr(form, entry.name)],
    }  # fmt: skip


def _values(view: SessionView, name: str) -> list[int | str]:
    """The answers to a question, where there are any."""
    return [value for form in view.forms if (value := getattr(form, name)) not in (None, "")]


def beside_bots(session: Session, store: Store) -> list[str]:
    """How the evening lies among stored plays of its rules with as many players, in sentences; empty without plays."""
    run = _plays_alike(session, store)
    if run is None:
        return []
    try:
        evening = compare_with_bots(simulated(load(store, run), MOST_PLAYS), [session])
        return people_words(evening, "evening.md").things
    except BadInput as bad:
        return [str(problem) for problem in bad.problems]


def _plays_alike(session: Session, store: Store) -> Run | None:
    """The newest batch of these rules and so many players, of which the plays can be read."""
    header, game = session.header, games().get(session.header.game)
    if game is None or not header.rules_hash:
        return None
    code = game.code_hash
    for run in runs(store, header.game, status=Status.DONE):
        alike = (run.rules_hash, run.code_hash, run.seats) == (header.rules_hash, code, session.seats)
        if alike and run.has_rows and not run.study:
            return run
    return None


def embedded(files: list[tuple[bytes, str] | None]) -> list[str]:
    """Photos as addresses that hold them, so that a report is one file; none that still says where it was taken."""
    photos = [file for file in files if file and file[1].startswith("image/") and file[1] != "image/heic"]
    return [f"data:{kind};base64,{base64.b64encode(content).decode()}" for content, kind in photos]
