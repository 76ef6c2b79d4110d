"""Choices as their player reads them: the sentence of the move, and the names that its numbers have."""

from enum import IntEnum
from typing import Annotated, Any

import pytest

from tests.support.plain import Play
from workbench import kit
from workbench.conform import Extent, conform
from workbench.engine.game import Game
from workbench.engine.registry import games

CARDS = kit.pack(["ash", "birch", "cedar"])


class Weather(IntEnum):
    """Its numbers are those to choose from."""

    SUN = 0
    RAIN = 1


def tree(state: Any, number: int) -> tuple[str, str]:
    return f"the {CARDS.names[number]} of player {int(state.actor) + 1}", CARDS.names[number]


def staying(player: int) -> kit.Offer:
    return kit.Offer(f"Player {player} stays", None, "Nothing comes of it.")


class Rules(kit.Rules):
    players: int = kit.rule(2, 2, 2, "How many play.")


class State(kit.State):
    wood: kit.Cards = kit.zone(CARDS)
    weather: int
    score: kit.PerPlayer


@kit.move("Player {player} plants {number}.", offer="{number}: plant it")
def plant(state: Any, rules: Any, player: int, number: Annotated[int, kit.Label(3, tree)]) -> None:
    """Plant a tree."""
    state.score[player] += number
    state.over = player == 1
    kit.next_player(state, rules)


@kit.move("Player {player} calls {weather}.", to="weather", when=lambda state: state.actor == 0)
def call(state: Any, rules: Any, weather: Weather) -> None:
    """Call the weather."""
    kit.next_player(state, rules)


@kit.move("Player {player} stays.", offer=lambda state: staying(int(state.actor)))
def stay(state: Any, rules: Any, player: int) -> None:
    """Stay."""
    state.over = player == 1
    kit.next_player(state, rules)


GAME = kit.game(globals(), title="Wood", summary="Plant trees.")


def offers(play: Play) -> list[kit.Offer]:
    choice = play.game.picture.choice
    assert choice
    return [choice(play.state, play.rules, play.values, action) for action in play.legal]


def test_a_choice_is_worded_by_its_move_and_by_the_names_of_its_numbers() -> None:
    play = Play(GAME, {}).begin()
    assert [offer.says for offer in offers(play)] == [
        "The ash of player 1: plant it",
        "The birch of player 1: plant it",
        "The cedar of player 1: plant it",
        "Call sun",
        "Call rain",
        "Player 0 stays",
    ]
    assert [offer.card for offer in offers(play)] == ["ash", "birch", "cedar", None, None, None]
    assert [offer.leads_to for offer in offers(play)][3:] == ["Call the weather."] * 2 + ["Nothing comes of it."]


def test_functions_that_word_offers_and_numbers_are_called_by_somebody() -> None:
    assert conform(GAME, Extent(rule_sets=1, plays=3, seconds=1.0, is_compiled=False)) == []


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_choices_are_told_apart_and_their_cards_have_faces(game: Game) -> None:
    play = Play(game, {"players": 3}, 4).begin()
    faces = game.picture.faces(play.values)
    for _ in range(150):
        if play.state.over:
            break
        named = offers(play)
        assert len({offer.says for offer in named}) == len(named), named
        assert all(offer.card is None or offer.card in faces for offer in named)
        play.take(play.decision())
