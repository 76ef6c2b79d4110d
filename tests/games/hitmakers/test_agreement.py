"""Hitmakers: the engine against the naive reference, which was written from the texts alone."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive import hitmakers as naive
from tests.support.hitmakers import deck_order
from tests.support.referee import without
from tests.support.seats import Choice, PlainBatch, bots, recorded
from tests.support.strategies import rule_values
from tests.support.thorough import examples
from workbench.engine.batch import replay, visible_events
from workbench.engine.bit_sets import members
from workbench.games.hitmakers import GAME
from workbench.games.hitmakers.game import Phase

RULES = rule_values(GAME, score_target=st.integers(0, 30), max_deals=st.integers(1, 3))
SEEDS = st.integers(0, 2**64 - 1)
KINDS = {Phase.DRAW: "draw", Phase.DISCARD: "discard", Phase.ANSWER: "show", Phase.PRESENT: "present"}
WORDS = {"draw": ["stock", "discard", "pass"], "show": ["decline", "scout"]}


def in_words(kind: str, action: int) -> Any:
    """An action of the engine as the reference calls it."""
    return WORDS[kind][min(action, len(WORDS[kind]) - 1)] if kind in WORDS else action


class Chooser:
    """Answers the reference with the engine's own choices; it must be asked the same questions."""

    def __init__(self, choices: list[Choice]) -> None:
        self.choices = iter(choices)

    def __call__(self, player: int, kind: str, options: list[Any]) -> Any:
        choice = next(self.choices)
        assert (choice.player, KINDS[Phase(choice.state.phase)]) == (player, kind)
        assert [in_words(kind, action) for action in choice.legal] == options
        return in_words(kind, choice.action)


def decks(seed: int, play: int, players: int) -> Iterator[naive.Shares]:
    """The shuffled decks of all deals of a play."""
    deal = 0
    while True:
        yield naive.Shares(deck_order(seed, play, deal), players)
        deal += 1


def as_naive(result: Any, players: int) -> dict[str, Any]:
    """The engine's measures in the reference's shape."""
    measures = {measure.name: measure.scope for measure in GAME.all_measures if measure.name != "tie"}
    by_name = {name: result[name] for name in measures}
    shaped = {name: v.item() if v.ndim == 0 else v[:players].tolist() for name, v in by_name.items()}
    return {**shaped, "winners": members(result.winners), "totals": shaped["points"]}


def rounded(expected: dict[str, Any]) -> dict[str, Any]:
    """The reference's shares as the engine stores them, in single precision."""
    shares = {name: np.float32(expected[name]).tolist() for name in ("deal_points", "deal_wins")}
    return {**expected, **shares}


def check_play(values: dict[str, Any], spec: str, seed: int, play: int) -> None:
    """One play in both, with equal decks and choices: equal measures, equal events."""
    choices: list[Choice] = []
    batch = PlainBatch(GAME, values, recorded(bots(GAME, spec, values["players"]), choices), seed)
    events, results = replay(batch, play)
    chooser, trace = Chooser(choices), []
    expected = naive.play_match(values, decks(seed, play, values["players"]), chooser, trace)
    assert as_naive(results[0], values["players"]) == rounded(expected)
    assert without(visible_events(batch, events), "by_suit", "ended_by") == trace
    assert next(chooser.choices, None) is None
    assert bool(results[0].tie) is (len(expected["winners"]) > 1)


@given(RULES, SEEDS, st.integers(0, 2**31))
@examples(40)
def test_random_plays_agree_play_by_play(values: dict[str, Any], seed: int, play: int) -> None:
    check_play(values, "random", seed, play)


@given(RULES, SEEDS)
@examples(20)
def test_greedy_plays_agree_play_by_play(values: dict[str, Any], seed: int) -> None:
    check_play({**values, "max_deals": 1}, "greedy", seed, 0)


@given(RULES, SEEDS, st.permutations(["hoarder", "spreader", "scout", "cautious", "random"]))
@examples(20)
def test_styles_agree_play_by_play(values: dict[str, Any], seed: int, names: list[str]) -> None:
    check_play({**values, "max_deals": min(values["max_deals"], 2)}, " ".join(names), seed, 0)


@pytest.mark.parametrize("target", [0, 21])
def test_default_rules_agree(target: int) -> None:
    for play in range(5):
        check_play({**naive.DEFAULTS, "score_target": target}, "random", 11, play)


def test_the_defaults_are_those_of_the_reference() -> None:
    assert {name: parameter.default for name, parameter in GAME.parameters.items()} == naive.DEFAULTS
