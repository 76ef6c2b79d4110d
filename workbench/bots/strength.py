"""The strongest known bots of a game: the best of the quick ones, and a thinker that beats it, where one does.

A small ladder finds them, once for each game and code, by the default rules. Each candidate plays alone among the best
so far, at every seat in turn on the same deals, until it is clear which is the stronger, or for `MOST_S`.
"""

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from workbench.bots.spec import bot_title, quick_bots, seat_bots, usual_bot
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
MOST_S = 15.0
"""Seconds of a processor for a match that does not become clear. Set by hand."""
CLEAR = 3.0
"""Standard errors from even at which a match is clear: it is looked at again and again."""


class Match(NamedTuple):
    """The share of the wins of a bot alone among others, give or take `error` (95 %), in so many deals."""

    wins: float
    error: float
    deals: int


@dataclass(frozen=True)
class StrongestBots:
    """The strongest known bots: `quick`, and `thinker`, empty where none is stronger.

    `wins`, `error` and `deals` are those of one thinker among `players` - 1 quick bots.
    """

    game: str
    code_hash: str
    players: int
    quick: str
    thinker: str
    wins: float
    error: float
    deals: int

    @property
    def words(self) -> str:
        """A line to stand beside a verdict of the quick bots."""
        who = upper_first(bot_title(self.quick))
        if not self.thinker:
            return f"{who} bots: no stronger bot is known."
        rivals = "one of them" if self.players == 2 else f"{self.players - 1} of them"
        return (
            f"{who} bots: a thinker wins {100 * self.wins:.0f} % against {rivals}"
            f" (even {100 / self.players:.0f}): check with thinkers ({self.thinker})."
        )

    def about(self, bots: tuple[str, ...]) -> str:
        """The line for a verdict of these bots; empty for those that think."""
        names = {bot.partition("~")[0] for bot in bots}
        if any(":" in name for name in names):
            return ""
        return self.words if names == {self.quick} else f"There are stronger bots here. {self.words}"

    def as_json(self) -> dict[str, JsonValue]:
        """As it lies on disk."""
        return asdict(self)


def file_of(game: str) -> Path:
    """Where it lies, sealed; without a workspace, beside the compiled code."""
    folder = Path(workspace_root()) / "data" if workspace_root() else cache_root()
    return folder / "strength" / f"{game}.json"


def stored_strength(game: Game) -> StrongestBots | None:
    """The strongest bots of the game with the code as it is now; None where nobody has looked."""
    content = read_sealed(file_of(game.name), MEASURED)
    stored = json.loads(content) if content else {}
    if stored.get("code_hash") != game.code_hash:
        return None
    return StrongestBots(**stored)


def strength_of(game: Game, progress: Progress = UNHEARD) -> StrongestBots:
    """The same, found and stored first where it is not there yet."""
    if (stored := stored_strength(game)) is not None:
        return stored
    best, *others = [usual_bot(game), *(bot for bot in quick_bots(game) if bot not in (usual_bot(game), "learned"))]
    for number, other in enumerate(others):
        progress.learning(game.title, f"{bot_title(other)} among {bot_title(best)}", number / (len(others) + 2))
        best = other if is_stronger(match(game, other, best), game) else best
    thinker, alone = "", Match(1 / seats_of(game), 0.0, 0)
    for base in dict.fromkeys((usual_bot(game), best)):
        name = f"thinker:{PLAYOUTS}" + (f":{base}" if base != usual_bot(game) else "")
        progress.learning(game.title, f"{bot_title(name)} among {bot_title(best)}", len(others) / (len(others) + 2))
        alone = match(game, name, best)
        if is_stronger(alone, game):
            thinker = name
            break
    strength = StrongestBots(game.name, game.code_hash, seats_of(game), best, thinker, *alone)
    write_sealed(file_of(game.name), json.dumps(strength.as_json(), indent=1).encode(), MEASURED)
    return strength


def seats_of(game: Game) -> int:
    """The players of the default rules."""
    return int(game.compile_rules({}).players)


def is_stronger(alone: Match, game: Game) -> bool:
    """True if it is clear that the share is more than even."""
    return alone.wins - CLEAR / 1.96 * alone.error > 1 / seats_of(game)


def match(game: Game, one: str, field: str) -> Match:
    """The share of the wins of one bot alone among others, at every seat in turn."""
    rules, players = complete(game.parameters, {}), seats_of(game)
    tables = [[one if seat == place else field for seat in range(players)] for place in range(players)]
    batches = [Batch(game, rules, seat_bots(game, table, players, rules), SEED) for table in tables]
    batches[0].warm_up()
    deals, began = np.zeros(0), time.process_time()
    while len(deals) < MOST_DEALS and (len(deals) < FEWEST_DEALS or time.process_time() - began < MOST_S):
        more = min(AT_ONCE, max(FEWEST_DEALS // 4, len(deals)))
        played = [batch.play(len(deals), more)["winners"] for batch in batches]
        won = [win_shares(winners, players)[:, place] for place, winners in enumerate(played)]
        deals = np.concatenate([deals, np.mean(won, axis=0)])
        error = float(1.96 * max(deals.std(), 1 / len(deals)) / np.sqrt(len(deals)))
        if len(deals) >= FEWEST_DEALS and abs(deals.mean() - 1 / players) > CLEAR / 1.96 * error:
            break
    return Match(float(deals.mean()), error, len(deals))
