"""Answers of studies that leave no batches of their own: which change did it, a tuning, what makes a revision good.

An answer has a line in the history and an id that follows from the question, so that the page finds it again. `data` is
what it was worked out from, where that is kept; without it the plays are made again, which gives the same answer.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.store.connection import Store

COLUMNS = (
    *("id", "study", "game", "revision", "rules_hash", "base", "base_rules_hash", "code_hash", "bots", "plays"),
    *("seed", "asked", "sentence", "data", "found_at"),
)


@dataclass(frozen=True)
class Answer:
    """What a study said of a revision, or of its difference to a `base`, whose names are empty without one.

    `asked` is what else was asked, as the address of its page has it; any JSON.
    """

    study: str
    game: str
    revision: str
    rules_hash: str
    code_hash: str
    bots: tuple[str, ...]
    plays: int
    seed: int
    asked: Mapping[str, Any] = field(default_factory=dict)
    base: str = ""
    base_rules_hash: str = ""
    sentence: str = ""
    data: bytes = b""

    @property
    def id(self) -> str:
        """Equal for equal questions."""
        asked = json.dumps(dict(self.asked), sort_keys=True)
        names = self.study, self.game, self.revision, self.rules_hash, self.base, self.base_rules_hash, self.code_hash
        told = repr((*names, self.bots, self.plays, self.seed, asked))
        return hashlib.sha256(told.encode()).hexdigest()[:24]


def save_answer(store: Store, answer: Answer) -> None:
    """Store an answer, in place of an older one to the same question."""
    now = dt.datetime.now(dt.UTC).replace(tzinfo=None)
    own = {**vars(answer), "id": answer.id, "found_at": now}
    own |= {"asked": json.dumps(dict(answer.asked)), "bots": list(answer.bots)}
    marks = ", ".join("?" * len(COLUMNS))
    with store.writing() as cursor:
        cursor.execute("delete from answers where id = ?", [answer.id])
        values = [own[name] for name in COLUMNS]
        cursor.execute(f"insert into answers ({', '.join(COLUMNS)}) values ({marks})", values)


def answer_data(store: Store, question: Answer) -> bytes | None:
    """What the answer to a question was worked out from; None where it was never answered."""
    if not store.exists:
        return None
    with store.reading() as cursor:
        found = cursor.execute("select data from answers where id = ?", [question.id]).fetchone()
    return None if found is None else bytes(found[0])
