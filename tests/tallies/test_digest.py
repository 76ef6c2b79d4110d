"""The digest: the same for the same plays, however they come; another for any other."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.digests import digest_of_plays
from workbench.tallies.digest import BLOCK, Digest, leaf

RECORD = np.dtype([("winners", "u2"), ("points", "u1", (3,))])
PLAYS = 5 * BLOCK + 77


def records(plays=PLAYS):
    made = np.zeros(plays, RECORD)
    made["winners"] = np.arange(plays) % 7
    made["points"] = np.arange(plays)[:, None] * 3 % 251
    return made


@settings(max_examples=30, deadline=None)
@given(cuts=st.lists(st.integers(0, PLAYS), max_size=8))
def test_it_is_the_same_however_the_plays_are_cut(cuts):
    edges = sorted({0, PLAYS, *cuts})
    made, plays = Digest(RECORD), records()
    for first, end in pairwise(edges):
        made.add(plays[first:end])
        made = Digest.from_bytes(RECORD, made.to_bytes())
    assert made.hexdigest() == digest_of_plays(plays) and made.plays == PLAYS


@pytest.mark.parametrize("plays", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK, 7 * BLOCK])
def test_leaves_may_be_made_elsewhere(plays):
    made, rows = Digest(RECORD), records(plays)
    whole = plays - plays % BLOCK
    leaves = (leaf(rows[at : at + BLOCK]) for at in range(0, whole, BLOCK))
    made.add_hashed(b"", leaves, rows[whole:].tobytes())
    assert made.hexdigest() == digest_of_plays(rows)
    assert len(made.roots) == bin(plays // BLOCK).count("1")


@given(st.integers(0, PLAYS - 1))
def test_any_changed_or_missing_play_shows(play):
    changed = records()
    changed["points"][play, 1] ^= 1
    assert len({digest_of_plays(records()), digest_of_plays(changed), digest_of_plays(np.delete(records(), play))}) == 3


def test_no_leaves_follow_a_block_that_is_under_way():
    made = Digest(RECORD)
    made.add(records(5))
    with pytest.raises(ValueError, match="under way"):
        made.add_hashed(b"", [b"0" * 16], b"")
