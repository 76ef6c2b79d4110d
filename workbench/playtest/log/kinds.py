"""The kinds of entries in a session's log, and what their fields may hold; `entries.py` has the fields of each."""

from enum import StrEnum


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

FINAL = frozenset({Kind.UNDO, Kind.EDIT})
"""Kinds that can be undone but not edited."""
