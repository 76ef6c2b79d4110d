"""Hollywood 1947: what a player knows, and that no bot decides by anything else."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.hollywood_1947.test_longest_play import STATED
from tests.support.hollywood import Table
from tests.support.plain import Play
from tests.support.strategies import positions, rule_values
from workbench.engine.bags import number_of
from workbench.engine.bit_sets import members
from workbench.engine.loop import WORLD
from workbench.games.hollywood_1947 import GAME
from workbench.games.hollywood_1947.events import redact
from workbench.games.hollywood_1947.knowledge import HIDDEN
from workbench.games.hollywood_1947.movies import all_posters
from workbench.games.hollywood_1947.table import NO_CARD, Event, Phase, ghosts, is_left_out
from workbench.scenario.files import Workspace
from workbench.scenario.load import load_scenario

POSITIONS = positions(GAME, rule_values(GAME), steps=90)
SEATS = st.integers(0, 8)
SEEDS = st.integers(0, 2**63)
ROOT = Workspace(Path(__file__).parents[3])
REVISIONS = sorted(file.stem for file in (ROOT.root / "scenarios" / GAME.name).glob("*.toml"))
APART = 23
"""Decisions of a play from one drawn world to the next; no number of players or movies divides it."""
BLANK = {"star_faces": 0, "players": 4}
SIDES = ("p p c p", "r p c p", "c p p p", "c c p p", "c p c p")
"""What the first player may be, and with whom; to the last, a patriot, the first two look the same."""


def all_cards(state: Any, rules: Any) -> Counter[int]:
    """Every propaganda card of a state, wherever it is."""
    found = Counter(int(card) for card in state.deck[: int(state.deck_size)])
    bags = [*state.hand[: int(rules.players)], state.choice]
    found.update(kind for bag in bags for kind in range(16) for _ in range(number_of(bag, kind)))
    found.update(int(card) for card in state.movie_card[: int(state.movie_size)])
    found.update(int(card) for card in state.ghost_card[: int(ghosts(rules))] if card != NO_CARD)
    found.update({kind: int(number) for kind, number in enumerate(state.discards) if number})
    return found


def whole_list(rules: Any) -> Counter[int]:
    kinds = range(int(rules.propaganda_rows))
    return Counter({kind: int(rules.propaganda[kind].copies) for kind in kinds if not is_left_out(rules, kind)})


@given(POSITIONS, SEATS, SEEDS)
@settings(max_examples=40, deadline=None)
def test_worlds_conserve_cards_and_posters_and_look_the_same(made: Play, seat: int, seed: int) -> None:
    viewer = seat % made.players
    view, world = made.view(viewer), made.world(viewer, seed)
    for state in (made.state, world):
        assert all_cards(state, made.rules) == whole_list(made.rules)
        assert sorted(all_the_posters(state)) == members(all_posters(made.rules))
    assert [int(held) for held in world.held] == [int(held) for held in made.state.held]
    assert int(sum(world.discards)) == int(made.state.discards_count)
    made.run(GAME.functions["conceal"], world, made.rules, viewer)
    assert {name: view[name].tobytes() for name in view.dtype.names} == {
        name: world[name].tobytes() for name in view.dtype.names
    }


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_play_goes_on_from_a_drawn_world_to_its_end(revision: str) -> None:
    made = Play(GAME, load_scenario(ROOT, f"{GAME.name}/{revision}").rules, seed=3).begin()
    while not made.state.over:
        if made.decisions % APART == 0:
            before = made.copy_of_all()
            made.states[WORLD] = made.world(int(made.state.actor), seed=made.decisions)
            while not made.state.over:
                assert made.decisions <= STATED
                made.take(made.decision())
            assert all_cards(made.state, made.rules) == whole_list(made.rules)
            made.restore(before)
        made.take(made.decision())


def all_the_posters(state: Any) -> list[int]:
    """Every poster of a state, wherever it is."""
    deck = [int(genre) for genre in state.genre_deck[: int(state.genres_left)]]
    drawn = [int(genre) for genre in state.drawn] if state.phase == Phase.GENRE else []
    return [*deck, *drawn, *members(state.posters_aside), *members(state.open_posters)]


@given(POSITIONS, SEATS, SEEDS)
@settings(max_examples=20, deadline=None)
def test_a_drawn_world_keeps_what_is_known(made: Play, seat: int, seed: int) -> None:
    viewer = seat % made.players
    true, world = made.state, made.world(viewer, seed)
    assert world.hand[viewer] == true.hand[viewer] and world.loyalty[viewer] == true.loyalty[viewer]
    know = GAME.functions["private_information"]
    assert made.run(know, world, made.rules, viewer) == made.run(know, true, made.rules, viewer)
    dealt = made.rules.loyalties[8 if made.rules.random_loyalties else made.players - 1]
    counts = Counter(int(each) for each in world.loyalty[: made.players])
    assert counts[0] <= dealt.patriots and counts[1] <= dealt.communists and counts[2] <= dealt.rising_stars
    if true.loyalty[viewer] == 1:
        assert [each == 1 for each in world.loyalty] == [each == 1 for each in true.loyalty]
    for ghost in range(int(ghosts(made.rules))):
        if int(true.ghost_seen[ghost]) >> viewer & 1:
            assert world.ghost_card[ghost] == true.ghost_card[ghost]


def test_setup_shows_the_own_hand_and_loyalty_and_communists_to_each_other() -> None:
    event = {
        "loyalties": ["patriot", "communist", "communist", "rising_star"],
        "hands": [["a"], ["b"], ["c"], ["d"]],
        "ghosts": [],
    }
    assert redact(Event.SETUP, event, 1)["loyalties"] == [None, "communist", "communist", None]
    assert redact(Event.SETUP, event, 0)["loyalties"] == ["patriot", None, None, None]
    assert redact(Event.SETUP, event, 3)["hands"] == [None, None, None, ["d"]]


# Looks


JOBS = "cinematographer / gaffer / actor / editor"


def looked() -> Table:
    """Player 0 has looked at the hand of player 1."""
    made = Table(**BLANK).jobs(JOBS).hands("N N N / P P C / N N N / N N N").stars(1).action()
    return made.pass_until("cinematographer").option("cinematographer").do(1)


def test_a_hand_that_was_looked_at_is_known() -> None:
    made = looked()
    assert made.view(0).hand[1] == made.bag("P P C") and made.view(2).hand[1] == 0
    assert all(made.world(0, seed).hand[1] == made.bag("P P C") for seed in range(5))


def test_after_a_card_was_laid_from_it_two_of_the_three_are_there_still() -> None:
    made = looked().pass_all().add("C")
    assert made.state.still[0, 1] == 2 and made.state.movies == 1
    view = made.view(0)
    assert view.hand[1] == 0 and view.looked[0, 1] == made.bag("P P C")
    seen = {made.world(0, seed).hand[1] for seed in range(40)}
    two = [made.bag("P P"), made.bag("P C")]
    assert len(seen) > 2
    assert all(any(contains(hand, pair) for pair in two) for hand in seen)


def contains(hand: Any, part: Any) -> bool:
    return all(number_of(hand, kind) >= number_of(part, kind) for kind in range(16))


def test_a_new_hand_is_not_known_any_more() -> None:
    made = Table(**BLANK).jobs("gaffer / cinematographer / actor / editor").action().option("pass")
    made.option("cinematographer").do(0)
    assert made.state.still[1, 0] == 3
    made.option("actor").do(0)
    assert made.state.still[1, 0] == 0 and made.view(1).looked[1, 0] == 0


# The movie


def test_a_player_knows_the_own_cards_of_a_movie_and_not_those_of_others() -> None:
    made = Table(**BLANK).jobs(JOBS).hands("P N N / C N N / PP N N / N N N").stars(0, 1, 2).action().pass_all()
    made.add("C", "PP")  # players 1 and 2; then it is on 0
    assert [int(card) for card in made.view(1).movie_card[:2]] == [made.card("C"), HIDDEN]
    assert [int(card) for card in made.view(0).movie_card[:2]] == [HIDDEN, HIDDEN]
    assert [int(by) for by in made.view(0).movie_by[:2]] == [1, 2]


def editing(*, own: str, drawn: str) -> Table:
    """The editor 0 laid `own`; another laid `drawn`, which the editor is handed."""
    rules = {**BLANK, "deck_adds": 0}
    made = Table(**rules).jobs("editor / gaffer / actor / actress").hands(f"{own} N / {drawn} N / N / N").stars(0, 1)
    made.action().pass_until("editor").option("editor").pass_all()
    made.add(drawn if made.actor == 1 else own)

    def handed() -> bool:
        return bool(made.state.movie_card[made.state.movie_size - 1] == made.card(drawn))

    return made.luck(lambda: made.add(own if made.actor == 0 else drawn), handed)


def test_the_editor_sees_the_card_but_not_whose_it_was() -> None:
    made = editing(own="P", drawn="C")
    view = made.view(0)
    assert [int(card) for card in view.movie_card[:2]] == [made.card("P"), made.card("C")]
    assert [int(by) for by in view.movie_by[:2]] == [0, -1]
    assert HIDDEN in [int(card) for card in made.view(1).movie_card[:2]]


def test_an_equal_card_counts_as_the_editors_own() -> None:
    views = set()
    for seed in range(12):
        made = Table(seed, **{**BLANK, "deck_adds": 0}).jobs("editor / gaffer / actor / actress")
        made.hands("P / P / N / N").stars(0, 1).action().pass_until("editor").option("editor").pass_all()
        made.add("P", "P")
        view = made.view(0)
        views.add((tuple(map(int, view.movie_card[:2])), tuple(map(int, view.movie_by[:2]))))
    assert views == {((HIDDEN, made.card("P")), (-1, 0))}


def test_who_misses_an_own_card_at_the_premiere_knows_that_it_was_discarded() -> None:
    made = Table(**{**BLANK, "deck_adds": 0}).jobs(JOBS).hands("P / C / N / N").stars(0).action().pass_all().add("P")
    assert made.state.seen_discards_of[0, made.card("P")] == 1
    assert made.view(0).discards[made.card("P")] == 1 and sum(made.view(1).discards) == 0


# Bots


# Face-down moves


def test_a_card_laid_face_down_looks_the_same_to_everybody_but_the_actor() -> None:
    made = Table(**BLANK).jobs(JOBS).hands("P C N / N / N / N").stars(0).action().pass_all()
    see = GAME.functions["observation"]
    seen = [[int(see(made.state, made.rules, player, action)) for action in made.legal] for player in range(4)]
    assert seen[0] == made.legal and len(made.legal) == 3
    assert all(len(set(numbers)) == 1 and numbers[0] not in made.legal for numbers in seen[1:])


def test_search_tells_a_players_sides_hands_and_fellows_apart() -> None:
    table, know = Table(**BLANK), GAME.functions["private_information"]
    hands = [f"{hand} / N / N / N" for hand in ("P P C", "P C C")]
    dealt = [table.hands(hand).loyalties(sides).state.copy() for hand in hands for sides in SIDES]
    numbers = [int(table.run(know, state, table.rules, 0)) for state in dealt]
    assert len(set(numbers)) == len(numbers)
    assert len({int(table.run(know, state, table.rules, 3)) for state in dealt[:2]}) == 1, "strangers are unknown"


def test_options_are_seen_by_all() -> None:
    made = Table(**BLANK).jobs(JOBS).action()
    see = GAME.functions["observation"]
    assert [int(see(made.state, made.rules, 3, action)) for action in made.legal] == made.legal
