"""Games in one file each, written with the kit: to read, and to begin from."""

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from workbench.engine.game import Game

FOLDER = Path(__file__).parent
"""Where they lie: the game, a revision of it beside that, and the tests that every new game begins with."""
TESTS = FOLDER / "first_tests.py"
PACKAGE = FOLDER / "package.toml"
"""The file that says how a game is installed, where it is to be a package."""


@dataclass(frozen=True)
class ShelfGame:
    """A whole game to begin from, by the name of its module, and the mechanisms that it has."""

    name: str
    mechanisms: str

    @property
    def file(self) -> Path:
        """Its source."""
        return FOLDER / f"{self.name}.py"

    @property
    def game(self) -> Game:
        """The game, as it stands here."""
        game: Game = import_module(f"{__name__}.{self.name}").GAME
        return game

    @property
    def lines(self) -> int:
        """How long it is."""
        return len(self.file.read_text("utf-8").splitlines())


KINDS = {
    "dice": ShelfGame("pig", "press your luck with a die"),
    "cards": ShelfGame("kuhn_poker", "hidden cards, a bet, a bot that bluffs"),
    "tricks": ShelfGame("hearts", "tricks, passing, deals"),
    "draft": ShelfGame("picnic", "hands that go round, sets"),
    "auction": ShelfGame("goofspiel", "bids face down, all at once"),
    "deck": ShelfGame("crew", "decks that grow, a market, cards with effects from a list"),
    "board": ShelfGame("four_in_a_row", "a board of squares, lines, no chance and no secrets"),
    "rows": ShelfGame("herd", "104 cards, chosen at once, laid into rows"),
    "majority": ShelfGame("isles", "most settlers on islands that are linked, moves with two arguments"),
    "workers": ShelfGame("hamlet", "workers sent to places, goods, houses"),
    "bids": ShelfGame("gallery", "bids once around, coins that do not come back, sets"),
    "guessing": ShelfGame("court", "guesses, elimination, cards that do what they say"),
    "traitor": ShelfGame("ferry", "a hidden traitor, secret deeds, a vote at once"),
    "columns": ShelfGame("summits", "push your luck with dice, on routes of unequal length"),
    "sheet": ShelfGame("crosses", "roll and write, on a sheet before each player"),
    "together": ShelfGame("four_piles", "all win or lose together, levels, alone or up to five"),
}
"""The example from which a new game of each kind begins."""
