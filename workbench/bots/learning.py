"""Evaluations learned by self-play: what a bot needs to judge positions of a game whose author wrote none.

In each of `ROUNDS` rounds everybody plays by what was learned so far, with some exploration, and from each decision the
position is noted as who decides sees it. Ridge regression tells from its features what the payoff at the end of the
stage will be: a weight for each feature. Then the evaluations of all rounds play short playouts, in two-sided matches:
seats swapped, the same deals. The best of them is taken, or playouts where none wins more than half. Where the game has
styles, the best of these is tried too: bots may play as it does, or play on by it, and it plays the first round.

The same rules and the same code give the same evaluation to the last bit, on every machine: what is summed are whole
numbers, and what is solved is solved in one order, without a library that might choose another. So a batch of `learned`
bots is named by its rules and its code, like any other. What is kept on disk is a copy that saves learning anew.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from threading import RLock

import numpy as np
from numpy.typing import NDArray

from workbench.bots.learned import LEARNED_SEATS, POSITION, Way, gather_range
from workbench.bots.library import read_evaluations, write_evaluations
from workbench.bots.seats import LEARNED, RANDOM, searches
from workbench.bots.thinker import AS_LEARNED
from workbench.engine.batch import Batch, cores, play_pieces
from workbench.engine.cards import hashed_values
from workbench.engine.chance import CHANCE
from workbench.engine.compiling import Kernel
from workbench.engine.features import GRAIN, MOST_FEATURES
from workbench.engine.files import JsonValue
from workbench.engine.game import Game, Style
from workbench.engine.loop import STATES
from workbench.engine.notes import UNHEARD, Progress
from workbench.engine.parameters import Values, complete
from workbench.engine.types import Seats, blank_states
from workbench.engine.wording import counted

Weights = NDArray[np.float64]
Numbers = NDArray[np.int64]

ROUNDS = 3
SEED, MATCH_SEED, FINAL_SEED = 31, 32, 33
"""Seeds of self-play, of the matches that choose, and of those that tell how strong the choice is."""
MOST_PLAYS, MOST_DECISIONS, MOST_POSITIONS, MOST_LISTED = 6_000, 200_000, 100_000, 12_000_000
"""Plays, decisions, positions and their features of a round, at most. Set by hand."""
PARTS = 4
"""Parts of a round, each with its share of all that."""
MATCH_PLAYS, MATCH_DECISIONS = 400, 60_000
"""Plays of each side of a match, and decisions in them that are not exceeded by much. Set by hand."""
FEWEST_PLAYS, FEWEST_DEALS = 50, 25
"""Plays of each side at least, and deals before a match can end early. Set by hand."""
NOTED = 0.2
"""The share of decisions that are noted: positions of one stage teach much the same, and more stages teach more."""
EXPLORE = 0.1
"""How often a player takes any action while learning."""
RIDGE = 0.1
"""The weight that the regression gives to small weights, beside features of one variance. Set by hand."""
BLOCK, PANEL = 4096, 64
"""Positions that are summed at a time, and columns of a matrix that fit into a processor's cache."""
STYLED_WAYS = (Way.STYLED, Way.FOLLOWED)
_learning = RLock()
_cache: dict[tuple[str, str], "Evaluation"] = {}


@dataclass(frozen=True)
class Share:
    """The share of the wins in two-sided matches: `wins` of `plays` deals, give or take `error` (95 %)."""

    wins: float
    error: float
    plays: int

    @property
    def text(self) -> str:
        """`86 % ± 2`."""
        return f"{100 * self.wins:.0f} % ± {100 * self.error:.0f}"


@dataclass(frozen=True)
class Evaluation:
    """An evaluation of one game under some rules, and where it comes from.

    way             how choices are judged; `TO_END` is by short playouts, without an evaluation
    weights         by the number of a feature; of positions in which the player is not to move, behind the others
    fit             the share of the payoffs' variance that each round explained, of positions to move
    plays           plays of each round
    playouts        how it does against short playouts, and `random` against random bots
    style           the game's style by which it plays, and its number; or empty
    """

    game: str
    rules_hash: str
    code_hash: str
    rules: Mapping[str, object]
    seed: int
    date: str
    way: int
    round: int
    features: int
    weights: Mapping[str, float]
    fit: tuple[float, ...]
    plays: tuple[int, ...]
    playouts: Share
    random: Share
    style: str = ""
    style_number: int = 0

    @property
    def by_playouts(self) -> bool:
        """True where short playouts were better than all that was learned."""
        return self.way == Way.TO_END

    @property
    def words(self) -> str:
        """How strong it is, in a sentence or two."""
        random = f"It takes {self.random.text} of the wins from random bots."
        if self.by_playouts:
            return f"What it learned by self-play was no better than short playouts, so it decides by these. {random}"
        if self.way == Way.STYLED:
            return (
                f"What it learned by self-play was no better than the style {self.style}, so it plays as that. {random}"
            )
        judges = "It judges positions by an evaluation that it learned by self-play."
        if self.way == Way.FOLLOWED:
            judges = f"It tries its choices in plays that go on by the style {self.style}: no evaluation was better."
        if self.way == Way.SIFTED:
            judges = "It plays to the end the choices that an evaluation likes best, which it learned by self-play."
        return f"{judges} It takes {self.playouts.text} of the wins from short playouts. {random}"

    @property
    def summary(self) -> dict[str, object]:
        """All but its weights and its rules, and what is to be said."""
        left_out = ("weights", "rules")
        stored = {name: value for name, value in self.as_json().items() if name not in left_out}
        return {**stored, "way": Way(self.way).name.lower(), "words": self.words}

    def put(self, seats: Seats) -> None:
        """Let the bots at a table that have learned play by it."""
        seats.weights[[int(number) for number in self.weights]] = [*self.weights.values()]
        seats.number[seats.kind == LEARNED], seats.style = self.way, self.style_number
        if searches(seats):
            seats.base[seats.follow == AS_LEARNED] = self.way

    def as_json(self) -> dict[str, JsonValue]:
        """As it lies on disk."""
        return asdict(self)


def rules_key(game: Game, rules: Values) -> str:
    """Equal for equal rules of a game, however written; as `Scenario.rules_hash`."""
    content = {"game": game.name, "rules": hashed_values(rules)}
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def stored_evaluation(game: Game, rules: Values) -> Evaluation | None:
    """The evaluation learned under these rules with the code as it is now; None where there is none yet."""
    key = game.code_hash, rules_key(game, rules)
    if key not in _cache:
        for stored in read_evaluations(game.name):
            if (stored["code_hash"], stored["rules_hash"]) == key:
                shares = {name: Share(**stored[name]) for name in ("playouts", "random")}
                lists = {name: tuple(stored[name]) for name in ("fit", "plays")}
                _cache[key] = Evaluation(**{**stored, **shares, **lists})
    return _cache.get(key)


def evaluation_of(game: Game, rules: Values, progress: Progress = UNHEARD) -> Evaluation:
    """The evaluation of a game under these rules, learned first where it is not there yet."""
    rules = complete(game.parameters, rules)
    if (evaluation := stored_evaluation(game, rules)) is not None:
        return evaluation
    progress.learning(game.title, "waiting for what others learn", 0.0)
    with _learning:
        evaluation = stored_evaluation(game, rules)
        if evaluation is None:
            evaluation = learn(game, rules, progress)
            key = evaluation.code_hash, evaluation.rules_hash
            _cache[key] = evaluation
            write_evaluations(game.name, [evaluation.as_json()])
    return evaluation


def words_on_learned(game: Game, rules: Values) -> str:
    """A sentence on how strong bots are that have learned."""
    evaluation = stored_evaluation(game, complete(game.parameters, rules))
    if evaluation is None:
        return f"{game.title} is learned by self-play before the first batch under these rules: it takes some seconds."
    return (
        evaluation.words + " Compare with a thinker before you conclude; both sides of a comparison have learned alone."
    )


def learn(game: Game, rules: Values, progress: Progress = UNHEARD) -> Evaluation:
    """Learn an evaluation by self-play, without storing it."""
    tell = partial(progress.learning, game.title)
    table = SelfPlay(game, rules)
    steps = 4 * ROUNDS + 2
    tell("compiling the rules", 0.0)
    weights, fits, plays = [np.zeros(2 * MOST_FEATURES)], [], []
    choices: list[tuple[float, int, int]] = [(0.5, -1, int(Way.TO_END))]
    way = Way.ANY
    if game.styles:
        tell("how strong its styles are", 0.0)
        way = Way.STYLED if table.best_style().wins > 0.5 else Way.ANY
        followed = table.match(weights[0], Way.FOLLOWED, Way.TO_END, MATCH_SEED, 0.5)
        choices.append((followed.wins, -1, int(Way.FOLLOWED)))
    for number in range(ROUNDS):
        positions = gathered(table, weights[-1], way, number)
        learned, fit = fitted(positions)
        weights.append(learned)
        fits.append(fit)
        plays.append(positions.plays)
        played, done = counted(positions.plays, "play"), 4 * number + 1
        tell(f"round {number + 1} of {ROUNDS}: {played}, {100 * fit:.0f} % of the payoffs explained", done / steps)
        for judged in (Way.SIFTED, Way.TO_TURN, Way.AT_ONCE):  # the dear way first: others need only be as good
            share = table.match(learned, judged, Way.TO_END, MATCH_SEED, max(choices)[0])
            done += 1
            words = judged.name.lower().replace("_", " ")
            tell(f"round {number + 1} of {ROUNDS}: {share.text} against short playouts, judging {words}", done / steps)
            choices.append((share.wins, number, int(judged)))
        way = Way(max(choice for choice in choices if choice[1] >= 0)[2])
    _, number, chosen = max(choices, key=lambda choice: choice[0])
    best = weights[number + 1]
    playouts = table.match(best, Way(chosen), Way.TO_END, FINAL_SEED)
    if playouts.wins < 0.5:  # the best of several matches was lucky
        number, chosen, best = -1, int(Way.TO_END), weights[0]
        playouts = table.match(best, Way.TO_END, Way.TO_END, FINAL_SEED)
    if table.style and table.match(best, Way(chosen), Way.STYLED, FINAL_SEED).wins < 0.5:
        number, chosen, best = -1, int(Way.STYLED), weights[0]
        playouts = table.match(best, Way.STYLED, Way.TO_END, FINAL_SEED)
    tell("how strong it is against random bots", (steps - 1) / steps)
    return Evaluation(
        game=game.name,
        rules_hash=rules_key(game, rules),
        code_hash=game.code_hash,
        rules=hashed_values(rules),
        seed=SEED,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        way=chosen,
        round=number + 1,
        features=int(np.count_nonzero(best)),
        weights={str(place): float(best[place]) for place in np.flatnonzero(best)},
        fit=tuple(fits),
        plays=tuple(plays),
        playouts=playouts,
        random=table.match(best, Way(chosen), None, FINAL_SEED),
        style=table.style.name if table.style and chosen in STYLED_WAYS else "",
        style_number=table.style.number if table.style and chosen in STYLED_WAYS else 0,
    )


class SelfPlay:
    """A game under some rules, where bots that have learned play each other."""

    def __init__(self, game: Game, rules: Values) -> None:
        self.game, self.rules = game, rules
        self.compiled_rules = game.compile_rules(rules)
        self.players = int(self.compiled_rules.players)
        self.decisions = 0.0
        self.style: Style | None = None

    def seats(self, weights: Weights, sitting: Sequence[Way | None]) -> Seats:
        """The table of bots that judge in these ways; None is a random bot."""
        seats = np.zeros(1, LEARNED_SEATS)[0]
        seats.weights[:] = weights
        seats.style = self.style.number if self.style else 0
        for seat, way in enumerate(sitting):
            seats.kind[seat], seats.number[seat] = (RANDOM, 0) if way is None else (LEARNED, int(way))
        return seats

    def best_style(self) -> Share:
        """Have the style at hand that does best against short playouts; how it does."""
        shares = {}
        for style in self.game.styles:
            self.style = style
            shares[style] = self.match(np.zeros(2 * MOST_FEATURES), Way.STYLED, Way.TO_END, MATCH_SEED)
        self.style = max(shares, key=lambda style: shares[style].wins)
        return shares[self.style]

    def match(self, weights: Weights, one: Way, other: Way | None, seed: int, needed: float = 0.0) -> Share:
        """How `one` does against `other`, in two halves: seats swapped, the same deals.

        It ends once the share will hardly be as high as `needed`: after 1/8 of the deals, or 1/4, or half.
        """
        halves = [[one if seat % 2 == half else other for seat in range(self.players)] for half in (0, 1)]
        sides = [np.array([seat % 2 == half for seat in range(self.players)]) for half in (0, 1)]
        batches = [Batch(self.game, self.rules, self.seats(weights, half), seed) for half in halves]
        if not self.decisions:
            self.decisions = float(batches[0].play(0, 8)["decisions"].mean())
        plays = int(min(MATCH_PLAYS, max(FEWEST_PLAYS, MATCH_DECISIONS / max(1.0, self.decisions))))
        deals = np.zeros(0)
        for end in (plays // 8, plays // 4, plays // 2, plays) if needed else (plays,):
            first, more = len(deals), end - len(deals)
            halves_won = [
                shares_of(batch.play(first, more, cores())["winners"], side)
                for batch, side in zip(batches, sides, strict=True)
            ]
            deals = np.concatenate([deals, np.mean(halves_won, axis=0)])
            share = Share(float(deals.mean()), float(1.96 * deals.std() / np.sqrt(end)), end)
            if share.wins + share.error < needed and end >= FEWEST_DEALS:
                break
        return share


def shares_of(winners: NDArray[np.uint64], side: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The side's share of each win; half where nobody wins. A side of more seats is expected to win as much more."""
    won = np.array([[bool(int(word) >> seat & 1) for seat in range(len(side))] for word in winners])
    count = won.sum(axis=1)
    return np.where(count > 0, won[:, side].sum(axis=1) / np.maximum(count, 1), 0.5)


# Regression


@dataclass(frozen=True)
class Positions:
    """Positions of a round: records of `POSITION`, and the features of all, one after the other."""

    records: NDArray[np.void]
    places: NDArray[np.int32]
    amounts: NDArray[np.int32]
    plays: int


def gathered(table: SelfPlay, weights: Weights, way: Way, number: int) -> Positions:
    """The positions of one round of self-play, in parts that are the same on however many threads they are played."""
    kernel = Kernel(gather_range, table.game.code_hash, "learning")

    def part(first: int, plays: int) -> Positions:
        records, sizes = np.zeros(MOST_POSITIONS // PARTS, POSITION), np.zeros(3, np.int64)
        places, amounts = (np.zeros(MOST_LISTED // PARTS, np.int32) for _ in range(2))
        kernel(
            table.seats(weights, []), blank_states(table.game.state, STATES), table.compiled_rules, np.zeros(1, CHANCE),
            records, places, amounts, sizes, int(way), NOTED, EXPLORE, np.uint64(SEED), first, plays,
            MOST_DECISIONS // PARTS,
        )  # fmt: skip
        noted, used, played = sizes.tolist()
        return Positions(records[:noted], places[:used], amounts[:used], played)

    plays = MOST_PLAYS // PARTS
    pieces = [(number * MOST_PLAYS + place * plays, plays) for place in range(PARTS)]
    return _joined(play_pieces(part, pieces, cores(), None))


def _joined(parts: Sequence[Positions]) -> Positions:
    """The positions of all parts, one after the other."""
    begins = np.cumsum([0, *(len(part.places) for part in parts)])
    records = np.concatenate([part.records for part in parts])
    records["end"] += np.repeat(begins[:-1], [len(part.records) for part in parts])
    places, amounts = (np.concatenate([getattr(part, name) for part in parts]) for name in ("places", "amounts"))
    return Positions(records, places, amounts, sum(part.plays for part in parts))


def fitted(positions: Positions) -> tuple[Weights, float]:
    """A weight for each feature, and the share of the variance that they explain in positions to move."""
    weights, fits = np.zeros(2 * MOST_FEATURES), []
    for first, is_to_move in ((0, 1), (MOST_FEATURES, 0)):
        chosen = np.flatnonzero(positions.records["is_to_move"] == is_to_move)
        fit = 0.0
        if len(chosen) > 1:
            weights[first : first + MOST_FEATURES], fit = _regressed(positions, chosen)
        fits.append(fit)
    return weights, fits[0]


def _regressed(positions: Positions, chosen: Numbers) -> tuple[Weights, float]:
    """Ridge regression over the chosen positions: sums of whole numbers, then one solution of normal equations.

    The last column is the payoff itself; a feature that never changes has no weight.
    """
    ends = positions.records["end"]
    starts = np.concatenate([[0], ends[:-1]])
    used = np.flatnonzero(np.bincount(positions.places))
    columns = np.full(MOST_FEATURES, -1)
    columns[used] = np.arange(len(used))
    products, sums = np.zeros((len(used) + 1, len(used) + 1)), np.zeros(len(used) + 1)
    for block in np.array_split(chosen, -(-len(chosen) // BLOCK)):
        lengths = ends[block] - starts[block]
        rows = np.repeat(np.arange(len(block)), lengths)
        listed = np.repeat(starts[block] - (np.cumsum(lengths) - lengths), lengths) + np.arange(lengths.sum())
        numbers = np.zeros((len(block), len(used) + 1))
        numbers[rows, columns[positions.places[listed]]] = positions.amounts[listed]
        numbers[:, -1] = np.rint(positions.records["worth"][block] * GRAIN)
        products += numbers.T @ numbers
        sums += numbers.sum(axis=0)
    spread = products - np.outer(sums, sums) / len(chosen)
    changing = np.flatnonzero(np.diag(spread)[:-1] > 1e-3 * len(chosen))
    scale = np.sqrt(np.diag(spread)[changing])
    inner = spread[np.ix_(changing, changing)] / np.outer(scale, scale)
    target = spread[changing, -1] / scale
    solution = solved(inner, target, RIDGE) / scale
    weights = np.zeros(MOST_FEATURES)
    weights[used[changing]] = solution / GRAIN
    mean = _in_order(sums[changing] * solution)
    weights[0] = (sums[-1] - mean) / len(chosen) / GRAIN  # of the feature that is always 1
    explained = 2 * _in_order(solution * spread[changing, -1]) - _in_order(
        solution * _times(spread, changing, solution)
    )
    return weights, float(explained / spread[-1, -1]) if spread[-1, -1] > 0 else 0.0


def _times(spread: Weights, changing: Numbers, solution: Weights) -> Weights:
    """The product of a matrix and a vector, summed in one order on every machine."""
    total = np.zeros(len(changing))
    for place, column in enumerate(changing):
        total += spread[changing, column] * solution[place]
    return total


def _in_order(numbers: Weights) -> float:
    """Their sum, in one order on every machine."""
    return float(sum(numbers.tolist()))


def solved(matrix: Weights, target: Weights, ridge: float) -> Weights:
    """The solution of (matrix + ridge) x = target, for a symmetric matrix, by Cholesky's factors.

    Row by row with NumPy's element-wise operations alone, which IEEE 754 fixes to the last bit.
    """
    left, right = matrix.T.copy(), target.copy()  # `left` has the factor's columns as its rows
    size = len(target)
    left[np.arange(size), np.arange(size)] += ridge
    for first in range(0, size, PANEL):
        panel = left[first : first + PANEL, first:]
        for before in left[:first, first:]:
            panel -= np.multiply.outer(before[:PANEL], before)
        for place, column in enumerate(panel):
            pivot, root = first + place, np.sqrt(column[place])
            column[place:] /= root
            right[pivot] /= root
            right[pivot + 1 :] -= column[place + 1 :] * right[pivot]
            panel[place + 1 :] -= np.multiply.outer(column[place + 1 : PANEL], column)
    for pivot in range(size - 1, -1, -1):
        right[pivot] /= left[pivot, pivot]
        right[:pivot] -= left[:pivot, pivot] * right[pivot]
    return right
