"""The passcode of the network mode: shown once in the terminal, stored as a hash, and slow to guess.

    code = new_passcode()                      # "7Q2M-XK4D"
    gate = Gate(hash_passcode(code))
    answer = gate.try_code("10.0.0.7", typed, now=time.time())
    gate.admits(answer.grant, now=time.time())  # the grant is the device's from then on

A pass is a second way in, for one device and once: a secret of 256 bits for the browser that is opened beside the
server.

An invitation is a third: whoever has it gets in to one path, the board of a session.

Nothing here uses the network: the server provides the address and the clock, and keeps the grant in a cookie.
"""

import hashlib
import hmac
import json
import secrets
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from threading import Lock

from workbench.engine.files import JsonValue, read_json, write_whole
from workbench.engine.problems import BadInput

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and letters that are not mistaken for each other, by eye or by ear."""
LENGTH, GROUP = 8, 4
COST, BLOCK, PARALLEL = 2**14, 8, 1
"""Parameters of scrypt: 16 MiB and about 50 ms an attempt (RFC 7914)."""
SALT_BYTES, HASH_BYTES, GRANT_BYTES = 16, 32, 32
LONGEST = 100
"""Characters of an attempt that are read."""

FREE_TRIES = 5
"""Wrong attempts of one address before it has to wait; then 1 s, doubled after each further one."""
LONGEST_WAIT_S = 300.0
TRIES_OF_ALL, WINDOW_S = 60, 60.0
"""Wrong attempts of all addresses in so many seconds after which none that was wrong has further free ones. An address
that was never wrong always has its try: else whoever guesses from many locks out who knows the passcode."""
MOST_ADDRESSES = 10_000
MOST_GRANTS = 1_000
GRANT_S = 12 * 3_600.0
"""How long an idle device stays signed in, in seconds."""
REMEMBER_S = 600.0
"""Seconds after which it is written down again when the devices were used last."""
CODES = "/evening/code.svg"
"""The codes that a page shows are open to whoever may see a page."""


@dataclass(frozen=True)
class Hashed:
    """The stored hash of a passcode."""

    salt: bytes
    hash: bytes

    def __str__(self) -> str:
        return f"{self.salt.hex()}:{self.hash.hex()}"


def read_hashed(text: str) -> Hashed:
    """The inverse of `str`. ValueError for any other text."""
    salt, _, hash = text.partition(":")
    hashed = Hashed(bytes.fromhex(salt), bytes.fromhex(hash))
    if len(hashed.salt) != SALT_BYTES or len(hashed.hash) != HASH_BYTES:
        raise ValueError("not the hash of a passcode")
    return hashed


@dataclass(frozen=True)
class GateAnswer:
    """The result of an attempt: a grant; or None, and the seconds to wait before the next attempt counts."""

    grant: str | None
    wait_s: float = 0.0


def new_passcode() -> str:
    """A random passcode of 39 bits, in groups that are easy to read."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return "-".join(letters[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def hash_passcode(code: str) -> Hashed:
    """A passcode's salt and scrypt hash."""
    salt = secrets.token_bytes(SALT_BYTES)
    return Hashed(salt, _scrypt(code, salt))


def is_passcode(typed: str, hashed: Hashed) -> bool:
    """True if the text is the passcode, in upper or lower case, with or without dashes. In constant time."""
    return hmac.compare_digest(_scrypt(typed, hashed.salt), hashed.hash)


def _scrypt(code: str, salt: bytes) -> bytes:
    plain = "".join(letter for letter in code[:LONGEST].upper() if letter.isalnum())
    return hashlib.scrypt(
        plain.encode("utf-8", "replace"), salt=salt, n=COST, r=BLOCK, p=PARALLEL, maxmem=2**26, dklen=HASH_BYTES
    )


@dataclass
class Limiter:
    """Counts wrong attempts, by address and together. `now` is in seconds."""

    wrong: OrderedDict[str, tuple[int, float]] = field(default_factory=OrderedDict)
    recent: list[float] = field(default_factory=list)

    def wait_s(self, address: str, now: float) -> float:
        """Seconds until an attempt of this address counts; 0: at once."""
        count, last = self.wrong.get(address, (0, 0.0))
        self.recent = [at for at in self.recent if at > now - WINDOW_S]
        if count and len(self.recent) >= TRIES_OF_ALL:
            count += FREE_TRIES
        return max(0.0, last + _pause(count) - now)

    def note_wrong(self, address: str, now: float) -> None:
        """Count a wrong attempt. When there are too many addresses, the one idle for longest is dropped."""
        count, _ = self.wrong.pop(address, (0, 0.0))
        self.wrong[address] = count + 1, now
        self.recent.append(now)
        if len(self.wrong) > MOST_ADDRESSES:
            self.wrong.popitem(last=False)


def _pause(wrong: int) -> float:
    """Seconds to wait after so many wrong attempts."""
    return 0.0 if wrong < FREE_TRIES else min(LONGEST_WAIT_S, 2.0 ** min(wrong - FREE_TRIES, 60))


@dataclass(frozen=True)
class Grant:
    """A device's permission: when it was last used, and the one path that it opens; empty for all."""

    used: float
    path: str = ""

    def opens(self, path: str) -> bool:
        """True for a path that it opens."""
        return not self.path or path in (self.path, CODES) or path.startswith(f"{self.path}/")


SHORTEST_PASSCODE = 8
"""Letters and digits of a fixed passcode."""
DEVICES_FILE = "devices.json"


class Devices:
    """The file of a workspace. What cannot be read counts as empty: then devices enter the passcode once more."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / DEVICES_FILE

    def grants(self) -> dict[str, Grant]:
        """The grants that are remembered."""
        with suppress(TypeError, ValueError, AttributeError):
            return {
                str(hash): Grant(float(grant["used"]), str(grant["path"]))
                for hash, grant in self._read()["grants"].items()
            }
        return {}

    def remember(self, grants: Mapping[str, Grant]) -> None:
        """Remember these grants, and no others. A disk that is full or locked loses them at the next start."""
        with suppress(OSError):
            self._write({**self._read(), "grants": {hash: asdict(grant) for hash, grant in grants.items()}})

    @property
    def passcode(self) -> str:
        """The hash of the fixed passcode; empty without one."""
        return str(self._read()["passcode"])

    def fix_passcode(self, code: str) -> None:
        """Fix the passcode; empty: each start makes a new one. Raises BadInput."""
        letters = sum(letter.isalnum() for letter in code)
        if code and letters < SHORTEST_PASSCODE:
            raise BadInput.one("passcode", f"must have at least {SHORTEST_PASSCODE} letters and digits", f"{letters}")
        try:
            self._write({**self._read(), "passcode": str(hash_passcode(code)) if code else ""})
        except OSError as error:
            raise BadInput.one(str(self.file), f"cannot be written: {error.strerror}") from error

    def _read(self) -> dict[str, JsonValue]:
        content: dict[str, JsonValue] = {"passcode": "", "grants": {}}
        with suppress(OSError, ValueError):
            read = read_json(self.file.read_text("utf-8"))
            content |= read if isinstance(read, dict) else {}
        return content

    def _write(self, content: Mapping[str, object]) -> None:
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(self.file, json.dumps(content).encode())
        self.file.chmod(0o600)


class Gate:
    """Admits devices that enter the passcode, and recognizes them by a grant. Thread-safe.

    `pass_hash` is the hash of the one pass, if there is one. Each `now` is of the same clock, in seconds.
    """

    def __init__(self, passcode: Hashed, pass_hash: str = "", memory: Devices | None = None) -> None:
        self._passcode = passcode
        self._pass_hash = pass_hash
        self._limiter = Limiter()
        self._memory = memory
        self._grants = OrderedDict(memory.grants() if memory else {})
        self._remembered_at = 0.0
        self._invitations: dict[str, str] = {}  # by the path that they open
        self._guard = Lock()

    def try_code(self, address: str, typed: str, now: float) -> GateAnswer:
        """Try a passcode; while its address has to wait, the attempt is ignored and does not count.

        An attempt counts as wrong before it is checked, so that parallel attempts are limited like successive ones.
        """
        with self._guard:
            if wait := self._limiter.wait_s(address, now):
                return GateAnswer(None, wait)
            self._limiter.note_wrong(address, now)
        if not is_passcode(typed, self._passcode):
            with self._guard:
                return GateAnswer(None, self._limiter.wait_s(address, now))
        with self._guard:
            self._limiter.wrong.pop(address, None)
            return GateAnswer(self._new_grant(now))

    def try_pass(self, typed: str, now: float) -> str | None:
        """A grant for the pass, which is then void; None for anything else."""
        with self._guard:
            if not hmac.compare_digest(hash_pass(typed), self._pass_hash):
                return None
            self._pass_hash = ""
            return self._new_grant(now)

    def invitation(self, path: str) -> str:
        """A secret by which any device gets in, to this path alone; void once all others are signed out."""
        with self._guard:
            return self._invitations.setdefault(path, secrets.token_urlsafe(GRANT_BYTES))

    def try_invitation(self, typed: str, now: float) -> tuple[str, str] | None:
        """A grant for an invitation, and the path that it opens; None for anything else."""
        digest = hash_pass(typed)
        with self._guard:
            paths = [path for path, token in self._invitations.items() if hmac.compare_digest(hash_pass(token), digest)]
            return (self._new_grant(now, paths[0]), paths[0]) if paths else None

    def admits(self, grant: str | None, now: float, path: str = "") -> bool:
        """True if the grant opens the path and was used recently enough. In constant time for each known grant."""
        if not grant:
            return False
        digest = hash_pass(grant)
        with self._guard:
            matches = [granted for granted in self._grants if hmac.compare_digest(digest, granted)]
            fresh = [granted for granted in matches if now - self._grants[granted].used <= GRANT_S]
            for granted in fresh:
                self._grants[granted] = replace(self._grants[granted], used=now)
                self._grants.move_to_end(granted)
            if fresh and now - self._remembered_at > REMEMBER_S:
                self._remember(now)
            return any(self._grants[granted].opens(path) for granted in fresh)

    def others(self, grants: Iterable[str], now: float) -> int:
        """How many valid grants there are besides a device's own."""
        with self._guard:
            return sum(now - self._grants[granted].used <= GRANT_S for granted in self._of_others(grants))

    def revoke_others(self, grants: Iterable[str] = (), now: float = 0.0) -> None:
        """Revoke all grants except these, and all invitations."""
        with self._guard:
            self._invitations.clear()
            for granted in self._of_others(grants):
                del self._grants[granted]
            self._remember(now)

    def _of_others(self, grants: Iterable[str]) -> list[str]:
        mine = set(map(hash_pass, grants))
        return [granted for granted in self._grants if granted not in mine]

    def _new_grant(self, now: float, path: str = "") -> str:
        grant = secrets.token_urlsafe(GRANT_BYTES)
        self._grants[hash_pass(grant)] = Grant(now, path)
        if len(self._grants) > MOST_GRANTS:
            self._grants.popitem(last=False)
        self._remember(now)
        return grant

    def _remember(self, now: float) -> None:
        self._remembered_at = now
        if self._memory:
            self._memory.remember(self._grants)


def new_pass() -> str:
    """A random pass of 256 bits."""
    return secrets.token_urlsafe(GRANT_BYTES)


def hash_pass(secret: str) -> str:
    """The stored hash of a pass, a grant or an invitation. They are too long to guess, so a fast hash suffices."""
    return hashlib.sha256(secret[:LONGEST].encode("utf-8", "replace")).hexdigest()
