"""The page Quality: what makes a revision a good game, and what its designer should look at first."""

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import streamlit as st

from workbench.app import navigation
from workbench.app.jobs.batch_job import Key, Phase
from workbench.app.jobs.study_job import Address, StudyJob
from workbench.app.place import here
from workbench.app.services import services
from workbench.app.widgets import controls, job_progress, study_page
from workbench.app.widgets.charts import chart, preload_charts
from workbench.app.widgets.choices import BatchChoice, choose_batch
from workbench.app.widgets.messages import caveats
from workbench.app.widgets.text import explained, literal
from workbench.engine.batch import game_code_hash
from workbench.report import tables
from workbench.report.charts import quality as charts
from workbench.report.charts.batch import Chart
from workbench.report.downloads import as_json, file_stem, quality_csv
from workbench.report.findings import keep_quality, quality_question
from workbench.report.json import quality_comparison_json, quality_json
from workbench.report.pages import command_for_play, command_for_quality, quality_markdown, quality_page
from workbench.report.text import quality as words
from workbench.scenario import Scenario
from workbench.store.answers import Answer, answer_data
from workbench.study.batch_player import RunOptions
from workbench.study.decks import quick_plays
from workbench.study.outcome import make_batch
from workbench.study.quality import ITERATIONS, Quality, QualityComparison, check_plays, compare_quality, quality, worm
from workbench.study.strength import Follow

NOT, ASKED = "no", f"{ITERATIONS} iterations"
SEARCH = "How often the obvious action, the quick bots', is the one that search takes, at about 500 decisions."
NOTHING = "nothing"
"""Among the revisions that this one may be held against: none."""
TELLS = (
    "**When is it decided?** How early the winner is known, and what a lead is worth.",
    "**Is it exciting?** Lead changes, drama, comebacks and runaways.",
    "**Is there something to decide?** Choice, forced moves, and actions that nobody takes.",
)
PLAYED = "Already played. Choose more plays, another seed or other bots to play again."
WORM = "Any play by its number, from 0. At first it is the one with the most drama."


@dataclass(frozen=True)
class QualityChoice(BatchChoice):
    """A batch of a revision, the revision that it is held against, empty for none, and whether search is asked."""

    versus: str = ""
    search: bool = False


@dataclass(frozen=True, eq=False)
class Found:
    """What was found: the figures of the revision, and what it changed, where it is held against another."""

    quality: Quality
    compared: QualityComparison | None


def choose(place: Any) -> QualityChoice:
    """The controls."""
    chosen = here()
    batch, folded = choose_batch(chosen, place, [chosen.revision], usual=quick_plays)
    others = [name for name in chosen.revisions.sound if name != chosen.revision]
    about = "What changed since this revision, on the same shuffles."
    versus = controls.select(folded, "versus", "What changed since", [NOTHING, *others], NOTHING, about)
    asked = controls.select(folded, "search", "Ask search", [NOT, ASKED], NOT, explained(SEARCH, "search", "greedy"))
    held = "" if versus == NOTHING else versus
    return QualityChoice(**vars(chosen), batch=batch, versus=held, search=asked == ASKED)


def show(choice: QualityChoice) -> None:
    """Start the plays, follow them, read what they say."""
    asked = study_page.read_chosen(choice, partial(_read, choice))
    if asked is None:
        return
    scenario, against = asked
    job = services().jobs.latest(StudyJob, _key(scenario, against, choice))
    if job is None and answer_data(services().store, _question(scenario, against, choice)) is not None:
        job = _begin(scenario, against, choice)
    _start(scenario, against, job, choice)
    if job is None:
        _preview(scenario)
    elif not job.ended:
        job_progress.follow_study(job)
    elif job.found is None:
        _broken(job)
    else:
        _result(job.found)
    caveats(scenario)


def _read(choice: QualityChoice) -> tuple[Scenario, Scenario | None]:
    """The chosen revision, and the one that it is held against. Raises BadInput."""
    scenario = choice.scenario
    check_plays(scenario)
    return scenario, choice.batch.of(choice, choice.versus) if choice.versus else None


def _key(scenario: Scenario, against: Scenario | None, choice: QualityChoice) -> Key:
    both = [(each.name, each.rules_hash, each.bots) for each in (scenario, against) if each]
    return ("quality", *both, game_code_hash(scenario.game), scenario.seed, scenario.plays, choice.search)


def _start(scenario: Scenario, against: Scenario | None, job: StudyJob | None, choice: QualityChoice) -> None:
    """The button that starts it, off while it runs and when all is played; and the ways to other pages."""
    finished = job is not None and job.found is not None
    with st.container(horizontal=True, vertical_alignment="center"):
        label = "Quick look" if _is_quick(scenario, choice) else "Start"
        if job_progress.start_button("start_quality", job, finished, label=label, again=PLAYED):
            _begin(scenario, against, choice)
            st.rerun()
        navigation.link("strategies", "What each action is worth", {})
        navigation.link("results", f"Results of {literal(scenario.title)}", {"against": ""})


def _is_quick(scenario: Scenario, choice: QualityChoice) -> bool:
    """Whether these plays take half a minute at most on two cores."""
    model = choice.revisions.sound[choice.revision]
    return scenario.plays <= quick_plays(replace(scenario, plays=model.plays))


def _question(scenario: Scenario, against: Scenario | None, choice: QualityChoice) -> Answer:
    """The question as the store keeps it, without its answer: opened again, the plays give the same answer."""
    return quality_question(scenario, against, ITERATIONS if choice.search else None)


def _begin(scenario: Scenario, against: Scenario | None, choice: QualityChoice) -> StudyJob:
    question = _question(scenario, against, choice)
    place = {"game": choice.game.name, "revision": choice.revision, **question.asked}
    return services().jobs.study(
        _key(scenario, against, choice),
        f"Quality of {scenario.title}",
        Address("quality", place),
        partial(_ask, scenario, against, ITERATIONS if choice.search else None, question),
        keeps=False,
        quick=_is_quick(scenario, choice),
    )


def _ask(
    scenario: Scenario,
    against: Scenario | None,
    search: int | None,
    question: Answer,
    options: RunOptions,
    follow: Follow,
) -> Found:
    """Play, compute every figure in the job, so that the page need not, and keep what it says for the history."""
    if against is None:
        found = Found(quality(scenario, options, follow, search), None)
    else:
        compared = compare_quality(scenario, against, options, follow, search)
        _ = compared.changes
        found = Found(compared.other, compared)
    if options.store:
        keep_quality(options.store, question, found.quality)
    return found


def _preview(scenario: Scenario) -> None:
    preload_charts()
    with st.container(border=True):
        st.markdown("\n".join(f"- {line}" for line in TELLS))
        st.caption("The answer is a line in History. No play is stored; a second look says the same.")


def _broken(job: StudyJob) -> None:
    if job.phase is Phase.FAILED:
        job_progress.ended(job)
    else:
        title = f"{job.title} was cancelled"
        st.info(
            "Nothing was kept: the answer is stored only when all plays are done.",
            title=title,
            icon=":material/stop_circle:",
        )


# The result


def _result(found: Found) -> None:
    shown = found.quality
    with st.container(border=True):
        st.markdown(f"## {literal(words.headline(shown))}", anchors=False)
        for line in words.further(shown):
            st.markdown(f":material/lightbulb: {literal(line)}")
        study_page.who_played(shown.scenario)
    if found.compared:
        _changes(found.compared)
    _leads(shown)
    _actions(shown)
    _one_play(shown)
    _downloads(found)


def _changes(found: QualityComparison) -> None:
    st.markdown(f"## {literal(words.comparison_headline(found))}", anchors=False)
    st.dataframe(tables.change_table(found), hide_index=True, key="change_table", alt="Every figure of both revisions")
    st.caption(words.PAIRED)


def _leads(found: Quality) -> None:
    """The winner's lead and how early the winner is known, beside each other; every figure as a table."""
    left, right = st.columns(2, gap="medium")
    with left:
        _chart(_band(found), words.BAND_DEFINITION, "standing")
    with right:
        _chart(_forecast(found), words.FORECAST_DEFINITION, "forecast", "interval")
        st.markdown(literal(words.known_sentence(found)))
    st.markdown("## Every figure", anchors=False, help=explained(words.HELP.replace("\n", "\n\n")))
    st.dataframe(tables.quality_table(found), hide_index=True, key="quality_table", alt="Every figure")
    lines = words.length_sentence(found), words.left_out_sentence(found), words.minutes_sentence(found)
    for line in (*lines, words.obvious_sentence(found)):
        if line:
            st.caption(literal(line))
    if found.forecasts.stages:
        with st.expander("The forecast as a table", icon=":material/table:"):
            st.dataframe(tables.stage_table(found), hide_index=True, key="stage_table", alt="The forecast by stage")
            calibrated = tables.calibration_table(found)
            st.dataframe(calibrated, hide_index=True, key="calibration_table", alt="What was forecast and what came")


def _actions(found: Quality) -> None:
    _chart(_kinds(found), words.USE_DEFINITION, "action")
    with st.expander("Every kind of action as a table", icon=":material/table:"):
        st.dataframe(tables.action_table(found), hide_index=True, key="action_table", alt="Every kind of action")


def _one_play(found: Quality) -> None:
    """One play by its number, and the way to watch it."""
    if not found.scenario.game.keeps_score:
        return
    play = controls.number(st.container(width=240), "one_play", "Play", found.most_dramatic, WORM, 1)
    if play < found.plays and make_batch(found.scenario).timeline_kernel.is_warm:
        _chart(_worm(found, play), "")
        st.caption("This play as a trace", help=f"`{command_for_play(found, play)}`")
    elif play >= found.plays:
        st.info(f"There are {found.plays} plays, numbered from 0.")


def _chart(shown: Chart | None, about: str, *terms: str) -> None:
    if shown:
        chart(shown, f"quality_{shown.name}", about, *terms)


def _downloads(found: Found) -> None:
    shown, compared = found.quality, found.compared
    stem = file_stem("quality", shown.scenario.game.name, shown.scenario.revision)
    command = command_for_quality(shown, compared)
    made = (lambda: as_json(quality_comparison_json(compared))) if compared else (lambda: as_json(quality_json(shown)))
    html = partial(quality_page, shown, compared, command)
    markdown = partial(quality_markdown, shown, compared, command)
    study_page.downloads(stem, partial(quality_csv, shown), made, html, markdown)
    study_page.details(words.how_quality_was_played(shown), command)


@lru_cache(maxsize=8)
def _band(found: Quality) -> Chart | None:
    return charts.band(found)


@lru_cache(maxsize=8)
def _forecast(found: Quality) -> Chart | None:
    return charts.forecast(found)


@lru_cache(maxsize=8)
def _kinds(found: Quality) -> Chart | None:
    return charts.kinds(found)


@lru_cache(maxsize=8)
def _worm(found: Quality, play: int) -> Chart:
    return charts.worm_chart(worm(found.scenario, play), found.scenario.game)
