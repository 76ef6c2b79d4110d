"""Prints what a few batches of a game yield, digested: to be run compiled and plain, and compared.

python -W error -m tests.support.digests GAME
"""

import hashlib
import json
import sys
from typing import Any, Final

import numpy as np

from tests.support.seats import bots
from tests.support.strategies import some_rules
from workbench.engine.batch import NO_ACTIONS, Batch
from workbench.engine.chance import CHANCE
from workbench.engine.compiling import plain_mode
from workbench.engine.game import Game
from workbench.engine.loop import STATES
from workbench.engine.measures import Results
from workbench.engine.registry import games
from workbench.tallies.digest import Digest

FOUR: Final = {"players": 4, "hand_size": 6, "production_rounds": 5, "extra_stars": 1, "bonus_round": True}
ONE: Final = {"score_target": 0}
SHORT: Final = {"score_target": 9, "max_deals": 2}
Case = tuple[dict[str, Any], str, int]
HITMAKERS: Final[list[Case]] = [
    ({}, "random", 1),
    ({}, "random greedy scout", 1),
    ({**ONE, "broad_appeal": "lowest_rank"}, "greedy", 2),
    ({**ONE, **FOUR}, "hoarder spreader scout cautious", 4),
    ({**ONE, "concentration": True}, "cautious", 4),
    ({**ONE, "presentation": "emcee_chooses", "ties": "everybody"}, "greedy spreader", 4),
    *((some_rules(games()["hitmakers"], number, **SHORT), "random", 1) for number in range(3)),
    (some_rules(games()["hitmakers"], 12, **SHORT), "greedy random hoarder", 1),
]
ONE_ROUND: Final = {"rounds": 1}
TRICKSTER: Final[list[Case]] = [
    ({}, "random", 2),
    ({}, "random greedy mooner dumper", 1),
    (ONE_ROUND, "greedy", 1),
    *((some_rules(games()["trickster"], number, rounds=1), "random", 1) for number in range(3)),
    (some_rules(games()["trickster"], 8, rounds=1), "greedy ducker dumper", 1),
]
VARIANTS: Final = {"justice_served": True, "random_loyalties": True, "studio_order": True, "union_strike": True}
HOLLYWOOD: Final[list[Case]] = [
    *(({"players": players}, "random", 1) for players in (1, 2, 3, 9)),
    ({"players": 7, **VARIANTS}, "random", 2),
    ({"players": 2}, "greedy loyalist", 1),
    ({"players": 4}, "greedy sleeper loyalist greedy", 1),
    *((some_rules(games()["hollywood_1947"], number), "random", 1) for number in range(3)),
]
SOON: Final = {"max_turns": 5}
SHOWBIZ: Final[list[Case]] = [
    ({}, "random", 1),
    (SOON, "greedy blockbuster factory", 1),
    ({"players": 2, "score_target": 25}, "saboteur greedy", 1),
    *((some_rules(games()["showbiz_shuffle"], number, max_turns=10), "random", 1) for number in range(3)),
    (some_rules(games()["showbiz_shuffle"], 8, **SOON), "greedy saboteur", 1),
]
CASES: Final[dict[str, list[Case]]] = {
    "hitmakers": HITMAKERS,
    "hollywood_1947": HOLLYWOOD,
    "showbiz_shuffle": SHOWBIZ,
    "trickster": TRICKSTER,
}
"""Rules, bots, plays, by game."""


def digest_of_plays(records: Results) -> str:
    """The digest of a batch's plays, given all of them at once."""
    digest = Digest(records.dtype)
    digest.add(records)
    return digest.hexdigest()


def digest_of(game: Game, values: dict[str, Any], spec: str, plays: int) -> dict[str, str]:
    """Of the results, of all four states after the last play, and of the chance."""
    players = game.compile_rules(values).players
    batch = Batch(game, values, bots(game, spec, int(players)), seed=2**63 + 5)
    digest = hashlib.sha256()
    digest.update(batch.play(0, plays).tobytes())
    states, chances = np.zeros(STATES, game.state), np.zeros(1, CHANCE)
    results = np.zeros(plays, game.result)
    batch.kernel(batch.seats, states, batch.compiled_rules, chances, results, NO_ACTIONS, np.uint64(batch.seed), 0)
    after = {name: hashlib.sha256(states[name].tobytes()).hexdigest()[:16] for name in states.dtype.names}
    return {"results": digest.hexdigest(), "chance": chances.tobytes().hex(), **after}


def main() -> None:
    """One JSON object: the mode, and a list of digests, one for each case."""
    name = sys.argv[1]
    digests = [digest_of(games()[name], *case) for case in CASES[name]]
    json.dump({"plain": plain_mode(), "digests": digests}, sys.stdout)


if __name__ == "__main__":
    main()
