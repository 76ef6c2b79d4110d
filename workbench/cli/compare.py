"""Comparing revisions, by bots of one strength or two."""

from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.batches import Batches, read_batches
from workbench.cli.common import batch_options, html_option, options, print_json
from workbench.cli.group import main
from workbench.engine.problems import BadInput, together

if TYPE_CHECKING:
    from workbench.study.compare import Comparison


also_options = options(
    click.option(
        "--also-bots", metavar='"SPEC …"', help="Compare again with these bots, and say whether the verdicts agree."
    ),
    click.option(
        "--also-plays",
        metavar="N",
        help="How many plays with --also-bots; default: the same number, fewer for search bots.",
    ),
)
"""A second strength of bots."""


@main.command()
@click.argument("base")
@click.argument("others", metavar="OTHER…", nargs=-1, required=True)
@options(batch_options, also_options, html_option)
def compare(base: str, others: tuple[str, ...], as_json: bool, html_file: Path | None, **options: Any) -> None:
    """Play BASE and each OTHER on the same shuffles, and compare.

    With --also-bots, bots of a second strength play it all again. Where the two verdicts disagree, trust neither.
    """
    batches, also = read_strengths([base, *others], html_file=html_file, **options)
    comparisons = batches.compared()
    once_more = also.compared() if also else []
    if html_file is not None:
        write_report(html_file, comparisons, once_more)
    if as_json:
        from workbench.report.json import comparison_json

        print_json(comparison_json(comparisons, once_more))
    else:
        from workbench.cli.printing.comparison import print_comparison

        for comparison, second in zip_longest(comparisons, once_more):
            print_comparison(comparison, second)


def read_strengths(
    scenarios: list[str], *, also_bots: str | None, also_plays: str | None, html_file: Path | None, **options: Any
) -> tuple[Batches, Batches | None]:
    """Batches for the first bots, and for --also-bots if given. Raises all problems at once."""
    from workbench.study.agreement import as_second_strength, second_strength

    again = {**options, "bots": also_bots, "plays": also_plays, "quiet": True}
    first, second = together(
        lambda: read_batches(scenarios, html_file=html_file, **options),
        lambda: (
            _no_second(also_plays)
            if also_bots is None
            else as_second_strength(lambda: read_batches(scenarios, **again))
        ),
    )
    if second is None:
        return first.in_pairs(), None
    first, wanted = together(
        first.in_pairs,
        lambda: second_strength(first.scenarios[0], second.scenarios, also_plays is not None),
    )
    if also_plays is None:
        click.echo(f"{also_bots}: {wanted[0].plays:,} plays of each as well; --also-plays N changes that", err=True)
    return first, replace(second, scenarios=wanted)


def _no_second(also_plays: str | None) -> None:
    if also_plays is not None:
        raise BadInput.one("--also-plays", "needs --also-bots, whose plays it counts", also_plays)


def write_report(path: Path, comparisons: "list[Comparison]", once_more: "list[Comparison]") -> None:
    """The comparison as a page that needs no network."""
    from workbench.cli.common import write_text
    from workbench.report import comparison_html

    write_text(path, comparison_html(comparisons, once_more), "--html")
    click.echo(f"wrote {path}", err=True)
