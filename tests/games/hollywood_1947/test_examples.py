"""Hollywood 1947, the source's section a: its three example rounds, played card by card."""

from tests.support.hollywood import PATRIOT, Table, long_names
from workbench.games.hollywood_1947.table import Phase

JOBS = "gaffer / composer / editor / actor / director"
"""The director has the lowest number, so turns go 4, 0, 1, 2, 3."""


def edited_is(made: Table, short: str) -> bool:
    """Whether the editor was handed this card."""
    return made.phase is Phase.EDIT and made.state.movie_card[made.state.movie_size - 1] == made.card(short)


def test_first_example() -> None:
    """Three stars and the composer make four cards, of which the editor discards one; 3 symbols to 1; a hearing."""
    made = Table(players=5).loyalties("p p p c c").jobs(JOBS).genres(PATRIOT)
    made.hands("PP N C / N N N / C C C / N P C / P P P").top("C P").stars(0, 2, 3).action()
    made.option("pass").option("pass")
    made.option("composer").add("C").option("editor").option("pass")
    made.add("PP").luck(lambda: made.add("C", "N"), lambda: edited_is(made, "C"))
    movies_before = int(made.state.movies)
    made.do(1)
    assert made.last("edit") == {"event": "edit", "player": 2, "card": "communist 1 none", "put_back": False}
    assert made.last("discard_from_movie") == {
        "event": "discard_from_movie",
        "card": "communist 1 none",
        "seen_by": 2,
    }
    assert made.last("premiere") == {
        "event": "premiere",
        "number": movies_before + 1,
        "cards": long_names("C", "N", "PP"),
        "patriot": 3,
        "communist": 1,
        "winner": "patriots",
        "symbol": "patriot",
        "filmstrips": {"patriots": 1, "communists": 0},
    }
    assert made.state.patriot_movies == 1 and made.state.communist_movies == 0
    assert len(made.last("hearing")["dice"]) == 5
    assert not made.told("shake_up")
    assert [each["from"] for each in made.told("add")] == ["composer", "star", "star", "star"]  # none from the deck


def revealed_in(made: Table, *shorts: str) -> bool:
    """Whether just these cards were shown at the premiere."""
    return bool(made.told("premiere")) and sorted(made.last("premiere")["cards"]) == sorted(long_names(*shorts))


def test_second_example() -> None:
    """Four stars and the deck make five cards, one discarded at random; 2 to 2, so the communists win; a shake-up."""
    made = Table(players=5).loyalties("p p p c c").jobs(JOBS).genres(PATRIOT)
    made.hands("N P P / N C C / CS C C / P N N / C C C").top("C").stars(0, 1, 2, 3).action().pass_all()
    made.add("N", "N", "CS").luck(lambda: made.add("P"), lambda: revealed_in(made, "N", "N", "CS", "P"))
    shown = made.last("premiere")
    assert (shown["patriot"], shown["communist"], shown["winner"]) == (2, 2, "communists")
    assert made.last("discard_from_movie") == {
        "event": "discard_from_movie",
        "card": "communist 1 none",
        "seen_by": None,
    }
    assert [each["from"] for each in made.told("add")] == ["star"] * 4 + ["deck"]
    after = made.last("shake_up")
    assert len(after["jobs"]) == 5 and len(after["center"]) == 4
    dealt = [job for jobs in after["jobs"] for job in jobs]
    assert sorted([*dealt, *after["center"]]) == sorted(made.values["job_cards"].keys)


def test_third_example() -> None:
    """The seventh movie: the editor puts a card back, 2 to 1 for the communists, and the rising star wins alone."""
    made = Table(players=6).loyalties("p p p c c r").jobs(JOBS + " / actress").genres(PATRIOT).score(3, 3)
    made.hands("C N N / N N N / N N N / C N N / N N N / N N N").top("N P").stars(0, 3).action()
    made.option("pass").option("pass").option("pass").option("composer").add("N").option("editor").option("pass")
    made.luck(lambda: made.add("C", "C"), lambda: edited_is(made, "N"))
    made.luck(lambda: made.do(0), lambda: revealed_in(made, "C", "C"))
    assert made.last("edit")["put_back"]
    assert made.last("discard_from_movie")["seen_by"] is None
    shown = made.last("premiere")
    assert (shown["number"], shown["patriot"], shown["communist"]) == (7, 1, 2)
    assert made.last("end")["side"] == "rising_star" and made.last("end")["winners"] == [5]
    assert made.state.over
