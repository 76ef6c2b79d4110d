"""The passcode of the network mode: shown once in the terminal, kept as a hash, and slow to guess.

    code = new_passcode()                      # "7Q2M-XK4D"
    gate = Gate(hash_passcode(code))
    answer = gate.try_code("10.0.0.7", typed, now=time.monotonic())
    gate.admits(answer.grant)                  # the grant is the device's from then on

No network here: whoever serves gives the address and the clock, and keeps the grant in the visitor's cookie.
"""

import hashlib
import hmac
import math
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and letters that are not taken for each other, by eye or by ear."""
LENGTH, GROUP = 8, 4
COST, BLOCK, PARALLEL = 2**14, 8, 1
"""Of scrypt: 16 MiB and about 50 ms a try (RFC 7914)."""
SALT_BYTES, HASH_BYTES = 16, 32
LONGEST = 100
"""Characters of a try that are looked at."""

FREE_TRIES = 5
"""Wrong tries of one address before it has to wait; then 1 s, twice as long after each further one."""
LONGEST_WAIT_S = 300.0
TRIES_OF_ALL, WINDOW_S = 60, 60.0
"""Wrong tries of all addresses together in so many seconds, before all wait: many addresses guess no faster."""
MOST_ADDRESSES = 10_000
MOST_GRANTS = 1_000


@dataclass(frozen=True)
class Hashed:
    """What is kept of a passcode."""

    salt: bytes
    hash: bytes


@dataclass(frozen=True)
class Answer:
    """What came of a try: a grant; or none, and the seconds to wait before the next try is looked at."""

    grant: str | None
    wait_s: float = 0.0


def new_passcode() -> str:
    """A random passcode of 39 bits, in groups that read well."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return "-".join(letters[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def hash_passcode(code: str) -> Hashed:
    """What is kept of it: a salt and the scrypt hash."""
    salt = secrets.token_bytes(SALT_BYTES)
    return Hashed(salt, _scrypt(code, salt))


def is_passcode(typed: str, kept: Hashed) -> bool:
    """Whether the passcode was typed, in large or small letters, with or without its dashes. In constant time."""
    return hmac.compare_digest(_scrypt(typed, kept.salt), kept.hash)


def _scrypt(code: str, salt: bytes) -> bytes:
    plain = "".join(letter for letter in code[:LONGEST].upper() if letter.isalnum())
    return hashlib.scrypt(
        plain.encode("utf-8", "replace"), salt=salt, n=COST, r=BLOCK, p=PARALLEL, maxmem=2**26, dklen=HASH_BYTES
    )


@dataclass
class Limiter:
    """Counts wrong tries, by address and together. `now` is any clock that only goes forward, in seconds."""

    wrong: OrderedDict[str, tuple[int, float]] = field(default_factory=OrderedDict)
    recent: list[float] = field(default_factory=list)

    def wait_s(self, address: str, now: float) -> float:
        """How long until a try of this address is looked at; 0: at once."""
        count, last = self.wrong.get(address, (0, 0.0))
        own = last + _pause(count) - now
        self.recent = [at for at in self.recent if at > now - WINDOW_S]
        shared = self.recent[-TRIES_OF_ALL] + WINDOW_S - now if len(self.recent) >= TRIES_OF_ALL else 0.0
        return max(0.0, own, shared)

    def note_wrong(self, address: str, now: float) -> None:
        """One more wrong try. The address that was quiet for longest is forgotten when there are too many."""
        count, _ = self.wrong.pop(address, (0, 0.0))
        self.wrong[address] = count + 1, now
        self.recent.append(now)
        if len(self.wrong) > MOST_ADDRESSES:
            self.wrong.popitem(last=False)

    def note_right(self, address: str) -> None:
        """The address is known to be good."""
        self.wrong.pop(address, None)


def _pause(wrong: int) -> float:
    """Seconds to wait after so many wrong tries."""
    return 0.0 if wrong < FREE_TRIES else min(LONGEST_WAIT_S, 2.0 ** min(wrong - FREE_TRIES, 60))


class Gate:
    """Lets in whoever has typed the passcode, and knows them again by a grant. Safe to use from many threads."""

    def __init__(self, kept: Hashed) -> None:
        self._kept = kept
        self._limiter = Limiter()
        self._grants: OrderedDict[str, None] = OrderedDict()  # hashes of what the devices have
        self._guard = Lock()

    def try_code(self, address: str, typed: str, now: float) -> Answer:
        """One try; while its address has to wait, it is not even looked at, and does not count.

        A try counts as wrong before it is looked at, so that many at once are as many as one after the other.
        """
        with self._guard:
            if wait := self._limiter.wait_s(address, now):
                return Answer(None, wait)
            self._limiter.note_wrong(address, now)
        if not is_passcode(typed, self._kept):
            with self._guard:
                return Answer(None, self._limiter.wait_s(address, now))
        with self._guard:
            self._limiter.note_right(address)
            return Answer(self._new_grant())

    def admits(self, grant: str | None) -> bool:
        """Whether the grant is one that was given. In constant time for each that was."""
        if not grant:
            return False
        given = _digest(grant)
        with self._guard:
            matches = [hmac.compare_digest(given, known) for known in self._grants]
        return any(matches)

    def revoke_all(self) -> None:
        """Nobody is let in any more without typing the passcode again."""
        with self._guard:
            self._grants.clear()

    def _new_grant(self) -> str:
        grant = secrets.token_urlsafe(32)
        self._grants[_digest(grant)] = None
        if len(self._grants) > MOST_GRANTS:
            self._grants.popitem(last=False)
        return grant


def _digest(grant: str) -> str:
    return hashlib.sha256(grant[:LONGEST].encode("utf-8", "replace")).hexdigest()


def minutes(wait_s: float) -> str:
    """A wait in words: `8 s`, `2 min`."""
    return f"{math.ceil(wait_s)} s" if wait_s <= 90 else f"{math.ceil(wait_s / 60)} min"
