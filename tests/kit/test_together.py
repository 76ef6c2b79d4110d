"""A game that all win or lose together, from its rules to its results, its evening and its exchange."""

import json
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from tests.cli.commands import add_scenario, as_json, run
from tests.server.test_evening import Device
from tests.support.kit import EXAMPLES
from tests.support.plain import Play
from tests.support.workspace_games import no_games_of_a_workspace_afterwards
from workbench.app.address import Location
from workbench.app.place import Place
from workbench.app.server.evening.sessions import SessionView
from workbench.app.server.evening.wording import verdict
from workbench.app.widgets.fields import of_field
from workbench.engine.compiling import plain_for_now
from workbench.playtest.exchange.exporting import export_text
from workbench.playtest.exchange.importing import import_file
from workbench.playtest.exchange.parsed import Format
from workbench.playtest.log.recording import Log, load
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace, init_workspace
from workbench.store import Store
from workbench.store.playtests.entries import session_ids
from workbench.studies.fields import Goals
from workbench.studies.find.question import TuneQuestion
from workbench.studies.quality import by_playouts

__all__ = ["no_games_of_a_workspace_afterwards"]

GAME, TIDES = EXAMPLES["four_piles"], "tides"
STAIR, LADDER, SLIDE, WELL = range(4)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A workspace whose own game is like Four Piles."""
    workspace, _ = init_workspace(tmp_path / "studio")
    monkeypatch.chdir(workspace.root)
    monkeypatch.setenv("WORKBENCH_WORKSPACE", str(workspace.root))
    assert run("new-game", TIDES, "--kind", "together").exit_code == 0
    return workspace


def pairs(play: Play) -> set[tuple[int, int]]:
    """Number and pile of all that may be laid."""
    cards, fitting, before = play.legal, set(), play.copy_of_all()
    for card in cards:
        play.take(card)
        fitting |= {(card + 1, pile) for pile in play.legal}
        play.restore(before)
    return fitting


def test_a_pile_takes_what_goes_its_way_and_what_sets_it_back_by_ten() -> None:
    play = Play(GAME, {"players": 1}).begin()
    play.state.hand[0], play.state.tops[:] = np.uint64(1 << 19 | 1 << 29), (30, 31, 20, 10)
    assert pairs(play) == {(20, STAIR), (20, WELL), (30, SLIDE)}


@pytest.mark.parametrize(("level", "left", "wins"), [(1, 10, True), (1, 11, False), (2, 6, False), (3, 0, True)])
def test_all_win_or_all_lose_by_the_cards_that_are_left(level: int, left: int, wins: bool) -> None:
    play = Play(GAME, {"players": 3, "level": level}).begin()
    play.state.hand[:], play.state.hand[0] = 0, np.uint64(1 << 29)
    play.state.tops[:], play.state.score = (29, 60, 1, 1), 60 - left - 1
    play.take(29).take(STAIR)
    assert play.state.over and play.trace[-1]["winners"] == ([0, 1, 2] if wins else [])
    assert GAME.describe("end", play.trace[-1]) == f"The play is over: all have {'won' if wins else 'lost'}."
    result = play.report()
    assert (bool(result["won"]), int(result["score"]), bool(result["tie"])) == (wins, 60 - left, False)


def test_nobody_is_ahead_in_results_and_quality(home: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_playouts, "PLAYS", 5)
    monkeypatch.setattr(by_playouts, "PLAYOUTS", 4)
    few = ("--plays", 100, "--bots", "random", "--set", "cards=20")
    with plain_for_now():
        told = run("simulate", f"{TIDES}/level-2", *few).stdout
        changed = run("compare", f"{TIDES}/default", f"{TIDES}/level-2", *few).stdout
        quality = run("quality", f"{TIDES}/level-2", *few).stdout
    assert "won in " in told and "at level 2" in told and "Won, goal" in told
    assert "Ties" not in told and "Lead of the winner" not in told and "between seats" not in told
    assert "won: " in changed.lower() and "worse off" not in changed and "Seat" not in changed
    assert "of plays; half of those lost take at most" in quality and "winner" not in quality
    assert "Lost for good:" in quality and "by half of the play" in quality and "lay in" in quality


def test_goals_and_aims_are_about_how_often_all_win(home: Workspace) -> None:
    aims = '[aims]\nwon_rate = "lower"\n'
    name = add_scenario(home.root, "hard", f'title = "Hard"\nparent = "default"\n[rules]\nlevel = 3\n{aims}', TIDES)
    few = ("--plays", 200, "--bots", "random", "--set", "cards=20")
    with plain_for_now():
        checked = as_json("check", name, *few, code=0)["scenarios"][0]
        assert checked["aims"]["won_rate"]["standing"] == "reached"
    (field,) = (field for field in TuneQuestion.fields() if isinstance(field, Goals))
    (control,) = of_field(field, load_scenario(home, f"{TIDES}/default"), cast(Place, None), Location("find")).controls
    assert control.value == "won_rate = 40..60 %" and "seat" not in control.words


@pytest.mark.parametrize(("button", "words"), [("All won", "All won together."), ("All lost", "All lost together.")])
def test_an_evening_says_in_one_tap_whether_all_have_won_and_so_does_what_is_exported(
    home: Workspace, button: str, words: str
) -> None:
    begun = run("playtests", "begin", f"{TIDES}/level-2", "--players", "Ada,Ben", "--json")
    store = Store(home.store_path)
    log = Log(store, json.loads(begun.stdout)["session"])
    phone = Device(home, log)
    assert button in phone.page()
    players = [seated.player for seated in log.session().players]
    phone.do("override", reason=button, **({"winners": players} if button == "All won" else {"nobody": "yes"}))
    assert words in phone.page()
    run("playtests", "end", log.id)
    exported = export_text(store, Format.BGSTATS)
    (game,), (play,) = json.loads(exported)["games"], json.loads(exported)["plays"]
    assert game["cooperative"] and [line["winner"] for line in play["playerScores"]] == [button == "All won"] * 2
    other = Store(home.root / "other.duckdb")
    import_file(other, exported.encode(), "p.json")
    (id,) = session_ids(other)
    assert verdict(SessionView(load(other, id), {}, {}, ())) == words
