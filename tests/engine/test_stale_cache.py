"""Edited code is the code that is played in the next process, wherever it lies; other edits compile nothing."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import workbench
from tests.support import kuhn
from tests.support.processes import output, start

SCRIPT = """
import json, os
from pathlib import Path
import workbench
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch
from declared import GAME

batch = Batch(GAME, {}, seat_bots(GAME, ["random"], 2), seed=5)
warm = batch.kernel.is_warm
gains = batch.play(0, 200)["gain"].tolist()
compiled = sorted(str(path) for path in Path(os.environ["WORKBENCH_CACHE_DIR"]).rglob("*.code"))
print(json.dumps({"source": workbench.__file__, "warm": warm, "gains": gains, "compiled": compiled}))
"""
DECLARED = """
from dataclasses import replace
from kuhn import KUHN

GAME = replace(KUHN, title="Kuhn poker")
"""
RULE = "        result.gain[player] = state.gain[player]\n"
RULE_WITH_HELPER = "        result.gain[player] = worth(state.gain[player])\n"
HELPER = '''
from workbench.engine.compiling import compiled

@compiled
def worth(gain):
    """What a gain is worth."""
    return 1 * gain
'''


@dataclass(frozen=True)
class Copy:
    """A copy of the package with a compile cache of its own."""

    folder: Path

    def run(self) -> dict[str, Any]:
        """What the script prints, in a new process."""
        environment = {"PYTHONPATH": str(self.folder), "WORKBENCH_CACHE_DIR": str(self.folder / "cache")}
        answer: dict[str, Any] = json.loads(output(start("-c", SCRIPT, cwd=self.folder, **environment)))
        assert answer["source"].startswith(str(self.folder))
        return answer

    def edit(self, name: str, old: str, new: str) -> None:
        """Change a file."""
        source = self.folder / name
        text = source.read_text("utf-8")
        assert text.count(old) == 1
        source.write_text(text.replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Before an edit of a helper that lies outside the game and the package; after it; and after edits of words.

    The game is the least there is: it is compiled anew for each edit.
    """
    copy = Copy(tmp_path_factory.mktemp("copy"))
    package = Path(workbench.__file__).parent
    shutil.copytree(package, copy.folder / "workbench", ignore=shutil.ignore_patterns("__pycache__", "app", "store"))
    (copy.folder / "helper.py").write_text(HELPER)
    (copy.folder / "declared.py").write_text(DECLARED)
    shutil.copy(kuhn.__file__, copy.folder / "kuhn.py")
    copy.edit("kuhn.py", RULE, RULE_WITH_HELPER)
    copy.edit("kuhn.py", "from pathlib import Path\n", "from pathlib import Path\n\nfrom helper import worth\n")
    first = copy.run()
    copy.edit("helper.py", "1 * gain", "10 * gain")
    second = copy.run()
    copy.edit("helper.py", "What a gain is worth.", "What it is worth.\n\n    At most.")
    copy.edit("kuhn.py", "from pathlib import Path\n", "from pathlib import Path\n\n# a comment\n")
    copy.edit("workbench/engine/loop.py", "import numpy as np\n", "# a comment\n\nimport numpy as np\n")
    copy.edit("workbench/engine/loop.py", "Plays `first`, `first` + 1", "All plays `first`, `first` + 1")
    copy.edit("declared.py", 'title="Kuhn poker"', 'title="Three-card poker"')
    return [first, second, copy.run()]


def test_an_edited_helper_changes_the_result_of_a_new_process(runs: list[dict[str, Any]]) -> None:
    assert np.abs(runs[0]["gains"]).max() == 2
    assert np.array_equal(runs[1]["gains"], 10 * np.array(runs[0]["gains"]))


def test_the_edit_compiles_again_beside_the_old_code(runs: list[dict[str, Any]]) -> None:
    assert [run["warm"] for run in runs] == [False, False, True]
    assert set(runs[0]["compiled"]) < set(runs[1]["compiled"])


def test_edits_of_docstrings_comments_and_titles_compile_nothing(runs: list[dict[str, Any]]) -> None:
    assert runs[2] == {**runs[1], "warm": True}
