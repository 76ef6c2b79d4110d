"""The state of a session in sentences: who leads or has won, who has left, and whether the game is over."""

import base64
from collections import Counter
from datetime import datetime

from workbench.app.server.evening.sessions import SessionView
from workbench.engine.problems import BadInput
from workbench.engine.registry import games
from workbench.engine.score_sheet import Wins
from workbench.engine.wording import counted, listed, time_words
from workbench.play.stored import load
from workbench.playtest.feedback import LENGTH, RATED, REPLIED, WRITTEN
from workbench.playtest.log.kinds import ClockPhase, SessionStatus
from workbench.playtest.log.scores import Scores
from workbench.playtest.log.sentences import clock_time, moment_title, points_in_words
from workbench.playtest.log.session import Happening, Session
from workbench.playtest.people_and_bots import compare_with_bots
from workbench.report.text.playtests import people_words
from workbench.store import Store
from workbench.store.runs import Run, Status, runs
from workbench.studies.people_and_bots.measure import simulated

STATUS = {
    SessionStatus.OPEN: "open",
    SessionStatus.ENDED: "ended",
    SessionStatus.STOPPED: "stopped early",
    SessionStatus.UNCLEAR: "ended, finished or not?",
    SessionStatus.ABANDONED: "abandoned",
}
PHASES = {ClockPhase.TEACHING: "Teaching", ClockPhase.PLAY: "Play", ClockPhase.BREAK: "Break"}
LEFT_OUT = "left out of scores, lengths and comparisons with bots"
UNCLEAR = "It is not known whether the game was finished"


def verdict(view: SessionView) -> str:
    """Who is ahead, or has won, in a sentence."""
    scores = view.session.scores
    if not has_scores(scores):
        return "No scores yet."
    if scores.sheet.together and scores.says_who_won:
        return "All won together." if scores.winners else "All lost together."
    if scores.wins_by_override and scores.override:
        won = listed(map(view.name, scores.winners), none="Nobody")
        return f"{won} won by override: {scores.override.reason}"
    if scores.sheet.sides:
        return _verdict_of_sides(view)
    if not scores.winners:
        is_named = scores.sheet.wins is Wins.NAMED
        return (
            "Say at the end whether all have won."
            if scores.sheet.together
            else "The players decide who won: name the winners under “Override the result”."
            if is_named
            else "Some totals are missing."
        )
    return _winners(view)


def has_scores(scores: Scores) -> bool:
    """True if anything is on the sheet."""
    parts = scores.totals, scores.totals_left, scores.override, scores.sides, scores.outcomes
    return any(bool(part) for part in parts)


def _winners(view: SessionView) -> str:
    scores, status = view.session.scores, view.session.status
    several = len(scores.winners) > 1
    verbs = {SessionStatus.ENDED: "won", SessionStatus.OPEN: "lead" if several else "leads"}
    verb = verbs.get(status, "were ahead" if several else "was ahead")
    lead = "" if not scores.margin else f" by {points_in_words(scores.margin)}"
    together = " together" if several else ""
    ends = status is SessionStatus.OPEN and scores.has_reached_target
    ending = f" A player has reached {scores.sheet.target}, which brings the end by the rules." if ends else ""
    return f"{listed(map(view.name, scores.winners))} {verb}{lead}{together}.{ending}"


def _verdict_of_sides(view: SessionView) -> str:
    """Which side has won, and who with it, or how far each has come."""
    scores = view.session.scores
    sheet = scores.sheet
    if not scores.winning_sides:
        is_open = view.session.status is SessionStatus.OPEN
        outcomes = [sides for row, sides in scores.outcomes.items() if row is not None]
        if sheet.rows is not None and len(outcomes) >= sheet.rows:
            return f"That was the last {sheet.row}. Say who won: by these rules another side may win now."
        progress = [
            f"{side.title} {sum(side.name in sides for sides in outcomes)} of {side.target}"
            for side in sheet.sides
            if side.target is not None
        ]
        return f"{'Open' if is_open else 'No side had won'}: {', '.join(progress)}."
    won = f"Won by {sheet.sides_in_words(scores.winning_sides)}"
    unknown = [view.name(player) for player in scores.players if player not in scores.sides]
    if unknown:
        return f"{won}. Side not known yet: {', '.join(unknown)}."
    return f"{won}: {listed(map(view.name, scores.winners), none='nobody at the table')}."


def departures(view: SessionView) -> str:
    """Who left, and who has their points now."""
    scores, sentences = view.session.scores, []
    for player in scores.left:
        points_then = scores.totals_left.get(player)
        had = "" if points_then is None else f" with {points_in_words(points_then)}"
        taker = scores.taken.get(player)
        sentences.append(f"{view.name(player)} left{had}{f', taken over by {view.name(taker)}' if taker else ''}.")
    return " ".join(sentences)


def contradictions(view: SessionView) -> list[str]:
    """A sentence for each total that is not the sum of its rows."""
    scores = view.session.scores
    return [
        f"{view.name(player)}: the total {points_in_words(scores.written[player])} is not the sum of the rows,"
        f" {points_in_words(scores.sum_of(player))}."
        for player in scores.contradictions
    ]


def gaps(view: SessionView) -> list[str]:
    """The fields of the sheet that are empty beside filled ones: `Deal 2: Ben has no points`."""
    scores = view.session.scores
    if scores.override or not has_scores(scores):
        return []
    row_title = scores.sheet.row.capitalize()
    if scores.sheet.sides:
        unknown = [view.name(player) for player in scores.players if player not in scores.sides]
        rows = [row for row in range(scores.rows) if row not in scores.outcomes]
        gaps = [f"{row_title} {row + 1} went to no side" for row in rows]
        return gaps + ([f"Side not known: {', '.join(unknown)}"] if unknown and scores.sides else [])
    by_rows = [player for player in scores.players if player not in scores.written]
    lines = [
        (f"{row_title} {row + 1}", [view.name(player) for player in by_rows if scores.row_total(player, row) is None])
        for row in range(scores.rows)
    ]
    if not scores.rows:
        lines = [("Totals", [view.name(player) for player in scores.players if player not in scores.totals])]
    return [f"{title}: no points for {listed(names)}" for title, names in lines if names]


def end_question(view: SessionView) -> str:
    """The question about a game that is not over by the rules: `Nobody has 21: finished, or stopped early?`."""
    return f"{view.session.scores.why_not_over or UNCLEAR}: finished, or stopped early?"


def ended_at(view: SessionView) -> datetime:
    """When it ended, or was logged last."""
    return view.session.ended_at or view.session.last_at


def ended(view: SessionView) -> str:
    """When the session ended, and what was written down."""
    session = view.session
    played = f"{counted(round(session.seconds(ClockPhase.PLAY) / 60), 'minute')} of play"
    counts = (
        counted(len(session.moments), "moment"),
        counted(len(session.notes), "note"),
        counted(len(view.forms), "form"),
    )
    return f"Ended {time_words(ended_at(view))}: {played}, {', '.join(counts)}."


def moment_counts(view: SessionView) -> str:
    """How often each kind of moment happened, the most frequent first."""
    kinds = Counter(moment_title(moment.moment) for moment in view.session.moments)
    return ", ".join(f"{title} {count}" for title, count in kinds.most_common())


def happenings(view: SessionView) -> list[str]:
    """The moments that have a note, and the notes, as they happened."""
    session = view.session
    lines = [(moment.at, moment_in_words(view, moment)) for moment in session.moments if moment.note]
    lines += [(note.at, note.text) for note in session.notes]
    return [f"{clock_time(session, at)} {' '.join(text.split())}" for at, text in sorted(lines)]


def moment_in_words(view: SessionView, moment: Happening) -> str:
    """The kind of a moment, who it was about, and the note."""
    who = f" ({view.name(moment.player)})" if moment.player else ""
    return f"{moment_title(moment.moment)}{who}{': ' if moment.note else ''}{moment.note}"


# The report of the evening, beyond what its board shows


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
