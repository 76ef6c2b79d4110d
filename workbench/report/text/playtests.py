"""Playtests in sentences: what an import did or would do, and how people differ from simulated plays."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from workbench.engine.wording import counted, listed, time_words
from workbench.playtest.exchange.importing import Imported, Preview, SessionPreview, SetAside
from workbench.playtest.exchange.reconcile import ImportStatus
from workbench.playtest.feedback import RATED
from workbench.playtest.log.kinds import Moment
from workbench.playtest.log.sentences import moment_title
from workbench.playtest.people_and_bots import (
    SEAT_SHIFT,
    FigureComparison,
    PeopleAndBots,
    SeatComparison,
    SideComparison,
)
from workbench.report.text.phrases import lower_first, words_of
from workbench.report.text.scenarios import bots_label, bots_phrase
from workbench.stats import WORTH_NOTICING
from workbench.stats.evidence import FEWEST_SESSIONS, enough_sessions
from workbench.store.playtests import MomentCount, Rating, Version

ASPECTS = [asked.name for asked in RATED if asked.name != "overall"]
"""What can be looked at first: single respects, not the whole."""
PLEASANT = (Moment.LAUGHTER, Moment.EXCITING)
"""Moments that call for no change."""
SHOWN = 20
"""Sessions that a preview lists a line each; the rest is counted."""
STATUS_TEXTS = {
    ImportStatus.NEW: "new",
    ImportStatus.GROWN: "continues a stored session",
    ImportStatus.KNOWN: "already stored",
    ImportStatus.DIFFERS: "differs from the stored one: left out",
    ImportStatus.UPDATED: "differs from the stored one: replaces it",
}


def imported_lines(done: Imported) -> list[str]:
    """What was stored, and how to undo it."""
    batch = done.batch
    aside = [_set_aside(done.aside)] if done.aside else []
    if batch is None:
        return [f"nothing new: {why_nothing_new(done.news)}", *aside]
    updated = sum(news is ImportStatus.UPDATED for news in done.news)
    also = f"; updated {updated}" if updated else ""
    return [
        f"stored {batch.sessions} new sessions, {batch.entries} entries, {batch.feedback} forms{also}",
        f"undo with `workbench playtests undo {batch.id}`",
        *aside,
    ]


def _set_aside(aside: SetAside) -> str:
    were = "session with problems was" if aside.sessions == 1 else "sessions with problems were"
    return f"{aside.sessions} {were} left out"


def why_nothing_new(news: Sequence[ImportStatus]) -> str:
    """Why nothing was stored."""
    if not news:
        return "there is no session in it"
    differ = sum(each is ImportStatus.DIFFERS for each in news)
    return f"{differ} differ from the stored ones and are left out" if differ else "everything in it is already stored"


def imported_json(done: Imported) -> dict[str, Any]:
    """The same for programs."""
    batch = done.batch
    counts = {name: getattr(batch, name) if batch else 0 for name in ("sessions", "entries", "feedback")}
    warnings = [str(problem) for problem in done.warnings]
    left = {"rejected": done.aside.sessions if done.aside else 0, "errors": [str(problem) for problem in done.left]}
    return {"import": batch.id if batch else None, "format": done.format.value, **counts, "warnings": warnings, **left}


def preview_lines(seen: Preview) -> list[str]:
    """What is in a file, a line a session."""
    lines = [_line(session) for session in seen.sessions[:SHOWN]]
    more = [f"and {len(seen.sessions) - SHOWN} more sessions"] if len(seen.sessions) > SHOWN else []
    return [f"{len(seen.sessions)} sessions ({seen.format.value})", *lines, *more, _outcome(seen)]


def _outcome(seen: Preview) -> str:
    if not seen.errors:
        return "nothing was stored (dry run)"
    if not seen.can_part:
        return "nothing would be stored, because of the problems"
    good, bad = len(seen.aside.good.sessions), seen.aside.sessions
    return f"nothing would be stored, because of the problems; --good-rows takes {good} sessions and leaves out {bad}"


def preview_json(seen: Preview) -> dict[str, Any]:
    """The same for programs, every session of it."""
    return {
        "format": seen.format.value,
        "sessions": [vars(session) | {"started_at": session.started_at.isoformat()} for session in seen.sessions],
        "errors": [str(problem) for problem in seen.errors],
        "warnings": [str(problem) for problem in seen.warnings],
        "good": len(seen.aside.good.sessions),
        "rejected": seen.aside.sessions,
        "ambiguous_dates": seen.unclear,
        "joinable": seen.joinable,
    }


def scores_text(session: SessionPreview) -> str:
    """Who played, with their scores: `Anna 21, B. 17`."""
    both = zip(session.players, session.scores, strict=True)
    return ", ".join(name if score is None else f"{name} {score:g}" for name, score in both)


def _line(session: SessionPreview) -> str:
    when = time_words(session.started_at)
    what = f"{session.game}/{session.version}" if session.version else session.game
    counts = f"{session.entries} entries, {session.forms} forms"
    return f"  {session.place}: {when} {what}, {scores_text(session)}: {counts}; {STATUS_TEXTS[session.news]}"


def look_first(ratings: Sequence[Rating], moments: Sequence[MomentCount], named: Mapping[Version, str]) -> str:
    """What testers of the last version that has answers rated lowest, and what was logged most; empty without either.

    `named`: the versions with their titles, in the order in which they were first played.
    """
    for version, title in reversed(list(named.items())):
        rated = _lowest([each for each in ratings if each.version == version and each.aspect in ASPECTS])
        logged = _most_logged([each for each in moments if each.version == version])
        if rated or logged:
            return f"{title}: {' '.join(filter(None, (rated, logged)))}"
    return ""


def _lowest(rated: Sequence[Rating]) -> str:
    """`look first at decisions and downtime, rated 3 of 5 by 3 people in 8 answers.`"""
    if not rated:
        return ""
    least = min(each.spread.median for each in rated)
    lowest = [each for each in rated if each.spread.median == least]
    fewest = min(lowest, key=lambda each: each.spread.n)
    people, answers = counted(fewest.people, "person", "people"), counted(fewest.spread.n, "answer")
    who = people if fewest.spread.n == fewest.people else f"{people} in {answers}"
    return f"look first at {listed(each.aspect for each in lowest)}, rated {least:g} of 5 by {who}."


def _most_logged(found: Sequence[MomentCount]) -> str:
    """`Logged most often as trouble: rules question, 12 times.`"""
    counts = Counter[str]()
    for each in found:
        counts[each.moment] += each.count * (each.moment not in PLEASANT)
    counts = +counts
    if not counts:
        return ""
    ((moment, count),) = counts.most_common(1)
    return f"Logged most often as trouble: {lower_first(moment_title(moment))}, {counted(count, 'time')}."


def headline(found: PeopleAndBots) -> str:
    """Whether people and bots disagree."""
    sessions, bots = counted(len(found.sessions), "session"), bots_label(found.simulated.bots)
    if not found.figures and not found.seats and not found.sides:
        return (
            f"{sessions[0].upper()}{sessions[1:]} without totals or seats: nothing to compare with the bots ({bots})."
        )
    if not found.enough:
        rules = "rules" if len(found.sessions) == 1 else "rule"
        return f"{sessions} {rules} nothing out{_so_far(found)}. At least {FEWEST_SESSIONS} sessions are needed."
    if found.differs:
        moved = [each.label.lower() for each in found.figures if each.differs]
        moved += [f"who wins from seat {each.seat + 1}" for each in found.seats if each.differs]
        moved += [f"how often {words_of(each.side)} win" for each in found.sides if each.differs]
        return f"After {sessions}, people and bots ({bots}) differ in {listed(moved)}."
    if found.figures and all(each.same for each in found.figures):
        shift = f"{round(100 * WORTH_NOTICING)} percentile points"
        return f"After {sessions}, people play like the bots ({bots}): all figures lie within {shift} of theirs."
    return f"After {sessions}, a difference between people and bots ({bots}) is neither shown nor ruled out."


def _so_far(found: PeopleAndBots) -> str:
    """What the few sessions had, beside what the bots mostly have; empty without figures."""
    if found.sides:
        won = [f"{words_of(each.side)} won {_number(each.wins)} ({_percent(each.bots)})" for each in found.sides]
        return f": {listed(won)}; in brackets how often they win among {bots_phrase(found.simulated.bots)}"
    if not found.figures or not found.figures[0].values:
        return f" ({bots_phrase(found.simulated.bots)})"
    first = found.figures[0]
    low, high = _number(first.low), _number(first.high)
    mostly = low if low == high else f"{low} to {high}"
    values = listed([_number(value) for value in first.values])
    return f": {first.label.lower()} averaged {values} ({bots_phrase(found.simulated.bots)} mostly {mostly})"


def sessions_needed(found: PeopleAndBots) -> str:
    """Estimated sessions, in all, that would show a difference; empty where there are enough."""
    shift, lead = round(100 * WORTH_NOTICING), round(100 * SEAT_SHIFT)
    enough = (
        (found.needed, f"if figures lie {shift} percentile points off"),
        (found.needed_for_seats, f"if a seat wins {lead} points more often than its share"),
    )
    parts = [f"about {number} {what}" for number, what in enough if number > len(found.sessions)]
    return f"Sessions needed in all to notice a difference with a chance of 80 %: {listed(parts)}." if parts else ""


def sentences(found: PeopleAndBots) -> list[str]:
    """A sentence for each figure and each seat, and one for what was left out."""
    lines = [figure_sentence(each) for each in found.figures] + [seat_sentence(each) for each in found.seats]
    lines += [side_sentence(each) for each in found.sides]
    return [*lines, *filter(None, [left_out_sentence(found.left_out)])]


def left_out_sentence(left_out: Mapping[str, int]) -> str:
    """How many sessions are left out, by reason; empty where none is."""
    listed = ", ".join(f"{count} {reason}" for reason, count in left_out.items())
    return f"Left out: {listed}." if listed else ""


def figure_sentence(found: FigureComparison) -> str:
    """One figure: what people had, where that lies among the bots' plays, and what it means."""
    values = ", ".join(_number(value) for value in found.values[:6]) + (" …" if len(found.values) > 6 else "")
    low, high = _number(found.low), _number(found.high)
    usual = f"half of the bots' plays have {low if low == high else f'{low} to {high}'}"
    text = f"{found.label}: {values}; {usual}."
    place = found.placement
    if not enough_sessions(place.n):
        return f"{text} {_too_few(place.n)}"
    lies = f"On average, a session lies above {_percent(place.mean)} of the bots' plays"
    return (
        f"{text} {lies} ({_percent(place.low)} to {_percent(place.high)}; 50 % means no difference). {_verdict(found)}"
    )


def seat_sentence(found: SeatComparison) -> str:
    """One seat: people's wins, how far they leave its win rate open, and the bots' rate."""
    return _wins_sentence(f"Seat {found.seat + 1}", found, "from it")


def side_sentence(found: SideComparison) -> str:
    """The same of a side."""
    return _wins_sentence(words_of(found.side).capitalize(), found, "on it")


def _wins_sentence(who: str, found: SeatComparison | SideComparison, there: str) -> str:
    people = found.people
    wins = f"{who} won {_number(found.wins)} of {people.n}"
    bots = f"bots win {_percent(found.bots)} of their plays {there}"
    if not enough_sessions(people.n):
        return f"{wins}; {bots}. {_too_few(people.n)}"
    open_ = f"so people's win rate there may be {_percent(people.low)} to {_percent(people.high)}"
    return f"{wins}, {open_}; {bots}. {'They differ.' if found.differs else 'Whether they differ is undecided.'}"


def _too_few(sessions: int) -> str:
    return f"{sessions} of at least {FEWEST_SESSIONS} sessions: too few to say more."


def _verdict(found: FigureComparison) -> str:
    if found.differs:
        return f"People differ from the bots: they have {'more' if found.placement.mean > 0.5 else 'less'}."
    return "No difference worth noticing." if found.same else "Whether they differ is undecided."


def _number(value: float) -> str:
    return f"{value:.0f}" if math.isclose(value, round(value)) else f"{value:.1f}"


def _percent(rate: float) -> str:
    return f"{round(100 * rate)} %"
