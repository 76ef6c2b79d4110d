"""Hitmakers: collect a catalog, scout rising stars, reign over four suits."""

from pathlib import Path

from workbench import kit
from workbench.engine.game import Neutral
from workbench.games.hitmakers import bots, game

GAME = kit.game(
    {**vars(bots), **vars(game)},
    title="Hitmakers",
    summary="Build a catalog, scout rising stars in a talent show, and reign over four suits. A card game for 3 or 4.",
    stage="deal",
    swing=4.0,
    win_weight=0.4,
    ended_by=("score_target", "max_deals"),
    pack=game.PACK.names,
    limits=game.limits,
    score_sheet=game.score_sheet,
    write_down=game.write_down,
    cover=Path(__file__).with_name("cover.svg"),
    bench_rules={"score_target": 0, "may_pass": False},
    neutral=Neutral(
        "presentation",
        lambda value: ("row_order", "emcee_chooses"),
        "Players who draw, discard and scout at random pay no heed to the stars, which come from one shuffled stock:"
        " any order of them is as likely as any other. Only the choices of the Emcee are decisions more.",
        bots="random",
        but=("decisions",),
    ),
)
