"""Bots that packages bring: a package is installed, and its bot sits at a game of ours beside others."""

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from workbench.bots.policies import policies
from workbench.bots.seats import IllegalAction
from workbench.bots.spec import bot_help, bot_names, bot_problems, seat_bots
from workbench.engine.batch import Batch, film, replay
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import conceal
from workbench.engine.registry import games
from workbench.interop.aec import GameEnv

BOT = """
from workbench.bots.policies import Policy

STATES, SEEN = [], []


def lowest(seen, legal):
    STATES.append(seen.state.copy())
    SEEN.append((seen.player, seen.features.copy(), [*legal]))
    assert seen.features.any() and seen.rules.players == 3
    return legal[0]


LOWEST = Policy("lowest", "trickster", "Takes the first.", lowest)
WRONG = Policy("wrong", "trickster", "Errs.", lambda seen, legal: 63)
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A package with two bots for Trickster, installed as pip does."""
    about = tmp_path / "outside_bot-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-bot\nVersion: 1.0\n")
    points = "lowest = outside_bot:LOWEST\nwrong = outside_bot:WRONG\n"
    (about / "entry_points.txt").write_text(f"[workbench.bots]\n{points}")
    (tmp_path / "outside_bot.py").write_text(BOT)
    monkeypatch.syspath_prepend(str(tmp_path))
    policies.cache_clear()
    yield
    policies.cache_clear()


def test_a_bot_of_a_package_sits_wherever_a_bot_may(package: None) -> None:
    game, hitmakers = games()["trickster"], games()["hitmakers"]
    assert {"lowest", "wrong"} <= {*bot_names(game)} and "lowest" not in bot_names(hitmakers)
    assert bot_help(game, "lowest") == "Takes the first." and bot_problems(hitmakers, ["lowest"], 3)
    for others in ("greedy", "ismcts:3", "thinker:4"):
        batch = Batch(game, {"players": 3}, seat_bots(game, ["lowest", others, "lowest"], 3), 8)
        actions, results = batch.decided(0)
        assert batch.kernel.is_warm, "nothing is compiled for it"
        assert len(actions) == results["decisions"][0]
        assert replay(batch, 0)[1].tobytes() == results.tobytes() == batch.play(0, 1).tobytes()
    states = import_module("outside_bot").STATES
    states.clear()
    batch = Batch(game, {"players": 3}, seat_bots(game, ["lowest"], 3), 8)
    for point, state in zip(film(batch, 0)[0].decisions, states, strict=True):
        view = point.position.copy()
        plainly(conceal)(view, batch.compiled_rules, int(view.actor))
        assert all((view[name] == state[name]).all() for name in ("packet", "collection", "pack")), "it sees no more"
    with pytest.raises(IllegalAction, match="policy 1 answered with action 63"):
        Batch(game, {"players": 3}, seat_bots(game, ["wrong"], 3), 8).play(0, 1)


def test_at_a_seat_it_sees_what_the_environment_that_it_was_trained_in_shows(package: None) -> None:
    game, seed = games()["trickster"], 8
    rules = {"players": 3}
    batch, seen = Batch(game, rules, seat_bots(game, ["lowest"], 3), seed), import_module("outside_bot").SEEN
    seen.clear()
    batch.play(0, 1)
    env = GameEnv(game, rules)
    env.reset(seed)
    for player, features, legal in seen:
        observed = env.observe(env.agent_selection)
        assert env.agent_selection == f"player_{player}" and (observed["observation"] == features).all()
        assert np.flatnonzero(observed["action_mask"]).tolist() == legal
        env.step(legal[0])
    assert len(seen) > 20 and all(env.terminations.values())
