"""Trickster: add a card to the packet in hand, pass it on, and avoid having to collect it."""

from dataclasses import replace
from pathlib import Path

from workbench.engine.game import Game, Neutral, Style
from workbench.engine.playing_cards import CARDS, card_name
from workbench.games.trickster import bots, knowledge, play, scoring, table
from workbench.games.trickster.bots import StyleId
from workbench.games.trickster.events import EVENT_HELP, EVENTS, event_fields, in_order_laid, redact, write_down
from workbench.games.trickster.measures import MEASURES
from workbench.games.trickster.offers import choice
from workbench.games.trickster.picture import PICTURE
from workbench.games.trickster.rules import Rules, check, score_sheet
from workbench.games.trickster.sentences import describe

GAME = Game(
    name="trickster",
    title="Trickster",
    summary="Lay a card on the packet in your hand and pass it on; who breaks it collects it. A card game for 2 to 8.",
    rules=Rules,
    state=table.STATE,
    functions={
        "begin": play.begin,
        "legal_actions": play.legal_actions,
        "apply": play.apply,
        "report": scoring.report,
        "hand_of": table.tableau_of,
        "action_kind": play.action_kind,
        "conceal": knowledge.conceal,
        "glimpse": knowledge.glimpse,
        "determinize": knowledge.determinize,
        "observation": play.observation,
        "situation": play.situation,
        "payoff": scoring.payoff,
        "standing": scoring.standing,
        "playout_action": bots.playout_action,
        "appraise": bots.appraise,
        "play_style": bots.play_style,
    },
    pack=[card_name(card) for card in range(CARDS)],
    measures=MEASURES,
    primary=("rounds", "points", "tie_rate"),
    action_kinds=table.ActionKind,
    events=EVENTS,
    event_help=EVENT_HELP,
    check=check,
    score_sheet=score_sheet,
    write_down=write_down,
    seats=table.MOST_PLAYERS,
    stage_word="round",
    event_fields=event_fields,
    with_context=in_order_laid,
    redact=redact,
    describe=describe,
    picture=replace(PICTURE, choice=choice),
    rulebook=Path(__file__).with_name("rulebook.md"),
    cover=Path(__file__).with_name("cover.svg"),
    bench_rules={"rounds": 1},
    cost=lambda values: 2,
    neutral=Neutral(
        "pass_direction",
        lambda value: ("right", "left"),
        "All choose at once and every tableau is dealt alike, so a table that passes to the left is the mirror image of"
        " one that passes to the right.",
    ),
    styles=(
        Style("ducker", "Chooses the lowest legal card.", StyleId.DUCKER),
        Style("dumper", "Chooses the highest card that does not make it collect.", StyleId.DUMPER),
        Style("mooner", "Collects one suit, to shoot the moon, and avoids all others.", StyleId.MOONER),
    ),
)
