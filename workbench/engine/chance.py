"""Chance: a stream of random words for each purpose of each deal of each play.

A play's chance is a pure function of (batch seed, play index), so that any play of any batch can be replayed alone,
in any order, on any number of threads. The *table* stream (shuffles, dice) is separate from each player's own
stream: revisions played on the same seed see the same shuffles even where their bots behave differently. Streams are
started afresh for each deal, so that a deal's shuffle does not depend on how many words the deals before it used.

The same shuffles can be played again with other chance of the players: a *retake* of the play, by number; 0 is the
play itself.

Each stream is SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators"): a counter
that steps by an odd constant, and a mixing function.
"""

import numpy as np

from workbench.engine.compiling import compiled
from workbench.engine.types import Chance, Int, Player, Word

MOST_SEATS = 9
CHANCE = np.dtype(
    (np.record, [("play_key", "u8"), ("retake", "u8"), ("table", "u8"), ("players", "u8", (MOST_SEATS,))])
)
"""The chance of one play: its key, its retake, and the counters of the table's stream and of each player's."""

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
PLAY = np.uint64(0xD1342543DE82EF95)
DEAL = np.uint64(0xA0761D6478BD642F)
APART = np.uint64(0x8BB84B93962EACC9)
RETAKE = np.uint64(0xDB4F0B9175AE2165)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@compiled
def mix(word: Word) -> Word:
    """A 64-bit word, well stirred (SplitMix64's finalizer)."""
    word = (word ^ (word >> S30)) * FIRST
    word = (word ^ (word >> S27)) * SECOND
    return word ^ (word >> S31)


@compiled
def start_play(chance: Chance, seed: Word, play: Int) -> None:
    """Key `chance` to play number `play` of the batch with `seed` (both as unsigned 64-bit); its retake stays."""
    chance.play_key = mix(mix(seed + STEP) + np.uint64(play) * PLAY)
    start_deal(chance, 0)


@compiled
def start_deal(chance: Chance, deal: Int) -> None:
    """Start every stream of this play afresh for deal number `deal`, counted from 0."""
    key = mix(chance.play_key + np.uint64(deal) * DEAL)
    chance.table = key
    key += chance.retake * RETAKE
    for player in range(MOST_SEATS):
        key += APART
        chance.players[player] = key


@compiled
def table_below(chance: Chance, count: Int) -> Int:
    """A number from 0 to count-1 from the table's stream; the bias is below count / 2**32."""
    chance.table += STEP
    return np.int64(((mix(chance.table) >> S32) * np.uint64(count)) >> S32)


@compiled
def player_word(chance: Chance, player: Player) -> Word:
    """A 64-bit word from the player's own stream."""
    word = chance.players[player] + STEP
    chance.players[player] = word
    return mix(word)


@compiled
def player_below(chance: Chance, player: Player, count: Int) -> Int:
    """A number from 0 to count-1 from the player's own stream."""
    return np.int64(((player_word(chance, player) >> S32) * np.uint64(count)) >> S32)
