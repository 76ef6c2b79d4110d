"""The choices that a link can carry: game, revisions, bots, plays and seed.

They are drawn by the entry script, above the page: Streamlit drops what a link says of a widget that a page drew
itself when another page had one of the same name. A choice has no default of its own either, since Streamlit ignores
a link that asks for a default; the suggestion is put in before the widget is drawn.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st

from workbench.app.services import Revisions, revisions, services
from workbench.app.widgets import addresses
from workbench.app.widgets.handbook import explained
from workbench.bots.spec import MOST_ITERATIONS, bot_help, bots_to_choose
from workbench.engine.card_lists.lists import card_lists
from workbench.engine.game import Game
from workbench.engine.problems import BadInput
from workbench.engine.registry import games
from workbench.scenario import Scenario, load_scenario
from workbench.study.agreement import suggested_plays
from workbench.study.strength import default_bots
from workbench.study.strength.plans import LOWEST, RETAKES, TOP

MIXED = "mixed"
"""Among the bots: one is chosen for each seat."""
NOBODY = "none"
"""Among the bots of the second strength: there is none."""
ALSO = """Bots of a second strength play the same comparison once more. Where both agree, a verdict does not hang on how
well the bots play; where they disagree, trust neither before a playtest."""
RESTRICT = """Whose play shows what a kind of action is worth: one such bot leaves it out, the others do not. A weak bot
may use a mechanism badly, so ask a strong one before you cut it."""
MET = """Who meets whom: each bot plays alone among each other. Another budget, or a bot that leaves out a kind of
action, may be typed: `ismcts:400`, `greedy~scout`."""
CARD_LIST = explained("The lists of cards that the game is played with.", "card list")
DOUBLINGS = 9
"""How many budgets the top rung of a ladder is chosen from: 50, 100 … 12 800 iterations."""
LOWEST_SEARCH = "lowest rung"
"""Among the bots that replay the same shuffles: the weakest one that searches."""
BIND: Any = "query-params"
NARROWEST = 150
"""Pixels of a control; where fewer are left, the next one goes below."""
UNCLEARABLE = '<style>:is(.st-key-controls, .st-key-luck_bot) [aria-label="Clear value"] { display: none; }</style>'
"""A choice is never empty: without a default Streamlit offers to clear it, which would only put the suggestion back."""
TIMES = ("now", "earlier")
"""When a session that is begun was played."""
LEAST = -1
"""Below what any number may be, and so no number that a link asks for; the checks of a scenario say what is allowed."""


@dataclass(frozen=True)
class Choice:
    """What stands in the controls of a page; what the page does not ask for is empty."""

    game: Game
    revisions: Revisions
    start: str = ""
    revision: str = ""
    base: str = ""
    other: str = ""
    bots: str = ""
    plays: int = 0
    seed: int = 0
    also: str = ""
    also_plays: int = 0
    restrict: str = ""
    met: tuple[str, ...] = ()
    top: str = ""
    lowest: int = LOWEST
    shuffles: int | None = None
    retakes: int | None = None
    luck_bot: str | None = None
    contest_plays: int | None = None
    card_list: str = ""
    seats: int = 0

    @property
    def once_more(self) -> "Choice | None":
        """The same with bots of the second strength, if they are to be asked."""
        return replace(self, bots=self.also, plays=self.also_plays) if self.also else None

    def scenario(self, revision: str) -> Scenario:
        """A revision with the chosen bots, plays and seed. Raises BadInput with every problem."""
        reference = f"{self.game.name}/{revision}"
        bots = self.bots.split()
        known = self.revisions.sound.get(revision)
        if known and len(bots) > 1:
            bots = bots[: known.players]  # the other revision of a comparison may have more seats
        return load_scenario(
            services().workspace, reference, bots=bots or None, plays=str(self.plays), seed=str(self.seed)
        )


def draw(page: str) -> Choice | None:
    """Draw the controls of a page; None where there is nothing to choose from."""
    if page == "games" or not games():
        return None
    st.html(UNCLEARABLE)
    choice = _DRAWN[page](st.container(key="controls"))
    st.session_state["choice"] = choice
    return choice


def chosen() -> Choice:
    """What stands in the controls now."""
    choice: Choice = st.session_state["choice"]
    return choice


def _rules(place: Any) -> Choice:
    row = place.grid(2, min_column_width=NARROWEST)
    choice = _game(row)
    start = _select(
        row,
        "start",
        "Start from revision",
        choice.revisions.names,
        choice.revisions.leading,
        explained(
            "The revision that you change; it becomes the parent of the one that you save.", "revision", "parent"
        ),
    )
    return replace(choice, start=start)


def _cards(place: Any) -> Choice:
    row = place.grid(3, min_column_width=NARROWEST)
    choice = _game(row)
    lists = list(card_lists(choice.game.parameters))
    if not lists:
        return choice
    about = explained("Whose cards you edit; it becomes the parent of the one that you save.", "revision", "parent")
    start = _select(row, "start", "Revision", choice.revisions.names, choice.revisions.leading, about)
    listed = _select(row, "card_list", "Card list", lists, lists[0], CARD_LIST)
    return replace(choice, start=start, card_list=listed)


def _decks(place: Any) -> Choice:
    row = place.grid(6, min_column_width=NARROWEST)
    choice = _game(row)
    lists = list(card_lists(choice.game.parameters))
    if not lists:
        return choice
    revision = _revision(choice, row, "Whose cards are looked at.")
    listed = _select(row, "card_list", "Card list", lists, lists[0], CARD_LIST)
    choice = replace(choice, revision=revision, card_list=listed)
    return _batch(choice, row, place, [revision]) if listed in choice.game.card_uses else choice


def _run(place: Any) -> Choice:
    row = place.grid(5, min_column_width=NARROWEST)
    choice = _game(row)
    revision = _revision(choice, row, "Whose rules are played.")
    return _batch(replace(choice, revision=revision), row, place, [revision])


def _compare(place: Any) -> Choice:
    row = place.grid(4 if _also_asked() else 7, min_column_width=NARROWEST)
    choice = _game(row)
    base, other = choice.revisions.featured or (choice.revisions.leading,) * 2
    names = choice.revisions.names
    base = _select(row, "base", "Base revision", names, base, explained("What the other is compared with.", "revision"))
    about = explained("The revision that you want to judge.", "revision", "paired plays", "verdict")
    other = _select(row, "other", "Other revision", names, other, about)
    choice = _batch(replace(choice, base=base, other=other), row, place, [base, other])
    return _also(choice, row) if choice.bots else choice


def _strategies(place: Any) -> Choice:
    row = place.grid(5, min_column_width=NARROWEST)
    choice = _game(row)
    revision = _revision(choice, row, "Whose rules are played.")
    restrict = _select(
        row,
        "restrict",
        "Actions left out by",
        bots_to_choose(choice.game),
        "greedy",
        explained(RESTRICT, "restricted play"),
    )
    choice = _contests(replace(choice, revision=revision, restrict=restrict), row)
    return replace(choice, met=_met(choice.game, place))


def _ladder(place: Any) -> Choice:
    row = place.grid(5, min_column_width=NARROWEST)
    choice = _game(row)
    revision = _revision(choice, row, "Whose rules are played.")
    rung = row.container()  # its budgets depend on the lowest, which is drawn further on
    choice = _advanced(_contests(replace(choice, revision=revision), row), place)
    tops = budgets(choice.lowest)
    usual = max((each for each in tops if each <= TOP), default=tops[0])
    about = "Iterations a decision of the highest rung. Each doubling about doubles how long the top rungs take."
    about = explained(about, "skill ladder", "rung", "iteration")
    return replace(choice, top=_select(rung, "top", "Top rung", [str(each) for each in tops], str(usual), about))


def budgets(lowest: int) -> list[int]:
    """The budgets that the top rung may have above this lowest one, which is among them."""
    least = max(1, lowest)
    return [least] + [least << doublings for doublings in range(1, DOUBLINGS) if least << doublings <= MOST_ITERATIONS]


def _advanced(choice: Choice, place: Any) -> Choice:
    """What a ladder is seldom asked to do otherwise: its lowest rung, and all of the seed effect."""
    folded = place.popover("Advanced", icon=":material/tune:")
    about = explained("Iterations a decision of the lowest rung that searches; the others double it.", "rung", "search")
    lowest = _number(folded, "lowest", "Lowest rung", LOWEST, about, 10)
    about = "How many shuffles show the seed effect. Left empty, by what they cost, and no more than plays each."
    shuffles = _optional(folded, "shuffles", "Shuffles", explained(about, "seed effect"), 10)
    about = explained(f"How often each of these shuffles is played. Left empty, {RETAKES} times.", "retake")
    retakes = _optional(folded, "retakes", "Retakes", about, 1)
    about = "Who plays the same shuffles again and again, at every seat."
    bots = [LOWEST_SEARCH, *bots_to_choose(choice.game)]
    bot = _select(folded, "luck_bot", "Bot of the seed effect", bots, LOWEST_SEARCH, about)
    return replace(
        choice, lowest=lowest, shuffles=shuffles, retakes=retakes, luck_bot=None if bot == LOWEST_SEARCH else bot
    )


def _contests(choice: Choice, row: Any) -> Choice:
    """Plays of each contest and seed."""
    model = choice.revisions.sound.get(choice.revision)
    about = (
        "For each pairing, at each seat in turn. Left empty, as many as a few minutes in all allow, by what they cost."
    )
    plays = _optional(row, "contest_plays", "Plays each", explained(about, "play", "seat"), 100)
    seed = _seed(row, model.seed if model else 1)
    return replace(choice, contest_plays=plays, seed=seed)


def _met(game: Game, place: Any) -> tuple[str, ...]:
    """The bots of the round robin; another game suggests others."""
    names = bots_to_choose(game)
    if "met" not in st.session_state or st.session_state.get("met_game", game.name) != game.name:
        st.session_state["met"] = list(default_bots(game))
    st.session_state["met_game"] = game.name
    listed = "\n".join(f"- **{name}**: {bot_help(game, name)}" for name in names)
    about = explained(f"{MET}\n\n{listed}", "round robin", "style", "search")
    picked = place.multiselect("Round robin", names, key="met", help=about, accept_new_options=True, bind=BIND)
    return tuple(picked)


def _live(place: Any) -> Choice:
    """Of a session that goes on, what is played is settled."""
    if "session" in st.query_params:
        return _nothing(place)
    addresses.check("when", "When", TIMES, TIMES)
    row = place.grid(2, min_column_width=NARROWEST)
    choice = _game(row)
    revision = _revision(choice, row, "Whose rules are played. The session keeps them, whatever becomes of the file.")
    return replace(choice, revision=revision)


def _reality(place: Any) -> Choice:
    row = place.grid(6, min_column_width=NARROWEST)
    choice = _game(row)
    revision = _revision(choice, row, "Whose sessions and plays are compared.")
    model = choice.revisions.sound.get(revision)
    if model is None:
        return choice
    allowed = choice.game.parameters["players"]
    counts = [str(count) for count in range(1, choice.game.seats + 1) if allowed.accepts(count)]
    at = _select(row, "at", "Players", counts, str(model.players), "Sessions and plays with so many at the table.")
    return _batch(replace(choice, revision=revision, seats=int(at)), row, place, [revision])


def _nothing(place: Any) -> Choice:
    """The page draws its own."""
    return Choice(next(iter(games().values())), Revisions({}, {}))


_DRAWN = {
    "rules": _rules,
    "cards": _cards,
    "decks": _decks,
    "run": _run,
    "compare": _compare,
    "strategies": _strategies,
    "ladder": _ladder,
    "live": _live,
    "sessions": _nothing,
    "reality": _reality,
    "exchange": _nothing,
}


def _game(place: Any) -> Choice:
    titles = game_titles()
    _take_name(titles)
    about = "The games that are installed."
    name = _select(place, "game", "Game", list(titles), next(iter(titles)), about, suggest_anew, titles)
    return Choice(games()[name], revisions(games()[name]))


def game_titles() -> dict[str, str]:
    """What stands for each game in the control and in links: its title, or its name where two have the same."""
    titles = [game.title for game in games().values()]
    return {name: name if titles.count(game.title) > 1 else game.title for name, game in games().items()}


def _take_name(titles: Mapping[str, str]) -> None:
    """A link may name the game, as commands and files do; Streamlit takes a choice only as it is shown."""
    given = st.query_params.get("game", "")
    if "game" not in st.session_state and titles.get(given, given) != given:
        st.query_params["game"] = titles[given]
        st.rerun()


def suggest_anew() -> None:
    """Another game: what was chosen for the last one, plays, seed and bots among them, is suggested anew."""
    for key in ("plays", "seed", "also_plays"):
        st.session_state[key] = LEAST
    for key in ("start", "revision", "base", "other", "bots", "card_list", "restrict", "also", "luck_bot"):
        st.session_state[key] = ""  # which is no choice; without it Streamlit would bring the last one back


def choose_game(name: str) -> None:
    """Put another game into the control."""
    st.session_state["game"] = name
    suggest_anew()


def _batch(choice: Choice, row: Any, place: Any, shown: Sequence[str]) -> Choice:
    """Bots, plays and seed, suggested by the revision that is played."""
    model = choice.revisions.sound.get(shown[-1])
    if model is None:
        return choice
    players = max(len(choice.revisions.sound[name].bots) for name in shown if name in choice.revisions.sound)
    bots = _bots(choice.game, model, row, place, players)
    about = explained("How many plays each revision gets; more are surer.", "play", "interval")
    plays = _number(row, "plays", "Plays", model.plays, about, 1000)
    return replace(choice, bots=bots, plays=plays, seed=_seed(row, model.seed))


def _revision(choice: Choice, row: Any, about: str) -> str:
    known = choice.revisions
    return _select(row, "revision", "Revision", known.names, known.leading, explained(about, "revision"))


def _seed(row: Any, suggested: int) -> int:
    about = explained("Equal seeds shuffle equally. Another one gives other luck.", "seed")
    return _number(row, "seed", "Seed", suggested, about, 1)


def _bots(game: Game, model: Scenario, row: Any, place: Any, players: int) -> str:
    """One bot for all seats, or `mixed` with one chosen for each seat: the text that `--bots` takes."""
    names = bots_to_choose(game)
    usual = model.bots[0] if len(set(model.bots)) == 1 else MIXED
    listed = "\n".join(f"- **{name}**: {bot_help(game, name)}" for name in names)
    about = f"Who plays at every seat.\n\n{listed}\n- **{MIXED}**: one bot for each seat."
    about = explained(about, "bot", "greedy", "search", "style")
    chosen_one = _select(row, "bots", "Bots", [*names, MIXED], usual, about)
    if chosen_one != MIXED:
        return chosen_one
    seats = place.grid(6, min_column_width=NARROWEST)
    suggested = (model.bots * players)[:players]
    return " ".join(
        _select(seats, f"seat_{number}", f"Seat {number}", names, bot, "Who plays at this seat.")
        for number, bot in enumerate(suggested, 1)
    )


def _also(choice: Choice, row: Any) -> Choice:
    """Bots of a second strength, and how often they play, by what they cost; nobody unless one asks for them."""
    about = explained(ALSO, "agreement", "search")
    bots = _select(row, "also", "Also ask", [NOBODY, *bots_to_choose(choice.game)], NOBODY, about, _suggest_also_plays)
    if bots == NOBODY:
        return choice
    players = len(choice.revisions.sound[choice.base].bots)
    first = (choice.bots.split() * players)[:players]
    suggested = suggested_plays(choice.game, [bots] * players, first, choice.plays)
    about = "How many plays of each revision these bots get; search takes its time, so fewer are suggested for it."
    plays = _number(row, "also_plays", "Plays, also", suggested, about, 100)
    return replace(choice, also=bots, also_plays=plays)


def _also_asked() -> bool:
    """Whether a second strength is asked, which adds a control: in rows of four it stands beside who is asked."""
    return st.session_state.get("also", st.query_params.get("also")) not in (None, "", NOBODY)


def _suggest_also_plays() -> None:
    """Other bots, another number of plays."""
    st.session_state["also_plays"] = LEAST


def _select(
    place: Any,
    key: str,
    label: str,
    options: Sequence[str],
    suggested: str,
    about: str,
    on_change: Callable[[], None] | None = None,
    labels: Mapping[str, str] | None = None,
) -> str:
    shown = labels.__getitem__ if labels else str
    addresses.check(key, label, [*options, *map(shown, options)], [shown(option) for option in options])
    if st.session_state.get(key) not in options and options:
        st.session_state[key] = suggested
    changed = partial(addresses.chosen, key, on_change)
    value = place.selectbox(
        label, options, index=None, key=key, help=about, bind=BIND, on_change=changed, format_func=shown
    )
    return value if value in options else suggested


def _number(place: Any, key: str, label: str, suggested: int, about: str, step: int) -> int:
    addresses.check_number(key, label)
    if st.session_state.get(key) in (None, LEAST):
        st.session_state[key] = suggested
    changed = partial(addresses.chosen, key)
    value = place.number_input(label, min_value=LEAST, step=step, key=key, help=about, bind=BIND, on_change=changed)
    return suggested if value == LEAST else int(value)


def _optional(place: Any, key: str, label: str, about: str, step: int) -> int | None:
    """A number that may be left empty; None where it is."""
    addresses.check_number(key, label)
    value = place.number_input(
        label,
        min_value=LEAST,
        step=step,
        value=None,
        key=key,
        help=about,
        placeholder="automatic",
        bind=BIND,
        on_change=partial(addresses.chosen, key),
    )
    return None if value in (None, LEAST) else int(value)


def problems_of(bad: BadInput) -> list[str]:
    """What is wrong with the choices, in sentences that do not speak of a command line."""
    return [str(problem).replace("--", "") for problem in bad.problems]
