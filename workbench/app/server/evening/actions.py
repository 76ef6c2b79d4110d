"""Actions that devices send, each carried out once.

    {"device": "3f9a01bc", "sent": MS,
     "actions": [{"id": UUID, "at": MS, "do": "moment", "fields": {"moment": "stuck"}}]}

A device sends what the server has not confirmed yet, in order, until it has. `at` and `sent` are by the device's clock,
which need not be right: only their difference counts. The entries of an action have ids that follow from the action's
(`ids_from`), so that a repeat finds them in the log and changes nothing.

A score that replaces another than its device saw, or that the rules do not allow, is not stored: the answer asks about
it, and the device sends it again as confirmed, or drops it. So devices that were offline merge.
"""

import logging
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TypeVar

from workbench.app.server.evening.sessions import SessionCache
from workbench.engine.files import JsonValue
from workbench.engine.problems import BadInput, WorkbenchError
from workbench.engine.score_sheet import Bounds, Points
from workbench.playtest.feedback import make_link
from workbench.playtest.log.kinds import ClockPhase, EntryKind, QuestionKind
from workbench.playtest.log.recording import Log, NoSession, begin_again, discard, ids_from
from workbench.playtest.log.scores import ScoreCell, Scores
from workbench.playtest.log.sentences import points_in_words
from workbench.playtest.log.session import Seated
from workbench.playtest.people import add_or_rename, display_names, find_or_add_person
from workbench.store import Store, StoreError
from workbench.store.playtests.entries import delete_session, entries_of
from workbench.store.playtests.people import people

log = logging.getLogger(__name__)
LONGEST_WAY = timedelta(seconds=8)
"""How long a message may be on its way before the page gives it up."""
MOST_ACTIONS = 200
"""Actions of one message; a device sends the rest in the next."""
MOST_DONE = 5_000
AWAY = "/sessions"
"""Where a session that was deleted leads."""
UUID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
DEVICE = re.compile("[0-9a-f]{8}")
FAILED = "The workbench had an error with this; it is not stored."


@dataclass(frozen=True)
class DeviceAction:
    """One action of a device. `at` is when it happened, by this computer's clock."""

    id: str
    name: str
    at: datetime
    fields: Mapping[str, object]

    def text(self, name: str) -> str:
        """A field as a text without blanks around it."""
        return str(self.fields.get(name) or "").strip()

    def whole(self, name: str) -> int:
        """A field as a whole number. Raises KeyError and ValueError, which no page of ours causes."""
        return int(str(self.fields[name]))

    def choice(self, name: str) -> str | None:
        """A field as a text; None where it is empty."""
        return self.text(name) or None

    def flag(self, name: str) -> bool:
        """True if a field is set."""
        return self.fields.get(name) in (True, "yes", "on")

    def items(self, name: str) -> list[str]:
        """A field as a list of texts."""
        value = self.fields.get(name) or []
        return [str(item) for item in value] if isinstance(value, list) else [str(value)]


@dataclass(frozen=True)
class ScoreQuestion:
    """Why a score is not stored before somebody confirms it, with the labels of both answers."""

    text: str
    use: str
    keep: str


@dataclass
class Answer:
    """The result of a message: the ids that need not come again, and what is to be told about the others."""

    done: list[str] = field(default_factory=list)
    questions: dict[str, ScoreQuestion] = field(default_factory=dict)
    problems: dict[str, list[str]] = field(default_factory=dict)
    go: str = ""


class Recent:
    """The ids of the latest actions that were acted on, also those that left no entry. Thread-safe."""

    def __init__(self) -> None:
        self._ids: OrderedDict[str, str] = OrderedDict()
        self._guard = threading.Lock()

    def add(self, id: str, go: str = "") -> None:
        """Add an action's id, and where it led."""
        with self._guard:
            self._ids[id] = go
            if len(self._ids) > MOST_DONE:
                self._ids.popitem(last=False)

    def get(self, id: str) -> str | None:
        """Where an action led, empty for nowhere; None for one that is not among them."""
        return self._ids.get(id)


RECENT = Recent()
TURN = threading.Lock()
"""Between the look at a score and its storing no other device of this server stores one."""


def read_message(message: JsonValue, now: datetime) -> tuple[str, list[DeviceAction]]:
    """The device and the actions of a message. Raises BadInput for anything else."""
    try:
        device, sent = str(message["device"]), float(message["sent"])
        actions = [_action(change, sent, now) for change in message["actions"][:MOST_ACTIONS]]
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
        raise BadInput.one(
            "message", "must have a device, a time, and actions, each with id, time, name and fields"
        ) from None
    if not DEVICE.fullmatch(device):
        raise BadInput.one("device", "must be 8 hexadecimal digits")
    return device, actions


def _action(change: Mapping[str, JsonValue], sent: float, now: datetime) -> DeviceAction:
    """An action; one that does not fit has no name, so that it is refused alone."""
    id, fields = str(change["id"]), change.get("fields") or {}
    try:
        age = timedelta(milliseconds=max(0.0, sent - float(change["at"])))
        at = now - age
    except (KeyError, TypeError, ValueError, OverflowError):
        return DeviceAction(id, "", now, {})
    fits = UUID.fullmatch(id) and isinstance(fields, dict)
    return DeviceAction(id, str(change.get("do", "")) if fits else "", at, fields if fits else {})


def act(cache: SessionCache, session: str, device: str, actions: list[DeviceAction]) -> Answer:
    """Act on what a device sent, in order. Raises NoSession, and StoreError before anything was done."""
    answer = Answer()
    with TURN:
        for action in actions:
            try:
                _act_once(cache, session, device, action, answer)
            except StoreError:
                if not answer.done:
                    raise
                break
            except NoSession:
                raise
            except WorkbenchError as error:
                answer.problems[action.id] = _sentences(error)
            except (KeyError, ValueError, TypeError):  # no page of ours sends such fields
                answer.problems[action.id] = [f"“{action.name}” has fields that do not fit; it is not stored."]
            except Exception:
                log.exception("action %s failed", action.name)
                answer.problems[action.id] = [FAILED]
    return answer


def _sentences(error: WorkbenchError) -> list[str]:
    if isinstance(error, BadInput):
        return [str(problem) for problem in error.problems]
    return [str(error)]


def _act_once(cache: SessionCache, session: str, device: str, action: DeviceAction, answer: Answer) -> None:
    led_to = RECENT.get(action.id)
    if led_to is None:
        view = cache.look(session)
        if any(line.entry.id == action.id for line in view.session.lines):
            led_to = ""
    if led_to is not None:
        answer.done.append(action.id)
        answer.go = led_to or answer.go
        return
    perform = ACTIONS.get(action.name)
    if perform is None:
        raise BadInput.one("action", f"must be one of {', '.join(ACTIONS)}", action.name)
    writer = Log(cache.store, session, device, ids=ids_from(action.id))
    outcome = perform(writer, action)
    if isinstance(outcome, ScoreQuestion):
        answer.questions[action.id] = outcome
        return
    answer.go = outcome if isinstance(outcome, str) else ""
    RECENT.add(action.id, answer.go)
    answer.done.append(action.id)


# Moments and notes


def _at(log: Log, action: DeviceAction) -> Log:
    """The log, for entries at the time of the action."""
    return replace(log, at=_when(log, action))


def _when(log: Log, action: DeviceAction) -> datetime:
    """When an action happened; not before the session began.

    A device sends its taps in order. The later of two messages may be faster, and so seem the older: it is not.
    """
    lines = log.session().lines
    before = [line.at for line in lines if line.entry.device == log.device and line.at - action.at < LONGEST_WAY]
    return max(action.at, lines[0].at, *before)


def _about(log: Log, action: DeviceAction) -> None:
    """Whom a moment or a note was about, or why it happened."""
    changes = {name: action.choice(name) for name in ("player",) if name in action.fields}
    changes |= {name: action.text(name) for name in ("note", "text") if name in action.fields}
    log.edit(action.text("entry"), **changes)


# The clock


def _phase(log: Log, action: DeviceAction) -> None:
    """Begin a phase of the clock, unless it is running already."""
    phase, clock = ClockPhase(action.text("phase")), log.session().clock
    if clock.phase is not phase or clock.paused:
        _at(log, action).phase(phase)


def _turn(log: Log, action: DeviceAction) -> None:
    """Begin a player's turn, unless it is theirs already."""
    player = action.choice("player")
    if log.session().turn_of != player:
        _at(log, action).turn(player)


def _pause(log: Log, action: DeviceAction) -> None:
    if log.session().clock.runs:
        _at(log, action).pause()


def _resume(log: Log, action: DeviceAction) -> None:
    if log.session().clock.paused:
        _at(log, action).resume()


def _times(log: Log, action: DeviceAction) -> None:
    """Correct the times; fields that are empty stay as they are, but for an end that was taken away."""
    minutes = ("teaching_min", "play_min", "break_min")
    changes: dict[str, Points | datetime | None] = {
        name: _number(action, name) for name in minutes if action.text(name)
    }
    if action.text("started_at") != action.text("started_at_before") and action.text("started_at"):
        changes["started_at"] = _local_time(action, "started_at")
    if action.text("ended_at") != action.text("ended_at_before"):
        changes["ended_at"] = _local_time(action, "ended_at") if action.text("ended_at") else None
    if changes:
        log.times(**changes)


def _local_time(action: DeviceAction, name: str) -> datetime:
    try:
        return datetime.fromisoformat(action.text(name)).astimezone()
    except ValueError:
        raise BadInput.one(name.removesuffix("_at"), "must be a date and a time", action.text(name)) from None


def _number(action: DeviceAction, name: str) -> Points | None:
    """A field as a number; None where it is empty. Raises BadInput."""
    text = action.text(name).replace(",", ".").replace("−", "-")
    if action.fields.get(name) in (None, ""):
        return None
    try:
        number = float(text or str(action.fields[name]))
    except ValueError:
        raise BadInput.one(name.partition("_")[0], "must be a number", text) from None
    return int(number) if number.is_integer() else number


# Scores


def _score(log: Log, action: DeviceAction) -> ScoreQuestion | None:
    """Store points of a row or a criterion; `was` is what the device saw in the field."""
    row, criterion = action.whole("row"), action.choice("criterion")
    cell = action.text("player"), row, criterion
    return _points(log, action, cell, EntryKind.SCORE)


def _total(log: Log, action: DeviceAction) -> ScoreQuestion | None:
    return _points(log, action, (action.text("player"), 0, None), EntryKind.TOTAL)


def _points(log: Log, action: DeviceAction, cell: ScoreCell, kind: EntryKind) -> ScoreQuestion | None:
    session = log.session()
    written, seen = _number(action, "points"), _number(action, "was")
    place = SheetField(kind, cell, session.scores)
    if place.stored == place.counted(written):
        return None
    if reasons := [] if action.flag("confirmed") else place.doubts(written, seen, action.flag("unsure")):
        where = place.in_words(display_names(people(log.store), [seated.player for seated in session.everybody]))
        use, keep = f"Use {points_in_words(written)}", f"Keep {points_in_words(place.stored)}"
        return ScoreQuestion(f"{where}: {' '.join(reasons)}", use, keep)
    player, row, criterion = cell
    data = {"player": player, "points": written}
    _write(log, action, kind, data | ({"row": row, "criterion": criterion} if kind is EntryKind.SCORE else {}))
    return None


def _write(log: Log, action: DeviceAction, kind: EntryKind, data: Mapping[str, object]) -> None:
    """Write a value, dated by its action; now, where another was written there later: the last to arrive counts."""
    place = {name: value for name, value in data.items() if name not in ("points", "side", "sides")}
    same = [line.at for line in log.session().lines if line.kind is kind and place.items() <= line.data.items()]
    when = _when(log, action)
    log.tap(kind, data, at=None if any(at > when for at in same) else when)


@dataclass(frozen=True)
class SheetField:
    """A field of the score sheet: a criterion or a whole row, or a total."""

    kind: EntryKind
    cell: ScoreCell
    scores: Scores

    @property
    def stored(self) -> Points | None:
        """The value that is stored there."""
        if self.kind is EntryKind.TOTAL:
            return self.scores.written.get(self.cell[0])
        return self.scores.cells.get(self.cell)

    @property
    def bounds(self) -> Bounds:
        """The least and the most that the rules allow there."""
        sheet = self.scores.sheet
        if self.kind is EntryKind.TOTAL:
            return sheet.total_bounds
        named = next((entry for entry in sheet.criteria if entry.name == self.cell[2]), None)
        return named.counted_bounds if named else sheet.bounds(self.cell[2])

    def counted(self, points: Points | None) -> Points | None:
        """The value of points that were written there: some criteria deduct."""
        named = next((entry for entry in self.scores.sheet.criteria if entry.name == self.cell[2]), None)
        is_criterion = self.kind is EntryKind.SCORE and named is not None and points is not None
        return named.counted(points) if is_criterion and named and points is not None else points

    def doubts(self, written: Points | None, seen: Points | None, unsure: bool) -> list[str]:
        """Why it is asked about before it counts; nothing where it is not."""
        now, points = self.stored, self.counted(written)
        old, new, sentences = points_in_words(now), points_in_words(written), []
        if now not in (self.counted(seen), points):
            sentences.append(f"another device stored {old} in the meantime; you wrote {new}.")
        elif unsure and now != points:
            sentences.append(f"{old} stands there; you wrote {new}.")
        if points is not None and (doubt := self.scores.sheet.doubt(points, self.bounds)):
            sentences.append(f"you wrote {new}; {doubt}.")
        return sentences

    def in_words(self, names: Mapping[str, str]) -> str:
        """Whose score it is, and of what."""
        player, row, criterion = self.cell
        sheet, name = self.scores.sheet, names.get(player, "somebody")
        if self.kind is EntryKind.TOTAL:
            return f"{name}, total"
        title = next((f"{entry.title}, " for entry in sheet.criteria if entry.name == criterion), "")
        return f"{name}, {title}{sheet.row} {row + 1}"


def _side(log: Log, action: DeviceAction) -> ScoreQuestion | None:
    session = log.session()
    player, side = action.text("player"), action.choice("side")
    stored = session.scores.sides.get(player)
    if stored == side:
        return None
    members = {side.name: side.member for side in session.scores.sheet.sides}
    if question := _crossed(action, stored, side, lambda name: members.get(name) or name):
        return question
    _write(log, action, EntryKind.SIDE, {"player": player, "side": side})
    return None


def _outcome(log: Log, action: DeviceAction) -> ScoreQuestion | None:
    session = log.session()
    row = None if action.fields.get("row") is None else action.whole("row")
    sides = None if action.fields.get("sides") is None else tuple(action.items("sides"))
    stored = session.scores.outcomes.get(row)
    if stored == sides:
        return None
    if question := _crossed(action, stored, sides, session.scores.sheet.sides_in_words):
        return question
    _write(log, action, EntryKind.OUTCOME, {"row": row, "sides": None if sides is None else list(sides)})
    return None


T = TypeVar("T")


def _crossed(
    action: DeviceAction, stored: T | None, written: T | None, words: Callable[[T], str]
) -> ScoreQuestion | None:
    """A question where another device has stored something else since the field was drawn."""
    seen = action.fields.get("was")
    before = tuple(seen) if isinstance(seen, list) else seen
    if action.flag("confirmed") or stored == before:
        return None
    old, new = (words(value) if value is not None else "nothing" for value in (stored, written))
    return ScoreQuestion(f"Another device stored {old} in the meantime; you chose {new}.", f"Use {new}", f"Keep {old}")


def _override(log: Log, action: DeviceAction) -> None:
    totals = {name.removeprefix("total_"): _number(action, name) for name in action.fields if name.startswith("total_")}
    written = {player: total for player, total in totals.items() if total is not None}
    winners = [] if action.flag("nobody") else action.items("winners") or None
    if winners is None and not written:
        raise BadInput.one("override", "needs winners or totals")
    if not action.text("reason"):
        raise BadInput.one("reason", "is needed for an override")
    if entry := action.text("entry"):
        log.edit(entry, reason=action.text("reason"), winners=winners, totals=written)
    else:
        log.override(action.text("reason"), winners, written)


# The table


def _add_player(log: Log, action: DeviceAction) -> None:
    """Seat somebody; `takes_over` is whose points they take over."""
    if not action.text("who"):
        raise BadInput.one("who", "choose or type a name")
    seated = {player.player for player in log.session().players}
    others = {id: person for id, person in people(log.store).items() if id not in seated}
    who = find_or_add_person(log.store, others, action.text("who"))
    log.add_player(who, _seat(action), action.flag("newcomer"), action.choice("takes_over"))


def _seat(action: DeviceAction) -> int | None:
    """The seat of a form, where it counts from 1."""
    number = _number(action, "seat")
    return None if number is None else int(number) - 1


def _sit(log: Log, action: DeviceAction) -> None:
    """Change what is said of a player at the table."""
    player = action.text("player")
    now = next((seated for seated in log.session().players if seated.player == player), Seated(player))
    name = action.text("name")
    person = people(log.store).get(player)
    if name and person and person.name and name != person.name:
        add_or_rename(log.store, name, player)
    seat, newcomer = _seat(action), action.flag("newcomer")
    if (seat, newcomer) != (now.seat, now.newcomer):
        log.tap(EntryKind.PLAYER, {"player": player, "seat": seat, "newcomer": newcomer})


def _rename(log: Log, action: DeviceAction) -> None:
    if action.text("name"):
        add_or_rename(log.store, action.text("name"), action.text("player"))
    if "to" in action.fields:
        taken = log.session().scores.taken.get(action.text("player"))
        if taken != action.choice("to"):
            log.take_over(action.text("player"), action.choice("to"))


def _back(log: Log, action: DeviceAction) -> None:
    """Seat somebody who left, on the seat they had where it is free."""
    session, player = log.session(), action.text("player")
    gone = next((seated for seated in session.left if seated.player == player), None)
    if gone is None:
        return
    taken = {other.seat for other in session.players}
    seat = None if gone.seat in taken else gone.seat
    log.tap(EntryKind.PLAYER, {"player": player, "seat": seat, "newcomer": gone.newcomer})


def _header(log: Log, action: DeviceAction) -> None:
    """Change details of the session, as far as they differ."""
    header = log.session().header
    names = ("goal", "location", "printed", "medium", "direction")
    changes: dict[str, object] = {
        name: action.choice(name) if name == "direction" else action.text(name)
        for name in names
        if name in action.fields
    }
    if teacher := action.text("teacher"):
        changes["teacher"] = find_or_add_person(log.store, people(log.store), teacher).id
    changes = {name: value for name, value in changes.items() if value != getattr(header, name)}
    if changes:
        log.header(**changes)


# The log, own kinds of moments, and own questions


def _undo(log: Log, action: DeviceAction) -> None:
    """Undo an entry; one that is undone already stays so."""
    entry = action.text("entry")
    line = next((line for line in log.session().lines if line.entry.id == entry), None)
    if line is None:
        raise BadInput.one("undo", "there is no such entry any more")
    if not line.undone:
        log.undo(entry)


def _redo(log: Log, action: DeviceAction) -> None:
    """Restore an undone entry."""
    undos = [line for line in log.session().lines if line.kind is EntryKind.UNDO and not line.undone]
    undo = next((line for line in reversed(undos) if line.data["entry"] == action.text("entry")), None)
    if undo:
        log.undo(undo.entry.id)


def _correct(log: Log, action: DeviceAction) -> None:
    """Change fields of an entry, by the names of the fields of its kind."""
    line = next((line for line in log.session().lines if line.entry.id == action.text("entry")), None)
    if line is None:
        raise BadInput.one("entry", "is no entry of this session", action.text("entry"))
    names = [name for name in line.data if name in action.fields]
    changes = {name: _READERS.get(name, DeviceAction.text)(action, name) for name in names}
    if line.kind is EntryKind.PLAYER and action.text("name"):
        person = people(log.store).get(line.data["player"])
        if person and person.name != action.text("name"):
            add_or_rename(log.store, action.text("name"), line.data["player"])
    if any(line.data[name] != value for name, value in changes.items()):
        log.edit(line.entry.id, **changes)


def _finished(action: DeviceAction) -> bool | None:
    return {"yes": True, "no": False}.get(action.text("finished"))


_READERS: dict[str, Callable[[DeviceAction, str], object]] = {
    "points": _number,
    "seat": lambda action, _: _seat(action),
    "row": lambda action, name: int(_number(action, name) or 1) - 1,
    "newcomer": DeviceAction.flag,
    "player": DeviceAction.choice,
    "teacher": DeviceAction.choice,
    "criterion": DeviceAction.choice,
    "direction": DeviceAction.choice,
    "finished": lambda action, _: _finished(action),
}


# The end


def _game_over(log: Log, action: DeviceAction) -> None:
    """Stop the clock, and have the forms' link ready."""
    if log.session().clock.phase is not ClockPhase.NONE:
        _at(log, action).phase(ClockPhase.NONE)
    form_link(log.store, log.id)


def _discard(log: Log, _action: DeviceAction) -> str:
    discard(log.store, log.id)
    return AWAY


def _delete(log: Log, _action: DeviceAction) -> str:
    delete_session(log.store, log.id)
    return AWAY


def _again(log: Log, action: DeviceAction) -> str:
    """Begin the next session of the same table; its id is the action's."""
    if not entries_of(log.store, action.id):
        begin_again(log.store, log.session(), id=action.id, device=log.device)
    return f"/evening/{action.id}"


ACTIONS: Mapping[str, Callable[[Log, DeviceAction], object]] = {
    "moment": lambda log, do: _at(log, do).moment(do.text("moment"), do.choice("player"), do.text("note")),
    "note": lambda log, do: _at(log, do).note(do.text("text"), do.choice("player")),
    "about": _about,
    "add_kind": lambda log, do: log.add_moment_kind(do.text("title")),
    "ask": lambda log, do: log.ask(do.text("text"), QuestionKind(do.text("kind"))),
    "phase": _phase, "turn": _turn, "pause": _pause, "resume": _resume, "times": _times, "game_over": _game_over,
    "score": _score, "total": _total, "side": _side, "outcome": _outcome, "override": _override,
    "add_player": _add_player, "sit": _sit, "rename": _rename, "leave": lambda log, do: log.leave(do.text("player")),
    "back": _back, "header": _header,
    "undo": _undo, "redo": _redo, "correct": _correct,
    "links": lambda log, _: bool(form_link(log.store, log.id)),
    "end": lambda log, do: log.end(_finished(do)),
    "settle": lambda log, do: log.settle(do.text("finished") == "yes"),
    "abandon": lambda log, do: log.abandon(do.text("reason")),
    "reopen": lambda log, _: log.reopen(),
    "discard": _discard, "delete": _delete, "again": _again,
}  # fmt: skip
"""The function of each action. Its question is asked; a text is where the page goes next; nothing else matters."""

_tokens: dict[tuple[str, str], str] = {}
"""The tokens of forms by store and session; only their hashes are stored."""


def form_link(store: Store, session: str) -> str:
    """The token of the session's form, for whoever chooses their name there; made where there is none here.

    It is remembered in this process alone: a restarted server makes another, and the old one goes on working.
    """
    place = str(store.path), session
    if place not in _tokens:
        _tokens[place] = make_link(store, session)
    return _tokens[place]


def form_token(store: Store, session: str) -> str:
    """The token of the session's form; empty where none was made here yet."""
    return _tokens.get((str(store.path), session), "")
