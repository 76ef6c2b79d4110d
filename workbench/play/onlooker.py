"""A play as an onlooker sees it: only what every seat sees alike, so nothing that is hidden from anybody who plays."""

from collections import Counter
from collections.abc import Sequence
from functools import reduce

from workbench.engine.picture import Look, Thing, Zone
from workbench.engine.types import Fields


def public_zones(views: Sequence[Sequence[Zone]]) -> tuple[Zone, ...]:
    """The zones that are in the views of all seats; what lies face down to one of them does so here."""
    by_name = [{(zone.name, zone.player): zone.things for zone in view} for view in views]
    return tuple(
        Zone(zone.name, _public_things(zone.look, [view[name] for view in by_name]), zone.player, zone.look)
        for zone in views[0]
        if all((name := (zone.name, zone.player)) in view for view in by_name)
    )


def _public_things(look: Look, views: Sequence[Sequence[Thing]]) -> list[Thing]:
    """Cards that all views have, in the order of the first; dice, tokens and numbers that are alike in all of them."""
    if look not in (Look.ROW, Look.PILE):
        return [
            thing if all(thing == other for other in others) else "" for thing, *others in zip(*views, strict=False)
        ]
    common = reduce(lambda one, other: one & other, map(Counter, views))
    things: list[Thing] = []
    for thing in views[0]:
        things.append(thing if common[thing] > 0 else None)
        common[thing] -= 1
    return things


def public_fields(views: Sequence[Fields]) -> Fields:
    """The fields of an event as all seats see them; where views differ, as those see it from whom it is hidden."""
    return {name: reduce(_as_both_see, [fields.get(name) for fields in views]) for name in views[0]}


def _as_both_see(one: object, other: object) -> object:
    if one == other:
        return one
    if isinstance(one, dict) and isinstance(other, dict):
        return {name: _as_both_see(value, other.get(name)) for name, value in one.items()}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [_as_both_see(*both) for both in zip(one, other, strict=True)]
    counts = [value for value in (one, other) if isinstance(value, int)]
    return counts[0] if len(counts) == 1 and isinstance(one, list) != isinstance(other, list) else None
