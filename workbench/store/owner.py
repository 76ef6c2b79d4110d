"""Which process a run belongs to, told apart from a later one that got the same number."""

import os
import socket
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")


@dataclass(frozen=True)
class Owner:
    """A process: its number, its host, and when it was started (empty where the system does not tell)."""

    pid: int
    host: str
    started: str

    @property
    def is_here(self) -> bool:
        """Whether it ran on this host, so that we can tell whether it lives."""
        return self.host == socket.gethostname()

    @property
    def lives(self) -> bool:
        """Whether that very process runs on this host now."""
        if not self.is_here or not _exists(self.pid):
            return False
        return not self.started or self.started == started(self.pid)


def this_process() -> Owner:
    """The owner of what this process begins."""
    return Owner(os.getpid(), socket.gethostname(), started(os.getpid()))


def started(pid: int) -> str:
    """The boot and the clock tick at which the process began; empty if it is dead or the system does not tell."""
    try:
        boot = (PROC / "sys/kernel/random/boot_id").read_text().strip()
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    state, ticks = fields[0], fields[19]  # proc_pid_stat(5): fields 3 and 22
    return "" if state in "ZX" else f"{boot}/{ticks}"


def _exists(pid: int) -> bool:
    """Whether a process has this number. On Windows a signal 0 would end it, so there we say yes."""
    if os.name == "nt":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # it is there, and another user's
    return True
