"""A command for each installed study: its options are the fields of its question."""

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.common import (
    INTERRUPTED,
    F,
    TextCommand,
    bots_option,
    cluster_option,
    complete_revision,
    csv_option,
    details_option,
    example_option,
    few_plays_plainly,
    html_option,
    jobs_option,
    json_option,
    keep_option,
    markdown_option,
    no_store_option,
    open_cluster,
    open_queued_store,
    open_scenario_in,
    open_store,
    open_workspace,
    options,
    print_json,
    rows_to_option,
    scenario_options,
    seed_option,
    set_option,
    warn,
    workspace_option,
)
from workbench.cli.outputs import OptionValue, check_outputs, echo, is_printed, write_report
from workbench.engine.problems import BadInput, Problem, WorkbenchError, together
from workbench.studies import OURS

if TYPE_CHECKING:
    from workbench.play.options import RunOptions
    from workbench.report.document import Report
    from workbench.scenario import Scenario
    from workbench.scenario.files import Workspace
    from workbench.scenario.load import LoadOptions
    from workbench.store import Store
    from workbench.studies.fields import Field
    from workbench.studies.study import AnyStudy, Question

safe_option = click.option(
    "--safe", is_flag=True, help="Check every index while playing: slower; the first that is out of range is named."
)
save_option = click.option("--save", metavar="NAME", help="Save the suggestion as the revision NAME.")


def command_names() -> list[str]:
    """The command of every study that can be loaded; a warning for each other one."""
    from workbench.studies.registry import broken_studies, studies

    warn(broken.problem for broken in broken_studies())
    return [name for name, study in studies().items() if study.has_command]


def our_command(name: str) -> click.Command | None:
    """The command of a study of the workbench itself, which alone is loaded; None without such a one."""
    return _command_of_study(name) if name in OURS else None


def plugin_command(name: str) -> click.Command | None:
    """The command of any other study; None, and warnings of those that cannot be loaded, without such a one."""
    from workbench.studies.registry import broken_studies

    command = _command_of_study(name)
    if command is None:
        warn(broken.problem for broken in broken_studies())
    return command


def _command_of_study(name: str) -> click.Command | None:
    from workbench.studies.registry import studies

    study = studies().get(name)  # no other one is loaded
    return command_of(study) if study and study.has_command else None


def command_of(study: "AnyStudy") -> click.Command:
    """The command that asks a study."""

    def ask(**arguments: OptionValue) -> None:
        _ask(study, **arguments)

    ask.__doc__ = study.question.__doc__
    decorated = options(
        click.argument("scenario", metavar=study.question.revision_word, shell_complete=complete_revision),
        *map(_option, study.command_fields()),
        *([save_option] if study.proposes else []),
        *_scenario_options(study.question),
        *(
            jobs_option,
            cluster_option,
            *([no_store_option] if study.stores else []),
            *([keep_option, rows_to_option, safe_option] if study.stores_plays else []),
        ),
        *(
            html_option,
            markdown_option,
            csv_option,
            *([example_option] if study.page else []),
            details_option,
            json_option,
        ),
    )(ask)
    return click.command((study.command_name or study.name).split()[-1], cls=TextCommand)(decorated)


def _scenario_options(question: "type[Question]") -> Sequence[Callable[[F], F]]:
    """Options that change the scenario for one call, as far as that concerns the study."""
    if question.plays_a_batch:
        return [scenario_options]
    return [workspace_option, set_option, *([bots_option] if question.chooses_bots else []), seed_option]


def _option(field: "Field") -> Callable[[F], F]:
    if field.positional:
        return click.argument(
            field.name, metavar=field.metavar, nargs=-1, required=field.required, shell_complete=complete_revision
        )
    if not field.metavar:
        return click.option(field.flag, field.name, is_flag=True, help=field.help)
    return click.option(field.flag, field.name, metavar=field.metavar, multiple=field.multiple, help=field.help)


def _ask(
    study: "AnyStudy",
    *,
    as_json: bool,
    details: bool,
    html_file: Path | None,
    markdown_file: Path | None,
    csv_file: Path | None,
    no_store: bool = False,
    example_file: Path | None = None,
    save: str | None = None,
    safe: bool = False,
    **arguments: OptionValue,
) -> None:
    """Read the question, measure, store what the answer says, and show it."""
    from workbench.store.errors import StoreFull

    if safe:
        from workbench.engine.compiling import check_bounds

        check_bounds()
    question, run_options, address, place = _read(study, save=save, no_store=no_store, **arguments)
    stores = study.stores and question.is_stored and not no_store
    if question.note:
        echo(question.note, err=True)
    store = _store(study, place, stores)
    unsaved = 0
    try:
        answer = _measure(study, question, replace(run_options, store=store), address, stores)
    except StoreFull as error:
        if not stores or (store and store.refusal):
            raise
        unsaved, stores = error.exit_code, False  # the answer is printed all the same
        echo(f"{error}\nnothing more is stored: it is played for the answer alone", err=True)
        answer = _measure(study, question, replace(run_options, store=None), address, stores)
    data = study.data(answer) if as_json else None
    if data is not None and not stores and not any((html_file, markdown_file, csv_file, example_file)):
        print_json(data)
        click.get_current_context().exit(unsaved or study.exit_code(answer))
    report = study.report(answer)
    if stores and store:
        try:
            study.save(store, question, answer, report)
        except WorkbenchError as error:  # what was measured is printed
            unsaved = error.exit_code
            echo(str(error), err=True)
    again = report.command or study.command(question)
    if not is_printed():
        _print(report, as_json, data, details)
    write_report(report, again, html_file, markdown_file, csv_file)
    write_report(*study.in_short(answer, report, again), None, None, example_file=example_file)
    if report.unfinished or report.cut_short:
        echo(report.cut_short or f"stopped; {_go_on()}", err=True)
        sys.exit(INTERRUPTED)
    if save is not None:
        _save_proposal(place, report, save)
    click.get_current_context().exit(unsaved or study.exit_code(answer))


def _read(
    study: "AnyStudy",
    *,
    scenario: str,
    workspace: Path | None,
    jobs: str | None,
    cluster: str | None,
    set_: tuple[str, ...],
    seed: str | None,
    save: str | None,
    no_store: bool,
    keep: str | None = None,
    rows_to: Path | None = None,
    bots: str | None = None,
    **fields: OptionValue,
) -> "tuple[Question, RunOptions, str | None, Workspace]":
    """The question, how it is played, the address of a cluster, and the workspace. Raises all problems."""
    from workbench.cli.progress import CommandProgress
    from workbench.play.cluster import read_address
    from workbench.play.options import RunOptions, read_jobs, read_keep

    overrides: LoadOptions = {"set_": set_, "bots": bots, "seed": seed}
    if study.question.plays_a_batch:
        overrides["plays"] = fields.pop("plays")
    texts = {field.name: _texts(field, fields[field.name]) for field in study.command_fields()}
    if plays := overrides.get("plays"):
        texts["plays"] = [str(plays)]
    open_revision = cache(lambda name: open_scenario_in(workspace, name, overrides))
    open_as_filed = cache(lambda name: open_scenario_in(workspace, name, {}, quiet=True))
    question, threads, address, place, keep_rows, _, _ = together(
        lambda: study.ask(scenario, texts, open_revision, open_as_filed),
        lambda: read_jobs(jobs),
        lambda: read_address(cluster),
        lambda: open_workspace(workspace),
        lambda: read_keep(keep, no_store),
        check_outputs,
        lambda: _check_name(open_workspace(workspace), open_as_filed(scenario), save) if save is not None else None,
    )
    run_options = RunOptions(None, threads, progress=CommandProgress(), keep=keep_rows, rows_to=rows_to)
    return question, run_options, address, place


def _texts(field: "Field", value: bool | str | tuple[str, ...] | None) -> list[str]:
    """The value of an option, as the texts of its field."""
    if isinstance(value, bool):
        return field.texts(True) if value else []
    return list(value) if isinstance(value, tuple) else [value] if value is not None else []


def _store(study: "AnyStudy", place: "Workspace", stores: bool) -> "Store | None":
    """The store, to write to or only to read. Without writing, a study that plays batches reads nothing there."""
    if stores or not study.stores:
        return open_store(place) if study.resumes else open_queued_store(place)
    return None if study.resumes else _readable(open_queued_store(place))


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


def _measure(
    study: "AnyStudy", question: "Question", options: "RunOptions", address: str | None, stores: bool
) -> object:
    """The answer. Raises `Stopped`, which says how to go on where something was stored."""
    from workbench.cli import progress
    from workbench.engine.compiling import checks_bounds
    from workbench.engine.registry import is_of_workspace
    from workbench.play.options import Stopped

    is_plain = study.stores_plays and not address and len(question.revisions) == 1
    goes_on = stores and study.resumes and not study.is_a_run
    if study.stores_plays and is_of_workspace(question.scenario.game.name):
        from workbench.conform.check import check_changed

        for scenario in question.revisions:
            check_changed(scenario.game, scenario.rules)
    with (
        open_cluster(address) as there,
        progress.stop_on_interrupt() as stop,
        progress.study_progress(question.scenario.name) as follow,
        few_plays_plainly(question.scenario, question.scenario.plays) if is_plain else nullcontext(),
    ):
        try:
            return study.measure(question, replace(options, stop=stop, cluster=there), follow)
        except IndexError:
            if not checks_bounds():
                raise
            from workbench.play.batches import out_of_range

            raise out_of_range(question.revisions) from None
        except Stopped as stopped:
            raise Stopped(f"{stopped.so_far}; {_go_on()}" if goes_on else str(stopped)) from None


def _go_on() -> str:
    return f"go on with: {shlex.join(['workbench', *sys.argv[1:]])}"


def _check_name(workspace: "Workspace", scenario: "Scenario", name: str) -> None:
    """Raise BadInput where rule values could not be saved under this name."""
    from workbench.scenario.files import revisions_in
    from workbench.scenario.save import name_problem

    taken = revisions_in(workspace.scenarios / scenario.game.name)
    if wrong := name_problem(name, taken):
        raise BadInput([Problem("--save", wrong.message, wrong.value)])
    if scenario.revision not in taken:
        message = f"needs a revision of the workspace to start from, and {scenario.path} lies elsewhere"
        raise BadInput.one("--save", message, name)


def _save_proposal(workspace: "Workspace", report: "Report", name: str) -> None:
    """Write the rule values that the report proposes as a revision."""
    from workbench.scenario.save import save_revision

    if report.proposal is None:
        echo("not saved: no rule is changed", err=True)
        return
    revision = save_revision(workspace, report.proposal.as_revision(name))
    echo(f"saved {revision.name}; compare it by: workbench compare {report.scenario.name} {revision.name}", err=True)


def _print(report: "Report", as_json: bool, data: Mapping[str, object] | None, details: bool) -> None:
    if as_json:
        from workbench.report.renderers.text import as_json as json_of

        print_json(json_of(report) if data is None else data)
    else:
        from workbench.cli.document import print_report

        print_report(report, details)
