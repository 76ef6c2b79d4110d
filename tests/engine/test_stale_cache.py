"""Edited code is the code that is played in the next process, wherever it lies; other edits compile nothing."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import workbench
from tests.support.processes import output, start

SCRIPT = """
import json, os
from pathlib import Path
import workbench
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch
from workbench.games.hitmakers import GAME

batch = Batch(GAME, {"score_target": 0}, seat_bots(GAME, ["random"], 3), seed=5)
warm = batch.kernel.is_warm
points = batch.play(0, 200)["points"].sum(axis=0).tolist()
compiled = sorted(str(path) for path in Path(os.environ["WORKBENCH_CACHE_DIR"]).rglob("*.nbc"))
print(json.dumps({"source": workbench.__file__, "warm": warm, "points": points, "compiled": compiled}))
"""
RULE = "        return rules.critical_prestige_points\n"
RULE_WITH_HELPER = "        return worth(rules.critical_prestige_points)\n"
HELPER = '''
from workbench.engine.compiling import compiled

@compiled
def worth(points):
    """What a production is worth."""
    return 1 * points
'''


@dataclass(frozen=True)
class Copy:
    """A copy of the package with a compile cache of its own."""

    folder: Path

    def run(self) -> dict[str, Any]:
        """What the script prints, in a new process."""
        environment = {"PYTHONPATH": str(self.folder), "WORKBENCH_CACHE_DIR": str(self.folder / "cache")}
        environment["NUMBA_OPT"] = "0"  # compiles a third faster
        found: dict[str, Any] = json.loads(output(start("-c", SCRIPT, cwd=self.folder, **environment)))
        assert found["source"].startswith(str(self.folder))
        return found

    def edit(self, name: str, old: str, new: str) -> None:
        """Change a file."""
        source = self.folder / name
        text = source.read_text("utf-8")
        assert text.count(old) == 1
        source.write_text(text.replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Before an edit of a helper that lies outside the game and the package; after it; and after edits of words."""
    copy = Copy(tmp_path_factory.mktemp("copy"))
    package = Path(workbench.__file__).parent
    shutil.copytree(package, copy.folder / "workbench", ignore=shutil.ignore_patterns("__pycache__", "app", "store"))
    scoring = "workbench/games/hitmakers/scoring.py"
    (copy.folder / "helper.py").write_text(HELPER)
    copy.edit(scoring, RULE, RULE_WITH_HELPER)
    copy.edit(scoring, "from typing import Any\n", "from typing import Any\n\nfrom helper import worth\n")
    first = copy.run()
    copy.edit("helper.py", "1 * points", "1000 * points")
    second = copy.run()
    copy.edit("helper.py", "What a production is worth.", "What it is worth.\n\n    At most.")
    copy.edit(scoring, "from typing import Any\n", "from typing import Any\n\n# a comment\n")
    copy.edit("workbench/engine/loop.py", "from typing import Any\n", "# a comment\n\nfrom typing import Any\n")
    copy.edit("workbench/engine/loop.py", "Plays `first`, `first` + 1", "All plays `first`, `first` + 1")
    copy.edit("workbench/games/hitmakers/__init__.py", 'title="Hitmakers"', 'title="Hit Makers"')
    return [first, second, copy.run()]


def test_an_edited_helper_changes_the_result_of_a_new_process(runs: list[dict[str, Any]]) -> None:
    assert max(runs[0]["points"]) < 5_000
    assert min(runs[1]["points"][:3]) > 100_000


def test_the_edit_compiles_again_beside_the_old_code(runs: list[dict[str, Any]]) -> None:
    assert [run["warm"] for run in runs] == [False, False, True]
    assert set(runs[0]["compiled"]) < set(runs[1]["compiled"])


def test_edits_of_docstrings_comments_and_titles_compile_nothing(runs: list[dict[str, Any]]) -> None:
    assert runs[2] == {**runs[1], "warm": True}
