"""The answers of batches, comparisons and studies, as the store keeps them for lists, with addresses of their pages."""

from collections.abc import Sequence

from workbench.engine.wording import first_of, lower_first
from workbench.play.comparisons import Comparison, Contrast
from workbench.play.goals import CheckedGoal, Standing
from workbench.play.outcome import Outcome
from workbench.report.answers import AgainstAnswer
from workbench.report.summary import BatchSummary, Summary, summarise, summarise_batch
from workbench.report.template import answer_in_words
from workbench.report.text import verdicts
from workbench.report.text.phrases import change_with_unit, decimal
from workbench.stats import Verdict
from workbench.store import Store
from workbench.store.history import Finding, save_finding

MOST = 2
"""Measures that a finding names in brief."""
WORST_FIRST = (Standing.MISSED, Standing.UNDECIDED, Standing.MET)


def keep_finding(store: Store, result: BatchSummary | Summary | Outcome | Comparison) -> None:
    """Store the finding of a result whose plays are stored."""
    if isinstance(result, Comparison):
        result = summarise(result)
    elif isinstance(result, Outcome):
        result = summarise_batch(result)
    finding = of_comparison(result) if isinstance(result, Summary) else of_batch(result)
    if finding.run and (finding.base_run or not finding.base):
        save_finding(store, finding)


MIXED = "mixed"
"""The name, in controls and addresses, of bots that differ from seat to seat."""


def bots_query(bots: Sequence[str]) -> dict[str, object]:
    """Bots as the controls of pages take them."""
    if len(set(bots)) == 1:
        return {"bots": bots[0]}
    return {"bots": MIXED, **{f"seat_{number}": bot for number, bot in enumerate(bots, 1)}}


def batch_query(bots: Sequence[str], plays: int, seed: int) -> dict[str, object]:
    """Bots, plays and seed as the controls of pages take them."""
    return {**bots_query(bots), "plays": plays, "seed": seed}


def of_batch(side: BatchSummary) -> Finding:
    """The finding of a batch alone."""
    scenario, stands, headline = side.scenario, goals_of(side.goals), answer_in_words(side).headline
    return Finding(
        run=side.run or "",
        game=scenario.game.name,
        revision=scenario.revision,
        rules_hash=scenario.rules_hash,
        goals=stands,
        bots=scenario.bots,
        plays=side.plays,
        seed=scenario.seed,
        sentence=headline,
        brief=lower_first(headline.partition("; ")[0].rstrip(".")),
        settings=scenario.settings,
    )


def of_comparison(summary: Summary) -> Finding:
    """The finding of a comparison about the revision that was judged."""
    alone, base = of_batch(summary.other), summary.base.scenario
    stands = {
        "base_run": summary.base.run or "",
        "base": base.revision,
        "base_rules_hash": base.rules_hash,
        "base_goals": goals_of(summary.base.goals),
    }
    headline = answer_in_words(summary).headline
    texts = {"sentence": headline, "brief": brief(summary, headline), "stop": summary.stop}
    ways = {  # without the goals, which may be others by the time of the next comparison
        row.name: (Verdict.HIGHER if row.difference.mean > 0 else Verdict.LOWER)
        if row.verdict in verdicts.MOVED
        else row.verdict
        for row in summary.main
    }
    words = {row.name: (ways[row.name].value, lower_first(row.label)) for row in summary.main}
    return Finding(**{**vars(alone), **stands, **texts, "verdicts": words})


def brief(summary: Summary, headline: str) -> str:
    """The answer to the aims; else the progress by the goals, and what moved most: `worse by the goals: ties +9 %`."""
    figures = verdicts.moved(summary)
    words = [_moved(contrast) for contrast in verdicts.one_a_measure(figures)]
    changes = ", ".join(first_of(words, MOST, len(figures))) or "nothing clearly changed"
    answer = AgainstAnswer(summary)
    if answer.answers_aim:
        return lower_first(headline.partition(". ")[0].rstrip("."))
    return ": ".join(filter(None, (answer.progress.value if answer.judged else "", changes)))


def _moved(contrast: Contrast) -> str:
    """A change of a rate in its unit, of anything else in percent of what it was."""
    difference, name = contrast.difference, lower_first(verdicts.label_of(contrast))
    if contrast.measure.is_rate or not difference.base:
        return f"{name} {change_with_unit(contrast.measure, difference.mean)}"
    return f"{name} {decimal(100 * difference.mean / abs(difference.base), 0, signed=True)}\u202f%"


def goals_of(checks: Sequence[CheckedGoal]) -> dict[str, str]:
    """Each goal's measure with how it stands: as the worst of its seats does."""
    stands: dict[str, str] = {}
    for standing in reversed(WORST_FIRST):
        stands |= {check.goal.measure: standing.value for check in checks if check.standing is standing}
    return {check.goal.measure: stands[check.goal.measure] for check in checks}
