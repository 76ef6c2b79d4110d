"""How many verdicts change with stronger bots: `python -m tests.limit.changed_verdicts BOTS PLAYS [GAME …]`.

Every shipped revision for as many players as its parent is compared with that by the bots of its file and, in PLAYS
plays, by BOTS. Counted are the measures that both decide; those on which they differ, and of these the ones that move
the other way; the goals that one meets and the other misses; and whether the headline says so. What was found stands in
`workbench/docs/evidence.md`.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import click

from workbench.engine.registry import games
from workbench.play.comparisons import pair_scenarios
from workbench.play.options import RunOptions
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import init_workspace, list_scenarios
from workbench.studies.compare import STUDY
from workbench.studies.compare.measure import CompareAnswer
from workbench.studies.compare.question import CompareQuestion
from workbench.studies.compare.strengths import Accord

HEADS = ("revision", "both decide", "differ", "the other way", "goals", "says so")


def main(bots: str, plays: str, *chosen: str) -> None:
    """Print a row for each comparison, and the sums."""
    click.echo(f"| {' | '.join(HEADS)} |\n|---|---:|---:|---:|---:|---|")
    rows = []
    for base, other in shipped(chosen):
        question = CompareQuestion(scenario=base, others=(other,), also_bots=(bots,), also_plays=int(plays))
        answer = STUDY.measure(question, RunOptions(), lambda advance: None)
        assert isinstance(answer, CompareAnswer)
        rows.append(counts_of(answer))
        says = "trust neither" in STUDY.report(answer).headline
        assert says == bool(rows[-1][1]), "the headline says where they differ, and nowhere else"
        click.echo(f"| {other.name} | {' | '.join(map(str, rows[-1]))} | {'yes' if says else 'nothing to say'} |")
    sums = [sum(column) for column in zip(*rows, strict=True)]
    click.echo(f"| {sum(1 for row in rows if row[1])} of {len(rows)} differ | {' | '.join(map(str, sums))} | |")


def counts_of(answer: CompareAnswer) -> tuple[int, int, int, int]:
    """The measures that both strengths decide, those on which they differ, those that oppose, and disputed goals."""
    differ = answer.of_accord(Accord.DISAGREE)
    decided = len(differ) + len(answer.of_accord(Accord.AGREE))
    return decided, len(differ), len(answer.opposed), len(answer.disputed)


def shipped(chosen: tuple[str, ...]) -> Iterator[tuple[Scenario, Scenario]]:
    """Every shipped revision behind its parent, with the same seed and plays."""
    workspace, _ = init_workspace(Path(mkdtemp()))
    for game in chosen or games():
        for name in list_scenarios(workspace, game):
            other = load_scenario(workspace, name)
            base = load_scenario(workspace, f"{game}/{other.parent}") if other.parent else other
            if base is not other and base.players == other.players:
                yield base, pair_scenarios(base, [other])[0]


if __name__ == "__main__":
    main(*sys.argv[1:])
