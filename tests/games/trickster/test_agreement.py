"""Trickster: the engine against the naive reference, which was written from the texts alone."""

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.naive import trickster as naive
from tests.support.cards import card_number
from tests.support.referee import without
from tests.support.seats import Choice, PlainBatch, bots, recorded
from tests.support.strategies import rule_values
from tests.support.thorough import examples
from workbench.engine.batch import Batch, replay, visible_events
from workbench.engine.bit_sets import members
from workbench.engine.playing_cards import card_name
from workbench.games.trickster import GAME

RULES = rule_values(GAME, rounds=st.integers(0, 3))
SEEDS = st.integers(0, 2**64 - 1)
NAMES = {f"collected_{suit}": suit for suit in ("clubs", "diamonds", "hearts", "spades")} | {"saved": "moon_saved"}
"""The reference's names of measures, where they differ."""


class Chooser:
    """Answers the reference with the engine's own choices; it must be asked the same questions."""

    def __init__(self, choices: list[Choice]) -> None:
        self.choices = iter(choices)

    def __call__(self, player: int, kind: str, options: list[str]) -> str:
        choice = next(self.choices)
        assert choice.player == player
        assert [card_name(action) for action in choice.legal] == options
        return card_name(choice.action)


def decks(trace: list[dict[str, Any]]) -> Iterator[list[str]]:
    """The deck of each round as the reference deals it: whole tableaus one after the other, then what is removed."""
    for event in trace:
        if event["event"] == "deal":
            yield [card for tableau in [*event["tableaus"], event["removed"]] for card in tableau]


def counted_from_0(event: dict[str, Any]) -> dict[str, Any]:
    """The reference counts rounds and steps from 1, and its cards stand in the order of the deck, as ours do."""
    from_1 = {name: event[name] - 1 for name in ("round", "step") if name in event}
    return {**event, **from_1}


def as_naive(result: Any, players: int) -> dict[str, Any]:
    """The engine's measures in the reference's shape."""
    plays = {name: result[name].item() for name in ("rounds", "decisions", "lead_changes", "margin", "tie")}
    seats = {name: result[NAMES.get(name, name)][:players].tolist() for name in naive.SEAT_MEASURES}
    shared = {"winners": members(result.winners), "totals": seats["points"]}
    return {**plays, **seats, **shared, "largest_packet": result.largest_packet.item()}


def check_play(values: dict[str, Any], spec: str, seed: int, play: int = 0) -> None:
    """One play in both, with equal deals and choices: equal measures, equal events."""
    choices: list[Choice] = []
    batch = PlainBatch(GAME, values, recorded(bots(GAME, spec, values["players"]), choices), seed)
    events, results = replay(batch, play)
    ours = visible_events(batch, events)
    chooser, trace = Chooser(choices), []
    expected = naive.play_match(values, decks(ours), chooser, trace)
    assert as_naive(results[0], values["players"]) == expected
    assert without(ours, "by_suit", "ended_by") == [counted_from_0(event) for event in trace]
    assert next(chooser.choices, None) is None


@given(RULES, SEEDS, st.integers(0, 2**31))
@examples(40)
def test_random_plays_agree_play_by_play(values: dict[str, Any], seed: int, play: int) -> None:
    check_play(values, "random", seed, play)


@given(RULES, SEEDS, st.permutations(["greedy", *(style.name for style in GAME.styles), "random"]))
@examples(15)
def test_plays_of_greedy_and_the_styles_agree(values: dict[str, Any], seed: int, names: list[str]) -> None:
    check_play({**values, "rounds": 1}, " ".join(names), seed)


def test_the_deal_is_a_whole_deck_each_round() -> None:
    for players in range(2, 9):
        events, _ = replay(Batch(GAME, {"players": players}, bots(GAME, "random", players), seed=3), 0)
        dealt = list(
            decks(visible_events(Batch(GAME, {"players": players}, bots(GAME, "random", players), seed=3), events))
        )
        assert len(dealt) == players
        for deck in dealt:
            assert sorted(map(card_number, deck)) == list(range(52))


def test_the_defaults_are_those_of_the_reference() -> None:
    assert {name: parameter.default for name, parameter in GAME.parameters.items()} == naive.DEFAULTS
