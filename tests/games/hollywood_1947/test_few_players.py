"""Hollywood 1947, the source's section b: 1-3 player adjustments."""

import pytest

from tests.support.hollywood import COMMUNIST, NEUTRAL, PATRIOT, Table, long_names
from workbench.engine.bit_sets import members
from workbench.games.hollywood_1947.cards import MOST_PLAYERS
from workbench.games.hollywood_1947.game import Phase

THREE = "gaffer editor / actress composer / cinematographer actor"
BLANK = {"star_faces": 0, "players": 3}
QUIET = {**BLANK, "deck_adds": 0, "discarded_from_movie": 0}


def test_turns_go_twice_around_the_table() -> None:
    table, players = Table(**QUIET).jobs("actor editor / gaffer composer / director actress").action(), []
    while table.state.movies == 0:
        players.append(table.actor)
        table.option("pass")
    assert players == [2, 0, 1, 2, 0, 1]


def test_a_solo_player_has_two_turns() -> None:
    table = Table(**{**QUIET, "players": 1}).jobs("gaffer editor").action()
    table.option("pass").option("pass")
    assert table.state.movies == 1


def test_either_job_may_be_performed_and_a_swapped_one_on_the_second_turn() -> None:
    table = Table(**{**QUIET, "players": 1, "star_faces": 6}).jobs("gaffer editor").action()
    assert table.options() == {"pass", "reroll", "swap", "peek", "gaffer", "editor"}
    table.option("gaffer").do(0, 0, 0).option("swap")
    assert table.phase is Phase.SWAP_FROM_HAND and table.legal == [table.number("gaffer"), table.number("editor")]
    table = Table(**{**QUIET, "players": 1}).jobs("gaffer editor").action()
    table.option("swap").job("gaffer", "actor")
    assert table.options() >= {"actor", "editor"}


def test_the_screenwriter_writes_on_the_first_turn_or_not_at_all() -> None:
    table = Table(**QUIET).jobs("screenwriter editor / gaffer actor / director composer").action()
    assert "screenwriter" in table.options()
    table.option("editor")
    assert table.told("movie")[0]["by"] == "deck"
    table.option("pass").option("pass")
    assert table.actor == 0 and "screenwriter" not in table.options()


def test_two_stars_add_two_cards() -> None:
    table = Table(**QUIET).jobs(THREE).hands("P P N / N / C C").stars(0, 1, 5).action().pass_all()
    table.add("P", "P")
    assert table.actor == 2
    table.add("C")
    assert table.last("premiere")["cards"] == long_names("C", "P", "P")


# Ghosts


@pytest.mark.parametrize(("players", "ghosts"), [(1, 3), (2, 2), (3, 1), (4, 0)])
def test_ghosts_by_number_of_players(players: int, ghosts: int) -> None:
    table = Table(players=players)
    assert table.trace[-1]["event"] == "setup" and len(table.trace[-1]["ghosts"]) == ghosts


def test_a_ghost_with_a_star_adds_its_card_and_gets_a_new_one() -> None:
    table = Table(**QUIET).jobs(THREE).ghosts("PP").stars(6).top("C").action().pass_all()
    added = {"from": "ghost", "player": "ghost 0", "card": "patriot 2 hearing", "seen_by": []}
    assert table.last("add") == {"event": "add", **added}
    assert table.state.ghost_card[0] == table.card("C") and table.last("ghost_card")["card"] == "communist 1 none"


def test_a_ghost_without_a_star_keeps_its_card() -> None:
    table = Table(**QUIET).jobs(THREE).ghosts("PP").action().pass_all()
    assert table.state.ghost_card[0] == table.card("PP") and not table.told("add")


def test_a_ghost_spends_a_token_when_it_has_no_star() -> None:
    table = Table(**QUIET).jobs("director editor / actress composer / actor gaffer").ghosts("P").action()
    table.option("director").ghost(0).pass_all()
    assert table.told("token")[0]["to"] == "ghost 0"
    assert table.told("premiere")[0]["cards"] == ["patriot 1 none"]
    assert table.state.tokens[MOST_PLAYERS] == 0 and table.state.tokens_left == 4


def test_a_ghost_keeps_its_token_while_it_has_a_star() -> None:
    table = Table(**QUIET).jobs("director editor / actress composer / actor gaffer").ghosts("P").stars(6).action()
    table.option("director").ghost(0).pass_all()
    assert table.state.tokens[MOST_PLAYERS] == 1 and table.told("premiere")[0]["cards"] == ["patriot 1 none"]


def test_a_turn_may_view_all_ghost_cards() -> None:
    table = Table(**{**QUIET, "players": 1}).jobs("gaffer editor").ghosts("P C PP").action().option("peek")
    assert [event["cards"] for event in table.told("look")] == [[name] for name in long_names("P", "C", "PP")]
    assert list(table.view(0).ghost_card) == [table.card("P"), table.card("C"), table.card("PP")]


def test_what_was_viewed_is_forgotten_with_the_card() -> None:
    table = Table(**QUIET).jobs(THREE).ghosts("P").stars(6).action().option("peek").pass_all()
    assert table.state.ghost_seen[0] == 0


def test_ghost_dice_are_re_rolled_before_each_further_round() -> None:
    table = Table(**{**QUIET, "star_faces": 6}).jobs(THREE).hands("N/N/N").action().pass_all()
    assert [event for event in table.told("reroll") if event["by"] is None][-1]["die_of"] == "ghost 0"
    assert 6 in members(table.state.stars)


def test_ghost_dice_may_be_re_rolled_in_a_turn() -> None:
    table = Table(**{**QUIET, "star_faces": 6}).jobs(THREE).action().option("reroll").do(6, 0)
    assert members(table.state.stars) == [0, 6]


def test_the_cinematographer_may_look_at_a_ghost() -> None:
    table = Table(**QUIET).jobs(THREE).ghosts("CC").action().pass_until("cinematographer").option("cinematographer")
    table.ghost(0)
    assert table.last("look")["cards"] == ["communist 2 none"] and table.view(2).ghost_card[0] == table.card("CC")
    assert table.view(0).ghost_card[0] != table.card("CC")


# Winning


def test_three_players_communists_need_three_movies() -> None:
    table = Table(**QUIET).loyalties("p p c").jobs(THREE).genres(COMMUNIST).score(3, 2).action().pass_all()
    assert table.last("end")["side"] == "communists"
    table = Table(**{**QUIET, "players": 5}).loyalties("p p p c c").score(3, 2).genres(COMMUNIST).action().pass_all()
    assert not table.state.over


def test_two_players_a_tie_counts_for_both() -> None:
    table = Table(**{**QUIET, "players": 2}).jobs("gaffer editor / actor actress").loyalties("p c").genres(NEUTRAL)
    table.action().pass_all()
    assert table.last("premiere")["winner"] == "both"
    assert (table.state.patriot_movies, table.state.communist_movies) == (1, 1)


def test_two_players_both_may_win_at_once() -> None:
    table = Table(**{**QUIET, "players": 2}).jobs("gaffer editor / actor actress").loyalties("p c").genres(NEUTRAL)
    table.score(3, 3)
    table.action().pass_all()
    assert table.last("end")["winners"] == [0, 1] and table.last("end")["side"] == "both"


def test_a_solo_player_can_lose_to_deck_and_ghosts() -> None:
    table = Table(**{**QUIET, "players": 1}).jobs("gaffer editor").genres(COMMUNIST).score(0, 3).action().pass_all()
    lost = {"winners": [], "side": "communists", "loyalties": ["patriot"], "ended_by": "communist_target"}
    assert table.last("end") == {"event": "end", **lost}
    table = Table(**{**QUIET, "players": 1}).jobs("gaffer editor").genres(PATRIOT).score(3, 0).action().pass_all()
    assert table.last("end")["winners"] == [0]
