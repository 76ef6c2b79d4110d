"""Choosing people: somebody who is known, or a new name."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from workbench.playtest.people import labelled
from workbench.store.playtests import Person


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
