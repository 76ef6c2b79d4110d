"""Simulating a scenario: play its batch, resume it, store it, and load it again."""

from collections.abc import Container, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from workbench.bots.spec import one_a_seat
from workbench.engine.batch import cores, game_code_hash
from workbench.engine.card_lists.cards import restored_values, whole_values
from workbench.engine.measures import Results
from workbench.engine.problems import BadInput, WholeRange, WorkbenchError
from workbench.engine.registry import game_named
from workbench.play.ahead import compile_ahead
from workbench.play.batch_player import (
    BatchPlayer,
    Keep,
    Progress,
    RunOptions,
    Stopped,
    begin_rows,
    rows_of,
    stoppable,
    write_where_played,
)
from workbench.play.cluster import ClusterError
from workbench.play.outcome import Outcome, layout, read_parts, with_settings
from workbench.play.paired_player import (
    Early,
    Member,
    PairedPlayer,
    PairKeeper,
    Together,
    WatchTogether,
    _known,
    kept_together,
    run_of,
)
from workbench.scenario import Scenario
from workbench.store import (
    Chunk,
    Gathered,
    Revision,
    Run,
    RunRequest,
    Status,
    Store,
    append_chunk,
    append_tallies,
    create_run,
    find_gathered,
    find_longer,
    find_run,
    find_shorter,
    find_tallies,
    get_run,
    resume_run,
    save_revision,
    save_tallies,
)
from workbench.tallies.digest import Digest
from workbench.tallies.tallies import PairTallies, Tallies, TallyLayout, pair_layout, tallies_of

MOST_JOBS = 256
RESUMABLE = (Status.CANCELLED, Status.INTERRUPTED, Status.FAILED)
"""The states of a run that another process may resume."""


def read_jobs(text: object) -> int:
    """The number of threads behind `--jobs`. Raises BadInput."""
    return cores() if text is None else WholeRange(1, MOST_JOBS).checked("--jobs", text)


def read_keep(text: str | None, no_store: bool) -> Keep | None:
    """What `--keep` asks the store to keep; None where nobody asks. Raises BadInput."""
    if text is None:
        return None
    if no_store:
        raise BadInput.one("--keep", "says what the store keeps: --no-store keeps nothing there", text)
    if text not in {each.value for each in Keep}:
        raise BadInput.one("--keep", "must be all, for a row of every play, or tallies, for what they add up to", text)
    return Keep(text)


def request_of(scenario: Scenario, extra: dict[str, Any]) -> RunRequest:
    """What the store has to know of a batch."""
    extra = with_settings({**extra, "retake": scenario.retake} if scenario.retake else extra, scenario)
    return RunRequest(
        game=scenario.game.name,
        scenario=scenario.revision,
        rules=whole_values(scenario.rules),
        rules_hash=scenario.rules_hash,
        code_hash=game_code_hash(scenario.game),
        bots=one_a_seat(scenario.bots, scenario.players),
        seed=scenario.seed,
        plays=scenario.plays,
        seats=scenario.players,
        extra=extra,
    )


def simulate(scenario: Scenario, options: RunOptions | None = None) -> Outcome:
    """Play the scenario's batch and store it. Raises `Stopped` when `options.stop` is set."""
    options = options or RunOptions()
    player, run = BatchPlayer(scenario, options), None
    if store := stoppable(options):
        with store.session():
            run = _new_run(store, scenario, options)
    return player.play(run)


def ensure_played(scenario: Scenario, options: RunOptions) -> Outcome:
    """The scenario's batch: from the store, resumed where it was broken off, or played.

    Raises `Stopped` when `options.stop` is set.
    """
    with options.store.session() if options.store else nullcontext():
        (found,) = as_stored([scenario], options)
        run = None if isinstance(found, Outcome) else found.make_run()
    return _with_rows(found, options) if isinstance(found, Outcome) else found.player.play(run)


def simulate_together(
    scenarios: Sequence[Scenario], options: RunOptions, early: Early | None = None
) -> tuple[list[Outcome], Together]:
    """Play batches on the same shuffles together; each outcome, and what they and their pairs add up to.

    What is stored already is not played again. The progress is that of the first batch that is played. `early`: as in
    `play_together`. Raises `Stopped` when `options.stop` is set.
    """
    options = replace(options, goes_on=True)
    found = as_stored(scenarios, options)
    wanted = [_with_rows(each, options) if isinstance(each, Outcome) else each for each in found]
    return play_together(wanted, options, early=early)


@dataclass(frozen=True)
class Wanted:
    """A batch that is to be played: new, or taken up where its run stands."""

    player: BatchPlayer
    run_id: str | None = None

    @property
    def scenario(self) -> Scenario:
        """What is played."""
        return self.player.scenario

    def begin(self) -> BatchPlayer:
        """Make or take up its run, and get ready to play pairs."""
        self.player.begin(self.make_run(), pairs=True)
        return self.player

    def make_run(self) -> Run | None:
        """Its run, made or taken up; None where nothing is stored."""
        options = self.player.options
        store = stoppable(options)
        if store is None:
            return None
        with store.session():
            taken = resume_run(store, self.run_id) if self.run_id else None
            return taken or _new_run(store, self.player.scenario, options)


def taken_up(scenario: Scenario, options: RunOptions, run_id: str | None = None) -> Wanted:
    """A batch to be played, as a new run or as one that was broken off."""
    return Wanted(BatchPlayer(scenario, options), run_id)


def as_stored(scenarios: Sequence[Scenario], options: RunOptions) -> list[Wanted | Outcome]:
    """Each batch as the store has it: finished, or to be taken up where it was broken off; else to be played anew.

    The progress is that of the first that is to be played. A stored batch without rows is not used where
    `options.keep` asks for them.
    """
    found: list[Wanted | Outcome] = []
    with options.store.session() if options.store and options.store.exists else nullcontext():
        for scenario in scenarios:
            begun = any(isinstance(each, Wanted) for each in found)
            taken = {each.run_id for each in found if isinstance(each, Wanted)}
            own = replace(options, watch=_unwatched) if begun else options
            found.append(_stored_outcome(scenario, own) or taken_up(scenario, own, _broken_off(scenario, own, taken)))
    return found


def _unwatched(progress: Progress, tallies: Tallies) -> None:
    """Watch nothing."""


def _stored_outcome(scenario: Scenario, options: RunOptions) -> Outcome | None:
    """The finished batch, if it is stored."""
    run = _stored_run(scenario, options, Status.DONE)
    if run is None or options.store is None:
        return None
    return replace(load(options.store, run), scenario=scenario, before=run.plays, elapsed_s=0.0)


def stored_plays(scenario: Scenario, options: RunOptions) -> int:
    """How many plays the longest finished batch of this kind has, that is no longer than asked; 0 without any."""
    store = stoppable(options)
    if store is None or not store.exists:
        return 0
    request = request_of(scenario, options.extra)
    run = find_run(store, request) or find_shorter(store, request)
    return run.plays if run else 0


def _with_rows(outcome: Outcome, options: RunOptions) -> Outcome:
    """The stored batch; its rows are in `options.rows_to`, if that is asked for."""

    def parts(first: int) -> Iterator[tuple[int, Results]]:
        for part in read_parts(outcome.read, outcome.plays, first):
            if options.stop.is_set():
                raise Stopped("stopped; all plays are stored already, but not all are in the files")
            yield part

    if options.rows_to and outcome.run:
        begin_rows(options.rows_to, outcome.scenario, outcome.run, outcome.plays, parts)
    return outcome


def _broken_off(scenario: Scenario, options: RunOptions, taken: Container[str | None]) -> str | None:
    """The unfinished run to go on with, which none of those is."""
    found = (_stored_run(scenario, options, status) for status in RESUMABLE)
    return next((run.id for run in found if run and run.id not in taken), None)


def _stored_run(scenario: Scenario, options: RunOptions, status: Status) -> Run | None:
    """The newest stored run of this batch with that status, if it keeps what is asked for."""
    store = stoppable(options)
    if store is None or not store.exists:
        return None
    run = find_run(store, request_of(scenario, options.extra), status)
    return run if run and (run.has_rows or options.keep is not Keep.ALL) else None


def play_together(
    wanted: Sequence[Wanted | Outcome],
    options: RunOptions,
    watch: WatchTogether = lambda together: None,
    early: Early | None = None,
) -> tuple[list[Outcome], Together]:
    """Play what is missing of batches on the same shuffles.

    Their outcomes, and what they and their pairs add up to. Where they end `early`, they are batches of so many plays.
    Raises `Stopped` when `options.stop` is set.
    """
    players = [each.player for each in wanted if isinstance(each, Wanted)]
    scenarios = [each.scenario for each in wanted]
    source = options.cluster.plays(scenarios, options.stop) if options.cluster else None
    keeper: PairKeeper | None = None
    last: Together | None = None
    try:
        if players and source is None:
            compile_ahead(players[0].batch, pairs=True)
        members: list[Member] = [each.begin() if isinstance(each, Wanted) else each for each in wanted]
        known = _left_open(members, options.store, early) if early else _stored_together(members, options.store)
        paired = PairedPlayer(members, options.jobs, options.stop, early, known)
        keeper = PairKeeper(members, options.store, early.question if early else "")
        if source:
            write_where_played(source, [member if isinstance(member, BatchPlayer) else None for member in members])
        together = paired.play(partial(_both, watch, keeper.watch), source)
        outcomes = [_finished(member, together.plays) for member in members]
    except BaseException as error:
        last = paired.together if keeper and isinstance(error, (Stopped, ClusterError)) else None
        _give_up(players, error)
        raise
    finally:
        if keeper:
            keeper.finish(last)
        for player in players:
            player.writer.shutdown(wait=False)
    return outcomes, together


def _both(one: WatchTogether, other: WatchTogether, together: Together) -> None:
    one(together)
    other(together)


def _stored_together(members: Sequence[Member], store: Store | None) -> Together | None:
    """What the first plays of all batches add up to, as a comparison stored it; None where none did.

    It compared these very runs, or the shorter ones with which they began.
    """
    if store is None or not all(_known(member) for member in members):
        return None
    layouts = [layout(member.scenario) for member in members]
    with store.session():
        own = [run_of(store, member) for member in members]
        shorter = [find_shorter(store, request_of(member.scenario, {})) for member in members]
        for kept in own, shorter:
            runs = [run for run in kept if run]
            found = _together_of(store, runs, layouts) if len(runs) == len(members) else None
            if found and all(found.plays <= _known(member) for member in members):
                return found
    return None


def _left_open(members: Sequence[Member], store: Store | None, early: Early) -> Together | None:
    """What the first plays add up to that did not answer the question, as a session that was broken off stored it."""
    if store is None or not early.question or not all(_known(member) for member in members):
        return None
    with store.session():
        runs = [run for run in (run_of(store, member) for member in members) if run]
        if len(runs) < len(members):
            return None
        together = kept_together(store, runs, [layout(member.scenario) for member in members], early.question)
    return together if together and all(together.plays <= _known(member) for member in members) else None


def _together_of(store: Store, runs: Sequence[Run], layouts: Sequence[TallyLayout]) -> Together | None:
    """What these runs and their pairs add up to, as it is stored; None unless all of it is about as many plays."""
    if on_the_way := kept_together(store, runs, layouts):
        return on_the_way
    tallies = [stored_tallies(store, run, own) for run, own in zip(runs, layouts, strict=True)]
    pairs = [
        stored_pairs(store, (runs[0], run), (layouts[0], own)) for run, own in zip(runs[1:], layouts[1:], strict=True)
    ]
    together = Together(tuple(tally for tally in tallies if tally), tuple(pair for pair in pairs if pair))
    whole = len(together.tallies) == len(runs) and len(together.pairs) == len(runs) - 1
    plays = {tally.plays for tally in together.tallies} | {pair.plays for pair in together.pairs}
    return together if whole and len(plays) == 1 else None


def _finished(member: Member, plays: int) -> Outcome:
    return (member.finish(plays) if isinstance(member, BatchPlayer) else member).first(plays)


def _give_up(players: Sequence[BatchPlayer], error: BaseException) -> None:
    """Let each batch say why it ended; raise what they say, if anything."""
    errors: list[WorkbenchError] = []
    for player in players:
        try:
            player.give_up(error)
        except WorkbenchError as other:
            errors.append(other)
    if isinstance(error, Stopped):
        raise Stopped("\n".join(dict.fromkeys(player.resume_line() for player in players))) from error
    if errors:
        lines = dict.fromkeys(line for error in errors for line in str(error).splitlines())
        raise type(errors[0])("\n".join(lines)) from error


def _new_run(store: Store, scenario: Scenario, options: RunOptions) -> Run:
    save_revision(store, revision_of(scenario))
    request = request_of(scenario, options.extra)
    other = (find_longer(store, request) or find_shorter(store, request)) if options.goes_on else None
    if other and other.study and not other.has_rows:
        other = None  # a study keeps no rows; that nobody asked for any of this batch does not follow
    usual = Keep.usual(scenario.plays) if other is None or other.has_rows else Keep.TALLIES
    run = create_run(store, request, (options.keep or usual) is Keep.ALL)
    if other and (other.has_rows or not run.has_rows):
        return _take_over(store, run, other, scenario)
    return run


def _take_over(store: Store, run: Run, other: Run, scenario: Scenario) -> Run:
    """Begin a run with the plays of a shorter or a longer one: play k is the same in both."""
    read, known = rows_of(store, other, scenario), find_gathered(store, other)
    if read is None:
        sound = known is not None and known.digest is not None
        return append_tallies(store, run, 0, other.done, known, other.elapsed_s) if known and sound else run
    tallies, digest = Tallies.empty(layout(scenario)), Digest(scenario.game.result)
    for first, records in read_parts(read, min(other.done, run.plays)):
        tallies.add(tallies_of(tallies.layout, records, first))
        digest.add(records)
        gathered = Gathered(tallies.to_bytes(), digest.to_bytes())
        seconds = other.elapsed_s * len(records) / other.done
        if run.has_rows:
            run = append_chunk(store, run, Chunk(first, records, scenario.game.all_measures, seconds, gathered))
        else:
            run = append_tallies(store, run, first, len(records), gathered, seconds)
    return run


def resume(store: Store, run_id: str, options: RunOptions) -> Outcome:
    """Go on with an unfinished run; the end is the same, bit for bit, as without the break.

    Raises BadInput when the game's code is no longer the one that the run was started with, and RunRefused when there
    is no such run, or nothing left of it to play.
    """
    options = replace(options, store=store)
    store = stoppable(options) or store
    run = get_run(store, run_id)
    scenario = scenario_of(run)
    if run.status is not Status.DONE and run.code_hash != game_code_hash(scenario.game):
        older = "or an older workbench started it, to which comments were code too"
        message = f"the game's code has changed since it was started ({older}); play it anew, or check out that version"
        raise BadInput.one("resume", message, run_id)
    return BatchPlayer(scenario, options).play(resume_run(store, run_id))


def load(store: Store, run: Run) -> Outcome:
    """A finished run as it was stored; its plays are read, or played again, where they are asked for.

    Raises BadInput where all that is kept of it was added up by another version, and other code played it.
    """
    scenario = scenario_of(run)
    known, rows = stored_tallies(store, run, layout(scenario)), rows_of(store, run, scenario)
    outcome = Outcome(scenario, rows, run.digest or "", run.elapsed_s, run.id, run.code_hash, gathered=known)
    if known is None:
        save_tallies(store, outcome.tallies.to_bytes(), run)
    return outcome


def stored_tallies(store: Store, run: Run, wanted: TallyLayout) -> Tallies | None:
    """The stored tallies of a run; None where there are none, or other code made them."""
    data = find_tallies(store, run)
    found = Tallies.from_bytes(wanted, data) if data else None
    return found if found and found.plays == run.done else None


def stored_pairs(store: Store, runs: tuple[Run, Run], layouts: tuple[TallyLayout, TallyLayout]) -> PairTallies | None:
    """The stored tallies of the pairs of two runs; None where there are none, or other code made them."""
    data = find_tallies(store, *runs)
    return PairTallies.from_bytes(pair_layout(*layouts), data) if data else None


def scenario_of(run: Run) -> Scenario:
    """What the run was asked to play, whatever has become of its scenario file."""
    game = game_named(run.game)
    return Scenario(
        game=game,
        revision=run.scenario,
        path=None,
        title=run.scenario,
        date=None,
        parent=None,
        reason="",
        hypothesis="",
        file_rules={},
        rules=restored_values(run.rules),
        bots=tuple(run.bots),
        plays=run.plays,
        seed=run.seed,
        goals=(),
        warnings=(),
        retake=run.retake,
        settings=tuple(run.extra.get("set", ())),
    )


def revision_of(scenario: Scenario) -> Revision:
    """The revision as the store keeps it, with all its rules, so that an old run says what was played."""
    return Revision(
        rules_hash=scenario.rules_hash,
        game=scenario.game.name,
        name=scenario.revision,
        title=scenario.title,
        date=scenario.date,
        parent=scenario.parent,
        reason=scenario.reason,
        hypothesis=scenario.hypothesis,
        rules=whole_values(scenario.rules),
    )
