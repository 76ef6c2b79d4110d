"""Hollywood 1947 at a table that a test lays out: cards, jobs, dice and posters by name, moves in words."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.support.plain import Play
from workbench.engine import dispatch
from workbench.engine.bit_sets import members, number_of
from workbench.games.hollywood_1947 import GAME, game
from workbench.games.hollywood_1947.cards import JOBS, MOST_CARDS, MOST_PLAYERS, Loyalty, StudioJob
from workbench.games.hollywood_1947.game import FIRST_JOB, STOP, Option, Phase, job_of

SHORT = {
    "N": "neutral 0 none",
    "P": "patriot 1 none",
    "C": "communist 1 none",
    "PP": "patriot 2 hearing",
    "CC": "communist 2 none",
    "CS": "communist 2 shake_up",
}
"""How tests call the propaganda cards."""
LOYALTIES = {"p": Loyalty.PATRIOT, "c": Loyalty.COMMUNIST, "r": Loyalty.RISING_STAR}
NEUTRAL, PATRIOT, COMMUNIST = "Romance", "War", "Film Noir"
"""A poster of each symbol."""


class Table(Play):
    """A play whose first round a test lays out. Every die shows no star unless it is said."""

    def __init__(self, seed: int = 0, **rules: Any) -> None:
        super().__init__(GAME, rules, seed)
        self.run(game.setup_, self.state, self.rules, self.chance)
        self.state.stars = 0
        self.keys = self.values["propaganda"].keys
        self.posters = self.values["genres"].keys

    # Laying out

    def card(self, short: str) -> int:
        """The number of a card."""
        return self.keys.index(SHORT[short])

    def number(self, job: str) -> int:
        """The place of a job's card in the order of the numbers."""
        return next(n for n in range(JOBS) if int(job_of(self.rules, n)) == StudioJob[job.upper()])

    def bag(self, shorts: str) -> Any:
        """A bag of cards."""
        return np.uint64(sum(1 << 4 * self.card(short) for short in shorts.split()))

    def jobs(self, text: str) -> "Table":
        """Each player's jobs, as in `producer / gaffer editor`; the rest go into the center."""
        in_play = sum(1 << n for n in range(JOBS) if self.state.number_of[int(job_of(self.rules, n))] >= 0)
        for player, names in enumerate(text.split("/")):
            self.state.jobs[player] = sum(1 << self.number(name) for name in names.split())
            in_play &= ~int(self.state.jobs[player])
        self.state.center = in_play
        return self

    def hands(self, text: str) -> "Table":
        """Each player's hand, as in `P N C / PP`; cards are made up, not taken from the deck."""
        for player, shorts in enumerate(text.split("/")):
            self.state.hand[player] = self.bag(shorts)
            self.state.held[player] = len(shorts.split())
        return self

    def deck(self, shorts: str) -> "Table":
        """The whole deck, in the order in which it is drawn; nothing is discarded yet."""
        cards = [self.card(short) for short in shorts.split()][::-1]
        self.state.deck[:] = 0
        self.state.deck[: len(cards)] = cards
        self.state.deck_size = len(cards)
        return self.from_the_end()

    def top(self, shorts: str) -> "Table":
        """The next cards of the deck, the first one first."""
        for place, short in enumerate(shorts.split(), 1):
            self.state.deck[int(self.state.deck_size) - place] = self.card(short)
        return self.from_the_end()

    def from_the_end(self) -> "Table":
        """Let everybody draw the last card of the deck: no place of their own is left."""
        self.state.drawn_by[:] = MOST_CARDS
        return self

    def stars(self, *dice: int) -> "Table":
        """The dice that show a star."""
        self.state.stars = sum(1 << die for die in dice)
        return self

    def loyalties(self, text: str) -> "Table":
        """p, c or r for each player."""
        for player, letter in enumerate(text.split()):
            self.state.side[player] = LOYALTIES[letter]
        return self

    def genres(self, *names: str) -> "Table":
        """The next posters, the first on top."""
        for place, name in enumerate(names, 1):
            self.state.genre_deck[int(self.state.genres_left) - place] = self.posters.index(name)
        return self

    def ghosts(self, shorts: str) -> "Table":
        """The ghosts' cards."""
        for ghost, short in enumerate(shorts.split()):
            self.state.ghost_card[ghost] = self.card(short)
        return self

    def score(self, patriots: int, communists: int) -> "Table":
        """Movies made so far."""
        self.state.patriot_movies, self.state.communist_movies = patriots, communists
        self.state.movies = patriots + communists
        return self

    def action(self) -> "Table":
        """The first round begins."""
        self.noted.clear()
        self.run(game.start_movie, self.state, self.rules, self.chance)
        self.run(game.go_on, self.state, self.rules, self.chance)
        return self

    # Moves in words

    def option(self, name: str) -> "Table":
        """pass, reroll, swap, peek, or a job's name."""
        assert self.phase is Phase.OPTION
        numbers = {option.name.lower(): int(option) for option in Option}
        return self.do(numbers[name] if name in numbers else FIRST_JOB + self.number(name))

    def do(self, *actions: int) -> "Table":
        """Numbers of dice, players, posters, or yes (1) and no (0)."""
        for action in actions:
            self.take(int(action))
        return self

    def job(self, *names: str) -> "Table":
        """Job cards."""
        return self.do(*(self.number(name) for name in names))

    def add(self, *shorts: str) -> "Table":
        """Cards of the actor's, to add or to discard."""
        return self.do(*(4 * self.card(short) for short in shorts))

    def stop(self) -> "Table":
        """No more."""
        return self.do(STOP)

    def ghost(self, number: int) -> "Table":
        """A ghost as target."""
        return self.do(MOST_PLAYERS + number)

    def action_again(self) -> "Table":
        """The jobs were laid out anew: who has the first turn of the round that has just begun may have changed."""
        token_to = int(self.state.token_before)
        self.state.token_to = token_to
        return self.action()

    def stop_tokens(self) -> "Table":
        """Nobody spends a token."""
        while self.phase is Phase.TOKEN:
            self.stop()
        return self

    def pass_all(self) -> "Table":
        """Everybody passes until the turns of this movie are over."""
        movie = int(self.state.movies)
        while not self.state.over and self.phase is Phase.OPTION and self.state.movies == movie:
            self.option("pass")
        return self

    def luck(self, move: Callable[[], Any], succeeds: Callable[[], bool]) -> "Table":
        """Make a move with such luck that afterwards `wanted` holds."""
        before = self.copy_of_all()
        for attempt in range(500):
            self.chance.deal_key = np.uint64(attempt)
            move()
            if succeeds():
                return self
            self.restore(before)
        raise AssertionError("no such luck")

    def pass_until(self, job: str) -> "Table":
        """Everybody passes until somebody could perform the job."""
        while job not in self.options():
            self.option("pass")
        return self

    # What there is

    @property
    def phase(self) -> Phase:
        """What the actor decides."""
        return Phase(int(self.state.phase))

    @property
    def actor(self) -> int:
        """Who decides."""
        return int(self.state.actor)

    def hand(self, player: int) -> str:
        """The hand in short names, ascending."""
        return self.shorts(self.state.hand[player])

    def shorts(self, bag: Any) -> str:
        """A bag in short names, in the order of SHORT."""
        return " ".join(short for short in SHORT for _ in range(int(number_of(bag, self.card(short)))))

    def jobs_of(self, player: int) -> set[str]:
        """The names of the player's jobs."""
        return {StudioJob(int(job_of(self.rules, n))).name.lower() for n in members(self.state.jobs[player])}

    def options(self) -> set[str]:
        """The legal options by name."""
        assert self.phase is Phase.OPTION
        kinds = GAME.action_kinds
        return {kinds(int(dispatch.action_kind(self.state, self.rules, action))).name.lower() for action in self.legal}

    def told(self, event: str) -> list[dict[str, Any]]:
        """The events of a kind so far."""
        return [entry for entry in self.trace if entry["event"] == event]

    def last(self, event: str) -> dict[str, Any]:
        """The last event of a kind."""
        return self.told(event)[-1]


def long_names(*shorts: str) -> list[str]:
    """The keys of cards."""
    return [SHORT[short] for short in shorts]
