"""The strongest known bots of a game: the best of the quick ones, and a thinker that beats it, where one does.

A small ladder finds them, once for each game and code, by the default rules. Each candidate plays alone among the best
so far, at every seat in turn on the same deals, until it is clear which is the stronger, or for `MATCH_S`. Where all
win or lose together, all of one kind play the deals that all of the other play.
"""

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.bots.library import has_learned
from workbench.bots.seats import LEARNED_NAME
from workbench.bots.spec import (
    BUDGETS,
    bot_names,
    bot_title,
    in_place_of_greedy,
    plain_name,
    quick_bots,
    seat_bots,
    usual_bot,
)
from workbench.engine.batch import Batch
from workbench.engine.compiling import cache_root
from workbench.engine.files import MEASURED, JsonValue, read_sealed, write_sealed
from workbench.engine.game import Game
from workbench.engine.measures import win_shares
from workbench.engine.notes import UNHEARD, Progress
from workbench.engine.parameters import complete
from workbench.engine.registry import workspace_root
from workbench.engine.wording import upper_first

PLAYOUTS = 200
"""Playouts a decision of the thinkers that are tried."""
SEED = 34
FEWEST_DEALS, MOST_DEALS, AT_ONCE = 12, 400, 16
MOST_S, MATCH_S = 40.0, 15.0
"""Seconds of a processor for all matches, and for one that does not become clear. Set by hand."""
CLEAR = 3.0
"""Standard errors from even at which a match is clear: it is looked at again and again."""


STRONGEST = "strongest"
"""The name under which the strongest bots are stored."""


class Match(NamedTuple):
    """The share of the wins of a bot, what it would be if the other bot played as well, and in how many deals.

    `error` is half the width of the 95 % interval of what lies between both, `pace` decisions a second.
    """

    wins: float
    even: float
    error: float
    deals: int
    pace: float = 0.0

    @property
    def is_stronger(self) -> bool:
        """True if it is clear that the share is more than even."""
        return self.wins - CLEAR / 1.96 * self.error > self.even


@dataclass(frozen=True)
class StrongestBots:
    """The strongest known bots: `quick`, and `thinker`, empty where none is stronger.

    `wins`, `even`, `error` and `deals` are those of one thinker among `players` - 1 quick bots; of all where they win
    `together`. `learned` says whether a bot took part that had learned.
    """

    game: str
    code_hash: str
    players: int
    together: bool
    learned: bool
    quick: str
    thinker: str
    wins: float
    even: float
    error: float
    deals: int

    @property
    def words(self) -> str:
        """A line to stand beside a verdict of the quick bots."""
        return self._line(f": check with thinkers ({self.thinker})")

    def about(self, bots: Iterable[str]) -> str:
        """The line for a verdict of these bots; empty where all of them think. Where some do, that is checked."""
        names = {plain_name(bot) for bot in bots}
        quick = {name for name in names if ":" not in name}
        words = self.words if quick == names else self._line()
        return words if quick == {self.quick} else f"There are stronger bots here. {words}" if quick else ""

    def _line(self, advice: str = "") -> str:
        who = upper_first(bot_title(self.quick))
        if not self.thinker:
            return f"{who} bots: no stronger bot is known."
        rivals = "one of them" if self.players == 2 else f"{self.players - 1} of them"
        wins = f"a thinker wins {100 * self.wins:.0f} % against {rivals} (even {100 * self.even:.0f})"
        if self.together:
            wins = f"they win {100 * self.even:.0f} % together, thinkers {100 * self.wins:.0f} %"
        return f"{who} bots: {wins}{advice}."

    def as_json(self) -> dict[str, JsonValue]:
        """As it lies on disk."""
        return asdict(self)


def file_of(game: str) -> Path:
    """Where lies, sealed, what is known of a game's bots; without a workspace, beside the compiled code."""
    folder = Path(workspace_root()) / "data" if workspace_root() else cache_root()
    return folder / "strength" / f"{game}.json"


def measured_of(game: str) -> dict[str, JsonValue]:
    """All that is stored there, by what it is about."""
    content = read_sealed(file_of(game), MEASURED)
    stored: dict[str, JsonValue] = json.loads(content) if content else {}
    return stored


def store_measured(game: str, about: str, value: JsonValue) -> None:
    """Store it beside the rest."""
    write_sealed(file_of(game), json.dumps({**measured_of(game), about: value}, indent=1).encode(), MEASURED)


def stored_strength(game: Game) -> StrongestBots | None:
    """The strongest bots of the game with the code as it is now; None where nobody has looked at all there are."""
    stored = measured_of(game.name).get(STRONGEST, {})
    of_now = {"code_hash": game.code_hash, "learned": has_lesson(game)}
    if stored.keys() != {field.name for field in fields(StrongestBots)} or not of_now.items() <= stored.items():
        return None
    return StrongestBots(**stored)


def has_lesson(game: Game) -> bool:
    """True if bots have learned the game by its default rules, with the code as it is now."""
    if game.has_evaluation or game.is_plain or not has_learned(game.name):
        return False
    from workbench.bots.learning import stored_evaluation  # loads what learning needs

    return stored_evaluation(game, complete(game.parameters, {})) is not None


def strength_of(game: Game, progress: Progress = UNHEARD) -> StrongestBots:
    """The same, found and stored first where it is not there yet."""
    if (stored := stored_strength(game)) is not None:
        return stored
    usual, learned = usual_bot(game), has_lesson(game)
    others = [bot for bot in quick_bots(game) if bot != usual and (learned or bot != LEARNED_NAME)]
    steps, began = len(others) + 2, time.thread_time()

    def meet(one: str, field: str, step: int) -> Match:
        def tell() -> None:
            progress.learning(game.title, f"{bot_title(one)} among {bot_title(field)}", step / steps)

        tell()
        left = max(0.0, MOST_S - (time.thread_time() - began)) / (steps - step)
        return match(game, one, field, lone_sides(game, seats_of(game)), most_s=min(MATCH_S, left), watch=tell)

    best = usual
    for step, other in enumerate(others):
        best = other if meet(other, best, step).is_stronger else best
    thinker, alone = "", Match(1 / seats_of(game), 1 / seats_of(game), 0.0, 0)
    for step, base in enumerate(dict.fromkeys((best, usual)), len(others)):
        name = thinker_from(game, base)
        alone = meet(name, best, step)
        if alone.is_stronger:
            thinker = name
            break
    kind = game.name, game.code_hash, seats_of(game), game.wins_together(seats_of(game)), learned
    strength = StrongestBots(*kind, best, thinker, alone.wins, alone.even, alone.error, alone.deals)
    store_measured(game.name, STRONGEST, strength.as_json())
    return strength


def seats_of(game: Game) -> int:
    """The players of the default rules."""
    return int(game.compile_rules({}).players)


def lone_sides(game: Game, players: int) -> NDArray[np.bool_]:
    """Where one of two bots sits, a row a table: alone at every seat in turn.

    Where all win or lose together it sits at all seats, and then at none.
    """
    return (
        np.array([[True] * players, [False] * players]) if game.wins_together(players) else np.eye(players, dtype=bool)
    )


def match(
    game: Game,
    one: str,
    other: str,
    sides: Sequence[NDArray[np.bool_]] | NDArray[np.bool_],
    *,
    seed: int = SEED,
    most_s: float = MATCH_S,
    most_deals: int = MOST_DEALS,
    clear: float = CLEAR,
    watch: Callable[[], None] = lambda: None,
) -> Match:
    """The wins of one bot on each of the `sides` in turn, on the same deals, until they are clear, or so long.

    `watch` is called between the plays. A play that nobody wins is even.
    """
    rules, players = complete(game.parameters, {}), seats_of(game)
    together = game.wins_together(players)
    sides = lone_sides(game, players) if together else np.array(sides)
    tables = [[one if mine else other for mine in side] for side in sides]
    batches = [Batch(game, rules, seat_bots(game, table, players, rules), seed, smallest_piece=1) for table in tables]
    batches[0].warm_up()
    shares, decisions, began = np.zeros((len(sides), 0)), 0, time.thread_time()
    even, gains, error = float(np.mean(sides)), shares[0], 0.0
    while len(gains) < most_deals and (len(gains) < FEWEST_DEALS or time.thread_time() - began < most_s):
        watch()
        more = min(AT_ONCE, max(FEWEST_DEALS // 4, len(gains)))
        played = [batch.play(len(gains), more) for batch in batches]
        decisions += sum(int(plays["decisions"].sum()) for plays in played)
        won = [win_shares(plays["winners"], players) for plays in played]
        of_sides = [
            w.sum(axis=1) if together else np.where(w.any(axis=1), w[:, side].sum(axis=1), side.mean())
            for w, side in zip(won, sides, strict=True)
        ]
        shares = np.hstack([shares, of_sides])
        gains = shares[0] - shares[1] if together else shares.mean(axis=0) - even
        error = float(1.96 * max(gains.std(), 1 / len(gains)) / sqrt(len(gains)))
        if len(gains) >= FEWEST_DEALS and abs(gains.mean()) > clear / 1.96 * error:
            break
    even = float(shares[1].mean()) if together else even
    pace = decisions / max(time.thread_time() - began, 1e-9)
    return Match(even + float(gains.mean()), even, error, len(gains), pace)


# Bots that are proposed: a name means the same whatever is known, so what is known decides which name that is


def thinker_from(game: Game, base: str, playouts: int | str = PLAYOUTS) -> str:
    """The name of the thinker that starts from a quick bot; with a place for the number where that is to come."""
    return f"thinker:{playouts}" if base == usual_bot(game) else f"thinker:{playouts}:{base}"


def best_quick(game: Game) -> str:
    """The best known quick bot; where nobody has looked, the usual one."""
    strength = stored_strength(game)
    return strength.quick if strength else usual_bot(game)


def default_bots(game: Game) -> tuple[str, ...]:
    """Who meets unless told otherwise: `random`, the best known quick bot, the usual one, and the game's styles."""
    return tuple(dict.fromkeys(("random", best_quick(game), usual_bot(game), *(style.name for style in game.styles))))


def usual_thinker(game: Game, playouts: int = PLAYOUTS) -> str:
    """The thinker to propose, which starts from the best known quick bot."""
    return thinker_from(game, best_quick(game), playouts)


def bots_to_choose(game: Game) -> list[str]:
    """Every bot under a name that can be played as it is, thinkers and search at some budgets."""
    names = []
    for name in bot_names(game):
        at_budgets = [
            usual_thinker(game, one) if name == "thinker:N" else name.replace("N", str(one))
            for one in BUDGETS.get(name, ())
        ]
        names += at_budgets or [name]
    return names


def bots_of_file(game: Game, specs: Sequence[str]) -> tuple[str, ...]:
    """The bots that a revision's file names: in the place of `greedy` the best known quick bot, or one that learned.

    Where an author wrote an evaluation, `greedy` is meant.
    """
    strength = stored_strength(game)
    if game.has_evaluation or not (strength or has_learned(game.name)):
        return tuple(specs)
    return in_place_of_greedy(specs, strength.quick if strength else LEARNED_NAME)
