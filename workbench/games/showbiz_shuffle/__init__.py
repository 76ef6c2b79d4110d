"""Showbiz Shuffle: cast Bods in movies, play Biz on your own and on your rivals'."""

from dataclasses import replace
from pathlib import Path

from workbench.engine.cards import with_renamed
from workbench.engine.game import Game, Neutral, Style
from workbench.games.showbiz_shuffle import bots, estimates, knowledge, play, scoring
from workbench.games.showbiz_shuffle.bots import StyleId
from workbench.games.showbiz_shuffle.events import EVENT_HELP, EVENTS, event_fields, redact, write_down
from workbench.games.showbiz_shuffle.measures import MEASURES
from workbench.games.showbiz_shuffle.offers import choice
from workbench.games.showbiz_shuffle.picture import PICTURE
from workbench.games.showbiz_shuffle.rules import Rules, check, limits, score_sheet
from workbench.games.showbiz_shuffle.sentences import describe
from workbench.games.showbiz_shuffle.table import MOST_PLAYERS, STATE, ActionKind

GAME = Game(
    name="showbiz_shuffle",
    title="Showbiz Shuffle",
    summary="Cast stars in movies of the right genre, and trip up the other studios. A card game for 2 to 4.",
    rules=Rules,
    state=STATE,
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
        "payoff": estimates.payoff,
        "playout_action": bots.playout_action,
        "appraise": bots.appraise,
        "play_style": bots.play_style,
        "report_cards": scoring.report_cards,
        "standing": scoring.standing,
        "stages_ended": scoring.stages_ended,
    },
    measures=MEASURES,
    primary=("turns", "points", "tie_rate"),
    action_kinds=ActionKind,
    events=EVENTS,
    event_help=EVENT_HELP,
    limits=limits,
    check=check,
    cost=lambda values: 2,
    search_cost=lambda values: 3,
    score_sheet=score_sheet,
    write_down=write_down,
    seats=MOST_PLAYERS,
    stage_word="round",
    event_fields=event_fields,
    redact=redact,
    describe=describe,
    picture=replace(PICTURE, choice=choice),
    card_uses=("bods", "biz"),
    rulebook=Path(__file__).with_name("rulebook.md"),
    cover=Path(__file__).with_name("cover.svg"),
    neutral=Neutral(
        "biz",
        with_renamed,
        "No rule reads the names of Biz cards. Under other names the deck is laid out in another order before it is"
        " shuffled, so every shuffle deals other cards.",
    ),
    styles=(
        Style("blockbuster", "Wants Bods of high value and waits for them.", StyleId.BLOCKBUSTER),
        Style("factory", "Finishes movies fast, in their genre or not.", StyleId.FACTORY),
        Style("saboteur", "Plays Biz on rivals before all else.", StyleId.SABOTEUR),
    ),
)
