"""The page Run: play a batch, read its figures, and open stored runs."""

from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from workbench.app import navigation
from workbench.app.jobs.batch_job import BatchJob, run_key
from workbench.app.place import here
from workbench.app.services import services
from workbench.app.widgets import decision, exports, job_progress, results, study_page
from workbench.app.widgets.charts import preload_charts
from workbench.app.widgets.choices import BatchChoice, choose_batch
from workbench.app.widgets.messages import caveats
from workbench.app.widgets.results import run_label, runs_table
from workbench.app.widgets.text import explained, literal
from workbench.bots.spec import one_a_seat
from workbench.engine.batch import cores
from workbench.engine.card_lists.cards import Cards, card_changes
from workbench.engine.game import Game
from workbench.report.downloads import file_stem, run_csv
from workbench.report.text import phrases, scenarios
from workbench.report.text.decks import at_a_glance
from workbench.report.text.scenarios import bots_label
from workbench.scenario import Scenario, differences
from workbench.store import Run, Status, delete_run, runs
from workbench.study.outcome import MOST_READ
from workbench.study.simulate import scenario_of

SHOWN = "shown_run"


def is_asked_for(job: BatchJob, scenario: Scenario) -> bool:
    """Whether the job plays exactly what the controls ask for."""
    return _asked(job.parts[0].scenario) == _asked(scenario)


def _asked(scenario: Scenario) -> tuple[Any, ...]:
    bots = one_a_seat(scenario.bots, scenario.players)
    return scenario.name, scenario.rules_hash, tuple(bots), scenario.plays, scenario.seed


def notice(job: BatchJob, scenario: Scenario) -> None:
    """Say so where another run than the chosen one is shown, with a button back."""
    played = job.parts[0].scenario
    if is_asked_for(job, scenario):
        return
    st.info("\n".join(_lines(played, scenario)), icon=":material/history:", title="A stored run is shown")
    st.button("Back to the choices above", icon=":material/undo:", key="unshow_run", on_click=_back)


def _lines(played: Scenario, scenario: Scenario) -> list[str]:
    who = bots_label(list(one_a_seat(played.bots, played.players)))
    about = f"{literal(played.revision)}, {phrases.count(played.plays)} plays, {literal(who)}, seed {played.seed}"
    lines = [f"{about}: not what is chosen above."]
    if played.name == scenario.name and (changed := differences(played, scenario)):
        lines.append(f"It was played with other rules than {literal(played.revision)} has now:")
        lines += [f"- {_change(scenario.game, name, *pair)}" for name, pair in changed.items()]
    return lines


def _change(game: Game, name: str, before: Any, after: Any) -> str:
    label = literal(game.parameters[name].label)
    if isinstance(before, Cards) and isinstance(after, Cards):
        return f"{label}: {at_a_glance(card_changes(before, after))} since; the run has kept its cards"
    was, now = (literal(scenarios.rule_value(game, name, value)) for value in (before, after))
    return f"{label}: {was} then, {now} now"


def _back() -> None:
    st.session_state.pop(SHOWN, None)


LISTED = 50


def choose(place: Any) -> BatchChoice:
    """The controls: the batch to play."""
    return BatchChoice(**vars(here()), batch=choose_batch(here(), place, [here().revision])[0])


def show(choice: BatchChoice) -> None:
    """Start a batch, follow it, read it; below, everything that is stored."""
    scenario = study_page.read_chosen(choice, lambda: choice.scenario)
    if scenario:
        services().jobs.warm_up(scenario)
        job = _job(scenario)
        if job and job.ended and job.side:
            notice(job, scenario)
            results.side(job.side, partial(_start, scenario, job))
            exports.panel(job.side)
            decision.panel(scenario)
        else:
            _start(scenario, job)
            if job:
                notice(job, scenario)
            _result(job)
    if choice.revision:
        _stored(choice)


def _start(scenario: Scenario, job: BatchJob | None) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        asked = job if job and is_asked_for(job, scenario) else None
        if asked is not None and asked.side is not None:
            job_progress.more_button(scenario.plays, partial(_play_more, scenario))
        elif job_progress.start_button("start_run", asked, finished=False):
            st.session_state.pop(SHOWN, None)
            services().jobs.simulate(scenario, st.session_state.get("threads"))
            st.rerun()
        if scenario.parent:
            navigation.link("compare", f"Compare with {scenario.parent}", {"against": scenario.parent})
        _threads()
    caveats(scenario)


def _play_more(scenario: Scenario, plays: int) -> None:
    services().jobs.simulate(replace(scenario, plays=plays), st.session_state.get("threads"))


def _threads() -> None:
    """How many cores work; its label beside it, so that all of the row stand on one line."""
    about = "Processor cores to use. The results are the same with any number."
    with st.container(horizontal=True, vertical_alignment="center", width="content"):
        st.markdown("Threads", width="content", help=about)
        st.number_input(
            "Threads",
            min_value=1,
            max_value=cores(),
            value=cores(),
            key="threads",
            width=130,
            label_visibility="collapsed",
            persist_state="session",
        )


def _job(scenario: Scenario) -> BatchJob | None:
    """The job whose figures belong on the page; a stored batch is read in by one."""
    jobs = services().jobs
    key = run_key(scenario)
    for_key, job_id = st.session_state.get(SHOWN, (None, None))
    if for_key == key and isinstance(shown := jobs.get(job_id), BatchJob):
        return shown
    job = jobs.latest(BatchJob, key)
    return jobs.simulate(scenario) if job is None and jobs.is_stored(scenario) else job


def _result(job: BatchJob | None) -> None:
    if job is None:
        preload_charts()
        st.caption("Not played with these choices yet. Press Start, and the figures fill in as the plays go on.")
    elif not job.ended:
        job_progress.follow(job)
    else:
        job_progress.ended(job)
        if found := job.look():
            results.so_far(found)


# Stored runs


def _stored(choice: BatchChoice) -> None:
    about = explained("Batches that were played before, with every play.", "run", "batch", "play", "seed")
    st.header("Stored runs", anchor=False, help=about)
    store = services().store
    every = st.toggle("Include contests of strategies and skill ladders", key="all_runs", persist_state="session")
    found = runs(store, choice.game.name, LISTED, of_studies=every) if store.path.exists() else []
    if not found:
        st.caption("None yet. Every run is stored with all its plays, and can be opened again here.")
        return
    runs_table(choice.game, found, "stored_runs")
    labels = {run.id: run_label(run) for run in found}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        picked = st.selectbox("Run", list(labels), format_func=lambda run_id: labels[run_id], key="picked_run")
        run = next((run for run in found if run.id == picked), found[0])
        _actions(run, choice)


def _actions(run: Run, choice: BatchChoice) -> None:
    done = run.status is Status.DONE
    going = run.status is Status.RUNNING
    verb = "Show" if done else "Resume"
    icon = ":material/visibility:" if done else ":material/resume:"
    if st.button(verb, key="show_run", icon=icon, disabled=going):
        _go_on(run, choice)
    st.download_button(
        "Plays as CSV",
        data=lambda: run_csv(services().store, run),
        file_name=f"{file_stem(run.game, run.scenario, *dict.fromkeys(run.bots), run.id)}.csv",
        mime="text/csv",
        icon=":material/download:",
        key="csv_run",
        on_click="ignore",
        disabled=not run.done or (run.done > MOST_READ and not run.has_rows),
    )
    with st.popover("Delete", icon=":material/delete:", disabled=going):
        st.markdown(f"Delete the plays of run {run.id} for good?")
        if st.button("Delete", key="delete_run", type="primary"):
            _delete(run.id)
            st.rerun()


def _delete(run_id: str) -> None:
    delete_run(services().store, run_id)
    services().jobs.forget(run_id)


def _as_played(run: Run, choice: BatchChoice) -> Scenario:
    """What the run was asked to play, with the words and goals of its revision as they are now."""
    played, now = scenario_of(run), choice.revisions.sound.get(run.scenario)
    if now is None:
        return played
    asked = replace(now, bots=played.bots, plays=played.plays, seed=played.seed, retake=played.retake)
    return replace(asked, rules=played.rules)


def _go_on(run: Run, choice: BatchChoice) -> None:
    """Show a stored run or resume it, with the rules that it was started with."""
    scenario = _as_played(run, choice)
    jobs = services().jobs
    job = jobs.simulate(scenario) if run.status is Status.DONE else jobs.resume(scenario, run.id)
    st.session_state[SHOWN] = (run_key(choice.scenario), job.id)
    st.rerun()
