"""Evaluations learned by self-play: exact, blind to what is hidden, and another one under other rules."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.support.kit import EXAMPLES
from tests.support.scenarios import hearing, scenario
from workbench.bots import learning
from workbench.bots.learned import LEARNED_SEATS, Way, best_in_worlds
from workbench.bots.learning import PANEL, Evaluation, SelfPlay, Share, evaluation_of, fitted, gathered, learn, solved
from workbench.bots.library import file_of, has_learned
from workbench.bots.quick import best_of
from workbench.bots.seats import LEARNED
from workbench.bots.spec import seat_bots
from workbench.bots.strength import bots_of_file
from workbench.conform.table import PlainTable
from workbench.engine import notes
from workbench.engine.batch import Batch, replays
from workbench.engine.bit_sets import members, up_to
from workbench.engine.compiling import plain_mode, plainly
from workbench.engine.dispatch import conceal, list_features
from workbench.engine.features import MOST_FEATURES, _written
from workbench.engine.game import Game
from workbench.engine.parameters import Values, complete
from workbench.engine.registry import game_named, use_workspace
from workbench.engine.types import State
from workbench.kit import FRENCH
from workbench.kit.examples.four_in_a_row import FRAME
from workbench.report.text.scenarios import on_bots

PIG = EXAMPLES["pig"]
SHORT = {"target": 20}
HIDING = ("hitmakers", "hollywood_1947", "showbiz_shuffle", "trickster", "hearts", "kuhn_poker", "picnic", "goofspiel")
needs_compiler = pytest.mark.skipif(plain_mode(), reason="learning plays thousands of plays")


@pytest.fixture(autouse=True)
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A workspace where nothing has been learned, and rounds that are short."""
    use_workspace(tmp_path)
    monkeypatch.setattr(learning, "_cache", {})
    monkeypatch.setattr(learning, "MOST_DECISIONS", 3_000)
    monkeypatch.setattr(learning, "MATCH_PLAYS", 200)
    yield tmp_path
    use_workspace("")


def game_called(name: str) -> Game:
    return EXAMPLES.get(name) or game_named(name)


def rules_of(game: Game, **rules: int) -> Values:
    return complete(game.parameters, rules)


def features(table: PlainTable, position: object, player: int) -> dict[int, int]:
    places, amounts = np.zeros(MOST_FEATURES, np.int64), np.zeros(MOST_FEATURES, np.int64)
    table.states[2] = position
    table.run(conceal, table.states[2], table.rules, player)
    number = int(table.run(list_features, table.states[2], table.rules, player, places, amounts))
    return dict(zip(places[:number].tolist(), amounts[:number].tolist(), strict=True))


def hands(position: State) -> list[bytes]:
    """What lies in all hands, those of stocks too."""
    parts = [position, *(position[name] for name in position.dtype.names if position.dtype[name].names)]
    return [part[name].tobytes() for part in parts for name in ("hand", "packet") if name in part.dtype.names]


@pytest.mark.parametrize("name", HIDING)
def test_what_is_hidden_changes_no_feature(name: str) -> None:
    table = PlainTable(game_called(name), {}, seed=3, play=1)
    table.begin()
    differed = False
    for _ in range(30):
        player = int(table.state.actor)
        seen = features(table, table.state, player)
        for seed in (1, 2):
            world = table.world(player, seed)
            differed = differed or hands(world) != hands(table.state)
            assert features(table, world, player) == seen
        assert len(seen) > 3
        table.take(table.decision())
        if table.state.over:
            break
    assert differed


def names_of(game: Game, table: PlainTable) -> set[str]:
    names = _written(game.features).names
    return {names[place] for place in features(table, table.state, 0)}


def test_a_hand_is_listed_by_suit_and_rank_too() -> None:
    table = PlainTable(EXAMPLES["hearts"], {}, seed=3, play=1)
    table.begin()
    table.state.hand[0] = FRENCH.cards("2C", "10C", "QS", "QD")
    of_groups = {name for name in names_of(table.game, table) if name.endswith("in own hand") and " of " in name}
    clubs = {"2 of C", "lowest 0 of C", "highest 8 of C"}
    others = {f"{name} of {suit}" for name in ("1", "lowest 10", "highest 10") for suit in "SD"}
    assert of_groups == {f"{name} in own hand" for name in clubs | others | {"1 of 2", "1 of 10", "2 of Q"}}


def test_lines_are_counted_that_are_open_to_one_player_alone() -> None:
    table = PlainTable(EXAMPLES["four_in_a_row"], {}, seed=3, play=1)
    table.begin()
    place = {word: space for space, word in enumerate(FRAME.words)}
    table.state.disks[0] = sum(1 << place[word] for word in ("a1", "b1", "c1"))
    table.state.disks[1] = 1 << place["g6"]
    amounts, names = features(table, table.state, 0), _written(table.game.features).names
    lines = {names[number]: amount for number, amount in amounts.items() if names[number].startswith("lines")}
    naive = [sum(line.bit_count() == 4 and (line & int(table.state.disks[0])).bit_count() == number
                 for line in map(int, FRAME.lines(4))) for number in (1, 2, 3)]  # fmt: skip
    assert [lines[f"lines with {number} of own disks"] for number in (1, 2, 3)] == naive and naive[2] == 1
    assert lines["lines with 1 of others"] == 3


def test_the_best_choices_are_left_and_of_equal_ones_the_first() -> None:
    worths = np.array([3.0, 1, 4, 1, 4])
    left = [members(plainly(best_of)(worths, up_to(5), number)) for number in (9, 4, 2, 1)]
    assert left == [[0, 1, 2, 3, 4], [0, 1, 2, 4], [2, 4], [2]]


def begun_pig(weight: float = 0.0) -> tuple[PlainTable, np.void]:
    """Pig, dealt, and a table of bots that hold positions where others are to move for worth so much."""
    table, seats = PlainTable(PIG, {}, seed=3, play=1), np.zeros(1, LEARNED_SEATS)[0]
    table.begin()
    seats.weights[MOST_FEATURES] = weight
    return table, seats


def choice(table: PlainTable, seats: np.void, way: Way) -> int:
    """The roll, 0, or the hold, 1, of a bot that judges in a way."""
    legal = np.uint64(3)
    return int(table.run(best_in_worlds, seats, table.states, table.rules, table.chance, legal, int(way)))


def test_what_is_held_to_be_best_is_not_done_forever() -> None:
    table, seats = begun_pig(weight=1.0)
    holds = sum(choice(table, seats, Way.AT_ONCE) for _ in range(300))
    assert 250 < holds < 300


def test_a_style_is_played_or_played_on_by() -> None:
    table, seats = begun_pig()
    for turn, way, action in ((19, Way.STYLED, 0), (20, Way.STYLED, 1), (60, Way.FOLLOWED, 1)):
        table.state.turn = turn
        assert choice(table, seats, way) == action, turn


@pytest.mark.parametrize("way", [Way.TO_TURN, Way.TO_END, Way.SIFTED])
def test_a_choice_that_wins_at_once_is_taken_however_choices_are_judged(way: Way) -> None:
    table, seats = begun_pig()
    table.state.score[:2], table.state.turn = (90, 99), 12
    assert choice(table, seats, way) == 1


@needs_compiler
def test_the_same_rules_are_learned_alike_to_the_last_bit() -> None:
    first, second = (learn(PIG, rules_of(PIG, **SHORT)) for _ in range(2))
    assert first == replace(second, date=first.date)
    table = SelfPlay(PIG, rules_of(PIG, **SHORT))
    (one, fit), (other, again) = (fitted(gathered(table, np.zeros(1), Way.ANY, 0)) for _ in range(2))
    assert one.any() and one.tobytes() == other.tobytes() and fit == again


@needs_compiler
def test_a_match_ends_once_its_share_will_hardly_be_as_high_as_needed() -> None:
    table = SelfPlay(PIG, rules_of(PIG, **SHORT))
    shares = [
        table.match(np.zeros(2 * MOST_FEATURES), Way.TO_END, Way.TO_END, 5, needed) for needed in (0, 0.4, 0.6, 0.9)
    ]
    assert [share.plays for share in shares[:2]] == [200, 200] and shares[0] == shares[1]
    assert 25 <= shares[3].plays <= shares[2].plays < 200


@needs_compiler
def test_what_was_learned_is_stored_and_read_as_it_was(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(notes, "_noted", set())
    rules = rules_of(PIG, **SHORT)
    assert not has_learned("pig") and bots_of_file(PIG, ["greedy"]) == ("greedy",)
    evaluation = evaluation_of(PIG, rules)
    assert file_of("pig").is_relative_to(workspace)
    learning._cache.clear()
    assert learning.stored_evaluation(PIG, rules) == evaluation
    file_of("pig").write_text(file_of("pig").read_text("utf-8").replace("0.", "1."), "utf-8")
    learning._cache.clear()
    changed = file_of("pig")
    assert learning.stored_evaluation(PIG, rules) is None  # changed by hand: learning is exact
    assert f"what bots have learned in {changed} was damaged: it is learned again" in capsys.readouterr().err


@needs_compiler
def test_a_changed_rule_is_learned_anew_and_each_side_keeps_its_own() -> None:
    lines: list[str] = []

    tell = hearing(learning=lambda game, line, share: lines.append(line))
    first = evaluation_of(PIG, rules_of(PIG, **SHORT), tell)
    count = len(lines)
    assert count > 3
    assert evaluation_of(PIG, rules_of(PIG, **SHORT), tell) == first and len(lines) == count
    other = evaluation_of(PIG, rules_of(PIG, target=30), tell)
    assert len(lines) > count and other.rules_hash != first.rules_hash
    assert evaluation_of(PIG, rules_of(PIG, **SHORT)) == first


@needs_compiler
def test_plays_depend_on_what_was_learned_and_not_on_when() -> None:
    rules = rules_of(PIG, **SHORT)
    batches = [Batch(PIG, rules, seat_bots(PIG, ["learned", "random"], 2, rules), 5) for _ in range(2)]
    first, second = (batch.play(0, 50) for batch in batches)
    assert first.tobytes() == second.tobytes()
    assert (
        Batch(PIG, rules, seat_bots(PIG, ["random", "learned"], 2, rules), 5).play(0, 50).tobytes() != first.tobytes()
    )
    is_told_as_it_was_played(batches[0])


def is_told_as_it_was_played(batch: Batch) -> None:
    """The play that a trace tells is play k of the batch, in every measure."""
    for row, (_, results) in zip(batch.play(2, 3), replays(batch, range(2, 5), 1), strict=True):
        assert results[0].tobytes() == row.tobytes()


@needs_compiler
@pytest.mark.thorough
def test_a_table_where_others_search_can_be_played() -> None:
    rules = rules_of(PIG, **SHORT)
    batch = Batch(PIG, rules, seat_bots(PIG, ["learned", "ismcts:20"], 2, rules), 5)
    assert (batch.play(0, 5)["decisions"] > 0).all()
    is_told_as_it_was_played(batch)


def test_bots_that_have_learned_have_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.bots.strength.has_learned", lambda game: True)
    assert bots_of_file(PIG, ["greedy", "greedy~hold", "random"]) == ("learned", "learned~hold", "random")
    assert bots_of_file(game_named("hitmakers"), ["greedy"]) == ("greedy",)  # its author wrote an evaluation


def test_where_playouts_are_better_they_are_played_and_that_is_said() -> None:
    share = Share(0.5, 0.02, 100)
    evaluation = Evaluation("pig", "", "", {}, 1, "", int(Way.TO_END), 0, 0, {}, (), (), share, Share(0.9, 0.01, 100))
    seats = np.zeros(1, LEARNED_SEATS)[0]
    seats.kind[1] = LEARNED
    evaluation.put(seats)
    assert list(seats.number[:2]) == [0, Way.TO_END]
    assert "playouts" in evaluation.words and "90 %" in evaluation.words


def test_the_page_says_how_strong_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    greedy = replace(scenario(), game=PIG, rules=complete(PIG.parameters, {}))
    assert on_bots(greedy) == PIG.caveat.replace("`workbench learn`", "“workbench learn”")
    assert "self-play" in on_bots(replace(greedy, bots=("learned", "random")))


def test_normal_equations_are_solved() -> None:
    generator = np.random.default_rng(1)
    rows = generator.integers(0, 5, (400, PANEL + 6)).astype(float)
    matrix, target = rows.T @ rows, rows.T @ generator.integers(0, 9, 400)
    np.testing.assert_allclose(solved(matrix, target, 0.5), np.linalg.solve(matrix + 0.5 * np.eye(PANEL + 6), target))
