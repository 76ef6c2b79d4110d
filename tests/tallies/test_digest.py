"""The digest: the same for the same plays, however they come; another for any other."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.digests import digest_of_plays
from tests.support.thorough import examples
from workbench.tallies.digest import BLOCK, Digest, leaf

RECORD = np.dtype([("winners", "u2"), ("points", "u1", (3,))])
PLAYS = 5 * BLOCK + 77


def records(plays=PLAYS):
    rows = np.zeros(plays, RECORD)
    rows["winners"] = np.arange(plays) % 7
    rows["points"] = np.arange(plays)[:, None] * 3 % 251
    return rows


@examples(30)
@given(cuts=st.lists(st.integers(0, PLAYS), max_size=8))
def test_it_is_the_same_however_the_plays_are_cut(cuts):
    edges = sorted({0, PLAYS, *cuts})
    digest, plays = Digest(RECORD), records()
    for first, end in pairwise(edges):
        digest.add(plays[first:end])
        digest = Digest.from_bytes(RECORD, digest.to_bytes())
    assert digest.hexdigest() == digest_of_plays(plays) and digest.plays == PLAYS


@pytest.mark.parametrize("plays", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK, 7 * BLOCK])
def test_leaves_may_be_made_elsewhere(plays):
    digest, rows = Digest(RECORD), records(plays)
    whole = plays - plays % BLOCK
    leaves = (leaf(rows[at : at + BLOCK]) for at in range(0, whole, BLOCK))
    digest.add_hashed(b"", leaves, rows[whole:].tobytes())
    assert digest.hexdigest() == digest_of_plays(rows)
    assert len(digest.roots) == bin(plays // BLOCK).count("1")


@given(st.integers(0, PLAYS - 1))
def test_any_changed_or_missing_play_shows(play):
    changed = records()
    changed["points"][play, 1] ^= 1
    assert len({digest_of_plays(records()), digest_of_plays(changed), digest_of_plays(np.delete(records(), play))}) == 3


def test_no_leaves_follow_a_block_that_is_under_way():
    digest = Digest(RECORD)
    digest.add(records(5))
    with pytest.raises(ValueError, match="under way"):
        digest.add_hashed(b"", [b"0" * 16], b"")
