"""The devices that a workspace has let in, and its fixed passcode if it has one: hashes in a file beside the store."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from workbench.app.server.passcode import Grant, hash_passcode
from workbench.engine.files import JsonValue, read_json, write_whole
from workbench.engine.problems import BadInput

SHORTEST = 8
"""Letters and digits of a fixed passcode."""
FILE = "devices.json"


class Devices:
    """The file of a workspace. What cannot be read counts as empty: then devices enter the passcode once more."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / FILE

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
        if code and letters < SHORTEST:
            raise BadInput.one("passcode", f"must have at least {SHORTEST} letters and digits", f"{letters}")
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
