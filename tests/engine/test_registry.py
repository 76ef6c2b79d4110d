"""Plug-ins that cannot be loaded: named with file and line, left out, and no hindrance to any other game."""

import json
import sys
import threading
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.app.waiting import until
from tests.support.processes import start
from tests.support.processor import patience
from workbench.engine import plugins, registry
from workbench.engine.compiling import CACHE_DIR
from workbench.engine.plugins import BrokenPlugin, Hang, memory_of, remember, remembered
from workbench.engine.problems import BadInput
from workbench.engine.registry import broken_plugins, game_named, games

OURS = ["hitmakers", "hollywood_1947", "showbiz_shuffle", "trickster"]
NIM = "from dataclasses import replace\nfrom tests.support.nim import NIM\n"
BROKEN = {
    "missing import": ("\nimport no_such_module\nGAME = 1\n", 2, "ModuleNotFoundError: No module named"),
    "syntax": ("a = 1\nGAME = = 2\n", 2, "SyntaxError: invalid syntax"),
    "failing source": ("def table():\n    return [0][3]\n\nGAME = table()\n", 2, "IndexError: list index out of range"),
    "exit": ("import sys\nsys.exit('no licence')\n", 2, "SystemExit: no licence"),
    "interrupt": ("x = 1\nraise KeyboardInterrupt\n", 2, "KeyboardInterrupt"),
    "nothing of that name": ("OTHER = 1\n", None, "AttributeError"),
    "no game": ("a = 1\nb = 2\nGAME = {}\n", 3, "GAME must be a Game of workbench.engine.game, and is dict"),
    "functions missing": (NIM + "GAME = replace(NIM, functions={})\n", 3, "TypeError: game nim lacks the functions"),
    "no parameters": (NIM + "class Rules: pass\n\nGAME = replace(NIM, rules=Rules)\n", 5, ""),
    "another name": (NIM + "GAME = NIM\n", 3, 'the game calls itself "nim" and its entry point "broken"'),
    "no rulebook": (
        NIM + "from pathlib import Path\nGAME = replace(NIM, name='broken', rulebook=Path('/none.md'))\n",
        4,
        "there is no rulebook /none.md",
    ),
}
Install = Callable[..., None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Install]:
    """Registers modules of these sources as plug-ins, by the names of their games, beside those that are there."""
    installed = list(registry.entry_points(group=registry.GROUP))
    modules: list[str] = []

    def install(**sources: str) -> None:
        for name, source in sources.items():
            (tmp_path / f"plug_{name}.py").write_text(source)
            modules.append(f"plug_{name}")
        points = [EntryPoint(name, f"plug_{name}:GAME", registry.GROUP) for name in sources]
        monkeypatch.setattr(registry, "entry_points", lambda group: [*points, *installed])
        registry.games.cache_clear()

    monkeypatch.syspath_prepend(tmp_path)
    yield install
    monkeypatch.undo()
    registry.games.cache_clear()
    for module in modules:
        sys.modules.pop(module, None)


@pytest.mark.parametrize(("source", "line", "reason"), BROKEN.values(), ids=BROKEN.keys())
def test_a_plug_in_that_fails_is_named_with_file_and_line_and_left_out(
    install: Install, tmp_path: Path, source: str, line: int | None, reason: str
) -> None:
    install(broken=source)
    assert list(games()) == OURS
    (plug_in,) = broken_plugins()
    assert (plug_in.name, plug_in.file, plug_in.line) == ("broken", str(tmp_path / "plug_broken.py"), line)
    assert plug_in.reason.startswith(reason)
    with pytest.raises(BadInput) as caught:
        game_named("broken")
    assert plug_in.place in str(caught.value)
    assert "broken does not load" in str(caught.value)


def test_a_failing_helper_is_named_rather_than_who_imports_it(install: Install, tmp_path: Path) -> None:
    (tmp_path / "plug_helper.py").write_text("import numpy\nTABLE = numpy.zeros((2, 2)).reshape(3)\n")
    install(broken="import plug_helper\nGAME = 1\n")
    assert broken_plugins()[0].place == f"{tmp_path / 'plug_helper.py'}, line 2"


def test_a_module_that_is_not_there_is_named_by_its_entry_point(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    install()
    monkeypatch.setattr(registry, "entry_points", lambda group: [EntryPoint("broken", "no_such:GAME", group)])
    registry.games.cache_clear()
    reason = "ModuleNotFoundError: No module named 'no_such'"
    assert broken_plugins() == (BrokenPlugin("broken", "entry point broken = no_such:GAME", None, reason),)


def test_two_broken_plug_ins_are_both_named_and_a_sound_one_is_there(install: Install) -> None:
    install(one="1/0\n", nim=NIM + "GAME = NIM\n", two="GAME = 2\n")
    assert list(games()) == sorted([*OURS, "nim"])
    assert [plug_in.name for plug_in in broken_plugins()] == ["one", "two"]


def test_a_plug_in_does_not_take_the_name_of_a_game_of_ours(install: Install) -> None:
    install(hitmakers=NIM + "GAME = replace(NIM, name='hitmakers')\n")
    assert games()["hitmakers"].title == "Hitmakers"
    assert 'another game is called "hitmakers" already' in broken_plugins()[0].reason


def test_all_is_well_without_plug_ins() -> None:
    assert broken_plugins() == ()


HANGING = {
    "loop": ("import json\nwhile True:\n    pass\n", (2, 3)),
    "sleep": ("import time\ntime.sleep(60)\n", (2,)),
    "helped": ("import plug_slow_helper\nGAME = 1\n", (2,)),
}
"""Each by another name: a module that is being imported by one thread is waited for by others."""


@pytest.mark.parametrize("name", HANGING)
def test_a_plug_in_that_does_not_end_loading_is_named_and_left_out(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    source, lines = HANGING[name]
    monkeypatch.setattr(plugins, "NOTED_S", 0.05)
    monkeypatch.setattr(plugins, "PATIENCE_S", 0.3)
    (tmp_path / "plug_slow_helper.py").write_text("import time\ntime.sleep(60)\n")
    install(**{name: source})
    assert list(games()) == OURS
    (left_out,) = broken_plugins()
    file = "plug_slow_helper.py" if name == "helped" else f"plug_{name}.py"
    assert left_out.file == str(tmp_path / file) and left_out.line in lines
    assert "still loading after 0.3 s" in left_out.reason
    assert capsys.readouterr().err == f"loading the game {name} …\n"


def test_a_plug_in_that_hung_is_tried_again_once_its_files_change_or_its_memory_is_deleted(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE_DIR, str(tmp_path / "cache"))
    monkeypatch.setattr(plugins, "PATIENCE_S", 0.3)
    source = "import time\ntime.sleep(60)\n"
    install(hung=source)
    (point,) = (point for point in registry.entry_points(group=registry.GROUP) if point.name == "hung")
    assert str(memory_of(point)) in broken_plugins()[0].reason and remembered(point)
    (tmp_path / "plug_hung.py").write_text(source + "# mended\n")
    assert remembered(point) is None
    assert remember(point, Hang(str(tmp_path / "plug_hung.py"), 2, 20)) and remembered(point)
    memory_of(point).unlink()
    assert remembered(point) is None


def test_a_loop_that_was_given_up_is_ended(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "NOTED_S", 0.05)
    monkeypatch.setattr(plugins, "PATIENCE_S", 0.3)
    before = threading.active_count()
    install(endless="while True:\n    pass\n")
    assert len(broken_plugins()) == 1
    until(lambda: threading.active_count() <= before)


def test_games_of_ours_are_loaded_without_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins.threading, "Thread", None)
    registry.games.cache_clear()
    assert list(games()) == OURS


def test_an_installed_plug_in_that_fails_hinders_no_command(tmp_path: Path) -> None:
    (tmp_path / "plug_broken.py").write_text("\n\nimport no_such_module\n")
    (tmp_path / "plug-1.0.dist-info").mkdir()
    (tmp_path / "plug-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: plug\nVersion: 1.0\n")
    points = "[workbench.games]\nbroken = plug_broken:GAME\n"
    (tmp_path / "plug-1.0.dist-info" / "entry_points.txt").write_text(points)
    script = "import sys; sys.path.append(sys.argv.pop(1)); from workbench.cli import main; main()"
    commands = [
        ("games", "--json"),
        ("validate", "hitmakers/2021-04-08", "broken/x"),
        ("rules", "hitmakers/2021-04-08"),
    ]
    processes = [start("-c", script, str(tmp_path), *words) for words in commands]
    listed, checked, ruled = [(*process.communicate(timeout=patience(60)), process.returncode) for process in processes]
    place, reason = f"{tmp_path / 'plug_broken.py'}, line 3", "ModuleNotFoundError: No module named 'no_such_module'"
    warning = f"warning: game: broken does not load: {place}: {reason}; all else goes on without it\n"
    assert listed[1:] == (warning, 0)
    listing = json.loads(listed[0])
    assert [game["name"] for game in listing["games"]] == OURS
    assert listing["left_out"] == [
        {"name": "broken", "file": str(tmp_path / "plug_broken.py"), "line": 3, "reason": reason}
    ]
    assert checked[0] == "hitmakers/2021-04-08: fine\n"
    assert warning in checked[1]
    assert checked[2] == 2
    assert (ruled[1], ruled[2]) == ("", 0)


def test_an_installed_plug_in_that_loops_hinders_no_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plug_loop.py").write_text("while True:\n    pass\n")
    (tmp_path / "plug-1.0.dist-info").mkdir()
    (tmp_path / "plug-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: plug\nVersion: 1.0\n")
    (tmp_path / "plug-1.0.dist-info" / "entry_points.txt").write_text("[workbench.games]\nloop = plug_loop:GAME\n")
    script = (
        "import sys; sys.path.append(sys.argv.pop(1)); from workbench.engine import plugins;"
        "plugins.NOTED_S, plugins.PATIENCE_S = 0.1, 1; from workbench.cli import main; main()"
    )
    monkeypatch.setenv(CACHE_DIR, str(tmp_path / "cache"))
    process = start("-c", script, str(tmp_path), "games", "--json")
    listed, warned = process.communicate(timeout=patience(60))
    catalog = json.loads(listed)
    memory = tmp_path / "cache" / "given-up-loop.json"
    assert f"delete {memory}" in warned and memory.is_file()
    again = start("-c", script, str(tmp_path), "games", "--json").communicate(timeout=patience(60))
    assert again == (listed, warned.partition(" …\n")[2]), "the same, without loading it"
    assert process.returncode == 0 and [game["name"] for game in catalog["games"]] == OURS
    assert [left_out["name"] for left_out in catalog["left_out"]] == ["loop"]
    assert "loading the game loop (package plug 1.0) …" in warned
    assert f"loop does not load: {tmp_path / 'plug_loop.py'}, line" in warned and "still loading after 1 s" in warned
