"""Processes that we start run nothing that lies in the working folder."""

import subprocess
from pathlib import Path

from tests.support.processes import ROOT
from workbench.engine.files import python_command

OURS = "workbench/engine/files.py"


def test_a_python_runs_no_module_of_the_working_folder(tmp_path: Path) -> None:
    for module in ("json", "numpy", "workbench"):
        (tmp_path / f"{module}.py").write_text("raise SystemExit('a module of the workspace ran')")
    ended = subprocess.run(python_command("-c", "import json, numpy, workbench.cli"), cwd=tmp_path, check=False)
    assert ended.returncode == 0


def test_each_python_is_started_by_that_command() -> None:
    files = {str(file.relative_to(ROOT)): file.read_text("utf-8") for file in (ROOT / "workbench").rglob("*.py")}
    assert [name for name, text in files.items() if "sys.executable" in text] == [OURS]
    assert not any("multiprocessing" in text or "ProcessPool" in text for text in files.values())
