"""`workbench goals`: every revision against the goals of one."""

from pathlib import Path

import pytest

from tests.app.test_results_every_game import FAMILIES
from tests.cli.commands import NEW, as_json, run
from tests.support.thorough import one_of

FEW = ("--bots", "random", "--plays", 120)


@pytest.mark.parametrize("game", one_of(FAMILIES, quick="showbiz_shuffle"))
def test_every_revision_has_a_line_in_every_format(home: Path, game: str) -> None:
    name = f"{game}/{FAMILIES[game][0]}"
    answer = as_json("goals", name, *FEW)
    revisions = sorted(f"{game}/{file.stem}" for file in (home / "scenarios" / game).glob("*.toml"))
    assert sorted(revision["scenario"] for revision in answer["revisions"]) == revisions
    for revision in answer["revisions"]:
        assert revision["plays"] == 120
        assert revision["verdict"] in ("met", "missed", "undecided", None)
        assert revision["decision"] == "open"
        assert all(cell["low"] <= cell["mean"] <= cell["high"] for cell in revision["measures"].values())
    result = run("goals", name, *FEW, "--html", "all.html", "--markdown", "all.md")
    assert result.exit_code == 0, result.output
    assert answer["headline"] in " ".join(result.stdout.split())
    for file in ("all.html", "all.md"):
        assert "Decision" in (home / file).read_text(encoding="utf-8")


def test_an_unknown_measure_is_refused(home: Path) -> None:
    refused = run("goals", NEW, "--for", "tei")
    assert refused.exit_code == 2
    assert "did you mean tie?" in refused.stderr
