"""*Play until decided*: plays until the goals, or the measures that one names, are decided, and no longer."""

import time
from bisect import bisect
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from workbench.app import address
from workbench.app.jobs.study_job import StudyJob
from workbench.app.pages.results.questions import Question, answer, charts, files, frame, start
from workbench.app.services import services
from workbench.app.widgets import controls, job_progress
from workbench.app.widgets.text import explained, literal
from workbench.engine.problems import WholeRange, together
from workbench.play.batch_player import RunOptions
from workbench.play.outcome import Outcome
from workbench.play.simulate import stored_plays
from workbench.report.charts.changes import bands
from workbench.report.findings import keep_settled
from workbench.report.json import until_json
from workbench.report.text import changes, phrases, scenarios
from workbench.scenario import Scenario
from workbench.scenario.model import PLAYS
from workbench.stats.evidence import FEWEST_PLAYS
from workbench.study import until as study
from workbench.study.figures import SPREAD_MEASURE
from workbench.study.strength import Follow, StudyProgress
from workbench.study.until import USUAL_LIMIT, Look, Rule, Settled, looks, settle

UNTIL, LIMIT = "until", "limit"
"""Where the address has what is to be decided, and the most plays."""
GOALS, PRIMARY = "goals", "primary"
"""What is to be decided where no measure is named."""
CHOICES, NAMED, MOST = "until_choices", "until_measures", "until_limit"
TIMES = 50
"""Times the plays of the comparison that are suggested at most: slow bots have few."""
SOON_S = 0.5
"""Seconds before which the speed of the plays is not known."""
ABOUT = """Plays until every goal is met or missed, or every measure that you name is decided, and no longer. You may
watch: the risk of any wrong verdict stays at 5 %, whenever the plays end."""


# How it is asked


def choose(base: Scenario, other: Scenario) -> None:
    """The button beside *Play more*, with what is to be decided and the most plays behind it."""
    usual = GOALS if other.goals else PRIMARY
    with st.popover("Play until decided", icon=":material/rule:", key=controls.popover_key(CHOICES)):
        about = explained(ABOUT, "confidence sequence", "goal", "verdict")
        st.multiselect(
            "What is to be decided",
            list(_measures(other)),
            [name for name in address.read_all(UNTIL) if name in _measures(other)],
            format_func=_measures(other).__getitem__,
            placeholder="the goals" if other.goals else "the primary measures of the game",
            key=NAMED,
            help=about,
        )
        most = "It stops after so many plays of each revision, even if something is still open."
        st.number_input("At most", FEWEST_PLAYS, int(PLAYS.high), _limit(base), 1_000, key=MOST, help=most)
        args = [base, other, usual]
        st.button(
            "Play until decided", type="primary", icon=job_progress.START, key="ask_until", on_click=_ask, args=args
        )


def _measures(scenario: Scenario) -> dict[str, str]:
    """The measures that can be named, with their labels."""
    return {measure.name: measure.label for measure in (*scenario.game.all_measures, SPREAD_MEASURE)}


def _limit(base: Scenario) -> int:
    given = WholeRange(FEWEST_PLAYS, int(PLAYS.high)).read(address.read(LIMIT))
    return given or min(USUAL_LIMIT, TIMES * max(base.plays, FEWEST_PLAYS))


def _ask(base: Scenario, other: Scenario, usual: str) -> None:
    named, limit = st.session_state[NAMED] or [usual], int(st.session_state[MOST])
    _question(base, other, named, limit).begin_here()
    controls.close_popover(CHOICES)


def _question(base: Scenario, other: Scenario, named: Sequence[str], limit: int) -> Question:
    """Raises BadInput with every name that says nothing."""
    asked = study.ask(base, other, () if GOALS in named else other.game.primary if PRIMARY in named else named)
    return Question(
        UNTIL,
        f"Playing {other.title} until decided",
        base,
        other,
        (asked, limit),
        {UNTIL: list(named), LIMIT: limit},
        partial(_play, base, other, asked, limit),
        keeps=True,
    )


def _read(base: Scenario, other: Scenario) -> Question:
    named = address.read_all(UNTIL)
    limit = address.read(LIMIT) or str(_limit(base))
    _, most = together(
        lambda: study.ask(base, other, [] if {GOALS, PRIMARY} & set(named) else named),
        lambda: WholeRange(FEWEST_PLAYS, int(PLAYS.high)).checked("limit", limit),
    )
    return _question(base, other, named, most)


# How it is played


def _play(
    base: Scenario, other: Scenario, asked: study.Question, limit: int, options: RunOptions, follow: Follow
) -> Settled:
    """The answer, without the plays; what the plays say besides is kept as that of any comparison."""
    began, known, times = time.monotonic(), list[Look](), list[float]()

    def watch(look: Look) -> None:
        known.append(look)
        times.append(time.monotonic() - began)
        follow(_advance(known, limit, times))

    sides = [replace(scenario, plays=limit) for scenario in (base, other)]
    found = settle(sides[0], sides[1], asked, options, limit, watch)
    if options.store:
        keep_settled(options.store, found)
    return replace(found, base=_without_plays(found.base), other=_without_plays(found.other))


def _without_plays(outcome: Outcome) -> Outcome:
    return replace(outcome, gathered=outcome.tallies, rows=None)


def _advance(known: Sequence[Look], limit: int, times: Sequence[float]) -> StudyProgress:
    """How far it is after these looks, each at its time in seconds since the start."""
    last = known[-1]
    expected = min(limit, max(last.fixed_plan or limit, last.plays))
    asked, open_ = len(last.goals) + len(last.contrasts), len(last.open)
    share = min(0.99, last.plays / expected) if open_ else 1.0
    left_s = _left_s([look.plays for look in known], times, expected)
    title = f"{asked - open_} of {asked} decided"
    return StudyProgress(title, 1, 1, last.plays, limit, share, times[-1], left_s, partial=tuple(known))


def _left_s(plays: Sequence[int], times: Sequence[float], expected: int) -> float | None:
    """Estimated seconds to the expected plays, at the speed of the later half: what was stored came in no time."""
    half = max(bisect(times, times[-1] / 2) - 1, 0)
    if times[-1] < SOON_S or plays[half] == plays[-1] or expected <= plays[-1]:
        return None
    return (expected - plays[-1]) * (times[-1] - times[half]) / (plays[-1] - plays[half])


# What it found


def show(base: Scenario, other: Scenario) -> None:
    """What was asked, if anything: how far it is, or what ended it."""
    frame(UNTIL, partial(_read, base, other), _draw, LIMIT)


def _draw(question: Question) -> None:
    job = question.job() or _from_store(question)
    if job is None:
        _, limit = question.asked
        start(
            question,
            f"At most {phrases.number_of(limit, 'play')} of each revision. What is stored is not played again.",
        )
    elif not job.ended:
        job_progress.follow_study(job, partial(_so_far, question))
    elif job.found is not None:
        _found(question, job.found)
    else:
        job_progress.ended(job)
        start(question, "What is finished is stored; it goes on from there, to the same end.", resumes=True)
        _so_far(question, job)


def _from_store(question: Question) -> StudyJob | None:
    """The job that reads again what was played until decided before; None where that is not stored."""
    asked, limit = question.asked
    options = RunOptions(store=services().store)
    sides = [replace(each, plays=limit) for each in (question.base, question.other)]
    plays, *others = {stored_plays(side, options) for side in sides}
    if others or plays not in set(looks(limit)):
        return None
    return question.begin(partial(_play, question.base, question.other, asked, plays))


def _so_far(question: Question, job: StudyJob) -> None:
    """The bands, as far as they have narrowed."""
    known = job.advance.partial if job.advance else ()
    if known:
        st.markdown(f"**{literal(changes.so_far_sentence(known[-1]))}**")
        charts(bands(known, question.other))


def _found(question: Question, settled: Settled) -> None:
    _, limit = question.asked
    answer([changes.until_sentence(settled)], scenarios.UNTIL_METHOD)  # each chart says the rest
    if settled.rule is Rule.LIMIT and settled.limit < limit:
        start(question, f"These plays are stored. It can go on to {phrases.count(limit)} at most.", resumes=True)
    charts(bands(settled.looks, question.other))
    files(question, settled, partial(_figures, settled))


def _figures(settled: Settled) -> dict[str, Any]:
    sides = {"base": settled.base.scenario.name, "other": settled.other.scenario.name}
    return {**sides, **until_json(settled)}
