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
    lines += [_paragraph(move) for move in moves]
    table = ["| Rule | Value | What it means |", "|---|---|---|"]
    conditions = module["Rules"].sections_if
    table += [_if(conditions.get(rule.section), _row(rule)) for rule in rules.values()]
    lines += ["## The rules in numbers", "\n".join(table)]
    return "\n\n".join(line + "\n" * line.endswith("%}") for line in lines) + "\n"


def _paragraph(move: DeclaredMove) -> str:
    return _if(move.under, f"**{_name(move)}.** {inspect.cleandoc(move.function.__doc__ or '')}\n")


def _row(rule: Parameter) -> str:
    return f"| {rule.label} | {_value(rule)} | {rule.help} |"


def _if(condition: str | None, text: str) -> str:
    """The text, where it is there under some rules only; a line break behind `endif` does not count."""
    return f"{{% if {condition} %}}{text}\n{{% endif %}}" if condition else text


def _name(move: DeclaredMove) -> str:
    return move.name.replace("_", " ").strip().capitalize()


def _value(rule: Parameter) -> str:
    if rule.kind == "bool":
        return f'{{{{ "yes" if {rule.name} else "no" }}}}'
    if rule.kind == "choice":
        return f'{{{{ {rule.name}.replace("_", " ") }}}}'
    return f"{{{{ {rule.name} }}}}"
