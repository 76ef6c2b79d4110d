"""The living rulebook of a kit game: its module's docstring, a paragraph for each move, and the values of the rules.

A file `rulebook.md` beside the game stands in the place of the module's docstring. Both are Jinja2 templates, as all
rulebooks are: `{{ target }}` stands for the value of that rule.
"""

import inspect
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from workbench.engine.parameters import Parameter
from workbench.kit.moves import DeclaredMove

FILE = "rulebook.md"
"""A file beside the game that its rulebook is written in, in the place of its module's docstring."""
MOVES, VALUES = "{{ moves }}", "{{ values }}"
"""Where the paragraphs of the moves and the table of values stand in it."""


def template(
    title: str, module: Mapping[str, Any], moves: Iterable[DeclaredMove], rules: Mapping[str, Parameter]
) -> str:
    """The template, as Markdown."""
    file = Path(module.get("__file__") or "").with_name(FILE)
    text = file.read_text("utf-8") if file.is_file() else page(title, module.get("__doc__") or "")
    table = ["| Rule | Value | What it means |", "|---|---|---|"]
    table += [f"| {rule.label} | {_value(rule)} | {rule.help} |" for rule in rules.values()]
    paragraphs = [f"**{_name(move)}.** {inspect.cleandoc(move.function.__doc__ or '')}" for move in moves]
    return text.replace(MOVES, "\n\n".join(paragraphs)).replace(VALUES, "\n".join(table))


def page(title: str, docstring: str) -> str:
    """A rulebook that begins with the docstring of a module; what follows from its moves and rules is left open."""
    intro, *paragraphs = inspect.cleandoc(docstring or title).split("\n\n")
    parts = [f"# {title}", f"*{intro}*", *paragraphs, "## What you may do", MOVES, "## The rules in numbers", VALUES]
    return "\n\n".join(parts) + "\n"


def _name(move: DeclaredMove) -> str:
    return move.name.replace("_", " ").strip().capitalize()


def _value(rule: Parameter) -> str:
    if rule.kind == "bool":
        return f'{{{{ "yes" if {rule.name} else "no" }}}}'
    if rule.kind == "choice":
        return f'{{{{ {rule.name}.replace("_", " ") }}}}'
    return f"{{{{ {rule.name} }}}}"
