"""What commands import: a batch that is compiled already must not wait for libraries that it does not use."""

import json

import pytest

from tests.support.processes import output, start

GAMES = {f"workbench.games.{name}" for name in ("hitmakers", "hollywood_1947", "showbiz_shuffle", "trickster")}
HITMAKERS = "workbench.games.hitmakers"
HEAVY = {
    "dask",
    "distributed",
    "duckdb",
    "jinja2",
    "llvmlite",
    "markdown_it",
    "numba",
    "numpy.f2py",
    "openskill",
    "pandas",
    "plotly",
    "pyarrow",
    "rich",
    "rich.progress",
    "scipy",
    "scipy.linalg",
    "scipy.special",
    "streamlit",
    "tomlkit",
    "workbench.app",
    "workbench.report.charts",
    "workbench.report.json",
    "workbench.report.summary",
    "workbench.report.text.strength",
    "workbench.store.history",
    "workbench.study.compare",
    "workbench.study.decks",
    "workbench.study.strength",
    *GAMES,
}
"""Modules that take long to import, or bring such modules."""
SCRIPT = f"""
import io, json, sys
from contextlib import redirect_stdout, suppress
sys.argv = ["workbench", *json.loads(sys.argv[1])]
with redirect_stdout(io.StringIO()) as printed, suppress(SystemExit):
    from workbench.cli import main
    main()
print(json.dumps([printed.getvalue(), sorted({HEAVY!r} & set(sys.modules))]))
"""
BATCH = ("--plays", "10", "--seed", "1", "--bots", "greedy", "--no-store")
PLAYED = {"llvmlite", "rich", "scipy", HITMAKERS}
"""What it takes to load compiled code, to work out an interval and to print; of the games, the one that is played."""
AS_JSON = {*PLAYED, "workbench.report.json"}
PAIRED = "workbench.study.compare"
ALONE = ("hitmakers/2021-04-08", *BATCH)
TWICE = ("hitmakers/2021-04-08", *ALONE)
USED = {
    ("simulate", *ALONE): PLAYED,
    ("simulate", *ALONE, "--json"): AS_JSON,
    ("check", *ALONE): PLAYED,
    ("compare", *TWICE): {*PLAYED, PAIRED, "workbench.report.summary"},
    ("compare", *TWICE, "--json"): {*AS_JSON, PAIRED},
    ("games",): GAMES,
    ("validate", "hitmakers/2021-04-08"): GAMES,
    ("rules", "hitmakers/2021-04-08"): {"jinja2", HITMAKERS},
}


def imported(*arguments: str) -> list[str]:
    """The heavy modules that a command has imported by its end, in a process of its own."""
    printed, found = json.loads(output(start("-c", SCRIPT, json.dumps(arguments))).splitlines()[-1])
    assert printed
    return list(found)


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Hitmakers has its machine code on disk."""
    imported("simulate", "hitmakers/2021-04-08", *BATCH)


@pytest.mark.parametrize(("arguments", "used"), USED.items(), ids=[" ".join(each) for each in USED])
def test_a_command_imports_what_it_uses(arguments: tuple[str, ...], used: set[str]) -> None:
    assert set(imported(*arguments)) == used


def test_the_functions_of_scipy_are_those_of_the_package() -> None:
    script = (
        "from workbench.stats.estimate import special; light = special(); import scipy.special as whole, scipy.stats\n"
        "assert light is not whole, 'the package was imported'\n"
        "names = 'ndtri ndtr stdtr stdtrit betaln'.split()\n"
        "print([getattr(light, name) is getattr(whole, name) for name in names],"
        "whole.lambertw(-0.1, -1).real, scipy.stats.binom.cdf(3, 5, 0.5))"
    )
    assert output(start("-c", script)) == "[True, True, True, True, True] -3.577152063957297 0.8125\n"
