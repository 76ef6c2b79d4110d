"""Whoever leaves keeps their points, in every list and file, and gets a form; whoever follows may take the points."""

import csv
import io
import json
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from tests.support.stores import seats
from workbench.engine.parameters import complete
from workbench.engine.registry import game_named
from workbench.playtest import overview
from workbench.playtest.exchange.exporting import export_tables, export_text
from workbench.playtest.exchange.importing import import_file
from workbench.playtest.exchange.parsed import Format
from workbench.playtest.feedback import make_link, open_form, submit
from workbench.playtest.log.recording import Log, load
from workbench.playtest.log.session import Session
from workbench.playtest.people import display_names
from workbench.playtest.people_and_bots import Simulated, compare_with_bots
from workbench.store import Store
from workbench.store.playtests.entries import Feedback, new_uuid
from workbench.store.playtests.people import people


@pytest.fixture(params=[False, True], ids=["points stay", "points pass on"])
def left(request: pytest.FixtureRequest, log: Log, players: list[str]) -> Log:
    """Cleo leaves with 7 points, and Dora follows, with these or without."""
    anna, ben, cleo = players
    for player, points in ((anna, 9), (ben, 4), (cleo, 7)):
        log.score(player, 0, points)
    log.leave(cleo)
    dora = log.add_player("Dora", 2, takes_over=cleo if request.param else None)
    log.score(dora.data["player"], 1, 5)
    return log


def told(store: Store, session: Session) -> list[tuple[str, float | None, bool, str | None]]:
    """Everybody: name, points, whether they left, and who took the points over."""
    names, scores = display_names(people(store), [player.player for player in session.everybody]), session.scores
    return [
        (names[x.player], scores.total_of(x.player), x in session.left, names.get(scores.taken.get(x.player, "")))
        for x in session.everybody
    ]


def table(data: bytes, name: str) -> list[dict[str, str]]:
    with ZipFile(io.BytesIO(data)) as archive:
        return list(csv.DictReader(io.StringIO(archive.read(f"{name}.csv").decode("utf-8-sig"))))


def test_every_file_has_them_and_brings_them_back(tmp_path: Path, left: Log) -> None:
    left.end(finished=True)
    ours = told(left.store, left.session())
    assert ours[-1][:3] == ("Cleo", 7, True)
    for format in (Format.JSON, Format.CSV):
        other = Store(tmp_path / format / "workbench.duckdb")
        with other.session():
            import_file(other, export_text(left.store, format).encode(), f"all.{format}")
            theirs = load(other, left.id)
            assert told(other, theirs) == ours
        assert theirs.scores.stranded.keys() == left.session().scores.stranded.keys() or format is Format.CSV
        assert len(theirs.scores.winners) == 1


def test_bg_stats_says_who_left(tmp_path: Path, left: Log) -> None:
    left.end(finished=True)
    [play] = json.loads(export_text(left.store, Format.BGSTATS))["plays"]
    last = play["playerScores"][-1]
    assert (last["score"], last["winner"], last["seatOrder"]) == ("7", False, 0)
    assert last["role"].startswith("left the table")
    other = Store(tmp_path / "other" / "workbench.duckdb")
    with other.session():
        import_file(other, export_text(left.store, Format.BGSTATS).encode(), "all.bgsplay")
        session = load(other, left.id)
    assert [player.seat for player in session.players] == [0, 1, 2]
    assert (session.scores.totals_left, len(session.left)) == ({session.left[0].player: 7}, 1)


def test_the_tables_say_whose_total_the_points_belong_to(left: Log) -> None:
    taken = bool(left.session().scores.taken)
    data = export_tables(left.store)
    cleo = next(row for row in table(data, "players") if row["player"] == "Cleo")
    assert (cleo["score"], cleo["left"], cleo["winner"]) == ("7", "yes", "no")
    assert cleo["points_to"] == ("Dora" if taken else "")
    [row] = [row for row in table(data, "scores") if row["player"] == "Cleo"]
    assert row["counts_for"] == ("Dora" if taken else "Cleo")
    assert table(data, "sessions")[0]["left"] == "1"


def test_the_list_and_the_mean_of_the_table_count_the_points_once(left: Log) -> None:
    left.end(finished=True)
    rows = seats(left.store)
    gone = next(row for row in rows if row.departed)
    assert (len(rows), gone.total, gone.passed_on) == (4, 7, bool(left.session().scores.taken))
    [session] = overview.sessions(left.store)
    assert session.players == 3
    [score] = [score for score in overview.dashboard(left.store).figures if score.what == "total"]
    assert score.spread.median == pytest.approx((9 + 4 + 7 + 5) / 3)


def test_people_and_bots_counts_the_points_once(left: Log) -> None:
    left.end(finished=True)
    game = game_named("hitmakers")
    results = np.zeros(8, game.result)
    results["winners"] = 1
    against = Simulated(game, complete(game.parameters, {}), "", ("greedy",) * 3, results)
    people_and_bots = compare_with_bots(against, [left.session()])
    assert next(figure for figure in people_and_bots.figures if figure.name == "score").values == pytest.approx(
        [25 / 3]
    )


def test_a_seat_that_stays_empty_was_played_all_the_same(log: Log, players: list[str]) -> None:
    for player, points in zip(players, (9, 4, 7), strict=True):
        log.score(player, 0, points)
    log.leave(players[2])
    assert log.session().seats == 3
    log.undo(log.session().lines[-1].entry.id)
    late = log.add_player("Eve", 3).data["player"]
    log.leave(late)  # sat down by mistake, without points
    assert log.session().seats == 3


def test_they_get_a_form_of_their_own(left: Log, players: list[str]) -> None:
    cleo = players[2]
    opened = open_form(left.store, make_link(left.store, left.id, cleo))
    assert [form_player.player for form_player in opened.open_to] == [cleo]
    assert cleo in [form_player.player for form_player in open_form(left.store, make_link(left.store, left.id)).open_to]
    assert submit(left.store, Feedback(new_uuid(), left.id, cleo, fun=3)).player == cleo
