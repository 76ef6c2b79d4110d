"""Which revision pages begin with, and which two a comparison: by who changes whom."""

from types import SimpleNamespace
from typing import Any

import pytest

from workbench.app.services import Revisions, revisions
from workbench.engine.registry import game_named
from workbench.scenario.files import Workspace

CHAIN = {"v1": None, "v2": "v1", "v3": "v2"}
VARIANTS = {"base": None, "hot": "base", "cold": "base", "long": "base"}

pytestmark = pytest.mark.usefixtures("store")


def family(parents: dict[str, str | None]) -> Revisions:
    """Revisions with these parents, in this order."""
    sound: Any = {name: SimpleNamespace(parent=parent) for name, parent in parents.items()}
    return Revisions(sound, {})


@pytest.mark.parametrize(
    ("parents", "leading", "featured"),
    [
        pytest.param({}, "", None, id="none"),
        pytest.param({"old": None, "new": None}, "new", None, id="unrelated"),
        pytest.param(CHAIN, "v3", ("v2", "v3"), id="chain"),
        pytest.param(VARIANTS, "base", ("base", "hot"), id="variants"),
        pytest.param({**CHAIN, "a": "v3", "b": "v3"}, "v3", ("v2", "v3"), id="variants of the latest"),
        pytest.param({**VARIANTS, "colder": "cold"}, "colder", ("cold", "colder"), id="one variant developed"),
        pytest.param({**VARIANTS, "colder": "cold", "hotter": "hot"}, "base", ("base", "hot"), id="two developed"),
        pytest.param({"alone": None, **CHAIN}, "v3", ("v2", "v3"), id="beside a lone one"),
        pytest.param({"v2": "v1", "v3": "v2"}, "v3", ("v2", "v3"), id="whose first one is broken"),
    ],
)
def test_the_main_line_leads(parents: dict[str, str | None], leading: str, featured: tuple[str, str] | None) -> None:
    tree = family(parents)
    assert (tree.leading, tree.featured) == (leading, featured)


@pytest.mark.parametrize(
    ("game", "leading", "featured"),
    [
        ("hitmakers", "2021-04-08", ("2020-03-04", "2021-04-08")),
        ("hollywood_1947", "six-players", ("six-players", "even-deck")),
        ("showbiz_shuffle", "reference", None),
        ("trickster", "prototype-a", None),
    ],
)
def test_shipped_games_begin_where_a_designer_does(
    workspace: Workspace, game: str, leading: str, featured: tuple[str, str] | None
) -> None:
    tree = revisions(game_named(game))
    assert tree.leading == leading
    assert tree.featured is not None and tree.featured[0] in (leading, tree.sound[leading].parent)
    assert featured is None or tree.featured == featured


def test_files_are_read_again_only_when_one_has_changed(workspace: Workspace) -> None:
    game = game_named("hitmakers")
    first = revisions(game)
    assert revisions(game) is first
    file = workspace.scenarios / "hitmakers" / "concentration.toml"
    file.write_text(file.read_text("utf-8").replace('title = "Concentration"', 'title = "All open"'), "utf-8")
    assert revisions(game).sound["concentration"].title == "All open"
    file.unlink()
    assert "concentration" not in revisions(game).sound


def test_only_what_changed_and_what_stands_below_it_is_read_again(workspace: Workspace) -> None:
    game, folder = game_named("hitmakers"), workspace.scenarios / "hitmakers"
    below = 'game = "hitmakers"\nparent = "concentration"\nreason = "Below it."\n'
    (folder / "below.toml").write_text(below, "utf-8")
    before = revisions(game).sound
    changed = folder / "concentration.toml"
    changed.write_text(changed.read_text("utf-8").replace("[rules]", "[rules]\nhand_size = 6"), "utf-8")
    after = revisions(game).sound
    assert {name for name in after if after[name] is not before[name]} == {"concentration", "below"}
    assert after["below"].rules["hand_size"] == 6
    changed.unlink()
    assert not {"concentration", "below"} & set(revisions(game).sound)
    assert "below" in revisions(game).broken
