"""The sheet of a session: sums and winners by the rules of the revision that was played."""

from dataclasses import replace

import pytest

from workbench.engine.problems import BadInput
from workbench.engine.score_sheet import Wins
from workbench.playtest import overview
from workbench.playtest.log.kinds import EntryKind
from workbench.playtest.log.recording import Log, begin
from workbench.playtest.log.scores import sheet_of
from workbench.playtest.log.session import session_of
from workbench.store import Store
from workbench.store.playtests.entries import entries_of, new_uuid
from workbench.store.playtests.people import people


def test_criteria_add_up_to_rows_and_rows_to_totals(log: Log, players: list[str]) -> None:
    anna, ben, cleo = players
    for row, points in enumerate([(2, 1, 0), (0, 3, 1)]):
        for player, total in zip(players, points, strict=True):
            log.score(player, row, total, "market_saturation")
    log.score(anna, 1, 2.5, "broad_appeal")
    scores = log.session().scores
    assert scores.row_total(anna, 1) == 2.5
    assert scores.criterion_total(anna, "market_saturation") == 2
    assert scores.totals == {anna: 4.5, ben: 4, cleo: 1}
    assert (scores.winners, scores.margin, scores.rows) == ((anna,), 0.5, 2)


def test_fractions_add_up_as_people_add_them(log: Log, players: list[str]) -> None:
    anna, ben, _ = players
    for row, points in enumerate([0.1, 0.2]):
        log.score(anna, row, points)
    for row, points in enumerate([-2, 1e-6]):
        log.score(ben, row, points)
    assert log.session().scores.totals == {anna: 0.3, ben: -1.999999}


def test_what_the_table_agreed_on_counts_more_than_what_it_adds_up_to(log: Log, players: list[str]) -> None:
    anna = players[0]
    log.score(anna, 0, 2, "broad_appeal")
    log.score(anna, 0, 5)
    assert log.session().scores.totals == {anna: 5}
    log.total(anna, 6)
    assert log.session().scores.totals == {anna: 6}
    assert log.session().scores.contradictions == (anna,)
    log.total(anna, None)
    log.score(anna, 0, None)
    assert log.session().scores.totals == {anna: 2}


def test_nobody_has_won_while_a_total_is_missing(log: Log, players: list[str]) -> None:
    log.total(players[0], 3)
    log.total(players[1], 8)
    assert (log.session().scores.winners, log.session().scores.margin) == ((), None)
    log.total(players[2], 8)
    scores = log.session().scores
    assert (scores.winners, scores.margin) == ((players[1], players[2]), 0)
    assert [scores.win_share(player) for player in players] == [0, 0.5, 0.5]


def test_an_override_counts_with_its_reason(log: Log, players: list[str]) -> None:
    for player in players:
        log.total(player, 5)
    override = log.override("Ben resigned", winners=[players[0]], totals={players[1]: 2})
    scores = log.session().scores
    assert (scores.winners, scores.override.reason) == ((players[0],), "Ben resigned")
    assert scores.totals == {players[0]: 5, players[1]: 2, players[2]: 5}
    log.undo(override.id)
    assert log.session().scores.winners == tuple(players)


def test_a_win_by_override_has_nobody_else_s_lead(log: Log, players: list[str]) -> None:
    anna, ben, _ = players
    for player, points in zip(players, (99, 5, 7), strict=True):
        log.total(player, points)
    override = log.override("Anna resigned", winners=[ben])
    assert log.session().scores.margin is None
    assert [row.margin for row in overview.sessions(log.store)] == [None]
    log.edit(override.id, winners=[anna])
    assert log.session().scores.margin == 92
    log.override("a slip", totals={anna: 9})
    assert (log.session().scores.winners, log.session().scores.margin) == ((anna,), 2)
    log.override("a storm", winners=[])
    assert (log.session().scores.winners, log.session().scores.margin) == ((), None)


def test_one_of_those_who_share_the_totals_wins_without_a_lead(log: Log, players: list[str]) -> None:
    for player in players:
        log.total(player, 5)
    log.override("won the tie", winners=players[:1])
    assert log.session().scores.margin is None


def test_whoever_leaves_keeps_their_points_and_cannot_win(log: Log, players: list[str]) -> None:
    anna, ben, cleo = players
    for player, points in zip(players, (5, 1, 3), strict=True):
        log.score(player, 0, points)
    log.leave(anna)
    session, scores = log.session(), log.session().scores
    assert ([player.player for player in session.left], scores.totals_left) == ([anna], {anna: 5})
    assert (scores.winners, scores.margin, scores.totals) == ((cleo,), 2, {ben: 1, cleo: 3})
    assert (session.seats, scores.stranded) == (3, {anna: 5})
    log.override("Anna had won already", [anna])
    assert log.session().scores.winners == (anna,)
    log.add_player(people(log.store)[anna], 0)
    assert (log.session().left, log.session().scores.totals[anna]) == ((), 5)


def test_whoever_takes_the_seat_over_may_take_the_points(log: Log, players: list[str]) -> None:
    anna, ben, cleo = players
    for player, points in zip(players, (5, 1, 3), strict=True):
        log.score(player, 0, points)
    log.leave(anna)
    dora = log.add_player("Dora", 0, takes_over=anna).data["player"]
    log.score(dora, 1, 4)
    scores = log.session().scores
    assert (scores.totals, scores.totals_left) == ({dora: 9, ben: 1, cleo: 3}, {anna: 5})
    assert [scores.row_total(dora, row) for row in range(2)] == [5, 4]
    assert (scores.winners, scores.stranded, log.session().seats) == ((dora,), {}, 3)
    entry = log.take_over(anna, None)
    assert log.session().scores.totals == {dora: 4, ben: 1, cleo: 3}
    log.undo(entry.id)
    log.total(dora, 12)
    assert log.session().scores.totals[dora] == 12
    assert log.session().scores.contradictions == (dora,)


def test_points_pass_on_from_hand_to_hand_but_never_in_a_circle(log: Log, players: list[str]) -> None:
    anna, ben, cleo = players
    log.score(anna, 0, 5)
    log.leave(anna)
    log.take_over(anna, ben)
    log.leave(ben)
    log.take_over(ben, cleo)
    assert log.session().scores.totals == {cleo: 5}
    entries = [e for e in entries_of(log.store, log.id) if e.kind == EntryKind.TAKEOVER]
    circle = [*entries_of(log.store, log.id), replace(entries[0], id=new_uuid(), data={"of": ben, "to": anna})]
    assert session_of(circle).scores.totals_left == {anna: 5, ben: 5}


def test_points_go_only_from_those_who_left_to_those_who_stay(log: Log, players: list[str]) -> None:
    with pytest.raises(BadInput, match=r"takeover\.of = "):
        log.take_over(players[0], players[1])
    log.leave(players[0])
    with pytest.raises(BadInput, match=r"takeover\.to = "):
        log.take_over(players[0], players[0])
    before = len(log.session().lines)
    with pytest.raises(BadInput, match=r"takeover\.of = "):
        log.add_player("Dora", 5, takes_over=players[1])
    assert len(log.session().lines) == before


def test_the_rules_of_the_revision_make_the_sheet() -> None:
    assert "shutout" in sheet_of("hitmakers", {"shutout_points": 2}).criterion_names
    assert "shutout" not in sheet_of("hitmakers", {}).criterion_names


def test_rules_that_the_game_no_longer_takes_count_as_defaults() -> None:
    assert sheet_of("hitmakers", {"score_target": -5, "of_old": 3}) == sheet_of("hitmakers", {})


def test_a_game_that_is_not_installed_has_totals_and_its_own_direction(store: Store) -> None:
    log = begin(store, {"game": "Golf at night", "printed": "deck B", "direction": "lowest"})
    players = [log.add_player(name).data["player"] for name in ("Anna", "Ben")]
    for player, points in zip(players, (70, 72), strict=True):
        log.total(player, points)
    session = log.session()
    assert session.scores.sheet.wins is Wins.LOWEST
    assert session.scores.winners == (players[0],)
    assert session.header.version == "deck B"


def test_bounds_are_those_of_the_rules() -> None:
    sheet = sheet_of("hitmakers", {"market_saturation_points": 2, "shutout_points": 0, "score_target": 0})
    assert sheet.bounds("market_saturation") == (0, 8)
    assert sheet.bounds() == sheet.total_bounds == (0, 8 + 4 + 4 + 4)
    assert sheet_of("hitmakers", {"score_target": 21}).total_bounds == (0, None)
    assert sheet_of("nobody knows it", {}).bounds() == (None, None)
