"""The words on the changes of a revision: what each does, alone and together."""

from collections.abc import Iterator, Mapping, Sequence

from workbench.engine.measures import DECISIONS
from workbench.engine.wording import counted, listed, lower_first
from workbench.play.comparisons import Contrast
from workbench.report.text import phrases
from workbench.report.text.phrases import with_stop
from workbench.report.text.verdicts import MOVED, in_margins, label_of, one_a_measure, some_plays
from workbench.stats.evidence import largest_unseen_rate
from workbench.studies.by_change.measure import Attribution
from workbench.studies.by_change.plan import PartKind

MOST_NAMED = 3
"""Measures that a sentence names."""
SHARE_METHOD = (
    "A share is the mean of what a change adds, over every order in which the changes can be made; the shares of all"
    " changes add up to the whole. A measure that exists in some plays only is of those in which it exists with every"
    " combination of the changes. Verdicts are corrected for all that is asked here together."
)
LAST_METHOD = "Every change alone, and all but each, on the same shuffles."


def method(attribution: Attribution) -> str:
    """How it is told what a change contributes."""
    return SHARE_METHOD if attribution.plan.is_crossed else LAST_METHOD


PART_WORDS = {
    True: "the share of one change: the mean of what it adds, over every order in which the changes can be made",
    False: "what one change does where all others are made",
}
"""The definition of a part of the whole, where every combination was played and where not."""


def moved_measures(attribution: Attribution) -> list[Contrast]:
    """The measures that all changes together move, or one of them: whole tables first, then the largest change."""
    parts = [part_of(attribution, change) for change in attribution.plan.changes]
    moved = [
        whole
        for whole in attribution.of(PartKind.TOTAL).values()
        if any(one.verdict in MOVED for one in (whole, *(part[whole.name] for part in parts if whole.name in part)))
    ]
    return sorted(moved, key=_largest_first)


def part_of(attribution: Attribution, change: str) -> Mapping[str, Contrast]:
    """The share of a change, by measure; its effect as the last, where not every combination was played."""
    return attribution.of(PartKind.SHARE if attribution.plan.is_crossed else PartKind.LAST, change)


def rule_label(attribution: Attribution, change: str) -> str:
    """A changed rule as the game calls it."""
    return attribution.plan.other.game.parameters[change].label


def attribution_table(attribution: Attribution) -> list[dict[str, str]]:
    """A line a measure that moved: all changes together, and what each contributes."""
    parts = {rule_label(attribution, change): part_of(attribution, change) for change in attribution.plan.changes}
    return [
        {
            "Measure": label_of(whole),
            "Unit": phrases.change_unit(whole.measure),
            "In all": _cell(whole),
            **{label: _cell(part[whole.name]) if whole.name in part else "–" for label, part in parts.items()},
        }
        for whole in moved_measures(attribution)
    ]


def _cell(contrast: Contrast) -> str:
    """`−0.56 (−0.57 to −0.54), lower`."""
    measure, change = contrast.measure, contrast.difference
    interval = phrases.change_span(measure, change)
    return f"{phrases.change(measure, change.mean)} ({interval}), {contrast.verdict.value}"


def attribution_sentences(attribution: Attribution) -> list[str]:
    """A sentence for each change, then one for each pair of changes that does more, or less, together."""
    if len(attribution.plan.changes) == 1:
        return [f"Only {rule_label(attribution, attribution.plan.changes[0])} changes: all differences come from it."]
    alone = [_of_change(attribution, change) for change in attribution.plan.changes]
    return [*alone, *_together(attribution), *_refused(attribution)]


def _of_change(attribution: Attribution, change: str) -> str:
    name = rule_label(attribution, change)
    if change in attribution.idle:
        unseen = phrases.percent(largest_unseen_rate(attribution.plays), 2)
        reason = with_stop(f"The rule says: {attribution.plan.base.game.parameters[change].help}")
        plays = phrases.number_of(attribution.plays, "play")
        return f"{name} changed nothing in {plays} (at most {unseen} of all plays can differ). {reason}"
    moved = _moved_by(attribution, change)
    if not moved:
        return f"Nothing is shown to come from {lower_first(name)}."
    verb = "does it all: it moves" if _does_all(attribution, moved) else "moves"
    parts = [_by(contrast) for contrast in moved[:MOST_NAMED]]
    more = len(moved) - len(parts)
    return f"{name} {verb} {listed([*parts, *([counted(more, 'other measure')] if more else [])])}."


def _moved_by(attribution: Attribution, change: str) -> list[Contrast]:
    """The measures that a change moves: whole tables before seats, then the largest change first, in margins."""
    moved = [
        contrast
        for contrast in part_of(attribution, change).values()
        if contrast.verdict in MOVED and contrast.measure is not DECISIONS
    ]
    return one_a_measure(sorted(moved, key=_largest_first))


def _largest_first(contrast: Contrast) -> tuple[bool, bool, float]:
    """Sorts the bots' effort last, single seats behind whole tables, and large changes first, in margins."""
    moved = abs(in_margins(contrast, contrast.difference.mean))
    return contrast.measure is DECISIONS, contrast.seat is not None, -moved


def _does_all(attribution: Attribution, shares: Sequence[Contrast]) -> bool:
    """True if these shares are the whole effect of the revision."""
    total = attribution.of(PartKind.TOTAL)
    return attribution.plan.is_crossed and all(
        share.difference.mean == total[share.name].difference.mean for share in shares
    )


def _by(contrast: Contrast) -> str:
    """`points by −0.46 points`."""
    by = phrases.change_with_unit(contrast.measure, contrast.difference.mean)
    moved = f"{lower_first(contrast.label)} by {by}"
    return f"{moved}{phrases.in_brackets(some_plays(contrast))}"


def _together(attribution: Attribution) -> Iterator[str]:
    """Pairs of changes that do more together, or less, than the sum of both."""
    for effect in attribution.effects:
        if effect.kind is PartKind.TOGETHER and effect.contrast.verdict in MOVED:
            one, two = (rule_label(attribution, change) for change in effect.changes)
            yield f"{one} and {lower_first(two)} together move {_by(effect.contrast)} beyond what each does by itself."


def _refused(attribution: Attribution) -> Iterator[str]:
    for changes, why in attribution.plan.refused.items():
        rules = sorted(rule_label(attribution, change) for change in changes)
        yield f"{listed(rules)} cannot be changed without the rest ({why})."
