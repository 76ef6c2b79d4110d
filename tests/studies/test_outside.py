"""A study that a package outside the workbench brings: its command, JSON, files, history, and what is refused."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.outside import HERE, PACKAGE, STUDY, install_study
from workbench.scenario.files import Workspace, init_workspace
from workbench.store import Store
from workbench.store.listing import entries

CALL = "from workbench.cli import main; main()"
PLAYED = ("trickster/prototype-a", "--bots", "random", "--plays", "300", "--seed", "3")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_study(tmp_path_factory.mktemp("site"))


def call(site: Path, root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command of a workbench with what is installed in `site`."""
    path = os.pathsep.join([str(site), *sys.path])
    env = {**os.environ, "PYTHONPATH": path}
    call = [sys.executable, "-c", CALL, *words]
    return subprocess.run(call, cwd=root, env=env, timeout=300, capture_output=True, text=True, check=False)


def test_it_is_one_module_and_a_template() -> None:
    sources = [source for source in (HERE / PACKAGE).iterdir() if source.is_file()]
    assert {source.name for source in sources} == {"__init__.py", "answer.md"}
    assert sum(len(source.read_text().splitlines()) for source in sources) <= 80


def test_it_has_a_command_with_files_and_a_line_in_the_history(installed: Path, tmp_path: Path) -> None:
    init_workspace(tmp_path)
    page, text = tmp_path / "leader.html", tmp_path / "leader.md"
    answer = call(
        installed, tmp_path, STUDY, *PLAYED, "--after", "2", "--json", "--html", str(page), "--markdown", str(text)
    )
    assert answer.returncode == 0, answer.stderr
    told = json.loads(answer.stdout)
    (figures,) = told["figures"]
    assert figures["after"] == 2 and figures["low"] < figures["wins"] < figures["high"] and figures["n"] <= 300
    assert told["headline"].startswith("Who leads alone after round 2 wins ") and told["rules_hash"]
    command = f"workbench {STUDY} trickster/prototype-a --after 2 --plays 300 --seed 3 --bots random"
    for written in (page.read_text(), text.read_text()):
        assert command in written and "after round 2" in written
    [line] = entries(Store(Workspace(tmp_path).store_path))
    assert (line.study, line.sentence) == (STUDY, told["headline"])
    assert line.options == {"bots": "random", "plays": 300, "seed": 3, "after": "2"}


def test_its_help_is_made_of_its_question_and_all_problems_are_told(installed: Path, tmp_path: Path) -> None:
    init_workspace(tmp_path)
    told = call(installed, tmp_path, STUDY, "--help").stdout
    assert "--after N" in told and "The stage after which the leader is looked for." in told
    refused = call(installed, tmp_path, STUDY, "trickster/nothing", "--after", "99", "--jobs", "0")
    assert refused.returncode == 2 and "Traceback" not in refused.stderr
    assert (
        len(refused.stderr.splitlines()) == 3 and "--after = 99: must be a whole number from 1 to 20" in refused.stderr
    )


@pytest.mark.parametrize(
    ("point", "reason"),
    [
        pytest.param(f"{STUDY} = no_such_module:STUDY", "ModuleNotFoundError", marks=pytest.mark.thorough),
        (f"{STUDY} = {PACKAGE}:__doc__", "must be a Study"),
        (f"another = {PACKAGE}:STUDY", "both must be the same"),
    ],
)
def test_a_study_that_cannot_be_loaded_is_left_out_with_a_warning(point: str, reason: str, tmp_path: Path) -> None:
    listed = call(install_study(tmp_path / "site", point), tmp_path, "--help")
    assert listed.returncode == 0 and "quality" in listed.stdout and STUDY not in listed.stdout
    assert "does not load" in listed.stderr and reason in listed.stderr
