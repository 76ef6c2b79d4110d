"""The answers that pages show as examples: true, as the command in each makes it again, and whole when read back."""

import json
import shlex
from pathlib import Path

import pytest

from tests.cli.commands import run
from tests.support.workspace_games import no_games_of_a_workspace_afterwards
from workbench import studies
from workbench.engine.problems import BadInput
from workbench.engine.registry import workspace_root
from workbench.report.document import Drawing
from workbench.report.example import FILE, as_text, example_in, read_example
from workbench.scenario.files import STARTER
from workbench.studies.registry import studies as installed

__all__ = ["no_games_of_a_workspace_afterwards"]

EXAMPLES = sorted(Path(studies.__file__).parent.glob(f"*/{FILE}"))
CHEAP = ("simulate", "compare", "goals")
"""Those that take a second with a process of their own."""


@pytest.mark.parametrize("name", CHEAP)
def test_the_command_of_an_example_writes_the_same_file(name: str, tmp_path: Path) -> None:
    file = Path(studies.__file__).parent / name / FILE
    _, *words = shlex.split(read_example(file).command)
    run(*words, "--workspace", STARTER, "--no-store", "--example", tmp_path / FILE)
    assert (tmp_path / FILE).read_text("utf-8") == file.read_text("utf-8")


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.parent.name)
def test_an_example_is_whole_when_it_is_read_back_and_its_charts_draw(file: Path) -> None:
    assert not workspace_root(), "the one that an example was made in is left"
    example = read_example(file)
    assert json.loads(as_text(example)) == json.loads(file.read_text("utf-8"))
    charts = [block.draw() for block in example.blocks if isinstance(block, Drawing)]
    assert all(chart and chart.figure.data for chart in charts)
    assert example.headline and example.blocks


def test_every_study_of_the_workbench_with_a_page_has_an_example() -> None:
    ours = {name: study for name, study in installed().items() if study.folder.startswith(studies.__name__)}
    assert [name for name, study in ours.items() if study.page and study.stores] == [
        name for name, study in installed().items() if study.example
    ]


@pytest.mark.parametrize("text", ["", "{}", '{"class": "Report"}', '{"class": "Drawing"}', "[1]"])
def test_a_broken_example_is_told(text: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(BadInput):
        read_example(tmp_path / FILE)


def test_a_study_without_an_example_has_none() -> None:
    assert example_in("workbench.studies") is None
