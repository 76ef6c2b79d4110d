"""What commands print never controls the terminal: texts come from files, the store and people."""

import json
import re
import unicodedata
from pathlib import Path

import pytest

import workbench
from tests.cli.commands import ONE_DEAL, add_scenario, as_json, run
from workbench.cli import console
from workbench.cli.document import print_blocks
from workbench.cli.outputs import printable
from workbench.cli.progress import waiting_sentence
from workbench.engine.notes import Waited
from workbench.report.document import VerdictGroup, VerdictLine, VerdictRow, VerdictRows

ESCAPE, ALERT, C1, TURN = "\x1b[31m", "\x07", "\x9b2J", "\u202e"
EVIL = f"red{ESCAPE}{ALERT}{C1}{TURN}"
EVIL_SQL = "'red' || chr(27) || '[31m' || chr(7) || chr(155) || '2J' || chr(8238)"


def controls(text: str) -> set[str]:
    return {letter for letter in text if letter == TURN or (unicodedata.category(letter) == "Cc" and letter != "\n")}


@pytest.fixture
def evil(home: Path, warm: None) -> str:
    """A revision with a title and a session that hold control characters."""
    texts = "\n".join(f"{name} = {json.dumps(EVIL)}" for name in ("title", "reason", "hypothesis"))
    return add_scenario(home, "evil", f"{texts}\n")


def test_no_command_prints_control_characters(home: Path, evil: str) -> None:
    begun = run("playtests", "begin", evil, "--players", f"A{EVIL},B,C", "--goal", EVIL, "--location", EVIL)
    calls = [
        ("sql", f'select {EVIL_SQL} as "x{EVIL}"'),
        ("sql", f"select [{EVIL_SQL}]", "--json"),
        ("simulate", evil, "--plays", 120, *ONE_DEAL),
        ("rules", evil),
        ("runs",),
        ("runs", "--json"),
        ("validate", evil),
        ("playtests", "list"),
        ("playtests", "list", "--json"),
        ("validate", f"hitmakers/{EVIL}"),
    ]
    for answer in [begun, *(run(*call) for call in calls)]:
        assert "Traceback" not in answer.output
        assert controls(answer.output) == set(), answer.output


def test_json_and_csv_keep_what_was_stored(home: Path, evil: str) -> None:
    assert run("simulate", evil, "--plays", 1, *ONE_DEAL).exit_code == 0
    query = f"select {EVIL_SQL} as evil"
    assert as_json("sql", query)["rows"] == [[EVIL]]
    assert EVIL in run("sql", query, "--csv").stdout, "which goes to a file here"


def test_whoever_has_the_store_is_named_without_them() -> None:
    assert controls(printable(waiting_sentence(Waited(EVIL, 0, 3.0)))) == set()
    assert printable("ä\tb\nc 👩‍🎤") == "ä\tb\nc 👩‍🎤"


@pytest.mark.parametrize("several", [False, True], ids=["one revision", "several"])
@pytest.mark.parametrize("width", [80, 110, 120])
def test_no_number_of_a_row_is_cut_off_at_the_edge(
    width: int, several: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`1,300 to 17,000` more plays ended as `17,00`, and `too close to call` as `cal`."""
    monkeypatch.setattr(console, "WIDTH_WITHOUT_TERMINAL", width)
    texts = (
        "285.28 → 201.36 decisions",
        "−83.92 (−84.97 to −82.86)",
        "in 12\u202f345 of 20\u202f000 plays",
        "✓ met, may have risen",
    )
    line = VerdictLine("Four", *texts, "140\u202f000 to 400\u202f000 plays", [])
    row = VerdictRow("The gap between best and worst seat", [line, line] if several else [line], "goal: at most 5 %")
    print_blocks(VerdictRows([VerdictGroup("Goals", [row])], changes=True))
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= width
    words = "285.28 201.36 decisions −83.92 (−84.97 −82.86) (in 12,345 20,000 plays) met, risen 140,000 400,000"
    assert [word for word in words.split() if word not in printed] == []


def test_commands_print_by_one_function() -> None:
    folder = Path(workbench.__file__).parent / "cli"
    printing = re.compile(r"click\.(echo|secho)\(|XX\(")
    prints = {path.name: len(printing.findall(path.read_text("utf-8"))) for path in folder.glob("*.py")}
    assert {name: count for name, count in prints.items() if count} == {"outputs.py": 1}
