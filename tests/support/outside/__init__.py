"""A package outside the workbench, which brings a study of its own: installed by `install_study`."""

from pathlib import Path
from shutil import copytree

PACKAGE = "first_leader"
STUDY = "first-leader"
HERE = Path(__file__).parent
METADATA = f"Metadata-Version: 2.1\nName: {STUDY}\nVersion: 1.0\n"


def install_study(site: Path, entry_point: str = f"{STUDY} = {PACKAGE}:STUDY") -> Path:
    """Put the package and its entry point into a folder, as pip does; returns the folder, for `PYTHONPATH`."""
    copytree(HERE / PACKAGE, site / PACKAGE)
    about = site / f"{PACKAGE}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(METADATA)
    (about / "entry_points.txt").write_text(f"[workbench.studies]\n{entry_point}\n")
    return site
