"""Games of the workspace in the dashboard: trusted by a button, loaded anew, and told about."""

import pytest

from tests.app.conftest import OpenPage
from tests.app.reading import text
from tests.app.waiting import started
from tests.support.workspace_games import PIG, no_games_of_a_workspace_afterwards, write_game
from workbench.app.server.evening.setup import values
from workbench.engine.compiling import plain_mode
from workbench.scenario.files import Workspace

__all__ = ["no_games_of_a_workspace_afterwards"]

pytestmark = pytest.mark.usefixtures("store")


def test_a_button_says_that_one_knows_who_wrote_it(open_page: OpenPage, workspace: Workspace) -> None:
    write_game(workspace.root, "pig")
    page = open_page("home")
    assert "Who wrote the game pig?" in [note.proto.title for note in page.info]
    assert "### Pig" not in text(page)
    page.button(key="trust_pig").click().run()
    assert not page.exception and "### Pig" in text(page)
    assert not page.info and not page.warning
    folder = workspace.scenarios / "pig"
    folder.mkdir(exist_ok=True)
    (folder / "to-fifty.toml").write_text('game = "pig"\nparent = "default"\nreason = "x"\n[rules]\ntarget = 50\n')
    addresses = [link.proto.body for link in open_page("home").get("html") if "/table/pig/" in link.proto.body]
    assert len(addresses) == 1 and "/table/pig/default/play" in addresses[0]


def test_a_game_whose_file_changes_is_loaded_anew_and_told_about(open_page: OpenPage, workspace: Workspace) -> None:
    file = write_game(workspace.root, "pig")
    page = open_page("home")
    page.button(key="trust_pig").click().run()
    file.write_text(PIG.replace("kit.rule(100, 10", "kit.rule(60, 10"))
    page.run()
    [toast] = page.toast
    assert "pig" in toast.value and "was 100 by default and is 60" in toast.value
    assert not page.run().toast
    file.write_text(PIG.replace("score: kit.PerPlayer", "score: nothing"))
    page.run()
    assert not page.exception and "### Hitmakers" in text(page)
    for name in ("home", "rules", "help"):
        words = open_page(name).warning[0].value.replace("\\", "")
        assert "games/pig/game.py, line" in words, "whatever page is open"
    assert any("games/pig/game.py, line" in problem for problem in values(workspace, {})["problems"])


@pytest.mark.skipif(plain_mode(), reason="nothing is compiled")
def test_what_the_compiler_refuses_is_told_by_its_line_with_its_own_words_folded(
    open_page: OpenPage, workspace: Workspace
) -> None:
    refused = 'int("{}".format(state.die))'
    file = write_game(workspace.root, "pig", PIG.replace("state.turn += state.die", f"state.turn += {refused}"))
    open_page("home").button(key="trust_pig").click().run()
    page = started(open_page("results", game="pig", revision="default", bots="random", plays=100, against=""))
    line = next(number for number, text in enumerate(file.read_text("utf-8").splitlines(), 1) if refused in text)
    words = page.run().error[0].value.replace("\\", "")
    assert f"games/pig/game.py, line {line}: `state.turn += {refused}`" in words and "format" in words
    [folded] = [box for box in page.expander if box.label == "What the compiler says"]
    assert "numba" not in words and folded.code[0].value
