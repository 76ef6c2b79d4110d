"""Trickster: the measures of a play."""

from workbench.engine.measures import Measure, Scope


def _seat(name: str, help: str, margin: float, unit: str, title: str = "", jump: float = 1.0) -> Measure:
    return Measure(name, help, margin, "u2", Scope.SEAT, unit, title, jump=jump)


def _suit(name: str) -> Measure:
    help = f"Cards of {name} collected, what was left in hand at the end of a round among them."
    return _seat(name, help, 0.2, "cards", f"{name.capitalize()} collected")


MEASURES = (
    Measure("rounds", "Rounds of the play.", 0.05, "u2", unit="rounds", title="Rounds played"),
    Measure("lead_changes", "Times that another player took the sole lead between rounds.", 0.05, "u2", unit="times"),
    Measure(
        "margin",
        "Points by which the winner is ahead of the runner-up.",
        0.2,
        "u2",
        unit="points",
        title="Lead of the winner",
    ),
    Measure("largest_packet", "Most cards in one packet.", 0.05, "u1", unit="cards", title="The largest packet"),
    _seat("points", "Points of the play.", 0.2, "points"),
    _seat("moon_saved", "Points ignored for shooting the moon.", 0.2, "points", "Points saved by the moon", jump=5.0),
    _suit("clubs"),
    _suit("diamonds"),
    _suit("hearts"),
    _suit("spades"),
    _seat("forced_by_sum", "Packets collected because of the sum.", 0.1, "packets", title="Collected by the sum"),
    _seat("forced_by_suit", "Packets collected because of the suit.", 0.1, "packets", title="Collected by the suit"),
)
