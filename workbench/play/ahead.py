"""Compiling in a second process, while this one compiles a kernel: its bots, and the loops of tallies.

A compiler uses one core, and each takes seconds. Whoever needs a part or a loop first waits for it, as for any other
process that compiles (`compiling.Kernel`); where the process fails, it is compiled where it is needed. A few plays end
sooner as plain Python (`plain_meanwhile`).
"""

import os
import pickle
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import numpy as np

from workbench.bots.seats import SEATS, chosen_action, searches
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch, compile_by, cores
from workbench.engine.chance import CHANCE
from workbench.engine.compiling import Kernel, compile_elsewhere, compiler, keeping_garbage, plain_for_now
from workbench.engine.dispatch import PLAIN
from workbench.engine.families import families
from workbench.engine.files import python_command
from workbench.engine.game import Game
from workbench.engine.loop import STATES
from workbench.engine.machine_code import Kinds
from workbench.engine.registry import game_named, games, workspace_root
from workbench.engine.types import blank_states
from workbench.tallies import gathering
from workbench.tallies.tallies import SeriesBlock, Tallies, layout_of, pair_layout, pairs_of, tallies_of

OF_BATCH = (gathering.add_plays,)
OF_PAIRS = (gathering.measure_block, gathering.gather_block, gathering.gather_pairs)
FEW_PLAYS = 10
"""So many plays of scripted bots take 3 to 4 seconds as plain Python; compiling takes 5 to 11."""
SCRIPTED = "greedy"
"""A bot that does not search: all of these share their compiled code."""
PLAYS = 2
"""Enough to compile for: of one play alone NumPy says that it is laid out in both orders."""
COMPILES_FOR = "about 5 to 20 seconds"
"""How long the rules of a game take to compile: those that ship, on two cores that are free."""
COMMAND = (
    "import sys; from workbench.engine.registry import use_workspace; from workbench.play import ahead;"
    " use_workspace({root!r}); ahead.{}(*sys.argv[1:])"
)
PARTS, BOTS, PLAYS_OF_ONE, PAIRS = "parts", "bots", "batch", "pairs"
"""The code to compile: parts of a kernel, of its rules or of its bots; and loops."""
LAST_PART = {PARTS: "apply", BOTS: "appraise"}
"""The generic call whose answer is among these parts, and costs most."""


def is_compiled(pairs: bool = False) -> bool:
    """True if the compiled loops of a batch, or those of `pairs`, lie on disk."""
    return all(gathering.kernel(loop).is_warm for loop in (OF_PAIRS if pairs else OF_BATCH))


def is_ready(batch: Batch, pairs: bool = False) -> bool:
    """True if all that a batch, or its `pairs` with another, needs compiled lies on disk."""
    return batch.kernel.is_warm and is_compiled(pairs)


def get_ready(batch: Batch, pairs: bool = False, stop: threading.Event | None = None) -> bool:
    """Compile all of that, or load it from disk; False where `stop` was set meanwhile."""
    loops = partial(compile_tallies, batch.game, pairs)
    return batch.warm_up(stop) and (is_compiled(pairs) or compile_by(loops, stop))


def has_free_core() -> bool:
    """True if a second process would have a core of its own: on a busy computer it only takes from this one."""
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return cores() > 1 and busy < cores() - 0.5


def compile_ahead(batch: Batch, pairs: bool = False) -> threading.Thread | None:
    """Begin to compile what is missing, beside this process; what waits for its end, None where nothing is begun."""
    parts = parts_for(batch)
    missing = [parts] if lacks_parts(batch, parts) else []
    missing += [] if is_compiled(pairs) else [PAIRS if pairs else PLAYS_OF_ONE]
    return _elsewhere(compile_all, batch.game.name, *missing) if missing and has_free_core() else None


def compile_table_ahead(game: Game, bot: str) -> None:
    """Begin to compile all that tables with this bot need, beside this process, which will need them later."""
    batch = Batch(game, {}, seat_bots(game, [bot], int(game.compile_rules({}).players)), 0)
    if not batch.kernel.is_warm and has_free_core():
        _elsewhere(compile_game, game.name, bot)


def prepare(batch: Batch, bots: Sequence[str]) -> None:
    """Compile all that plays, pairs and figures of a batch by these bots need, in other processes; waits for the end.

    A compiler in this one would hold up whatever else it does.
    """
    if not (is_ready(batch) and is_compiled(pairs=True)):
        _elsewhere(compile_game, batch.game.name, *bots).join()


@contextmanager
def plain_meanwhile(batch: Batch, plays: int) -> Iterator[bool]:
    """Play as plain Python in this process, and compile in another for whoever plays next; whether that is done.

    It is where the code of a batch is missing, and so few plays end sooner than a compiler: none of bots that search.
    """
    if batch.kernel.is_warm or plays > FEW_PLAYS or searches(batch.seats):
        yield False
        return
    if not batch.kernel.is_being_compiled:
        _elsewhere(compile_behind, batch.game.name, SCRIPTED)
    with plain_for_now():
        yield True


def _elsewhere(compile_it: Callable[..., None], *names: str) -> threading.Thread:
    import subprocess

    command = python_command("-c", COMMAND.format(compile_it.__name__, root=workspace_root()), *names)
    quiet = subprocess.DEVNULL
    child = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
    waiting = threading.Thread(target=child.wait, name="workbench-compile-ahead", daemon=True)
    waiting.start()
    return waiting


def compile_in_children() -> None:
    """Have a process of its own compile each kernel that this one needs from now on, which only waits and loads."""
    compile_elsewhere(_in_child)


def _in_child(kernel: Kernel, kinds: Kinds) -> None:
    import subprocess

    command = python_command("-c", COMMAND.format(compile_described.__name__, root=workspace_root()))
    described, quiet = pickle.dumps((kernel.function, kernel.folder, kinds)), subprocess.DEVNULL
    subprocess.run(command, input=described, stdout=quiet, stderr=quiet, check=False)


def compile_described() -> None:
    """Compile the kernel that standard input describes, unless its sources are other ones by now."""
    function, folder, kinds = pickle.load(sys.stdin.buffer)
    every_game = [*games().values(), *(family.game for family in families().values())]
    codes = {code[:24]: code for code in (gathering.sources(), *(game.code_hash for game in every_game))}
    if code := codes.get(folder.parent.name.partition("-")[0]):
        Kernel(function, code, folder.name).compile_for(kinds)


def parts_for(batch: Batch) -> str:
    """The parts of a batch's kernel that are compiled here: seats that search make other parts of the bots."""
    return BOTS if batch.seats.dtype == SEATS else PARTS


def lacks_parts(batch: Batch, parts: str) -> bool:
    """True if a batch's kernel has to be compiled, and these parts of it were not before."""
    answer = PLAIN[batch.game.rules_type][LAST_PART[parts]]
    return not batch.kernel.is_warm and not any(batch.kernel.parts.glob(f"{answer.__name__}-*.part"))


def compile_game(game: str, *bots: str) -> None:
    """Compile what tables of these bots need, and the loops of batches and of pairs; nothing that lies on disk."""
    its_game = game_or_family(game)
    batch = Batch(its_game, {}, seat_bots(its_game, bots, int(its_game.compile_rules({}).players)), 0)
    compile_ahead(batch, pairs=True)
    batch.warm_up()
    for pairs in (True, False):
        compile_tallies(its_game, pairs)


def game_or_family(name: str) -> Game:
    """The game of a name, or the family, whose games share its code."""
    return families()[name].game if name in families() and name not in games() else game_named(name)


def compile_behind(game: str, *bots: str) -> None:
    """The same where nobody waits for it, so that it yields to those who play."""
    if hasattr(os, "nice"):
        os.nice(10)
    compile_game(game, *bots)


def compile_all(game: str, *parts: str) -> None:
    """Compile these parts of a game."""
    its_game = game_or_family(game)
    for kernel_parts in LAST_PART.keys() & parts:
        compile_parts(its_game, kernel_parts)
    if PAIRS in parts or PLAYS_OF_ONE in parts:
        compile_tallies(its_game, PAIRS in parts)


def compile_parts(game: Game, parts: str) -> None:
    """Compile what bots make of a position, while another process compiles the rules; or of these what comes last."""
    batch = Batch(game, {}, seat_bots(game, ["random"], int(game.compile_rules({}).players)), 0)
    with keeping_garbage():
        if parts == PARTS:
            batch.compile_rules(["report", "apply"])
            return
        seats, states, chance = np.zeros(1, SEATS)[0], blank_states(game.state, STATES), np.zeros(1, CHANCE)[0]
        arguments = seats, states, batch.compiled_rules, chance, np.uint64(0)
        compiler().compile_part(chosen_action, arguments, batch.kernel.parts)


def compile_tallies(game: Game, pairs: bool) -> None:
    """Compile the loops of a batch, or those of `pairs`, by adding up plays of the game that never were."""
    layout = layout_of(game, int(game.compile_rules({}).players))
    records = np.zeros(PLAYS, game.result)
    if not pairs:
        tallies_of(layout, records)
        return
    block = SeriesBlock(layout)
    block.measure(records)
    block.gather(Tallies.empty(layout), 0)
    pairs_of(pair_layout(layout, layout), records, records)


if __name__ == "__main__":  # as the set-up does for the game of the first page, while it goes on
    compile_game(*sys.argv[1:])
