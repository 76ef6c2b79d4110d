"""This machine in lines of text: what checks of the store and of its runs have found, and how to start a cluster."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from workbench.engine.game import Describe
from workbench.engine.types import Fields
from workbench.engine.wording import counted, listed, plural, span_words
from workbench.play.checks import CheckedRun, Checkup, Repeat, RowsState
from workbench.play.cluster import PORT
from workbench.play.cluster.work import Package, Setup
from workbench.play.films import CARD_LISTS, RULES
from workbench.store.doctor import SpareCopy


def lost_sentences(checkup: Checkup) -> list[str]:
    """Everything that is lost, one sentence each; empty for a store that is whole."""
    lost = [checkup.failure] if checkup.failure else []
    lost += [
        f"table {table.name}: {table.lost:,} of {counted(table.rows, 'row', separator=',')} cannot be read"
        for table in checkup.unreadable
    ]
    if any(table.name == "runs" for table in checkup.unreadable):
        lost.append("plays whose runs cannot be read are of no use: a repair does not copy them")
    return lost + [run_sentence(damaged_run) for damaged_run in checkup.damaged_runs]


def checkup_lines(checkup: Checkup, now: datetime) -> list[str]:
    """The lines of `doctor`: what was read and is lost, the copies, and the effect of a repair."""
    rows = sum(table.rows for table in checkup.tables)
    parts = ((len(checkup.tables), "table"), (rows, "row"), (len(checkup.runs), "run"))
    return [
        f"{checkup.path}: read {', '.join(counted(number, unit, separator=',') for number, unit in parts)}",
        *(f"lost: {sentence}" for sentence in lost_sentences(checkup)),
        *(f"note: {run_sentence(run)}" for run in checkup.runs if run.rows == RowsState.UNKNOWN),
        *(
            f"note: {file}: {plural(len(lines), 'line')} {listed(map(str, lines))} cannot be read, and {is_left_out}"
            for file, lines in checkup.texts.items()
            for is_left_out in [plural(len(lines), "is left out", "are left out")]
        ),
        *(f"copy: {copy}" for copy in checkup.copies),
        *(f"damaged spare copy: {copy.file}" for copy in checkup.spare_copies if copy.rows is None),
        *([f"spare copy without plays, {_age(checkup.spare, now)}: {checkup.spare.file}"] if checkup.spare else []),
        "The store is whole." if checkup.whole else _repair_words(checkup, now),
    ]


def _age(copy: SpareCopy, now: datetime) -> str:
    """How old a spare copy is, by the clock that it was made by."""
    seconds = (now - copy.copied_at).total_seconds()
    span = counted(int(abs(seconds) // 86_400), "day") if abs(seconds) >= 172_800 else span_words(abs(seconds))
    return f"{span} old" if seconds >= 0 else f"dated {span} ahead of this clock"


def _repair_words(checkup: Checkup, now: datetime) -> str:
    """The effect of a repair: what comes from where, and what is lost by it."""
    spare = checkup.spare
    if checkup.is_readable:
        readable, rows = (sum(getattr(table, name) for table in checkup.tables) for name in ("readable", "rows"))
        words = [f"copies all rows that can be read ({readable:,} of {rows:,}) into a new store."]
        if checkup.failure:
            filled = f", but for what people wrote until the spare copy ({_age(spare, now)})" if spare else ""
            words.append(f"Changes since the store was last closed may be lost{filled}.")
        if checkup.damaged_runs:
            words.append("A run with lost or changed rows ends before the first such play, and can be resumed.")
        if checkup.unreadable:
            filled = f"come from the spare copy ({_age(spare, now)})" if spare else "are lost: there is no spare copy"
            words.append(f"Rows that cannot be read {filled}; rows of plays are in no spare copy.")
    elif spare and spare.rows is not None:
        content = listed(counted(spare.rows.get(table, 0), one, more) for table, one, more in IN_A_SPARE_COPY)
        words = [
            f"puts the spare copy ({_age(spare, now)}) in its place: {content}.",
            "Rows of plays, and what was stored since, are lost: nothing of the store can be read.",
        ]
    else:
        return "Nothing can be read, and there is no spare copy: move the store away, and put a backup in its place."
    return " ".join(["`workbench doctor --repair`", *words, "The damaged store stays beside the new one."])


IN_A_SPARE_COPY = (
    ("runs", "run", ""),
    ("text_files", "file of what people wrote", "files of what people wrote"),
    ("decisions", "decision", ""),
)


def run_sentence(checked: CheckedRun) -> str:
    """The fault of a run's rows, or that it is unknown; empty for a run that is whole."""
    run = checked.run
    name = f"run {run.id} ({run.game}/{run.scenario}, {counted(run.done, 'play', separator=',')})"
    return {
        RowsState.LOST: f"{name}: rows are missing or cannot be read",
        RowsState.CHANGED: f"{name}: its rows are not those that were stored; their digest differs",
        RowsState.UNKNOWN: f"{name}: cannot be checked; {checked.why}",
    }.get(checked.rows, "")


NUMBERED = "Players are numbered from 0, as with --seat: player 0 is seat 1 of tables and charts."
"""The line above plays in words."""


def event_line(event: Fields, describe: Describe | None = None) -> str:
    """An event as a line for people: its name, then what the game says of it, or its fields.

    Card lists are too long for a line.
    """
    left_out = ("n", "event", CARD_LISTS)
    fields = {name: value for name, value in event.items() if name not in left_out}
    if describe and event["event"] != RULES:
        text = describe(event["event"], fields)
    else:
        text = ", ".join(f"{name} {_field_text(value)}" for name, value in fields.items())
    return f"{event['n']:>4}  {event['event'].replace('_', ' '):<10} {text}".rstrip()


def _field_text(value: object) -> str:
    if value is None:
        return "—"
    if isinstance(value, list):
        return "[" + " ".join(map(_field_text, value)) + "]"
    if isinstance(value, dict):
        return "(" + " ".join(f"{name} {_field_text(field)}" for name, field in value.items()) + ")"
    return str(value)


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


def how_to_start(setup: Setup, example: str) -> str:
    """The steps, from the first machine to the first batch; `example` is a scenario to play."""
    return "\n".join(_lines(setup, example))


def who_plays(words: str, games: Iterable[str]) -> str:
    """Who there is in a cluster, by its `words`, once each of them was found to play these games as we do."""
    return f"{words}; all play {listed(games)} as this computer does"


def _lines(setup: Setup, example: str) -> Iterator[str]:
    address = f"tcp://HOST:{PORT}"
    yield "A cluster plays on other machines what is asked for here. All need the same program:"
    yield f"  {', '.join(f'{title} {version}' for title, version in setup.versions)}"
    yield ""
    yield "1. On every machine:"
    pinned = " ".join(setup.pinned)
    yield from (f"   {_install(package)}" for package in setup.packages)
    yield f"   pip install {pinned}"
    yield ""
    yield "2. On one of them, HOST, the scheduler:"
    yield f"   dask scheduler --port {PORT}"
    yield ""
    yield "3. On each machine that plays, a process for each core:"
    yield f"   dask worker {address} --nworkers -1 --nthreads 1 --no-dashboard"
    yield ""
    yield "4. Here:"
    yield f"   workbench cluster {address}"
    yield f"   workbench simulate {example} --cluster {address}"
    yield ""
    yield "A worker whose code of a game differs is refused. The code here:"
    yield from (f"   {name:<18} {code[:12]}" for name, code in setup.code_hashes.items())
    yield ""
    yield "Whoever reaches the scheduler's port can run anything on all machines: keep it in a network of your own."


def _install(package: Package) -> str:
    """The line that installs a package with its games."""
    extra = "[cluster]" if package.name == "playtest-workbench" else ""
    games = f"   # {listed(package.games)}" if package.games and not extra else ""
    if package.folder:
        return f"pip install '{package.folder}{extra}'   # a copy of that folder{games.replace('   # ', ', with ')}"
    return f"pip install '{package.name}{extra}=={package.version}'{games}"
