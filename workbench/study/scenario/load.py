"""Loading a scenario: every problem of its file, its parents and the command's overrides, in one report."""

from collections.abc import Sequence

from workbench.engine.problems import BadInput
from workbench.study.scenario.files import ScenarioFile, ancestors, find_file, read_file
from workbench.study.scenario.goals import read_goals
from workbench.study.scenario.layers import layered_rules
from workbench.study.scenario.model import Scenario
from workbench.study.scenario.report import Report
from workbench.study.scenario.shape import read_date, read_game, shape_problems
from workbench.study.scenario.table import Overrides, batch_numbers, specs, table_bots
from workbench.study.workspace import Workspace


def load_scenario(
    workspace: Workspace,
    reference: str,
    *,
    set_: Sequence[str] = (),
    bots: str | Sequence[str] | None = None,
    plays: str | int | None = None,
    seed: str | int | None = None,
) -> Scenario:
    """The scenario behind a path or `game/revision`, with the overrides as a command line has them.

    Raises BadInput with every problem of the file, of its parents and of the overrides.
    """
    report = Report()
    overrides = Overrides(tuple(set_), None if bots is None else specs(bots), plays, seed)
    file = report.attempt(_opened, workspace, reference)
    if file is None:
        batch_numbers(report, overrides, {}, "")
        raise BadInput(report.problems)
    return _checked(report, workspace, file, overrides)


def _opened(workspace: Workspace, reference: str) -> ScenarioFile:
    path = find_file(workspace, reference)
    return read_file(path, workspace.shown(path))


def _checked(report: Report, workspace: Workspace, file: ScenarioFile, overrides: Overrides) -> Scenario:
    report.add(shape_problems(file))
    date = read_date(report, file)
    plays, seed = batch_numbers(report, overrides, file.table("batch"), file.source)
    game = read_game(report, workspace, file)
    if game is None:
        raise BadInput(report.problems)
    before, lost = ancestors(workspace, file, game)
    report.add(lost)
    rules = layered_rules(report, workspace, game, [*before, file], overrides.rules)
    bots = table_bots(report, overrides, file, game, rules)
    goals, wrong = read_goals(game, file.table("goals"))
    report.add(problem.within(file.source) for problem in wrong)
    return Scenario(
        game=game,
        revision=file.path.stem,
        path=file.path,
        title=file.content.get("title") or file.path.stem,
        date=date,
        parent=file.content.get("parent"),
        reason=file.content.get("reason", ""),
        hypothesis=file.content.get("hypothesis", ""),
        own_rules=file.rules,
        rules=rules,
        bots=bots,
        plays=plays,
        seed=seed,
        goals=goals,
        warnings=report.warnings(),
    )
