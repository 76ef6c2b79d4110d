"""Trickster: add a card to the packet in hand, pass it on, and avoid having to collect it."""

from pathlib import Path

from workbench import kit
from workbench.engine.game import Neutral
from workbench.games.trickster import bots, game

GAME = kit.game(
    {**vars(bots), **vars(game)},
    title="Trickster",
    summary="Lay a card on the packet in your hand and pass it on; who breaks it collects it. A card game for 2 to 8.",
    stage="round",
    swing=8.0,
    win_weight=0.4,
    ended_by="rounds",
    cost=2,
    pack=game.PACK.names,
    score_sheet=game.score_sheet,
    write_down=game.write_down,
    context=game.in_order_laid,
    cover=Path(__file__).with_name("cover.svg"),
    bench_rules={"rounds": 1},
    neutral=Neutral(
        "pass_direction",
        lambda value: ("right", "left"),
        "All choose at once and every tableau is dealt alike, so a table that passes to the left is the mirror image of"
        " one that passes to the right.",
    ),
)
