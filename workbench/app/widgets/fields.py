"""The controls of a question: one for each field, in the address of the page."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app import address
from workbench.app.address import held, held_list
from workbench.app.place import Place, here, named
from workbench.app.widgets import controls
from workbench.app.widgets.controls import bots_here, bots_listed, bots_named, holding
from workbench.app.widgets.text import explained, literal
from workbench.bots.spec import bots_to_choose, default_bots
from workbench.engine.game import Game
from workbench.engine.parameters import Parameter, Written
from workbench.engine.problems import BadInput, WholeRange
from workbench.engine.wording import as_sentence, lower_first
from workbench.report.text import phrases
from workbench.report.text.scenarios import goal_label, goals_in_words
from workbench.scenario import Scenario
from workbench.scenario.goals import RATE, goal_measures, goal_text, read_goal_texts
from workbench.scenario.vary import SHAPES, varied_parameters
from workbench.studies.compare.question import NOBODY
from workbench.studies.fields import (
    Bots,
    ChoiceOfGame,
    Doubled,
    Field,
    Goals,
    Measures,
    OneBot,
    OneText,
    OtherRevision,
    OtherRevisions,
    RuleValues,
    SeatBots,
    Switch,
    WholeNumber,
)

AGAINST_ABOUT = (
    "At first its parent. Empty: this revision alone. With several, the first is the base of all; or this revision, if"
    " they come from it."
)
AROUND = 2
"""Values below and above the revision's own that are suggested."""
GOALS = (
    "`<=` is at most, `>=` at least, `= 4..5` from 4 to 5; a goal a line, or semicolons between. Empty: the goals of"
    " the revision. Measures: {}."
)
SEPARATOR = ";"
BETWEEN = re.compile(r"[;\n]")
FAIR_SEATS, FAIR_SIDE = "seat_win_rate_spread <= 0.05; tie_rate <= 0.1", "{} <= 0.55"
"""The first goals of a revision without any: that no seat, or of a game with sides no side, wins too much."""
OTHER_BOTS = (
    "You can type more: another budget as in `ismcts:400`, or a bot that leaves out a kind of action, as in"
    " `greedy~scout`."
)
VALUES = f"Values and ranges with commas between them: {SHAPES}."


def draw_field(place: DeltaGenerator, field: Field, model: Scenario) -> list[str]:
    """The control of a field, and the texts that it holds; none where it is left empty."""
    about = explained(field.help, *field.terms)
    match field:
        case WholeNumber(offered=offered) if not (offered or isinstance(field, Doubled)):
            usual = field.usual if field.default is None else cast(int, field.default)
            number = controls.number(place, field.control, field.label, usual, about, field.step)
            return [] if number in (None, usual) else [str(number)]
        case RuleValues():
            return _choose_values(place, field, model, about)
        case Bots():
            return _choose_several_bots(place, field, model)
        case OtherRevisions():
            return _choose_revisions(place, field)
        case Goals():
            return _choose_goals(place, field, model)
        case Measures():
            return _choose_measures(place, field, model, about)
        case _:
            first, options = _options(field, model)
            named = partial(_option_in_words, field, model)
            forget = partial(address.forget, *field.resets) if field.resets else None
            text = controls.select(place, field.control, field.label, options, first, about, forget, format_func=named)
            return [] if text == first else [text]


def draw_unbound(field: Field, model: Scenario, key: str, suggested: Sequence[str]) -> None:
    """The control of a field whose value is in the session alone, until somebody asks."""
    about = explained(field.help, *field.terms)
    match field:
        case Measures():
            held_now = [name for name in address.read_all(field.control) if name in _measures(field, model)]
            usual, named = _usual_measures(model), partial(_in_words, model.game)
            options = _measures(field, model)
            st.multiselect(field.label, options, held_now, format_func=named, placeholder=usual, key=key, help=about)
        case WholeNumber(low=low, high=high):
            number = next(iter([*_number_in_address(field), *map(field.read, suggested)]), cast(int, field.default))
            st.number_input(field.label, low, high, number, field.step, key=key, help=about)
        case _:
            raise TypeError(f"no control of its own for a field of type {type(field).__name__}")


def words_of(field: Field, model: Scenario) -> str:
    """The value of a field, on the button that unfolds it; empty for one that says nothing there."""
    if isinstance(field, (OneBot, SeatBots)) and field.in_brief:
        usual, options = _options(field, model)
        bots = address.held_option(field.control, field.label, options, usual)
        return field.in_brief.format(bots_named(bots)) if bots != NOBODY else ""
    if isinstance(field, Doubled):
        usual, options = _options(field, model)
        return field.in_brief.format(address.held_option(field.control, field.label, options, usual))
    if isinstance(field, WholeNumber) and field.in_brief:
        number = address.held_number(field.control, field.label, None)
        return "" if number is None else field.in_brief.format(phrases.count(number))
    if not isinstance(field, Measures):
        return ""
    names = [name for name in held_list(field.control, ()) if name in _measures(field, model)]
    return ", ".join(_in_words(model.game, name) for name in names) or _usual_measures(model)


def _options(field: Field, model: Scenario) -> tuple[str, list[str]]:
    """The first value of a field, and all that can be chosen."""
    if isinstance(field, Doubled):
        first = held(field.first, field.usual_first, WholeRange(0, field.high).read)
        return str(field.usual_of(first)), [*map(str, field.doublings(first))]
    if isinstance(field, ChoiceOfGame):
        options = list(field.options(model.game))
        return options[0], options
    usual = field.empty if field.default in (None, ()) else field.texts(field.default)[0]
    return usual, list(dict.fromkeys([usual, *_others(field, model)]))


def _option_in_words(field: Field, model: Scenario, option: str) -> str:
    if isinstance(field, ChoiceOfGame):
        return field.options(model.game)[option]
    return bots_named(option) if isinstance(field, (OneBot, SeatBots)) and option != field.empty else option


def _others(field: Field, model: Scenario) -> Sequence[str]:
    """The choices beside the field's first value."""
    match field:
        case OneBot() | SeatBots():
            return bots_here(model.game, field.control)
        case OtherRevision():
            return [name for name in here().revisions.sound if name != here().revision]
        case WholeNumber(offered=offered):
            return [field.texts(number)[0] for number in sorted({*offered, *_number_in_address(field)})]
        case OneText(options=options):
            return options
        case Switch():
            return [field.off, field.on]
    raise TypeError(f"no control for a field of type {type(field).__name__}")


def _number_in_address(field: WholeNumber) -> list[int]:
    """The number that the address says, which may be another than those offered; none for what is no such number."""
    try:
        return [field.read(address.read(field.control))]
    except BadInput:
        return []


def _choose_several_bots(place: DeltaGenerator, field: Bots, model: Scenario) -> list[str]:
    """The bots that meet; one text that names none, where somebody has taken out all."""
    usual, names = default_bots(model.game), bots_to_choose(model.game)
    about = explained(f"{field.help} {OTHER_BOTS}\n\n{bots_listed(model.game)}", *field.terms)
    picked = place.multiselect(
        field.label, names, format_func=bots_named, help=about, accept_new_options=True,
        **holding(field.control, held_list(field.control, usual)),
    )  # fmt: skip
    return [] if tuple(picked) == usual else list(picked) or [""]


def _choose_revisions(place: DeltaGenerator, field: OtherRevisions) -> list[str]:
    """The revisions that the place of all pages holds."""
    chosen = here()
    names = [name for name in chosen.revisions.names if name != chosen.revision]
    picked = place.multiselect(
        field.label, names, format_func=partial(_revision_in_words, chosen), placeholder="nothing: alone",
        help=explained(AGAINST_ABOUT, *field.terms), width=380, wrap=True,
        **holding(field.control, list(chosen.against), options=names),
    )  # fmt: skip
    return list(picked)


def _revision_in_words(chosen: Place, name: str) -> str:
    """A revision by its title, and by its file where two have the same."""
    titles = [scenario.title for scenario in chosen.revisions.sound.values()]
    title = chosen.revisions.sound[name].title
    return title if title and titles.count(title) == 1 else named(chosen.revisions, name)


# Values of rules


def _choose_values(place: DeltaGenerator, field: RuleValues, model: Scenario, about: str) -> list[str]:
    names = varied_parameters(model.game)
    usual = [name for name, rule in names.items() if rule.kind == "int" and name != "players"][: field.suggested]
    address.check(field.control, field.label, list(names))
    there = [name for name in held_list(field.control, usual) if name in names][: field.most]
    labels = {name: rule.label for name, rule in names.items()}
    picked = place.multiselect(
        field.label, list(names), format_func=labels.__getitem__, max_selections=field.most, placeholder=field.empty,
        help=about, width=300, **holding(field.control, there),
    )  # fmt: skip
    return [
        f"{name}={_choose_rule_values(names[name], model.rules[name], place, f'{labels[name]}: values')}"
        for name in picked
    ]


def _choose_rule_values(rule: Parameter, value: Written, place: DeltaGenerator, label: str) -> str:
    key = f"values_{rule.name}"
    now, present, allowed = held(key, suggested_values(rule, value), str), rule.show(value), rule.allowed
    about = f"{rule.help} Now {present}. Allowed: {allowed}. {VALUES}".replace('"', "")
    return str(place.text_input(label, help=about, width=190, **holding(key, now)) or "")


def suggested_values(rule: Parameter, value: Written) -> str:
    """Values to try at first: a few around the revision's own, or all there are."""
    if rule.kind != "int":
        return ",".join(rule.show(option).strip('"') for option in rule.values())
    near = rule.near(value, AROUND)
    if not isinstance(near, range):
        return ",".join(map(str, near))
    return f"{near[0]}..{near[-1]}" + (f":{near.step}" if near.step > 1 else "")


# Goals


def _choose_goals(place: DeltaGenerator, field: Goals, model: Scenario) -> list[str]:
    """Goals as texts, folded away behind what they say in words; none for those of the revision."""
    names = ", ".join(f"`{name}`" for name in goal_measures(model.game))
    usual = f"{SEPARATOR} ".join(map(goal_text, model.goals)) or _fair_goals(model.game)
    row = place.container(horizontal=True, vertical_alignment="center")
    in_words = row.container(width="content", key=f"{field.control}_in_words")
    with row.popover("Change the goals", icon=":material/flag:", key=f"change_{field.control}", type="tertiary"):
        written = st.text_area(
            field.label, placeholder="tie_rate <= 5 %; deals = 4..5", help=explained(GOALS.format(names), *field.terms),
            **holding(field.control, held(field.control, usual, str)),
        )  # fmt: skip
    texts = [text.strip() for text in BETWEEN.split(str(written or "")) if text.strip()]
    with suppress(BadInput):
        goals = read_goal_texts(model.game, texts) if texts else model.goals
        in_words.markdown(literal(as_sentence(goals_in_words(replace(model, goals=goals)))))
    return texts


def _fair_goals(game: Game) -> str:
    """The first goals of a revision without any."""
    sides = [f"{side}_won_rate" for side in (game.sides.names if game.sides else ())]
    fair = [FAIR_SIDE.format(rate) for rate in sides if rate in goal_measures(game)]
    return f"{SEPARATOR} ".join(fair) or FAIR_SEATS


# Measures


def _choose_measures(place: DeltaGenerator, field: Measures, model: Scenario, about: str) -> list[str]:
    """Goals, or a measure with a wish; none for what is usual."""
    options = _measures(field, model)
    address.check(field.control, field.label, [*options, _usual_measures(model)], options)
    there = [name for name in held_list(field.control, ()) if name in options]
    picked = place.multiselect(
        field.label, options, format_func=partial(_in_words, model.game), placeholder=_usual_measures(model),
        help=about, **holding(field.control, there),
    )  # fmt: skip
    return list(picked)


def _measures(field: Measures, model: Scenario) -> list[str]:
    """The subjects of a question: goals and measures, and measures with a wish; those of most interest first."""
    goals = goal_measures(model.game)
    others = [name for name in goals if f"{name}{RATE}" not in goals]
    names = list(dict.fromkeys([*(goal.measure for goal in model.goals), *model.game.primary, *others]))
    return [*names, *(f"{name}:{wish}" for name in names for wish in field.wishes)]


def _usual_measures(model: Scenario) -> str:
    return "all goals" if model.goals else "primary measures"


def _in_words(game: Game, name: str) -> str:
    """A measure on the button and in the list: `lowest ties`."""
    measure, _, wish = name.partition(":")
    return f"{wish} {lower_first(goal_label(game, measure))}".strip()
