"""Stored batches of a game: opened, resumed, taken away, deleted; and one that is shown in place of the chosen one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from workbench.app.jobs.batch_job import BatchJob, run_key
from workbench.app.place import Place
from workbench.app.services import services
from workbench.app.widgets.results import strengths
from workbench.app.widgets.text import explained, literal
from workbench.bots.spec import one_a_seat
from workbench.engine.card_lists.cards import Cards, card_changes
from workbench.engine.game import Game
from workbench.engine.wording import time_words
from workbench.report.downloads import file_stem, run_csv
from workbench.report.text import phrases, scenarios
from workbench.report.text.decks import at_a_glance
from workbench.report.text.scenarios import bots_label
from workbench.scenario import Scenario, differences
from workbench.store import Run, Status, delete_run, runs
from workbench.study.outcome import MOST_READ
from workbench.study.simulate import scenario_of

LISTED = 50
SHOWN = "shown_run"


def is_asked_for(job: BatchJob, scenario: Scenario) -> bool:
    """Whether the job plays exactly what the controls ask for."""
    return _asked(job.parts[0].scenario) == _asked(scenario)


def _asked(scenario: Scenario) -> tuple[Any, ...]:
    bots = one_a_seat(scenario.bots, scenario.players)
    return scenario.name, scenario.rules_hash, tuple(bots), scenario.plays, scenario.seed


def notice(job: BatchJob, scenario: Scenario) -> None:
    """Say that another run than the chosen one is shown, with a button back."""
    played = job.parts[0].scenario
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


def shown(scenario: Scenario) -> BatchJob | None:
    """The stored batch that is to be shown in place of the chosen one, if any."""
    for_key, job_id = st.session_state.get(SHOWN, (None, None))
    job = services().jobs.get(job_id) if for_key == run_key(scenario) else None
    return job if isinstance(job, BatchJob) else None


def show(choice: Place, scenario: Scenario | None) -> None:
    """The stored batches, folded away; `scenario` is what the controls ask for."""
    with st.expander("Stored runs", icon=":material/inventory_2:"):
        _list(choice, scenario)


def _list(choice: Place, scenario: Scenario | None) -> None:
    about = explained("Batches that were played before, with every play.", "run", "batch", "play", "seed")
    st.caption(about)
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
        _actions(run, choice, scenario)


def _actions(run: Run, choice: Place, scenario: Scenario | None) -> None:
    done = run.status is Status.DONE
    going = run.status is Status.RUNNING
    verb = "Show" if done else "Resume"
    icon = ":material/visibility:" if done else ":material/resume:"
    if st.button(verb, key="show_run", icon=icon, disabled=going):
        _go_on(run, choice, scenario)
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


def _as_played(run: Run, choice: Place) -> Scenario:
    """What the run was asked to play, with the words and goals of its revision as they are now."""
    played, now = scenario_of(run), choice.revisions.sound.get(run.scenario)
    if now is None:
        return played
    asked = replace(now, bots=played.bots, plays=played.plays, seed=played.seed, retake=played.retake)
    return replace(asked, rules=played.rules)


def _go_on(run: Run, choice: Place, asked: Scenario | None) -> None:
    """Show a stored run or resume it, with the rules that it was started with."""
    scenario = _as_played(run, choice)
    jobs = services().jobs
    job = jobs.simulate(scenario) if run.status is Status.DONE else jobs.resume(scenario, run.id)
    st.session_state[SHOWN] = (run_key(asked or scenario), job.id)
    st.rerun()


# As a table


def runs_table(game: Game, runs: Sequence[Run], key: str) -> None:
    """Stored runs of a game, newest first; the hint above the bots says how well they play."""
    bots = [bot for run in runs for bot in run.bots]
    columns: dict[str, Any] = {
        "Bots": st.column_config.TextColumn(help=f"Who sat at the table.\n\n{strengths(game, bots)}"),
        "Started": st.column_config.DatetimeColumn(format="D MMM YYYY, HH:mm", width="medium"),
        "Plays": st.column_config.TextColumn(),
        "Plays a second": st.column_config.NumberColumn(format="localized"),
        "Note": st.column_config.TextColumn(width="medium"),
    }
    frame = runs_frame(runs)
    st.dataframe(frame, hide_index=True, column_config=columns, key=key, alt="Stored runs, newest first")


def runs_frame(runs: Sequence[Run]) -> pd.DataFrame:
    """Runs as a table for people; what they were played for only where some are a part of a study."""
    frame = pd.DataFrame([_run_row(run) for run in runs])
    return frame if any(run.study for run in runs) else frame.drop(columns="Played for", errors="ignore")


def _run_row(run: Run) -> dict[str, Any]:
    return {
        "Started": run.created_at.astimezone(),
        "Revision": run.scenario,
        "Bots": bots_label(run.bots),
        "Plays": phrases.count(run.plays) if run.done == run.plays else progress_of(run),
        "Seed": run.seed,
        "Status": run.status.value,
        "Plays a second": round(run.done / run.elapsed_s) if run.elapsed_s > 0 else None,
        "Played for": f"{run.study}, retake {run.retake}" if run.retake else run.study,
        "Run": run.id,
    }


def progress_of(run: Run) -> str:
    """How far an unfinished run got."""
    return f"{phrases.count(run.done)} of {phrases.count(run.plays)}"


def run_label(run: Run) -> str:
    """A run in a list to choose from."""
    plays = phrases.count(run.plays) if run.done == run.plays else progress_of(run)
    started = time_words(run.created_at)
    seed = f"seed {run.seed}, retake {run.retake}" if run.retake else f"seed {run.seed}"
    return f"{run.scenario} · {bots_label(run.bots)} · {plays} plays · {seed} · {run.status} · {started}"
