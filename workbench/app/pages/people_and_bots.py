"""The page People and bots: sessions of a revision beside simulated plays of the same rules and players."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app import address, navigation
from workbench.app.jobs.job import Address, Job, JobKey
from workbench.app.jobs.queue import key_of
from workbench.app.place import Place, here
from workbench.app.services import services
from workbench.app.widgets import document, job_progress, study_page
from workbench.app.widgets.controls import draw, folded
from workbench.app.widgets.document import chart, in_pairs
from workbench.app.widgets.fields import BatchSetup, of_batch, one
from workbench.app.widgets.text import explained, literal
from workbench.engine.problems import BadInput
from workbench.engine.wording import counted, plural
from workbench.play.stored import find_stored
from workbench.play.stored import load as load_run
from workbench.playtest.log.session import Session
from workbench.playtest.people_and_bots import PeopleAndBots, Simulated, compare_with_bots, exclusion_reason
from workbench.playtest.sessions import scenario_for_players
from workbench.report.charts import playtests
from workbench.report.document import Report
from workbench.report.text import phrases
from workbench.report.text.playtests import people_words
from workbench.scenario import Scenario, load_scenario
from workbench.stats.evidence import enough_sessions
from workbench.store import Store
from workbench.store.runs import Run
from workbench.studies import simulate
from workbench.studies.people_and_bots import STUDY
from workbench.studies.people_and_bots.columns import FEEDBACK
from workbench.studies.people_and_bots.decisions import on_screen
from workbench.studies.people_and_bots.feedback import feedback_correlations
from workbench.studies.people_and_bots.measure import MOST_SESSIONS, sessions_of, simulated
from workbench.studies.people_and_bots.question import PeopleQuestion
from workbench.studies.simulate.question import SimulateQuestion

MOST = MOST_SESSIONS
ALIKE = "Which bot plays most like your testers?"
METHOD = "How likely the sessions' scores, leads and lengths are among each bot's plays. A session counts as one value."
DECIDES_ALIKE = "Which bot decides like these people?"
DECISIONS = (
    "Wherever a person had a choice on a screen, each bot is asked what it would take, from what that person knew."
)
ASK_HELP = "Each bot plays these rules for some seconds; nothing is stored."


@dataclass(frozen=True)
class PeopleChoice(Place):
    """A batch of a revision, with so many players at the table."""

    batch: BatchSetup
    seats: int = 0


def choose(row: DeltaGenerator) -> PeopleChoice:
    """The controls: how many played, and the plays beside which the sessions stand."""
    place, at, model = here(), address.now(), here().model
    if model is None:
        return PeopleChoice(**vars(place), batch=BatchSetup())
    allowed = place.game.parameters["players"]
    counts = [str(count) for count in range(1, place.game.seats + 1) if allowed.accepts(count)]
    about = "Sessions and plays with this many at the table."
    players, batch = one(at, "at", "Players", counts, str(model.players), about), of_batch(place, at, [place.revision])
    seats = int(players.text)
    draw(folded(row, f"{counted(seats, 'player')} · {batch.words}"), *batch.controls, players)
    return PeopleChoice(**vars(place), batch=batch.setup, seats=seats)


# What stands there


class PeopleView(NamedTuple):
    """Sessions beside plays of the same rules: what is missing, or what they say together.

    `start` is the button that simulates; `leads_to_sessions` says that one of the sessions can be mended.
    """

    missing: str = ""
    plays: str = ""
    start: str = ""
    leads_to_sessions: bool = False
    compared: PeopleAndBots | None = None
    caption: str = ""


def model(scenario: Scenario, sessions: Sequence[Session], plays: Simulated | None, stored: int = 0) -> PeopleView:
    """The view of the sessions of a revision, and of its plays; of `stored` plays that are not read yet."""
    view = PeopleView("" if sessions else f"No session of {literal(scenario.title)} is logged yet.")
    if not stored:
        words = f"No plays of these rules with {counted(scenario.players, 'player')} and these bots are stored yet."
        against = scenario.game.name, scenario.rules_hash, scenario.players
        reasons = [exclusion_reason(session, *against) for session in sessions]
        left_out = phrases.left_out({reason: reasons.count(reason) for reason in dict.fromkeys(reasons) if reason})
        fit = reasons.count("")
        can = f"{counted(fit, 'session')} can be compared with them." if fit else ""
        start = f"Simulate {phrases.number_of(scenario.plays, 'play')}"
        return view._replace(plays=" ".join(filter(None, [words, can, left_out])), start=start)
    if plays is None or not sessions:
        are = f"{phrases.number_of(stored, 'play')} {plural(stored, 'is', 'are')} stored"
        return view._replace(plays=f"Of these rules, {are}. No session can be compared with them yet.")
    try:
        compared = compare_with_bots(plays, sessions)
    except BadInput as bad:
        problems = "; ".join(problem.message for problem in bad.problems)
        words = f"Of the sessions, {literal(problems)}. Log a session of this revision, or end one."
        return PeopleView(words, leads_to_sessions=True)
    many = f"{counted(len(compared.sessions), 'session')} compared with {phrases.number_of(stored, 'play')}."
    left = sum(bool(session.left) for session in sessions if session.id in compared.sessions)
    departures = f"In {left} of them somebody left the table. Their points count as they stood." if left else ""
    latest = f"The latest {MOST} sessions." if len(sessions) == MOST else ""
    parts = [many, departures, phrases.left_out(compared.left_out), latest]
    return PeopleView(compared=compared, caption=" ".join(filter(None, parts)))


# The page


def show(choice: PeopleChoice) -> None:
    """The sessions, the plays, and whether they agree."""
    scenario = study_page.read_chosen(choice, lambda: _scenario(choice))
    if scenario is None:
        return
    store = services().store
    sessions, run = sessions_of(store, scenario, MOST), find_stored(store, scenario)
    plays = _simulated(store, run) if run and sessions else None
    view = model(scenario, sessions, plays, run.plays if run else 0)
    if view.missing:
        st.info(view.missing, icon=":material/groups:")
        with st.container(horizontal=True, vertical_alignment="center"):
            if view.leads_to_sessions:
                navigation.link("sessions", "Sessions", {})
            navigation.start_session()
    if view.start:
        _play(scenario, view)
    elif view.compared:
        _compared(scenario, sessions, view.compared, view.caption)
    elif view.plays:
        st.caption(view.plays)
    _decisions(scenario, sessions)


def _scenario(choice: PeopleChoice) -> Scenario:
    """The revision with as many players and with the chosen bots. Raises BadInput."""
    model = choice.revisions.sound[choice.revision]
    if scenario_for_players(services().workspace, model, choice.seats) is None:
        players = counted(choice.seats, "player")
        message = f"the rules of {model.revision} do not work with {players}; they are for {model.players}"
        raise BadInput.one("players", message)
    batch = choice.batch
    scenarios = batch.bots.split()
    seated = (scenarios * choice.seats)[: choice.seats] if len(scenarios) > 1 else scenarios
    settings = [f"players={choice.seats}"] if choice.seats != model.players else []
    return load_scenario(
        services().workspace,
        model.name,
        set_=settings,
        bots=seated,
        plays=str(choice.batch.plays),
        seed=str(choice.batch.seed),
    )


# The plays


def _play(scenario: Scenario, view: PeopleView) -> None:
    """The button that simulates, and the job as it goes on."""
    jobs = services().jobs
    job = jobs.latest(key_of(simulate.STUDY, SimulateQuestion(scenario=scenario)))
    if job is not None and not job.ended:
        job_progress.follow(job, _so_far)
        return
    if job is not None:
        job_progress.ended(job)
    st.markdown(view.plays)
    if st.button(view.start, type="primary", icon=":material/play_arrow:", key="simulate"):
        jobs.simulate(scenario)
        st.rerun()


def _so_far(job: Job) -> None:
    job_progress.status(job)
    if report := job_progress.first_look(job):
        document.show(report, framed=False)


# People beside them


def _compared(scenario: Scenario, sessions: Sequence[Session], compared: PeopleAndBots, caption: str) -> None:
    with st.container(border=True):
        about = explained(
            "Where people played differently from bots, as far as these sessions show.", "session", "interval"
        )
        words = people_words(compared)
        st.markdown(f"## {literal(words.headline)}", anchors=False, help=about)
        if ahead := words.asides.get("details"):
            st.markdown(ahead)
        st.caption(literal(caption))
    drawn = [playtests.among_plays(figure) for figure in compared.figures]
    if compared.seats and enough_sessions(compared.seats[0].figure.estimate.n):
        drawn.append(playtests.seats(compared))
    in_pairs([partial(chart, drawn_chart, drawn_chart.name) for drawn_chart in drawn])
    with st.expander("Every figure in words", icon=":material/notes:"):
        st.markdown("\n".join(f"- {literal(line)}" for line in words.things))
    place = st.container()
    if not _alike(scenario, sessions) and (feedback := feedback_correlations(services().store, sessions)):
        with place:
            document.show_blocks([FEEDBACK.table(feedback, "What people said, beside the log", folded=True)], "said")
    navigation.link("sessions", "These sessions", {"versions": scenario.revision})


# Which bot is like them


def _ask_of_bots(question: PeopleQuestion, about: object, heading: str, method: str, label: str) -> bool:
    """Which bot is most like the people: asked by a button, since every bot has to play, or to decide.

    True once it is answered. `about` tells sessions, or plays on a screen, from those of before.
    """
    jobs, scenario, name = services().jobs, question.scenario, "decisions" if question.decisions else "bots"
    key = (name, scenario.rules_hash, scenario.players, scenario.seed, scenario.game.code_hash, about)
    job = jobs.latest(key)
    st.markdown(f"## {heading}", anchors=False, help=method)
    if job is not None and not job.ended:
        job_progress.follow_study(job)
    elif job is not None and job.answer is not None:
        document.show_answer(STUDY, question, cast(Report, job.answer), name, framed=False)
    else:
        if job is not None:
            job_progress.ended(job)
        st.button(label, icon=":material/smart_toy:", key=f"ask_{name}", help=ASK_HELP, on_click=_begin,
                  args=[key, heading, question])  # fmt: skip
    return job is not None and job.answer is not None


def _begin(key: JobKey, heading: str, question: PeopleQuestion) -> None:
    scenario, ask = question.scenario, partial(study_page.measure, STUDY, question)
    place = Address("reality", {"game": scenario.game.name, "revision": scenario.revision})
    services().jobs.study(key, f"{heading.rstrip('?')}: {scenario.title}", place, ask, keeps=False, quick=True)


def _alike(scenario: Scenario, sessions: Sequence[Session]) -> bool:
    """Which bot the sessions are most like; what people said stands in the answer, once there is one."""
    logged = frozenset((session.id, len(session.scores.totals)) for session in sessions)
    method = explained(METHOD, "bot", "mixture", "session")
    return _ask_of_bots(PeopleQuestion(scenario=scenario), logged, ALIKE, method, "Ask every bot")


def _decisions(scenario: Scenario, sessions: Sequence[Session]) -> None:
    """Which bot decides as people did in plays on a screen; nothing where there are none."""
    if plays := on_screen(scenario, sessions):
        logged = tuple(tuple(play["actions"]) for play in plays)
        label = f"Ask about {counted(len(plays), 'play')} on a screen"
        question = PeopleQuestion(scenario=scenario, decisions=True)
        _ask_of_bots(question, logged, DECIDES_ALIKE, DECISIONS, label)


@st.cache_resource(
    show_spinner="Reading the plays …",
    max_entries=4,
    hash_funcs={Store: lambda store: str(store.path), Run: lambda run: run.id},
)
def _simulated(store: Store, run: Run) -> Simulated:
    """A stored batch, cached."""
    return simulated(load_run(store, run))
