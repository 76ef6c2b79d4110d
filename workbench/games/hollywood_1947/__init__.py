"""Hollywood 1947: patriots, communists and a rising star make movies. For one to nine players."""

from dataclasses import replace
from pathlib import Path

from workbench.engine.cards import with_renamed
from workbench.engine.game import Game, Neutral, Style
from workbench.engine.measures import Sides
from workbench.games.hollywood_1947 import bots, knowledge, play, scoring
from workbench.games.hollywood_1947.bots import StyleId
from workbench.games.hollywood_1947.events import EVENT_HELP, EVENTS, event_fields, redact, write_down
from workbench.games.hollywood_1947.measures import MEASURES
from workbench.games.hollywood_1947.offers import choice
from workbench.games.hollywood_1947.picture import PICTURE
from workbench.games.hollywood_1947.rules import MOST_PLAYERS, Rules, check, cost, limits, score_sheet
from workbench.games.hollywood_1947.sentences import describe
from workbench.games.hollywood_1947.table import STATE, ActionKind

GAME = Game(
    name="hollywood_1947",
    title="Hollywood 1947",
    summary="Make movies together and find out who slips propaganda into them. Hidden teams and jobs, for 1 to 9.",
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
        "observation": play.observation,
        "private_information": play.private_information,
        "payoff": scoring.payoff,
        "payoff_span": scoring.payoff_span,
        "standing": scoring.standing,
        "tied": scoring.tied,
        "playout_action": bots.playout_action,
        "appraise": bots.appraise,
        "play_style": bots.play_style,
    },
    measures=MEASURES,
    primary=("movies", "patriots_won_rate"),
    action_kinds=ActionKind,
    events=EVENTS,
    event_help=EVENT_HELP,
    limits=limits,
    check=check,
    score_sheet=score_sheet,
    write_down=write_down,
    seats=MOST_PLAYERS,
    standing_unit="movies",
    stage_word="movie",
    event_fields=event_fields,
    redact=redact,
    describe=describe,
    picture=replace(PICTURE, choice=choice),
    can_be_lost_by_all=True,
    cost=cost,
    search_cost=lambda values: 2,
    sides=Sides("side", ("patriots", "communists", "rising_stars")),
    caveat=(
        "Table talk is not modelled: bots neither argue nor lie nor read faces. They judge others by the movies alone,"
        " so loyalties come out later than at a table, and nobody is talked into anything. Trust differences between"
        " revisions more than the rates themselves."
    ),
    rulebook=Path(__file__).with_name("rulebook.md"),
    cover=Path(__file__).with_name("cover.svg"),
    neutral=Neutral(
        "genres",
        with_renamed,
        "No rule reads the titles of posters. Under other titles the genre deck is laid out in another order before it"
        " is shuffled, so movies get other posters.",
        bots="loyalist",
    ),
    styles=(
        Style("loyalist", "Always adds the symbols of its own side, and uses every job for it.", StyleId.LOYALIST),
        Style(
            "sleeper",
            "As a communist plays like a patriot until the third movie; else a loyalist.",
            StyleId.SLEEPER,
        ),
    ),
)
