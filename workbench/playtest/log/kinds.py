"""The kinds of entries in a session's log, and the limits of their fields; `entries.py` has the fields.

open         starts the session: what is played and why
header       changes some of those fields
player       a player joins, or changes seats
leave        a player leaves the table; their points stay theirs
takeover     a player takes over the points of one who left
phase        teaching, play or a break begins, or the clock stops
pause, resume
turn         a player's turn begins; with nobody, the last one ends
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
decisions    every decision of a play on a screen, which makes that play again
end          it is over; `finished` says whether the game was played to its end, None that nobody knows; without it
             the score sheet says
abandon, reopen
undo         an entry no longer counts
edit         new data for an entry
"""

from dataclasses import dataclass
from enum import StrEnum


class EntryKind(StrEnum):
    """The kinds of entries."""

    OPEN = "open"
    HEADER = "header"
    PLAYER = "player"
    LEAVE = "leave"
    TAKEOVER = "takeover"
    PHASE = "phase"
    PAUSE = "pause"
    RESUME = "resume"
    TURN = "turn"
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
    DECISIONS = "decisions"
    END = "end"
    ABANDON = "abandon"
    REOPEN = "reopen"
    UNDO = "undo"
    EDIT = "edit"


class ClockPhase(StrEnum):
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
    """A game on a table, or on a screen."""

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


@dataclass(frozen=True)
class SessionQuestion:
    """A question of the designer's, for the feedback form; its id is that of its entry."""

    id: str
    text: str
    kind: QuestionKind


class ReplyChoice(StrEnum):
    """An answer to a yes-or-no question."""

    YES = "yes"
    MAYBE = "maybe"
    NO = "no"


BG_STATS = "bg_stats"
"""Among the rules of a header: what BG Stats says of game and play that no field has, by its names."""


class WinDirection(StrEnum):
    """The total that wins, where the session says so itself."""

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

FINAL = frozenset({EntryKind.UNDO, EntryKind.EDIT})
"""Kinds that can be undone but not edited."""
