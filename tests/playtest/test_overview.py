"""Lists and figures over many sessions: what a plain count over the sessions gives, and quickly."""

import json
import time
from collections import Counter, defaultdict
from datetime import timedelta
from itertools import groupby
from statistics import median

import numpy as np
import pytest

from tests.playtest.generated import FIRST, some_sessions
from tests.support.processor import slowness
from workbench.playtest import overview
from workbench.playtest.log.kinds import ClockPhase, Moment
from workbench.playtest.log.recording import Log, load
from workbench.playtest.log.session import Session
from workbench.store import Store
from workbench.store.playtests.entries import Feedback, delete_session, feedback_of, session_ids
from workbench.store.playtests.overview import SessionFilter


@pytest.fixture
def stored(store: Store) -> Store:
    some_sessions(seed=11, count=24, moments=6).store_in(store)
    return store


def all_sessions(store: Store) -> list[Session]:
    return [load(store, id) for id in session_ids(store)]


def version(session: Session) -> tuple[str, str, str]:
    return session.header.game, session.header.version, session.header.rules_hash


def key(figure) -> tuple[str, str, str]:
    return figure.version.game, figure.version.version, figure.version.rules_hash


def test_the_list_says_what_each_session_says(stored: Store) -> None:
    rows = {row.session: row for row in overview.sessions(stored)}
    assert [row.started_at for row in rows.values()] == sorted((r.started_at for r in rows.values()), reverse=True)
    for session in all_sessions(stored):
        row = rows[session.id]
        assert (row.players, row.moments, row.notes) == (
            session.seats,
            len(session.moments),
            len(session.notes),
        )
        assert (row.status, row.margin, row.rows) == (session.status, session.scores.margin, session.scores.rows)
        assert row.play_s == pytest.approx(session.seconds(ClockPhase.PLAY))
        assert row.newcomers == sum(seated.newcomer for seated in session.everybody)


@pytest.mark.parametrize(
    ("which", "keeps"),
    [
        (SessionFilter(game="hitmakers"), lambda s: s.header.game == "hitmakers"),
        (SessionFilter(versions=("2021-04-08", "deck B")), lambda s: s.header.version in ("2021-04-08", "deck B")),
        (SessionFilter(players=3), lambda s: s.seats == 3),
        (SessionFilter(newcomers=True), lambda s: any(seated.newcomer for seated in s.everybody)),
        (SessionFilter(newcomers=False), lambda s: not any(seated.newcomer for seated in s.everybody)),
        (SessionFilter(since=FIRST + timedelta(days=2), until=FIRST + timedelta(days=5)),
            lambda s: FIRST + timedelta(days=2) <= s.started_at < FIRST + timedelta(days=5)),
        (SessionFilter(statuses=("abandoned",)), lambda s: s.status == "abandoned"),
        (SessionFilter(rules_hash="ab12"), lambda s: s.header.rules_hash == "ab12"),
        (SessionFilter(game="none"), lambda s: False),
    ],
)  # fmt: skip
def test_filters(stored: Store, which: SessionFilter, keeps) -> None:
    sessions = [session for session in all_sessions(stored) if keeps(session)]
    expected = {session.id for session in sessions}
    assert {row.session for row in overview.sessions(stored, which)} == expected
    assert sum(played.sessions for played in overview.dashboard(stored, which).played) == len(expected)


def forms_by_version(store: Store) -> dict[tuple[str, str, str], list[Feedback]]:
    by_version = defaultdict(list)
    for session in all_sessions(store):
        by_version[version(session)] += feedback_of(store, session.id)
    return by_version


def test_ratings_are_medians_and_quartiles_with_their_n(stored: Store) -> None:
    forms = forms_by_version(stored)
    ratings = overview.dashboard(stored).ratings
    assert {key(rating) for rating in ratings} == set(forms)
    for rating in ratings:
        low = -2 if rating.aspect == "length" else 1
        numbers = [v for form in forms[key(rating)] if (v := getattr(form, rating.aspect)) is not None]
        assert rating.spread.n == len(numbers)
        assert (rating.spread.low, rating.spread.high) == pytest.approx(tuple(np.quantile(numbers, [0.25, 0.75])))
        assert rating.spread.median == median(numbers)
        assert rating.counts == tuple(Counter(numbers)[low + place] for place in range(5))


def test_replies_and_comments(stored: Store) -> None:
    forms = forms_by_version(stored)
    dashboard = overview.dashboard(stored)
    for reply in dashboard.replies:
        assert reply.count == sum(getattr(form, reply.question) == reply.reply for form in forms[key(reply)])
    everybody = [form for group in forms.values() for form in group]
    written = [
        (form.session, form.player, text, bool(form.quote))
        for form in everybody
        for text in (form.best, form.worst, form.change)
    ]
    moments = [
        (session.id, moment.player, moment.note, False)
        for session in all_sessions(stored)
        for moment in session.moments
    ]
    expected = Counter(words for words in [*written, *moments] if words[2])
    assert Counter((c.session, c.player, c.text, c.may_quote) for c in dashboard.comments) == expected
    game = dashboard.played[0].version.game
    quotes = [quote for words in overview.quotable_comments(stored, game).values() for quote in words]
    allowed = [words[2] for words in written if words[2] and words[3]]
    assert Counter(quotes) <= Counter(allowed) and (quotes or not allowed)
    versions = [version for version, _ in groupby(dashboard.comments, lambda comment: comment.version)]
    order = [version.version for version in dashboard.played][::-1]
    assert versions == [version for version in order if version in versions]


def test_figures_are_those_of_ended_sessions_that_have_them(stored: Store) -> None:
    totals, margins, minutes = (defaultdict(list) for _ in range(3))
    for session in (session for session in all_sessions(stored) if session.status == "ended"):
        if session.seconds(ClockPhase.PLAY):
            minutes[version(session)].append(session.seconds(ClockPhase.PLAY) / 60)
        if 0 < len(session.scores.totals) == len(session.players):
            points = [*session.scores.totals.values(), *session.scores.stranded.values()]
            totals[version(session)].append(float(sum(points)) / session.seats)
        if session.scores.margin is not None:
            margins[version(session)].append(session.scores.margin)
    figures = overview.dashboard(stored).figures
    assert {figure.what for figure in figures} == {"total", "margin", "minutes", "rows"}
    for what, expected in (("total", totals), ("margin", margins), ("minutes", minutes)):
        spreads = {key(one): (one.spread.n, one.spread.median) for one in figures if one.what == what}
        assert spreads == {name: pytest.approx((len(values), median(values))) for name, values in expected.items()}


def test_moments_by_the_minute_of_play(stored: Store) -> None:
    counted = Counter(
        (version(session), str(moment.moment), int(moment.minute // 2) * 2)
        for session in all_sessions(stored)
        for moment in session.moments
        if moment.minute is not None
    )
    moments = overview.dashboard(stored, minutes=2).moments
    assert {(key(moment), moment.moment, moment.minute): moment.count for moment in moments} == counted
    sessions = all_sessions(stored)
    for counted_moment in moments:
        lasting = [s for s in sessions if version(s) == key(counted_moment)]
        assert counted_moment.sessions == sum(s.seconds(ClockPhase.PLAY) / 60 >= counted_moment.minute for s in lasting)


# Keeping up


def test_what_was_logged_since_is_read_again_and_nothing_else(stored: Store, log: Log) -> None:
    assert overview.update_overview(stored) == 25
    assert overview.update_overview(stored) == 0
    undone = log.moment(Moment.STUCK)
    assert overview.update_overview(stored) == 1
    assert overview.sessions(stored)[0].moments == 1
    log.undo(undone.id)
    assert overview.sessions(stored)[0].moments == 0
    delete_session(stored, log.id)
    assert log.id not in {row.session for row in overview.sessions(stored)}


def test_a_session_that_damage_left_without_its_opening_or_with_records_for_texts_is_listed(stored: Store) -> None:
    without, other = session_ids(stored)[:2]
    folder = stored.path.parent / "sessions"
    lines = (folder / f"{without}.jsonl").read_bytes().splitlines(keepends=True)
    (folder / f"{without}.jsonl").write_bytes(b"".join(line for line in lines if b'"kind":"open"' not in line))
    lines = [json.loads(line) for line in (folder / f"{other}.jsonl").read_text().splitlines()]
    opening = next(line for line in lines if line.get("kind") == "open")
    opening["data"] |= {"goal": {}, "location": ["Here"], "printed": 5}
    texts = [json.dumps({name: value for name, value in line.items() if name != "sum"}) for line in lines]
    (folder / f"{other}.jsonl").write_text("\n".join(texts) + "\n")
    assert {without, other} <= {row.session for row in overview.sessions(stored)}
    assert load(stored, without).header.game == "unknown" and load(stored, other).players


def test_another_version_of_the_reader_reads_all_again(stored: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert overview.update_overview(stored) == 24
    monkeypatch.setattr(overview, "FOLD", "another")
    assert overview.update_overview(stored) == 24


def test_an_empty_store_has_nothing_to_show(store: Store) -> None:
    assert overview.sessions(store) == []
    assert overview.dashboard(store) == overview.Dashboard([], [], [], [], [], [])


@pytest.mark.thorough
def test_list_and_dashboard_of_many_sessions_take_less_than_a_second(store: Store) -> None:
    some_sessions(seed=1, count=2_000, moments=50, everything=False).store_in(store)
    overview.update_overview(store)
    begun = time.process_time()
    assert len(overview.sessions(store)) == 2_000
    listed = time.process_time() - begun
    assert overview.dashboard(store).ratings
    drawn = time.process_time() - begun - listed
    assert max(listed, drawn) < slowness(), f"list {listed:.2f} s, dashboard {drawn:.2f} s"
