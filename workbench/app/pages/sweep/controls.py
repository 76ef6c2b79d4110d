"""What is chosen on the page Sweep: which rules take which values, what is asked of them, and how much is played."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from workbench.app import address
from workbench.app.place import Place, here
from workbench.app.widgets import controls
from workbench.app.widgets.choices import LENGTH, LONG, QUICK, bots_named, choose_seed, held_length, usual_bots
from workbench.app.widgets.controls import held, held_list, held_option, held_optional_number, kept, select
from workbench.app.widgets.text import explained
from workbench.bots.spec import bots_to_choose
from workbench.engine.game import Game
from workbench.engine.parameters import OneOf, Parameter, Written
from workbench.report.findings import MIXED
from workbench.report.text import phrases
from workbench.report.text.scenarios import goal_label
from workbench.scenario import Scenario
from workbench.scenario.model import RATE, goal_measures
from workbench.scenario.vary import SHAPES, varied_parameters
from workbench.studies.sweep.grid import MOST_VARIED, WISHES

BEST, MATTERS = "best values", "what matters most"
VIEWS = (BEST, MATTERS)
AROUND = 2
"""Values below and above the revision's own that are suggested."""
BUDGET = "budget"
ASK = """*best values*: every combination of the values that you choose. *what matters most*: every rule one step up and
down, without choosing."""
VALUES = f"Values and ranges with commas between them: {SHAPES}."
ASKED = (
    "What is best is judged by these: the goals of the revision, some of them, or one measure that is to be low or"
    " high. Of other measures the values are shown."
)


@dataclass(frozen=True)
class SweepChoice(Place):
    """What is asked: `texts` are `NAME=VALUES`; `asked` is empty for the goals, or for the primary measures."""

    view: str
    texts: tuple[str, ...]
    asked: tuple[str, ...]
    bots: str
    length: str
    budget: int | None
    seed: int

    @property
    def quick(self) -> bool:
        """Whether it is a quick look."""
        return self.length == QUICK


def choose(place: Any) -> SweepChoice:
    """The controls: what is asked, the rules with their values, and, folded away, how it is played."""
    chosen, model = here(), here().model
    if model is None:
        return SweepChoice(**vars(chosen), view=BEST, texts=(), asked=(), bots=MIXED, length=QUICK, budget=None, seed=1)
    view = select(place, "view", "Ask for", VIEWS, BEST, ASK)
    texts = _choose_rules(chosen.game, model, place) if view == BEST else ()
    row = _fold(chosen.game, model, place)
    asked = _choose_asked(model, row, view)
    bots = _choose_bots(chosen.game, model, row)
    about = explained("A quick look is not stored. The long study decides more.", "quick look")
    length = select(row, LENGTH, "Study", (QUICK, LONG), QUICK, about)
    budget = _choose_budget(row) if length == LONG else None
    seed = choose_seed(row, model.seed)
    return SweepChoice(
        **vars(chosen), view=view, texts=texts, asked=asked, bots=bots, length=length, budget=budget, seed=seed
    )


def address_of(choice: SweepChoice) -> dict[str, object]:
    """What leads back to this study."""
    values = dict(text.split("=", 1) for text in choice.texts)
    return {
        "game": choice.game.name,
        "revision": choice.revision,
        "view": choice.view,
        **({"vary": list(values), **{f"values_{name}": text for name, text in values.items()}} if values else {}),
        **({"asked": list(choice.asked)} if choice.asked else {}),
        "bots": choice.bots,
        LENGTH: choice.length,
        **({BUDGET: choice.budget} if choice.budget else {}),
        "seed": choice.seed,
    }


def _choose_rules(game: Game, model: Scenario, place: Any) -> tuple[str, ...]:
    """The rules that take values, and a field for the values of each."""
    names = varied_parameters(game)
    usual = [next(name for name, each in names.items() if each.kind == "int" and name != "players")]
    controls.check_address("vary", "Rules", list(names), list(names))
    there = [name for name in held_list("vary", usual) if name in names][:MOST_VARIED]
    about = explained(
        "Up to three rules. The chart of one is a line, of two a map, of three several maps.", "combination"
    )
    labels = {name: each.label for name, each in names.items()}
    picked = place.multiselect(
        "Rules", list(names), format_func=labels.__getitem__, help=about, max_selections=MOST_VARIED, width=300,
        **kept("vary", there),
    )  # fmt: skip
    return tuple(f"{name}={_choose_values(names[name], model.rules[name], place)}" for name in picked)


def _choose_values(parameter: Parameter, value: Written, place: Any) -> str:
    key, label = f"values_{parameter.name}", f"{parameter.label}: values"
    now = held(key, suggested_values(parameter, value), str)
    return str(place.text_input(label, help=VALUES, width=190, **kept(key, now)) or "")


def suggested_values(parameter: Parameter, value: Written) -> str:
    """Values to try at first: a few around the revision's own, or all there are."""
    allowed = list(parameter.values())
    if parameter.kind != "int":
        return ",".join(parameter.show(each).strip('"') for each in allowed)
    at = allowed.index(value)
    near = allowed[max(0, at - AROUND) : at + AROUND + 1]
    return ",".join(map(str, near)) if isinstance(parameter, OneOf) else f"{near[0]}..{near[-1]}"


def _fold(game: Game, model: Scenario, place: Any) -> Any:
    """Where the other choices are folded away, behind what they hold."""
    bots = bots_named(held_option("bots", "Bots", _bots(game, model), usual_bots(model)))
    length = "quick look" if held_length(BUDGET) == QUICK else _budget_in_words()
    asked = [name for name in held_list("asked", ()) if name in _asked(model)]
    judged = ", ".join(_in_words(game, name) for name in asked) or _goals(model)
    return controls.folded(place, " · ".join([judged, bots, length]))


def _in_words(game: Game, asked: str) -> str:
    """What is asked, on the button and in the list: `lowest ties`."""
    measure, _, wish = asked.partition(":")
    return f"{wish} {phrases.lower_first(goal_label(game, measure))}".strip()


def _budget_in_words() -> str:
    plays = held_optional_number(BUDGET, "Plays in all")
    return "long study" if plays is None else phrases.number_of(plays, "play")


def _goals(model: Scenario) -> str:
    return "all goals" if model.goals else "primary measures"


def _asked(model: Scenario) -> list[str]:
    """What can be asked about: goals and measures, and measures with a wish; those of most interest first."""
    known = goal_measures(model.game)
    others = [name for name in known if f"{name}{RATE}" not in known]
    measures = list(dict.fromkeys([*(goal.measure for goal in model.goals), *model.game.primary, *others]))
    return [*measures, *(f"{name}:{wish}" for name in measures for wish in WISHES)]


def _choose_asked(model: Scenario, row: Any, view: str) -> tuple[str, ...]:
    """The goals, or the measure with a wish, that are asked about; empty for all goals."""
    options = _asked(model)
    controls.check_address("asked", "Judged by", [*options, _goals(model)], options)
    there = [name for name in held_list("asked", ()) if name in options]
    picked = row.multiselect(
        "Judged by", options, format_func=partial(_in_words, model.game), placeholder=_goals(model), help=ASKED,
        **kept("asked", there),
    )  # fmt: skip
    return tuple(dict.fromkeys(name.partition(":")[0] if view == MATTERS else name for name in picked))


def _bots(game: Game, model: Scenario) -> list[str]:
    """The bots that can be chosen, and one for each seat where the address says so."""
    held_now = address.read("bots")
    by_seat = [held_now] if len(held_now.split()) == len(model.bots) else []
    return list(dict.fromkeys([*bots_to_choose(game), MIXED, usual_bots(model), *by_seat]))


def _choose_bots(game: Game, model: Scenario, row: Any) -> str:
    about = explained(f"Who plays at every seat; {MIXED}: the revision's own bots.", "bot", "greedy", "search")
    return select(row, "bots", "Bots", _bots(game, model), usual_bots(model), about, format_func=bots_named)


def _choose_budget(row: Any) -> int | None:
    about = explained("How many plays in all. Empty: as many as take a few minutes.", "play")
    return controls.optional_number(row, BUDGET, "Plays in all", about, 1000)
