"""The living example of the first page: a slider of one rule, and what the game is like with another value.

On a new machine the rules must be compiled first. Meanwhile the page shows an answer that comes with the program, where
there is one: a file in `answers`, which `python -m tests.golden.regenerate` writes.
"""

from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import as_file, files

import streamlit as st

from workbench.app import navigation
from workbench.app.draft import Draft
from workbench.app.widgets import document, try_panel
from workbench.app.widgets.text import literal
from workbench.engine.parameters import Whole, complete
from workbench.engine.problems import whole_of
from workbench.engine.wording import lower_first
from workbench.play.ahead import COMPILES_FOR
from workbench.report.example import Example, read_example
from workbench.scenario import Scenario

LOOK = "example_look"
"""Where the session keeps the look at the example."""
SLIDER = "example_value"
PLAYERS = "players"
MOST_ROWS = 4


@dataclass(frozen=True)
class HomeExample:
    """A rule of a revision that one can slide, from `low` to `high`; `today` is its value there."""

    scenario: Scenario
    rule: Whole
    today: int
    low: int
    high: int

    @property
    def first(self) -> int:
        """The value that it begins with: another one than today's."""
        return self.today + 1 if self.today < self.high else self.low


def example_of(scenario: Scenario) -> HomeExample | None:
    """The first whole number among the rules after the number of players; None where there is nothing to slide."""
    values = complete(scenario.game.parameters, scenario.rules)
    limits = scenario.game.limits(values)
    for name, rule in scenario.game.parameters.items():
        if isinstance(rule, Whole) and name != PLAYERS:
            high = min(rule.high, limits[name].high) if name in limits else rule.high
            if rule.low < high:
                return HomeExample(scenario, rule, whole_of(values, name), rule.low, high)
    return None


def draft_of(example: HomeExample, value: int) -> Draft:
    """The example's revision with another value of the rule."""
    values = complete(example.scenario.game.parameters, example.scenario.rules)
    return Draft(example.scenario, {**values, example.rule.name: value})


def answer_file(base: Scenario, draft: Scenario) -> str:
    """The name of the file of a stored answer: a hash of all that it depends on."""
    played = (base.rules_hash, base.goals, base.bots, base.seed, draft.rules_hash)
    return f"{sha256(repr(played).encode()).hexdigest()[:16]}.json"


def stored_answer(base: Scenario, draft: Scenario) -> Example | None:
    """The answer that comes with the program; None where these rules have none."""
    with as_file(files(__package__) / "answers" / answer_file(base, draft)) as path:
        return read_example(path) if path.exists() else None


def show(example: HomeExample) -> None:
    """The slider, and beside it the figures with their intervals, drawn again until enough is played."""
    look = try_panel.begin(draft_of(example, st.session_state.get(SLIDER, example.first)), LOOK)
    ended = look is None or look.ended
    with st.container(border=True, key="example"):
        st.fragment(run_every=None if ended else try_panel.POLL_S)(_live)(example, ended)


def _live(example: HomeExample, drawn_as_ended: bool) -> None:
    rule, scenario = example.rule, example.scenario
    words, figures = st.columns([2, 3], gap="medium")
    with words:
        name = f"{literal(scenario.game.title)} with another {literal(lower_first(rule.label))}"
        st.markdown(f"**Try it: {name}.** Today it is {example.today}.")
        label = literal(f"{rule.label} ({rule.unit})" if rule.unit else rule.label)
        value = st.slider(label, example.low, example.high, example.first, help=literal(rule.help), key=SLIDER)
        look = try_panel.begin(draft_of(example, value), LOOK)
        if (look is None or look.ended) != drawn_as_ended:
            st.rerun()
        if look is None:
            try_panel.mistakes(draft_of(example, value))
        else:
            try_panel.wait_for_first(look)
        stored = stored_answer(look.base, look.draft) if look and look.draft and not look.figures else None
        if stored:
            then = f"The rules are compiled, once, which takes {COMPILES_FOR}: then they are played here."
            st.caption(literal(f"{stored.played} {then}"))
            st.markdown(literal(stored.headline))
        elif look:
            try_panel.status(look)
            if look.figures:
                st.markdown(literal(try_panel.answer_of(look.figures)))
        place = {"game": scenario.game.name, "revision": scenario.revision}
        navigation.link("rules", "Change any other rule", place)
    if look and look.figures:
        with figures:
            try_panel.rows_of(look.figures, MOST_ROWS)
    elif stored:
        with figures:
            document.show_blocks(stored.blocks, "stored_answer")
