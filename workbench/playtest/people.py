"""Who plays: people by name, and how they are called where names do not belong."""

from collections.abc import Iterable, Mapping

from workbench.engine.problems import BadInput
from workbench.playtest.fields import Field, Unfit, line
from workbench.playtest.kinds import NAME_LENGTH
from workbench.store import Store
from workbench.store.playtests import Person, new_uuid, save_person

NAME: Field = line(NAME_LENGTH)


def person_named(store: Store, name: str, id: str | None = None) -> Person:
    """A person with this name or these initials: a new one, or the one with this id renamed. Raises BadInput."""
    try:
        kept = NAME(name)
    except Unfit as unfit:
        raise BadInput.one("name", str(unfit), name) from None
    return save_person(store, Person(id or new_uuid(), kept))


def shown_names(people: Mapping[str, Person], players: Iterable[str]) -> dict[str, str]:
    """How players are called: by name, or `Player 2` where there is none, counted in the order given."""
    return {
        player: (people[player].name if player in people else None) or f"Player {place}"
        for place, player in enumerate(players, start=1)
    }


def pseudonyms(players: Iterable[str]) -> dict[str, str]:
    """`Player 1`, `Player 2`, … in the order in which they are given."""
    return {player: f"Player {place}" for place, player in enumerate(dict.fromkeys(players), start=1)}
