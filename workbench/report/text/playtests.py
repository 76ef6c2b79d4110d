"""Playtests in sentences: what an import did or would do, and how people differ from simulated plays."""

from collections import Counter
from collections.abc import Mapping, Sequence

from workbench.engine.wording import counted, listed, lower_first, plural, time_words
from workbench.playtest.exchange.importing import Imported, Preview, SessionPreview
from workbench.playtest.exchange.reconcile import ImportStatus
from workbench.playtest.feedback import RATED
from workbench.playtest.log.kinds import Moment
from workbench.playtest.log.sentences import moment_title
from workbench.playtest.people_and_bots import (
    LEAD,
    LENGTH,
    SCORE,
    SEAT_SHIFT,
    FigureComparison,
    PeopleAndBots,
    WinComparison,
)
from workbench.report.text.phrases import brief, number_of, percent, share_span
from workbench.report.text.scenarios import bots_label, bots_phrase
from workbench.stats import WORTH_NOTICING
from workbench.stats.evidence import FEWEST_SESSIONS, enough_sessions
from workbench.store.playtests.imports import FileImport
from workbench.store.playtests.overview import MomentCount, RatingCounts, Version

ASPECTS = [aspect.name for aspect in RATED if aspect.name != "overall"]
"""The aspects to look at first: single respects, not the whole."""
PLEASANT = (Moment.LAUGHTER, Moment.EXCITING)
"""Moments that call for no change."""
MOST_LISTED = 20
"""Sessions that a preview lists a line each; the rest is counted."""
STATUS_TEXTS = {
    ImportStatus.NEW: "new",
    ImportStatus.GROWN: "continues a stored session",
    ImportStatus.UNCHANGED: "already stored",
    ImportStatus.DIFFERS: "differs from the stored one: left out",
    ImportStatus.UPDATED: "differs from the stored one: replaces it",
}


def imported_lines(done: Imported) -> list[str]:
    """Lines on what was stored, and how to undo it."""
    batch = done.batch
    aside = []
    if done.aside:
        were = counted(done.aside.sessions, "session with problems was", "sessions with problems were")
        aside = [f"{were} left out"]
    joined = joined_lines(done.joined)
    if batch is None:
        return [f"nothing new: {why_nothing_new(done.news)}", *joined, *aside]
    updated = sum(news is ImportStatus.UPDATED for news in done.news)
    also = f"; updated {updated}" if updated else ""
    return [
        f"stored {batch_in_words(batch, 'new session')}{also}",
        *joined,
        f"undo with `workbench playtests undo {batch.id}`",
        *aside,
    ]


def joined_lines(joined: Mapping[str, int] | None) -> list[str]:
    """A line on the plays that are linked to revisions; none where they are not to be."""
    if joined is None:
        return []
    plays = [f"{counted(count, 'play')} to {revision}" for revision, count in joined.items()]
    return [f"joined {listed(plays, none='no play: no new one has a board or variant that names a revision here')}"]


def batch_in_words(batch: FileImport, one: str = "session") -> str:
    """The numbers of an import: `1 session, 9 entries, 2 forms`."""
    entries = counted(batch.entries, "entry", "entries")
    return f"{counted(batch.sessions, one)}, {entries}, {counted(batch.feedback, 'form')}"


def why_nothing_new(news: Sequence[ImportStatus]) -> str:
    """Why nothing was stored."""
    if not news:
        return "there is no session in it"
    differ = sum(status is ImportStatus.DIFFERS for status in news)
    return f"{differ} differ from the stored ones and are left out" if differ else "everything in it is already stored"


def imported_json(done: Imported) -> dict[str, object]:
    """The same for programs."""
    batch = done.batch
    counts = {name: getattr(batch, name) if batch else 0 for name in ("sessions", "entries", "feedback")}
    warnings = [str(problem) for problem in done.warnings]
    left = {"rejected": done.aside.sessions if done.aside else 0, "errors": [str(problem) for problem in done.left]}
    result = {"import": batch.id if batch else None, "format": done.format.value, **counts, "warnings": warnings}
    return {**result, **left, **({} if done.joined is None else {"joined": dict(done.joined)})}


def preview_lines(seen: Preview) -> list[str]:
    """The sessions of a file, a line each."""
    lines = [f"{counted(len(seen.sessions), 'session')} ({seen.format.value})"]
    for session in seen.sessions[:MOST_LISTED]:
        what = f"{session.game}/{session.version}" if session.version else session.game
        played = f"{time_words(session.started_at)} {what}, {scores_text(session)}"
        counts = f"{counted(session.entries, 'entry', 'entries')}, {counted(session.forms, 'form')}"
        lines.append(f"  {session.place}: {played}: {counts}; {STATUS_TEXTS[session.news]}")
    more = len(seen.sessions) - MOST_LISTED
    lines += [f"and {counted(more, 'more session')}"] if more > 0 else []
    return [*lines, *joined_lines(seen.joined), _outcome(seen)]


def _outcome(seen: Preview) -> str:
    if not seen.errors:
        return "nothing was stored (dry run)"
    if not seen.can_part:
        return "nothing would be stored, because of the problems"
    good, bad = len(seen.aside.good.sessions), seen.aside.sessions
    takes = f"takes {counted(good, 'session')} and leaves out {bad}"
    return f"nothing would be stored, because of the problems; --good-rows {takes}"


def preview_json(seen: Preview) -> dict[str, object]:
    """The same for programs, every session of it."""
    return {
        "format": seen.format.value,
        "sessions": [vars(session) | {"started_at": session.started_at.isoformat()} for session in seen.sessions],
        "errors": [str(problem) for problem in seen.errors],
        "warnings": [str(problem) for problem in seen.warnings],
        "good": len(seen.aside.good.sessions),
        "rejected": seen.aside.sessions,
        "ambiguous_dates": seen.unclear,
        "unlikely_points": seen.doubted,
        "joinable": seen.joinable,
        **({} if seen.joined is None else {"joined": dict(seen.joined)}),
    }


def scores_text(session: SessionPreview) -> str:
    """Who played, with their scores: `Anna 21, B. 17`."""
    both = zip(session.players, session.scores, strict=True)
    return ", ".join(name if score is None else f"{name} {score:g}" for name, score in both)


def look_first(ratings: Sequence[RatingCounts], moments: Sequence[MomentCount], named: Mapping[Version, str]) -> str:
    """The lowest ratings of the last version that has answers, and its most frequent moment; empty without either.

    `named`: the versions with their titles, in the order in which they were first played.
    """
    for version, title in reversed(list(named.items())):
        rated = _lowest([rating for rating in ratings if rating.version == version and rating.aspect in ASPECTS])
        logged = _most_logged([moment for moment in moments if moment.version == version])
        if rated or logged:
            return f"{title}: {' '.join(filter(None, (rated, logged)))}"
    return ""


def _lowest(rated: Sequence[RatingCounts]) -> str:
    """`look first at decisions and downtime, rated 3 of 5 by 3 people in 8 answers.`"""
    if not rated:
        return ""
    least = min(rating.spread.median for rating in rated)
    lowest = [rating for rating in rated if rating.spread.median == least]
    fewest = min(lowest, key=lambda rating: rating.spread.n)
    people, answers = counted(fewest.people, "person", "people"), counted(fewest.spread.n, "answer")
    who = people if fewest.spread.n == fewest.people else f"{people} in {answers}"
    return f"look first at {listed(rating.aspect for rating in lowest)}, rated {least:g} of 5 by {who}."


def _most_logged(moment_counts: Sequence[MomentCount]) -> str:
    """`Logged most often as trouble: rules question, 12 times.`"""
    counts = Counter[str]()
    for moment_count in moment_counts:
        counts[moment_count.moment] += moment_count.count * (moment_count.moment not in PLEASANT)
    counts = +counts
    if not counts:
        return ""
    ((moment, count),) = counts.most_common(1)
    return f"Logged most often as trouble: {lower_first(moment_title(moment))}, {counted(count, 'time')}."


def headline(people_and_bots: PeopleAndBots) -> str:
    """The answer: if people and bots disagree."""
    sessions, bots = counted(len(people_and_bots.sessions), "session"), bots_label(people_and_bots.simulated.bots)
    if not people_and_bots.figures and not people_and_bots.seats and not people_and_bots.sides:
        return (
            f"{sessions[0].upper()}{sessions[1:]} without totals or seats: nothing to compare with the bots ({bots})."
        )
    if not people_and_bots.enough:
        rules = plural(len(people_and_bots.sessions), "rules", "rule")
        return (
            f"{sessions} {rules} nothing out{_so_far(people_and_bots)}. At least {FEWEST_SESSIONS} sessions are needed."
        )
    if people_and_bots.differs:
        ways = [_way(figure) for figure in people_and_bots.figures if figure.differs]
        wins = [win for win in (*people_and_bots.seats, *people_and_bots.sides) if win.differs]
        for win in wins:
            often = "more often" if win.figure.estimate.mean > win.bots else "less often"
            ways.append(f"win {often} {'as' if win.figure.side else 'from'} {win.figure.place}")
        return f"After {sessions}, people {listed(ways)} than {bots_phrase(people_and_bots.simulated.bots)}."
    if people_and_bots.figures and all(figure.same for figure in people_and_bots.figures):
        shift = f"{round(100 * WORTH_NOTICING)} percentile points"
        return f"After {sessions}, people play like the bots ({bots}): all figures lie within {shift} of theirs."
    return f"After {sessions}, a difference between people and bots ({bots}) is neither shown nor ruled out."


def _way(figure: FigureComparison) -> str:
    """The way in which people differ: `score lower`, `win by more`, `play more deals`."""
    is_more = figure.placement.mean > 0.5
    if figure.name == SCORE.name:
        return f"score {'higher' if is_more else 'lower'}"
    more = "more" if is_more else "less" if figure.name == LEAD.name else "fewer"
    return f"win by {more}" if figure.name == LEAD.name else f"play {more} {figure.label.removeprefix(LENGTH)}"


def _so_far(people_and_bots: PeopleAndBots) -> str:
    """The figures of the few sessions, beside those that bots mostly have; empty without figures."""
    if people_and_bots.sides:
        won = [
            f"{side.figure.place} won {brief(side.wins)} ({percent(side.bots, 0)})" for side in people_and_bots.sides
        ]
        return f": {listed(won)}; in brackets how often they win among {bots_phrase(people_and_bots.simulated.bots)}"
    if not people_and_bots.figures or not people_and_bots.figures[0].values:
        return f" ({bots_phrase(people_and_bots.simulated.bots)})"
    first = people_and_bots.figures[0]
    values, bots = listed([brief(value) for value in first.values]), bots_phrase(people_and_bots.simulated.bots)
    return f": {first.label.lower()} averaged {values} ({bots} mostly {_middle_half(first)})"


def _middle_half(comparison: FigureComparison) -> str:
    """The figures that half of the bots' plays have: `21 to 27`."""
    return " to ".join(dict.fromkeys(map(brief, comparison.quartiles)))


def sessions_needed(people_and_bots: PeopleAndBots) -> str:
    """Estimated sessions, in all, that would show a difference; empty where there are enough."""
    shift, lead = round(100 * WORTH_NOTICING), round(100 * SEAT_SHIFT)
    enough = (
        (people_and_bots.needed, f"if figures lie {shift} percentile points off"),
        (people_and_bots.needed_for_seats, f"if a seat wins {lead} points more often than its share"),
    )
    parts = [f"about {number} {what}" for number, what in enough if number > len(people_and_bots.sessions)]
    return f"Sessions needed in all to notice a difference with a chance of 80 %: {listed(parts)}." if parts else ""


def sentences(people_and_bots: PeopleAndBots) -> list[str]:
    """A sentence for each figure and each seat, and one for what was left out."""
    wins = [wins_sentence(win) for win in (*people_and_bots.seats, *people_and_bots.sides)]
    left_out = left_out_sentence(people_and_bots.left_out)
    return [*map(figure_sentence, people_and_bots.figures), *wins, *filter(None, [left_out])]


def evening_sentences(evening: PeopleAndBots) -> list[str]:
    """One session beside the bots' plays, a sentence for each figure, and what one session is worth."""
    simulated = evening.simulated
    plays, bots = number_of(len(simulated.results), "play"), bots_phrase(simulated.bots)
    lines = [
        f"{figure.label}: {brief(figure.values[0])}; half of the bots' plays have {_middle_half(figure)}."
        f" The session lies above {percent(figure.placement.percentiles[0], 0)} of them."
        for figure in evening.figures
    ]
    lines += [f"{side.figure.place.capitalize()} won; bots win {percent(side.bots, 0)} there." for side in evening.sides
              if side.wins]  # fmt: skip
    worth = f"One session tells little: the page People and bots judges {FEWEST_SESSIONS} or more together."
    return [*lines, f"Compared with {plays} by {bots}.", worth]


def left_out_sentence(left_out: Mapping[str, int]) -> str:
    """How many sessions are left out, by reason; empty where none is."""
    listed = ", ".join(f"{count} {reason}" for reason, count in left_out.items())
    return f"Left out: {listed}." if listed else ""


def figure_sentence(comparison: FigureComparison) -> str:
    """One figure: what people had, where that lies among the bots' plays, and what it means."""
    values = ", ".join(brief(value) for value in comparison.values[:6]) + (" …" if len(comparison.values) > 6 else "")
    text = f"{comparison.label}: {values}; half of the bots' plays have {_middle_half(comparison)}."
    place = comparison.placement
    if not enough_sessions(place.n):
        return f"{text} {_too_few(place.n)}"
    lies = f"On average, a session lies above {percent(place.mean, 0)} of the bots' plays"
    verdict = "No difference worth noticing." if comparison.same else "Whether they differ is undecided."
    if comparison.differs:
        verdict = f"People differ from the bots: they have {'more' if place.mean > 0.5 else 'less'}."
    return f"{text} {lies} ({share_span(place, 0)}; 50 % means no difference). {verdict}"


def wins_sentence(comparison: WinComparison) -> str:
    """One seat or side: people's wins, how far they leave its win rate open, and the bots' rate."""
    people, there = comparison.figure.estimate, "on it" if comparison.figure.side else "from it"
    wins = f"{comparison.figure.place.capitalize()} won {brief(comparison.wins)} of {people.n}"
    bots = f"bots win {percent(comparison.bots, 0)} of their plays {there}"
    if not enough_sessions(people.n):
        return f"{wins}; {bots}. {_too_few(people.n)}"
    open_ = f"so people's win rate there may be {share_span(people, 0)}"
    return f"{wins}, {open_}; {bots}. {'They differ.' if comparison.differs else 'Whether they differ is undecided.'}"


def _too_few(sessions: int) -> str:
    return f"{sessions} of at least {FEWEST_SESSIONS} sessions: too few to say more."
