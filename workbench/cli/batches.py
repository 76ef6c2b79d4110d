"""Batches as commands play them, and comparisons of revisions by bots of one strength or two."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from workbench.cli.common import (
    batch_options,
    few_plays_plainly,
    html_option,
    main,
    markdown_option,
    note_compiling,
    open_cluster,
    open_scenario_in,
    open_store,
    open_workspace,
    options,
    print_json,
)
from workbench.cli.outputs import check_outputs, write_text
from workbench.cli.terminal import echo
from workbench.engine.problems import BadInput, Problem, WholeRange, together
from workbench.engine.wording import counted

if TYPE_CHECKING:
    from workbench.play.batch_player import Keep, RunOptions
    from workbench.play.outcome import Outcome
    from workbench.scenario import Scenario
    from workbench.scenario.files import Workspace
    from workbench.store import Store
    from workbench.study.attribution import Attribution
    from workbench.study.compare import Comparison
    from workbench.study.until import Settled
    from workbench.tallies.tallies import PairTallies

F = TypeVar("F", "Outcome", "Comparison")


@dataclass(frozen=True)
class Batches:
    """What a command plays."""

    workspace: "Workspace"
    jobs: int
    no_store: bool
    cluster: str | None
    scenarios: "list[Scenario]"
    keep: "Keep | None" = None
    rows_to: Path | None = None

    @cached_property
    def store(self) -> "Store | None":
        """Where it is kept; None where nothing is stored."""
        return None if self.no_store else open_store(self.workspace)

    def play(self, again: bool = True) -> "list[Outcome]":
        """One batch after the other, each with a progress bar; Ctrl-C ends them within a second.

        Unless `again`, what is stored is not played again.
        """
        from workbench.cli.progress import batch_progress
        from workbench.play.simulate import ensure_played, simulate

        outcomes = []
        with self._options() as options:
            for scenario in self.scenarios:
                plainly = nullcontext() if self.cluster else few_plays_plainly(scenario, scenario.plays)
                with plainly, batch_progress(f"{scenario.name} · {' '.join(dict.fromkeys(scenario.bots))}") as watch:
                    own = replace(options, watch=watch, goes_on=not again)
                    outcomes.append((simulate if again else ensure_played)(scenario, own))
        return outcomes

    def compared(self) -> "list[Comparison]":
        """The first scenario and each of the others, compared; what is stored is not played again."""
        from workbench.cli.progress import batch_progress
        from workbench.play.simulate import simulate_together

        first, *others = self.scenarios
        bots = " ".join(dict.fromkeys(first.bots))
        title = f"{first.name} and {', '.join(other.revision for other in others)} · {bots}"
        with self._options() as options, batch_progress(title) as watch:
            (base, *rest), together = simulate_together(self.scenarios, replace(options, watch=watch))
        return self._held_together((base, other, pairs) for other, pairs in zip(rest, together.pairs, strict=True))

    def settled(self, asked: Sequence[str], limit: int) -> "list[Settled]":
        """The first scenario and each of the others, played until what was asked is decided."""
        from workbench.cli.progress import batch_progress
        from workbench.study.until import ask, settle

        first, *others = self.scenarios
        questions = together(*(partial(ask, first, other, asked) for other in others))
        found = []
        with self._options() as options:
            for other, question in zip(others, questions, strict=True):
                with batch_progress(f"{first.name} and {other.revision} until decided") as watch:
                    found.append(settle(first, other, question, replace(options, watch=watch), limit))
        return found

    def attributed(self) -> "list[Attribution]":
        """Which change did it, of each of the others against the first."""
        from workbench.cli.progress import status_line
        from workbench.study.attribution import attribute, plan

        first, *others = self.scenarios
        plans = together(*(partial(plan, first, other) for other in others))
        with self._options() as options, status_line() as show:
            show("playing every change alone and together")
            attributions = [attribute(each, options) for each in plans]
        if self.store is not None:
            from workbench.report.findings import keep_attribution

            for answer in attributions:
                keep_attribution(self.store, answer)
        return attributions

    @contextmanager
    def _options(self) -> "Iterator[RunOptions]":
        """How they are played."""
        from workbench.cli.progress import stop_on_interrupt
        from workbench.play.batch_player import RunOptions

        with open_cluster(self.cluster) as cluster, stop_on_interrupt() as stop:
            run_options = RunOptions(self.store, self.jobs, keep=self.keep, rows_to=self.rows_to)
            yield replace(run_options, compiling=note_compiling, stop=stop, cluster=cluster)

    def kept(self, found: "list[F]") -> "list[F]":
        """The same outcomes or comparisons; what they say is in the store, for the lists of the app."""
        if self.store is None:
            return found
        from workbench.report.findings import keep_finding

        for each in found:
            keep_finding(self.store, each)
        return found

    def kept_of(self, found: "Sequence[Settled]") -> "list[Comparison]":
        """The comparisons of what was played until decided; kept as others are."""
        from workbench.report.findings import keep_settled

        with self.store.session() if self.store else nullcontext():
            return [keep_settled(self.store, each) for each in found]

    def _held_together(self, played: "Iterable[tuple[Outcome, Outcome, PairTallies]]") -> "list[Comparison]":
        """The comparisons of two batches each, kept with what their pairs add up to."""
        from workbench.study.until import compared_as_asked

        with self.store.session() if self.store else nullcontext():
            return self.kept([compared_as_asked(base, other, self.store, pairs) for base, other, pairs in played])

    def in_pairs(self) -> "Batches":
        """The others with plays, seed and bots of the first."""
        from workbench.study.compare import pair_scenarios

        first, *rest = self.scenarios
        return replace(self, scenarios=[first, *pair_scenarios(first, rest)])


def read_batches(
    scenarios: Iterable[str],
    *,
    workspace: Path | None,
    jobs: str | None,
    no_store: bool,
    cluster: str | None,
    keep: str | None = None,
    rows_to: Path | None = None,
    quiet: bool = False,
    **overrides: Any,
) -> Batches:
    """The batches to play. Raises all problems of options and scenarios at once.

    `quiet` leaves out warnings, for scenarios that are read a second time.
    """
    from workbench.play.cluster import read_address
    from workbench.play.simulate import read_jobs, read_keep

    place, threads, address, kept, _, *loaded = together(
        lambda: open_workspace(workspace),
        lambda: read_jobs(jobs),
        lambda: read_address(cluster),
        lambda: read_keep(keep, no_store),
        check_outputs,
        *(partial(open_scenario_in, workspace, scenario, overrides, quiet) for scenario in scenarios),
    )
    return Batches(place, threads, no_store, address, loaded, kept, rows_to)


@main.command()
@click.argument("scenario")
@batch_options
def simulate(scenario: str, as_json: bool, **options: Any) -> None:
    """Play one batch of SCENARIO and store it."""
    batches = read_batches([scenario], **options)
    (outcome,) = batches.kept(batches.play())
    if as_json:
        from workbench.report.json import outcome_json

        print_json(outcome_json(outcome))
    else:
        from workbench.cli.printing import print_outcome

        print_outcome(outcome)


@main.command()
@click.argument("scenarios", metavar="SCENARIO…", nargs=-1, required=True)
@options(
    batch_options,
    click.option(
        "--undecided-exit",
        metavar="CODE",
        help="The exit code (0 to 125) where no goal is missed but one is undecided; default: 1.",
    ),
)
def check(scenarios: tuple[str, ...], as_json: bool, undecided_exit: str | None, **options: Any) -> None:
    """Test the goals of each SCENARIO on one batch.

    A stored batch is not played again. The exit code is 1 unless every goal is met. The chance that any goal of a
    SCENARIO is called met or missed wrongly is at most 5 %.
    """
    from workbench.study.goals import Standing, check_goals, overall_standing

    undecided, batches = together(
        lambda: 1 if undecided_exit is None else WholeRange(0, 125).checked("--undecided-exit", undecided_exit),
        lambda: read_batches(scenarios, **options),
    )
    outcomes = batches.kept(batches.play(again=False))
    checked = [(outcome, check_goals(outcome)) for outcome in outcomes]
    if as_json:
        from workbench.report.json import checks_json

        print_json(checks_json(checked))
    else:
        from workbench.cli.printing import print_checks

        for outcome, checks in checked:
            print_checks(outcome, checks)
    standing = overall_standing([goal for _, checks in checked for goal in checks])
    sys.exit({Standing.MET: 0, Standing.MISSED: 1, Standing.UNDECIDED: undecided}[standing])


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

until_options = options(
    click.option(
        "--until-decided",
        is_flag=True,
        help="Play until the goals of each OTHER are decided; of one without goals, the game's primary measures.",
    ),
    click.option(
        "--for",
        "asked",
        metavar="MEASURE",
        multiple=True,
        help="With --until-decided: play until this change is decided instead; repeatable.",
    ),
    click.option("--limit", metavar="N", help="With --until-decided: the most plays of each; default: a million."),
    click.option(
        "--by-change",
        is_flag=True,
        help="Say which change did it: each changed rule alone, last, and up to four in every combination.",
    ),
)
"""What is asked of a comparison beyond its measures."""


@main.command()
@click.argument("base")
@click.argument("others", metavar="OTHER…", nargs=-1, required=True)
@options(batch_options, also_options, until_options, html_option, markdown_option)
def compare(
    base: str,
    others: tuple[str, ...],
    as_json: bool,
    html_file: Path | None,
    markdown_file: Path | None,
    until_decided: bool,
    asked: tuple[str, ...],
    limit: str | None,
    by_change: bool,
    **options: Any,
) -> None:
    """Play BASE and each OTHER on the same shuffles, and compare.

    What is stored already is not played again. With --also-bots, bots of a second strength play it all as well. Where
    the two verdicts disagree, trust neither.
    """
    limit_plays, (batches, also) = together(
        lambda: read_until(until_decided, asked, limit, options),
        lambda: read_strengths([base, *others], **options),
    )
    settled = batches.settled(asked, limit_plays) if until_decided else []
    comparisons = batches.kept_of(settled) if settled else batches.compared()
    once_more = also.compared() if also else []
    attributed = batches.attributed() if by_change else []
    if html_file is not None:
        asked_too = _by_other(comparisons, settled, attributed)
        write_report(html_file, comparisons, once_more, asked_too, options["set_"], batches.store)
    if markdown_file is not None:
        write_markdown(markdown_file, [*comparisons, *once_more], [*settled, *attributed], options["set_"])
    if as_json:
        from workbench.report.json import comparison_json

        print_json(comparison_json(comparisons, once_more, settled, attributed))
    else:
        from workbench.cli.printing_comparisons import print_attribution, print_comparison

        for comparison, second, parts in zip_longest(comparisons, once_more, attributed):
            print_comparison(comparison, second)
            print_attribution(parts)


def read_until(until_decided: bool, asked: Sequence[str], limit: str | None, given: dict[str, Any]) -> int:
    """The most plays with --until-decided. Raises all problems of its options at once."""
    from workbench.scenario.model import PLAYS
    from workbench.stats.evidence import FEWEST_PLAYS
    from workbench.study.until import USUAL_LIMIT

    needs = "needs --until-decided, which it is about"
    with_it = {"--for": " ".join(asked) or None, "--limit": limit}
    without = {"--plays": given["plays"], "--also-bots": given["also_bots"]}
    wrong = [] if until_decided else [Problem(name, needs, text) for name, text in with_it.items() if text]
    if until_decided:
        reasons = {"--plays": "--limit says how many at most", "--also-bots": "ask each strength by itself"}
        wrong = [
            Problem(name, f"not with --until-decided: {reasons[name]}", text) for name, text in without.items() if text
        ]
    if wrong:
        raise BadInput(wrong)
    return USUAL_LIMIT if limit is None else WholeRange(FEWEST_PLAYS, int(PLAYS.high)).checked("--limit", limit)


def read_strengths(
    scenarios: list[str],
    *,
    also_bots: str | None,
    also_plays: str | None,
    **options: Any,
) -> tuple[Batches, Batches | None]:
    """Batches for the first bots, and for --also-bots if given. Raises all problems at once."""
    from workbench.study.agreement import as_second_strength, second_strength

    again = {**options, "bots": also_bots, "plays": also_plays, "quiet": True}
    first, second = together(
        lambda: read_batches(scenarios, **options),
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
        plays = counted(wanted[0].plays, "play", separator=",")
        echo(f"{also_bots}: {plays} of each as well; --also-plays N changes that", err=True)
    return first, replace(second, scenarios=wanted)


def _no_second(also_plays: str | None) -> None:
    if also_plays is not None:
        raise BadInput.one("--also-plays", "needs --also-bots, whose plays it counts", also_plays)


def _by_other(
    comparisons: "Sequence[Comparison]", settled: "Sequence[Settled]", attributed: "Sequence[Attribution]"
) -> "list[list[Settled | Attribution]]":
    """What else was asked of each comparison."""
    found = zip_longest(comparisons, settled, attributed)
    return [[answer for answer in answers if answer] for _, *answers in found]


def write_markdown(
    path: Path,
    comparisons: "list[Comparison]",
    answers: "Sequence[Settled | Attribution]" = (),
    given: Sequence[str] = (),
) -> None:
    """The summaries of the comparisons as Markdown, one below the other; then what else was asked of them."""
    from workbench.report.markdown import summary_markdown
    from workbench.report.summary import summarise

    text = summary_markdown(*map(summarise, comparisons))
    if answers:
        from workbench.report.changes import sections_markdown

        text = f"{text}\n{sections_markdown(*answers, given=given)}"
    write_text(path, text, "--markdown")


def write_report(
    path: Path,
    comparisons: "list[Comparison]",
    once_more: "list[Comparison]",
    asked: "Sequence[Sequence[Settled | Attribution]]" = (),
    given: Sequence[str] = (),
    store: "Store | None" = None,
) -> None:
    """The comparison as a page that needs no network, with what else was asked of it, and what was decided."""
    from workbench.report import comparison_html

    write_text(path, comparison_html(comparisons, once_more, asked, given, store), "--html")
