"""The page Games: what there is, and on a first start one button that shows what the workbench does."""

import re
from pathlib import Path

import pytest

import workbench
from tests.app.conftest import OpenPage
from tests.app.reading import buttons, links, text
from tests.app.waiting import ended
from workbench.app.services import services
from workbench.cli import main
from workbench.engine.card_lists.lists import card_lists
from workbench.engine.registry import BrokenPlugin, games
from workbench.scenario.files import Workspace


def test_it_names_every_game_and_revision_with_date_and_reason(open_page: OpenPage) -> None:
    shown = open_page("games")
    assert not shown.exception
    assert shown.title[0].value == "Games"
    assert [header.value for header in shown.header][1:] == [game.title for game in games().values()]
    said = text(shown)
    for part in ("2020-03-04", "2021-04-08", "four-players", "concentration", "8 Apr 2021", "widest span"):
        assert part in said
    assert "Changes against 2020-03-04: broad appeal, criteria order." in said


def test_a_reason_without_a_full_stop_does_not_run_on(open_page: OpenPage, workspace: Workspace) -> None:
    path = workspace.scenarios / "hitmakers" / "mine.toml"
    path.write_text('game = "hitmakers"\nparent = "2021-04-08"\nreason = "To see"\n', encoding="utf-8")
    assert "To see. Changes against 2021-04-08: no rule." in text(open_page("games"))


def test_an_empty_store_offers_one_primary_button(open_page: OpenPage, workspace: Workspace) -> None:
    shown = open_page("games")
    assert [button.label for button in shown.button] == ["Compare 2021-04-08 with 2020-03-04"]
    assert "primary" in str(shown.button[0].proto.type)
    assert "Start here: what did “Broad appeal by difference” change in Hitmakers?" in [
        heading.value for heading in (*shown.header, *shown.subheader)
    ]
    assert not workspace.store_path.exists()


def test_the_button_starts_the_comparison_and_goes_there(open_page: OpenPage) -> None:
    shown = open_page("games")
    shown.button(key="first_comparison").click().run()
    assert not shown.exception
    assert shown.title[0].value == "Compared"
    [job] = services().jobs.active
    assert [part.scenario.revision for part in job.parts] == ["2020-03-04", "2021-04-08"]
    job.cancel()
    ended(job)
    assert shown.query_params["revision"] == "2021-04-08"
    assert shown.query_params.get("against", "2020-03-04") == "2020-03-04"
    assert shown.query_params["seed"] == "1"


def test_once_something_is_stored_the_runs_stand_there_instead(open_page: OpenPage) -> None:
    shown = open_page("games")
    ended(services().jobs.simulate(_short("hitmakers/2021-04-08")))
    shown.run()
    assert "first_comparison" not in buttons(shown)
    assert list(shown.dataframe[0].value["Revision"]) == ["2021-04-08"]


def test_every_revision_has_ways_to_the_other_pages(open_page: OpenPage, workspace: Workspace) -> None:
    shown, revisions = open_page("games"), list(workspace.scenarios.rglob("*.toml"))
    assert links(shown).count("Rules") == links(shown).count("Run") == len(revisions)
    with_cards = [path for path in revisions if card_lists(games()[path.parent.name].parameters)]
    assert links(shown).count("Cards") == links(shown).count("Decks") == len(with_cards)
    assert "Compare with 2020-03-04" in links(shown)


def test_a_broken_revision_says_what_is_wrong_and_leaves_the_others(open_page: OpenPage, workspace: Workspace) -> None:
    broken = workspace.scenarios / "hitmakers" / "broken.toml"
    broken.write_text('game = "hitmakers"\n[rules]\nhand_size = 40\n')
    shown = open_page("games")
    assert not shown.exception
    assert "at most 13" in shown.error[0].value
    assert "2021-04-08" in text(shown)


def _short(name: str):  # type: ignore[no-untyped-def]
    from workbench.scenario import load_scenario

    return load_scenario(services().workspace, name, plays=200)


def test_a_game_that_cannot_be_loaded_is_a_note_and_the_others_are_there(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = BrokenPlugin("tavern", "/plug/play.py", 12, "SyntaxError: invalid syntax")
    monkeypatch.setattr("workbench.app.pages.games.broken_plugins", lambda: (broken,))
    shown = open_page("games")
    assert not shown.exception
    [note] = shown.warning
    assert "/plug/play.py:12: SyntaxError: invalid syntax" in note.value.replace("\\", "")
    assert [header.value for header in shown.header][1:] == [game.title for game in games().values()]


def test_no_page_names_a_command_that_is_not_there() -> None:
    sources = Path(workbench.__file__).parent.rglob("*.py")
    named = {name for path in sources for name in re.findall(r"`workbench ([a-z][a-z-]*)", path.read_text("utf-8"))}
    assert named
    assert named <= set(main.commands)
