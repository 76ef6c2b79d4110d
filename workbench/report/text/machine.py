"""This machine in lines of text: what checks of the store and of its runs have found, and how to start a cluster."""

from collections.abc import Iterable

from workbench.engine.wording import counted, listed, plural, span_words
from workbench.play.checks import CheckedRun, Checkup, Repeat, RowsState
from workbench.play.cluster import PORT
from workbench.play.cluster.work import Package, Setup


def lost_sentences(checkup: Checkup) -> list[str]:
    """Everything that is lost, one sentence each; empty for a store that is whole."""
    lost = [checkup.failure] if checkup.failure else []
    lost += [
        f"table {table.name}: {table.lost:,} of {counted(table.rows, 'row', separator=',')} cannot be read"
        for table in checkup.unreadable
    ]
    return lost + [run_sentence(damaged_run) for damaged_run in checkup.damaged_runs]


def checkup_lines(checkup: Checkup) -> list[str]:
    """The lines of `doctor`: what was read and is lost, the copies, and what a repair would do."""
    rows = sum(table.rows for table in checkup.tables)
    parts = ((len(checkup.tables), "table"), (rows, "row"), (len(checkup.runs), "run"))
    whole = [file for file, is_whole in checkup.backups.items() if is_whole]
    brings = "brings back what it has of these lines, and changes nothing else"
    restoring = [f"`workbench receive {whole[-1]}` {brings}"] if checkup.texts and whole else []
    return [
        f"{checkup.path}: read {', '.join(counted(number, unit, separator=',') for number, unit in parts)}",
        *(f"lost: {sentence}" for sentence in lost_sentences(checkup)),
        *(f"note: {run_sentence(run)}" for run in checkup.runs if run.rows == RowsState.UNKNOWN),
        *(
            f"note: {file}: {plural(len(lines), 'line')} {listed(map(str, lines))} cannot be read, and {is_left_out}"
            for file, lines in checkup.texts.items()
            for is_left_out in [plural(len(lines), "is left out", "are left out")]
        ),
        *restoring,
        *(f"copy: {copy}" for copy in checkup.copies),
        *(f"{'' if is_whole else 'damaged '}backup of the text: {file}" for file, is_whole in checkup.backups.items()),
        "The store is whole." if checkup.whole else _repair_words(checkup),
    ]


def _repair_words(checkup: Checkup) -> str:
    """The effect of a repair: rows that a new file takes over, and plays that have to be made again."""
    readable, rows = (sum(getattr(table, name) for table in checkup.tables) for name in ("readable", "rows"))
    taken = f"takes over {readable:,} of {counted(rows, 'row', separator=',')}" if readable else "can take over nothing"
    words = [f"`workbench doctor --repair` puts the file aside as it is, begins a new one, and {taken}."]
    if damaged := checkup.damaged_runs:
        plays, seconds = sum(run.run.done for run in damaged), sum(run.run.elapsed_s for run in damaged)
        again = f"{counted(plays, 'play', separator=',')}, which took {span_words(max(1, seconds))}"
        words.append(f"Of {counted(len(damaged), 'batch', 'batches')} the rows are gone: {again}.")
    elif not checkup.runs:
        words.append(f"What it lacks by the ledger is to be played again. The ledger has {checkup.held}.")
    return " ".join([*words, "`workbench resume RUN` plays again. Sessions, people and decisions are text, and stay."])


def run_sentence(checked: CheckedRun) -> str:
    """The fault of a run's rows, or that it is unknown; empty for a run that is whole."""
    run = checked.run
    name = f"run {run.id} ({run.game}/{run.scenario}, {counted(run.done, 'play', separator=',')})"
    return {
        RowsState.LOST: f"{name}: rows are missing or cannot be read",
        RowsState.CHANGED: f"{name}: its rows are not those that were stored; their digest differs",
        RowsState.UNKNOWN: f"{name}: cannot be checked; {checked.why}",
    }.get(checked.rows, "")


def repeat_lines(repeat: Repeat) -> list[str]:
    """A repeated run: the same plays, or why they may differ; and the digests."""
    run = repeat.run
    none = "cannot be compared: the game counts other things now" if run.has_rows else "none are kept"
    return [
        f"{run.scenario} · {' '.join(run.bots)} · seed {run.seed}: {_repeat_sentence(repeat)}",
        f"stored   {run.digest}",
        f"rows     {repeat.rows_digest or none}",
        f"repeated {repeat.digest}",
    ]


def _repeat_sentence(repeat: Repeat) -> str:
    if repeat.same:
        return f"the same {counted(repeat.run.plays, 'play', separator=',')}, to the last bit"
    if repeat.digest == repeat.run.digest:
        return "the same plays, but the rows in the store differ: it is damaged; see `workbench doctor`"
    if repeat.same_code:
        return "other plays than those stored, though the code is the same: the store or this machine is at fault"
    return "other plays than those stored: the game's code has changed since"


def who_plays(words: str, games: Iterable[str]) -> str:
    """Who there is in a cluster, by its `words`, once each of them was found to play these games as we do."""
    return f"{words}; all play {listed(games)} as this computer does"


CLUSTER = f"""\
A cluster plays on other machines what is asked for here. All need the same program:
  {{versions}}

1. On every machine:
{{packages}}
   pip install {{pinned}}

2. On one of them, HOST, the scheduler:
   dask scheduler --port {PORT}

3. On each machine that plays, a process for each core:
   dask worker tcp://HOST:{PORT} --nworkers -1 --nthreads 1 --no-dashboard

4. Here:
   workbench cluster tcp://HOST:{PORT}
   workbench simulate {{example}} --cluster tcp://HOST:{PORT}

A worker whose code of a game differs is refused. The code here:
{{code}}

Whoever reaches the scheduler's port can run anything on all machines: keep it in a network of your own."""


def how_to_start(setup: Setup, example: str) -> str:
    """The steps, from the first machine to the first batch; `example` is a scenario to play."""
    return CLUSTER.format(
        versions=", ".join(f"{title} {version}" for title, version in setup.versions),
        packages="\n".join(f"   {_install(package)}" for package in setup.packages),
        pinned=" ".join(setup.pinned),
        code="\n".join(f"   {name:<18} {code[:12]}" for name, code in setup.code_hashes.items()),
        example=example,
    )


def _install(package: Package) -> str:
    """The line that installs a package with its games."""
    extra = "[cluster]" if package.name == "playtest-workbench" else ""
    games = f"   # {listed(package.games)}" if package.games and not extra else ""
    if package.folder:
        return f"pip install '{package.folder}{extra}'   # a copy of that folder{games.replace('   # ', ', with ')}"
    return f"pip install '{package.name}{extra}=={package.version}'{games}"
