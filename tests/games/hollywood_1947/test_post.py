"""Hollywood 1947, Post and Premiere, the discards, and the goals."""

import pytest

from tests.support.hollywood import COMMUNIST, NEUTRAL, PATRIOT, Table, long_names
from workbench.engine.bit_sets import members
from workbench.games.hollywood_1947.game import STOP, Phase

FOUR = "gaffer / editor / actor / actress"
BLANK = {"star_faces": 0, "players": 4}
QUIET = {**BLANK, "deck_adds": 0, "discarded_from_movie": 0}


# Post 1: stars and tokens; Nitty Gritties, Tokens


def test_each_player_with_a_star_must_add_a_card() -> None:
    table = Table(**QUIET).jobs(FOUR).hands("P N / C / N / C P").stars(0, 3).genres(NEUTRAL).action().pass_all()
    assert table.actor == 0 and table.legal == [4 * table.card("N"), 4 * table.card("P")]
    table.add("P")
    assert table.actor == 3
    table.add("P")
    assert table.last("premiere") == {
        "event": "premiere",
        "number": 1,
        "cards": long_names("P", "P"),
        "patriot": 2,
        "communist": 0,
        "winner": "patriots",
        "symbol": "neutral",
        "filmstrips": {"patriots": 1, "communists": 0},
    }


def test_tokens_add_extra_cards_in_turn_order_with_or_without_a_star() -> None:
    table = Table(**QUIET).jobs("actor / actress / gaffer / editor").hands("P N P / C C / N / C P").stars(0)
    table.state.tokens[0], table.state.tokens[1], table.state.tokens_left = 1, 2, 1
    table.action().pass_all().add("P")
    assert (table.phase, table.actor) == (Phase.TOKEN, 0) and STOP in table.legal  # 2 is first, but has no token
    table.add("P")
    assert table.actor == 1
    table.add("C").add("C")  # several in the same round
    assert [(event["from"], event["player"]) for event in table.told("add")] == [
        ("star", 0),
        ("token", 0),
        ("token", 1),
        ("token", 1),
    ]
    assert table.state.tokens_left == 4 and table.state.movies == 1 and table.state.tokens_spent[1] == 2


@pytest.mark.parametrize(("studio_order", "order"), [(False, [3, 0, 1, 2]), (True, [3, 1, 0, 2])])
def test_cards_are_added_from_the_lowest_number_as_the_job_cards_lie_after_the_turns(
    studio_order: bool, order: list[int]
) -> None:
    """The producer, first in the round, sits at 1 and gives the lowest number to 3; then 1 has the actress."""
    table = Table(**QUIET, studio_order=studio_order).jobs("actor / producer / composer / actress").stars(0, 1, 2, 3)
    table.hands("P P / C C / P P / C C").score(0, 2)
    table.state.tokens[:4] = 1
    table.action().option("producer").job("producer", "actress").do(0).pass_all()
    for source in ("star", "token"):
        for player in order:
            assert table.actor == player
            table.add("C" if player % 2 else "P")
        assert [event["player"] for event in table.told("add") if event["from"] == source] == order


def test_a_token_may_be_kept() -> None:
    table = Table(**QUIET).jobs(FOUR)
    table.state.tokens[2] = 1
    table.action().pass_all().stop()
    assert table.state.tokens[2] == 1 and table.state.movies == 1


def test_an_empty_hand_adds_nothing() -> None:
    table = Table(**QUIET).jobs(FOUR).hands(" / N / N / N").stars(0).action().pass_all()
    assert table.state.movies == 1 and not table.told("add")


# Post 2 and 3


@pytest.mark.parametrize("adds", range(4))
def test_the_deck_adds_so_many_cards(adds: int) -> None:
    table = Table(**{**QUIET, "deck_adds": adds}).jobs(FOUR).top("P P P").genres(NEUTRAL).action().pass_all()
    assert table.last("premiere")["cards"] == long_names(*["P"] * adds)


@pytest.mark.parametrize("discarded", range(4))
def test_so_many_cards_are_discarded_at_random(discarded: int) -> None:
    table = Table(**{**QUIET, "deck_adds": 2, "discarded_from_movie": discarded}).jobs(FOUR).action().pass_all()
    assert len(table.last("premiere")["cards"]) == max(0, 2 - discarded)
    assert len(table.told("discard_from_movie")) == min(2, discarded)


def test_any_card_of_the_movie_may_be_the_one_that_leaves() -> None:
    gone = set()
    for seed in range(30):
        table = Table(seed, **{**BLANK, "deck_adds": 0}).jobs(FOUR).hands("P / C / N / PP").stars(0, 1, 2, 3).action()
        table.pass_all().add("P", "C", "N", "PP")
        gone.add(table.last("discard_from_movie")["card"])
    assert gone == set(long_names("P", "C", "N", "PP"))


# Premiere


@pytest.mark.parametrize(
    ("cards", "poster", "patriot", "communist", "winner"),
    [
        ("P", NEUTRAL, 1, 0, "patriots"),
        ("P", COMMUNIST, 1, 1, "communists"),
        ("PP", COMMUNIST, 2, 1, "patriots"),
        ("CC", PATRIOT, 1, 2, "communists"),
        ("N", NEUTRAL, 0, 0, "communists"),
        ("N", PATRIOT, 1, 0, "patriots"),
    ],
)
def test_the_majority_with_the_poster_wins_and_ties_are_the_communists(
    cards: str, poster: str, patriot: int, communist: int, winner: str
) -> None:
    table = Table(**QUIET).jobs(FOUR).hands(cards + "/N/N/N").stars(0).genres(poster).action().pass_all().add(cards)
    premiere = table.last("premiere")
    assert (premiere["patriot"], premiere["communist"], premiere["winner"]) == (patriot, communist, winner)


@pytest.mark.parametrize(
    ("ties", "winner"), [("communists", "communists"), ("patriots", "patriots"), ("nobody", "nobody")]
)
def test_ties_go_where_the_rule_says(ties: str, winner: str) -> None:
    table = Table(**QUIET, ties_go_to=ties).jobs(FOUR).genres(NEUTRAL).action().pass_all()
    assert table.last("premiere")["winner"] == winner
    assert table.state.patriot_movies + table.state.communist_movies == (0 if ties == "nobody" else 1)


def test_a_revealed_hearing_re_rolls_all_dice() -> None:
    table = Table(**QUIET).jobs(FOUR).hands("PP / N / N / N").stars(0).action().pass_all().add("PP")
    assert table.state.hearings == 1 and members(table.state.stars) == []


def test_a_hearing_that_was_discarded_unseen_does_nothing() -> None:
    table = Table(**{**QUIET, "discarded_from_movie": 1}).jobs(FOUR).hands("PP / N / N / N").stars(0).action()
    table.pass_all().add("PP")
    assert table.state.hearings == 0 and members(table.state.stars) == [0]


def test_a_shake_up_deals_all_job_cards_again() -> None:
    seen = set()
    for seed in range(20):
        table = Table(seed, **QUIET).jobs(FOUR).hands("CS / N / N / N").stars(0).action().pass_all().add("CS")
        dealt = [members(table.state.jobs[player]) for player in range(4)]
        assert [len(jobs) for jobs in dealt] == [1] * 4
        assert sorted([*(jobs[0] for jobs in dealt), *members(table.state.center)]) == list(range(9))
        seen.add(str(dealt))
    assert len(seen) > 15


def test_everyone_draws_back_up_before_the_movie_is_discarded() -> None:
    table = Table(**QUIET).jobs(FOUR).hands("P N N / N N N / N N N / N N N").deck("").stars(0).action()
    table.pass_all().add("P")
    assert table.state.held[0] == 2 and table.state.discards_count == 1  # the movie's card came too late to be drawn
    assert table.last("redraw") == {"event": "redraw", "player": 0, "number": 0, "cards": []}


def test_discards_are_shuffled_when_the_deck_runs_out() -> None:
    table = Table(**{**QUIET, "deck_adds": 1}).jobs(FOUR).hands("P N N/N N N/N N N/N N N").deck("").stars(0)
    table.state.discards[table.card("C")] = table.state.discards_count = 3
    table.state.open_discards[table.card("C")] = 3
    table.action().pass_all().add("P")
    assert table.told("reshuffle") == [{"event": "reshuffle", "cards": 3}]
    assert table.last("premiere")["cards"] == long_names("C", "P")
    assert table.hand(0) == "N N C" and table.state.deck_size == 1 and table.state.discards_count == 2


# Goals


@pytest.mark.parametrize(
    ("poster", "score", "side"), [(PATRIOT, (3, 2), "patriots"), (COMMUNIST, (1, 3), "communists")]
)
def test_a_side_wins_with_its_fourth_movie_and_all_its_players_win(
    poster: str, score: tuple[int, int], side: str
) -> None:
    table = Table(**QUIET).loyalties("p p c r").jobs(FOUR).genres(poster).score(*score).action().pass_all()
    assert table.state.over
    end = table.last("end")
    assert (end["side"], end["winners"]) == (side, [0, 1] if side == "patriots" else [2])
    assert table.report().decisions == 0  # the loop counts decisions, not the game
    assert bool(table.report().patriots_won) == (side == "patriots")


@pytest.mark.parametrize(
    ("cards", "poster", "side"),
    [
        ("N", NEUTRAL, "rising_star"),
        ("P", NEUTRAL, "rising_star"),
        ("C", NEUTRAL, "rising_star"),
        ("PP", NEUTRAL, "patriots"),
        ("P", PATRIOT, "patriots"),
        ("CC", NEUTRAL, "communists"),
    ],
)
def test_the_seventh_movie_is_the_rising_stars_unless_it_is_won_by_two(cards: str, poster: str, side: str) -> None:
    table = Table(**QUIET).loyalties("p p c r").jobs(FOUR).hands(cards + "/N/N/N").stars(0).genres(poster).score(3, 3)
    table.action().pass_all().add(cards)
    assert table.last("end")["side"] == side


def test_without_a_rising_star_the_seventh_movie_counts_as_usual() -> None:
    table = (
        Table(**{**QUIET, "players": 5}).loyalties("p p p c c").jobs(FOUR + " / director").genres(NEUTRAL).score(3, 3)
    )
    table.action().pass_all()
    assert table.last("end")["side"] == "communists"


def test_a_last_movie_without_a_winner_goes_to_the_side_with_more_movies_or_is_a_tie() -> None:
    rules = {**QUIET, "max_movies": 3, "players": 5}
    table = Table(**rules).loyalties("p p p c c").jobs(FOUR + " / director").genres(PATRIOT).score(1, 1).action()
    assert table.pass_all().last("end")["side"] == "patriots"
    table = Table(**{**rules, "ties_go_to": "nobody"}).loyalties("p p p c c").jobs(FOUR + " / director")
    table.genres(NEUTRAL).score(1, 1).action().pass_all()
    assert table.last("end")["side"] == "both" and table.last("end")["winners"] == [0, 1, 2, 3, 4]
