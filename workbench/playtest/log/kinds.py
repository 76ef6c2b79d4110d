"""What an entry of a session's log can say: its kinds, and the fields of each.

open         begins the session: what is played and why            end       the session is over
header       other values for some of those fields                 abandon   it was given up
player       somebody sits down, or sits elsewhere                  reopen    it goes on after all
leave        somebody leaves, and keeps their points                undo      an entry does not count
takeover     somebody takes over the points of one who left
phase        teaching, play or a break begins, or all stops         edit      an entry says something else
pause, resume                                                       question  of the designer's, for the form
times        when it was played and how long, in spite of the clock
score        points of one line of the score sheet, or of a row
total        a player's total, written down as such
side         the side that somebody is on
outcome      the sides that a row of the sheet went to, or that won
override     who won, or the totals, in spite of the sheet, and why
moment       something that happened, with one tap
moment_kind  a kind of moments of the host's own; moments name it by the id of this entry
note         free text
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
    """What an entry says."""

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
    """What the time is spent on."""

    TEACHING = "teaching"
    PLAY = "play"
    BREAK = "break"
    NONE = "none"  # the clock stands


class Moment(StrEnum):
    """What can happen at a table; beside these a host names kinds of their own."""

    RULES_QUESTION = "rules_question"
    CONFUSION = "confusion"
    STUCK = "stuck"
    LAUGHTER = "laughter"
    EXCITING = "exciting"
    DOWNTIME = "downtime"
    BROKEN = "broken"
    HOUSE_RULE = "house_rule"


class Medium(StrEnum):
    """What was played on."""

    PHYSICAL = "physical"
    DIGITAL = "digital"


class Status(StrEnum):
    """Where a session stands."""

    OPEN = "open"
    ENDED = "ended"
    ABANDONED = "abandoned"


class QuestionKind(StrEnum):
    """How a question of the designer's is answered."""

    RATING = "rating"  # 1 to 5
    REPLY = "reply"  # yes, maybe, no
    TEXT = "text"


class Direction(StrEnum):
    """Who wins by the totals, where the session says so itself."""

    HIGHEST = "highest"
    LOWEST = "lowest"


MOST_PLAYERS = 100
MOST_ROWS = 1_000
MOST_SIDES = 20
NAME_LENGTH = 80
MOMENT_LENGTH = 40
"""Of the name of an own kind of moments, which stands on a button."""
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
"""What a session says of itself. `rules` are the written values in force, so that the sheet needs no scenario file;
`teacher` is a person, who need not play; `direction` overrides who wins by the game's own sheet."""

TIMES = {
    "started_at": time_text(),
    "teaching_min": minutes(),
    "play_min": minutes(),
    "break_min": minutes(),
    "ended_at": some(time_text()),
}
"""When a session began, what was spent on each phase up to the entry, and when it was over; that follows from the rest
where it is None."""

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
        Kind.END: {},
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
"""What may be left out, and what it then is."""
PARTIAL = frozenset({Kind.HEADER, Kind.TIMES})
"""They change what they name; all of their fields may be left out."""
FINAL = frozenset({Kind.UNDO, Kind.EDIT})
"""What no edit changes; an undo can take it back."""
