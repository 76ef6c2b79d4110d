"""Boards: their sets against naive ones, what stands on them as it is drawn, and Four in a Row by others' figures."""

import re
from itertools import product

import pytest

from tests.support.kit import EXAMPLES
from tests.support.plain import Play
from workbench import kit
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch
from workbench.engine.bit_sets import members
from workbench.engine.picture import Look, Plan, Spot
from workbench.report.example_round import table_halfway

FOUR, ROWS, COLUMNS = EXAMPLES["four_in_a_row"], 6, 7
ISLES = kit.board("north . cape", "mill old_port bay", links="north-mill north-old_port old_port-bay bay-cape")
TAKE_OVER = 42


def naive_lines(rows: int, columns: int, length: int) -> set[frozenset[tuple[int, int]]]:
    lines = set()
    for row, column, (down, right) in product(range(rows), range(columns), [(0, 1), (1, 0), (1, 1), (1, -1)]):
        line = [(row + step * down, column + step * right) for step in range(length)]
        if all(0 <= y < rows and 0 <= x < columns for y, x in line):
            lines.add(frozenset(line))
    return lines


def test_a_grid_has_its_neighbors_rows_columns_and_lines_as_sets() -> None:
    grid = kit.grid(ROWS, COLUMNS)
    assert (grid.words[0], grid.words[6], grid.words[-1]) == ("a1", "g1", "g6")
    at = [divmod(space, COLUMNS) for space in range(ROWS * COLUMNS)]
    lines = {frozenset(at[space] for space in members(line)) for line in grid.lines(4)}
    assert lines == naive_lines(ROWS, COLUMNS, 4) and len(lines) == 69
    for space, (row, column) in enumerate(at):
        beside = {other for other, (y, x) in enumerate(at) if abs(y - row) + abs(x - column) == 1}
        assert set(members(grid.neighbors[space])) == beside
        assert space in members(grid.rows[row] & grid.columns[column])


def test_a_board_of_names_is_linked_as_it_says_and_drawn_as_it_is_written() -> None:
    assert ISLES.words == ("north", "cape", "mill", "old port", "bay")
    assert ISLES.drawn == [0, None, 1, 2, 3, 4] and ISLES.width == 3
    linked = [{ISLES.words[other] for other in members(spaces)} for spaces in ISLES.neighbors]
    assert ISLES.ways == ((0, 3), (0, 4), (4, 5), (5, 2))
    near = dict(zip(ISLES.words, linked, strict=True))
    assert near["north"] == {"mill", "old port"} and near["bay"] == {"old port", "cape"}
    land = ISLES.whole & ~ISLES.spaces("old port")
    assert kit.region(ISLES.neighbors, 0, land) == ISLES.spaces("north", "mill")
    assert kit.region(ISLES.neighbors, 0, ISLES.whole) == ISLES.whole


@pytest.mark.parametrize(
    ("rows", "links", "words"),
    [(("a b a",), None, '"a" is the name of two'), (("a b",), "a-c", "c is none of the spaces a, b"),
     ((" ".join(f"s{number}" for number in range(65)),), None, "1 to 64 spaces, not 65")],
)  # fmt: skip
def test_a_board_that_cannot_be_is_refused(rows: tuple[str, ...], links: str | None, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        kit.board(*rows, links=links)


# Four in a Row


def positions_after(disks: int) -> int:
    """How many positions there are after so many disks, by the game's own moves."""
    play = Play(FOUR, {}).begin()
    now = {bytes(play.state): play.state.copy()}
    for _ in range(disks):
        following = {}
        for state in now.values():
            play.states[0] = state
            for action in play.legal:
                play.states[0] = state
                play.take(action)
                following[bytes(play.state)] = play.state.copy()
        now = following
    return len(now)


def test_there_are_as_many_positions_as_others_have_counted() -> None:
    assert [positions_after(disks) for disks in range(6)] == [1, 7, 49, 238, 1120, 4263]  # OEIS A212693


def naive_play(spaces: list[int]) -> tuple[list[int], bool]:
    """Who wins a play of these drops, on a board of lists; and that each went to the lowest free space of its column
    while nobody had won. Both win a draw."""
    board = [[-1] * COLUMNS for _ in range(ROWS)]
    for number, space in enumerate(spaces):
        row, column, player = space // COLUMNS, space % COLUMNS, number % 2
        assert [line[column] for line in board].index(-1) == row
        board[row][column] = player
        won = [line for line in naive_lines(ROWS, COLUMNS, 4) if all(board[y][x] == player for y, x in line)]
        assert (number == len(spaces) - 1) == bool(won or number == ROWS * COLUMNS - 1)
    straight = [line for line in won if len({y for y, _ in line}) == 1 or len({x for _, x in line}) == 1]
    return [player] if won else [0, 1], bool(won) and not straight


def test_random_plays_end_as_on_a_board_of_lists() -> None:
    batch = Batch(FOUR, {}, seat_bots(FOUR, ("random",) * 2, 2), 7)
    for number in range(40):
        actions, result = batch.decided(number, is_plain=True)
        winners, slanted = naive_play([int(action) for action in actions])
        assert (members(result["winners"][0]), bool(result["slanted"][0])) == (winners, slanted)


def test_the_first_disk_may_be_taken_over_once_where_the_rules_say_so() -> None:
    assert TAKE_OVER not in Play(FOUR, {}).begin().take(3).legal
    play = Play(FOUR, {"swap": True}).begin().take(3)
    assert TAKE_OVER in play.legal
    play.take(TAKE_OVER)
    assert play.state.actor == 0 and members(play.state.disks[1]) == [3] and TAKE_OVER not in play.legal


def test_a_disk_is_drawn_on_its_space_and_a_choice_says_its_space() -> None:
    play = Play(FOUR, {}).begin().take(3).take(10)
    (board,) = [zone for zone in FOUR.picture.zones(play.state, play.rules, play.values) if zone.look is Look.BOARD]
    plan, *spots = board.things
    assert plan == Plan(COLUMNS) and len(spots) == ROWS * COLUMNS
    assert spots[-4] == Spot("d1", ((0, ""),)) and spots[-11] == Spot("d2", ((1, ""),))
    assert FOUR.picture.choice(play.state, play.rules, play.values, 17).space == "d3"
    assert play.trace[-1] == {"event": "drop", "player": 1, "space": "d2"}
    assert re.search('alt="[a-g][1-6]: player [12]; ', table_halfway(FOUR))
