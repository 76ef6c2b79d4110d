"""Hollywood 1947, Post and Premiere, the discards, and the goals."""

import pytest

from tests.support.hollywood import COMMUNIST, NEUTRAL, PATRIOT, Table, long_names
from workbench.engine.bit_sets import members
from workbench.games.hollywood_1947.table import STOP, Phase

FOUR = "gaffer / editor / actor / actress"
BLANK = {"star_faces": 0, "players": 4}
QUIET = {**BLANK, "deck_adds": 0, "discarded_from_movie": 0}


# Post 1: stars and tokens; Nitty Gritties, Tokens


def test_each_player_with_a_star_must_add_a_card() -> None:
    made = Table(**QUIET).jobs(FOUR).hands("P N / C / N / C P").stars(0, 3).genres(NEUTRAL).action().pass_all()
    assert made.actor == 0 and made.legal == [4 * made.card("N"), 4 * made.card("P")]
    made.add("P")
    assert made.actor == 3
    made.add("P")
    assert made.last("premiere") == {
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
    made = Table(**QUIET).jobs("actor / actress / gaffer / editor").hands("P N P / C C / N / C P").stars(0)
    made.state.tokens[0], made.state.tokens[1], made.state.tokens_left = 1, 2, 1
    made.action().pass_all().add("P")
    assert (made.phase, made.actor) == (Phase.TOKEN, 0) and STOP in made.legal  # 2 is first, but has no token
    made.add("P")
    assert made.actor == 1
    made.add("C").add("C")  # several in the same round
    assert [(each["from"], each["player"]) for each in made.told("add")] == [
        ("star", 0),
        ("token", 0),
        ("token", 1),
        ("token", 1),
    ]
    assert made.state.tokens_left == 4 and made.state.movies == 1 and made.state.tokens_spent[1] == 2


@pytest.mark.parametrize(("studio_order", "order"), [(False, [3, 0, 1, 2]), (True, [3, 1, 0, 2])])
def test_cards_are_added_from_the_lowest_number_as_the_job_cards_lie_after_the_turns(
    studio_order: bool, order: list[int]
) -> None:
    """The producer, first in the round, sits at 1 and gives the lowest number to 3; then 1 has the actress."""
    made = Table(**QUIET, studio_order=studio_order).jobs("actor / producer / composer / actress").stars(0, 1, 2, 3)
    made.hands("P P / C C / P P / C C").score(0, 2)
    made.state.tokens[:4] = 1
    made.action().option("producer").job("producer", "actress").do(0).pass_all()
    for source in ("star", "token"):
        for player in order:
            assert made.actor == player
            made.add("C" if player % 2 else "P")
        assert [each["player"] for each in made.told("add") if each["from"] == source] == order


def test_a_token_may_be_kept() -> None:
    made = Table(**QUIET).jobs(FOUR)
    made.state.tokens[2] = 1
    made.action().pass_all().stop()
    assert made.state.tokens[2] == 1 and made.state.movies == 1


def test_an_empty_hand_adds_nothing() -> None:
    made = Table(**QUIET).jobs(FOUR).hands(" / N / N / N").stars(0).action().pass_all()
    assert made.state.movies == 1 and not made.told("add")


# Post 2 and 3


@pytest.mark.parametrize("adds", range(4))
def test_the_deck_adds_so_many_cards(adds: int) -> None:
    made = Table(**{**QUIET, "deck_adds": adds}).jobs(FOUR).top("P P P").genres(NEUTRAL).action().pass_all()
    assert made.last("premiere")["cards"] == long_names(*["P"] * adds)


@pytest.mark.parametrize("discarded", range(4))
def test_so_many_cards_are_discarded_at_random(discarded: int) -> None:
    made = Table(**{**QUIET, "deck_adds": 2, "discarded_from_movie": discarded}).jobs(FOUR).action().pass_all()
    assert len(made.last("premiere")["cards"]) == max(0, 2 - discarded)
    assert len(made.told("discard_from_movie")) == min(2, discarded)


def test_any_card_of_the_movie_may_be_the_one_that_leaves() -> None:
    gone = set()
    for seed in range(30):
        made = Table(seed, **{**BLANK, "deck_adds": 0}).jobs(FOUR).hands("P / C / N / PP").stars(0, 1, 2, 3).action()
        made.pass_all().add("P", "C", "N", "PP")
        gone.add(made.last("discard_from_movie")["card"])
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
    made = Table(**QUIET).jobs(FOUR).hands(cards + "/N/N/N").stars(0).genres(poster).action().pass_all().add(cards)
    shown = made.last("premiere")
    assert (shown["patriot"], shown["communist"], shown["winner"]) == (patriot, communist, winner)


@pytest.mark.parametrize(
    ("ties", "winner"), [("communists", "communists"), ("patriots", "patriots"), ("nobody", "nobody")]
)
def test_ties_go_where_the_rule_says(ties: str, winner: str) -> None:
    made = Table(**QUIET, ties_go_to=ties).jobs(FOUR).genres(NEUTRAL).action().pass_all()
    assert made.last("premiere")["winner"] == winner
    assert made.state.patriot_movies + made.state.communist_movies == (0 if ties == "nobody" else 1)


def test_a_revealed_hearing_re_rolls_all_dice() -> None:
    made = Table(**QUIET).jobs(FOUR).hands("PP / N / N / N").stars(0).action().pass_all().add("PP")
    assert made.state.hearings == 1 and members(made.state.stars) == []


def test_a_hearing_that_was_discarded_unseen_does_nothing() -> None:
    made = Table(**{**QUIET, "discarded_from_movie": 1}).jobs(FOUR).hands("PP / N / N / N").stars(0).action()
    made.pass_all().add("PP")
    assert made.state.hearings == 0 and members(made.state.stars) == [0]


def test_a_shake_up_deals_all_job_cards_again() -> None:
    seen = set()
    for seed in range(20):
        made = Table(seed, **QUIET).jobs(FOUR).hands("CS / N / N / N").stars(0).action().pass_all().add("CS")
        dealt = [members(made.state.jobs[player]) for player in range(4)]
        assert [len(jobs) for jobs in dealt] == [1] * 4
        assert sorted([*(jobs[0] for jobs in dealt), *members(made.state.center)]) == list(range(9))
        seen.add(str(dealt))
    assert len(seen) > 15


def test_everyone_draws_back_up_before_the_movie_is_discarded() -> None:
    made = Table(**QUIET).jobs(FOUR).hands("P N N / N N N / N N N / N N N").deck("").stars(0).action()
    made.pass_all().add("P")
    assert made.state.held[0] == 2 and made.state.discards_count == 1  # the movie's card came too late to be drawn
    assert made.last("redraw") == {"event": "redraw", "player": 0, "number": 0, "cards": []}


def test_discards_are_shuffled_when_the_deck_runs_out() -> None:
    made = Table(**{**QUIET, "deck_adds": 1}).jobs(FOUR).hands("P N N/N N N/N N N/N N N").deck("").stars(0)
    made.state.discards[made.card("C")] = made.state.discards_count = 3
    made.state.open_discards[made.card("C")] = 3
    made.action().pass_all().add("P")
    assert made.told("reshuffle") == [{"event": "reshuffle", "cards": 3}]
    assert made.last("premiere")["cards"] == long_names("C", "P")
    assert made.hand(0) == "N N C" and made.state.deck_size == 1 and made.state.discards_count == 2


# Goals


@pytest.mark.parametrize(
    ("poster", "score", "side"), [(PATRIOT, (3, 2), "patriots"), (COMMUNIST, (1, 3), "communists")]
)
def test_a_side_wins_with_its_fourth_movie_and_all_its_players_win(
    poster: str, score: tuple[int, int], side: str
) -> None:
    made = Table(**QUIET).loyalties("p p c r").jobs(FOUR).genres(poster).score(*score).action().pass_all()
    assert made.state.over
    end = made.last("end")
    assert (end["side"], end["winners"]) == (side, [0, 1] if side == "patriots" else [2])
    assert made.report().decisions == 0  # the loop counts decisions, not the game
    assert bool(made.report().patriots_won) == (side == "patriots")


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
    made = Table(**QUIET).loyalties("p p c r").jobs(FOUR).hands(cards + "/N/N/N").stars(0).genres(poster).score(3, 3)
    made.action().pass_all().add(cards)
    assert made.last("end")["side"] == side


def test_without_a_rising_star_the_seventh_movie_counts_as_usual() -> None:
    made = (
        Table(**{**QUIET, "players": 5}).loyalties("p p p c c").jobs(FOUR + " / director").genres(NEUTRAL).score(3, 3)
    )
    made.action().pass_all()
    assert made.last("end")["side"] == "communists"


def test_a_last_movie_without_a_winner_goes_to_the_side_with_more_movies_or_is_a_tie() -> None:
    rules = {**QUIET, "max_movies": 3, "players": 5}
    made = Table(**rules).loyalties("p p p c c").jobs(FOUR + " / director").genres(PATRIOT).score(1, 1).action()
    assert made.pass_all().last("end")["side"] == "patriots"
    made = Table(**{**rules, "ties_go_to": "nobody"}).loyalties("p p p c c").jobs(FOUR + " / director")
    made.genres(NEUTRAL).score(1, 1).action().pass_all()
    assert made.last("end")["side"] == "both" and made.last("end")["winners"] == [0, 1, 2, 3, 4]
