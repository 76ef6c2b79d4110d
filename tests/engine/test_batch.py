"""Batches: a play depends on rules, seats, seed and its number alone."""

import hashlib
from dataclasses import replace
from threading import Event
from typing import Any

import numpy as np
import pytest

from tests.support.seats import bots
from tests.support.short import short_rules
from tests.support.thorough import one_of
from workbench.bots.spec import bot_names
from workbench.engine.batch import SMALLEST_PIECE, Batch, cores, kernel_of, pieces_of, replay
from workbench.engine.game import Game
from workbench.engine.loop import play_range
from workbench.engine.registry import games

SEED = 2**64 - 3
PLAYS = 700

every_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())


def batch_of(game: Game, spec: str = "random", seed: int = SEED) -> Batch:
    players = game.parameters["players"].default
    assert isinstance(players, int)
    return Batch(game, {}, bots(game, spec, players), seed)


def mixed(game: Game) -> str:
    """One bot of each sort, as far as there are seats."""
    return " ".join(name for name in bot_names(game) if ":" not in name)


def digest(results: Any) -> str:
    return hashlib.sha256(results.tobytes()).hexdigest()


@pytest.fixture(scope="module", params=one_of(["random", "mixed"], quick="random"))
def whole(request: pytest.FixtureRequest) -> list[tuple[Batch, Any]]:
    """For each game a batch, played at once on one thread. A table of all sorts of bots is a kernel of its own."""
    batches = [batch_of(game, mixed(game) if request.param == "mixed" else "random") for game in games().values()]
    return [(batch, batch.play(0, PLAYS)) for batch in batches]


def test_threads_do_not_matter(whole: list[tuple[Batch, Any]]) -> None:
    for batch, results in whole:
        assert len(pieces_of(0, PLAYS, 2)) > 2
        assert digest(batch.play(0, PLAYS, threads=2)) == digest(results)
        assert digest(batch.play(0, PLAYS, threads=3)) == digest(results)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_that_is_stopped_gives_its_first_plays_at_once(whole: list[tuple[Batch, Any]], threads: int) -> None:
    """However long the pieces last that are under way: here, until the batch has answered."""
    for batch, results in whole:
        stop, long, over = Event(), Event(), Event()

        def play(
            rows: Any, first: int, batch: Batch = batch, stop: Event = stop, long: Event = long, over: Event = over
        ) -> None:
            if first > PLAYS // 2:
                stop.set()
                long.wait(60)
                over.set()
            batch.fill(rows, first)

        played = batch._in_pieces(play, np.zeros(PLAYS, batch.game.result), 0, threads, stop)
        assert not over.is_set()
        long.set()
        assert PLAYS // 3 < len(played) < PLAYS
        assert played.tobytes() == results[: len(played)].tobytes()


def test_what_fails_in_one_piece_fails_the_batch(whole: list[tuple[Batch, Any]]) -> None:
    batch, _ = whole[0]

    def play(rows: Any, first: int) -> None:
        if first:
            raise OverflowError("at last")

    for stop in (None, Event()):
        with pytest.raises(OverflowError, match="at last"):
            batch._in_pieces(play, np.zeros(PLAYS, batch.game.result), 0, 2, stop)


@pytest.mark.parametrize("chunk", [1, 97, 350, 699])
def test_chunks_do_not_matter(whole: list[tuple[Batch, Any]], chunk: int) -> None:
    for batch, results in whole:
        running = hashlib.sha256()
        for first in range(0, PLAYS, chunk):
            running.update(batch.play(first, min(chunk, PLAYS - first)).tobytes())
        assert running.hexdigest() == digest(results)


@pytest.mark.parametrize("play", [0, 1, 333, PLAYS - 1])
def test_a_single_play_replayed_alone_is_the_row_of_the_batch(whole: list[tuple[Batch, Any]], play: int) -> None:
    for batch, results in whole:
        assert replay(batch, play)[1].tobytes() == results[play : play + 1].tobytes()


def test_the_same_batch_again_is_the_same(whole: list[tuple[Batch, Any]]) -> None:
    for batch, results in whole:
        again = Batch(batch.game, batch.rules, batch.seats, batch.seed)
        again.warm_up()
        assert digest(again.play(0, PLAYS)) == digest(results)


@pytest.mark.parametrize("name", one_of(games(), quick="hitmakers"))
def test_threads_do_not_share_a_tree(name: str) -> None:
    """Search, in this process too: what it has compiled for the bots above it need not compile for this one."""
    game = games()[name]
    rules = short_rules(game)
    players = int(game.compile_rules(rules).players)
    batch = Batch(game, rules, bots(game, "ismcts:20", players), seed=4, smallest_piece=12)
    assert batch.play(0, 96, threads=2).tobytes() == batch.play(0, 96, threads=1).tobytes()
    assert not any(b"NRT_decref" in code.read_bytes() for code in batch.kernel.folder.iterdir()), (
        "some function makes arrays, where `room` would do; such a kernel is compiled twice"
    )


@every_game
def test_another_seed_is_another_batch(game: Game) -> None:
    assert digest(batch_of(game, seed=1).play(0, 50)) != digest(batch_of(game, seed=2).play(0, 50))


@every_game
def test_a_retake_is_another_batch_in_all_pieces_and_replays(game: Game) -> None:
    batch = replace(batch_of(game), retake=2)
    rows = batch.play(0, 200)
    assert digest(batch.play(0, 200, threads=2)) == digest(rows)
    assert digest(batch_of(game).play(0, 200)) != digest(rows)
    assert replay(batch, 133)[1].tobytes() == rows[133:134].tobytes()


@every_game
def test_plays_differ_from_each_other(game: Game) -> None:
    rows = batch_of(game).play(0, 200)
    assert len({row.tobytes() for row in rows}) > 150


@every_game
def test_no_plays_are_no_rows(game: Game) -> None:
    assert batch_of(game).play(0, 0).shape == (0,)


@pytest.mark.parametrize(("plays", "threads"), [(1, 1), (0, 2), (63, 2), (128, 2), (10_000, 3), (10_001, 1)])
def test_pieces_cover_all_plays_in_order(plays: int, threads: int) -> None:
    pieces = pieces_of(0, plays, threads)
    covered = [play for first, count in pieces for play in range(first, first + count)]
    assert covered == list(range(plays))
    assert len(pieces) == 1 or min(count for _, count in pieces) >= SMALLEST_PIECE
    assert len(pieces) == max(1, min(1 if threads == 1 else 4 * threads, plays // SMALLEST_PIECE))


@every_game
def test_the_kernel_is_the_one_of_the_games_code(game: Game) -> None:
    batch = batch_of(game)
    assert kernel_of(play_range, game.code_hash, batch.seats.dtype, False) is batch.kernel


def test_there_is_a_core() -> None:
    assert cores() >= 1


@every_game
def test_big_play_numbers_are_plays_too(game: Game) -> None:
    first = 3_000_000_000
    rows = batch_of(game).play(first, 2)
    assert replay(batch_of(game), first + 1)[1].tobytes() == rows[1:].tobytes()
    assert not np.array_equal(rows[:1], batch_of(game).play(0, 1))
