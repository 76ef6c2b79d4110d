"""The living rulebook of a kit game: its module's docstring, a paragraph for each move, and the values of the rules.

A file `rulebook.md` beside the game stands in the place of the module's docstring. Both are Jinja2 templates, as all
rulebooks are: `{{ target }}` stands for the value of that rule.
"""

import inspect
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from workbench.engine.parameters import Parameter
from workbench.kit.matches import PARAGRAPH
from workbench.kit.moves import AuthorsModule, DeclaredMove
from workbench.kit.rules import MATCH_WINS

FILE = "rulebook.md"
"""A file beside the game that its rulebook is written in, in the place of its module's docstring."""
MOVES, VALUES = "{{ moves }}", "{{ values }}"
"""Where the paragraphs of the moves and the table of values stand in it."""


def template(title: str, module: AuthorsModule, moves: Iterable[DeclaredMove], rules: Mapping[str, Parameter]) -> str:
    """The template, as Markdown."""
    file = Path(module.get("__file__") or "").with_name(FILE)
    text = file.read_text("utf-8") if file.is_file() else page(title, module.get("__doc__") or "")
    conditions = module["Rules"].conditions
    table = ["| Rule | Value | What it means |", "|---|---|---|"]
    table += [_if(conditions.get(rule.name), _row(rule)) for rule in rules.values()]
    paragraphs = [*map(_paragraph, moves), *([PARAGRAPH] if MATCH_WINS in rules else [])]
    return text.replace(MOVES, "\n\n".join(paragraphs)).replace(VALUES, "\n".join(table))


def page(title: str, docstring: str) -> str:
    """A rulebook that begins with the docstring of a module; what follows from its moves and rules is left open."""
    intro, *paragraphs = inspect.cleandoc(docstring or title).split("\n\n")
    parts = [f"# {title}", f"*{intro}*", *paragraphs, "## What you may do", MOVES, "## The rules in numbers", VALUES]
    return "\n\n".join(part + "\n" * part.endswith("%}") for part in parts) + "\n"


def _paragraph(move: DeclaredMove) -> str:
    name = move.name.replace("_", " ").strip().capitalize()
    text = f"**{name}.** {inspect.cleandoc(move.function.__doc__ or '')}"
    return _if(move.under, f"{text}\n") if move.under else text


def _row(rule: Parameter) -> str:
    return f"| {rule.label} | {_value(rule)} | {rule.help} |"


def _if(condition: str | None, text: str) -> str:
    """The text, where it is there under some rules only; a line break behind `endif` does not count."""
    return f"{{% if {condition} %}}{text}\n{{% endif %}}" if condition else text


def _value(rule: Parameter) -> str:
    if rule.kind == "bool":
        return f'{{{{ "yes" if {rule.name} else "no" }}}}'
    if rule.kind == "cards":
        return f"{{{{ {rule.name}.file }}}}"
    if rule.kind == "choice":
        return f'{{{{ {rule.name}.replace("_", " ") }}}}'
    if rule.zero:
        return f"{{{{ {rule.name} or {json.dumps(f'0 ({rule.zero})')} }}}}"
    return f"{{{{ {rule.name} }}}}"
