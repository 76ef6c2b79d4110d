"""Plays of BG Stats: nothing that a file says is turned into something else, or lost without a word."""

import json
from typing import Any

import pytest

from workbench.app.server.evening.sessions import SessionView
from workbench.app.server.evening.wording import verdict
from workbench.engine.problems import BadInput
from workbench.playtest.exchange.csv_table import template
from workbench.playtest.exchange.exporting import export_text
from workbench.playtest.exchange.importing import import_file, preview
from workbench.playtest.exchange.parsed import Format, ReadOptions
from workbench.playtest.log.kinds import EntryKind
from workbench.playtest.log.recording import Log, begin, load
from workbench.playtest.log.session import Session
from workbench.store import Store
from workbench.store.playtests.entries import session_ids
from workbench.store.playtests.people import people

ADA, BEN, NOBODY = 1, 2, 3
GAME = {"id": 1, "name": "My prototype", "highestWins": True}


def uuid(number: int) -> str:
    return f"{number:08d}-1111-4111-8111-111111111111"


def line(player: int, score: object = "", winner: bool | None = None, **more: object) -> dict[str, object]:
    return {"playerRefId": player, "score": score, **({} if winner is None else {"winner": winner}), **more}


def export(*plays: dict[str, Any], game: dict[str, object] = GAME, bot: bool = False) -> bytes:
    """A file with these plays, a day each."""
    numbered = [
        {"uuid": uuid(number), "gameRefId": 1, "playDate": f"2024-03-{number:02d} 19:00:00", **play}
        for number, play in enumerate(plays, start=1)
    ]
    names = {ADA: "Ada", BEN: "Ben", NOBODY: "Anonymous player"}
    players = [
        {"id": id, "uuid": uuid(100 + id), "name": name, "isAnonymous": id == NOBODY} for id, name in names.items()
    ]
    if bot:
        players[BEN - 1]["metaData"] = json.dumps({"isNpc": 1})
    games = [game, {"id": 8, "name": "Winter"}, {"id": 9, "name": "Islands"}]
    return json.dumps({"games": games, "players": players, "plays": numbered}).encode()


def read(store: Store, data: bytes) -> tuple[list[Session], list[str]]:
    """The sessions of an import, and its warnings but for that of a game that is none of ours."""
    done = import_file(store, data, "p.json")
    warnings = [str(warning) for warning in done.warnings if "no game here" not in warning.message]
    return [load(store, id) for id in sorted(session_ids(store))], warnings


def test_of_a_lost_play_nobody_has_won_and_an_ignored_one_keeps_its_winners(store: Store) -> None:
    lost = {"playerScores": [line(ADA, "7", False), line(BEN, "7", False)]}
    won = {"ignored": True, "playerScores": [line(ADA, "25", True), line(BEN, "25", True)]}
    sessions, _ = read(
        store, export(lost, {"playerScores": [line(ADA, "", False)]}, won, game={**GAME, "cooperative": True})
    )
    assert [len(session.winners) for session in sessions] == [0, 0, 2]
    assert [len(session.scores.override.winners) for session in sessions] == [0, 0, 2]
    assert verdict(SessionView(sessions[0], {}, {}, ())) == "Nobody won by override: as BG Stats has it"
    assert [session.status for session in sessions] == ["ended", "ended", "abandoned"]


def test_alone_and_ignored_in_a_game_of_ours(store: Store) -> None:
    alone = {"playerScores": [line(ADA, "19", False)]}
    ignored = {"ignored": 1, "playerScores": [line(ADA, "21", True), line(BEN, "15", False)]}
    unsaid = {"playerScores": [line(ADA, "21", False), line(BEN, "15", False)]}
    sessions, _ = read(store, export(alone, ignored, unsaid, game={**GAME, "name": "Hitmakers"}))
    assert [[people(store)[winner].name for winner in session.winners] for session in sessions] == [
        [],
        ["Ada"],
        ["Ada"],
    ]


def test_everybody_without_a_name_is_a_person_alone(store: Store) -> None:
    one = {"playerScores": [line(ADA, "12", True), line(NOBODY, "15"), line(NOBODY, "27")]}
    data = export(one, {"playerScores": [line(ADA, "9", True), line(NOBODY, "11")]})
    sessions, warnings = read(store, data)
    assert [sorted(session.scores.totals.values()) for session in sessions] == [[12, 15, 27], [9, 11]]
    assert sorted(str(person.name) for person in people(store).values()) == ["Ada", "None", "None", "None"]
    assert warnings == []
    back = json.loads(export_text(store, Format.BGSTATS))
    assert [player["isAnonymous"] for player in back["players"]].count(True) == 3
    assert {session.news for session in preview(store, data, "p.json").sessions} == {"known"}


def test_turn_order_stands_in_start_positions_too(store: Store) -> None:
    order = {"seatOrder": 0, "startPlayer": False}
    lines = [line(ADA, "15", startPosition="2", **order), line(BEN, "21", True, startPosition="1", **order)]
    [session, north], _ = read(
        store, export({"playerScores": lines}, {"playerScores": [line(ADA, startPosition="North")]})
    )
    assert [people(store)[player.player].name for player in session.players] == ["Ben", "Ada"]
    assert [(note.text, note.player) for note in north.notes] == [("Start position: North", north.players[0].player)]


def test_a_turn_order_that_is_none_is_told_and_stays_as_a_note(store: Store) -> None:
    twice = {"playerScores": [line(ADA, startPosition="1"), line(BEN, startPosition="1")]}
    half = {"playerScores": [line(ADA, startPosition="2nd"), line(BEN)]}
    sessions, warnings = read(store, export(twice, half, {"playerScores": [line(ADA), line(BEN)]}))
    assert [note.text for session in sessions for note in session.notes] == [
        "Start position: 1",
        "Start position: 1",
        "Start position: 2nd",
    ]
    assert {player.seat for session in sessions for player in session.players} == {None}
    assert len(warnings) == 1 and "plays[0].playerScores" in warnings[0] and "plays[1].playerScores" in warnings[0]


def test_a_half_typed_sum_is_read_with_a_warning(store: Store) -> None:
    [session], warnings = read(store, export({"playerScores": [line(ADA, "21+", True), line(BEN, "10+5")]}))
    assert sorted(session.scores.totals.values()) == [15, 21]
    assert len(warnings) == 1 and "plays[0].playerScores[0].score = 21+: " in warnings[0]


def sheet(*lines: tuple[str, str, str], negative: str = "") -> dict[str, object]:
    rows = [
        {"label": label, "negative": label == negative, "scores": {"a": first, "b": second}}
        for label, first, second in lines
    ]
    return {"rounds": [{"templateId": "1", "rows": rows}]}


def by_name(store: Store, session: Session) -> dict[tuple[str | None, int, str | None], float]:
    return {(people(store)[who].name, row, name): points for (who, row, name), points in session.scores.cells.items()}


def test_sides_categories_and_expansions_are_kept(store: Store) -> None:
    keys = [{"metaData": {"scoreUuid": key}} for key in "ab"]
    play = {
        "playerScores": [line(ADA, "9", True, role="Rote Fraktion", **keys[0]), line(BEN, "5", role="Blau", **keys[1])],
        "scoresheet": json.dumps(sheet(("Städte", "12", "5"), ("Debts", "3", ""), negative="Debts")),
        "board": "v2", "variant": "Long", "comments": "Close.", "expansionPlays": [{"gameRefId": 8}, {"gameRefId": 9}],
        "nemesisRefId": 2, "rating": 8, "tags": [], "bggLastSync": "2024", "metaData": {"isOnlinePlay": 1},
    }  # fmt: skip
    [session], warnings = read(store, export(play))
    assert by_name(store, session) == {
        ("Ada", 0, "stadte"): 12, ("Ada", 0, "debts"): -3, ("Ben", 0, "stadte"): 5,
    }  # fmt: skip
    assert (session.scores.contradictions, session.header.medium) == ((), "digital")
    assert sorted(session.scores.sides.values()) == ["blau", "rote_fraktion"]
    assert [note.text for note in session.notes] == ["Close.", "Expansions: Winter, Islands\nVariant: Long"]
    assert [warning.split(": ")[1] for warning in warnings] == ["plays[0].nemesisRefId and plays[0].rating"]


def test_what_a_game_of_ours_has_no_line_for_goes_to_the_notes(store: Store) -> None:
    keys = [{"metaData": {"scoreUuid": key}} for key in "ab"]
    lines = [line(ADA, "9", True, role="Host", team="Red", **keys[0]), line(BEN, "3", **keys[1])]
    table = sheet(("Broad appeal", "4", "3"), ("Bonus", "5", ""))
    play = {"playerScores": lines, "usesTeams": True, "scoresheet": table}
    rounds = {
        "playerScores": [line(ADA, "9", **keys[0])],
        "scoresheet": sheet(("{row}.", "5", ""), ("{row}.", "4", "")),
    }
    [first, second], _ = read(store, export(play, rounds, game={**GAME, "name": "Hitmakers"}))
    assert by_name(store, first) == {("Ada", 0, "broad_appeal"): 4, ("Ben", 0, "broad_appeal"): 3}
    assert [note.text for note in first.notes] == ["Team: Red", "Score sheet: Bonus 5"]
    assert by_name(store, second) == {("Ada", 0, None): 5, ("Ada", 1, None): 4}


@pytest.mark.parametrize("damaged", ["[]", {"rounds": [{"rows": [{"scores": 3}]}]}, {"rounds": {}}, "{"])
def test_a_damaged_score_sheet_stops_nothing(store: Store, damaged: object) -> None:
    [session], _ = read(store, export({"playerScores": [line(ADA, "9")], "scoresheet": damaged}))
    assert list(session.scores.totals.values()) == [9]


def test_there_and_back_keeps_what_no_field_of_ours_has(store: Store) -> None:
    game = {**GAME, "cooperative": True, "noPoints": True, "bggId": 445031}
    sessions, _ = read(
        store, export({"bggId": 77, "playerScores": [line(ADA, "", True), line(BEN)]}, game=game, bot=True)
    )
    assert sessions[0].has_bots
    back = json.loads(export_text(store, Format.BGSTATS))
    assert {name: back["games"][0][name] for name in ("cooperative", "noPoints", "bggId")} == {
        "cooperative": True, "noPoints": True, "bggId": 445031,
    }  # fmt: skip
    assert back["plays"][0]["bggId"] == 77
    assert {player["name"]: player.get("metaData") for player in back["players"]} == {"Ada": None, "Ben": {"isNpc": 1}}


@pytest.mark.parametrize("number", ["445031", -1, True, 2.5, [1], 10**30])
def test_an_id_that_is_no_number_is_told(store: Store, number: object) -> None:
    play = {"bggId": number, "rounds": number, "playerScores": [line(ADA, "3")]}
    _, warnings = read(store, export(play, game={**GAME, "bggId": number}))
    for place in (f"game {GAME['id']}.bggId", "plays[0].bggId", "plays[0].rounds"):
        assert any(place in warning and "must be a whole number" in warning for warning in warnings), warnings


def test_bots_that_played_here_are_marked(store: Store) -> None:
    log = begin(store, {"game": "hitmakers"})
    for seat, name in enumerate(("Ada", "Quick bot 2")):
        log.add_player(name, seat)
    log.tap(EntryKind.DECISIONS, {"seed": 1, "play": 0, "bots": ["greedy", "greedy"], "people": [0], "actions": []})
    log.end(finished=True)
    marked = {p["name"]: "metaData" in p for p in json.loads(export_text(store, Format.BGSTATS))["players"]}
    assert marked == {"Ada": False, "Quick bot 2": True}


def test_a_play_that_is_here_already_is_joined_with_an_update(store: Store) -> None:
    data = export({"board": "v2", "playerScores": [line(ADA, "21", True)]}, game={**GAME, "name": "Hitmakers"})
    import_file(store, data, "p.json")
    join = ReadOptions(join=lambda *_: {"game": "hitmakers", "revision": "v2", "rules_hash": "abc"}, joins=True)
    seen = import_file(store, data, "p.json", how=join)
    assert (seen.joined, "link empty, now hitmakers/v2" in str(seen.warnings)) == ({}, True)
    assert import_file(store, data, "p.json", how=join, update=True).joined == {"hitmakers/v2": 1}
    assert load(store, session_ids(store)[0]).header.rules_hash == "abc"


def test_a_play_that_is_there_twice_is_one_problem_with_both_places(store: Store) -> None:
    with pytest.raises(BadInput) as refused:
        import_file(store, export(*(2 * [{"uuid": uuid(1), "playerScores": [line(ADA, 3), line(BEN, 2)]}])), "p.json")
    [problem] = refused.value.problems
    assert problem.place == "plays[0]" and "plays[1] once more" in problem.message


def test_too_many_sessions_are_counted_before_any_is_read(
    store: Store, monkeypatch: pytest.MonkeyPatch, log: Log
) -> None:
    log.add_player("Ada")
    whole = json.loads(export_text(store, Format.JSON))
    monkeypatch.setattr("workbench.playtest.exchange.parsed.MOST_SESSIONS", 1)
    rows = template().replace("\r\nfirst,", "\r\n,").encode()
    for data in (export({"uuid": 1}, {"uuid": 2}), json.dumps({**whole, "sessions": [{}, {}]}).encode(), rows):
        with pytest.raises(BadInput) as refused:
            preview(store, data, "p")
        [problem] = refused.value.problems
        assert (problem.value, problem.message) == ("2 sessions", "at most 1 can be taken at once: divide the file")
