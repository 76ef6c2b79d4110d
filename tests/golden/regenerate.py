"""Write every golden trace, digest and stored answer anew, and remove those that are none any more; pictures too.

`python -m tests.golden.regenerate` does it; with `pictures` behind it those of the table alone, which need Chromium.
"""

import json
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import pictures
from tests.browser.conftest import ARGUMENTS, Server, find_chromium
from tests.golden import first_page
from tests.golden.plays import DIGESTS, FOLDER, GOLDEN
from tests.support.digests import CASES, digest_of
from workbench.engine.registry import games
from workbench.scenario.files import init_workspace


def write_pictures() -> None:
    pictures.FOLDER.mkdir(exist_ok=True)
    for path in pictures.FOLDER.glob("*.png"):
        path.unlink()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(init_workspace(Path(folder) / "studio")[0])
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        try:
            page = browser.new_context(reduced_motion="reduce").new_page()
            for play in pictures.STEPS:
                for name, picture in pictures.pictures_of(page, server.address, play).items():
                    (pictures.FOLDER / name).write_bytes(pictures.stored(picture))
        finally:
            browser.close()
            server.kill()


def digests() -> dict[str, list[str]]:
    """The digests of the plays of every case, by game."""
    return {name: [digest_of(games()[name], *case)["results"] for case in cases] for name, cases in CASES.items()}


def main() -> None:
    """Write the files."""
    write_pictures()
    if sys.argv[1:] == ["pictures"]:
        return
    for path in (*FOLDER.glob("*.jsonl"), *first_page.FOLDER.glob("*.json")):
        path.unlink()
    for golden in GOLDEN:
        golden.path.write_text(golden.text(), "utf-8")
    DIGESTS.write_text(json.dumps(digests(), indent=1) + "\n", "utf-8")
    example = first_page.starter_example()
    for value in first_page.other_values(example):
        first_page.file_of(example, value).write_text(first_page.text_of(example, value), "utf-8")


if __name__ == "__main__":
    main()
