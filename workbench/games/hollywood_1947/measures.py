"""Hollywood 1947: the measures of a play."""

from collections.abc import Iterator

from workbench.engine.measures import WIN_RATE, AtLeast, Measure, Scope
from workbench.games.hollywood_1947.rules import StudioJob
from workbench.games.hollywood_1947.table import MOST_MOVIES

MOVIE = "a movie"


def _seat(name: str, help: str, margin: float, unit: str, title: str = "") -> Measure:
    return Measure(name, help, margin, "u2", Scope.SEAT, unit, title)


def _won(winner: str, side: str) -> Measure:
    name, title = f"{winner.replace(' ', '_')}_won", f"Plays won by the {winner}"
    return Measure(name, f"Whether the {winner} won.", 0.01, "?", title=title, repeats=f"{WIN_RATE.name}_side_{side}")


def _in_a_movie(name: str, help: str, title: str = "") -> Measure:
    return Measure(name, help, 0.05, "f4", unit="symbols", title=title, per=MOVIE)


def _by_movie(name: str, help: str, title: str, type: str) -> Iterator[Measure]:
    """The measure of each single movie, over the plays that made it."""
    for movie in range(1, MOST_MOVIES + 1):
        yield Measure(
            f"{name}_{movie}",
            f"{help} in movie {movie}, in plays that made it.",
            0.1,
            type,
            unit="symbols",
            title=f"{title} in movie {movie}",
            counted=AtLeast("movies", movie),
            per=MOVIE,
            detail=True,
        )


def _job(job: StudioJob) -> Measure:
    name = job.name.lower()
    return _seat(name, f"Times the player performed the {name}'s job.", 0.05, "times", f"{name.capitalize()} performed")


MEASURES = (
    _won("patriots", "patriots"),
    _won("communists", "communists"),
    _won("rising star", "rising_stars"),
    Measure("movies", "Movies made until the play was won.", 0.05, "u2", unit="movies"),
    Measure("last_movie", "Whether the last possible movie was made.", 0.01, "?", title="Plays with a last movie"),
    _in_a_movie("patriot_symbols", "Patriot symbols in a movie, the poster's included."),
    _in_a_movie("communist_symbols", "Communist symbols in a movie, the poster's included."),
    _in_a_movie("margin", "Symbols by which a movie was won.", "Lead in a movie"),
    *_by_movie("patriot_symbols", "Patriot symbols", "Patriot symbols", "u1"),
    *_by_movie("communist_symbols", "Communist symbols", "Communist symbols", "u1"),
    *_by_movie("margin", "Patriot symbols minus communist ones", "Patriots' lead", "i1"),
    Measure("hearings", "Movies after which all dice were re-rolled.", 0.05, "u2", unit="movies"),
    Measure("shake_ups", "Movies after which all jobs were dealt again.", 0.05, "u2", unit="movies"),
    Measure("lead_changes", "Times that the other side came to have more movies.", 0.05, "u2", unit="times"),
    Measure(
        "side",
        "0 for a patriot, 1 for a communist, 2 for the rising star.",
        0.01,
        "u1",
        Scope.SEAT,
        title="Side (0, 1 or 2)",
        nominal=True,
    ),
    Measure(
        "won",
        "Whether the player was on the winning side.",
        0.01,
        "f4",
        Scope.SEAT,
        title="On the winning side",
        repeats=WIN_RATE.name,
    ),
    _seat("cards_added", "Cards that the player chose and added to movies.", 0.1, "cards"),
    _seat("symbols_for", "Symbols of the own side on cards added; 0 for the rising star.", 0.1, "symbols"),
    _seat("symbols_against", "Symbols of the other side on cards added; 0 for the rising star.", 0.1, "symbols"),
    _seat("rerolls", "Dice re-rolled, as gaffer or instead of a job.", 0.1, "dice"),
    _seat("swaps", "Turns spent to swap a job with one of the center.", 0.05, "turns"),
    _seat("tokens_spent", "Tokens returned to add a card.", 0.05, "tokens"),
    *(_job(job) for job in StudioJob),
)
