"""`workbench goals`: every revision against the goals of one."""

from pathlib import Path

import pytest

from tests.app.test_results_every_game import FAMILIES
from tests.cli.commands import NEW, as_json, run

FEW = ("--bots", "random", "--plays", 120)


@pytest.mark.parametrize("game", FAMILIES)
def test_every_revision_has_a_line_in_every_format(home: Path, game: str) -> None:
    name = f"{game}/{FAMILIES[game][0]}"
    found = as_json("goals", name, *FEW)
    revisions = sorted(file.stem for file in (home / "scenarios" / game).glob("*.toml"))
    assert sorted(each["scenario"] for each in found["revisions"]) == revisions
    for each in found["revisions"]:
        assert each["plays"] == 120
        assert each["verdict"] in ("met", "missed", "undecided", None)
        assert each["decision"] == "open"
        assert all(cell["low"] <= cell["mean"] <= cell["high"] for cell in each["measures"].values())
    said = run("goals", name, *FEW, "--html", "all.html", "--markdown", "all.md")
    assert said.exit_code == 0, said.output
    assert found["headline"] in " ".join(said.stdout.split())
    for file in ("all.html", "all.md"):
        assert "Decision" in (home / file).read_text(encoding="utf-8")


def test_an_unknown_measure_is_refused(home: Path) -> None:
    refused = run("goals", NEW, "--for", "tei")
    assert refused.exit_code == 2
    assert "did you mean tie?" in refused.stderr
