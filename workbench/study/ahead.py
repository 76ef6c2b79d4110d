"""Compiling the loops of tallies in a process of its own, while this one compiles a game's rules.

A compiler uses one core, and both take seconds. Whoever needs a loop first waits for it, as for any other process that
compiles (`compiling.Kernel`); where the process fails, the loop is compiled where it is needed.
"""

import sys
import threading

import numpy as np

from workbench.engine.batch import cores
from workbench.engine.registry import game_named
from workbench.tallies import gathering
from workbench.tallies.tallies import Block, Tallies, layout_of, pair_layout, pairs_of, tallies_of

OF_BATCH = (gathering.add_plays,)
OF_PAIRS = (gathering.measure_block, gathering.gather_block, gathering.gather_pairs)
PLAYS = 2
"""Enough to compile for: of one play alone NumPy says that it is laid out in both orders."""
COMMAND = "import sys; from workbench.study import ahead; ahead.compile_all(sys.argv[1], sys.argv[2] == ahead.PAIRS)"
PAIRS = "pairs"


def is_compiled(pairs: bool = False) -> bool:
    """Whether the loops of a batch, or those of `pairs`, lie on disk."""
    return all(gathering.kernel(loop).is_warm for loop in (OF_PAIRS if pairs else OF_BATCH))


def compile_ahead(game: str, pairs: bool = False) -> threading.Thread | None:
    """Begin to compile what is missing, beside this process; what waits for its end, None where nothing is begun."""
    if is_compiled(pairs) or cores() == 1:
        return None
    import subprocess

    command = [sys.executable, "-c", COMMAND, game, PAIRS if pairs else "batch"]
    quiet = subprocess.DEVNULL
    child = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
    waiting = threading.Thread(target=child.wait, name="workbench-compile-tallies", daemon=True)
    waiting.start()
    return waiting


def compile_all(game: str, pairs: bool) -> None:
    """Compile the loops of a batch, or those of `pairs`, by adding up plays of the game that never were."""
    known = game_named(game)
    layout = layout_of(known, {}, int(known.compile_rules({}).players))
    records = np.zeros(PLAYS, known.result)
    if not pairs:
        tallies_of(layout, records)
        return
    block = Block(layout)
    block.measure(records)
    block.gather(Tallies.empty(layout), 0)
    pairs_of(pair_layout(layout, layout), records, records)
