"""Games in one file each, written with the kit: to read, and to begin from."""

from pathlib import Path

KINDS = {
    **{"dice": "pig", "cards": "kuhn_poker", "tricks": "hearts", "draft": "picnic", "auction": "goofspiel"},
    "deck": "crew",
}
"""The example from which a new game of each kind begins."""
FOLDER = Path(__file__).parent
"""Where they lie: the game, a revision of it beside that, and the tests that every new game begins with."""
TESTS = FOLDER / "first_tests.py"
PACKAGE = FOLDER / "package.toml"
"""The file that says how a game is installed, where it is to be a package."""
