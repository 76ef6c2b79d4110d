"""Mechanisms that the kit has no word for and needs none: open auctions, programmed turns, tiles with fitting edges,
engines of played cards.

Each is a short game whose plays are followed step by step by a naive referee.
"""

from collections.abc import Iterator
from random import Random

import pytest

from tests.kit import open_auction, programs, tiles, works
from tests.support.plain import Play
from workbench.conform import Extent, conform
from workbench.engine.bit_sets import members
from workbench.engine.compiling import plain_mode
from workbench.engine.game import Game
from workbench.engine.picture import Look, Spot

GAMES = [open_auction.GAME, programs.GAME, tiles.GAME, works.GAME]


def finished(game: Game, seed: int, **rules: int) -> Play:
    play = Play(game, rules, seed).begin()
    while not play.state.over:
        play.take(play.decision())
    return play


@pytest.mark.parametrize("seed", range(20))
def test_in_an_open_auction_bids_rise_until_all_but_one_have_passed(seed: int) -> None:
    play = finished(open_auction.GAME, seed, players=2 + seed % 4)
    players, lot, turn = play.players, 1, 0
    coins, worth, out, bid, bidder = [12] * players, [0] * players, set[int](), 0, -1
    for event in play.trace[:-1]:
        if event["event"] == "sell":
            assert len(out) == players - 1 and bidder not in out
            assert (event["player"], event["coins"], event["lot"]) == (bidder, bid, lot)
            coins[bidder], worth[bidder], turn = coins[bidder] - bid, worth[bidder] + lot, bidder
            lot, out, bid = lot + 1, set(), 0
            continue
        if len(out) == players:  # nobody wanted it
            lot, out = lot + 1, set()
        assert event["player"] == turn and turn not in out
        if event["event"] == "bid":
            assert bid < event["coins"] <= coins[turn]
            bid, bidder = event["coins"], turn
        else:
            out.add(turn)
        turn = next(
            (n % players for n in range(turn + 1, turn + players) if n % players not in out), (turn + 1) % players
        )
    assert lot + (len(out) == players) == 6
    assert play.report()["points"][:players].tolist() == worth


@pytest.mark.parametrize("seed", range(20))
def test_programs_are_carried_out_step_by_step_in_the_order_of_players(seed: int) -> None:
    play = finished(programs.GAME, seed, players=2 + seed % 3)
    places, steps = list(range(play.players)), {"stay": 0, "right": 1, "leap": 2}
    told = [event for event in play.trace if event["event"] == "choose"]
    run = [event for event in play.trace if event["event"] == "run"]
    assert len(run) == 3 * len(told) == 6 * play.players
    for turn in range(2):
        plans = [event["plan"].split(", ") for event in told[turn * play.players :][: play.players]]
        for step in range(3):
            for player, plan in enumerate(plans):
                places[player] += steps[plan[step]]
                for other in range(play.players):
                    pushed = other != player and places[other] == places[player] and plan[step] != "stay"
                    places[other] -= pushed
                event = run.pop(0)
                assert (event["player"], event["steps"]) == (player, steps[plan[step]])
    assert play.report()["points"][: play.players].tolist() == places


def meeting(board: dict[tuple[int, int], str], at: tuple[int, int], tile: str) -> Iterator[bool]:
    """For each edge that meets another, whether it has its color; a tile is named by east, west, north, south."""
    for place, (across, up) in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1))):
        if there := board.get((at[0] + across, at[1] + up)):
            yield tile[place] == there[place ^ 1]


@pytest.mark.parametrize("seed", range(20))
def test_tiles_are_laid_where_every_edge_meets_its_color(seed: int) -> None:
    play = Play(tiles.GAME, {}, seed).begin()
    board = {(2, 2): tiles.EDGES[play.state.tiles[12] - 1]}
    points, drawn, turn = [0, 0], "", 0
    while not play.state.over:
        drawn = tiles.EDGES[play.state.drawn]
        fits = {
            (column, row)
            for column in range(5)
            for row in range(5)
            if (column, row) not in board and (met := [*meeting(board, (column, row), drawn)]) and all(met)
        }
        assert {(action % 5, action // 5) for action in play.legal} == fits
        action = Random(seed + turn).choice(play.legal)
        points[turn % 2] += len([*meeting(board, (action % 5, action // 5), drawn)])
        board[action % 5, action // 5] = drawn
        play.take(action)
        turn += 1
    assert play.report()["points"][:2].tolist() == points
    assert len(board) + play.state.away + sum(play.state.bag) == 16
    (zone,) = (
        zone for zone in tiles.GAME.picture.zones(play.state, play.rules, play.values) if zone.look is Look.BOARD
    )
    drawn = {spot.name: spot.pieces for spot in zone.things if isinstance(spot, Spot) and spot.pieces}
    assert drawn == {f"{'abcde'[column]}{row + 1}": ((-1, tile),) for (column, row), tile in board.items()}


@pytest.mark.parametrize("seed", range(20))
def test_works_that_are_built_pay_for_others_and_cranes_make_them_cheaper(seed: int) -> None:
    names = works.CARDS.names
    play = Play(works.GAME, {"players": 2 + seed % 3}, seed).begin()
    hands = [{names[card] for card in members(play.state.hand[seat])} for seat in range(play.players)]
    built, coins, turn = [list[str]() for _ in hands], [0] * len(hands), 0
    prices, incomes = {"mill": 2, "forge": 4, "tower": 5, "crane": 3}, {"mill": 1, "forge": 3}
    points = {"mill": 1, "forge": 2, "tower": 5, "crane": 1}
    while not play.state.over:
        seat = turn % play.players
        cheaper = sum(work.startswith("crane") for work in built[seat])
        costs = {work: max(1, prices[work.split()[0]] - cheaper) for work in hands[seat]}
        choices = {offers_of(play, action): action for action in play.legal}
        affordable = {work for work, price in costs.items() if price <= coins[seat]}
        assert {*choices} == {f"Build {work}" for work in affordable} | {"Earn"}
        says = Random(seed + turn).choice(sorted(choices))
        before = {*members(play.state.hand[seat])}
        play.take(choices[says])
        if says == "Earn":
            coins[seat] += 1 + sum(incomes.get(work.split()[0], 0) for work in built[seat])
            hands[seat] |= {names[card] for card in {*members(play.state.hand[seat])} - before}
        else:
            work = says.removeprefix("Build ")
            coins[seat] -= costs[work]
            hands[seat].remove(work)
            built[seat].append(work)
        turn += 1
        assert play.state.coins.tolist()[: play.players] == coins
    totals = [sum(points[work.split()[0]] for work in works_of) for works_of in built]
    assert turn == 8 * play.players and play.report()["points"][: play.players].tolist() == totals


def offers_of(play: Play, action: int) -> str:
    return play.game.picture.choice(play.state, play.rules, play.values, action).says


@pytest.mark.thorough
@pytest.mark.skipif(plain_mode(), reason="compares both modes by itself")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_these_games_conform(game: Game) -> None:
    assert conform(game, Extent(plays=2, seconds=1.0)) == []
