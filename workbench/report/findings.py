"""What a batch, a comparison or a study said, as the store keeps it for lists, with what leads back to its page."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from workbench.engine.wording import first_of
from workbench.play.outcome import Outcome, with_settings
from workbench.report.summary import BatchSummary, Summary, summarise, summarise_batch
from workbench.report.text import verdicts
from workbench.report.text.answers import answer, answer_alone, brief_alone, goals_sentence
from workbench.report.text.phrases import change, change_unit, decimal, lower_first, number_of
from workbench.report.text.scenarios import bots_phrase
from workbench.stats import Verdict
from workbench.store import Store
from workbench.store.history import Finding, save_finding
from workbench.study.compare import Comparison, Contrast
from workbench.study.goals import CheckedGoal, Standing

if TYPE_CHECKING:
    from workbench.study.attribution import Attribution
    from workbench.study.until import Settled

MOST = 2
"""Measures that a finding names in brief."""
WORST_FIRST = (Standing.MISSED, Standing.UNDECIDED, Standing.MET)


def keep_finding(store: Store, found: BatchSummary | Summary | Outcome | Comparison) -> None:
    """Store what was found, if its plays are stored."""
    if isinstance(found, Comparison):
        found = summarise(found)
    elif isinstance(found, Outcome):
        found = summarise_batch(found)
    finding = of_comparison(found) if isinstance(found, Summary) else of_batch(found)
    if finding.run and (finding.base_run or not finding.base):
        save_finding(store, finding)


def keep_settled(store: Store | None, settled: "Settled") -> Comparison:
    """All measures after plays until decided, with what ended them; stored, where there is a store."""
    from workbench.report.text.changes import until_sentence
    from workbench.study.until import comparison

    told = comparison(settled, store, until_sentence(settled))
    if store is not None:
        keep_finding(store, told)
    return told


def keep_attribution(store: Store, attribution: "Attribution") -> None:
    """Store which change did it, so that its page opens again, and the history has a line for it."""
    from workbench.report.text import changes
    from workbench.store.answers import save_answer
    from workbench.study.attribution import question_of

    question, sentence = question_of(attribution.plan), changes.attribution_sentences(attribution)[0]
    asked = with_settings(question.options, attribution.plan.other)
    save_answer(store, replace(question, options=asked, sentence=sentence, data=attribution.sums), question)


MIXED = "mixed"
"""What controls and addresses call bots that differ from seat to seat."""


def bots_asked(bots: Sequence[str]) -> dict[str, object]:
    """Bots as the controls of pages take them."""
    if len(set(bots)) == 1:
        return {"bots": bots[0]}
    return {"bots": MIXED, **{f"seat_{number}": bot for number, bot in enumerate(bots, 1)}}


def batch_asked(bots: Sequence[str], plays: int, seed: int) -> dict[str, object]:
    """Bots, plays and seed as the controls of pages take them."""
    return {**bots_asked(bots), "plays": plays, "seed": seed}


def of_batch(side: BatchSummary) -> Finding:
    """What a batch alone said."""
    scenario, stands = side.scenario, goals_of(side.goals)
    return Finding(
        run=side.run or "",
        game=scenario.game.name,
        revision=scenario.revision,
        rules_hash=scenario.rules_hash,
        goals=stands,
        bots=scenario.bots,
        plays=side.plays,
        seed=scenario.seed,
        sentence=answer_alone(side) or f"{number_of(side.plays, 'play')} by {bots_phrase(scenario.bots)}.",
        brief=lower_first(goals_sentence(side).rstrip(".")) or brief_alone(side),
        settings=scenario.settings,
    )


def of_comparison(summary: Summary) -> Finding:
    """What a comparison said of the revision that was judged."""
    alone, base = of_batch(summary.other), summary.base.scenario
    stands = {
        "base_run": summary.base.run or "",
        "base": base.revision,
        "base_rules_hash": base.rules_hash,
        "base_goals": goals_of(summary.base.goals),
    }
    said = {"sentence": answer(summary), "brief": brief(summary), "stop": summary.stop}
    words = {each.name: (_direction(each), lower_first(each.label)) for each in summary.main}
    return Finding(**{**vars(alone), **stands, **said, "verdicts": words})


def _direction(contrast: Contrast) -> str:
    """A verdict without the goal: goals may be others by the time of the next comparison."""
    if contrast.verdict in verdicts.MOVED:
        return (Verdict.HIGHER if contrast.difference.difference > 0 else Verdict.LOWER).value
    return contrast.verdict.value


def brief(summary: Summary) -> str:
    """What changed most, in a few words: `broad appeal −9 %, ties −0.9 percentage points`."""
    figures = verdicts.moved(summary)
    words = [_moved(contrast) for contrast in verdicts.one_a_measure(figures)]
    return ", ".join(first_of(words, MOST, len(figures))) or "nothing clearly changed"


def _moved(contrast: Contrast) -> str:
    """A change of a rate in its unit, of anything else in percent of what it was."""
    found, name = contrast.difference, lower_first(verdicts.label_of(contrast))
    if contrast.measure.is_rate or not found.base:
        return f"{name} {change(contrast.measure, found.difference)} {change_unit(contrast.measure)}".strip()
    return f"{name} {decimal(100 * found.difference / abs(found.base), 0, signed=True)}\u202f%"


def goals_of(checks: Sequence[CheckedGoal]) -> dict[str, str]:
    """Each goal's measure with how it stands: as the worst of its seats does."""
    found: dict[str, str] = {}
    for standing in reversed(WORST_FIRST):
        found |= {check.goal.measure: standing.value for check in checks if check.standing is standing}
    return {check.goal.measure: found[check.goal.measure] for check in checks}
