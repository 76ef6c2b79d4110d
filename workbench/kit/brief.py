"""The kit on one page, for whoever is to write a game: how, an example, and a reference made from the docstrings."""

import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

from workbench import kit
from workbench.engine import bit_sets
from workbench.kit import stocks, tricks
from workbench.kit.game import REFINEMENTS

EXAMPLE = "kuhn_poker"
"""The example that shows most in sixty lines: zones, hidden cards, moves with `when`, a measure and a style."""
DECLARATIONS = (
    *("rule", "order", "some", "zone", "deck", "pile", "stock", "measured", "table", "row", "pool", "track", "secret"),
    *("kinds", "pack", "grid", "board", "pieces", "counters", "move", "effect", "event", "style", "action", "game"),
)
PLAIN = (
    *("any_card", "beginner", "deal_hand", "draw_card", "lowest_card", "turn_up", "move_pile", "most", "next_player"),
    *("stock_size", "suit_cards", "total"),
)
"""Functions whose names say all."""
NAMES_SAY_ALL = tuple(module.__name__ for module in (bit_sets, stocks, tricks))
"""Modules of whose functions the page has the calls alone; the examples show the tricks."""
HOW = """# The kit on one page

A game is one file. `workbench new-game NAME --kind KIND` begins one; `--kinds` lists them.

You declare rules (`kit.Rules`), the state (`kit.State`, of tricks `kit.TrickState`) and moves: functions.

- A function takes what it names: `state`, `rules`, `chance`, `player` (who acts), and a move its own: a `kit.Card`, a
  `kit.Player`, a number, a `kit.Subset` of up to six numbers.
- Every field is 0, and every zone empty, at first. `setup(state, rules, chance)` deals. `state.actor` is to
  decide, from 0; a move sets who is next. `state.over = True` ends the play. `state.score` decides who wins.
- Docstrings are the rulebook: `{{ target }}` is that rule's value.
- `class Rules(kit.Rules, match=9)`: matches of up to 9 games; `kit.beginner(state, rules)` begins.
- A sentence has `{die}` for a field or an argument; of a field for each player, that of `{player}`.
  What comes of a move is an event.
- What is compiled: whole numbers, sets of cards as words (`|`, `&`, `& ~`), `if`, `for`, tuples of
  the module. No list, dictionary, text, class, `try`, inner `lambda`.

`workbench conform NAME` names each mistake. A bag of kinds is a `kit.row`, from which
`kit.draw_kind` draws.

Several arguments, and more than 64 choices, are picked one by one, in one decision (`state.part` > 0
meanwhile).
Not there: zones of several packs, or of more than 64 cards (a stock has 256).
"""


def brief() -> str:
    """The page, as Markdown."""
    source = Path(__file__).with_name("examples") / f"{EXAMPLE}.py"
    parts = [HOW, "## An example", f"```python\n{source.read_text('utf-8').strip()}\n```"]
    parts += ["## What you declare", *map(_entry, DECLARATIONS)]
    parts += ["## What the kit calls where you write it"]
    calls = {f"{name}({arguments})": help for name, (arguments, help) in REFINEMENTS.items()}
    parts.append("```text\n" + "\n".join(f"{call:52} {help}" for call, help in calls.items()) + "\n```")
    parts += ["## What your functions may call", *_subjects()]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _entry(name: str) -> str:
    """A declaration: how it is called, and its whole docstring, a list of its arguments among it."""
    declared = getattr(kit, name)
    intro, *paragraphs = (inspect.getdoc(declared) or "").split("\n\n")
    has_table = any("    " in paragraph for paragraph in paragraphs)
    arguments = _arguments(declared, has_table)
    return "\n\n".join([f"**`kit.{name}{arguments}`**: {_on_one_line(intro)}", *map(_paragraph, paragraphs)])


def _paragraph(text: str) -> str:
    """A paragraph of a docstring; its tables and code are shown as they are laid out."""
    return f"```text\n{inspect.cleandoc(text)}\n```" if "    " in text else _on_one_line(text)


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _first_sentence(text: str) -> str:
    return _on_one_line(text).partition(". ")[0].rstrip(".") + "."


def _arguments(function: FunctionType, is_listed: bool = False) -> str:
    """The arguments of a function, with defaults and without types; the first alone where all of them are listed."""
    signature = inspect.signature(function)
    plain = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
    if is_listed:
        return f"({plain[0]}, …)"
    text = str(signature.replace(parameters=plain, return_annotation=inspect.Signature.empty)).replace("*, ", "")
    return re.sub(
        r"<(?:Viewers\.(\w+)|(Wins|ScorePart)\.(\w+)): '[^']*'>",
        lambda option: f"kit.{option[1] or f'{option[2]}.{option[3]}'}",
        text,
    )


def _subjects() -> Iterator[str]:
    """The functions that moves may call, a list for each module that they come from; the rest of single ones."""
    functions = {name: value for name, value in sorted(vars(kit).items()) if isinstance(value, FunctionType)}
    callable_ones = {name: function for name, function in functions.items() if name not in DECLARATIONS}
    modules = Counter(function.__module__ for function in callable_ones.values())
    rest: list[str] = []
    for module, number in modules.items():
        there = {name: function for name, function in callable_ones.items() if function.__module__ == module}
        calls = {name: f"`kit.{name}{_arguments(function)}`" for name, function in there.items()}
        told = [
            f"- {calls[name]}: {_first_sentence(inspect.getdoc(there[name]) or '')}"
            for name in there
            if name not in PLAIN
        ]
        plain = ", ".join(calls[name] for name in there if name in PLAIN)
        if number == 1:
            rest += told
            continue
        heading, *_ = (sys.modules[module].__doc__ or module).splitlines()
        lines = (
            [f"{', '.join(calls.values())}."]
            if module in NAMES_SAY_ALL
            else [*told, *([f"- {plain}"] if plain else [])]
        )
        yield "\n".join([f"### {heading.partition(':')[0].partition(',')[0].rstrip('.')}", "", *lines])
    yield "\n".join(["### Besides", "", *rest])
