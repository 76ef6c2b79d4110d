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

from workbench.store import ledger
from workbench.store.connection import SqlRow, Store
from workbench.store.processes import this_process


@dataclass(frozen=True)
class StoredAnswer:
    """The answer of a study about a revision, or about its difference to a `base`, whose names are empty without one.

    `options` are the rest of the question, as the address of its page has them; any JSON.
    """

    study: str
    game: str
    revision: str
    rules_hash: str
    code_hash: str
    bots: tuple[str, ...]
    plays: int
    seed: int
    options: Mapping[str, object] = field(default_factory=dict)
    base: str = ""
    base_rules_hash: str = ""
    sentence: str = ""
    data: bytes = b""

    @property
    def id(self) -> str:
        """Equal for equal questions."""
        options = json.dumps(dict(self.options), sort_keys=True)
        names = self.study, self.game, self.revision, self.rules_hash, self.base, self.base_rules_hash, self.code_hash
        told = repr((*names, self.bots, self.plays, self.seed, options))
        return hashlib.sha256(told.encode()).hexdigest()[:24]


def save_answer(store: Store, answer: StoredAnswer, question: StoredAnswer | None = None) -> None:
    """Store an answer, in place of an older one to the same question.

    `question`: what it is found by, where the answer says more, such as after how many plays it was found.
    """
    now = dt.datetime.now(dt.UTC).replace(tzinfo=None)
    row = {name: value for name, value in vars(answer).items() if name not in ("options", "data")}
    row |= {"id": (question or answer).id, "asked": json.dumps(dict(answer.options)), "found_at": now}
    with store.writing() as cursor:
        cursor.execute("delete from answers where id = ?", [row["id"]])
        ledger.insert_rows(cursor, "answers", [{**row, "data": answer.data}])
        if row["sentence"]:  # a finished one is in the ledger too, without its data
            ledger.append(store.path, [("answer", row)], cursor)


OWNER = "owner"
"""Among what was asked: the process that plays a study."""


def in_progress(answer: StoredAnswer) -> StoredAnswer:
    """The answer so far of a study that this process plays."""
    return replace(answer, options={**answer.options, OWNER: asdict(this_process())})


def answer_data(store: Store, question: StoredAnswer) -> bytes | None:
    """The data behind the answer to a question; None where it was never answered."""
    row = _find(store, question, "data")
    return None if row is None else bytes(row[0])


def answered(store: Store, question: StoredAnswer) -> tuple[str, dict[str, object]] | None:
    """The sentence of the answer to a question, and what else was asked; None where it was never answered."""
    row = _find(store, question, "sentence, asked::varchar")
    return None if row is None else (str(row[0]), json.loads(row[1]))


def data_of_others(store: Store, question: StoredAnswer, most: int) -> list[bytes]:
    """The data behind the newest answers to other questions of the same study: same game, code and seed."""
    if not store.exists:
        return []
    query = """select data from answers where deletion is null and study = ? and game = ? and code_hash = ?
        and seed = ? and id != ? order by found_at desc limit ?"""
    key = question.study, question.game, question.code_hash, question.seed, question.id, most
    with store.reading() as cursor:
        return [bytes(data) for (data,) in cursor.execute(query, key).fetchall()]


def _find(store: Store, question: StoredAnswer, columns: str) -> SqlRow | None:
    if not store.exists:
        return None
    with store.reading() as cursor:
        query = f"select {columns} from answers where id = ? and deletion is null"
        return cursor.execute(query, [question.id]).fetchone()
