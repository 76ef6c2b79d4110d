"""Stretches: however the plays are cut, on any threads, with rows or without, they add up to the same."""

from dataclasses import replace
from functools import reduce
from itertools import pairwise
from threading import Event

import pytest

from tests.support.digests import digest_of_plays
from tests.support.families import preset_game
from tests.support.scenarios import scenario
from workbench.engine.parameters import complete
from workbench.play import local
from workbench.play.forms import layout, make_batch
from workbench.play.local import GroupedBatch, LocalSource, Stretch
from workbench.tallies.digest import BLOCK, Digest
from workbench.tallies.tallies import pair_layout, pairs_of, tallies_of

GAMES = ("hitmakers", "trickster", "showbiz_shuffle", "hollywood_1947")
PLAYS = 3 * BLOCK + 100


def sides_of(game, bots=("random",)):
    played = scenario(PLAYS, bots, game=game, players=3)
    return [GroupedBatch(make_batch(replace(played, retake=retake)), layout(played)) for retake in (0, 1)]


def same(one, two):
    return one.to_bytes() == two.to_bytes()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("threads", "rows"), [(1, False), (2, False), (2, True)])
def test_any_cut_adds_up_to_the_same(game, threads, rows):
    sides = sides_of(game)
    records = [side.batch.play(0, PLAYS) for side in sides]
    edges = [0, 5, 700, BLOCK, BLOCK + 1, BLOCK + 40, 2 * BLOCK, PLAYS]
    plays = LocalSource(sides, threads, Event())
    groups = [plays.stretch(first, end - first, rows) for first, end in pairwise(edges)]
    for place, side in enumerate(sides):
        digest = Digest(side.batch.game.result)
        for first, group in zip(edges, groups, strict=False):
            digest.add_hashed(group[place].head, group[place].leaves, group[place].rest)
            if rows:
                its_rows = records[place][first : first + group[place].plays]
                assert group[place].rows.tobytes() == its_rows.tobytes()
        assert digest.hexdigest() == digest_of_plays(records[place])
        joined = reduce(Stretch.then, [group[place] for group in groups])
        assert (joined.first, joined.plays) == (0, PLAYS)
        assert same(joined.tallies, tallies_of(side.layout, records[place]))
        again = Digest(side.batch.game.result)
        again.add_hashed(joined.head, joined.leaves, joined.rest)
        assert again.hexdigest() == digest.hexdigest()
    assert same(joined.pairs, pairs_of(pair_layout(sides[0].layout, sides[1].layout), *records))


@pytest.mark.parametrize("edges", [[0, 9 * BLOCK + 100], [0, 5, BLOCK + 1, 6 * BLOCK, 9 * BLOCK], [0, 4 * BLOCK - 1]])
def test_a_batch_alone_is_played_several_blocks_at_a_time_to_the_same_end(edges):
    side = sides_of("hitmakers")[0]
    records, digest = side.batch.play(0, edges[-1]), Digest(side.batch.game.result)
    plays = LocalSource([side], 2, Event())
    parts = [plays.stretch(first, end - first, rows=False)[0] for first, end in pairwise(edges)]
    for part in parts:
        digest.add_hashed(part.head, part.leaves, part.rest)
    assert digest.hexdigest() == digest_of_plays(records)
    assert same(reduce(Stretch.then, parts).tallies, tallies_of(side.layout, records))


def test_stored_plays_are_read_in_one_go_after_which_it_begins_small():
    """The store was opened 365 times to read 5 000 pairs of a slow game that was played until decided."""
    side, reads = sides_of("hitmakers")[0], []
    records = side.batch.play(0, PLAYS)

    def read(first, plays):
        reads.append((first, plays))
        return records[first : first + plays].copy()

    half_stored = side._replace(stored=BLOCK + 10, read=read)
    groups = [*LocalSource([half_stored], 1, Event(), least=4).stretches(0, PLAYS, rows=False)]
    assert reads == [(0, BLOCK + 10)]
    assert [group[0].plays for group in groups][:2] == [BLOCK + 10, 4]
    assert same(reduce(Stretch.then, [group[0] for group in groups]).tallies, tallies_of(side.layout, records))


def test_they_follow_the_clock_and_end_with_blocks_or_the_stores_row_groups():
    most, whole = local.CHUNK_PLAYS, local.whole_blocks
    assert whole(most // 2 + 1, 1_000, in_memory=True) == most - 1_000
    assert whole(10 * most, 3 * most, in_memory=True) == most
    assert whole(500, 1_000, in_memory=True) == whole(500, 1_000, in_memory=False) == 500
    assert whole(5_000, 1_000, in_memory=True) == 5 * BLOCK - 1_000
    assert whole(10 * most + 5, 0, in_memory=False) == 10 * most
    assert local.next_plays(1_000, 0.001, 10) == 4_000
    assert local.next_plays(1_000, 70.0, 10) == 10


def test_where_greedy_tries_choices_by_playouts_the_first_figures_come_after_a_few_plays():
    game = preset_game("press", "pig")
    played = replace(scenario(PLAYS), game=game, rules=complete(game.parameters, {}), bots=("greedy", "greedy"))
    assert LocalSource([GroupedBatch(make_batch(played), layout(played))]).least == local.FIRST_SLOW_STRETCH


def test_once_stopped_there_are_no_more():
    stop = Event()
    plays = LocalSource(sides_of("hitmakers"), 2, stop)
    first = next(first_stretch := plays.stretches(0, 50_000, rows=False))
    assert first[0].plays == first[1].plays == local.FIRST_STRETCH
    stop.set()
    assert list(first_stretch) == []
