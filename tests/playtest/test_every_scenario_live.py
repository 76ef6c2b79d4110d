"""Every scenario file that ships, as a live session: begun, scored, ended, written to every format and read again."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest

from workbench.engine.score_sheet import ScoreSheet
from workbench.play.outcome import Outcome
from workbench.playtest import overview
from workbench.playtest.exchange.exporting import export_tables, export_text
from workbench.playtest.exchange.importing import import_file
from workbench.playtest.exchange.parsed import Format
from workbench.playtest.log.kinds import Moment, SessionStatus
from workbench.playtest.log.recording import Log, load
from workbench.playtest.log.session import Session
from workbench.playtest.people_and_bots import compare_with_bots
from workbench.playtest.sessions import NewPlayer, begin_session
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import Workspace, init_workspace
from workbench.store import Store
from workbench.store.playtests.entries import entries_of
from workbench.store.playtests.people import people
from workbench.store.runs import revisions
from workbench.studies.people_and_bots.measure import simulated

SHIPPED = sorted(Path(__file__).parents[2].glob("scenarios/*/*.toml"))
NAMES = [f"{path.parent.name}/{path.stem}" for path in SHIPPED]
FIGURES = {
    "hitmakers": {"score", "margin", "length"},
    "hollywood_1947": {"length"},
    "showbiz_shuffle": {"score", "margin"},
    "trickster": {"score", "margin", "length"},
}
PEOPLE = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida"]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return init_workspace(tmp_path_factory.mktemp("live") / "studio")[0]


@pytest.fixture(scope="module")
def store(workspace: Workspace) -> Iterator[Store]:
    """The workspace's store, open throughout: opening it at every look would take most of the time."""
    store = Store(workspace.store_path)
    with store.session():
        yield store


@pytest.fixture(scope="module")
def logged(workspace: Workspace, store: Store) -> dict[str, Log]:
    """A session of each, that was played to its end."""
    return {name: play(store, load_scenario(workspace, name)) for name in NAMES}


def play(store: Store, scenario: Scenario) -> Log:
    seated = [NewPlayer(name, newcomer=name == "Anna") for name in PEOPLE[: scenario.players]]
    log = begin_session(store, scenario, {"goal": "Does it log?"}, seated)
    session = log.session()
    write_scores(log, session.scores.sheet, [player.player for player in session.players])
    log.moment(Moment.LAUGHTER, session.players[0].player, "the dog")
    log.end(finished=True)
    return log


def write_scores(log: Log, sheet: ScoreSheet, players: list[str]) -> None:
    """What the table writes down, so that the first player wins."""
    for place, player in enumerate(players):
        if sheet.sides:
            log.side(player, sheet.sides[min(place, 1)].name)
            continue
        points = place if sheet.wins == "lowest" else 9 - place
        for criterion in sheet.criteria[:2]:
            log.score(player, 0, 2 if criterion.deducts else points, criterion.name)
        if not sheet.criteria:
            log.score(player, 0, points)
    for row in range(sheet.sides[0].target or 0 if sheet.sides else 0):
        log.outcome(row, [sheet.sides[0].name])


def test_all_that_ship_are_here() -> None:
    assert len(NAMES) == 21
    assert {name.split("/")[0] for name in NAMES} == {"hitmakers", "hollywood_1947", "showbiz_shuffle", "trickster"}


@pytest.mark.parametrize("name", NAMES)
def test_it_is_logged_from_beginning_to_end(workspace: Workspace, logged: dict[str, Log], name: str) -> None:
    session, scenario = logged[name].session(), load_scenario(workspace, name)
    assert (session.status, len(session.players)) == (SessionStatus.ENDED, scenario.players)
    assert session.header.rules_hash == scenario.rules_hash
    assert session.header.rules.keys() == scenario.rules.keys()
    assert session.scores.sheet == scenario.game.sheet(scenario.rules)
    assert session.scores.winners == (session.players[0].player,)
    assert [moment.note for moment in session.moments] == ["the dog"]
    assert session.players[0].newcomer


def test_a_log_stays_small_and_the_store_keeps_the_cards(store: Store, logged: dict[str, Log]) -> None:
    stored = {
        (revision.game, revision.name, revision.rules_hash): revision
        for game in FIGURES
        for revision in revisions(store, game)
    }
    for name, log in logged.items():
        assert len(json.dumps(entries_of(log.store, log.id)[0].data)) < 2_000
        header = log.session().header
        whole = stored[(*name.split("/"), header.rules_hash)].rules
        rows = {rule: len(value["rows"]) for rule, value in whole.items() if isinstance(value, dict)}
        assert rows == {rule: value["cards"] for rule, value in header.rules.items() if isinstance(value, dict)}


def told(store: Store, session: Session) -> list[tuple[Any, ...]]:
    """Everybody at the table: name, seat, total, side, whether they won."""
    names, scores = people(store), session.scores
    return [
        (names[who].name, player.seat, scores.totals.get(who), scores.sides.get(who), who in scores.winners)
        for player in session.players
        for who in [player.player]
    ]


@pytest.mark.parametrize("format", [Format.JSON, Format.CSV, Format.BGSTATS])
def test_every_format_brings_it_to_an_empty_workspace(
    tmp_path: Path, store: Store, logged: dict[str, Log], format: Format
) -> None:
    other = Store(tmp_path / "other" / "workbench.duckdb")
    with other.session():
        done = import_file(other, export_text(store, format).encode(), f"all.{format}")
        assert (done.batch.sessions if done.batch else 0, list(done.warnings)) == (len(NAMES), [])
        there = {row.session: row for row in overview.sessions(other)}
        for name, log in logged.items():
            ours, theirs = log.session(), load(other, log.id)
            assert (there[log.id].game, there[log.id].version) == tuple(name.split("/"))
            assert told(other, theirs) == told(store, ours)
            if format is Format.JSON:
                assert replace(theirs, lines=()) == replace(ours, lines=())


def test_the_tables_have_all_of_them(store: Store, logged: dict[str, Log]) -> None:
    with ZipFile(io.BytesIO(export_tables(store))) as archive:
        text = {name: archive.read(f"{name}.csv").decode("utf-8-sig") for name in ("sessions", "players", "moments")}
    rows = {name: list(csv.DictReader(io.StringIO(table))) for name, table in text.items()}
    assert {f"{row['game']}/{row['version']}" for row in rows["sessions"]} == set(NAMES)
    assert all(row["winners"] == "Anna" for row in rows["sessions"])
    assert len(rows["players"]) == sum(len(log.session().players) for log in logged.values())
    assert len(rows["moments"]) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_people_and_bots_shows_it(workspace: Workspace, logged: dict[str, Log], name: str) -> None:
    scenario = load_scenario(workspace, name)
    results = np.zeros(4, scenario.game.result)
    results["winners"] = 1
    people_and_bots = compare_with_bots(simulated(Outcome(scenario, results, "", 0.0)), [logged[name].session()])
    assert (len(people_and_bots.sessions), people_and_bots.left_out) == (1, {})
    assert {figure.name for figure in people_and_bots.figures} == FIGURES[scenario.game.name]
