"""Games of one file each, installed from outside: every page has them, with a revision of their own and without."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.conftest import OpenPage
from tests.app.test_place import assert_all_say, place_on
from tests.support.kit import EXAMPLES, install_examples
from tests.support.thorough import one_of
from workbench.app.navigation import PAGES
from workbench.engine import registry
from workbench.scenario.files import Workspace

CHANGED = {"pig": "target = 50", "kuhn_poker": "bet = 2"}
"""The first change of a game, whose parent is its default rules; the others have no file at all."""

pytestmark = pytest.mark.usefixtures("store")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The kit's examples among the games, as after pip has installed them."""
    monkeypatch.syspath_prepend(str(install_examples(tmp_path / "site")))
    registry.games.cache_clear()
    yield
    monkeypatch.undo()
    registry.games.cache_clear()


@pytest.mark.parametrize("game", one_of(EXAMPLES, quick="pig"))
def test_every_page_has_the_game(installed: None, open_page: OpenPage, workspace: Workspace, game: str) -> None:
    revision = "other" if game in CHANGED else "default"
    if game in CHANGED:
        folder = workspace.scenarios / game
        folder.mkdir()
        text = f'game = "{game}"\ntitle = "Other"\nparent = "default"\n\n[rules]\n{CHANGED[game]}\n'
        (folder / "other.toml").write_text(text)
    for spec in PAGES:
        page = open_page(spec.name, game=game, revision=revision)
        assert not page.exception, spec.name
        assert place_on(page) == (game, revision), spec.name
        assert_all_say(page, game, revision)
        fits = spec.suits(registry.games()[game])
        assert (page.title[0].value == (spec.heading or spec.title)) is fits, "another page of its tab, or Revisions"
