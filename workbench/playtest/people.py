"""People who play: names, labels in lists, merged duplicates, and pseudonyms."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from workbench.engine.problems import BadInput, Problem
from workbench.engine.wording import first_of, time_words
from workbench.playtest.log.fields import Unfit, line
from workbench.playtest.log.fields import text as stored_text
from workbench.playtest.log.kinds import NAME_LENGTH, EntryKind
from workbench.playtest.log.session import by_session, in_force
from workbench.store import Store
from workbench.store.playtests.entries import Entry, Feedback, new_uuid
from workbench.store.playtests.people import (
    ALWAYS_FITS,
    Mention,
    MergeRefused,
    Person,
    PersonRecords,
    mentioning,
    merge_records,
    reword,
    save_person,
)

DAYS = 3
"""Sessions that a refusal lists."""


def player_name(value: object) -> str:
    """The name as it is stored. Raises Unfit."""
    return line(value, NAME_LENGTH)


def add_or_rename(store: Store, name: str, id: str | None = None) -> Person:
    """Add a person with this name or these initials, or rename the one with this id. Raises BadInput."""
    if wrong := name_problems(name):
        raise BadInput(wrong)
    return save_person(store, Person(id or new_uuid(), player_name(name)))


def name_problems(name: str) -> list[Problem]:
    try:
        player_name(name)
    except Unfit as unfit:
        return [Problem("name", str(unfit), name)]
    return []


def people_by_label(people: Mapping[str, Person]) -> dict[str, Person]:
    """Everybody who has a name, by their label in lists; namesakes are numbered."""
    labels: dict[str, Person] = {}
    for person in people.values():
        if person.name:
            alike = sum(other.name == person.name for other in labels.values())
            labels[f"{person.name} ({alike + 1})" if alike else person.name] = person
    return labels


def find_or_add_person(store: Store, people: Mapping[str, Person], name: str) -> Person:
    """The known person with this label, or a new one with this name. Raises BadInput."""
    return people_by_label(people).get(name) or add_or_rename(store, name)


def merge_people(store: Store, gone: str, stays: str) -> PersonRecords:
    """Merge two people: the sessions, seats, forms and links of `gone` become those of `stays`; returns their numbers.

    Raises MergeRefused where both played in one session, or both filled in its form: then they are two people.
    """
    return merge_records(store, gone, stays, partial(_check_mergeable, {gone, stays}))


def merge_problem(store: Store, gone: str, stays: str) -> str:
    """Why two people cannot be merged, in words; empty if they can."""
    try:
        _check_mergeable({gone, stays}, *mentioning(store, gone, stays))
    except MergeRefused as refused:
        return str(refused)
    return ""


def _check_mergeable(pair: set[str], logs: Sequence[Entry], forms: Sequence[Feedback]) -> None:
    """Raise MergeRefused if both were at one table (by entries that count), or both filled in its form."""
    forms_of = by_session(forms)
    joined = {  # also those who left again
        id: {line.data["player"] for line in in_force(log) if line.kind is EntryKind.PLAYER and not line.undone}
        for id, log in by_session(logs).items()
    }
    together = [
        log[0]
        for id, log in by_session(logs).items()
        if pair <= joined[id] or pair <= {form.player for form in forms_of.get(id, ())}
    ]
    if together:
        days = "; ".join(first_of([time_words(entry.time) for entry in together], DAYS))
        raise MergeRefused(f"both played in one session, so they are two people: session of {days}")


def reword_mention(store: Store, mention: Mention, text: str) -> None:
    """Replace a text that may mention somebody forgotten, for good. Raises BadInput, MentionGone."""
    try:
        wording, longest = stored_text(text), max(len(mention.text), ALWAYS_FITS)
    except Unfit as unfit:
        raise BadInput.one("text", str(unfit)) from None
    if not 0 < len(wording) <= longest:
        raise BadInput.one("text", f"must be a text of 1 to {longest} characters")
    reword(store, mention, wording)


def display_names(people: Mapping[str, Person], players: Iterable[str]) -> dict[str, str]:
    """The names of players, or `Player 2` where there is none, counted in the order given."""
    return {
        player: (people[player].name if player in people else None) or f"Player {place}"
        for place, player in enumerate(players, start=1)
    }


def distinct_names(people: Mapping[str, Person], players: Iterable[str]) -> dict[str, str]:
    """Distinct names for the players of a session: `Anna`, `Anna (2)`."""
    labels: dict[str, str] = {}
    for player, name in display_names(people, players).items():
        alike = sum(other == name or other.startswith(f"{name} (") for other in labels.values())
        labels[player] = f"{name} ({alike + 1})" if name in labels.values() else name
    return labels


def pseudonyms(players: Iterable[str]) -> dict[str, str]:
    """`Player 1`, `Player 2`, … in the order in which they are given."""
    return {player: f"Player {place}" for place, player in enumerate(dict.fromkeys(players), start=1)}
