"""Write every golden trace and stored answer anew, and remove those that are none any more.

`python -m tests.golden.regenerate` does it.
"""

from tests.golden import first_page
from tests.golden.plays import FOLDER, GOLDEN


def main() -> None:
    """Write the files."""
    for path in (*FOLDER.glob("*.jsonl"), *first_page.FOLDER.glob("*.json")):
        path.unlink()
    for golden in GOLDEN:
        golden.path.write_text(golden.text(), "utf-8")
    example = first_page.starter_example()
    for value in first_page.other_values(example):
        first_page.file_of(example, value).write_text(first_page.text_of(example, value), "utf-8")


if __name__ == "__main__":
    main()
