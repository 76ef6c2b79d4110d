"""Hollywood 1947: what each event of a trace tells. Who acts is a player's number, or `ghost 0`, `ghost 1`, …"""

from collections.abc import Mapping
from enum import IntEnum

from workbench.engine.trace import EventHelp
from workbench.games.hollywood_1947.table import Event

JOBS = {"jobs": "The job cards of each player.", "center": "The job cards in the center."}
CARDS = {"player": "Who.", "number": "How many cards.", "cards": "The cards."}
EVENT_HELP: Mapping[IntEnum, EventHelp] = {
    Event.SETUP: EventHelp(
        "The table is set up.",
        {
            "loyalties": "The loyalty of each player.",
            **JOBS,
            "hands": "The cards of each player.",
            "dice": "Whether each die of each player shows a star.",
            "ghosts": "The card of each ghost.",
            "ghost_dice": "Whether each ghost's die shows a star.",
            "tokens": "Tokens in the center.",
        },
    ),
    Event.MOVIE: EventHelp(
        "The genre of a movie is announced.",
        {
            "number": "Which movie, from 1.",
            "genre": "Its poster; null where no poster is left.",
            "symbol": "What the poster shows: `patriot`, `communist` or `neutral`.",
            "by": "Who chose the poster: `screenwriter` or `deck`.",
            "player": "The screenwriter; null for the deck.",
        },
    ),
    Event.POSTERS: EventHelp(
        "The screenwriter puts the other poster aside.", {"player": "Who.", "put_aside": "That poster."}
    ),
    Event.OPTION: EventHelp(
        "A player chooses what to do in a turn.",
        {
            "player": "Who.",
            "choice": "`job`, `swap`, `reroll`, `peek` (at the ghosts) or `pass`.",
            "job": "The job performed, or the chained job declined; else null.",
            "chained": "Whether a producer is asked to perform at once the job just swapped for; `pass` declines it.",
        },
    ),
    Event.REROLL: EventHelp(
        "A die is rolled again.",
        {
            "by": "Who rolls it; null at the start of a round.",
            "die_of": "Whose die.",
            "die": "Which of their dice, from 0.",
            "dice": "How many dice they have.",
            "star": "Whether it shows a star now.",
        },
    ),
    Event.SWAP_JOBS: EventHelp(
        "Two job cards change places.",
        {
            "by": "Who swaps them.",
            "a": "The `job`, and `from` whom (null: the center).",
            "b": "The `job` it changes places with, and `from` whom.",
        },
    ),
    Event.TOKEN: EventHelp("The director gives a token.", {"to": "Who gets it.", "from": "Of whom; null: the center."}),
    Event.LOOK: EventHelp(
        "A player looks at a hand or at a ghost's card.",
        {"player": "Who looks.", "at": "Whose cards.", "cards": "The cards."},
    ),
    Event.DRAW: EventHelp("A player draws cards for a job.", CARDS),
    Event.DISCARD: EventHelp("A player discards cards for a job.", CARDS),
    Event.ADD: EventHelp(
        "A card comes into the movie, face down.",
        {
            "from": "`star`, `token`, `strike`, `composer`, `deck` or `ghost`.",
            "player": "Who adds it; null for the deck.",
            "card": "The card.",
            "seen_by": "The players who know it.",
        },
    ),
    Event.EDIT: EventHelp(
        "The editor looks at a card of the movie. There is none to look at where the movie is empty.",
        {"player": "The editor.", "card": "The card.", "put_back": "Whether it goes back into the movie."},
    ),
    Event.DISCARD_FROM_MOVIE: EventHelp(
        "A card leaves the movie unseen.",
        {"card": "The card.", "seen_by": "The editor who cut it; null where chance did."},
    ),
    Event.PREMIERE: EventHelp(
        "The movie is revealed and its symbols are counted.",
        {
            "number": "Which movie, from 1.",
            "cards": "The cards of the movie.",
            "patriot": "Patriot symbols, the poster's included.",
            "communist": "Communist symbols, the poster's included.",
            "winner": "`patriots`, `communists`, `both` or `nobody`.",
            "symbol": "What the poster adds: `patriot`, `communist` or `neutral`.",
            "filmstrips": "Movies that `patriots` and `communists` have won so far.",
        },
    ),
    Event.HEARING: EventHelp(
        "Congressional Hearing: all dice are rolled again.",
        {"dice": "Whether each die shows a star: the players' in order, then the ghosts'."},
    ),
    Event.SHAKE_UP: EventHelp("Shake Up: all job cards are dealt again.", JOBS),
    Event.REDRAW: EventHelp("A player draws back up after a movie.", CARDS),
    Event.RESHUFFLE: EventHelp(
        "The deck has run out: the discards become a new one.", {"cards": "Cards in the new deck."}
    ),
    Event.GHOST_CARD: EventHelp("A ghost is dealt a new card.", {"ghost": "Which, from 0.", "card": "The card."}),
    Event.END: EventHelp(
        "The play is over.",
        {
            "winners": "Every player of the winning side.",
            "side": "`patriots`, `communists`, `rising_star` or `both`.",
            "loyalties": "The loyalty of each player, revealed.",
            "ended_by": "The rule that ended the play: the target reached (in a double victory both, with a space"
            " between), `rising_star_margin`, or the limit `max_movies`.",
        },
    ),
    Event.RESHUFFLE_POSTERS: EventHelp(
        "The genre deck has run out and is renewed, from the posters put aside or from all.",
        {"posters": "Posters in the new deck."},
    ),
}
