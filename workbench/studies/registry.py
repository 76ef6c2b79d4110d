"""The installed studies: ours, a folder each, and those of plug-ins, by the entry-point group `workbench.studies`.

Ours are entry points too, made from the folders: so a checkout that was updated and not installed again has them all.
"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from workbench.engine.problems import Problem, on_one_line
from workbench.studies.pairs import PairStudy
from workbench.studies.study import Study

GROUP = "workbench.studies"


def studies() -> Mapping[str, Study]:
    """Every study that can be loaded, by name, in the order of their names."""
    return {name: study for name, study in _loaded().items() if isinstance(study, Study)}


def page_studies() -> Mapping[str, Study]:
    """Those that have a command and a page of their own."""
    return {name: study for name, study in studies().items() if not isinstance(study, PairStudy)}


def pair_studies() -> Mapping[str, PairStudy]:
    """Those that are asked of a comparison."""
    return {name: study for name, study in studies().items() if isinstance(study, PairStudy)}


def broken_studies() -> tuple[Problem, ...]:
    """A warning for each study that cannot be loaded."""
    return tuple(problem for problem in _loaded().values() if isinstance(problem, Problem))


@cache
def _loaded() -> Mapping[str, Study | Problem]:
    points = [*ours(), *sorted(set(entry_points(group=GROUP)) - set(ours()), key=lambda point: point.name)]
    loaded: dict[str, Study | Problem] = {}
    for point in points:
        loaded[point.name if point.name not in loaded else point.value] = _load(point, point.name in loaded)
    return loaded


def ours() -> list[EntryPoint]:
    """The studies of the workbench itself, in the order of their names."""
    folders = sorted(file.parent.name for file in Path(__file__).parent.glob("*/question.py"))
    return [EntryPoint(name, f"{GROUP}.{name}:STUDY", GROUP) for name in folders]


def _load(point: EntryPoint, is_taken: bool) -> Study | Problem:
    """The study of an entry point, or why it is left out: anything may go wrong in anybody's source."""
    try:
        study = point.load()
        reason = _wrong_with(point, study, is_taken)
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"
    if not reason:
        loaded: Study = study
        return loaded
    message = f"cannot be loaded and is left out; {point.value}: {reason}"
    return on_one_line(Problem(f"study {point.name}", message, warning=True))


def _wrong_with(point: EntryPoint, study: object, is_taken: bool) -> str:
    """Why the object cannot be the study of this entry point; empty if it can."""
    if not isinstance(study, Study):
        return f"must be a Study of workbench.studies.study, and is {type(study).__name__}"
    if study.name != point.name:
        return f'the study calls itself "{study.name}" and its entry point "{point.name}"; both must be the same'
    return f'another study is called "{point.name}" already; choose another name' if is_taken else ""
