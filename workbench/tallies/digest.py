"""The digest of a batch: a SHA-256 tree over its plays, in blocks of a fixed size.

Equal rules, bots, seed and number of plays give an equal digest, whatever threads, machines and interruptions played
them. A leaf is the hash of a block's records, and pairs are joined as in the Merkle trees of certificate transparency
(RFC 9162, section 2.1.1), where what is left over at the end is joined last. Leaves may therefore be made anywhere, in
any order, and a batch that is under way keeps one hash for each power of two.

Before there were trees, the digest was one hash over all records: such digests begin with `rows:`.
"""

import hashlib
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

import numpy as np

from workbench.engine.measures import Results

if TYPE_CHECKING:
    from typing_extensions import Buffer

BLOCK = 1_024
"""Plays of a leaf."""
LEAF, NODE, ROOT = b"\x00", b"\x01", b"\x02"
ROOT_BYTES = hashlib.sha256().digest_size
OVER_ROWS = "rows:"


def leaf(records: "Buffer") -> bytes:
    """The hash of one block's records, as bytes."""
    state = hashlib.sha256(LEAF)
    state.update(records)
    return state.digest()


@dataclass
class Digest:
    """The tree over the first plays of a batch, made in play order.

    `roots` are the hashes of the whole trees, the largest first; `leaves` counts the blocks in them; `rest` holds the
    records of the block that is not full yet.
    """

    record: np.dtype[np.void]
    roots: list[bytes] = field(default_factory=list)
    leaves: int = 0
    rest: bytes = b""

    @property
    def plays(self) -> int:
        """How many plays it covers."""
        return self.leaves * BLOCK + len(self.rest) // self.record.itemsize

    def to_bytes(self) -> bytes:
        """Its state, to go on with later."""
        return self.leaves.to_bytes(8, "big") + b"".join(self.roots) + zlib.compress(self.rest, 1)

    @classmethod
    def from_bytes(cls, record: np.dtype[np.void], data: bytes) -> Self:
        """The digest behind the bytes of `to_bytes`."""
        leaves = int.from_bytes(data[:8], "big")
        end = 8 + ROOT_BYTES * leaves.bit_count()
        roots = [data[at : at + ROOT_BYTES] for at in range(8, end, ROOT_BYTES)]
        return cls(record, roots, leaves, zlib.decompress(data[end:]))

    def add(self, records: Results) -> None:
        """Add the next plays."""
        self._add_bytes(np.ascontiguousarray(records).view(np.uint8).data)

    def add_hashed(self, head: bytes, leaves: Iterable[bytes], rest: bytes) -> None:
        """Add the next plays, whose whole blocks were hashed elsewhere: `head` and `rest` are records around them.

        ValueError where these blocks do not begin where the next one does.
        """
        self._add_bytes(memoryview(head))
        leaves = tuple(leaves)
        if self.rest and leaves:
            raise ValueError("a block is under way; only its own plays can follow")
        self._add_leaves(leaves)
        self._add_bytes(memoryview(rest))

    def _add_bytes(self, data: memoryview) -> None:
        size = BLOCK * self.record.itemsize
        if self.rest:
            data = memoryview(self.rest + data)
        whole = len(data) - len(data) % size
        self._add_leaves(leaf(data[start : start + size]) for start in range(0, whole, size))
        self.rest = bytes(data[whole:])

    def hexdigest(self) -> str:
        """The digest of the plays so far."""
        parts = [*self.roots, *([leaf(self.rest)] if self.rest else [])]
        root = parts.pop() if parts else b""
        while parts:
            root = hashlib.sha256(NODE + parts.pop() + root).digest()
        return hashlib.sha256(ROOT + self.plays.to_bytes(8, "big") + root).hexdigest()

    def _add_leaves(self, leaves: Iterable[bytes]) -> None:
        for leaf in leaves:
            node, self.leaves = leaf, self.leaves + 1
            level = self.leaves
            while level % 2 == 0:
                node = hashlib.sha256(NODE + self.roots.pop() + node).digest()
                level //= 2
            self.roots.append(node)


class RowsDigest:
    """The older kind of digest: one hash over all records."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()

    def add(self, records: Results) -> None:
        """Add the next plays."""
        self.hash.update(records.tobytes())

    def hexdigest(self) -> str:
        """The digest of the plays so far."""
        return OVER_ROWS + self.hash.hexdigest()


def is_older(digest: str | None) -> bool:
    """True for a digest that is one hash over all records."""
    return digest is not None and digest.startswith(OVER_ROWS)


def digest_like(digest: str | None, record: np.dtype[np.void]) -> Digest | RowsDigest:
    """An empty digest of the same kind as another."""
    return RowsDigest() if is_older(digest) else Digest(record)
