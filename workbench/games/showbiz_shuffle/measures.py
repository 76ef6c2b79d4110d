"""Showbiz Shuffle: the measures of a play."""

from workbench.engine.measures import AtLeast, Measure, Scope, ScorePart
from workbench.games.showbiz_shuffle.rules import BizEffect, Genre

EFFECT_WORDS = {
    BizEffect.BOOST: "boosts",
    BizEffect.AWARD: "awards",
    BizEffect.UPSTAGE: "upstagings",
    BizEffect.SCANDAL: "scandals",
    BizEffect.BAD_RATINGS: "bad ratings",
    BizEffect.RECAST: "recasts",
    BizEffect.WALKOUT: "walkouts",
    BizEffect.STAND_IN: "stand-ins",
    BizEffect.DRAW_BODS: "draws of Bods",
    BizEffect.STEAL_BIZ: "thefts of Biz",
    BizEffect.CANCEL: "cancellations",
}


def _seat(name: str, help: str, margin: float, unit: str, title: str = "", kind: str = "u2") -> Measure:
    return Measure(name, help, margin, kind, Scope.SEAT, unit, title)


def _part(name: str, help: str, margin: float, title: str, part: ScorePart, kind: str) -> Measure:
    return Measure(name, help, margin, kind, Scope.SEAT, "points", title, part)


def _movies(genre: Genre) -> Measure:
    name = genre.name.lower()
    help = f"Movies of the genre {name} that were finished, by all players together."
    return Measure(f"{name}_movies", help, 0.1, "u2", unit="movies")


def _played(effect: BizEffect) -> Measure:
    words = EFFECT_WORDS[effect]
    help = f"Biz cards with the effect {effect.name.lower()} that the player played."
    return _seat(f"played_{effect.name.lower()}", help, 0.05, "cards", f"Biz played: {words}")


MEASURES = (
    Measure("turns", "Turns of all players together.", 0.5, "u2", unit="turns"),
    Measure(
        "lead_changes",
        "Times that another player took the sole lead, at a premiere or by the last deductions.",
        0.05,
        "u2",
        unit="times",
    ),
    Measure(
        "margin",
        "Points by which the winner is ahead of the runner-up.",
        0.5,
        "u2",
        unit="points",
        title="Lead of the winner",
    ),
    Measure("capped", "Whether the play ended at the limit of turns.", 0.005, "?", title="Plays cut short"),
    *map(_movies, Genre),
    _seat("points", "Points at the end of the play.", 0.5, "points", kind="i2"),
    _part("movie_points", "Points from finished movies.", 0.5, "Points from movies", ScorePart.ADDS, "i2"),
    _part(
        "penalty",
        "Points deducted for unfinished movies.",
        0.3,
        "Penalty for unfinished movies",
        ScorePart.DEDUCTS,
        "u2",
    ),
    _seat("finished", "Movies that the player finished.", 0.1, "movies", "Movies finished"),
    _seat("unfinished", "Movies that the player had in production at the end.", 0.05, "movies", "Movies unfinished"),
    Measure(
        "mean_movie",
        "Mean points of the player's finished movies, of players who finished any.",
        0.3,
        "f4",
        Scope.SEAT,
        "points",
        title="Points a movie",
        counted=AtLeast("finished", 1),
        per="a movie",
    ),
    _seat(
        "out_of_genre",
        "Bods that the player played out of genre, recast ones among them.",
        0.1,
        "Bods",
        "Bods out of genre",
    ),
    *map(_played, BizEffect),
    _seat("attacked", "Biz cards that rivals played to the player's harm.", 0.1, "cards", "Attacks suffered"),
    _seat("shake_ups", "Turns spent on a Studio Shake-up.", 0.05, "turns", "Shake-ups"),
    _seat(
        "unused_plays",
        "Cards that the player might still have played when turns ended; shake-ups do not count.",
        0.5,
        "cards",
        "Plays left unused",
    ),
)
