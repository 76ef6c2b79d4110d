"""The real dashboard in a process of its own."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.app.waiting import until

CALL = "import sys; from pathlib import Path; from workbench.app.server.launch import launch; "
CALL += "sys.exit(launch(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))"


@dataclass(frozen=True)
class Served:
    """A server: its process, its port on this computer, and what stands in its terminal."""

    process: "subprocess.Popen[Any]"
    port: int
    greeting: str

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(15)

    @property
    def passcode(self) -> str:
        return re.findall("Passcode: (.+)", self.greeting)[0]


@contextmanager
def served(root: Path, host: str = "127.0.0.1", port: int | None = None) -> Iterator[Served]:
    """Serve a workspace until the end of the block; killed before, it is left dead."""
    port = port or free_port()
    call = [sys.executable, "-c", CALL, str(root), str(port), host]
    environment = {**os.environ, "WORKBENCH_HEADLESS": "1"}
    process = subprocess.Popen(call, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        until(lambda: answers(port))
        assert process.stdout is not None
        os.set_blocking(process.stdout.fileno(), False)
        yield Served(process, port, process.stdout.read())
    finally:
        process.terminate()
        process.wait(15)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def answers(port: int) -> bool:
    """Whether a dashboard is ready there."""
    with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as answer:
        return bool(answer.status == 200)
    return False
