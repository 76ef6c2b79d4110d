"""The page Games: every game with its revisions, a first comparison, and the latest runs."""

import streamlit as st

from workbench.app import navigation
from workbench.app.services import Revisions, revisions, services
from workbench.app.widgets import messages
from workbench.app.widgets.charts import preload_charts
from workbench.app.widgets.job_progress import batch_choices
from workbench.app.widgets.messages import problems
from workbench.app.widgets.results import runs_table
from workbench.app.widgets.text import explained, literal, shortened
from workbench.engine.card_lists.lists import card_lists
from workbench.engine.game import Game
from workbench.engine.registry import broken_plugins, games
from workbench.engine.wording import day_words
from workbench.report.text import phrases, scenarios
from workbench.scenario import Scenario, differences, load_scenario
from workbench.store import Run, runs

RECENT = 8
LONGEST_REASON = 240
"""Letters of a reason in the list; the page Rules shows all of it."""
BEGIN = explained("Every box below is a version of a game's rules.", "revision", "bot", "play", "verdict")


def show() -> None:
    """Every game; on a first start one button above them."""
    st.markdown("Change a rule, let bots play it thousands of times, and see whether the game got better.", help=BEGIN)
    if not games():
        st.info("No game is installed.", icon=":material/extension:")
    for each in broken_plugins():
        st.warning(literal(str(each.problem)), title="A game could not be loaded", icon=":material/extension_off:")
    found = _recent()
    leading = next((game for game in games().values() if revisions(game).featured), None)
    if leading:
        _lead(revisions(leading), first=not found)
    for game in games().values():
        _game(game, revisions(game), [run for run in found if run.game == game.name])


def _recent() -> list[Run]:
    """The latest runs of every game; nothing is made where there is no store yet."""
    store = services().store
    return runs(store, limit=RECENT * len(games()), of_studies=False) if store.path.exists() else []


def _lead(known: Revisions, first: bool) -> None:
    """Prepare one comparison of one game: compiling every game at once would delay the first."""
    base, other = (known.sound[name] for name in known.featured or ())
    services().jobs.warm_up(other)
    if first:
        _first_comparison(base, other)


def _game(game: Game, known: Revisions, recent: list[Run]) -> None:
    st.header(game.title, anchor=False)
    st.markdown(game.summary)
    for name, scenario in known.sound.items():
        _revision(name, scenario, known)
    for bad in known.broken.values():
        problems(bad.problems, "This revision cannot be read")
    if not known.sound and not known.broken:
        messages.no_revision(game, known)
    if recent:
        st.subheader("Latest runs", anchor=False)
        runs_table(game, recent[:RECENT], f"runs_{game.name}")


def _first_comparison(base: Scenario, other: Scenario) -> None:
    """The way in: one button that plays both revisions and shows what the change did."""
    preload_charts()
    with st.container(border=True):
        st.header(
            f"Start here: what did “{literal(other.title)}” change in {other.game.title}?",
            anchor=False,
            icon=":material/rocket_launch:",
        )
        st.markdown(literal(phrases.with_stop(other.reason)))
        begun = st.button(
            f"Compare {other.revision} with {base.revision}",
            type="primary",
            icon=":material/balance:",
            key="first_comparison",
        )
        plays = f"{phrases.count(other.plays)} plays of each"
        st.caption(f"{plays} on the same shuffles, {scenarios.who_played(other)}; it takes a few seconds.")
    if begun:
        _begin(base, other)


def _begin(base: Scenario, other: Scenario) -> None:
    workspace = services().workspace
    equal = load_scenario(workspace, base.name, bots=other.bots, plays=other.plays, seed=other.seed)
    services().jobs.compare(equal, other)
    query = {"game": other.game.name, "base": base.revision, "other": other.revision}
    navigation.go("compare", {**query, **batch_choices(other.bots, other.plays, other.seed)})


def _revision(name: str, scenario: Scenario, known: Revisions) -> None:
    """One revision: what it is, what it changes and why, and where to go with it."""
    with st.container(border=True):
        text, ways = st.columns([5, 3], vertical_alignment="center")
        with text:
            st.markdown(f"**{literal(name)}** · {literal(scenario.title)}", help=literal(scenario.hypothesis) or None)
            st.caption(literal(_about(scenario, known.sound.get(scenario.parent or ""))))
        with ways, st.container(horizontal=True, horizontal_alignment="right"):
            game = {"game": scenario.game.name}
            navigation.link("rules", "Rules", {**game, "start": name})
            if card_lists(scenario.game.parameters):
                navigation.link("cards", "Cards", {**game, "start": name})
                navigation.link("decks", "Decks", {**game, "revision": name})
            navigation.link("run", "Run", {**game, "revision": name})
            navigation.link("live", "Playtest", {**game, "revision": name})
            if scenario.parent in known.sound:
                compared = {**game, "base": scenario.parent, "other": name}
                navigation.link("compare", f"Compare with {scenario.parent}", compared)


def _about(scenario: Scenario, parent: Scenario | None) -> str:
    date = f"{day_words(scenario.date)}. " if scenario.date else ""
    reason = phrases.with_stop(shortened(scenario.reason, LONGEST_REASON))
    if parent is None:
        return f"{date}{reason}"
    rules = ", ".join(scenario.game.parameters[rule].label.lower() for rule in differences(parent, scenario))
    return f"{date}{reason} Changes against {parent.revision}: {rules or 'no rule'}."
