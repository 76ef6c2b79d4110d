"""Whatever is wrong with the compile cache, kernels run: damaged files are made again; without a folder, it goes on."""

import json
import os
import random
from pathlib import Path

import pytest

from tests.support.processes import output, start
from tests.support.thorough import one_of
from workbench.engine.compiling import plain_mode
from workbench.engine.files import read_sealed

pytestmark = [
    pytest.mark.skipif(plain_mode(), reason="about compiled code"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs quick processes"),
]
RUN = """
from tests.engine import test_machine_code, test_parts
from workbench.engine.compiling import Kernel, compiler

def run():
    assert Kernel(test_parts.first_loop, "a" * 64)(4) == 9
    assert Kernel(test_machine_code.with_a_list, "a" * 64, "numba")(3) == 3

compiler().choose(test_parts.first, test_parts.typing, are_parts=True)
"""
RUN_SPOILED = f"""
import json, os, sys
from pathlib import Path
{RUN}

def ends_well():
    pid = os.fork()
    if pid == 0:
        try:
            run()
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitpid(pid, 0)[1] == 0

assert ends_well()
found = []
for name, spoiled in json.loads(Path(sys.argv[1]).read_text()):
    path = Path(name)
    if path.suffix == ".part":
        for code in path.parents[1].rglob("*.code"):
            code.unlink()
    path.write_bytes(bytes.fromhex(spoiled))
    found.append([ends_well(), path.read_bytes().hex() != spoiled])
print(json.dumps(found))
"""
FILES = {".code": "code that stands alone", ".part": "parts of kernels", ".numba": "code that needs Numba"}


def spoiled(content: bytes, chance: random.Random) -> list[bytes]:
    """The content with one bit turned over, in two places; cut; zeroed; gone; and as an older workbench had it."""
    flipped = []
    for _ in range(2):
        place = chance.randrange(len(content))
        flipped.append(content[:place] + bytes([content[place] ^ 1 << chance.randrange(8)]) + content[place + 1 :])
    cut = content[: chance.randrange(len(content))]
    return [*flipped, cut, bytes(len(content)), b"", content.partition(b"\n")[2]]


@pytest.mark.thorough
def test_damaged_files_of_every_kind_are_made_again(tmp_path: Path) -> None:
    output(start("-c", f"{RUN}\nrun()", WORKBENCH_CACHE_DIR=str(tmp_path)))
    files = {path.suffix: path for path in tmp_path.rglob("*") if path.suffix in FILES}
    assert files.keys() == FILES.keys()
    chance = random.Random(4)
    damages = [(path, content) for path in files.values() for content in spoiled(path.read_bytes(), chance)]
    plan = tmp_path / "damages.json"
    plan.write_text(json.dumps([[str(path), content.hex()] for path, content in damages]))
    process = start("-c", RUN_SPOILED, str(plan), WORKBENCH_CACHE_DIR=str(tmp_path))
    printed, warned = process.communicate(timeout=120)
    assert process.returncode == 0, warned
    wrong = [(damages[number][0].name, ends) for number, ends in enumerate(json.loads(printed)) if ends != [True, True]]
    assert not wrong
    assert "Traceback" not in warned and warned.count("damaged: it is compiled again") == len(damages)
    assert all(read_sealed(path) for path in files.values())


@pytest.mark.parametrize("kind", one_of(["a file", "a dangling link", "a device", "files in the way"], quick="a file"))
def test_kernels_run_where_no_cache_can_be_kept(tmp_path: Path, kind: str) -> None:
    root = tmp_path / "cache"
    if kind == "a file":
        root.write_text("mine")
    elif kind == "a dangling link":
        root.symlink_to("nowhere")
    elif kind == "a device":
        root = Path(os.devnull)
    else:
        (root / ("a" * 24)).mkdir(parents=True)
        (root / ("a" * 24) / "code").write_text("in the way of the folder")
        (root / ("a" * 24) / "parts").write_text("in the way of the folder")
    folder = tmp_path / "temporary"
    folder.mkdir()
    places = {"WORKBENCH_CACHE_DIR": str(root), "TMPDIR": str(folder)}
    process = start("-c", f"{RUN}\nrun()", **places)
    printed, warned = process.communicate(timeout=120)
    assert (process.returncode, printed) == (0, "")
    assert len(warned.splitlines()) == 1 and "cannot be kept" in warned and str(root) in warned
    assert not list(folder.iterdir())
