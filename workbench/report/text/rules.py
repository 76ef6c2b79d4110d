"""Rules and their values in words."""

from typing import Any

from workbench.engine.card_lists.cards import Cards
from workbench.engine.game import Game
from workbench.engine.wording import listed
from workbench.report.summary import Summary
from workbench.report.text.phrases import lower_first, words_of


def changed_rules(summary: Summary) -> str:
    """The changed rules in a sentence."""
    base, other = summary.base.scenario, summary.other.scenario
    if not summary.changed:
        return f"{other.revision} and {base.revision} have the same rules."
    parts = [_changed(other.game, name, *values) for name, values in summary.changed.items()]
    number = "one rule" if len(parts) == 1 else f"{len(parts)} rules"
    return f"{other.revision} differs from {base.revision} in {number}: {listed(parts)}."


def _changed(game: Game, name: str, before: Any, after: Any) -> str:
    """A changed rule: `broad appeal (lowest rank → largest difference)`."""
    label = lower_first(game.parameters[name].label)
    return f"{label} ({rule_value(game, name, before)} → {rule_value(game, name, after)})"


def rule_value(game: Game, name: str, written: Any) -> str:
    """A rule's value in words: `yes`, `7 cards`, `largest difference`."""
    if isinstance(written, bool):
        return "yes" if written else "no"
    if isinstance(written, list):
        return ", ".join(words_of(item) for item in written)
    if isinstance(written, str):
        return words_of(written)
    if isinstance(written, Cards):
        return str(written)
    parameter = game.parameters[name]
    return f"{written} {parameter.unit}".strip()
