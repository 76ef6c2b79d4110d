"""Showbiz Shuffle: cast Bods in movies, play Biz on your own and on your rivals'."""

from pathlib import Path

from workbench import kit
from workbench.engine.cards import with_renamed
from workbench.engine.game import Neutral
from workbench.games.showbiz_shuffle import bots, cards, game

GAME = kit.game(
    {**vars(cards), **vars(bots), **vars(game)},
    title="Showbiz Shuffle",
    summary="Cast stars in movies of the right genre, and trip up the other studios. A card game for 2 to 4.",
    points_margin=0.5,
    ended_by=("final_turns", "max_turns"),
    primary=("turns", "points", "tie_rate"),
    stage_word="round",
    cost=2,
    search_cost=lambda values: 3,
    limits=game.limits,
    score_sheet=game.score_sheet,
    write_down=game.write_down,
    cover=Path(__file__).with_name("cover.svg"),
    neutral=Neutral(
        "biz",
        with_renamed,
        "No rule reads the names of Biz cards. Under other names the deck is laid out in another order before it is"
        " shuffled, so every shuffle deals other cards.",
    ),
)
