"""The installed studies: ours, a folder each, and those of plug-ins, by the entry-point group `workbench.studies`.

Ours are entry points too, made from the folders: so a checkout that was updated and not installed again has them all.
`calibrate` is none: it asks about no revision and stores nothing, but puts the workbench itself to the test, as `bench`
and `doctor` do.
"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from workbench.engine.plugins import BrokenPlugin, Installed, PluginKind
from workbench.studies import OURS
from workbench.studies.study import AnyStudy, Study

GROUP = "workbench.studies"


def studies() -> Mapping[str, AnyStudy]:
    """Every study that can be loaded, by name, in the order of their names."""
    return _installed()


def page_studies() -> Mapping[str, AnyStudy]:
    """The studies that a page of the dashboard shows: one of their own, or a view of another."""
    return {name: study for name, study in studies().items() if study.page}


def part_studies() -> Mapping[str, AnyStudy]:
    """The studies that are asked within a page of another answer, by what its address calls them."""
    return {study.control: study for study in studies().values() if study.control}


def broken_studies() -> tuple[BrokenPlugin, ...]:
    """The plug-ins whose study cannot be loaded."""
    return _installed().broken()


@cache
def _installed() -> Installed[AnyStudy]:
    return Installed(PluginKind("study", GROUP, Study), [*ours(), *entry_points(group=GROUP)])


def ours() -> list[EntryPoint]:
    """The studies of the workbench itself, in the order of their names."""
    return [EntryPoint(name, f"{GROUP}.{place}", GROUP) for name, place in OURS.items()]
