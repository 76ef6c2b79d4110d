"""Choosing people: somebody who is known, or a new name."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from workbench.playtest.people import person_named
from workbench.store import Store
from workbench.store.playtests import Person


def labelled(people: Mapping[str, Person]) -> dict[str, Person]:
    """Everybody who has a name, by what the list shows; namesakes are numbered."""
    found: dict[str, Person] = {}
    for person in people.values():
        if person.name:
            alike = sum(other.name == person.name for other in found.values())
            found[f"{person.name} ({alike + 1})" if alike else person.name] = person
    return found


def picked(label: str, people: Mapping[str, Person], key: str, place: Any = st, **look: Any) -> str:
    """What was chosen or typed; empty for nobody."""
    chosen = place.selectbox(
        label,
        list(labelled(people)),
        index=None,
        key=key,
        accept_new_options=True,
        placeholder="Name or initials",
        **look,
    )
    return (chosen or "").strip()


def person(store: Store, people: Mapping[str, Person], name: str) -> Person:
    """The known person of this label, or a new one of this name. Raises BadInput."""
    return labelled(people).get(name) or person_named(store, name)
