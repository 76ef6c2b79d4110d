"""Answers of studies: which change did it, a tuning, what makes a revision good.

An answer without bots is of a study that leaves batches: these have the line in the history, with its sentence. Any
other has a line of its own. The id follows from the question, so that the page finds it again. `data` is what it was
worked out from, where that is kept; without it the plays are made again, which gives the same answer. A study that goes
on from its data keeps it while it is played, with the process that plays it and without a sentence. Once that process
is gone, the history calls it interrupted.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from workbench.store.connection import Store
from workbench.store.processes import this_process

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


def save_answer(store: Store, answer: Answer, question: Answer | None = None) -> None:
    """Store an answer, in place of an older one to the same question.

    `question`: what it is found by, where the answer says more, such as after how many plays it was found.
    """
    now = dt.datetime.now(dt.UTC).replace(tzinfo=None)
    own = {**vars(answer), "id": (question or answer).id, "found_at": now}
    own |= {"asked": json.dumps(dict(answer.asked)), "bots": list(answer.bots)}
    marks = ", ".join("?" * len(COLUMNS))
    with store.writing() as cursor:
        cursor.execute("delete from answers where id = ?", [own["id"]])
        values = [own[name] for name in COLUMNS]
        cursor.execute(f"insert into answers ({', '.join(COLUMNS)}) values ({marks})", values)


OWNER = "owner"
"""Among what was asked: the process that plays a study."""


def in_progress(answer: Answer) -> Answer:
    """What is known of a study that this process plays."""
    return replace(answer, asked={**answer.asked, OWNER: asdict(this_process())})


def answer_data(store: Store, question: Answer) -> bytes | None:
    """What the answer to a question was worked out from; None where it was never answered."""
    found = _find(store, question, "data")
    return None if found is None else bytes(found[0])


def answered(store: Store, question: Answer) -> tuple[str, dict[str, Any]] | None:
    """The sentence of the answer to a question, and what else was asked; None where it was never answered."""
    found = _find(store, question, "sentence, asked::varchar")
    return None if found is None else (str(found[0]), json.loads(found[1]))


def data_of_others(store: Store, question: Answer, most: int) -> list[bytes]:
    """What the newest answers to other questions of the same study were worked out from: same game, code and seed."""
    if not store.exists:
        return []
    query = """select data from answers where study = ? and game = ? and code_hash = ? and seed = ? and id != ?
        order by found_at desc limit ?"""
    key = question.study, question.game, question.code_hash, question.seed, question.id, most
    with store.reading() as cursor:
        return [bytes(data) for (data,) in cursor.execute(query, key).fetchall()]


def _find(store: Store, question: Answer, columns: str) -> tuple[Any, ...] | None:
    if not store.exists:
        return None
    with store.reading() as cursor:
        return cursor.execute(f"select {columns} from answers where id = ?", [question.id]).fetchone()
