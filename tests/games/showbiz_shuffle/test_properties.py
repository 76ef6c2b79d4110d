"""Showbiz Shuffle: what holds at every step of every play, whatever the rules and the cards."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.plain import Play
from tests.support.strategies import rule_values, some_rules
from tests.support.thorough import examples
from workbench.conform.positions import stocked
from workbench.engine.cards import Cards
from workbench.games.showbiz_shuffle import GAME, game
from workbench.games.showbiz_shuffle.cards import BizEffect, BodKind
from workbench.games.showbiz_shuffle.game import MOST_ATTACHED, MOST_BIZ_HAND, MOST_HAND

RULES = rule_values(GAME, max_turns=st.integers(5, 15))
MOST_DECISIONS = 200


def check(play: Play) -> None:
    """What must hold between decisions."""
    state, rules = play.state, play.rules
    assert stocked(state, [*game.State.fields.values()]) == {
        "bods": Counter(range(rules.bods_rows)),
        "biz": Counter(range(rules.biz_copies)),
    }
    assert state.bods.hand_size.max() <= MOST_HAND and state.biz.hand_size.max() <= MOST_BIZ_HAND
    for movie in range(16):
        check_movie(state, rules, movie)


def check_movie(state: Any, rules: Any, movie: int) -> None:
    """A movie's books are right."""
    in_production = bool(int(state.shooting) >> movie & 1)
    assert in_production == (state.cast_size[movie] > 0)
    if not in_production:
        assert state.attached_size[movie] == 0
        return
    cast = [int(card) for card in state.cast[movie, : state.cast_size[movie]]]
    kinds = [int(rules.bods[card].kind) for card in cast]
    effects = [
        int(rules.biz[game.attached_row(state, rules, movie, p)].effect) for p in range(state.attached_size[movie])
    ]
    assert list(state.kind_count[movie]) == [kinds.count(kind) for kind in BodKind]
    assert state.stand_ins[movie] == effects.count(BizEffect.STAND_IN) and len(effects) <= MOST_ATTACHED
    for kind in BodKind:
        most = int(game.needed(rules, kind))
        assert kinds.count(kind) <= most
        lacking = most - kinds.count(kind) - (effects.count(BizEffect.STAND_IN) if kind == BodKind.SUPPORT else 0)
        assert bool(int(state.open_roles[movie]) >> int(game.role(kind, state.genre[movie])) & 1) == (lacking > 0)
    spoilt = [int(effect) for effect in state.spoilt[movie, : len(cast)] if effect]
    assert sorted(spoilt) == sorted(e for e in effects if e in (BizEffect.UPSTAGE, BizEffect.SCANDAL))
    assert bool(int(state.unspoilt) >> movie & 1) == (len(spoilt) < len(cast))


def play_through(values: dict[str, Any], seed: int) -> Play:
    """A random play, checked at every decision, up to some length."""
    play = Play(GAME, values, seed).begin()
    while not play.state.over and play.decisions < MOST_DECISIONS:
        check(play)
        play.take(play.decision())
    return play


@given(RULES, st.integers(0, 2**63))
@examples(12)
def test_cards_are_conserved_and_books_are_right_at_every_step(values: dict[str, Any], seed: int) -> None:
    play_through(values, seed)


def some_cards(name: str, number: int) -> Cards:
    """An arbitrary card list, small or as large as allowed."""
    declared, rng = GAME.parameters[name], random.Random(f"{name} {number}")
    default = declared.default
    assert isinstance(default, Cards)
    rows = [dict(rng.choice(default.numbered)) for _ in range(rng.choice([1, 8, 40, 79, declared.most]))]
    rows = [{**row, "id": f"card-{n}"} for n, row in enumerate(rows)]
    if name == "bods":
        rows = [{**row, "bonus_with": rng.choice(["star", None, f"card-{0}"]), "bonus": 1} for row in rows]
    else:
        rows = [{**row, "copies": rng.choice([0, 1]) if len(rows) > 40 else 2} for row in rows]
    cells = tuple(tuple(row[column] for column in default.columns) for row in rows)
    return Cards("some.csv", default.columns, default.key, cells)


@pytest.mark.parametrize("number", range(8))
def test_any_card_lists_can_be_played(number: int) -> None:
    lists = {"bods": some_cards("bods", number), "biz": some_cards("biz", number)}
    values = some_rules(GAME, number, **lists, max_turns=6)
    play = Play(GAME, values, number)
    play.run(GAME.functions["begin"], play.state, play.rules, play.chance)
    while not play.state.over and play.decisions < MOST_DECISIONS:
        check(play)
        play.take(play.decision())


@pytest.mark.parametrize(
    "rules",
    [
        {"plays_from_hand": 0, "plays_from_cattle_call": 0, "biz_per_turn": 0, "shake_up": False},
        {"directors_needed": 0, "starters": ["director"]},
        {"directors_needed": 0, "stars_needed": 0, "supports_needed": 0},
        {"reshuffle_bods": True, "score_target": 500, "max_turns": 10},
        {"out_of_genre_from_hand": False, "plays_from_cattle_call": 0, "shake_up": False},
        {"cattle_call_size": 0, "hand_size": 1, "final_turns": 0},
    ],
)
def test_plays_end_under_rules_that_hardly_let_anything_happen(rules: dict[str, Any]) -> None:
    play = Play(GAME, {"max_turns": 12, **rules}, seed=5).begin()
    while not play.state.over:
        play.take(play.decision())
    assert play.report().turns <= 12 * play.players


def test_no_play_takes_more_decisions_than_its_turns_allow() -> None:
    """A turn is at most so many choices: a card and a place for each Bod, four for each Biz card, and a discard."""
    values = {
        "plays_from_hand": 5,
        "plays_from_cattle_call": 5,
        "biz_per_turn": 5,
        "max_turns": 5,
        "reshuffle_bods": True,
    }
    play = Play(GAME, values, seed=1).begin()
    while not play.state.over:
        play.take(play.decision())
    assert play.decisions <= 5 * play.players * (10 * 3 + 5 * 5 + 1)
