"""What sessions say beside a simulation, in sentences: whether people and bots disagree, and how many it would take."""

import math

from workbench.playtest.reality import Compared, Reality, SeatCompared, sessions_for_seats
from workbench.stats import WORTH_NOTICING


def headline(found: Reality) -> str:
    """Whether people and bots disagree, and about how many sessions it would take to tell."""
    sessions, bots = _sessions(len(found.sessions)), _bots(found)
    if not found.figures and not found.seats:
        return (
            f"{sessions[0].upper()}{sessions[1:]} without totals or seats: nothing to hold against the bots ({bots})."
        )
    if found.differs:
        moved = [each.label.lower() for each in found.figures if each.differs]
        moved += [f"who wins from seat {each.seat + 1}" for each in found.seats if each.differs]
        return f"After {sessions}, people and bots ({bots}) disagree on {_listed(moved)}.{_rest(found)}"
    more = max(0, found.needed - len(found.sessions))
    if more:
        return f"After {sessions}, people and bots ({bots}) may agree or not: about {more} more would tell."
    shift = f"{round(100 * WORTH_NOTICING)} percentile points"
    return f"After {sessions}, people play as bots do ({bots}), as far as a shift of {shift} would have shown."


def sentences(found: Reality) -> list[str]:
    """A sentence for each figure and each seat, and one for what was left out."""
    said = [figure(each) for each in found.figures] + [seat(each, len(found.seats)) for each in found.seats]
    if found.left_out:
        listed = ", ".join(f"{count} {reason}" for reason, count in found.left_out.items())
        said.append(f"Left out: {listed}.")
    return said


def figure(found: Compared) -> str:
    """One figure: what people had, where that lies among the bots' plays, and what it means."""
    values = ", ".join(_number(value) for value in found.values[:6]) + (" …" if len(found.values) > 6 else "")
    usual = f"half of the bots' plays have {_number(found.low)} to {_number(found.high)}"
    place = found.placement
    percentile = f"{_ordinal(place.mean)} percentile"
    lies = f"the {percentile}" if place.n == 1 else f"the {percentile} on average ({_span(place.low, place.high)})"
    return f"{found.label}: {values}; {usual}, so people are at {lies}. {_verdict(found)}"


def seat(found: SeatCompared, seats: int) -> str:
    """One seat: wins, the posterior of its rate, and the bots' rate."""
    rate = found.people
    wins = f"Seat {found.seat + 1} won {_number(rate.wins)} of {rate.n}"
    posterior = f"its win rate is {_percent(rate.mean)} ({_percent(rate.low)} to {_percent(rate.high)})"
    chance = f"with a chance of {_percent(rate.above_share)} above its share of {_percent(1 / seats)}"
    verdict = "they differ" if found.differs else "no sign that they differ"
    if not found.differs and (more := sessions_for_seats(seats, 0.1) - rate.n) > 0:
        verdict += f" (a seat that wins 10 points more often shows in about {more} more sessions)"
    return f"{wins}: {posterior}, {chance}; of the bots' plays it wins {_percent(found.bots)}: {verdict}."


def _verdict(found: Compared) -> str:
    place = found.placement
    if found.differs:
        return f"Bots do not play like that: people have {'more' if place.mean > 0.5 else 'less'}."
    more = place.needed - place.n
    return (
        f"About {more} more sessions would tell whether they differ." if more > 0 else "No difference worth noticing."
    )


def _rest(found: Reality) -> str:
    """What the other figures would take, after a disagreement."""
    more = found.needed - len(found.sessions)
    return f" On the rest, about {more} more would tell." if more > 0 else ""


def _bots(found: Reality) -> str:
    bots = found.simulated.bots
    return bots[0] if len(set(bots)) == 1 else " ".join(bots)


def _sessions(count: int) -> str:
    return "1 session" if count == 1 else f"{count} sessions"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _number(value: float) -> str:
    return f"{value:.0f}" if math.isclose(value, round(value)) else f"{value:.1f}"


def _percent(rate: float) -> str:
    return f"{round(100 * rate)} %"


def _ordinal(share: float) -> str:
    number = min(99, max(1, round(100 * share)))
    ending = "th" if number in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _span(low: float, high: float) -> str:
    return f"{_ordinal(low)} to {_ordinal(high)}"
