"""Playtests in words: what an import adds, what to look at first, and people beside bots."""

from collections import Counter
from collections.abc import Mapping, Sequence

from workbench.engine.wording import counted, listed, lower_first
from workbench.playtest.exchange.importing import Imported, Preview, SessionPreview
from workbench.playtest.exchange.reconcile import ImportStatus
from workbench.playtest.feedback import RATED
from workbench.playtest.log.kinds import Moment
from workbench.playtest.log.sentences import moment_title
from workbench.playtest.people_and_bots import LEAD, LENGTH, SCORE, SEAT_SHIFT, PeopleAndBots
from workbench.report.template import SHARED, RenderedAnswer, render, text_lines
from workbench.stats import WORTH_NOTICING
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


def imported_lines(done: Imported, *, on_page: bool = False) -> list[str]:
    """Lines on what was stored, and how to undo it."""
    return text_lines("imported.txt", done=done, on_page=on_page)


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
    return text_lines("previewed.txt", seen=seen, statuses=STATUS_TEXTS, scores=scores_text, most=MOST_LISTED)


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


def people_words(people: PeopleAndBots, template: str = "people_and_bots.md") -> RenderedAnswer:
    """People beside bots: if they differ, a line for each figure and seat; in the details, how many sessions tell."""
    sizes = {"shift": round(100 * WORTH_NOTICING), "lead": round(100 * SEAT_SHIFT)}
    return render(SHARED, template, people=people, SCORE=SCORE, LEAD=LEAD, LENGTH=LENGTH, **sizes)
