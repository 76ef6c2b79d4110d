"""A session of a table or of BG Stats beside the same session here: who is who, and what is said differently."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from workbench.playtest.exchange.made import id_from
from workbench.playtest.exchange.parsed import ParsedSession
from workbench.playtest.exchange.tables import MINUTES, names_in, player_cells, session_cells
from workbench.playtest.log.session import Session
from workbench.store.playtests import Feedback, Person

Cell = tuple[str, str | None]
"""A column, and the player whom it is about; None for the session's own."""
NAMED = 6
"""How many differences a message names."""
LONGEST = 40
"""Characters of a text that a message repeats."""
CUT = 80
"""BG Stats may have cut a text that is at least as long."""
TO_THE_HUNDREDTH, TO_THE_MINUTE = 0.011, 0.5


@dataclass(frozen=True)
class Difference:
    """One thing that is said differently, as the columns of a table say it. `player` None: of the session."""

    column: str
    player: str | None
    here: Any
    there: Any

    def told(self, names: Mapping[str, str]) -> str:
        """In words: `score of Anna 21, now 99`."""
        name = names.get(self.player or "", "somebody")
        if self.column == "player":
            return f"{name} added" if self.there else f"{name} is missing"
        whose = f" of {name}" if self.player else ""
        return f"{self.column}{whose} {_shown(self.here)}, now {_shown(self.there)}"


def describe_differences(found: Sequence[Difference], names: Mapping[str, str]) -> str:
    """Several differences in words."""
    more = [f"and {len(found) - NAMED} more"] if len(found) > NAMED else []
    return "; ".join([*(each.told(names) for each in found[:NAMED]), *more])


def differences(here: Session, forms: Iterable[Feedback], filed: ParsedSession) -> list[Difference]:
    """What a session of a file says otherwise, of what its file speaks of at all."""
    ours, theirs = _cells(here, forms), _cells(filed.told, filed.feedback)
    ours |= {} if filed.exact else _without_gaps(here)
    both = {player for column, player in ours if column == "player"} & {p for c, p in theirs if c == "player"}
    return [
        Difference(column, player, ours.get((column, player)), theirs.get((column, player)))
        for column, player in dict.fromkeys([*ours, *theirs])
        if (column == "player" or (column in filed.speaks and (player is None or player in both)))
        and not _alike(column, ours.get((column, player)), theirs.get((column, player)), filed.exact)
    ]


def _cells(session: Session, forms: Iterable[Feedback]) -> dict[Cell, Any]:
    """Everything that the columns hold."""
    by_player = {form.player: form for form in forms}
    cells: dict[Cell, Any] = {(column, None): value for column, value in session_cells(session).items()}
    for seated in session.everybody:
        player = seated.player
        cells["player", player] = True
        own = player_cells(session, seated, by_player.get(player))
        cells |= {(column, player): value for column, value in own.items()}
    return cells


def _without_gaps(session: Session) -> dict[Cell, Any]:
    """The seats as BG Stats keeps them: in order, and none of them empty."""
    seated = [each.player for each in session.players if each.seat is not None]
    return {("seat", player): place for place, player in enumerate(seated, start=1)}


def _alike(column: str, ours: Any, theirs: Any, exact: bool) -> bool:
    """Whether two cells say the same, as exactly as the file says it; `exact` is not what BG Stats is."""
    if column in MINUTES:
        return bool(abs(ours - theirs) <= (TO_THE_HUNDREDTH if exact else TO_THE_MINUTE))
    if _is_blank(theirs) and (_is_blank(ours) or (column == "seat" and not exact)):
        return True
    if isinstance(ours, str) and isinstance(theirs, str):
        mine, other = _plain(ours), _plain(theirs)
        return mine == other or (not exact and len(other) >= CUT and mine.startswith(other))
    return bool(ours == theirs)


def _is_blank(value: Any) -> bool:
    return value is None or value is False or value == ""


def _plain(text: str) -> str:
    """A text without what a spreadsheet may change: line breaks, spaces, and what does not print."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _shown(value: Any) -> str:
    if value is None or value == "":
        return "empty"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = _plain(str(value))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


# Who is who


def paired(
    filed: ParsedSession, here: Session, names: Mapping[str, str | None], known: Mapping[str, Person]
) -> ParsedSession:
    """The session of a file with our ids for those who are at the table here under the same name.

    Those who have no name here, as the forgotten, are whoever else is in the file, where they are as many: a name
    that was taken out does not come back with a table.
    """
    at_table = [seated.player for seated in here.everybody]
    listed = [seated.player for seated in filed.told.everybody]
    called = dict(zip(names_in(here, known), at_table, strict=True))
    same: dict[str, str] = {}
    for player in listed:
        ours = called.get(names.get(player) or "")
        if player not in at_table and ours is not None and ours not in listed and ours not in same.values():
            same[player] = ours
    missing = [player for player in at_table if player not in listed and player not in same.values()]
    nameless = [player for player in missing if player not in known or known[player].name is None]
    others = [player for player in listed if player not in at_table and player not in same]
    if len(nameless) == len(others):
        same |= dict(zip(others, nameless, strict=True))
    return _renamed(filed, same) if same else filed


def shares_players(filed: ParsedSession, here: Session) -> bool:
    """Whether anybody of the file's session sits at the table here; so too where nobody is known to sit there."""
    at_table = {seated.player for seated in here.everybody}
    listed = {seated.player for seated in filed.told.everybody}
    return bool(at_table & listed) or not at_table or not listed


def _renamed(session: ParsedSession, ids: Mapping[str, str]) -> ParsedSession:
    entries = tuple(replace(entry, data=_exchanged(entry.data, ids)) for entry in session.entries)
    forms = tuple(replace(form, player=ids.get(form.player, form.player)) for form in session.feedback)
    return replace(session, entries=entries, feedback=forms)


def _exchanged(value: Any, ids: Mapping[str, str]) -> Any:
    """A value of JSON with other ids in it."""
    if isinstance(value, Mapping):
        return {ids.get(key, key): _exchanged(each, ids) for key, each in value.items()}
    if isinstance(value, list):
        return [_exchanged(each, ids) for each in value]
    return ids.get(value, value) if isinstance(value, str) else value


def with_id(session: ParsedSession, id: str) -> ParsedSession:
    """The same session under another id, and all in it as well."""
    entries = tuple(
        replace(entry, id=id_from(id, str(place)), session=id) for place, entry in enumerate(session.entries)
    )
    forms = tuple(replace(form, id=id_from(id, "form", form.id), session=id) for form in session.feedback)
    return replace(session, id=id, entries=entries, feedback=forms)
