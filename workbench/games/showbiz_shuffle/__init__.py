"""Showbiz Shuffle: cast Bods in movies, play Biz on your own and on your rivals'."""

from pathlib import Path

from workbench.engine.game import Game, Style
from workbench.games.showbiz_shuffle import bots, knowledge, play, prospects, styles, turns
from workbench.games.showbiz_shuffle.events import EVENT_HELP
from workbench.games.showbiz_shuffle.measures import MEASURES
from workbench.games.showbiz_shuffle.rules import Rules, check, limits
from workbench.games.showbiz_shuffle.sentences import say
from workbench.games.showbiz_shuffle.sheet import score_sheet
from workbench.games.showbiz_shuffle.state import MOST_PLAYERS, STATE, Action
from workbench.games.showbiz_shuffle.styles import Manner
from workbench.games.showbiz_shuffle.words import EVENTS, tell, veil

GAME = Game(
    name="showbiz_shuffle",
    title="Showbiz Shuffle",
    summary="Cast stars in movies of the right genre, and trip up the other studios. A card game for 2 to 4.",
    rules=Rules,
    state=STATE,
    functions={
        "begin": turns.begin,
        "legal_actions": play.legal_actions,
        "apply": play.apply,
        "report": play.report,
        "action_kind": play.action_kind,
        "conceal": knowledge.conceal,
        "determinize": knowledge.determinize,
        "situation": play.situation,
        "payoff": prospects.payoff,
        "sketch": styles.sketch,
        "prepare": bots.prepare,
        "appraise": bots.appraise,
        "play_style": styles.play_style,
        "report_cards": play.report_cards,
    },
    measures=MEASURES,
    action_kinds=Action,
    events=EVENTS,
    event_help=EVENT_HELP,
    limits=limits,
    check=check,
    cost=lambda values: 2,
    score_sheet=score_sheet,
    seats=MOST_PLAYERS,
    tell=tell,
    veil=veil,
    say=say,
    card_uses=("bods", "biz"),
    rulebook=Path(__file__).with_name("rulebook.md"),
    styles=(
        Style("blockbuster", "Wants Bods of high value and waits for them.", Manner.BLOCKBUSTER),
        Style("factory", "Finishes movies fast, in their genre or not.", Manner.FACTORY),
        Style("saboteur", "Plays Biz on rivals before all else.", Manner.SABOTEUR),
    ),
)
