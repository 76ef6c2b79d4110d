"""What was found about the changes of a revision, in sentences: what ended the plays, and which change did it."""

from collections.abc import Iterator, Sequence

from workbench.engine.measures import DECISIONS
from workbench.engine.wording import counted, listed
from workbench.report.text import phrases
from workbench.report.text.phrases import lower_first, with_stop, words_of
from workbench.report.text.verdicts import MOVED, in_margins, one_a_measure, subject
from workbench.stats.evidence import largest_unseen_rate
from workbench.study.attribution import Attribution, Kind
from workbench.study.compare import Contrast
from workbench.study.until import Rule, Settled

MOST_SAID = 3
"""Measures that a sentence names."""
UNTIL_METHOD = (
    "Intervals and verdicts of these plays hold at every look: the risk of any wrong verdict among all that was asked"
    " is at most 5 %, whenever the plays end."
)
SHARE_METHOD = (
    "A share is the mean of what a change adds, over every order in which the changes can be made; the shares of all"
    " changes add up to the whole. Verdicts are corrected for all that is asked here together."
)


# Until decided


def until_sentence(found: Settled) -> str:
    """What ended the plays: `Both goals are decided after 6 144 paired plays.`"""
    plays = f"{phrases.count(found.last.plays)} paired plays"
    if found.rule is Rule.DECIDED:
        return f"{_asked(found)} decided after {plays}. {_fixed(found)}"
    open_ = listed(_open_labels(found))
    return (
        f"{open_} {'is' if len(found.last.open) == 1 else 'are'} still open after {plays}, the limit. {_fixed(found)}"
    )


def _asked(found: Settled) -> str:
    if not found.question.is_about_goals:
        labels = [subject(each) for each in found.last.contrasts]
        return f"{listed(labels)} {'is' if len(labels) == 1 else 'are'}"
    count = len(found.last.goals)
    return "The goal is" if count == 1 else "Both goals are" if count == 2 else f"All {count} goals are"


def _open_labels(found: Settled) -> list[str]:
    labels = {each.name: subject(each) for each in found.last.contrasts}
    goals = {each.name: f"the goal for {words_of(each.goal.measure)}" for each in found.last.goals}
    return [{**goals, **labels}[name] for name in found.last.open]


def _fixed(found: Settled) -> str:
    """How many plays a plan fixed beforehand would have taken, had one known these figures."""
    if found.last.fixed_plan is None:
        return "No number of plays fixed beforehand is sensible: a figure lies at the edge of what counts."
    return f"A number fixed beforehand would have had to be {phrases.roughly(found.last.fixed_plan)}."


# Which change did it


def attribution_sentences(found: Attribution) -> list[str]:
    """A sentence for each change, then one for each pair of changes that does more, or less, together."""
    if len(found.plan.changes) == 1:
        return [f"Only {_rule(found.plan.changes[0])} changes: all differences come from it."]
    said = [_of_change(found, change) for change in found.plan.changes]
    return [*said, *_together(found), *_refused(found)]


def _of_change(found: Attribution, change: str) -> str:
    name = _rule(change)
    if change in found.idle:
        unseen = phrases.percent(largest_unseen_rate(found.plays), 2)
        reason = with_stop(f"The rule says: {found.plan.base.game.parameters[change].help}")
        plays = f"{phrases.count(found.plays)} plays"
        return f"{name} changed nothing in {plays} (at most {unseen} of all plays can differ). {reason}"
    moved = _moved_by(found, change)
    if not moved:
        return f"Nothing is shown to come from {lower_first(name)}."
    verb = "does it all: it moves" if _does_all(found, moved) else "moves"
    parts = [_by(each) for each in moved[:MOST_SAID]]
    more = len(moved) - len(parts)
    return f"{name} {verb} {listed([*parts, *([counted(more, 'other measure')] if more else [])])}."


def _moved_by(found: Attribution, change: str) -> list[Contrast]:
    """The measures that a change moves: whole tables before seats, then the largest change first, in margins."""
    kind = Kind.SHARE if found.plan.is_crossed else Kind.LAST
    moved = [
        each for each in found.of(kind, change).values() if each.verdict in MOVED and each.measure is not DECISIONS
    ]
    return one_a_measure(sorted(moved, key=lambda each: (each.seat is not None, -abs(_in_margins(each)))))


def _in_margins(contrast: Contrast) -> float:
    return in_margins(contrast, contrast.difference.difference)


def _does_all(found: Attribution, shares: Sequence[Contrast]) -> bool:
    """Whether these shares are the whole of what the revision does."""
    total = found.of(Kind.TOTAL)
    return found.plan.is_crossed and all(
        each.difference.difference == total[each.name].difference.difference for each in shares
    )


def _by(contrast: Contrast) -> str:
    """`points by −0.46 points`."""
    by = phrases.change(contrast.measure, contrast.difference.difference)
    return f"{lower_first(subject(contrast))} by {by} {phrases.change_unit(contrast.measure)}".rstrip()


def _together(found: Attribution) -> Iterator[str]:
    """Pairs of changes that do more together, or less, than the sum of both."""
    for effect in found.effects:
        if effect.kind is Kind.TOGETHER and effect.contrast.verdict in MOVED:
            one, two = map(_rule, effect.changes)
            yield f"{one} and {lower_first(two)} together move {_by(effect.contrast)} beyond what each does by itself."


def _refused(found: Attribution) -> Iterator[str]:
    for changes, why in found.plan.refused.items():
        yield f"{listed(sorted(map(_rule, changes)))} cannot be changed without the rest ({why})."


def _rule(name: str) -> str:
    return words_of(name).capitalize()
