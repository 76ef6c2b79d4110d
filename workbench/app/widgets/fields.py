"""The controls of a question: one for each field, in the address of the page."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from workbench.app import address
from workbench.app.place import here
from workbench.app.widgets import controls
from workbench.app.widgets.choices import bots_named
from workbench.app.widgets.controls import held, held_list, kept
from workbench.app.widgets.text import explained
from workbench.bots.spec import bots_to_choose
from workbench.engine.game import Game
from workbench.engine.parameters import OneOf, Parameter, Written
from workbench.engine.problems import BadInput, WholeRange
from workbench.report.text import phrases
from workbench.report.text.scenarios import goal_label
from workbench.scenario import Scenario
from workbench.scenario.model import RATE, goal_measures
from workbench.scenario.vary import SHAPES, varied_parameters
from workbench.studies.fields import Bot, Choice, Doubled, Field, Measures, OtherRevision, RuleValues, Switch, Whole

AROUND = 2
"""Values below and above the revision's own that are suggested."""
VALUES = f"Values and ranges with commas between them: {SHAPES}."


def draw_field(place: Any, field: Field, model: Scenario) -> list[str]:
    """The control of a field, and the texts that it holds; none where it is left empty."""
    about = explained(field.help, *field.terms)
    match field:
        case Whole(offered=offered) if not (offered or isinstance(field, Doubled)):
            number = _number(place, field, about)
            return [] if number in (None, _usual(field)) else [str(number)]
        case RuleValues():
            return _choose_values(place, field, model, about)
        case Measures():
            return _choose_measures(place, field, model, about)
        case _:
            usual, options = _options(field, model)
            named = partial(_option_in_words, field)
            text = controls.select(place, field.control, field.label, options, usual, about, format_func=named)
            return [] if text == usual else [text]


def words_of(field: Field, model: Scenario) -> str:
    """What a field holds, on the button that unfolds it; empty for one that says nothing there."""
    if isinstance(field, Doubled):
        usual, options = _options(field, model)
        return field.in_brief.format(controls.held_option(field.control, field.label, options, usual))
    if isinstance(field, Whole) and field.in_brief:
        number = controls.held_optional_number(field.control, field.label)
        return "" if number is None else field.in_brief.format(phrases.count(number))
    if not isinstance(field, Measures):
        return ""
    names = [name for name in held_list(field.control, ()) if name in _measures(field, model)]
    return ", ".join(_in_words(model.game, name) for name in names) or _usual_measures(model)


def _number(place: Any, field: Whole, about: str) -> int | None:
    usual = _usual(field)
    if usual is None:
        return controls.optional_number(place, field.control, field.label, about, field.step)
    return controls.number(place, field.control, field.label, usual, about, field.step)


def _usual(field: Whole) -> int | None:
    """What the control of a number holds at first."""
    usual: int | None = field.usual if field.default is None else field.default
    return usual


def _options(field: Field, model: Scenario) -> tuple[str, list[str]]:
    """What a field holds at first, and all that can be chosen."""
    if isinstance(field, Doubled):
        first = held(field.first, field.usual_first, WholeRange(0, field.high).read)
        return str(field.usual_of(first)), [*map(str, field.doublings(first))]
    usual = field.empty if field.default is None else field.texts(field.default)[0]
    return usual, list(dict.fromkeys([usual, *_others(field, model)]))


def _option_in_words(field: Field, option: str) -> str:
    return bots_named(option) if isinstance(field, Bot) and option != field.empty else option


def _others(field: Field, model: Scenario) -> Sequence[str]:
    """What can be chosen beside what the field holds at first."""
    match field:
        case Bot():
            return bots_to_choose(model.game)
        case OtherRevision():
            return [name for name in here().revisions.sound if name != here().revision]
        case Whole(offered=offered):
            return [field.texts(number)[0] for number in sorted({*offered, *_number_in_address(field)})]
        case Choice(options=options):
            return options
        case Switch():
            return [field.off, field.on]
    raise TypeError(f"no control for a field of type {type(field).__name__}")


def _number_in_address(field: Whole) -> list[int]:
    """The number that the address says, which may be another than those offered; none for what is no such number."""
    try:
        return [field.read(address.read(field.control))]
    except BadInput:
        return []


# Values of rules


def _choose_values(place: Any, field: RuleValues, model: Scenario, about: str) -> list[str]:
    names = varied_parameters(model.game)
    usual = [next(name for name, rule in names.items() if rule.kind == "int" and name != "players")]
    controls.check_address(field.control, field.label, list(names), list(names))
    there = [name for name in held_list(field.control, usual) if name in names][: field.most]
    labels = {name: rule.label for name, rule in names.items()}
    picked = place.multiselect(
        field.label, list(names), format_func=labels.__getitem__, help=about, max_selections=field.most, width=300,
        **kept(field.control, there),
    )  # fmt: skip
    return [f"{name}={_choose_rule_values(names[name], model.rules[name], place)}" for name in picked]


def _choose_rule_values(rule: Parameter, value: Written, place: Any) -> str:
    key, label = f"values_{rule.name}", f"{rule.label}: values"
    now = held(key, suggested_values(rule, value), str)
    return str(place.text_input(label, help=VALUES, width=190, **kept(key, now)) or "")


def suggested_values(rule: Parameter, value: Written) -> str:
    """Values to try at first: a few around the revision's own, or all there are."""
    allowed = list(rule.values())
    if rule.kind != "int":
        return ",".join(rule.show(option).strip('"') for option in allowed)
    at = allowed.index(value)
    near = allowed[max(0, at - AROUND) : at + AROUND + 1]
    return ",".join(map(str, near)) if isinstance(rule, OneOf) else f"{near[0]}..{near[-1]}"


# Measures


def _choose_measures(place: Any, field: Measures, model: Scenario, about: str) -> list[str]:
    """Goals, or a measure with a wish; none for what is usual."""
    options = _measures(field, model)
    controls.check_address(field.control, field.label, [*options, _usual_measures(model)], options)
    there = [name for name in held_list(field.control, ()) if name in options]
    picked = place.multiselect(
        field.label, options, format_func=partial(_in_words, model.game), placeholder=_usual_measures(model),
        help=about, **kept(field.control, there),
    )  # fmt: skip
    return list(picked)


def _measures(field: Measures, model: Scenario) -> list[str]:
    """What can be asked about: goals and measures, and measures with a wish; those of most interest first."""
    goals = goal_measures(model.game)
    others = [name for name in goals if f"{name}{RATE}" not in goals]
    names = list(dict.fromkeys([*(goal.measure for goal in model.goals), *model.game.primary, *others]))
    return [*names, *(f"{name}:{wish}" for name in names for wish in field.wishes)]


def _usual_measures(model: Scenario) -> str:
    return "all goals" if model.goals else "primary measures"


def _in_words(game: Game, name: str) -> str:
    """A measure on the button and in the list: `lowest ties`."""
    measure, _, wish = name.partition(":")
    return f"{wish} {phrases.lower_first(goal_label(game, measure))}".strip()
