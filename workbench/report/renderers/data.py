"""A document's figures for other programs: as CSV, and as JSON."""

from workbench.engine.files import csv_text
from workbench.report.document import Report


def as_csv(report: Report) -> str:
    """A line for each record, in full precision, with the revision and the seed."""
    played = {"revision": report.scenario.name, "seed": report.scenario.seed}
    names = list(dict.fromkeys([*(name for record in report.records for name in record), *played]))
    lines = [[{**played, **record}.get(name) for name in names] for record in report.records]
    return csv_text(names, lines)


def as_json(report: Report) -> dict[str, object]:
    """The object that the command prints with `--json`: the study's own, or the headline with the records."""
    from workbench.report.json import revision_json

    if report.data:
        return dict(report.data)
    scenario = report.scenario
    played = {"bots": list(scenario.bots), "plays": report.plays, "seed": scenario.seed, "players": scenario.players}
    answer = {"headline": report.headline, "look_at": [], "figures": [*map(dict, report.records)]}
    return {**revision_json(scenario), **played, **answer}
