"""Hollywood 1947: patriots, communists and a rising star make movies. For one to nine players."""

from pathlib import Path

from workbench import kit
from workbench.engine.cards import with_renamed
from workbench.engine.game import Neutral
from workbench.engine.measures import Sides
from workbench.games.hollywood_1947 import beliefs, bots, cards, game

GAME = kit.game(
    {**vars(cards), **vars(beliefs), **vars(bots), **vars(game)},
    title="Hollywood 1947",
    summary="Make movies together and find out who slips propaganda into them. Hidden teams and jobs, for 1 to 9.",
    points="",
    cost=game.cost,
    search_cost=lambda values: 2,
    primary=("movies", "patriots_won_rate"),
    standing_unit="movies",
    stage_word="movie",
    sides=Sides("side", cards.SIDES),
    can_be_lost_by_all=True,
    caveat=(
        "Table talk is not modelled: bots neither argue nor lie nor read faces. They judge others by the movies alone,"
        " so loyalties come out later than at a table, and nobody is talked into anything. Trust differences between"
        " revisions more than the rates themselves."
    ),
    limits=game.limits,
    score_sheet=game.score_sheet,
    write_down=game.write_down,
    cover=Path(__file__).with_name("cover.svg"),
    neutral=Neutral(
        "genres",
        with_renamed,
        "No rule reads the titles of posters. Under other titles the genre deck is laid out in another order before it"
        " is shuffled, so movies get other posters.",
        bots="loyalist",
    ),
)
