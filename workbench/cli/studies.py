"""A command for each installed study: its options are the fields of its question."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import (
    cluster_option,
    html_option,
    jobs_option,
    json_option,
    markdown_option,
    no_store_option,
    note_compiling,
    open_cluster,
    open_queued_store,
    open_scenario_in,
    open_workspace,
    options,
    print_json,
    scenario_options,
    warn,
)
from workbench.cli.outputs import check_outputs, write_text
from workbench.engine.problems import Problem, together

if TYPE_CHECKING:
    from workbench.report.document import Report
    from workbench.scenario import Scenario
    from workbench.store import Store
    from workbench.studies.study import Question, Study


def study_commands() -> Mapping[str, click.Command]:
    """The command of every study that can be loaded, by name; a warning for each other one."""
    from workbench.studies.registry import broken_studies, studies

    warn(broken_studies())
    return {name: _command(study) for name, study in studies().items()}


def _command(study: "Study") -> click.Command:
    def ask(**arguments: Any) -> None:
        _ask(study, **arguments)

    ask.__doc__ = study.question.__doc__
    own = [
        click.option(field.flag, field.name, metavar=field.metavar, help=field.help)
        for field in study.question.fields()
    ]
    files = (html_option, markdown_option, json_option)
    decorated = options(
        click.argument("scenario"),
        *own,
        *(scenario_options, jobs_option, cluster_option, no_store_option),
        *files,
    )(ask)
    return click.command(study.name)(decorated)


def _ask(
    study: "Study",
    *,
    as_json: bool,
    html_file: Path | None,
    markdown_file: Path | None,
    no_store: bool,
    **arguments: Any,
) -> None:
    """Read the question, measure, store what the answer says, and show it."""
    question, threads, address, store = _read(study, **arguments)
    read_from = _readable(store) if no_store else store
    report = study.report(_measure(study, question, threads, address, read_from))
    if not no_store:
        study.save(store, question, report)
    _write(report, study.command(question), html_file, markdown_file)
    _print(report, as_json)


def _read(
    study: "Study",
    *,
    scenario: str,
    workspace: Path | None,
    jobs: str | None,
    cluster: str | None,
    set_: tuple[str, ...],
    bots: str | None,
    plays: str | None,
    seed: str | None,
    **texts: str | None,
) -> "tuple[Question, int, str | None, Store]":
    """The question, the number of threads, the address of a cluster, and the store. Raises all problems."""
    from workbench.study.cluster import read_address
    from workbench.study.simulate import read_jobs

    overrides = {"set_": set_, "bots": bots, "plays": plays, "seed": seed}

    def open_revision(name: str) -> "Scenario":
        return open_scenario_in(workspace, name, overrides)

    question, threads, address, place, _ = together(
        lambda: study.ask(scenario, texts, open_revision),
        lambda: read_jobs(jobs),
        lambda: read_address(cluster),
        lambda: open_workspace(workspace),
        check_outputs,
    )
    return question, threads, address, open_queued_store(place)


def _readable(store: "Store") -> "Store | None":
    """The store, for what it knows of earlier plays and sessions; None with a warning where it cannot be read now."""
    from workbench.store.errors import StoreError

    at_once = replace(store, wait_s=0.0)
    try:
        if store.exists:
            with at_once.reading():
                pass
    except StoreError as error:
        message = f"played without what the store knows, such as the minutes of sessions: {error}"
        warn([Problem("--no-store", message, warning=True)])
        return None
    return at_once


def _measure(study: "Study", question: "Question", threads: int, address: str | None, store: "Store | None") -> Any:
    from workbench.cli.progress import stop_on_interrupt, study_progress
    from workbench.study.batch_player import RunOptions

    title = question.scenario.name
    with open_cluster(address) as there, stop_on_interrupt() as stop, study_progress(title) as follow:
        options = RunOptions(store, threads, compiling=note_compiling, stop=stop, cluster=there)
        return study.measure(question, options, follow)


def _write(report: "Report", command: str, html_file: Path | None, markdown_file: Path | None) -> None:
    if html_file is not None:
        from workbench.report.renderers.html import as_html

        write_text(html_file, as_html(report, command), "--html")
    if markdown_file is not None:
        from workbench.report.renderers.markdown import as_markdown

        write_text(markdown_file, as_markdown(report, command), "--markdown")


def _print(report: "Report", as_json: bool) -> None:
    if as_json:
        from workbench.report.renderers import data

        print_json(data.as_json(report))
    else:
        from workbench.cli.document import print_report

        print_report(report)
