"""Games without code: read from a file, its mistakes named, loaded anew when it changes."""

from pathlib import Path

import pytest

from tests.support.families import preset_game
from tests.support.workspace_games import no_games_of_a_workspace_afterwards
from workbench.engine import plugins, registry
from workbench.engine.families import read_game
from workbench.engine.problems import BadInput

__all__ = ["no_games_of_a_workspace_afterwards"]
PIG = 'family = "press"\npreset = "pig"\ntitle = "Sows"\n[rules]\n'


def write_family_game(root: Path, name: str, text: str = PIG) -> Path:
    file = root / "games" / name / "game.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return file


def test_a_game_has_the_presets_values_and_its_own(tmp_path: Path) -> None:
    game = read_game("sows", write_family_game(tmp_path, "sows", PIG + "target = 60\n"))
    defaults = {name: parameter.default for name, parameter in game.parameters.items()}
    assert (game.name, game.title, game.family) == ("sows", "Sows", "press")
    assert (defaults["target"], defaults["sides"]) == (60, 6)
    assert game.rulebook_template.startswith('# {{ "Sows" }}\n')
    farkle = preset_game("press", "farkle")
    margins = {
        measure.name: (measure.margin, before.margin)
        for measure, before in zip(farkle.measures, game.measures, strict=True)
    }
    changed = {name: margin for name, (margin, before) in margins.items() if margin != before}
    assert changed == {"points": 50, "margin": 50}, "the preset's, of points alone"


@pytest.mark.parametrize(
    ("rules", "summary"),
    [
        ("target = 100", "One die: roll as often as you dare, but a 1 loses the turn. For 2 to 8."),
        ("players = 3", "One die: roll as often as you dare, but a 1 loses the turn."),
        ("bust = 2\nplayers = 3\ndice = 2", "Pig with 3 changed rules: players, dice and bust."),
    ],
)
def test_a_presets_summary_stands_as_long_as_it_is_true(tmp_path: Path, rules: str, summary: str) -> None:
    assert read_game("sows", write_family_game(tmp_path, "sows", PIG + rules)).summary == summary


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", "family", '"press"'),
        ('family = "prass"', "family", '"press"'),
        ('family = "press"\npreset = "pug"', "preset", '"pig"'),
        ('family = "press"\ncolor = "red"', "color", "no such key"),
        ('family = "press"\ntitle = 3', "title", "a text"),
        ('family = "press"\nrules = 3', "rules", "a table"),
        (PIG + "targets = 3", "rules.targets", "no such rule"),
        (PIG + "target = 3", "rules.target", "at least 10"),
        (PIG + "sides = 4\nbust = 6", "rules.bust", "at most 4"),
        (PIG + "target = = 3", "", "line 5, column 10"),
    ],
)
def test_a_mistake_is_named_with_place_and_what_is_allowed(tmp_path: Path, text: str, place: str, words: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_game("sows", write_family_game(tmp_path, "sows", text))
    (problem,) = refused.value.problems
    assert problem.place == place and words in problem.message
    assert problem.source == str(tmp_path / "games" / "sows" / "game.toml")


def test_all_mistakes_are_named_at_once_and_other_games_go_on(tmp_path: Path) -> None:
    write_family_game(tmp_path, "sows")
    write_family_game(tmp_path, "hogs", PIG + "target = 3\nsides = 40")
    registry.use_workspace(tmp_path)
    assert registry.games()["sows"].title == "Sows"
    (broken,) = registry.broken_plugins()
    assert broken.name == "hogs" and broken.file == "games/hogs/game.toml"
    assert "rules.target = 3: at least 10" in broken.reason and "rules.sides = 40: at most 20" in broken.reason


def test_a_game_without_code_is_waited_for_however_slow_the_machine_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "NOTED_S", 0.0)
    monkeypatch.setattr(plugins, "PATIENCE_S", 0.0)
    write_family_game(tmp_path, "sows")
    registry.use_workspace(tmp_path)
    assert registry.games()["sows"].title == "Sows" and not registry.broken_plugins()


def test_a_file_that_changes_is_read_anew_and_told_about(tmp_path: Path) -> None:
    file = write_family_game(tmp_path, "sows")
    registry.use_workspace(tmp_path)
    assert registry.games()["sows"].parameters["target"].default == 100
    file.write_text(PIG + "target = 60\n")
    (reloaded,) = registry.refresh()
    assert reloaded.name == "sows" and "was 100 by default and is 60" in " ".join(reloaded.changes)
