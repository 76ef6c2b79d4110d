"""Figures over many sessions for the dashboard of playtests, each by the version that was played.

A version is a game's revision with its rules, or the label of a printed deck. A spread is given by quartiles, always
with the number of answers or sessions behind it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from workbench.store.connection import Store
from workbench.store.playtests.entries import as_read
from workbench.store.playtests.overview import EVERY, Filter

RATINGS = ("overall", "fun", "clarity", "learning", "decisions", "downtime", "interaction", "originality", "length")
REPLIES = ("fair", "predictable", "again")
TEXTS = ("best", "worst", "change")
KEY = "game, version, rules_hash"
QUARTILES = "quantile_cont({0}, 0.25), median({0}), quantile_cont({0}, 0.75)"


@dataclass(frozen=True)
class Version:
    """What was played: the revision and its rules, or the label of a printed deck."""

    game: str
    version: str
    rules_hash: str


@dataclass(frozen=True)
class Played:
    """How often a version was played, by how many people, and when. `seats` counts players once a session."""

    version: Version
    sessions: int
    seats: int
    newcomers: int
    forms: int
    first: datetime
    last: datetime


@dataclass(frozen=True)
class Spread:
    """The median and the quartiles of n values."""

    n: int
    low: float
    median: float
    high: float


@dataclass(frozen=True)
class Rating:
    """How a version was rated in one respect; `counts` are the answers from the lowest grade to the highest."""

    version: Version
    aspect: str
    spread: Spread
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Length:
    """How long sessions of a version took that were played to their end: minutes of play, or rows of the sheet."""

    version: Version
    unit: str
    spread: Spread


@dataclass(frozen=True)
class Score:
    """Scores of a version's ended sessions: `total`, the mean of a session's totals, or `margin`, the winner's lead."""

    version: Version
    what: str
    spread: Spread


@dataclass(frozen=True)
class MomentCount:
    """The number of moments of a kind in the minutes from `minute` on, and of sessions that lasted so long."""

    version: Version
    moment: str
    minute: int
    count: int
    sessions: int


@dataclass(frozen=True)
class Reply:
    """How many players of a version gave this reply to a question."""

    version: Version
    question: str
    reply: str
    count: int


@dataclass(frozen=True)
class Quote:
    """An answer that may be quoted."""

    version: Version
    session: str
    player: str
    newcomer: bool
    about: str
    text: str


def played(store: Store, which: Filter = EVERY) -> list[Played]:
    """Every version that was played, in the order of their first sessions."""
    picked, values = which.picked()
    query = f"""
        with picked as {picked},
        forms as (select session, count(*) as forms from playtest_feedback group by session)
        select {KEY}, count(*), sum(players), sum(newcomers), coalesce(sum(forms), 0), min(started_at), max(started_at)
        from picked left join forms using (session) group by {KEY} order by min(started_at), version
    """
    return [
        Played(version, sessions, int(seats), int(newcomers), int(forms), as_read(first), as_read(last))
        for version, (sessions, seats, newcomers, forms, first, last) in _versions(store, query, values)
    ]


def ratings(store: Store, which: Filter = EVERY) -> list[Rating]:
    """Every aspect of every version, by its name; `length` among them."""
    picked, values = which.picked()
    counts = ", ".join(f"count(*) filter (rating = low + {place})" for place in range(5))
    query = f"""
        with forms as (select {KEY}, {", ".join(f"{name}::tinyint as {name}" for name in RATINGS)}
            from {picked} join playtest_feedback using (session)),
        answers as (select *, if(aspect = 'length', -2, 1) as low
            from (unpivot forms on {", ".join(RATINGS)} into name aspect value rating))
        select {KEY}, aspect, count(*), {QUARTILES.format("rating")}, {counts}
        from answers group by {KEY}, aspect order by {KEY}, aspect
    """
    return [
        Rating(version, aspect, Spread(*rest[:4]), tuple(rest[4:]))
        for version, (aspect, *rest) in _versions(store, query, values)
    ]


def lengths(store: Store, which: Filter = EVERY) -> list[Length]:
    """Minutes of play, and rows, of every version's ended sessions that have any."""
    picked, values = which.picked()
    query = f"""
        with ended as (select {KEY}, nullif(play_s, 0) / 60 as minutes, nullif(rows, 0)::double as rows
            from {picked} where status = 'ended')
        select {KEY}, unit, count(*), {QUARTILES.format("length")}
        from (unpivot ended on minutes, rows into name unit value length) group by {KEY}, unit order by {KEY}, unit
    """
    return [Length(version, unit, Spread(*rest)) for version, (unit, *rest) in _versions(store, query, values)]


def scores(store: Store, which: Filter = EVERY) -> list[Score]:
    """Totals and leads of every version's ended sessions that have any; a session counts once.

    The points of players who left count for the table's mean.
    """
    picked, values = which.picked()
    query = f"""
        with picked as {picked},
        means as (select session, sum(total) filter (not passed_on) / any_value(players) as total
            from picked join playtest_seats using (session) group by session
            having count(total) filter (not departed) = count(*) filter (not departed)),
        ended as (select {KEY}, total, margin from picked left join means using (session) where status = 'ended')
        select {KEY}, what, count(*), {QUARTILES.format("points")}
        from (unpivot ended on total, margin into name what value points) group by {KEY}, what order by {KEY}, what
    """
    return [Score(version, what, Spread(*rest)) for version, (what, *rest) in _versions(store, query, values)]


def moments_by_minute(store: Store, which: Filter = EVERY, *, minutes: int = 5) -> list[MomentCount]:
    """Moments by time of play, in bins of so many minutes."""
    picked, values = which.picked()
    query = f"""
        with picked as {picked},
        counted as (select {KEY}, moment, (floor(minute / {minutes:d}) * {minutes:d})::integer as bin, count(*) as n
            from picked join playtest_moments using (session) where minute is not null group by {KEY}, moment, bin),
        reached as (select {KEY}, bin, count(*) as sessions
            from (select distinct {KEY}, bin from counted) join picked using ({KEY})
            where play_s / 60 >= bin group by {KEY}, bin)
        select {KEY}, moment, bin, n, sessions from counted join reached using ({KEY}, bin) order by {KEY}, moment, bin
    """
    return [MomentCount(version, *rest) for version, rest in _versions(store, query, values)]


def replies(store: Store, which: Filter = EVERY) -> list[Reply]:
    """How many said yes, maybe and no to each question of a form."""
    picked, values = which.picked()
    query = f"""
        with forms as (select {KEY}, {", ".join(REPLIES)} from {picked} join playtest_feedback using (session))
        select {KEY}, question, reply, count(*)
        from (unpivot forms on {", ".join(REPLIES)} into name question value reply)
        group by {KEY}, question, reply order by {KEY}, question, reply
    """
    return [Reply(version, *rest) for version, rest in _versions(store, query, values)]


def quotes(store: Store, which: Filter = EVERY, limit: int = 200) -> list[Quote]:
    """Answers that may be quoted, the latest first."""
    picked, values = which.picked()
    query = f"""
        with forms as (select {KEY}, session, player, coalesce(newcomer, false) as newcomer, number,
                {", ".join(f"nullif({name}, '') as {name}" for name in TEXTS)}
            from {picked} join playtest_feedback using (session) left join playtest_seats using (session, player)
            where quote)
        select {KEY}, session, player, newcomer, about, text
        from (unpivot forms on {", ".join(TEXTS)} into name about value text)
        order by number desc, about limit {limit:d}
    """
    return [Quote(version, *rest) for version, rest in _versions(store, query, values)]


def _versions(store: Store, query: str, values: Sequence[object]) -> Iterator[tuple[Version, list[Any]]]:
    """The rows of a query whose first columns are those of `KEY`."""
    with store.reading() as cursor:
        rows = cursor.execute(query, list(values)).fetchall()
    for game, version, rules_hash, *rest in rows:
        yield Version(game, version, rules_hash), rest
