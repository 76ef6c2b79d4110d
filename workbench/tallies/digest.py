"""The digest of a batch: a hash tree over its plays, in blocks of a fixed size.

Equal rules, bots, seed and number of plays give an equal digest, whatever threads, machines and interruptions played
them. A leaf is the XXH3-128 hash of a block's records (https://xxhash.com); pairs are joined by SHA-256 as in a Merkle
tree of certificate transparency (RFC 9162, section 2.1.1), where what is left over at the end is joined last. Leaves
may therefore be made anywhere and in any order, and a batch that is under way keeps one hash for each power of two.

It finds accidents (another version, a broken disk), not forgers.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import xxhash

from workbench.engine.measures import Results

BLOCK = 1_024
"""Plays of a leaf."""


def leaf(records: Results) -> bytes:
    """The hash of one block's records."""
    return xxhash.xxh3_128_digest(np.ascontiguousarray(records).view(np.uint8).data)


def join(left: bytes, right: bytes) -> bytes:
    """The hash of two neighbouring parts of the tree."""
    return hashlib.sha256(b"\x01" + left + right).digest()


@dataclass
class Digest:
    """The tree over the first plays of a batch, made in play order.

    `roots` are the hashes of the whole trees, the largest first; `leaves` counts the blocks in them; `rest` holds the
    records of the block that is not full yet.
    """

    record: np.dtype[Any]
    roots: list[bytes] = field(default_factory=list)
    leaves: int = 0
    rest: bytes = b""

    @property
    def plays(self) -> int:
        """How many plays it covers."""
        return self.leaves * BLOCK + len(self.rest) // self.record.itemsize

    def add(self, records: Results) -> None:
        """Add the next plays."""
        size = BLOCK * self.record.itemsize
        data = self.rest + records.tobytes() if self.rest else np.ascontiguousarray(records).view(np.uint8).data
        whole = len(data) - len(data) % size
        for start in range(0, whole, size):
            self._add_leaf(xxhash.xxh3_128_digest(data[start : start + size]))
        self.rest = bytes(data[whole:])

    def add_leaves(self, leaves: Iterable[bytes]) -> None:
        """Add the next blocks, hashed elsewhere. ValueError where a block is under way."""
        if self.rest:
            raise ValueError("a block is under way; only its own plays can follow")
        for each in leaves:
            self._add_leaf(each)

    def hexdigest(self) -> str:
        """The digest of the plays so far."""
        parts = [*self.roots, *([xxhash.xxh3_128_digest(self.rest)] if self.rest else [])]
        if not parts:
            return hashlib.sha256(b"").hexdigest()
        root = parts.pop()
        while parts:
            root = join(parts.pop(), root)
        return hashlib.sha256(b"\x02" + self.plays.to_bytes(8, "big") + root).hexdigest()

    def _add_leaf(self, found: bytes) -> None:
        self.leaves += 1
        level = self.leaves
        while level % 2 == 0:
            found = join(self.roots.pop(), found)
            level //= 2
        self.roots.append(found)


def digest_of(records: Results) -> str:
    """The digest of a batch's plays, given all of them."""
    made = Digest(records.dtype)
    made.add(records)
    return made.hexdigest()
