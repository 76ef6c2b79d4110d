"""Hollywood 1947, the source's section a: its three example rounds, played card by card."""

from tests.support.hollywood import PATRIOT, Table, long_names
from workbench.games.hollywood_1947.game import Phase

JOBS = "gaffer / composer / editor / actor / director"
"""The director has the lowest number, so turns go 4, 0, 1, 2, 3."""


def edited_is(table: Table, short: str) -> bool:
    """Whether the editor was handed this card."""
    return table.phase is Phase.EDIT and table.state.movie_card[table.state.movie_size - 1] == table.card(short)


def test_first_example() -> None:
    """Three stars and the composer make four cards, of which the editor discards one; 3 symbols to 1; a hearing."""
    table = Table(players=5).loyalties("p p p c c").jobs(JOBS).genres(PATRIOT)
    table.hands("PP N C / N N N / C C C / N P C / P P P").top("C P").stars(0, 2, 3).action()
    table.option("pass").option("pass")
    table.option("composer").add("C").option("editor").option("pass")
    table.add("PP").luck(lambda: table.add("C", "N"), lambda: edited_is(table, "C"))
    movies_before = int(table.state.movies)
    table.do(1)
    assert table.last("edit") == {"event": "edit", "player": 2, "card": "communist 1 none", "put_back": False}
    assert table.last("discard_from_movie") == {"event": "discard_from_movie", "card": "communist 1 none", "seen_by": 2}
    assert table.last("premiere") == {
        "event": "premiere",
        "number": movies_before + 1,
        "cards": long_names("C", "N", "PP"),
        "patriot": 3,
        "communist": 1,
        "winner": "patriots",
        "symbol": "patriot",
        "filmstrips": {"patriots": 1, "communists": 0},
    }
    assert table.state.patriot_movies == 1 and table.state.communist_movies == 0
    assert len(table.last("hearing")["dice"]) == 5
    assert not table.told("shake_up")
    assert [event["from"] for event in table.told("add")] == ["composer", "star", "star", "star"]  # none from the deck


def revealed_in(table: Table, *shorts: str) -> bool:
    """Whether just these cards were shown at the premiere."""
    return bool(table.told("premiere")) and sorted(table.last("premiere")["cards"]) == sorted(long_names(*shorts))


def test_second_example() -> None:
    """Four stars and the deck make five cards, one discarded at random; 2 to 2, so the communists win; a shake-up."""
    table = Table(players=5).loyalties("p p p c c").jobs(JOBS).genres(PATRIOT)
    table.hands("N P P / N C C / CS C C / P N N / C C C").top("C").stars(0, 1, 2, 3).action().pass_all()
    table.add("N", "N", "CS").luck(lambda: table.add("P"), lambda: revealed_in(table, "N", "N", "CS", "P"))
    premiere = table.last("premiere")
    assert (premiere["patriot"], premiere["communist"], premiere["winner"]) == (2, 2, "communists")
    assert table.last("discard_from_movie") == {
        "event": "discard_from_movie",
        "card": "communist 1 none",
        "seen_by": None,
    }
    assert [event["from"] for event in table.told("add")] == ["star"] * 4 + ["deck"]
    after = table.last("shake_up")
    assert len(after["jobs"]) == 5 and len(after["center"]) == 4
    dealt = [job for jobs in after["jobs"] for job in jobs]
    assert sorted([*dealt, *after["center"]]) == sorted(table.values["job_cards"].keys)


def test_third_example() -> None:
    """The seventh movie: the editor puts a card back, 2 to 1 for the communists, and the rising star wins alone."""
    table = Table(players=6).loyalties("p p p c c r").jobs(JOBS + " / actress").genres(PATRIOT).score(3, 3)
    table.hands("C N N / N N N / N N N / C N N / N N N / N N N").top("N P").stars(0, 3).action()
    table.option("pass").option("pass").option("pass").option("composer").add("N").option("editor").option("pass")
    table.luck(lambda: table.add("C", "C"), lambda: edited_is(table, "N"))
    table.luck(lambda: table.do(0), lambda: revealed_in(table, "C", "C"))
    assert table.last("edit")["put_back"]
    assert table.last("discard_from_movie")["seen_by"] is None
    premiere = table.last("premiere")
    assert (premiere["number"], premiere["patriot"], premiere["communist"]) == (7, 1, 2)
    assert table.last("end")["side"] == "rising_star" and table.last("end")["winners"] == [5]
    assert table.state.over
