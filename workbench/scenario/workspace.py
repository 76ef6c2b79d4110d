"""Where a designer's files are: a folder with `scenarios/` and `data/`."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from workbench import __file__ as package_file
from workbench.engine.files import is_folder, is_there
from workbench.engine.problems import BadInput

STARTER = Path(package_file).parent / "starter"
"""What a new workspace begins with, as the wheel ships it."""


@dataclass(frozen=True)
class Workspace:
    """A folder with scenarios, card lists and the store."""

    root: Path

    @property
    def scenarios(self) -> Path:
        """The scenario files, one folder a game."""
        return self.root / "scenarios"

    @property
    def data(self) -> Path:
        """The card lists, one folder a game, and the store."""
        return self.root / "data"

    @property
    def store_path(self) -> Path:
        """The DuckDB file; made on first use."""
        return self.data / "workbench.duckdb"

    def shown(self, path: Path) -> str:
        """How a report names a file: from the workspace where it is inside, else as it was given."""
        inside = self.inside(path)
        return str(path) if inside is None else inside.as_posix()

    def inside(self, path: Path) -> Path | None:
        """The path of a file from the workspace; None for a file elsewhere, and for a path that can be no file."""
        try:
            return path.resolve().relative_to(self.root.resolve())
        except (OSError, RuntimeError, ValueError):  # no such name, a circle of links, elsewhere
            return None


def find_workspace(given: Path | None = None) -> Workspace:
    """The workspace at `given`, or the nearest upward from here. Raises BadInput that says what to do."""
    if given is not None:
        if not is_folder(given / "scenarios"):
            advice = f"`workbench init {given}` makes one there"
            raise BadInput.one("--workspace", f"no workspace, it has no folder scenarios/; {advice}", given)
        return Workspace(given)
    here = _here()
    for folder in (here, *here.parents):
        if (folder / "scenarios").is_dir():
            return Workspace(folder)
    advice = "`workbench init DIR` makes a workspace, --workspace DIR names one"
    raise BadInput.one("workspace", f"neither {here} nor a folder above it has scenarios/; {advice}")


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:
        raise BadInput.one("workspace", "the current folder is gone; go to another, or use --workspace DIR") from None


def init_workspace(directory: Path) -> tuple[Workspace, list[Path]]:
    """Lay out a workspace from the starter, and the files written. Files that are there already are never touched.

    A new one is readable by its owner alone.

    Raises BadInput for a folder that has other things in it and is no workspace yet, and where we may not write.
    """
    if is_there(directory) and not _may_become_one(directory):
        raise BadInput.one("DIR", "neither empty nor a workspace; choose a new folder or an empty one", directory)
    workspace = Workspace(directory)
    try:
        is_new = not workspace.scenarios.is_dir()
        for folder in (workspace.root, workspace.scenarios, workspace.data):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if is_new:
            workspace.root.chmod(0o700)
        return workspace, _copy_missing(STARTER, directory)
    except OSError as error:
        raise BadInput.one("DIR", f"cannot be written: {error.strerror}", error.filename or directory) from None


def _may_become_one(directory: Path) -> bool:
    """Whether a folder is a workspace, or empty but for hidden files such as `.git`."""
    if not directory.is_dir():
        return False
    return (directory / "scenarios").is_dir() or all(entry.name.startswith(".") for entry in directory.iterdir())


def _copy_missing(source: Path, target: Path) -> list[Path]:
    """Copy every file of `source` that `target` does not have; those copied, in order."""
    wanted = {target / path.relative_to(source): path for path in sorted(source.rglob("*")) if path.is_file()}
    missing = {copy: original for copy, original in wanted.items() if not copy.exists()}
    for copy, original in missing.items():
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(original, copy)
    return list(missing)
