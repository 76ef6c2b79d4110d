"""Hitmakers: the measures of a play."""

from workbench.engine.measures import Measure, Scope, ScorePart


def _seat(name: str, help: str, margin: float, unit: str, title: str = "", repeats: str = "") -> Measure:
    return Measure(name, help, margin, "u2", Scope.SEAT, unit, title, repeats=repeats)


def _award(name: str, help: str, margin: float, jump: float = 1.0) -> Measure:
    return Measure(name, help, margin, "u2", Scope.SEAT, "points", part=ScorePart.ADDS, jump=jump)


MEASURES = (
    Measure("deals", "Deals until a player reached the score target.", 0.05, "u2", unit="deals"),
    Measure(
        "unscouted",
        "Stars that nobody scouted, over all deals of the play.",
        0.2,
        "u2",
        unit="stars",
        title="Stars nobody scouted",
    ),
    Measure("longest_chain", "Most cards laid on one star.", 0.05, "u1", unit="cards", title="The longest chain"),
    Measure("lead_changes", "Times that another player took the sole lead between deals.", 0.05, "u2", unit="times"),
    Measure(
        "margin",
        "Points by which the winner is ahead of the runner-up.",
        0.2,
        "u2",
        unit="points",
        title="Lead of the winner",
    ),
    Measure(
        "capped",
        "Whether the play ended at the deal limit without anybody at the score target.",
        0.005,
        "?",
        title="Matches cut short",
    ),
    _seat("points", "Points of the play.", 0.2, "points"),
    _award("market_saturation", "Points for most cards of a suit.", 0.2),
    _award("broad_appeal", "Points for broad appeal.", 0.2),
    _award("critical_prestige", "Points for the highest rank of a suit.", 0.2),
    _award("one_hit_wonder", "Points for one-hit wonders.", 0.1),
    _award("shutout", "Points for shutouts.", 0.1, jump=5.0),
    _seat("star_cards", "Cards won from stars, the stars among them.", 0.2, "cards", title="Cards won from stars"),
    _seat("scouted", "Stars on which the player laid the first card.", 0.1, "stars", title="Stars scouted"),
    _seat("poached", "Times the player covered another's card.", 0.05, "times", title="Stars poached"),
    _seat(
        "lost_to_poacher",
        "Times the player's card was covered by another.",
        0.05,
        "times",
        title="Cards lost to poachers",
        repeats="poached",
    ),
    _seat("draws_stock", "Cards drawn from the stock.", 0.5, "cards", title="Cards drawn from the stock"),
    _seat(
        "draws_discard", "Cards drawn from the discard pile.", 0.5, "cards", title="Cards taken from the discard pile"
    ),
    _seat("passes", "Turns skipped.", 0.1, "turns", title="Turns skipped"),
    Measure(
        "deal_points",
        "Points a deal made in this seat of the deal, whoever sat there.",
        0.05,
        "f4",
        Scope.DEAL_SEAT,
        "points",
        title="Points a deal",
    ),
    Measure(
        "deal_wins", "Share of deals in which this seat scored most.", 0.01, "f4", Scope.DEAL_SEAT, title="Deals won"
    ),
)
