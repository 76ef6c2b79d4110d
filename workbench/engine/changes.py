"""What is different about a game that was loaded anew, in sentences."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from workbench.engine.game import Game
from workbench.engine.wording import listed


def changes_of(before: Game | None, now: Game | None) -> Iterator[str]:
    """The differences between what a game was and what it is now; None where it did not load."""
    if now is None:
        yield "It does not load any more." if before else "It does not load."
    elif before is None:
        yield "It loads now."
    else:
        changes = [*_declared(before, now)]
        yield from changes
        if before.code_hash == now.code_hash:
            yield from () if changes else ("Plays go as before.",)
        elif not changes:
            yield "Its code is different: plays may go otherwise, and are played anew."


def _declared(before: Game, now: Game) -> Iterator[str]:
    """The differences between the declarations."""
    yield from _named("rule", before.parameters, now.parameters)
    for name, rule in now.parameters.items():
        if name in before.parameters and (old := before.parameters[name]) != rule:
            changed = f"was {old.default} by default and is {rule.default}" if old.default != rule.default else "changed"
            yield f"The rule {name} {changed}."
    kinds = [{kind.name.lower() for kind in game.action_kinds} for game in (before, now)]
    yield from _named("move", *kinds)
    yield from _named("measure", *({measure.name for measure in game.measures} for game in (before, now)))
    yield from _named("style", *({style.name for style in game.styles} for game in (before, now)))


def _named(noun: str, before: Iterable[str] | Mapping[str, Any], now: Iterable[str] | Mapping[str, Any]) -> Iterator[str]:
    """The names that came and went."""
    old, new = set(before), set(now)
    for names, word in ((new - old, "New"), (old - new, "Gone")):
        if names:
            yield f"{word} {noun}{'s' * (len(names) > 1)}: {listed(sorted(names))}."
