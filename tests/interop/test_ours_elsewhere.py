"""Our games as PettingZoo's environments and OpenSpiel's games: both libraries' own API tests, and what we promise."""

import pickle
import unittest
import warnings
from copy import deepcopy
from typing import Any

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test, seed_test

from tests.support.families import PRESETS, preset_game
from tests.support.kit import EXAMPLES
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch
from workbench.engine.bit_sets import members
from workbench.engine.game import Game
from workbench.engine.registry import games
from workbench.interop.aec import GameEnv
from workbench.interop.openspiel import SHUFFLES, register
from workbench.interop.position import Position, RuledGame

ALL = {name: games()[name] for name in ("hitmakers", "hollywood_1947", "showbiz_shuffle", "trickster")} | {**EXAMPLES}
OF_FAMILIES = {f"{family}_{preset}": (family, preset) for family, preset in PRESETS}
TWINS = "draft_lunch"
"""Of its cards some are alike, and so are the words of choices."""
SOON_OVER = {
    **{"shedding_four_colors": "(target=50)", "shedding_crazy_eights": "(target=50)"},
    **{"tricks_hearts": "(deals=1)", "tricks_oh_hell": "(deals=2)", "tricks_spades": "(deals=1)"},
}
"""By these rules, as OpenSpiel takes them: it asks at every decision for all that has happened until then."""
IS_NO_MISTAKE = "Observation space for each agent probably should be|Observation is not a NumPy array"
"""What PettingZoo's test says of a mask beside what is observed, which its documentation advises."""


def game_of(name: str) -> Game:
    return preset_game(*OF_FAMILIES[name]) if name in OF_FAMILIES else ALL[name]


def most_are_thorough(*quick: str) -> list[Any]:
    """Every game and preset, those that are named with `make test` too."""
    return [name if name in quick else pytest.param(name, marks=pytest.mark.thorough) for name in (*ALL, *OF_FAMILIES)]


@pytest.mark.parametrize("name", most_are_thorough("trickster", "hollywood_1947", "crew", "four_piles"))
def test_pettingzoo_finds_nothing_wrong(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", IS_NO_MISTAKE)
        api_test(GameEnv(game_of(name)), num_cycles=60)
    seed_test(lambda: GameEnv(game_of(name)), num_cycles=10)


def test_a_play_of_an_environment_is_that_of_the_batch() -> None:
    game, seed = EXAMPLES["picnic"], 11
    players = int(game.compile_rules({}).players)
    batch = Batch(game, {}, seat_bots(game, ["random"], players), seed)
    env = GameEnv(game, points=True)
    for play in range(2):
        actions, results = batch.decided(play, is_plain=True)
        env.reset(seed if play == 0 else None)
        for action in map(int, actions):
            agent = env.agent_selection
            observed = env.observe(agent)
            assert observed["action_mask"][action] and observed["observation"].any()
            assert not env.observe(env.agents[env.agents.index(agent) - 1])["action_mask"].any(), "it is another's turn"
            with pytest.raises(ValueError, match="is none of"):
                env.step(int(np.flatnonzero(observed["action_mask"] == 0)[0]))
            env.step(action)
        assert [*env.rewards.values()] == results["points"][0][:players].tolist()


@pytest.mark.parametrize("name", most_are_thorough("kuhn_poker", "four_in_a_row", TWINS))
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase  # loads SciPy's statistics

    game = pyspiel.load_game(register(game_of(name)) + SOON_OVER.get(name, ""))
    pyspiel.random_sim_test(game, num_sims=1, serialize=name in EXAMPLES, verbose=False)
    case = type("Case", (EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun and not (result.failures + result.errors)


def test_what_openspiel_loads_has_the_rules_and_the_value_of_the_game() -> None:
    """Kuhn 1950: in an equilibrium the first player loses 1/18 of an ante; by chance alone it wins 1/8."""
    game = pyspiel.load_game(f"{register(EXAMPLES['kuhn_poker'])}(ante=2,bet=1,points=True)")
    assert game.get_parameters()["ante"] == 2
    with pytest.raises(Exception, match="at most 10"):
        pyspiel.load_game("workbench_kuhn_poker(ante=99)")
    generator, returns = np.random.default_rng(5), []
    for _ in range(300):
        state = game.new_initial_state()
        while not state.is_terminal():
            choices = range(SHUFFLES) if state.is_chance_node() else state.legal_actions()
            state.apply_action(int(generator.choice(choices)))
        returns.append(state.returns())
    assert not np.sum(returns, axis=1).any(), "what one wins the other loses"
    assert {abs(first) for first, _ in returns} == {2.0, 3.0}


def test_a_position_is_a_value() -> None:
    """It copies and pickles; what another player cannot know changes nothing that it sees."""
    position = Position(RuledGame(EXAMPLES["hearts"]), 3)
    position.act(position.legal[0])
    twin, again = deepcopy(position), Position(position.table, 3)
    again.act(again.legal[0])
    position.act(position.legal[-1])
    assert twin.seen(0) == again.seen(0) != position.seen(0)
    assert twin.table_seen(twin.actor) == again.table_seen(again.actor)
    assert sum(members(twin.view(0)["hand"][seat]) != [] for seat in range(4)) == 1


def test_a_pickled_position_goes_on_as_it_would() -> None:
    position = Position(RuledGame(games()["trickster"], {"players": 5}), 3)
    for _ in range(20):
        position.act(position.legal[0])
    again = pickle.loads(pickle.dumps(position))
    assert again.state.tobytes() == position.state.tobytes() and again.seen(2) == position.seen(2)
