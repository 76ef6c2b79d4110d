"""Files are written whole or not at all, what killed processes were writing is removed, and a zip cannot lie."""

import io
import os
import struct
import time
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tests.support.processes import start
from workbench.engine.files import ABANDONED_S, BROKEN_ZIP, temporary_folder, unpacked, write_new, write_whole

HANGING = """
import os, sys, time
from pathlib import Path
from workbench.engine import files

def hang(*_):
    print("in the middle", flush=True)
    time.sleep(100)

os.fsync = hang
path = Path(sys.argv[1])
if sys.argv[2] == "temporary_folder":
    with files.temporary_folder("tests") as folder:
        (folder / "copy").write_text("private")
        hang()
else:
    getattr(files, sys.argv[2])(path, b"new")
"""


def broken_off(path: Path, write: str) -> int:
    """A process that is killed in the middle of writing; its number."""
    process = start("-c", HANGING, str(path), write, TMPDIR=str(path.parent))
    assert process.stdout is not None and process.stdout.readline() == "in the middle\n"
    process.kill()
    process.communicate()
    return process.pid


def make_old(folder: Path) -> None:
    """Everything in the folder was left a while ago."""
    for path in folder.iterdir():
        os.utime(path, (time.time() - 2 * ABANDONED_S,) * 2)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="processes are not told there; only age counts")
@pytest.mark.parametrize("write", [write_new, write_whole], ids=["new", "whole"])
def test_the_draft_of_a_killed_process_is_removed_and_that_of_a_living_one_is_not(
    tmp_path: Path, write: Callable[[Path, bytes], None]
) -> None:
    path, other = tmp_path / "2026.toml", tmp_path / "other.toml"
    pid = broken_off(path, write.__name__)
    draft, living = (f".2026.toml.{process}.{process}.new" for process in (pid, os.getppid()))
    (tmp_path / living).touch()
    assert names(tmp_path) == sorted([draft, living])
    write(other, b"1")
    assert names(tmp_path) == sorted([draft, living, "other.toml"]), "another computer may be writing it"
    make_old(tmp_path)
    write(path, b"2")
    assert names(tmp_path) == sorted([living, "2026.toml", "other.toml"])
    assert path.read_bytes() == b"2" and other.read_bytes() == b"1"


def test_threads_that_write_one_file_at_once_do_not_meet(tmp_path: Path) -> None:
    path, texts = tmp_path / "devices.json", [bytes([letter]) * 100_000 for letter in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(partial(write_whole, path), texts * 4))
    assert path.read_bytes() in texts and names(tmp_path) == ["devices.json"]


@pytest.mark.skipif(os.name == "nt", reason="processes are not told there; only age counts")
def test_the_temporary_folder_of_a_killed_process_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    broken_off(tmp_path / "copy", "temporary_folder")
    [left] = tmp_path.iterdir()
    make_old(tmp_path)
    with temporary_folder("tests") as folder:
        assert folder.is_dir() and not left.exists()
    assert not names(tmp_path)


def test_a_file_that_cannot_be_written_leaves_the_older_one_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "settings.toml"
    write_whole(path, b"older")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"newer")
    assert path.read_bytes() == b"older" and names(tmp_path) == ["settings.toml"]


def zip_of_zeros(size: int, says: int) -> bytes:
    """A zip of one file of so many zeros, which says that it has others."""
    written = io.BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        archive.writestr("sheet.xml", bytes(size))
    return written.getvalue().replace(struct.pack("<I", size), struct.pack("<I", says))


@pytest.mark.parametrize(("says", "words"), [(64 * 2**20, "more than 1 MB when unpacked"), (100, "Bad CRC-32")])
def test_a_zip_is_not_unpacked_beyond_what_was_agreed_nor_what_it_says(says: int, words: str) -> None:
    data = zip_of_zeros(64 * 2**20, says)
    tracemalloc.start()
    with pytest.raises(BROKEN_ZIP, match=words):
        unpacked(data, 2**20)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 2**20
