"""`workbench playtests begin`, `score`, `end`, `list`: a session from a script, as the page logs it."""

from pathlib import Path

import pytest

from tests.cli.commands import FOUR, NEW, as_json, run
from workbench.playtest.log.kinds import EntryKind, SessionStatus
from workbench.playtest.log.recording import load
from workbench.playtest.log.session import Session
from workbench.scenario import load_scenario
from workbench.scenario.files import find_workspace
from workbench.store import Store
from workbench.store.playtests.entries import session_ids
from workbench.store.playtests.people import people

pytestmark = pytest.mark.usefixtures("open_throughout")

HOLLYWOOD = "hollywood_1947/six-players"


def begun(scenario: str = NEW, players: str = "Anna,Ben,Cleo", *more: object) -> str:
    return str(as_json("playtests", "begin", scenario, "--players", players, *more)["session"])


def session_in(home: Path, id: str) -> Session:
    return load(Store(home / "data" / "workbench.duckdb"), id)


def totals(id: str, *more: object) -> dict[str, float]:
    answer = as_json("playtests", "score", id, *more)
    return {player["name"]: player["total"] for player in answer["players"] if player["total"] is not None}


def test_a_session_from_beginning_to_end(home: Path) -> None:
    id = begun(NEW, "Anna, Ben, C. D.", "--newcomers", "Ben", "--goal", "Too long?", "--teacher", "Anna")
    session = session_in(home, id)
    assert [(player.seat, player.newcomer) for player in session.players] == [(0, False), (1, True), (2, False)]
    assert session.header.teacher == session.players[0].player
    assert session.header.rules_hash == load_scenario(find_workspace(home), NEW).rules_hash
    listed = as_json("playtests", "list", "--status", "open")["sessions"]
    assert [(row["session"], row["version"]) for row in listed] == [(id, NEW)]
    assert totals(id, "--player", "Anna", 3, 5) == {"Anna": 8}
    assert totals(id, "--player", "anna", "broad_appeal=2", "critical_prestige=1")["Anna"] == 11
    assert totals(id[:8], "--player", "Ben", "--row", 2, "--force", -4) == {"Anna": 11, "Ben": -4}
    assert totals(id, "--player", "C. D.", "--total", 7)["C. D."] == 7
    done = as_json("playtests", "end", id)
    assert (done["status"], done["winners"]) == ("ended", ["Anna"])
    anna = session.players[0].player
    cells = {cell[1:]: points for cell, points in session_in(home, id).scores.cells.items() if cell[0] == anna}
    assert cells == {(0, None): 3, (1, None): 5, (2, "broad_appeal"): 2, (2, "critical_prestige"): 1}
    assert as_json("playtests", "list", "--status", "open") == {"sessions": []}


def test_people_are_those_who_are_known(home: Path) -> None:
    begun()
    begun(NEW, "Ben,Dora,Anna")
    assert sorted(person.name or "" for person in people(Store(home / "data" / "workbench.duckdb")).values()) == [
        "Anna", "Ben", "Cleo", "Dora",
    ]  # fmt: skip


def test_the_rules_are_those_for_as_many_players(home: Path) -> None:
    assert session_in(home, begun(NEW, "A,B,C,D")).header.rules["players"] == 4
    odd = run("playtests", "begin", FOUR, "--players", "A")
    assert (odd.exit_code, "as they are written" in odd.stderr) == (0, True)


def test_sides_and_movies_and_who_won(home: Path) -> None:
    id = begun(HOLLYWOOD, "A,B,C,D,E,F")
    sides = ("patriots", "Communist", "patriot", "rising star", "communists", "patriot")
    for name, side in zip("ABCDEF", sides, strict=True):
        as_json("playtests", "score", id, "--player", name, "--side", side)
    for _ in range(3):
        as_json("playtests", "score", id, "--goes-to", "communists")
    last = as_json("playtests", "score", id, "--goes-to", "communists", "--row", 7)
    assert (last["winning_sides"], last["winners"]) == (["communists"], ["B", "E"])
    assert as_json("playtests", "end", id, "--won", "rising star")["winners"] == ["D"]
    session = session_in(home, id)
    assert (session.status, session.scores.rows) == (SessionStatus.ENDED, 7)


def test_whether_the_game_was_finished_is_asked_and_said_at_the_end_or_later(home: Path) -> None:
    id = begun()
    as_json("playtests", "score", id, "--player", "Anna", 9)
    told = run("playtests", "end", id)
    assert (told.exit_code, "Nobody has 21: finished, or stopped early?" in told.stdout) == (0, True)
    [listed] = as_json("playtests", "list", "--status", "ended")["sessions"]
    assert (listed["status"], listed["finished"]) == ("ended", None)
    stopped = as_json("playtests", "end", id, "--stopped")
    assert (stopped["status"], stopped["finished"], stopped["not_over"]) == ("ended", False, "Nobody has 21")
    assert "stopped early, ahead: nobody" in run("playtests", "end", id, "--stopped").stdout
    assert [row["session"] for row in as_json("playtests", "list", "--status", "stopped")["sessions"]] == [id]
    assert as_json("playtests", "end", id, "--finished")["finished"] is True
    assert session_in(home, id).status is SessionStatus.ENDED
    at_once = begun()
    as_json("playtests", "score", at_once, "--player", "Anna", 9)
    assert as_json("playtests", "end", at_once, "--stopped")["finished"] is False
    again = run("playtests", "end", id, "--finished", "--winners", "Ben")
    assert (again.exit_code, "--finished or --stopped alone" in again.stderr) == (2, True)
    assert run("playtests", "score", id, "--player", "Anna", 3).exit_code == 2


def test_winners_are_named_where_no_sheet_says(home: Path) -> None:
    id = begun()
    assert as_json("playtests", "end", id, "--winners", "ben")["winners"] == ["Ben"]
    assert [line.kind for line in session_in(home, id).lines][-2:] == [EntryKind.OVERRIDE, EntryKind.END]


WRONG: list[tuple[tuple[object, ...], list[str]]] = [
    (("--player", "Zoe", 3, "x", "shout=2"), ["Anna, Ben, Cleo", "x: must be a number", "the criteria of this"]),
    (("--player", "Anna", "broad_appeal=999", "one_hit_wonder=-5"), ["POINTS = 999", "POINTS = -5"]),
    (("--player", "Anna", "--row", "0", 3), ["--row = 0: must be the number of a deal, from 1"]),
    (("--player", "Anna"), ["POINTS, or --side, or --goes-to"]),
    (("--player", "Anna", 1, "--side", "x"), ["POINTS, or --side, or --goes-to"]),
    ((3,), ["--player: is missing"]),
    (("--player", "Anna", "--side", "red"), ["this game has no sides"]),
    (("--player", "Anna", "--total", 3, 4), ["must be one number"]),
    (("--player", "Anna", 3, "broad_appeal=2"), ["numbers alone, or all CRITERION=NUMBER"]),
]


def test_what_is_wrong_is_said_with_what_would_work(home: Path) -> None:
    id = begun()
    before = session_in(home, id).lines
    for arguments, messages in WRONG:
        result = run("playtests", "score", id, *arguments)
        assert (result.exit_code, "Traceback" in result.stderr) == (2, False)
        assert len(result.stderr.splitlines()) == len(messages), arguments
        for line, part in zip(result.stderr.splitlines(), messages, strict=True):
            assert part in line, arguments
    assert session_in(home, id).lines == before


def test_more_rows_than_the_rules_have_are_refused(home: Path) -> None:
    id = begun("trickster/prototype-a", "A,B,C,D")
    result = run("playtests", "score", id, "--player", "A", 1, 2, 3, 4, 5)
    assert (result.exit_code, "by these rules there are 4 rounds" in result.stderr) == (2, True)
    assert session_in(home, id).scores.totals == {}


def test_a_session_that_is_not_open_is_refused_and_those_that_are_open_named(home: Path) -> None:
    nothing = run("playtests", "end", "1234")
    assert (nothing.exit_code, "none is open: begin one with" in nothing.stderr) == (2, True)
    over, still = begun(), begun()
    as_json("playtests", "end", over)
    result = run("playtests", "score", over, "--player", "Anna", 3)
    assert (result.exit_code, over in result.stderr, still in result.stderr) == (2, True, True)
    unknown = run("playtests", "end", "zzzz")
    assert (unknown.exit_code, "SESSION = zzzz" in unknown.stderr) == (2, True)
    assert run("playtests", "list", "--status", "closed").exit_code == 2
    assert still in run("playtests", "list").stdout


@pytest.mark.parametrize(
    ("players", "newcomers", "message"),
    [("A,A", "", "two seats"), (",", "", "name at least one"), ("A,B", "C", "--newcomers = C")],
)
def test_who_cannot_sit_down_is_said_and_nothing_is_stored(
    home: Path, players: str, newcomers: str, message: str
) -> None:
    result = run("playtests", "begin", NEW, "--players", players, "--newcomers", newcomers)
    assert (result.exit_code, message in result.stderr) == (2, True)
    store = Store(home / "data" / "workbench.duckdb")
    assert not store.path.exists() or session_ids(store) == []
