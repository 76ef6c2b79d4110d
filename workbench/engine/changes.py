"""The differences of a game that was loaded anew, in sentences."""

from collections.abc import Iterable, Iterator

from workbench.engine.game import Game
from workbench.engine.parameters import Parameter
from workbench.engine.wording import listed


def changes_of(before: Game | None, now: Game | None) -> Iterator[str]:
    """The differences between what a game was and what it is now; None where it did not load."""
    if now is None:
        yield "It does not load any more." if before else "It does not load."
    elif before is None:
        yield "It loads now."
    else:
        declared = [*_declared(before, now)]
        yield from declared
        if before.code_hash != now.code_hash:
            yield "Its code is different: plays may go otherwise, and are played anew."
        elif not declared:
            yield "Plays go as before."


def _declared(before: Game, now: Game) -> Iterator[str]:
    """The differences between the declarations."""
    yield from _named("rule", before.parameters, now.parameters)
    for name, rule in now.parameters.items():
        if name in before.parameters and (words := _changed(before.parameters[name], rule)):
            yield f"The rule {name} {words}."
    yield from _named("move", *([kind.name.lower() for kind in game.action_kinds] for game in (before, now)))
    yield from _named("measure", *([measure.name for measure in game.measures] for game in (before, now)))
    yield from _named("style", *([style.name for style in game.styles] for game in (before, now)))


def _changed(before: Parameter, now: Parameter) -> str:
    """The change of a rule that is still there: of its default, of the values it may take, or of its words."""
    if before.default != now.default:
        return f"was {before.show(before.default)} by default and is {now.show(now.default)}"
    if before.allowed != now.allowed:
        return f"was {before.allowed} and is {now.allowed}"
    words = [(rule.help, rule.label, rule.unit, rule.section) for rule in (before, now)]
    return "is worded otherwise" if words[0] != words[1] else ""


def _named(noun: str, before: Iterable[str], now: Iterable[str]) -> Iterator[str]:
    """The names that came and went."""
    old, new = set(before), set(now)
    for names, word in ((new - old, "New"), (old - new, "Gone")):
        if names:
            yield f"{word} {noun}{'s' * (len(names) > 1)}: {listed(sorted(names))}."
