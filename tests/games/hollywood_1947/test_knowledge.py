"""Hollywood 1947: what a player knows, and that no bot decides by anything else."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.hollywood_1947.test_longest_play import STATED
from tests.support.hollywood import Table
from tests.support.plain import Play
from tests.support.strategies import positions, rule_values
from tests.support.thorough import examples
from workbench.engine.bit_sets import members, number_of
from workbench.engine.loop import WORLD
from workbench.games.hollywood_1947 import GAME, beliefs
from workbench.games.hollywood_1947.game import HIDDEN, NO_CARD, Phase, all_posters, ghosts, is_left_out
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
SETUP = next(event for event, name in GAME.events.items() if name == "setup")
SIDES = ("p p c p", "r p c p", "c p p p", "c c p p", "c p c p")
"""What the first player may be, and with whom; to the last, a patriot, the first two look the same."""


def all_cards(state: Any, rules: Any) -> Counter[int]:
    """Every propaganda card of a state, wherever it is."""
    cards = Counter(int(card) for card in state.deck[: int(state.deck_size)])
    bags = [*state.hand[: int(rules.players)], state.composing]
    cards.update(kind for bag in bags for kind in range(16) for _ in range(number_of(bag, kind)))
    cards.update(int(card) for card in state.movie_card[: int(state.movie_size)])
    cards.update(int(card) for card in state.ghost_card[: int(ghosts(rules))] if card != NO_CARD)
    cards.update({kind: int(number) for kind, number in enumerate(state.discards) if number})
    return cards


def whole_list(rules: Any) -> Counter[int]:
    kinds = range(int(rules.propaganda_rows))
    return Counter({kind: int(rules.propaganda[kind].copies) for kind in kinds if not is_left_out(rules, kind)})


@given(POSITIONS, SEATS, SEEDS)
@examples(40)
def test_worlds_conserve_cards_and_posters_and_look_the_same(play: Play, seat: int, seed: int) -> None:
    viewer = seat % play.players
    view, world = play.view(viewer), play.world(viewer, seed)
    for state in (play.state, world):
        assert all_cards(state, play.rules) == whole_list(play.rules)
        assert sorted(all_the_posters(state)) == members(all_posters(play.rules))
    assert [int(held) for held in world.held] == [int(held) for held in play.state.held]
    assert int(sum(world.discards)) == int(play.state.discards_count)
    play.run(GAME.functions["conceal"], world, play.rules, viewer)
    assert {name: view[name].tobytes() for name in view.dtype.names} == {
        name: world[name].tobytes() for name in view.dtype.names
    }


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_play_goes_on_from_a_drawn_world_to_its_end(revision: str) -> None:
    play = Play(GAME, load_scenario(ROOT, f"{GAME.name}/{revision}").rules, seed=3).begin()
    while not play.state.over:
        if play.decisions % APART == 0:
            before = play.copy_of_all()
            play.states[WORLD] = play.world(int(play.state.actor), seed=play.decisions)
            while not play.state.over:
                assert play.decisions <= STATED
                play.take(play.decision())
            assert all_cards(play.state, play.rules) == whole_list(play.rules)
            play.restore(before)
        play.take(play.decision())


def all_the_posters(state: Any) -> list[int]:
    """Every poster of a state, wherever it is."""
    deck = [int(genre) for genre in state.genre_deck[: int(state.genres_left)]]
    drawn = [int(genre) for genre in state.drawn] if state.phase == Phase.GENRE else []
    return [*deck, *drawn, *members(state.posters_aside), *members(state.open_posters)]


@given(POSITIONS, SEATS, SEEDS)
@examples(20)
def test_a_drawn_world_keeps_what_is_known(play: Play, seat: int, seed: int) -> None:
    viewer = seat % play.players
    true, world = play.state, play.world(viewer, seed)
    assert world.hand[viewer] == true.hand[viewer] and world.side[viewer] == true.side[viewer]
    know = GAME.functions["private_information"]
    assert play.run(know, world, play.rules, viewer) == play.run(know, true, play.rules, viewer)
    dealt = play.rules.loyalties[8 if play.rules.random_loyalties else play.players - 1]
    counts = Counter(int(loyalty) for loyalty in world.side[: play.players])
    assert counts[0] <= dealt.patriots and counts[1] <= dealt.communists and counts[2] <= dealt.rising_stars
    if true.side[viewer] == 1:
        assert [loyalty == 1 for loyalty in world.side] == [loyalty == 1 for loyalty in true.side]
    for ghost in range(int(ghosts(play.rules))):
        if int(true.ghost_seen[ghost]) >> viewer & 1:
            assert world.ghost_card[ghost] == true.ghost_card[ghost]


@pytest.mark.parametrize("revision", REVISIONS)
def test_in_a_drawn_world_everybody_added_cards_that_fit(revision: str) -> None:
    """Else a player of that world holds every assignment of loyalties for impossible, and its bot fails."""
    play = Play(GAME, load_scenario(ROOT, f"{GAME.name}/{revision}").rules, seed=3).begin()
    weighings = 0
    while not play.state.over:
        if play.decisions % APART == 0 and play.state.movies:
            world = play.world(int(play.state.actor), seed=play.decisions)
            for player in range(play.players):
                view = world.copy()
                play.run(GAME.functions["conceal"], view, play.rules, player)
                play.run(beliefs.weigh_worlds, view, play.rules, player)
                assert view.odds[view.worlds - 1] > 0
                for movie in range(int(view.movies)):
                    assert sum(view.symbols_added_by[movie, player]) <= view.added[movie, player]
                weighings += 1
        play.take(play.decision())
    assert weighings


def test_setup_shows_the_own_hand_and_loyalty_and_communists_to_each_other() -> None:
    event = {
        "loyalties": ["patriot", "communist", "communist", "rising_star"],
        "hands": [["a"], ["b"], ["c"], ["d"]],
        "ghosts": [],
    }
    assert GAME.redact(SETUP, event, 1)["loyalties"] == [None, "communist", "communist", None]
    assert GAME.redact(SETUP, event, 0)["loyalties"] == ["patriot", None, None, None]
    assert GAME.redact(SETUP, event, 3)["hands"] == [None, None, None, ["d"]]


# Looks


JOBS = "cinematographer / gaffer / actor / editor"


def looked() -> Table:
    """Player 0 has looked at the hand of player 1."""
    table = Table(**BLANK).jobs(JOBS).hands("N N N / P P C / N N N / N N N").stars(1).action()
    return table.pass_until("cinematographer").option("cinematographer").do(1)


def test_a_hand_that_was_looked_at_is_known() -> None:
    table = looked()
    assert table.view(0).hand[1] == table.bag("P P C") and table.view(2).hand[1] == 0
    assert all(table.world(0, seed).hand[1] == table.bag("P P C") for seed in range(5))


def test_after_a_card_was_laid_from_it_two_of_the_three_are_there_still() -> None:
    table = looked().pass_all().add("C")
    assert table.state.still[0, 1] == 2 and table.state.movies == 1
    view = table.view(0)
    assert view.hand[1] == 0 and view.looked_at[0, 1] == table.bag("P P C")
    seen = {table.world(0, seed).hand[1] for seed in range(40)}
    two = [table.bag("P P"), table.bag("P C")]
    assert len(seen) > 2
    assert all(any(contains(hand, pair) for pair in two) for hand in seen)


def contains(hand: Any, part: Any) -> bool:
    return all(number_of(hand, kind) >= number_of(part, kind) for kind in range(16))


def test_a_new_hand_is_not_known_any_more() -> None:
    table = Table(**BLANK).jobs("gaffer / cinematographer / actor / editor").action().option("pass")
    table.option("cinematographer").do(0)
    assert table.state.still[1, 0] == 3
    table.option("actor").do(0)
    assert table.state.still[1, 0] == 0 and table.view(1).looked_at[1, 0] == 0


# The movie


def test_a_player_knows_the_own_cards_of_a_movie_and_not_those_of_others() -> None:
    table = Table(**BLANK).jobs(JOBS).hands("P N N / C N N / PP N N / N N N").stars(0, 1, 2).action().pass_all()
    table.add("C", "PP")  # players 1 and 2; then it is on 0
    assert [int(card) for card in table.view(1).movie_card[:2]] == [table.card("C"), HIDDEN]
    assert [int(card) for card in table.view(0).movie_card[:2]] == [HIDDEN, HIDDEN]
    assert [int(by) for by in table.view(0).movie_by[:2]] == [1, 2]


def editing(*, first: str, drawn: str) -> Table:
    """The editor 0 laid `own`; another laid `drawn`, which the editor is handed."""
    rules = {**BLANK, "deck_adds": 0}
    table = Table(**rules).jobs("editor / gaffer / actor / actress").hands(f"{first} N / {drawn} N / N / N").stars(0, 1)
    table.action().pass_until("editor").option("editor").pass_all()
    table.add(drawn if table.actor == 1 else first)

    def handed() -> bool:
        return bool(table.state.movie_card[table.state.movie_size - 1] == table.card(drawn))

    return table.luck(lambda: table.add(first if table.actor == 0 else drawn), handed)


def test_the_editor_sees_the_card_but_not_whose_it_was() -> None:
    table = editing(first="P", drawn="C")
    view = table.view(0)
    assert [int(card) for card in view.movie_card[:2]] == [table.card("P"), table.card("C")]
    assert [int(by) for by in view.movie_by[:2]] == [0, -1]
    assert HIDDEN in [int(card) for card in table.view(1).movie_card[:2]]


def test_an_equal_card_counts_as_the_editors_own() -> None:
    views = set()
    for seed in range(12):
        table = Table(seed, **{**BLANK, "deck_adds": 0}).jobs("editor / gaffer / actor / actress")
        table.hands("P / P / N / N").stars(0, 1).action().pass_until("editor").option("editor").pass_all()
        table.add("P", "P")
        view = table.view(0)
        views.add((tuple(map(int, view.movie_card[:2])), tuple(map(int, view.movie_by[:2]))))
    assert views == {((HIDDEN, table.card("P")), (-1, 0))}


def test_who_misses_an_own_card_at_the_premiere_knows_that_it_was_discarded() -> None:
    table = Table(**{**BLANK, "deck_adds": 0}).jobs(JOBS).hands("P / C / N / N").stars(0).action().pass_all().add("P")
    assert table.state.seen_discards_of[0, table.card("P")] == 1
    assert table.view(0).discards[table.card("P")] == 1 and sum(table.view(1).discards) == 0


# Bots


# Face-down moves


def test_a_card_laid_face_down_looks_the_same_to_everybody_but_the_actor() -> None:
    table = Table(**BLANK).jobs(JOBS).hands("P C N / N / N / N").stars(0).action().pass_all()
    see = GAME.functions["observation"]
    seen = [[int(see(table.state, table.rules, player, action)) for action in table.legal] for player in range(4)]
    assert seen[0] == table.legal and len(table.legal) == 3
    assert all(len(set(numbers)) == 1 and numbers[0] not in table.legal for numbers in seen[1:])


def test_search_tells_a_players_sides_hands_and_fellows_apart() -> None:
    table, know = Table(**BLANK), GAME.functions["private_information"]
    hands = [f"{hand} / N / N / N" for hand in ("P P C", "P C C")]
    dealt = [table.hands(hand).loyalties(sides).state.copy() for hand in hands for sides in SIDES]
    numbers = [int(table.run(know, state, table.rules, 0)) for state in dealt]
    assert len(set(numbers)) == len(numbers)
    assert len({int(table.run(know, state, table.rules, 3)) for state in dealt[:2]}) == 1, "strangers are unknown"


def test_options_are_seen_by_all() -> None:
    table = Table(**BLANK).jobs(JOBS).action()
    see = GAME.functions["observation"]
    assert [int(see(table.state, table.rules, 3, action)) for action in table.legal] == table.legal
