"""Controls whose values stand in the address of the page, and those that several pages share: a batch, a card list.

A page's own `choose` draws its controls from these, and returns the place with what was chosen.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NotRequired, TypedDict, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app import address
from workbench.app.place import Place
from workbench.app.services import services
from workbench.app.widgets.text import explained
from workbench.bots.spec import bot_help, bot_problems, bot_title, bots_to_choose
from workbench.engine.card_lists import card_lists
from workbench.engine.game import Game
from workbench.engine.problems import BadInput
from workbench.report.findings import MIXED, bots_query
from workbench.report.text import phrases
from workbench.report.text.scenarios import bots_label
from workbench.scenario import Scenario, load_scenario

T = TypeVar("T")
NARROWEST = 150
"""Pixels of a control; where fewer are left, the next one goes below."""
CARD_LIST = explained("The lists of cards that the game is played with.", "card list")


class Held(TypedDict):
    """The arguments by which a widget of Streamlit holds a value of the session."""

    key: str
    on_change: Callable[..., None]
    args: NotRequired[list[object]]


def problems_of(bad: BadInput) -> list[str]:
    """The problems of the choices, without the dashes of command-line options."""
    return [str(problem).replace("--", "") for problem in bad.problems]


def place() -> DeltaGenerator:
    """Where a page draws its controls."""
    return st.container(key="controls", horizontal=True, vertical_alignment="bottom")


def folded(place: DeltaGenerator, label: str) -> DeltaGenerator:
    """Where controls are drawn that are seldom changed: behind one button, which says what they hold."""
    button = f"{label} · *Edit*"
    return place.popover(button, icon=":material/tune:", key="folded", help="Change these choices.", width="content")


def holding(
    key: str, value: object, then: Callable[[], None] | None = None, options: Sequence[object] | None = None
) -> Held:
    """The arguments of a widget that starts with this value and keeps what is chosen instead, of `options` if any."""
    st.session_state[key] = value
    return {"key": key, "on_change": partial(_chosen, key, then, options)}


def _chosen(key: str, then: Callable[[], None] | None = None, options: Sequence[object] | None = None) -> None:
    """Write what was chosen by hand; see `picked` for what is no option."""
    value = st.session_state[key]
    if options is not None and isinstance(value, list):
        value = [option for option in value if option in options]
    elif options is not None and value is not None and value not in options:
        return
    address.write(key, "" if value is None else value)
    if then:
        then()


def option(
    key: str,
    label: str,
    options: Sequence[str],
    suggested: str = "",
    labels: Mapping[str, str] | None = None,
    then: Callable[[], None] | None = None,
) -> Held:
    """The arguments of a widget that holds one of the options, at first the suggested one, else the first."""
    return holding(key, address.held_option(key, label, options, suggested or options[0], labels), then, options)


def picked(key: str, options: Sequence[T]) -> T | None:
    """Which of the options that were drawn a box holds, for callbacks; None where it holds none of them.

    The browser sends the label of an option. Where the options have changed since it was drawn there, no option has
    that label, and the box holds the label itself.
    """
    value = st.session_state.get(key)
    return next((option for option in options if type(option) is type(value) and option == value), None)


def newest_key(name: str) -> str:
    """The key of an element, another one each time that it is renewed."""
    count = st.session_state.get(f"renewed:{name}", 0)
    return f"{name}~{count}" if count else name


def renew(name: str) -> None:
    """Have a new element stand there, from a callback: the browser keeps an open popover open, and a typed text."""
    st.session_state[f"renewed:{name}"] = st.session_state.get(f"renewed:{name}", 0) + 1


def fill(name: str, value: object) -> None:
    """Have a field hold a value, from a callback; it is a new field from then on.

    A part of the page that draws itself again and again tells the server what the browser's fields held when it asked;
    of the same field, that would put back the value from before the callback.
    """
    key = newest_key(name)
    if key in st.session_state:
        if st.session_state[key] == value:
            return
        renew(name)
    st.session_state[newest_key(name)] = value


def select(
    place: DeltaGenerator,
    key: str,
    label: str,
    options: Sequence[str],
    suggested: str,
    about: str,
    on_change: Callable[[], None] | None = None,
    format_func: Callable[[str], str] = str,
) -> str:
    """One of the options, shown as `format_func` has it."""
    if not options:
        return suggested
    drawn = option(key, label, options, suggested, then=on_change)
    return str(place.selectbox(label, options, help=about, format_func=format_func, **drawn))


def number(place: DeltaGenerator, key: str, label: str, suggested: address.N, about: str, step: int) -> int | address.N:
    """A whole number, or the suggestion where it is left empty; whether it is allowed is for the scenario to say."""
    now = address.held_number(key, label, suggested)
    value = place.number_input(label, step=step, value=None, help=about, placeholder="automatic", **holding(key, now))
    return suggested if value is None else int(value)


def switch(place: DeltaGenerator | None, key: str, label: str, suggested: bool, about: str | None = None) -> bool:
    """True if something is on; without a place it is drawn where the page is now."""
    toggle = place.toggle if place else st.toggle
    return bool(toggle(label, help=about, **holding(key, address.held_switch(key, suggested))))


def text(
    place: DeltaGenerator,
    key: str,
    label: str,
    nothing: str,
    about: str | None = None,
    then: Callable[[], None] | None = None,
) -> str:
    """The text typed into a field; `nothing` stands there while it is empty."""
    held_now = address.held(key, "", str)
    return str(place.text_input(label, placeholder=nothing, help=about, **holding(key, held_now, then)) or "")


def one(
    place: DeltaGenerator,
    key: str,
    label: str,
    options: Sequence[str],
    nothing: str,
    labels: Mapping[str, str] | None = None,
    then: Callable[[], None] | None = None,
) -> str | None:
    """One of the options, shown by their `labels`, or none, for which `nothing` stands there."""
    held_now = address.held_option(key, label, options, "", labels) or None
    labels = labels or {}
    chosen: str | None = place.selectbox(
        label,
        options,
        index=None,
        placeholder=nothing,
        format_func=lambda option: labels.get(option, option),
        **holding(key, held_now, then, options),
    )
    return chosen


# A batch, its bots, a card list


@dataclass(frozen=True)
class BatchSetup:
    """Bots as `--bots` takes them, plays and seed; empty where there is no revision to play."""

    bots: str = ""
    plays: int = 0
    seed: int = 0

    def of(self, choice: Place, revision: str) -> Scenario:
        """The revision with these bots, plays and seed. Raises BadInput with every problem."""
        bots = self.bots.split()
        sibling = choice.revisions.sound.get(revision)
        if sibling and len(bots) > 1:
            bots = bots[: sibling.players]  # the other revision of a comparison may have more seats
        reference = f"{choice.game.name}/{revision}"
        return load_scenario(
            services().workspace, reference, bots=bots or None, plays=str(self.plays), seed=str(self.seed)
        )


def choose_card_list(game: Game, row: DeltaGenerator) -> str:
    """The control that chooses a card list of a game that has some."""
    lists = list(card_lists(game.parameters))

    def label(name: str) -> str:
        return game.parameters[name].label

    return select(row, "card_list", "Card list", lists, lists[0], CARD_LIST, format_func=label)


def choose_batch(
    chosen: Place,
    place: DeltaGenerator,
    compared: Sequence[str],
    lead: str = "",
    usual: Callable[[Scenario], int] = lambda scenario: scenario.plays,
) -> tuple[BatchSetup, DeltaGenerator]:
    """Bots, plays and seed, suggested by the last of these revisions, and where they are folded away.

    `lead` stands before them on the button that unfolds them. `usual` says how many plays a scenario with the chosen
    bots is to have at first.
    """
    model = chosen.revisions.sound.get(compared[-1])
    if model is None:
        return BatchSetup(), place
    behind = folded(place, _batch_in_words(chosen.game, model, lead, usual))
    players = max(len(chosen.revisions.sound[name].bots) for name in compared if name in chosen.revisions.sound)
    bots = choose_bots(chosen.game, model, behind, players)
    about = explained("How many plays each revision gets. More plays give narrower intervals.", "play", "interval")
    plays = number(behind, "plays", "Plays", usual(_played_by(model, bots.split())), about, 1000)
    return BatchSetup(bots, plays, choose_seed(behind, model.seed)), behind


def _played_by(model: Scenario, bots: Sequence[str]) -> Scenario:
    """The revision with one bot at all seats, or with one for each."""
    return replace(model, bots=tuple(bots) if len(bots) == model.players else tuple(bots[:1]) * model.players)


def _batch_in_words(game: Game, model: Scenario, lead: str, usual: Callable[[Scenario], int]) -> str:
    """The values of a batch's controls, as the button says them that unfolds them."""
    bots = address.held_option("bots", "Bots", [*bots_here(game, "bots"), MIXED], usual_bots(model))
    table = model if bots == MIXED else _played_by(model, [bots])
    plays = address.held_number("plays", "Plays", usual(table))
    return " · ".join(filter(None, [lead, bots_named(bots), phrases.number_of(plays, "play")]))


def choose_seed(row: DeltaGenerator, suggested: int) -> int:
    """The control for the seed."""
    about = explained("Equal seeds shuffle equally. Another seed gives other luck.", "seed")
    return number(row, "seed", "Seed", suggested, about, 1)


def bots_listed(game: Game) -> str:
    """The bots of a game, each with what it does and its name in commands, as a list for a hint."""
    names = bots_to_choose(game)
    return "\n".join(f"- **{bot_title(name)}** (`{name}`): {bot_help(game, name)}" for name in names)


def bots_named(specs: str) -> str:
    """The label of bots, as `--bots` takes them, in a box or on a button: `quick`, `quick · random · quick`."""
    return bots_label(specs.split())


def usual_bots(model: Scenario) -> str:
    """The control's first value for the bots: the bot that sits at all seats, or that they differ."""
    return str(bots_query(model.bots)["bots"])


def choose_bots_or_mixed(game: Game, model: Scenario, place: DeltaGenerator) -> str:
    """One bot for all seats, or those of the revision, or those of each seat that the address names."""
    about = explained(f"Who plays at every seat; {MIXED}: the revision's own bots.", "bot", "greedy", "search")
    in_address = address.read("bots")
    by_seat = [in_address] if len(in_address.split()) == len(model.bots) else []
    names = list(dict.fromkeys([*bots_to_choose(game), MIXED, usual_bots(model), *by_seat]))
    return select(place, "bots", "Bots", names, usual_bots(model), about, format_func=bots_named)


def bots_here(game: Game, key: str) -> list[str]:
    """The bots to choose from; one that the address names may have another budget, or leave out actions."""
    bot = address.read(key)
    more = [bot] if bot and bot != MIXED and not bot_problems(game, [bot], 1) else []
    return list(dict.fromkeys([*bots_to_choose(game), *more]))


def choose_bots(game: Game, model: Scenario, place: DeltaGenerator, players: int) -> str:
    """One bot for all seats, or one for each seat: the text that `--bots` takes."""
    names = bots_here(game, "bots")
    about = f"Who plays at every seat.\n\n{bots_listed(game)}\n- **{MIXED}**: one bot for each seat."
    about = explained(about, "bot", "greedy", "search", "style")
    picked = select(place, "bots", "Bots", [*names, MIXED], usual_bots(model), about, format_func=bots_named)
    if picked != MIXED:
        return picked
    seats = place.grid(3, min_column_width=NARROWEST)
    suggested = (model.bots * players)[:players]
    return " ".join(
        select(seats, f"seat_{number}", f"Seat {number}", names, bot, "Who plays at this seat.", format_func=bots_named)
        for number, bot in enumerate(suggested, 1)
    )
