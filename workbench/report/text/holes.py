"""Rule holes in words: how many plays have one, that none has, and which revisions have fewer."""

from collections.abc import Mapping, Sequence

from workbench.engine.game import Game
from workbench.engine.measures import CUT_SHORT
from workbench.engine.wording import counted, listed
from workbench.play.hole import Hole, HolePlace
from workbench.play.notable import KINDS_OF_RESULTS
from workbench.report.text.phrases import percent

NOT_COUNTED = "not counted"


def hole_sentence(hole: Hole) -> str:
    """A kind of hole, and how many of the plays looked at have it."""
    return f"{hole.label}: {how_many(hole)}"


def how_many(hole: Hole) -> str:
    """`3 of 100 plays (3 %, 0.6 % to 8.5 %)`."""
    if not hole.of:
        return NOT_COUNTED
    share, plays = hole.share, counted(hole.of, "play", separator=",")
    span = f"{percent(max(0.0, share.low), 1)} to {percent(min(1.0, share.high), 1)}"
    return f"{hole.plays or 'none'} of {plays} ({percent(share.mean, 1)}, {span})"


def place_words(place: HolePlace) -> str:
    """`play 7 step 12`, as commands count them."""
    return f"play {place.play}" + ("" if place.step is None else f" step {max(place.step, 0)}")


def no_holes(game: Game, holes: Sequence[Hole]) -> str:
    """One line where none was met: `No play hit a limit or ended without a winner.`; empty where none was counted."""
    of = {hole.name: hole.of for hole in holes}
    results = ["hit a limit"] if of.get(CUT_SHORT) else []
    results += [] if game.can_be_lost_by_all else ["ended without a winner"]
    sampled = min((hole.of for hole in holes if hole.name not in KINDS_OF_RESULTS), default=0)
    first = f"None of the first {sampled} stalled, had no choice for long or ran a deck out." if sampled else ""
    return " ".join(filter(None, (f"No play {listed(results, 'or')}." if results else "", first)))


def more_than(hole: Hole, rivals: Mapping[str, Sequence[Hole]]) -> str:
    """The revisions that surely have fewer: `, more than with A (none of 100 plays)`; empty where none has.

    `rivals`: their holes, by title. What was not counted is not few.
    """
    fewer = [
        f"{title} ({how_many(other)})"
        for title, holes in rivals.items()
        for other in holes
        if other.name == hole.name and hole.of and other.of and other.share.high < hole.share.low
    ]
    return f", more than with {listed(fewer)}" if fewer else ""
