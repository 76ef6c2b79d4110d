"""Hollywood 1947, Setup."""

from collections import Counter

import pytest

from tests.support.hollywood import Table
from tests.support.plain import Play
from workbench.engine.bit_sets import members
from workbench.games.hollywood_1947 import GAME
from workbench.games.hollywood_1947.cards import Loyalty
from workbench.games.hollywood_1947.game import dice

LOYALTIES = {1: "p", 2: "pc", 3: "ppc", 4: "ppcr", 5: "pppcc", 6: "pppccr", 7: "ppppccr", 8: "ppppcccr", 9: "pppppcccr"}
"""By number of players, as the page says."""
ALL_PLAYERS = pytest.mark.parametrize("players", range(1, 10))


def loyalties(table: Table) -> str:
    return "".join(sorted("pcr"[int(loyalty)] for loyalty in table.state.side[: table.players]))


@ALL_PLAYERS
def test_loyalties_by_number_of_players(players: int) -> None:
    assert {loyalties(Table(seed, players=players)) for seed in range(5)} == {"".join(sorted(LOYALTIES[players]))}


def test_any_player_may_get_any_loyalty() -> None:
    seen = {tuple(Table(seed, players=4).state.side[:4]) for seed in range(120)}
    assert len(seen) == 12  # 4! / 2!


@ALL_PLAYERS
def test_one_job_each_and_two_up_to_three_players(players: int) -> None:
    table = Table(players=players)
    jobs_by_player = 2 if players <= 3 else 1
    held = [members(table.state.jobs[player]) for player in range(players)]
    assert [len(jobs) for jobs in held] == [jobs_by_player] * players
    in_play = 8 if players <= 3 else 9
    assert sorted([*(number for jobs in held for number in jobs), *members(table.state.center)]) == [
        n for n in range(9) if n != 1 or in_play == 9
    ]
    assert dice(table.rules) == players * jobs_by_player + {1: 3, 2: 2, 3: 1}.get(players, 0)


def test_no_producer_up_to_three_players() -> None:
    assert Table(players=3).state.number_of[1] == -1 and Table(players=4).state.number_of[1] == 1


def cards(table: Table) -> Counter[int]:
    """Every card, wherever it is."""
    state = table.state
    count: Counter[int] = Counter(int(card) for card in state.deck[: int(state.deck_size)])
    for player in range(table.players):
        count.update(kind for kind in range(6) for _ in range(int(state.hand[player]) >> 4 * kind & 15))
    count.update(int(card) for card in state.ghost_card if card < 255)
    return count


@ALL_PLAYERS
def test_the_deck_has_sixty_cards_and_54_for_two_players(players: int) -> None:
    table = Table(players=players)
    state = table.state
    state.ghost_card[{1: 3, 2: 2, 3: 1}.get(players, 0) :] = 255
    counts = cards(table)
    assert counts == Counter(
        {table.card("N"): 14, table.card("P"): 16, table.card("C"): 16, table.card("PP"): 4, table.card("CS"): 4}
        | ({} if players == 2 else {table.card("CC"): 6})
    )


@ALL_PLAYERS
def test_three_cards_each(players: int) -> None:
    table = Table(players=players)
    assert [table.hand(player).count(" ") for player in range(players)] == [2] * players
    assert list(table.state.held[:players]) == [3] * players


@pytest.mark.parametrize(("players", "posters"), [(2, 12), (3, 14), (6, 14)])
def test_monster_and_horror_leave_a_game_of_two(players: int, posters: int) -> None:
    table = Table(players=players)
    names = {table.posters[int(genre)] for genre in table.state.genre_deck[: int(table.state.genres_left)]}
    assert len(names) == posters
    assert {"Monster", "Horror"} & names == (set() if players == 2 else {"Monster", "Horror"})


def test_the_posters_are_six_neutral_four_and_four() -> None:
    genres = Table().values["genres"]
    assert Counter(row["symbol"] for row in genres) == {"neutral": 6, "patriot": 4, "communist": 4}


def test_every_die_is_rolled_and_half_show_a_star() -> None:
    stars = sum(int(Play(GAME, seed=seed).begin().state.stars).bit_count() for seed in range(100))
    assert 240 < stars < 360  # 600 dice; four standard deviations are 49


def test_random_loyalties_are_dealt_from_those_of_nine() -> None:
    seen = Counter(loyalties(Table(seed, players=3, random_loyalties=True)) for seed in range(150))
    assert "ccc" in seen and "ppp" in seen and any("r" in dealt for dealt in seen)
    nine = {loyalties(Table(seed, players=9, random_loyalties=True)) for seed in range(5)}
    assert nine == {"cccpppppr"}


def test_communists_see_each_other_and_nobody_else_sees_a_loyalty() -> None:
    table = Table(players=6).loyalties("c p r c p p")
    seen = [[int(loyalty) for loyalty in table.view(player).side[:6]] for player in range(6)]
    p, c, r, unknown = (int(loyalty) for loyalty in Loyalty)
    assert seen[0] == [c, unknown, unknown, c, unknown, unknown]
    assert seen[3] == [c, unknown, unknown, c, unknown, unknown]
    assert seen[1] == [unknown, p, unknown, unknown, unknown, unknown]
    assert seen[2] == [unknown, unknown, r, unknown, unknown, unknown]
