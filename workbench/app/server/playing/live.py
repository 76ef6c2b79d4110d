"""Plays that are going on in this server: one thread at a time acts on each, and bots think beside it."""

import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from weakref import WeakSet

from workbench.bots.spec import bot_title
from workbench.engine.problems import BadInput, Problem, WorkbenchError
from workbench.engine.registry import failure_in
from workbench.engine.wording import listed
from workbench.play.hints import Adviser
from workbench.play.interactive import FilledSheet, InteractivePlay, filled_sheet
from workbench.play.saved import SavedPlay, load, save, saved_plays, without_person
from workbench.playtest.log.kinds import EntryKind, Medium
from workbench.playtest.log.recording import Log, load_many
from workbench.playtest.sessions import NewPlayer, begin_session
from workbench.report.play_table import SeatView, sheet_lines
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store

log = logging.getLogger(__name__)
GONE_S = 60.0
"""Seconds without a sign of life after which a device counts as gone; so long a refusal holds, too."""


class LivePlay:
    """One play. `version` changes with whatever devices may want to know; `epoch` where they begin anew."""

    def __init__(self, workspace: Workspace, saved: SavedPlay) -> None:
        self.workspace, self.saved = workspace, saved
        self.play: InteractivePlay = saved.resumed()
        self.guard = threading.RLock()
        self.version = self.epoch = 0
        self.problem = ""
        self._views: dict[int | None, SeatView] = {}
        self._heard: dict[str, float] = {}  # when a device was heard last; at the start each counts as there
        self._began = time.monotonic()
        self._requests: dict[int, str] = {}  # the device that asks for a seat
        self._refused: dict[tuple[str, int], float] = {}
        self._takeovers: list[tuple[list[int], int]] = []  # the seats of a device, and the one that it took
        self._thinker: threading.Thread | None = None
        self._ids = {decision.id for decision in saved.decisions}
        self._adviser = Adviser(self.play.scenario)
        self.play.warm_up()
        self._adviser.warm_up(self.play)
        self.go_on()

    # Who holds which seat

    def seats_of(self, device: str) -> list[int]:
        """The seats that a device holds."""
        return [seat for seat, holder in sorted(self.saved.holders.items()) if holder == device]

    def hear(self, device: str) -> None:
        """Note a sign of life of a device."""
        if device in self.saved.holders.values():
            self._heard[device] = time.monotonic()

    def take_seat(self, device: str, seat: int) -> None:
        """Have a device hold a seat, or ask the one that holds it; where that is gone, the table is told.

        Raises BadInput.
        """
        with self.guard:
            if seat not in self.saved.names:
                raise BadInput.one("seat", "no person plays there", str(seat + 1))
            holder = self.saved.holders.get(seat, device)
            if holder == device:
                return
            if self._is_past(self._heard.get(holder, self._began)):
                self._takeovers.append((self.seats_of(device), seat))
                self._give(seat, device)
            elif not self._is_past(self._refused.get((device, seat), -GONE_S)):
                raise BadInput.one("seat", "whoever holds it has refused; ask again in a minute", str(seat + 1))
            elif self._requests.setdefault(seat, device) != device:
                raise BadInput.one("seat", "another device asks for it already", str(seat + 1))
            else:
                self.version += 1

    def answer_request(self, device: str, seat: int, agrees: bool) -> None:
        """Give a seat of the device to the one that asks for it, or refuse. Raises BadInput."""
        with self.guard:
            if self.saved.holders.get(seat) != device or seat not in self._requests:
                raise BadInput.one("seat", "nobody asks this device for it", str(seat + 1))
            if agrees:
                self._give(seat, self._requests[seat])
            else:
                self._refused[self._requests.pop(seat), seat] = time.monotonic()
                self.version += 1

    def _give(self, seat: int, device: str) -> None:
        self._requests.pop(seat, None)
        self._keep(replace(self.saved, holders={**self.saved.holders, seat: device}))

    def _takeover(self, held: list[int], seat: int) -> str:
        people = [self.saved.names[other] for other in held]
        who = f"The device of {listed(people)}" if people else "A device without a seat"
        name = f"{self.saved.names[seat]} (player {seat + 1})"
        return f"{who} has taken the seat of {name}, whose device was gone for a minute."

    def _is_past(self, at: float) -> bool:
        return time.monotonic() - at >= GONE_S

    # What devices see

    def state(self, device: str, seat: int | None, sent: Mapping[str, int]) -> dict[str, object]:
        """All that a device lacks; what lies on the table is sent for a seat that it holds alone.

        Without a seat it is what an onlooker sees.
        """
        with self.guard:
            self.hear(device)
            answer = self._about(device)
            if seat is not None and seat not in self.seats_of(device):
                return answer
            if seat not in self._views:
                self._views[seat] = SeatView(self.play, seat)
            view = self._views[seat]
            view.follow()
            is_behind = sent.get("epoch") == self.epoch
            lacks = view.since(*(sent.get(name, 0) if is_behind else 0 for name in ("frames", "cards", "zones")))
            may_undo = seat is not None and not self.saved.session
            undo = self.play.last_to_take_back(self.seats_of(device)) if may_undo else None
            return {**answer, "seat": seat, "anew": not is_behind, "undo": undo, **lacks}

    def _about(self, device: str) -> dict[str, object]:
        """All that everybody at the table may know."""
        play, mine = self.play, self.seats_of(device)
        return {
            "version": self.version,
            "epoch": self.epoch,
            "mine": mine,
            "requests": [seat for seat in mine if seat in self._requests],
            "requested": [seat for seat, asking in self._requests.items() if asking == device],
            "refused": [
                seat for (asking, seat), at in self._refused.items() if asking == device and not self._is_past(at)
            ],
            "takeovers": [self._takeover(*seats) for seats in self._takeovers],
            "people": dict(self.saved.names),
            "names": [self.name_of(seat) for seat in range(play.scenario.players)],
            "actor": None if play.is_over else play.actor,
            "thinks": not play.is_over and not play.waits_for_person,
            "compiles": play.waits_for_compiler,
            "at": len(play.decisions),
            "over": play.is_over,
            "sheet": sheet_lines(filled_sheet(play)) if play.is_over else None,
            "session": self.saved.session,
            "problem": self.problem,
        }

    def name_of(self, seat: int) -> str:
        """The name of a person; the bot at another seat."""
        return self.saved.names.get(seat) or bot_title(self.saved.bots[seat]).capitalize()

    # Acting

    def decide(self, device: str, seat: int, at: int, action: int, id: str) -> None:
        """Take an action at a seat. A repeat changes nothing. Raises BadInput where it may not be taken."""
        with self.guard:
            if id in self._ids:
                return
            if problems := self._objections(device, seat, at, action):
                raise BadInput(problems)
            self.play.decide(action, id)
            self._ids.add(id)
            self._taken()
        self.go_on()

    def _objections(self, device: str, seat: int, at: int, action: int) -> list[Problem]:
        play = self.play
        if seat not in self.seats_of(device):
            return [Problem("seat", "is not held by this device", str(seat + 1))]
        if play.is_over or at != len(play.decisions) or seat != play.actor:
            return [Problem("decision", "has been taken already, or is another player's")]
        if action not in play.legal():
            return [Problem("action", f"must be one of {', '.join(map(str, play.legal()))}", str(action))]
        return []

    def take_back(self, device: str, to: int) -> None:
        """Take back the device's last decision, number `to`. Raises BadInput where something was shown since."""
        with self.guard:
            if self.saved.session or to != self.play.last_to_take_back(self.seats_of(device)):
                raise BadInput.one("undo", "is no longer possible: something hidden has been shown since")
            self.play.take_back(to)
            self._views.clear()
            self.epoch += 1
            self._taken()
        self.go_on()

    def hint(self, device: str, seat: int) -> dict[str, object]:
        """The evidence for each legal action, for a seat of the device that is to decide."""
        with self.guard:
            if seat not in self.seats_of(device) or self.play.is_over or self.play.actor != seat:
                raise BadInput.one("seat", "is not to decide now, or not held by this device", str(seat + 1))
            hint = self._adviser.hint(self.play)
            return {
                "by": hint.title,
                "worths": hint.worths,
                "visits": hint.visits,
                "values": hint.values,
                "waits": self._adviser.waits_for_compiler,
                "at": len(self.play.decisions),
            }

    def go_on(self) -> None:
        """Have the bots decide up to the next decision of a person, beside whatever else goes on."""
        with self.guard:
            if not self.play.waits_for_person and self._thinker is None:
                self._thinker = threading.Thread(target=self._think, name="workbench-bots", daemon=True)
                self._thinker.start()

    def _think(self) -> None:
        try:
            while self._next_of_bots():
                pass
            self._end()
        except WorkbenchError as error:
            self._fail(str(error))
        except Exception as error:
            words = failure_in(error)
            if not words:
                log.exception("a bot could not decide")
            self._fail(f"A bot could not decide: {words or 'the workbench had an error.'}")

    def _next_of_bots(self) -> bool:
        """Let a bot decide; False once a person is to decide, or nobody."""
        with self.guard:
            if self.play.waits_for_person or self.play.is_over:
                self._thinker = None
                return False
            epoch = self.epoch
        action = self.play.bots_action()
        with self.guard:
            if epoch == self.epoch:
                self.play.take_bots(action)
                self._taken()
        return True

    def _end(self) -> None:
        with self.guard:
            if self.play.is_over and not self.saved.session:
                self._keep(replace(self.saved, session=record(self.workspace, self.saved, self.play)))

    def _fail(self, problem: str) -> None:
        with self.guard:
            self.problem, self._thinker = problem, None
            self.version += 1

    def forget(self, name: str, seats: Collection[int]) -> None:
        """Take out the name of a person, who sat at these seats of the recorded session."""
        with self.guard:
            if (without := without_person(self.saved, name, seats)) != self.saved:
                self._keep(without)

    def _taken(self) -> None:
        self.problem = ""
        self._keep(replace(self.saved, decisions=tuple(self.play.decisions)))

    def _keep(self, saved: SavedPlay) -> None:
        save(self.workspace, saved)
        self.saved = saved
        self.version += 1


_serving: "WeakSet[LivePlays]" = WeakSet()


def forget_player(workspace: Workspace, person: str, name: str) -> None:
    """Take a person's name out of the files of plays, and out of those that go on in this server."""
    plays = saved_plays(workspace)
    recorded = [play.session for play in plays if play.session]
    sessions = {session.id: session for session in load_many(Store(workspace.store_path), recorded)} if recorded else {}
    for saved in plays:
        players = sessions[saved.session].players if saved.session in sessions else ()
        seats = {player.seat for player in players if player.player == person and player.seat is not None}
        if (without := without_person(saved, name, seats)) != saved:
            save(workspace, without)
        for serving in _serving:
            if serving.workspace.root == workspace.root and (live := serving.going_on(saved.id)):
                live.forget(name, seats)


class LivePlays:
    """The plays of a workspace, each made again from its file when it is first asked for."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._plays: dict[str, LivePlay] = {}
        self._guard = threading.Lock()
        _serving.add(self)

    def add(self, saved: SavedPlay) -> LivePlay:
        """Begin a play."""
        save(self.workspace, saved)
        return self._get_or_add(saved.id, lambda: LivePlay(self.workspace, saved))

    def get(self, id: str) -> LivePlay | None:
        """The play of that id, if there is one. Raises NotLegal where the game's code has changed."""
        if id in self._plays:
            return self._plays[id]
        saved = load(self.workspace, id)
        return self._get_or_add(id, lambda: LivePlay(self.workspace, saved)) if saved else None

    def going_on(self, id: str) -> LivePlay | None:
        """The play of that id, if this server has it."""
        with self._guard:
            return self._plays.get(id)

    def _get_or_add(self, id: str, make: Callable[[], LivePlay]) -> LivePlay:
        with self._guard:
            if id not in self._plays:
                self._plays[id] = make()
            return self._plays[id]


# A play that has ended, as a session


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
