"""The command `compare`: revisions against a base, by bots of one strength or two, and what else is asked of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from workbench.cli.batches import CommandBatches, read_batches
from workbench.cli.common import (
    F,
    batch_options,
    example_option,
    html_option,
    markdown_option,
    options,
    print_json,
)
from workbench.cli.outputs import OptionValue, write_report
from workbench.cli.terminal import echo
from workbench.engine.problems import BadInput, Problem, together
from workbench.engine.wording import counted

if TYPE_CHECKING:
    from workbench.play.comparisons import Comparison
    from workbench.report.document import Report
    from workbench.scenario import Scenario
    from workbench.store import Store
    from workbench.store.history import Decision
    from workbench.studies.compared.plan import ComparisonPlan
    from workbench.studies.fields import Field
    from workbench.studies.pairs import PairStudy
    from workbench.studies.study import Question, Texts

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
plan_option = click.option(
    "--plan", is_flag=True, help="Play nothing: say how many plays show how large a change, and how long they take."
)


def compare_command() -> click.Command:
    """The command, with a switch for each study that is asked of comparisons."""
    from workbench.studies.registry import pair_studies

    switches = [option for study in pair_studies().values() for option in _options(study)]
    decorated = options(
        click.argument("base"),
        click.argument("others", metavar="OTHER…", nargs=-1, required=True),
        *(batch_options, plan_option, also_options, *switches, html_option, markdown_option, example_option),
    )(compare)
    return click.command("compare")(decorated)


def _options(study: "PairStudy") -> list[Callable[[F], F]]:
    """The switch that asks a study, and the options of its fields."""
    switch = click.option(study.switch, study.name, is_flag=True, help=study.question.__doc__)
    return [switch, *(_option(study, field) for field in study.choices)]


def _option(study: "PairStudy", field: "Field") -> Callable[[F], F]:
    about = f"With {study.switch}: {field.help[:1].lower()}{field.help[1:]}"
    name = f"{study.name}_{field.name}"
    return click.option(field.flag, name, metavar=field.metavar, multiple=field.multiple, help=about)


def compare(
    base: str,
    others: tuple[str, ...],
    as_json: bool,
    html_file: Path | None,
    markdown_file: Path | None,
    example_file: Path | None,
    plan: bool,
    **options: OptionValue,
) -> None:
    """Play BASE and each OTHER on the same shuffles, and compare.

    What is stored already is not played again. With --also-bots, bots of a second strength play it all as well. Where
    the two verdicts disagree, trust neither.
    """
    if plan:
        _refuse_beside_plan(html_file, markdown_file, options)
    chosen, (batches, also) = together(
        lambda: _read_studies(options),
        lambda: read_strengths([base, *others], **_without_studies(options)),
    )
    if plan:
        _plan(batches, as_json)
        return
    comparisons, answers = _played(batches, chosen)
    once_more = also.compared() if also else []
    if as_json:
        print_json(_data(comparisons, once_more, answers))
    if not as_json or any((html_file, markdown_file, example_file)):
        from workbench.studies.compared import command

        report = _document(comparisons, once_more, answers, batches.store)
        again = command(batches.scenarios, also.scenarios[0] if also else None)
        write_report(report, again, html_file, markdown_file)
        in_short = [(answer.report, answer.command) for row in answers for answer in row] or [(report, again)]
        write_report(*in_short[0], None, None, example_file)
        if not as_json:
            from workbench.cli.document import print_report

            print_report(report)


# The plan, before anything is played


def _refuse_beside_plan(
    html_file: Path | None, markdown_file: Path | None, arguments: Mapping[str, OptionValue]
) -> None:
    """Raise BadInput with every option that asks for results, of which a plan has none."""
    from workbench.studies.registry import pair_studies

    options_of_results = {"--html": html_file, "--markdown": markdown_file, "--also-bots": arguments["also_bots"]}
    options_of_results |= {study.switch: arguments[name] or None for name, study in pair_studies().items()}
    problems = [
        Problem(flag, "not with --plan, which plays nothing", str(value))
        for flag, value in options_of_results.items()
        if value
    ]
    if problems:
        raise BadInput(problems)


def _plan(batches: CommandBatches, as_json: bool) -> None:
    """Say what each comparison would take."""
    first, *others = batches.scenarios
    plans = [(other, _planned(batches, first, other)) for other in others]
    if as_json:
        from workbench.studies.compared.plan_words import plan_json

        read = [plan_json(plan) if plan else {"scenario": other.revision, "source": None} for other, plan in plans]
        print_json({"base": first.revision, "game": first.game.name, "plays": first.plays, "plans": read})
        return
    from workbench.cli.printing import print_plan

    for other, plan in plans:
        print_plan(first, other, plan)


def _planned(batches: CommandBatches, base: "Scenario", other: "Scenario") -> "ComparisonPlan | None":
    """The plan from what is stored, else from a pilot, where that is cheap; None where neither is there."""
    from workbench.studies.compared.plan import is_pilot_cheap, plan_by_pilot, plan_comparison

    plan = plan_comparison(base, other, batches.store)
    if plan or not is_pilot_cheap(base, other):
        return plan
    with batches.run_options() as run_options:
        return plan_by_pilot(base, other, run_options)


# What else is asked of a comparison


@dataclass(frozen=True)
class StudyAnswer:
    """The answer of a study about one of the comparisons."""

    study: "PairStudy"
    question: "Question"
    report: "Report"
    comparison: "Comparison | None"

    @property
    def title(self) -> str:
        """The study's title, with that of the revision it was asked of."""
        return f"{self.study.title}: {self.question.scenario.title}"

    @property
    def command(self) -> str:
        """The command that asks the same once more."""
        return self.study.command(self.question)


ChosenStudies: TypeAlias = "Sequence[tuple[PairStudy, Texts]]"
"""The studies that are asked, with the texts of their fields."""


def _read_studies(arguments: Mapping[str, OptionValue]) -> ChosenStudies:
    """The studies whose switches are on. Raises all problems of their options at once."""
    from workbench.studies.registry import pair_studies

    studies, problems = list[tuple["PairStudy", "Texts"]](), list[Problem]()
    for study in pair_studies().values():
        values = {field: arguments[f"{study.name}_{field.name}"] for field in study.choices}
        texts = {field: list(value) if field.multiple else [value] for field, value in values.items() if value}
        if arguments[study.name]:
            studies.append((study, {field.name: words for field, words in texts.items()}))
            problems += [] if study.fixes_plays else _at_odds(study, arguments)
        else:
            needs = f"needs {study.switch}, which it is about"
            problems += [Problem(field.flag, needs, " ".join(words)) for field, words in texts.items()]
    if problems:
        raise BadInput(problems)
    return studies


def _at_odds(study: "PairStudy", arguments: Mapping[str, OptionValue]) -> list[Problem]:
    """Options that do not go with a study that says itself how much it plays."""
    reasons = {"plays": "it says itself how many", "also_bots": "ask each strength by itself"}
    return [
        Problem(f"--{name.replace('_', '-')}", f"not with {study.switch}: {reason}", arguments[name])
        for name, reason in reasons.items()
        if arguments[name]
    ]


def _without_studies(arguments: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The other options."""
    from workbench.studies.registry import pair_studies

    names = {name for study in pair_studies().values() for name in study.parameters}
    return {name: value for name, value in arguments.items() if name not in names}


def _played(batches: CommandBatches, chosen: ChosenStudies) -> "tuple[list[Comparison], list[list[StudyAnswer]]]":
    """The comparisons, and what else was asked of each of them.

    A study that says itself how much it plays leaves nothing to play for the comparison.
    """
    first, *others = batches.scenarios
    asking = [partial(study.ask_of, first, other, texts) for other in others for study, texts in chosen]
    questions = together(*asking) if asking else ()
    studies = [study for _ in others for study, _ in chosen]
    playing = [not study.fixes_plays for study in studies]
    answers = [
        _answer(batches, study, question)
        for study, question, plays in zip(studies, questions, playing, strict=True)
        if plays
    ]
    comparisons = [answer.comparison for answer in answers if answer.comparison] or batches.compared()
    further = iter(answers)
    every = [
        next(further) if plays else _answer(batches, study, question)
        for study, question, plays in zip(studies, questions, playing, strict=True)
    ]
    return comparisons, [every[at * len(chosen) : (at + 1) * len(chosen)] for at in range(len(others))]


def _answer(batches: CommandBatches, study: "PairStudy", question: "Question") -> StudyAnswer:
    from workbench.cli.progress import study_progress

    with batches.run_options() as run_options, study_progress(f"{question.scenario.name}: {study.title}") as follow:
        answer = study.measure(question, run_options, follow)
    report = study.report(answer)
    if batches.store is not None:
        study.save(batches.store, question, answer, report)
    return StudyAnswer(study, question, report, study.compared(batches.store, answer))


def _data(
    comparisons: "Sequence[Comparison]", once_more: "Sequence[Comparison]", answers: Sequence[Sequence[StudyAnswer]]
) -> dict[str, object]:
    """The JSON of all: each further study under its name, beside the comparison that it was asked of."""
    from workbench.studies.compared.data import comparisons_json

    if once_more:
        from workbench.studies.strengths.data import strengths_json

        data = strengths_json(comparisons, once_more)
    else:
        data = comparisons_json(comparisons)
    others = data["others"]
    assert isinstance(others, list)
    for other, row in zip(others, answers, strict=True):
        other.update({answer.study.control: dict(answer.report.data) for answer in row})
    return data


# Its document


def _document(
    comparisons: "Sequence[Comparison]",
    once_more: "Sequence[Comparison]",
    answers: Sequence[Sequence[StudyAnswer]],
    store: "Store | None",
) -> "Report":
    """The comparisons, by bots of two strengths where these were asked for; then what else was asked of them."""
    from workbench.report.document import as_section, joined
    from workbench.report.summary import summarise
    from workbench.studies.compared import report as compared
    from workbench.studies.strengths import report as strengths
    from workbench.studies.strengths.measure import two_strengths

    decided: Mapping[str, Decision] = {}
    if store and store.path.exists():
        from workbench.store.history import decisions  # brings DuckDB

        decided = decisions(store, comparisons[0].base.scenario.game.name)
    first, second = (list(map(summarise, results)) for results in (comparisons, once_more))
    if second:
        pairs = zip(first, second, strict=True)
        report = joined([strengths.report(two_strengths(one, two), decided) for one, two in pairs])
    else:
        report = compared.report(first, decided)
    further = [as_section(answer.title, answer.report, answer.command) for row in answers for answer in row]
    return replace(report, blocks=[*report.blocks, *further])


# Bots of a second strength


def read_strengths(
    scenarios: list[str],
    *,
    also_bots: str | None,
    also_plays: str | None,
    **options: OptionValue,
) -> tuple[CommandBatches, CommandBatches | None]:
    """Batches for the first bots, and for --also-bots if given. Raises all problems at once."""
    from workbench.studies.strengths.measure import as_second_strength, second_strength

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
    first, scenarios_again = together(
        first.in_pairs,
        lambda: second_strength(first.scenarios[0], second.scenarios, also_plays is not None),
    )
    if also_plays is None:
        plays = counted(scenarios_again[0].plays, "play", separator=",")
        echo(f"{also_bots}: {plays} of each as well; --also-plays N changes that", err=True)
    return first, replace(second, scenarios=scenarios_again)


def _no_second(also_plays: str | None) -> None:
    if also_plays is not None:
        raise BadInput.one("--also-plays", "needs --also-bots, whose plays it counts", also_plays)
