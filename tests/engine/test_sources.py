"""The hash over the code of a game: what is executed, wherever it lies, and nothing else."""

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path

import pytest

from workbench.engine import code_hash as module
from workbench.engine.code_hash import Sources, code_hash, executed

PLAY = '''"""The rules."""
import functools
import numpy as np
import plugged.shared as shared
import plugged_far.farther
from functools import partial
from plugged_tables import FACTOR, ROWS
from plugged_far.deep import reached
from . import near
from .words import TITLE

def inner(points):
    """What points are worth."""
    return points * FACTOR + shared.OFFSET + near.nearby(points) + ROWS[0] + plugged_far.farther.LENGTHS[0]

def legal(state, rules):
    return inner(state) + reached(state)

half = partial(shared.divided, 2)

def made(by):
    return lambda state: by.lent(state)
'''
FILES = {
    "plugged/__init__.py": "",
    "plugged/play.py": PLAY,
    "plugged/near.py": "# near\ndef nearby(points):\n    return points\n",
    "plugged/shared.py": "OFFSET = 3\n\ndef divided(by, points):\n    return points // by\n",
    "plugged/words.py": "TITLE = 'A game'\n",
    "plugged/sentences.py": "def say():\n    return 'nothing'\n",
    "plugged_tables.py": "import csv\nfrom pathlib import Path\nimport numpy as np\nfrom plugged_far import base\n"
    "FACTOR = 2 * base.UNIT\nROWS = np.loadtxt(Path(__file__).with_name('plugged.csv'))\n",
    "plugged_far/__init__.py": "",
    "plugged_far/base.py": "UNIT = 5\n",
    "plugged_far/farther.py": "import numpy as np\nfrom pathlib import Path\n"
    "LENGTHS = np.loadtxt(Path(__file__).with_name('lengths.csv'))\n",
    "plugged_far/lengths.csv": "3\n4\n",
    "plugged_far/deep.py": "from .deeper import bottom\n\ndef reached(state):\n    return bottom(state)\n",
    "plugged_far/deeper.py": "def bottom(state):\n    '''The bottom.'''\n    return state + 1\n",
    "plugged_lender.py": "def lent(state):\n    return state\n",
    "plugged.csv": "1\n2\n",
    "plugged_stranger.py": "A = 1\n",
}
EXECUTED = {
    "a rule": ("plugged/play.py", "points * FACTOR", "points + FACTOR"),
    "a function beside it": ("plugged/near.py", "return points", "return 2 * points"),
    "a constant of a module": ("plugged/shared.py", "OFFSET = 3", "OFFSET = 4"),
    "a partly applied function": ("plugged/shared.py", "//", "%"),
    "an argument of it": ("plugged/play.py", "divided, 2", "divided, 3"),
    "a constant of a helper elsewhere": ("plugged_tables.py", "2 * base", "3 * base"),
    "what that constant is made of": ("plugged_far/base.py", "5", "6"),
    "data that a helper reads": ("plugged.csv", "1", "7"),
    "data of a module in a package": ("plugged_far/lengths.csv", "4", "5"),
    "a helper of a helper": ("plugged_far/deeper.py", "state + 1", "state - 1"),
    "a function in a closure": ("plugged_lender.py", "return state", "return -state"),
}
WORDS = {
    "a docstring": ("plugged/play.py", "What points are worth.", "What they are worth:\n\n    much."),
    "a docstring taken away": ("plugged/play.py", '    """What points are worth."""\n', ""),
    "a comment": ("plugged/near.py", "# near", "# not far\n\n"),
    "layout": ("plugged/shared.py", "by, points", "by,   points"),
    "a helper's docstring": ("plugged_far/deeper.py", "The bottom.", "Below."),
    "sentences that no rule uses": ("plugged/sentences.py", "nothing", "something"),
    "a module that nobody imports": ("plugged_stranger.py", "1", "2"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A plug-in with helpers in other packages."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path
    _forget()


def _forget() -> None:
    """Let the plug-in be imported anew, as in a new process."""
    for name in [name for name in sys.modules if name.startswith("plugged")]:
        del sys.modules[name]
    importlib.invalidate_caches()


def hashed(folder: Path, declared: object = None) -> str:
    """The hash of the plug-in as it stands."""
    _forget()
    play = importlib.import_module("plugged.play")
    importlib.import_module("plugged.sentences")
    functions = [play.legal, play.half, play.made(importlib.import_module("plugged_lender"))]
    return code_hash(functions, ["plugged.play"], declared, Sources(folder / "kept.json"))


def edit(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new))


def test_whatever_is_executed_counts_wherever_it_lies(folder: Path) -> None:
    before = hashed(folder)
    for case, (name, old, new) in EXECUTED.items():
        text = (folder / name).read_text()
        edit(folder, name, old, new)
        assert hashed(folder) != before, case
        (folder / name).write_text(text)
    assert hashed(folder) == before


def test_words_and_what_no_rule_uses_do_not_count(folder: Path) -> None:
    before = hashed(folder)
    for case, (name, old, new) in WORDS.items():
        text = (folder / name).read_text()
        edit(folder, name, old, new)
        assert hashed(folder) == before, case
        (folder / name).write_text(text)


def test_what_the_game_declares_counts(folder: Path) -> None:
    assert hashed(folder, [("points", "<i8")]) != hashed(folder, [("points", "<i4")])


def test_nothing_is_imported_for_it(folder: Path) -> None:
    edit(folder, "plugged/near.py", "# near", "if False:\n    import plugged_stranger\n")
    hashed(folder)
    assert "plugged_stranger" not in sys.modules


def test_files_are_parsed_once_a_machine_but_not_while_they_are_being_edited(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed, parse = [], module._parsed
    monkeypatch.setattr(module, "_parsed", lambda content: (parsed.append(content), parse(content))[1])
    monkeypatch.setattr(module, "SETTLED_NS", 3_600_000_000_000)
    first = hashed(folder)
    assert len(parsed) > 20
    parsed.clear()
    assert hashed(folder) == first
    assert PLAY.encode() in parsed  # written within the hour, so read again
    monkeypatch.setattr(module, "SETTLED_NS", -1)
    hashed(folder)
    parsed.clear()
    assert hashed(folder) == first
    assert parsed == []


def test_a_kept_file_that_is_spoiled_is_made_anew(folder: Path) -> None:
    before = hashed(folder)
    (folder / "kept.json").write_text("no JSON")
    assert hashed(folder) == before


def test_texts_that_are_no_docstrings_stay() -> None:
    assert executed(ast.parse("a = 'text'\n'about a'\ndef f():\n    'doc'\n")) == "a = 'text'\n\ndef f():\n    pass"
    assert executed(ast.parse("if a:\n    'x'\nelse:\n    b()\n")) == "if a:\n    pass\nelse:\n    b()"


def test_an_app_and_a_command_hash_alike_because_no_library_of_the_workbench_counts() -> None:
    used = [re.split(r"[^\w-]", line)[0] for line in requires("playtest-workbench") or [] if "extra" not in line]
    modules = {{"pillow": "PIL"}.get(name, name.removesuffix("-py").replace("-", "_")) for name in used}
    assert modules <= module.LIBRARIES
