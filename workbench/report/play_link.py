"""The way to a play at the table."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PlayLink:
    """The way to a play at the table, by the address of its page in the dashboard; no way, where that is empty."""

    label: str
    address: str
