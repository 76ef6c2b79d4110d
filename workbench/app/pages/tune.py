"""The page Tune: which rules may change, what must hold, and the draft that the search suggests."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st

from workbench.app import address, navigation
from workbench.app import place as places
from workbench.app.jobs.study_job import Address
from workbench.app.place import Place, here
from workbench.app.services import services
from workbench.app.widgets import controls, study_page, try_panel
from workbench.app.widgets import draft as save_form
from workbench.app.widgets.charts import chart
from workbench.app.widgets.choices import (
    LENGTH,
    LONG,
    QUICK,
    bots_named,
    choose_bots,
    choose_seed,
    held_length,
    usual_bots,
    usual_length,
)
from workbench.app.widgets.draft import Draft, SaveButton, obstacles
from workbench.app.widgets.rule_fields import fill_form
from workbench.app.widgets.study_page import PageStudy
from workbench.app.widgets.text import explained, literal
from workbench.engine.batch import cores
from workbench.engine.game import Game
from workbench.engine.parameters import Parameter
from workbench.engine.problems import BadInput
from workbench.engine.wording import counted, listed
from workbench.report.charts import tuning as charts
from workbench.report.downloads import as_json, file_stem
from workbench.report.findings import keep_tuning, tuning_asked, tuning_question
from workbench.report.tables import Table
from workbench.report.text import phrases
from workbench.report.text import tuning as words
from workbench.report.text.phrases import upper_first
from workbench.report.text.scenarios import goals_in_words
from workbench.report.tuning import goal_table, listed_trials, trials_csv, tuning_json, tuning_markdown, tuning_page
from workbench.scenario import Scenario, load_scenario, save_revision
from workbench.scenario.goal_texts import goal_text
from workbench.scenario.model import goal_measures
from workbench.scenario.vary import varied_parameters
from workbench.store import Store
from workbench.store.answers import Answer, answer_data
from workbench.study.batch_player import RunOptions
from workbench.study.outcome import make_batch
from workbench.study.strength import Follow
from workbench.study.strength.contest import play_cost
from workbench.study.tuning import Trial, Tuning, TuningPlan, read_tuning_plan, tune, usual_plays
from workbench.study.workload import Pace, Workload, pace_of

TELLS = (
    "**Which values meet the goals?** Combinations of values play the same shuffles; promising ones play more.",
    "**With how few changes?** Each change of the best is undone in turn, and dropped if the goals hold without it.",
    "**How sure is that?** The suggestion is played again on fresh shuffles that the search did not use.",
)
NOTE = "Cancelling keeps the best that was found by then. The answer is a line in History; no play is stored."
MAY_CHANGE = "The search changes these rules only. Each may always keep its present value."
MUST_HOLD = (
    "`<=` is at most, `>=` at least, `= 4..5` from 4 to 5; a goal a line, or semicolons between. Empty: the goals of"
    " the revision. Measures: {}."
)
PLAYS = "Plays of the whole search, evidence included. Empty: as many as take a minute or two."
SEPARATOR = ";"
BETWEEN = re.compile(r"[;\n]")
AROUND = 2
"""A number may at first move by so much to each side."""
FAIR_SEATS, FAIR_SIDE = "seat_win_rate_spread <= 0.05; tie_rate <= 0.1", "{}_won_rate <= 0.55"
"""What must hold at first of a revision without goals: that no seat, or of a game with sides no side, wins too much."""
INTO_FORM = "Opens the form with these values, and what they do beside it."
FEW = 2
"""Rules that may change at first."""
SECONDS_A_TRIAL = 0.05
"""What a trial costs besides its plays."""


@dataclass(frozen=True)
class TuneChoice(Place):
    """Who plays, how much, and the seed. `plays` in all; None for the usual number of a quick look or a long search."""

    length: str
    plays: int | None
    bots: str
    seed: int

    @property
    def quick(self) -> bool:
        """Whether it is a quick look."""
        return self.length == QUICK


@dataclass(frozen=True)
class Asked:
    """What the page asks for, as texts of the command line."""

    vary: tuple[str, ...]
    goals: tuple[str, ...]
    bots: tuple[str, ...]
    plays: int | None
    quick: bool


def choose(place: Any) -> TuneChoice:
    """The controls above the page: bots, how much is played, and the seed."""
    chosen = here()
    model = chosen.model
    if model is None:
        return TuneChoice(**vars(chosen), length=QUICK, plays=None, bots="", seed=1)
    known = list(varied_parameters(chosen.game))
    controls.check_address("move", "Rules that may change", known, known)
    row = controls.folded(place, _in_words(model))
    bots = choose_bots(chosen.game, model, row, model.players)
    about = "A quick look takes up to half a minute on two cores. The long search is surer of what it finds."
    about = explained(about, "quick look")
    length = controls.select(row, LENGTH, "Study", (QUICK, LONG), usual_length(["plays"]), about)
    plays = controls.optional_number(row, "plays", "Plays in all", PLAYS, 10_000) if length == LONG else None
    return TuneChoice(**vars(chosen), length=length, plays=plays, bots=bots, seed=choose_seed(row, model.seed))


def _in_words(model: Scenario) -> str:
    """What the controls hold, as the button says it that unfolds them."""
    bots = bots_named(address.read("bots") or usual_bots(model))
    length = "quick look" if held_length("plays") == QUICK else "long search"
    plays = controls.held_optional_number("plays", "Plays in all") if length != "quick look" else None
    return f"{bots} · {length if plays is None else phrases.number_of(plays, 'play')}"


def show(choice: TuneChoice) -> None:
    """What may change and what must hold; then the search, and what it found."""
    model = choice.model
    if model is None:
        study_page.read_chosen(choice, lambda: None)
        return
    save_form.saved(choice)
    vary, (goals, in_words) = _choose_rules(choice, model), _choose_goals(model)
    asked = Asked(vary, goals, tuple(choice.bots.split()), choice.plays, choice.quick)
    plan = study_page.read_chosen(choice, partial(_plan, choice, asked))
    if plan is None:
        return
    in_words.markdown(literal(f"{upper_first(goals_in_words(plan.scenario))}."))
    longer = replace(asked, quick=False)
    long_plan = replace(plan, quick=False)
    study_page.show(
        _study(choice, asked, plan),
        _study(replace(choice, length=LONG), longer, long_plan) if choice.quick else None,
    )


# What is asked


def _choose_rules(choice: Place, model: Scenario) -> tuple[str, ...]:
    """The rules that may change, each with its values."""
    known = varied_parameters(choice.game)
    st.markdown("## What may change", anchors=False, help=explained(MAY_CHANGE, "tuning"))
    moved = [name for name in controls.held_list("move", _first_rules(model)) if name in known]
    moved = st.multiselect(
        "Rules that may change",
        list(known),
        format_func=lambda name: known[name].label,
        label_visibility="collapsed",
        **controls.kept("move", moved),
    )
    fields = st.container(horizontal=True, vertical_alignment="bottom")
    return tuple(f"{name}={_choose_values(fields, known[name], model)}" for name in moved)


def _choose_values(row: Any, parameter: Parameter, model: Scenario) -> str:
    key = f"values_{parameter.name}"
    own = parameter.show(model.rules[parameter.name]).replace('"', "")
    value = controls.held(key, _usual_values(parameter, model), str)
    about = f"{parameter.help} Now {own}. Allowed: {parameter.allowed.replace(chr(34), '')}."
    return str(row.text_input(parameter.label, help=about, width=190, **controls.kept(key, value)) or "")


def _first_rules(model: Scenario) -> list[str]:
    """The rules that may change at first: the first numbers that are not the size of the table."""
    known = varied_parameters(model.game)
    return [name for name, each in known.items() if each.kind == "int" and name != "players"][:FEW]


def _usual_values(parameter: Parameter, model: Scenario) -> str:
    """The values that a rule may take at first: those around its own, or all."""
    own: Any = model.rules[parameter.name]
    if parameter.kind != "int":
        return ",".join(str(each).lower() for each in parameter.values())
    near: list[Any] = [value for value in parameter.values() if abs(value - own) <= AROUND]
    in_a_row = near == list(range(near[0], near[-1] + 1)) if near else False
    return f"{near[0]}..{near[-1]}" if in_a_row and len(near) > 1 else ",".join(map(str, near or [own]))


def _choose_goals(model: Scenario) -> tuple[tuple[str, ...], Any]:
    """What must hold, as goals of the command line, empty for those of the revision; and where to say it in words."""
    names = ", ".join(f"`{name}`" for name in goal_measures(model.game))
    about = explained(MUST_HOLD.format(names), "goal")
    st.markdown("## What must hold", anchors=False)
    own = f"{SEPARATOR} ".join(goal_text(goal) for goal in model.goals) or _first_goals(model.game)
    text = controls.held("goals", own, str)
    row = st.container(horizontal=True, vertical_alignment="center")
    in_words = row.container(width="content")
    with row.popover("Change the goals", icon=":material/flag:", key="change_goals", type="tertiary"):
        example = "tie_rate <= 5 %; deals = 4..5"
        found = st.text_area("Goals", placeholder=example, help=about, **controls.kept("goals", text))
    return tuple(part.strip() for part in BETWEEN.split(str(found or "")) if part.strip()), in_words


def _first_goals(game: Game) -> str:
    """What must hold at first of a revision without goals."""
    sides = [FAIR_SIDE.format(each) for each in (game.sides.names if game.sides else ())]
    known = [each for each in sides if each.partition(" ")[0] in goal_measures(game)]
    return f"{SEPARATOR} ".join(known) or FAIR_SEATS


def _plan(choice: TuneChoice, asked: Asked) -> TuningPlan:
    """The plan behind the choices. Raises BadInput with every problem."""
    name = f"{choice.game.name}/{choice.revision}"
    load = partial(load_scenario, services().workspace, name, bots=asked.bots or None, seed=str(choice.seed))
    return read_tuning_plan(load, vary=asked.vary, goals=asked.goals, plays=asked.plays, quick=asked.quick)


def _study(choice: TuneChoice, asked: Asked, plan: TuningPlan) -> PageStudy:
    place = _choices(choice, asked)
    kept = {name: value for name, value in place.items() if name not in ("game", "revision")}
    question = tuning_question(plan, kept)
    return PageStudy(
        scenario=plan.scenario,
        plan=asked,
        title=f"Tuning {plan.scenario.title}",
        place=Address("tune", place),
        ask=partial(_ask, plan, question),
        tells=TELLS,
        expected=lambda store: _workload(plan, pace_of(plan.scenario), store, question),
        so_far=partial(_so_far, plan),
        result=_result,
        note=NOTE,
        resumes=False,
    )


def _choices(choice: TuneChoice, asked: Asked) -> dict[str, object]:
    """What leads back to this search."""
    held = tuning_asked(asked.vary, asked.goals, asked.bots, choice.seed)
    plays = {} if choice.plays is None else {"plays": choice.plays}
    return {"game": choice.game.name, "revision": choice.revision, **held, "length": choice.length, **plays}


def _workload(plan: TuningPlan, pace: Pace, store: Store | None, question: Answer) -> Workload:
    """How much there is to play; a search that was made before begins by itself, and finds the same."""
    plays = plan.plays or usual_plays(plan.scenario, pace.decisions, plan.quick)
    seconds = plays * play_cost(plan.scenario, pace.decisions) / (pace.speed * cores())
    trials = min(plan.space.count, plays // 500)
    known = store is not None and answer_data(store, question) is not None
    return Workload(plays, seconds + SECONDS_A_TRIAL * trials, known, not make_batch(plan.scenario).kernel.is_warm)


def _ask(plan: TuningPlan, question: Answer, options: RunOptions, follow: Follow) -> Tuning:
    """Search, and keep what a finished long search says for the history."""
    found = tune(plan, options, follow)
    if options.store:
        keep_tuning(options.store, question, found)
    return found


# What was found


def _so_far(plan: TuningPlan, trials: Sequence[Trial]) -> None:
    best = min(trials, key=lambda each: each.order)
    st.caption(
        literal(f"So far the most promising of {counted(len(trials), 'combination')}: {words.trial_words(plan, best)}.")
    )
    chart(charts.trials_so_far(plan, trials), "trials_live")


def _result(found: Tuning) -> None:
    with st.container(border=True):
        st.markdown(f"## {literal(words.headline(found))}", anchors=False)
        if found.changed:
            with st.container(horizontal=True):
                with st.popover("Save as revision", icon=":material/save:", type="primary", key="save_tuned"):
                    _save(found)
                try_panel.offer_results(found.scenario, found.draft, "open_tuned")
                if st.button("Try in the form", key="try_tuned", icon=":material/edit_note:", help=INTO_FORM):
                    fill_form(here().revisions.sound[found.scenario.revision], found.draft.rules)
                    navigation.go("rules", {})
        st.caption(literal(words.briefly_tuned(found)), help=literal(words.how_tuned(found)))
    if found.evidence:
        about = f"{words.FRESH} {words.controlled(found)} {words.PUT_BACK}"
        st.markdown("## The evidence", anchors=False, help=explained(about, "seed", "goal", "paired plays"))
        _table(goal_table(found), "evidence_table", "Each goal on fresh shuffles")
        st.markdown("\n".join(f"- {literal(line)}" for line in words.change_sentences(found)))
    chart(charts.trials_chart(found), "trials", words.FRONTIER, "frontier", "tuning")
    if traded := words.frontier_sentence(found):
        st.markdown(literal(traded))
    with st.expander("The combinations on the frontier" if found.trades else "The best combinations"):
        _table(words.trial_table(found.plan, listed_trials(found)), "trial_table", "Combinations, the best first")
    study_page.details(words.how_tuned(found), words.command(found))
    _downloads(found)


def _table(lines: Table, key: str, alt: str) -> None:
    if lines:
        st.dataframe(lines, hide_index=True, key=key, alt=alt)


def _downloads(found: Tuning) -> None:
    stem = file_stem("tuning", found.scenario.game.name, found.scenario.revision)
    study_page.downloads(
        stem,
        partial(trials_csv, found),
        lambda: as_json(tuning_json(found)),
        partial(tuning_page, found),
        partial(tuning_markdown, found),
    )


# Saving


def _save(found: Tuning) -> None:
    """The form that saves the draft; its fields say why, and what the evidence is."""
    prefix, choice = _prefix(found), here()
    filled = {"title": words.title_words, "reason": words.reason_words, "hypothesis": words.hypothesis_words}
    for name, write in filled.items():
        st.session_state.setdefault(f"{prefix}_{name}", write(found))
    taken = [*choice.revisions.sound, *choice.revisions.broken]
    st.markdown(f"**Changes:** {literal(listed(found.changed))}")
    follow = save_form.fields(prefix, taken, "Why do the rules change?")
    save = SaveButton("Save as revision", "save_draft", partial(_store, found))
    save_form.save_buttons(partial(_missing, found, taken), save, first=follow)


def _missing(found: Tuning, taken: Sequence[str]) -> list[str]:
    """Why it cannot be saved yet, as the fields are now."""
    texts = save_form.texts(_prefix(found))
    return obstacles(_draft(found), texts["name"], texts["reason"], taken)


def _prefix(found: Tuning) -> str:
    """Where the session keeps the fields of this draft."""
    return f"tuned_{hashlib.sha256(words.command(found).encode()).hexdigest()[:8]}"


def _draft(found: Tuning) -> Draft:
    parent = here().revisions.sound[found.scenario.revision]
    return Draft(parent, found.draft.rules, (), found.goals)


def _store(found: Tuning) -> None:
    """Write the revision, and go there."""
    draft, session, prefix = _draft(found), st.session_state, _prefix(found)
    try:
        made = save_revision(
            services().workspace, save_form.drafted(prefix, draft.parent, draft.rules, draft.bots, draft.goals)
        )
    except BadInput as bad:
        session["refused"] = bad.problems
        return
    session["saved"] = (made.name, draft.parent.revision)
    places.go(revision=made.revision)
    save_form.clear(prefix)
