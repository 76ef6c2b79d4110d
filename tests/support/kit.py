"""The kit's examples as games from outside: installed into a folder as pip does."""

from collections.abc import Mapping
from pathlib import Path

from workbench.engine.game import Game
from workbench.kit.examples import KINDS

EXAMPLES: Mapping[str, Game] = {example.name: example.game for example in KINDS.values()}
METADATA = "Metadata-Version: 2.1\nName: kit-examples\nVersion: 1.0\n"


def install_examples(site: Path) -> Path:
    """Put an entry point for each example into a folder; returns the folder, for `PYTHONPATH`."""
    about = site / "kit_examples-1.0.dist-info"
    about.mkdir(parents=True)
    points = "".join(f"{name} = workbench.kit.examples.{name}:GAME\n" for name in EXAMPLES)
    (about / "METADATA").write_text(METADATA)
    (about / "entry_points.txt").write_text(f"[workbench.games]\n{points}")
    return site
