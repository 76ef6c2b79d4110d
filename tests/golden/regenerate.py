"""Write every golden trace anew, and remove those that are none any more: `python -m tests.golden.regenerate`."""

from tests.golden.plays import FOLDER, GOLDEN


def main() -> None:
    """Write the files."""
    for path in FOLDER.glob("*.jsonl"):
        path.unlink()
    for golden in GOLDEN:
        golden.path.write_text(golden.text(), "utf-8")


if __name__ == "__main__":
    main()
