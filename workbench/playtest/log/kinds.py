"""The kinds of entries in a session's log, and the fields of each.

open         starts the session: what is played and why
header       changes some of those fields
player       a player joins, or changes seats
leave        a player leaves the table; their points stay theirs
takeover     a player takes over the points of one who left
phase        teaching, play or a break begins, or the clock stops
pause, resume
times        corrects when it was played and how long
score        points for one criterion of a row of the score sheet, or for the row as a whole
total        a player's total, entered as such
side         the side that a player is on
outcome      the sides that won a row of the sheet, or the session
override     the winners, or totals, in spite of the sheet, and the reason
moment       something that happened
moment_kind  a kind of moments of the host's own; moments refer to it by the id of this entry
note         free text
question     a question of the designer's for the feedback form
end          it is over; `finished` says whether the game was played to its end, None that nobody knows; without it
             the score sheet says
abandon, reopen
undo         an entry no longer counts
edit         new data for an entry
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from workbench.playtest.log.fields import (
    Field,
    flag,
    line,
    minutes,
    number,
    of_enum,
    of_enum_or_uuid,
    points_by_player,
    rules,
    some,
    text,
    time_text,
    uuid_field,
    uuids,
    whole,
    word,
    words,
)


class Kind(StrEnum):
    """The kinds of entries."""

    OPEN = "open"
    HEADER = "header"
    PLAYER = "player"
    LEAVE = "leave"
    TAKEOVER = "takeover"
    PHASE = "phase"
    PAUSE = "pause"
    RESUME = "resume"
    TIMES = "times"
    SCORE = "score"
    TOTAL = "total"
    SIDE = "side"
    OUTCOME = "outcome"
    OVERRIDE = "override"
    MOMENT = "moment"
    MOMENT_KIND = "moment_kind"
    NOTE = "note"
    QUESTION = "question"
    END = "end"
    ABANDON = "abandon"
    REOPEN = "reopen"
    UNDO = "undo"
    EDIT = "edit"


class Phase(StrEnum):
    """How the time is spent."""

    TEACHING = "teaching"
    PLAY = "play"
    BREAK = "break"
    NONE = "none"  # the clock is stopped


class Moment(StrEnum):
    """Kinds of moments at a table; a host may add others."""

    RULES_QUESTION = "rules_question"
    CONFUSION = "confusion"
    STUCK = "stuck"
    LAUGHTER = "laughter"
    EXCITING = "exciting"
    DOWNTIME = "downtime"
    BROKEN = "broken"
    HOUSE_RULE = "house_rule"


class Medium(StrEnum):
    """Whether the game was played on a table or on a screen."""

    PHYSICAL = "physical"
    DIGITAL = "digital"


class SessionStatus(StrEnum):
    """The state of a session."""

    OPEN = "open"
    ENDED = "ended"  # and the game was played to its end, as the sheet shows or somebody said
    STOPPED = "stopped"  # ended, and the game was not played to its end
    UNCLEAR = "unclear"  # ended before the rules end the game, and nobody has said whether it was finished
    ABANDONED = "abandoned"


ENDED = (SessionStatus.ENDED, SessionStatus.STOPPED, SessionStatus.UNCLEAR)
"""The states of a session that was ended, finished or not."""


class QuestionKind(StrEnum):
    """The kind of answer to a question of the designer's."""

    RATING = "rating"  # 1 to 5
    REPLY = "reply"  # yes, maybe, no
    TEXT = "text"


class Direction(StrEnum):
    """Whether the highest or the lowest total wins, where the session says so itself."""

    HIGHEST = "highest"
    LOWEST = "lowest"


MOST_PLAYERS = 100
MOST_ROWS = 1_000
MOST_SIDES = 20
NAME_LENGTH = 80
MOMENT_LENGTH = 40
"""Characters of the name of an own kind of moments: it is the label of a button."""
LINE_LENGTH = 300
NOTE_LENGTH = 5_000

HEADER = {
    "game": text(NAME_LENGTH, empty=False),
    "revision": text(NAME_LENGTH),
    "rules_hash": word(64),
    "rules": rules(),
    "printed": text(LINE_LENGTH),
    "goal": text(NOTE_LENGTH),
    "location": text(LINE_LENGTH),
    "medium": of_enum(Medium),
    "teacher": some(uuid_field()),
    "direction": some(of_enum(Direction)),
}
"""Details of a session. `rules` are the values in force, so that the sheet needs no scenario file; `teacher` is a
person, who need not play; `direction` overrides who wins by the game's own sheet."""

TIMES = {
    "started_at": time_text(),
    "teaching_min": minutes(),
    "play_min": minutes(),
    "break_min": minutes(),
    "ended_at": some(time_text()),
}
"""When a session started, the minutes of each phase up to the entry, and when it ended; None: that follows from the
rest."""

PLAYER = uuid_field()
ROW = whole(0, MOST_ROWS - 1)
NOTE = text(NOTE_LENGTH)

FIELDS: Mapping[Kind, Mapping[str, Field]] = MappingProxyType(
    {
        Kind.OPEN: HEADER,
        Kind.HEADER: HEADER,
        Kind.PLAYER: {"player": PLAYER, "seat": some(whole(0, MOST_PLAYERS - 1)), "newcomer": flag()},
        Kind.LEAVE: {"player": PLAYER},
        Kind.TAKEOVER: {"of": PLAYER, "to": some(PLAYER)},
        Kind.PHASE: {"phase": of_enum(Phase)},
        Kind.PAUSE: {},
        Kind.RESUME: {},
        Kind.TIMES: TIMES,
        Kind.SCORE: {"player": PLAYER, "row": ROW, "criterion": some(word(NAME_LENGTH)), "points": some(number())},
        Kind.TOTAL: {"player": PLAYER, "points": some(number())},
        Kind.SIDE: {"player": PLAYER, "side": some(word(NAME_LENGTH))},
        Kind.OUTCOME: {"row": some(ROW), "sides": some(words(MOST_SIDES, NAME_LENGTH))},
        Kind.OVERRIDE: {
            "winners": some(uuids(MOST_PLAYERS)),
            "totals": points_by_player(),
            "reason": text(NOTE_LENGTH, empty=False),
        },
        Kind.MOMENT: {"moment": of_enum_or_uuid(Moment), "player": some(PLAYER), "note": NOTE},
        Kind.MOMENT_KIND: {"title": line(MOMENT_LENGTH)},
        Kind.NOTE: {"text": text(NOTE_LENGTH, empty=False), "player": some(PLAYER)},
        Kind.QUESTION: {"text": text(LINE_LENGTH, empty=False), "kind": of_enum(QuestionKind)},
        Kind.END: {"finished": some(flag())},
        Kind.ABANDON: {"reason": NOTE},
        Kind.REOPEN: {},
        Kind.UNDO: {"entry": uuid_field()},
        Kind.EDIT: {"entry": uuid_field()},  # and `data`: all fields of the entry that it changes
    }
)
DEFAULTS: Mapping[Kind, Mapping[str, object]] = MappingProxyType(
    {
        Kind.OPEN: {
            "revision": "",
            "rules_hash": "",
            "rules": {},
            "printed": "",
            "goal": "",
            "location": "",
            "medium": Medium.PHYSICAL.value,
            "teacher": None,
            "direction": None,
        },
        Kind.PLAYER: {"seat": None, "newcomer": False},
        Kind.SCORE: {"criterion": None},
        Kind.OVERRIDE: {"winners": None, "totals": {}},
        Kind.MOMENT: {"player": None, "note": ""},
        Kind.NOTE: {"player": None},
        Kind.ABANDON: {"reason": ""},
    }
)
"""Default values of fields that may be left out."""
PARTIAL = frozenset({Kind.HEADER, Kind.TIMES, Kind.END})
"""Kinds of which all fields may be left out; they change only those given."""
FINAL = frozenset({Kind.UNDO, Kind.EDIT})
"""Kinds that can be undone but not edited."""
