"""A play that has ended, as a playtest session of its revision, every decision in its log."""

from contextlib import suppress
from datetime import UTC, datetime

from workbench.bots.spec import bot_title
from workbench.engine.problems import BadInput
from workbench.play.interactive import FilledSheet, InteractivePlay, filled_sheet
from workbench.play.saved import SavedPlay
from workbench.playtest.log.kinds import EntryKind, Medium
from workbench.playtest.log.recording import Log
from workbench.playtest.sessions import NewPlayer, begin_session
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store


def record(workspace: Workspace, saved: SavedPlay, play: InteractivePlay) -> str:
    """Record the play as a session, and return the session's id."""
    store, seats = Store(workspace.store_path), range(play.scenario.players)
    players = [NewPlayer(saved.names.get(seat) or f"{bot_title(saved.bots[seat])} bot {seat + 1}") for seat in seats]
    times = {"started_at": saved.begun_at, "ended_at": datetime.now(UTC).isoformat(timespec="seconds")}
    about = {"medium": Medium.DIGITAL.value}
    with store.session():
        log = begin_session(store, _scenario(workspace, saved), about, players, times=times)
        log.tap(
            EntryKind.DECISIONS,
            {
                "seed": saved.seed,
                "retake": saved.retake,
                "play": saved.play,
                "bots": list(saved.bots),
                "people": sorted(saved.names),
                "actions": [decision.action for decision in play.decisions],
            },
        )
        people = {seat.seat: seat.player for seat in log.session().players if seat.seat is not None}
        _fill_in(log, filled_sheet(play), people)
        log.end(finished=True)
    return log.id


def _scenario(workspace: Workspace, saved: SavedPlay) -> Scenario:
    """The revision with its texts, where its file still says what was played."""
    with suppress(BadInput):
        scenario = load_scenario(workspace, f"{saved.game}/{saved.revision}", bots=list(saved.bots))
        if scenario.rules_hash == saved.scenario.rules_hash:
            return scenario
    return saved.scenario


def _fill_in(log: Log, filled: FilledSheet, people: dict[int, str]) -> None:
    """Write down all that is on the sheet; the winners too, where the sheet does not show them."""
    for (seat, row, criterion), points in filled.cells.items():
        log.score(people[seat], row, points, criterion)
    for row, sides in filled.outcomes.items():
        log.outcome(row, sides)
    for seat, side in filled.sides.items():
        log.side(people[seat], side)
    sums = log.session().scores
    for seat, total in filled.totals.items():
        if sums.total_of(people[seat]) != total:
            log.total(people[seat], total)
    won = [people[seat] for seat in filled.winners]
    scores = log.session().scores
    if sorted(scores.winners) != sorted(won) or not scores.says_who_won:
        log.override("as the rules decide, which the sheet does not show", won)
