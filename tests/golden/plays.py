"""Which plays are kept as golden traces, and their lines."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workbench.bots.spec import one_a_seat, seat_bots
from workbench.engine.batch import Batch, replay, visible_events
from workbench.engine.cards import brief_values
from workbench.engine.parameters import complete
from workbench.engine.registry import game_named

FOLDER = Path(__file__).parent
DIGESTS = FOLDER / "digests.json"
"""The digests of the plays of `tests/support/digests.py`, by game."""


@dataclass(frozen=True)
class Golden:
    """One play of a batch, kept as `GAME-NAME.jsonl`."""

    game: str
    name: str
    bots: str
    rules: dict[str, Any] = field(default_factory=dict)
    seed: int = 1
    play: int = 0

    @property
    def path(self) -> Path:
        """Where its trace is kept."""
        return FOLDER / f"{self.game}-{self.name}.jsonl"

    def lines(self) -> list[dict[str, Any]]:
        """The rules, then the events, as `workbench replay --json` prints them."""
        game = game_named(self.game)
        rules = complete(game.parameters, self.rules)
        assert isinstance(rules["players"], int)
        bots = one_a_seat(self.bots.split(), rules["players"])
        batch = Batch(game, rules, seat_bots(game, bots, rules["players"]), self.seed)
        head = {"event": "rules", "game": self.game, "rules": brief_values(rules), "seed": self.seed, "play": self.play}
        events = visible_events(batch, replay(batch, self.play)[0])
        return [{"n": n, **line} for n, line in enumerate([{**head, "bots": list(bots)}, *events])]

    def text(self) -> str:
        """The lines as the file holds them."""
        return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in self.lines())


FOUR_PLAYERS = {"players": 4, "hand_size": 6, "production_rounds": 5, "extra_stars": 1, "bonus_round": True}
EVERYBODY = {
    "presentation": "emcee_chooses",
    "ties": "everybody",
    "self_poach": True,
    "one_award_per_seat": True,
    "shutout_points": 2,
}
BEFORE_2021 = {"broad_appeal": "lowest_rank", "criteria_order": ["saturation", "appeal", "prestige"]}
OTHERWISE = {
    "must_follow": False,
    "faces_count": True,
    "sum_limit": 21,
    "ace_value": 14,
    "moon_ties": "everybody",
    "pass_direction": "left",
    "final_pass": False,
    "winner": "highest",
}
STUDIO = {
    "players": 2,
    "hand_size": 4,
    "cattle_call_size": 3,
    "starting_biz": 3,
    "plays_from_hand": 3,
    "biz_per_turn": 2,
    "movies_at_once": 3,
    "directors_needed": 0,
    "supports_needed": 1,
    "starters": ["star", "support"],
    "out_of_genre_from_hand": False,
    "unfinished_penalty": 2,
    "costed_biz_penalty": False,
    "final_turns": 2,
    "score_target": 40,
    "reshuffle_bods": True,
}

HOLLYWOOD_VARIANTS = {
    "jobs": ["producer", "director", "gaffer", "cinematographer", "actress", "actor", "composer", "editor"],
    "justice_served": True,
    "random_loyalties": True,
    "studio_order": True,
    "union_strike": True,
}
POSTERS_RUN_OUT = {
    "players": 2,
    "jobs": ["screenwriter", "director", "gaffer", "editor"],
    "max_movies": 13,
    "patriot_target": 7,
    "communist_target": 7,
    "ties_go_to": "nobody",
}
DECKS_RUN_OUT = {"players": 4, "starting_biz": 5, "reshuffle_bods": True, "max_turns": 13}

GOLDEN = (
    Golden("hitmakers", "deal", "greedy", {"score_target": 0}),
    Golden("hitmakers", "deal-2020", "greedy", {"score_target": 0, **BEFORE_2021}),
    Golden("hitmakers", "match", "greedy scout random", play=7),
    Golden("hitmakers", "four-players", "random hoarder spreader greedy", {"score_target": 0, **FOUR_PLAYERS}),
    Golden("hitmakers", "concentration", "scout", {"score_target": 0, "concentration": True, "extra_stars": 1}),
    Golden("hitmakers", "emcee-chooses", "scout random", {"players": 2, "score_target": 0, **EVERYBODY}),
    Golden("hollywood_1947", "six-players", "loyalist random loyalist sleeper random loyalist", play=2),
    Golden("hollywood_1947", "nine-players", "random", {"players": 9}, play=2),
    Golden("hollywood_1947", "three-players", "greedy random loyalist", {"players": 3}),
    Golden("hollywood_1947", "solo", "random", {"players": 1}),
    Golden("hollywood_1947", "variants", "random", {"players": 7, **HOLLYWOOD_VARIANTS}, play=1),
    Golden("hollywood_1947", "posters-run-out", "random", POSTERS_RUN_OUT),
    Golden("showbiz_shuffle", "decks-run-out", "random", DECKS_RUN_OUT),
    Golden("showbiz_shuffle", "four-players", "greedy saboteur random factory", {"players": 4}),
    Golden("showbiz_shuffle", "two-players", "greedy blockbuster", {"players": 2}),
    Golden("showbiz_shuffle", "otherwise", "random saboteur", STUDIO),
    Golden("trickster", "round", "greedy", {"rounds": 1}),
    Golden(
        "trickster", "seven-players", "random ducker dumper mooner greedy random greedy", {"players": 7, "rounds": 2}
    ),
    Golden("trickster", "free-choice", "random dumper mooner", {"players": 3, "rounds": 1, **OTHERWISE}),
)
