"""Chance: a stream of random words for each purpose of each deal of each play.

A play's chance is a pure function of (batch seed, play index), so that any play of any batch can be replayed alone,
in any order, on any number of threads. The *table* stream (shuffles, dice) is separate from each player's own
stream: revisions played on the same seed see the same shuffles even where their bots behave differently. Streams are
started afresh for each deal, so that a deal's shuffle does not depend on how many words the deals before it used.
Within a deal each die, each reshuffle and the like has a stream of its own (`start_stream`), and each player's cards
come from places of the shuffled deck that are that player's own: so a changed rule leaves alone what it is not about,
and two revisions are compared on luck as equal as can be.

The same shuffles can be played again with other chance of the players: a *retake* of the play, by number; 0 is the
play itself.

Each stream is SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators"): a counter
that steps by an odd constant, and a mixing function.
"""

import numpy as np

from workbench.engine.compiling import compiled
from workbench.engine.types import Array, Card, Chance, Int, Player, Word, as_record

MOST_SEATS = 9
CHANCE = as_record(
    [("play_key", "u8"), ("retake", "u8"), ("deal_key", "u8"), ("table", "u8"), ("players", "u8", (MOST_SEATS,))]
)
"""The chance of one play: its key, its retake, the key of the deal, the counters of the table's stream and of each
player's."""

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
PLAY = np.uint64(0xD1342543DE82EF95)
DEAL = np.uint64(0xA0761D6478BD642F)
APART = np.uint64(0x8BB84B93962EACC9)
STREAM = np.uint64(0xE7037ED1A0B428DB)
NUMBER = np.uint64(0x8EBC6AF09C88C6E3)
RETAKE = np.uint64(0xDB4F0B9175AE2165)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
ONE, TWO = np.uint64(1), np.uint64(2)
LOW_HALF = np.uint64(0xFFFFFFFF)


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
    chance.deal_key = chance.table = key
    key += chance.retake * RETAKE
    for player in range(MOST_SEATS):
        key += APART
        chance.players[player] = key


@compiled
def copy_chance(chance: Chance, source: Chance) -> None:
    """Let every stream of this deal go on as those of another do; the retake stays."""
    chance.play_key, chance.deal_key, chance.table = source.play_key, source.deal_key, source.table
    for player in range(MOST_SEATS):
        chance.players[player] = source.players[player]


@compiled
def start_stream(chance: Chance, stream: Int, number: Int) -> None:
    """Let the table's stream go on as another of this deal: that of the `number`-th use of a thing, counted from 0.

    `stream` says which thing (a die, a deck), from 0. What one thing rolls then does not depend on what others rolled.
    """
    key = chance.deal_key + (np.uint64(stream) + np.uint64(1)) * STREAM + np.uint64(number) * NUMBER
    chance.table = mix(key)


@compiled
def table_below(chance: Chance, count: Int) -> Int:
    """A number from 0 to count-1 from the table's stream; the bias is below count / 2**32."""
    chance.table += STEP
    return np.int64(((mix(chance.table) >> S32) * np.uint64(count)) >> S32)


@compiled
def shuffle(cards: Array, size: Int, chance: Chance) -> None:
    """Shuffle the first `size` cards (Fisher and Yates) by the table's stream, two cards a word.

    The bias of a place is that of `table_below`.
    """
    word = chance.table
    for left in range(size, 1, -2):
        word += STEP
        places, cards_left = mix(word), np.uint64(left)
        swap(cards, cards_left - ONE, ((places >> S32) * cards_left) >> S32)
        swap(cards, cards_left - TWO, ((places & LOW_HALF) * (cards_left - ONE)) >> S32)
    chance.table = word


@compiled
def take_card_of(owner: Int, owners: Int, drawn: Array, cards: Array, size: Int) -> Card:
    """The next card of a shuffled deck of `size` for an owner, from 0 to `owners` - 1; the caller counts one card less.

    The places are dealt out to the owners by turns, and `drawn` counts what each has drawn since the deck was shuffled:
    so what others draw does not change which cards come to an owner. The last card takes the empty place. Once the
    place is beyond the end of the deck, its last card is drawn. As nobody knows what lies where, every card left is as
    likely as the others.
    """
    place = min(np.int64(drawn[owner]) * owners + owner, size - 1)
    drawn[owner] += 1
    card = np.int64(cards[place])
    cards[place] = cards[size - 1]
    return card


@compiled
def swap(cards: Array, one: Int, other: Int) -> None:
    """Let two cards of an array change places."""
    card = cards[one]
    cards[one] = cards[other]
    cards[other] = card


@compiled
def player_word(chance: Chance, player: Player) -> Word:
    """A 64-bit word from the player's own stream."""
    owner = np.uint64(player)  # no index below 0, which the compiler would count from the end
    word = chance.players[owner] + STEP
    chance.players[owner] = word
    return mix(word)


@compiled
def skip_player_words(chance: Chance, player: Player, words: Int) -> None:
    """Leave out so many words of the player's own stream."""
    chance.players[player] += np.uint64(words) * STEP


@compiled
def player_below(chance: Chance, player: Player, count: Int) -> Int:
    """A number from 0 to count-1 from the player's own stream."""
    return np.int64(((player_word(chance, player) >> S32) * np.uint64(count)) >> S32)


@compiled
def player_shuffle(cards: Array, size: Int, chance: Chance, player: Player) -> None:
    """Shuffle the first `size` cards (Fisher and Yates) by the player's own stream, a card a word."""
    word = chance.players[player]
    for left in range(size, 1, -1):
        word += STEP
        swap(cards, np.uint64(left) - ONE, ((mix(word) >> S32) * np.uint64(left)) >> S32)
    chance.players[player] = word
