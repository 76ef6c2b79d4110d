"""Hollywood 1947: what a play yields."""

from workbench.engine.measures import Measure, Scope
from workbench.games.hollywood_1947.rules import Job

MARGINS = 7
"""Movies whose margin is a measure of its own."""


def _seat(name: str, help: str, margin: float, unit: str, title: str = "", type: str = "u2") -> Measure:
    return Measure(name, help, margin, type, Scope.SEAT, unit, title)


def _margin(movie: int) -> Measure:
    help = f"Patriot symbols minus communist ones in movie {movie}; 0 where it was not made."
    return Measure(f"margin_{movie}", help, 0.1, "i1", unit="symbols", title=f"Patriots' lead in movie {movie}")


def _job(job: Job) -> Measure:
    name = job.name.lower()
    return _seat(name, f"Times the player performed the {name}'s job.", 0.05, "times", f"{name.capitalize()} performed")


MEASURES = (
    Measure("patriots_won", "Whether the patriots won.", 0.01, "?", title="Plays won by the patriots"),
    Measure("communists_won", "Whether the communists won.", 0.01, "?", title="Plays won by the communists"),
    Measure("rising_star_won", "Whether the rising star won.", 0.01, "?", title="Plays won by the rising star"),
    Measure("movies", "Movies made until the play was won.", 0.05, "u2", unit="movies"),
    Measure("last_movie", "Whether the last possible movie was made.", 0.01, "?", title="Plays with a last movie"),
    Measure("patriot_symbols", "Patriot symbols in a movie, the poster's included.", 0.05, "f4", unit="symbols"),
    Measure("communist_symbols", "Communist symbols in a movie, the poster's included.", 0.05, "f4", unit="symbols"),
    Measure("margin", "Symbols by which a movie was won.", 0.05, "f4", unit="symbols", title="Lead in a movie"),
    *(_margin(movie) for movie in range(1, MARGINS + 1)),
    Measure("hearings", "Movies after which all dice were re-rolled.", 0.05, "u2", unit="movies"),
    Measure("shake_ups", "Movies after which all jobs were dealt again.", 0.05, "u2", unit="movies"),
    Measure("lead_changes", "Times that the other side came to have more movies.", 0.05, "u2", unit="times"),
    _seat("side", "0 for a patriot, 1 for a communist, 2 for the rising star.", 0.01, "", "Side (0, 1 or 2)", "u1"),
    _seat("won", "Whether the player was on the winning side.", 0.01, "", "On the winning side", "u1"),
    _seat("cards_added", "Cards that the player chose and added to movies.", 0.1, "cards"),
    _seat("symbols_for", "Symbols of the own side on cards added; 0 for the rising star.", 0.1, "symbols"),
    _seat("symbols_against", "Symbols of the other side on cards added; 0 for the rising star.", 0.1, "symbols"),
    _seat("rerolls", "Dice re-rolled, as gaffer or instead of a job.", 0.1, "dice"),
    _seat("swaps", "Turns spent to swap a job with one of the center.", 0.05, "turns"),
    _seat("tokens_spent", "Tokens returned to add a card.", 0.05, "tokens"),
    *(_job(job) for job in Job),
)
