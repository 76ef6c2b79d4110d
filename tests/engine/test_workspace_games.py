"""Games in a workspace's folder: loaded once they are trusted, loaded anew when their files change."""

import sys
from pathlib import Path

import pytest

from tests.support.workspace_games import PIG, no_games_of_a_workspace_afterwards, write_game
from workbench.bots.spec import seat_bots
from workbench.engine import registry
from workbench.engine.batch import Batch
from workbench.engine.problems import BadInput

__all__ = ["no_games_of_a_workspace_afterwards"]


def test_a_game_is_not_run_before_somebody_says_who_wrote_it(tmp_path: Path) -> None:
    write_game(tmp_path, "evil", f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    registry.use_workspace(tmp_path)
    assert "evil" not in registry.games()
    [locked] = registry.broken_plugins()
    assert locked.is_locked and locked.file == "games/evil/game.py"
    with pytest.raises(BadInput, match="workbench trust evil"):
        registry.game_named("evil")
    assert not (tmp_path / "ran").exists()
    registry.trust("evil")
    assert "evil" not in registry.games()
    assert (tmp_path / "ran").exists()


def test_trust_belongs_to_a_place_and_not_to_a_name(tmp_path: Path) -> None:
    for studio in ("one", "two"):
        write_game(tmp_path / studio, "pig")
    registry.use_workspace(tmp_path / "one")
    registry.trust("pig")
    assert "pig" in registry.games()
    registry.use_workspace(tmp_path / "two")
    assert "pig" not in registry.games()
    registry.use_workspace("")
    assert "pig" not in registry.games() and registry.broken_plugins() == ()
    with pytest.raises(BadInput, match="no workspace"):
        registry.trust("pig")


def test_a_game_that_fails_is_named_with_its_line_and_leaves_the_others(tmp_path: Path) -> None:
    write_game(tmp_path, "pig")
    write_game(
        tmp_path,
        "sow",
        PIG.replace("kit.roll_die(", "kit.roll_dice(").replace("class State", "sides = six\n\n\nclass State"),
    )
    registry.use_workspace(tmp_path)
    for name in ("pig", "sow"):
        registry.trust(name)
    assert {"pig", "hitmakers"} <= set(registry.games())
    [broken] = registry.broken_plugins()
    line = 1 + PIG.splitlines().index("class State(kit.State):")
    assert broken.problem.message.startswith(f"sow does not load: games/sow/game.py, line {line}: NameError")


def played(name: str) -> bytes:
    game = registry.game_named(name)
    return Batch(game, {"target": 30}, seat_bots(game, ["random"], 2), seed=3).play(0, 40).tobytes()


def test_a_changed_game_is_loaded_anew_and_plays_by_its_new_rules(tmp_path: Path) -> None:
    file = write_game(tmp_path, "pig")
    (file.parent / "dice.py").write_text("FACTOR = 1\n")
    source = PIG.replace("from workbench import kit\n", "from workbench import kit\n\nfrom .dice import FACTOR\n")
    file.write_text(source.replace("state.turn += state.die", "state.turn += FACTOR * state.die"))
    registry.use_workspace(tmp_path)
    registry.trust("pig")
    first, code = played("pig"), registry.game_named("pig").code_hash
    assert registry.refresh() == []
    (file.parent / "dice.py").write_text("FACTOR = 10\n")  # a helper of the game
    [reloaded] = registry.refresh()
    assert reloaded.name == "pig" and len(reloaded.changes) == 1 and "code" in reloaded.changes[0]
    assert played("pig") != first and registry.game_named("pig").code_hash != code
    (file.parent / "dice.py").write_text("FACTOR = 1  # as it was\n")
    registry.refresh()
    assert played("pig") == first and registry.game_named("pig").code_hash == code


def test_it_is_told_what_changed(tmp_path: Path) -> None:
    file = write_game(tmp_path, "pig")
    registry.use_workspace(tmp_path)
    registry.trust("pig")
    rule, move = (
        '    target: int = kit.rule(100, 10, 500, "Points that win the game."',
        '@kit.move("Player {player} rolls',
    )
    assert registry.games()["pig"].parameters["target"].default == 100
    changed = (
        PIG.replace(rule, rule.replace("100", "60"))
        .replace("sides: int", "faces: int")
        .replace("rules.sides", "rules.faces")
    )
    file.write_text(
        changed.replace(
            move,
            '@kit.move("Player {player} sits out.")\ndef sit_out(state: State) -> None:\n    """Rest."""\n\n\n' + move,
        )
    )
    [reloaded] = registry.refresh()
    sentences = " ".join(reloaded.changes)
    for part in ("New rule: faces.", "Gone rule: sides.", "target was 100 by default and is 60", "New move: sit_out."):
        assert part in sentences
    file.write_text("= = 3\n")
    [reloaded] = registry.refresh()
    assert reloaded.changes == ("It does not load any more.",) and "pig" not in registry.games()
    file.write_text(PIG)
    assert registry.refresh()[0].changes == ("It loads now.",)
    file.unlink()
    registry.refresh()
    assert "pig" not in registry.games() and not registry.has_workspace_games()
    assert not [module for module in sys.modules if module.startswith("workspace_games.")]
