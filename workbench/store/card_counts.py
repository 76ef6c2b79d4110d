"""What the cards of a batch did, counted once and kept: the plays themselves need not be played again for it.

Kept by what decides the plays: game, rules, code, bots, seed and plays. Whoever counts says what a count looks like.
"""

import datetime as dt
import json
from collections.abc import Mapping
from typing import Any

from workbench.store.connection import Store
from workbench.store.runs import RunRequest

KEY = ("game", "rules_hash", "code_hash", "bots", "seed", "plays", "seats")


def save_card_counts(store: Store, request: RunRequest, counts: Mapping[str, Any]) -> None:
    """Keep the counts of each card list, whatever JSON can hold; those kept before of the same batch are replaced."""
    with store.writing() as cursor:
        cursor.execute(f"delete from card_counts where {_alike()}", _key(request))
        places = ", ".join("?" for _ in (*KEY, "counts", "saved_at"))
        now = dt.datetime.now(dt.UTC).replace(tzinfo=None)
        cursor.execute(f"insert into card_counts values ({places})", [*_key(request), json.dumps(dict(counts)), now])


def find_card_counts(store: Store, request: RunRequest) -> dict[str, Any] | None:
    """The counts that are kept of this batch; None where there are none."""
    with store.reading() as cursor:
        row = cursor.execute(f"select counts from card_counts where {_alike()}", _key(request)).fetchone()
    return json.loads(row[0]) if row else None


def _alike() -> str:
    return " and ".join(f"{name} = ?" for name in KEY)


def _key(request: RunRequest) -> list[Any]:
    return [list(request.bots) if name == "bots" else getattr(request, name) for name in KEY]
