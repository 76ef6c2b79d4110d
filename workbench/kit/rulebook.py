"""The living rulebook of a kit game: its module's docstring, a paragraph for each move, and the values of the rules.

Docstrings are Jinja2 templates as rulebooks are: `{{ target }}` stands for the value of that rule.
"""

import inspect
from collections.abc import Iterable, Mapping
from typing import Any

from workbench.engine.parameters import Parameter
from workbench.kit.moves import DeclaredMove


def template(
    title: str, module: Mapping[str, Any], moves: Iterable[DeclaredMove], rules: Mapping[str, Parameter]
) -> str:
    """The template, as Markdown."""
    intro, *paragraphs = inspect.cleandoc(module.get("__doc__") or title).split("\n\n")
    lines = [f"# {title}", f"*{intro}*", *paragraphs, "## What you may do"]
    lines += [f"**{_name(move)}.** {inspect.cleandoc(move.function.__doc__ or '')}" for move in moves]
    table = ["| Rule | Value | What it means |", "|---|---|---|"]
    table += [f"| {rule.label} | {_value(rule)} | {rule.help} |" for rule in rules.values()]
    lines += ["## The rules in numbers", "\n".join(table)]
    return "\n\n".join(lines) + "\n"


def _name(move: DeclaredMove) -> str:
    return move.name.replace("_", " ").strip().capitalize()


def _value(rule: Parameter) -> str:
    if rule.kind == "bool":
        return f'{{{{ "yes" if {rule.name} else "no" }}}}'
    if rule.kind == "choice":
        return f'{{{{ {rule.name}.replace("_", " ") }}}}'
    return f"{{{{ {rule.name} }}}}"
