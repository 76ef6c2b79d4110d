"""Hitmakers: collect a catalog, scout rising stars, reign over four suits."""

from dataclasses import replace
from pathlib import Path

from workbench.engine.game import Game, Neutral, Style
from workbench.engine.playing_cards import CARDS, card_name
from workbench.games.hitmakers import bots, knowledge, play, scoring, table
from workbench.games.hitmakers.bots import StyleId
from workbench.games.hitmakers.events import EVENT_HELP, EVENTS, event_fields, redact, write_down
from workbench.games.hitmakers.measures import MEASURES
from workbench.games.hitmakers.offers import choice
from workbench.games.hitmakers.picture import PICTURE
from workbench.games.hitmakers.rules import Rules, check, limits, score_sheet
from workbench.games.hitmakers.sentences import describe

GAME = Game(
    name="hitmakers",
    title="Hitmakers",
    summary="Build a catalog, scout rising stars in a talent show, and reign over four suits. A card game for 3 or 4.",
    rules=Rules,
    state=table.STATE,
    functions={
        "begin": play.begin,
        "legal_actions": play.legal_actions,
        "apply": play.apply,
        "report": scoring.report,
        "action_kind": play.action_kind,
        "conceal": knowledge.conceal,
        "glimpse": knowledge.glimpse,
        "determinize": knowledge.determinize,
        "situation": play.situation,
        "payoff": scoring.payoff,
        "standing": scoring.standing,
        "playout_action": bots.playout_action,
        "appraise": bots.appraise,
        "play_style": bots.play_style,
    },
    pack=[card_name(card) for card in range(CARDS)],
    measures=MEASURES,
    primary=("deals", "points", "tie_rate"),
    action_kinds=table.ActionKind,
    events=EVENTS,
    event_help=EVENT_HELP,
    limits=limits,
    check=check,
    score_sheet=score_sheet,
    write_down=write_down,
    seats=table.MOST_PLAYERS,
    stage_word="deal",
    event_fields=event_fields,
    redact=redact,
    describe=describe,
    picture=replace(PICTURE, choice=choice),
    rulebook=Path(__file__).with_name("rulebook.md"),
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
    styles=(
        Style("hoarder", "Collects one suit, whichever it holds most of.", StyleId.HOARDER),
        Style("spreader", "Keeps the extremes of every suit, aces and kings first.", StyleId.SPREADER),
        Style("scout", "Keeps the cards that beat a star of the Cavalcade.", StyleId.SCOUT),
        Style("cautious", "Keeps extremes and never scouts a star.", StyleId.CAUTIOUS),
    ),
)
