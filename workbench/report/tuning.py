"""A tuning as JSON, as one HTML file that works offline, and as Markdown; each with the command that makes it again."""

from datetime import date
from typing import Any

from workbench.engine.card_lists.cards import brief_value
from workbench.engine.files import csv_text
from workbench.report.charts import tuning as charts
from workbench.report.json import checked_json, contrast_json, number
from workbench.report.markdown import escaped
from workbench.report.pages import Section, sections_page
from workbench.report.tables import Table
from workbench.report.text import tuning as words
from workbench.report.text.phrases import in_brackets, part_of, span, value
from workbench.report.text.scenarios import goal_label, target
from workbench.scenario import RevisionDraft
from workbench.study.goals import CheckedGoal, goal_measure
from workbench.study.tuning import PutBack, Trial, Tuning

Json = dict[str, Any]
MOST_LISTED = 12


def tuning_json(found: Tuning) -> Json:
    """`tune --json`."""
    scenario, proof = found.scenario, found.evidence
    return {
        "game": scenario.game.name,
        "scenario": scenario.revision,
        "bots": list(scenario.bots),
        "seed": scenario.seed,
        "plays": found.budget.plays,
        "spent": found.found.spent,
        "vary": {each.name: list(each.values) for each in found.plan.varied},
        "goals": {goal.measure: goal.written for goal in found.goals},
        "combinations": found.plan.space.count,
        "tried": len(found.found.trials),
        "refused": found.found.refused,
        "grid": found.is_grid,
        "differences": {name: list(map(brief_value, values)) for name, values in found.changed.items()},
        "met": None if proof is None else proof.holds,
        "conflict": found.conflict,
        "evidence": None if proof is None else _evidence_json(found),
        "frontier": [_trial_json(found, each) for each in found.frontier],
        "trials": [_trial_json(found, each) for each in found.found.trials],
        "command": words.command(found),
    }


def _evidence_json(found: Tuning) -> Json:
    proof = found.evidence
    assert proof is not None
    return {
        "seed": proof.seed,
        "plays": proof.plays,
        "goals": [checked_json(each) for each in proof.checks],
        "before": [checked_json(each) for each in proof.before],
        "measures": {each.name: contrast_json(each) for each in words.about_goals(found, proof.comparison)},
        "put_back": [_put_back_json(found, each) for each in proof.put_back],
    }


def _put_back_json(found: Tuning, change: PutBack) -> Json:
    about = words.about_goals(found, change.comparison) if change.comparison else []
    return {
        "rule": change.rule,
        "before": brief_value(change.before),
        "after": brief_value(change.after),
        "refused": change.refused or None,
        "goals": [checked_json(each) for each in change.checks],
        "measures": {each.name: contrast_json(each) for each in about},
    }


def _trial_json(found: Tuning, trial: Trial) -> Json:
    return {
        "values": found.values(trial),
        "plays": trial.plays,
        "figures": {goal.measure: number(each.shown) for goal, each in zip(found.goals, trial.readings, strict=True)},
        "intervals": {
            goal.measure: [number(each.seen.low), number(each.seen.high)]
            for goal, each in zip(found.goals, trial.readings, strict=True)
            if each.seen
        },
        "standing": trial.standing.value,
        "missed": [number(each) for each in trial.seen_misses],
        "changes": trial.changes,
    }


def revision_draft(found: Tuning, name: str) -> RevisionDraft:
    """The suggestion as a revision to be saved, with its goals, and the evidence as its hypothesis."""
    scenario = found.scenario
    return RevisionDraft(
        game=scenario.game,
        revision=name,
        parent=scenario.revision,
        reason=words.reason_words(found),
        rules=found.draft.rules,
        title=words.title_words(found),
        date=date.today(),
        hypothesis=words.hypothesis_words(found),
        bots=found.draft.bots,
        plays=scenario.plays,
        seed=scenario.seed,
        goals=found.goals,
    )


def goal_table(found: Tuning) -> Table:
    """Each goal's figure of the revision and, if any rule changes, of the draft, on fresh shuffles."""
    proof = found.evidence
    pairs = zip(proof.before, proof.checks, strict=False) if proof else ()
    return [_goal_line(found, before, after) for before, after in pairs]


def _goal_line(found: Tuning, before: CheckedGoal, after: CheckedGoal) -> dict[str, str]:
    measure = goal_measure(found.scenario.game, after.goal.measure)
    seat = after.name.removeprefix(measure.name)
    place = f", seat {int(seat.rpartition('_')[2]) + 1}" if "_seat_" in seat else ""
    draft = {"With the changes": value(measure, after.estimate.mean)} if found.changed else {}
    return {
        "Goal": f"{goal_label(found.scenario.game, after.goal.measure)}{place}",
        "Target": target(after.goal, measure),
        "As it is": value(measure, before.estimate.mean),
        **draft,
        "Interval": f"{span(measure, after.estimate)}{in_brackets(part_of(after.estimate.n, after.plays))}",
        "The goal is then" if draft else "The goal is": after.standing.value,
    }


def listed_trials(found: Tuning) -> list[Trial]:
    """The trials to list: the frontier where goals conflict, else the best that are known well."""
    if found.trades:
        return found.frontier[:MOST_LISTED]
    return sorted(found.found.known, key=lambda each: each.order)[:MOST_LISTED]


def trials_csv(found: Tuning) -> str:
    """A line for each trial, in full precision."""
    rows = [_csv_line(found, each) for each in found.found.trials]
    return csv_text(list(rows[0]), rows)


def _csv_line(found: Tuning, trial: Trial) -> dict[str, Any]:
    values = {f"rule_{name}": value for name, value in found.values(trial).items()}
    figures = {
        f"goal_{goal.measure}{end}": value
        for goal, each in zip(found.goals, trial.readings, strict=True)
        for end, value in (
            ("", each.shown),
            *((f"_{end}", getattr(each.seen, end, None)) for end in ("low", "high", "n")),
        )
    }
    rest = {
        "standing": trial.standing.value,
        "missed": sum(trial.seen_misses),
        "changes": trial.changes,
        "plays": trial.plays,
    }
    scenario = found.scenario
    origin = {"revision": scenario.revision, "bots": " ".join(scenario.bots), "seed": scenario.seed}
    return {**values, **figures, **rest, **origin}


def tuning_page(found: Tuning) -> str:
    """One HTML file."""
    proof = Section(
        "The evidence", words.evidence_sentences(found), [], goal_table(found), [words.FRESH, words.controlled(found)]
    )
    changes = Section("What each change does", words.change_sentences(found), [], [], [words.PUT_BACK])
    said = [line for line in (words.frontier_sentence(found), *words.values_words(found.plan)) if line]
    trials = words.trial_table(found.plan, listed_trials(found))
    tried = Section("What was tried", said, [charts.trials_chart(found)], trials, [])
    again = Section("Make it again", [words.command(found)], [], [], [])
    scenario = found.scenario
    head = [words.headline(found), words.how_tuned(found), scenario.game.caveat]
    sections = [each for each in (proof, changes, tried, again) if each.sentences]
    return sections_page(f"Tuning {scenario.game.title}: {scenario.title}", head, [], sections)


def tuning_markdown(found: Tuning) -> str:
    """The same in Markdown, for a design diary."""
    scenario = found.scenario
    title, said = escaped(f"{scenario.game.title}: tuning {scenario.title}"), escaped(words.headline(found))
    lines = [f"# {title}", "", f"**{said}**", ""]
    lines += [escaped(words.how_tuned(found)), "", *_markdown_table(goal_table(found))]
    lines += _markdown_list("What each change does", words.change_sentences(found))
    lines += ["## The best combinations", "", *_markdown_table(words.trial_table(found.plan, listed_trials(found)))]
    if traded := words.frontier_sentence(found):
        lines += [escaped(traded), ""]
    return "\n".join([*lines, "## Make it again", "", f"```sh\n{words.command(found)}\n```", ""])


def _markdown_list(title: str, sentences: list[str]) -> list[str]:
    return [f"## {title}", "", *(f"- {escaped(each)}" for each in sentences), ""] if sentences else []


def _markdown_table(table: Table) -> list[str]:
    if not table:
        return []
    heads = [escaped(head) for head in table[0]]
    rows = [f"| {' | '.join(map(escaped, row.values()))} |" for row in table]
    return [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", *rows, ""]
