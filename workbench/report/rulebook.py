"""The living rulebook: a game's template with a revision's numbers, as Markdown, as a page, and against another."""

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache
from textwrap import TextWrapper
from typing import NamedTuple

from jinja2 import Environment, StrictUndefined, Template

from workbench.engine.card_lists import CardList, TextColumn
from workbench.engine.cards import Cards, brief_value, brief_values
from workbench.engine.game import Game
from workbench.engine.parameters import Values, Written
from workbench.engine.problems import BadInput
from workbench.engine.wording import plural
from workbench.report.escape import escaped
from workbench.scenario import Scenario, differences

MARK = "†"
"""Stands beside what is a reconstruction."""
STRUCTURE = re.compile(r"\||#|---|```|[-*+] |\d+\. | {4}")
"""How a block begins whose line breaks matter: a table, a heading, a rule, code, a list."""
WIDTH = 100
SPELLED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def spelled(value: int) -> str:
    """A number in a sentence: spelled up to twelve, digits beyond."""
    return SPELLED[value] if 0 <= value < len(SPELLED) else str(value)


def spelled_count(value: int, one: str, many: str = "") -> str:
    """A number of things in words: `one card`, `seven cards`, `two stars are`."""
    return f"{spelled(value)} {plural(value, one, many)}"


def render_rulebook(game: Game, rules: Values) -> str:
    """The rulebook of `game` under these complete rules, in Markdown.

    The template has every rule by its name, the filters `number` and `counted`, and `ours(RULE)`: the mark of a
    reconstruction where the rule's help calls its default one and the rule still has it.
    """
    template = _template(game.rulebook_template)
    texts = {name: _as_text(game, name, value) for name, value in rules.items()}

    def ours(name: str) -> str:
        value, default = rules[name], game.parameters[name].default
        is_default = value == default
        if isinstance(value, Cards) and isinstance(default, Cards):
            # whoever owns the printed game replaces every card of the placeholder list
            contents = ({tuple(row[at] for at in default.columns) for row in cards} for cards in (value, default))
            is_default = not set.isdisjoint(*contents)
        return MARK if "reconstruction" in game.parameters[name].help and is_default else ""

    text = template.render(**texts, caveat=game.caveat, ours=ours)
    return "\n\n".join(map(_wrapped, _blocks(text))) + "\n"


def _as_text(game: Game, name: str, value: Written) -> Written:
    """A rule's value for the template; of a card list, no name of a card is Markdown or HTML."""
    declared = game.parameters[name]
    if not isinstance(value, Cards) or not isinstance(declared, CardList):
        return value
    free = {column.name for column in declared.with_columns(value.columns).columns if isinstance(column, TextColumn)}
    rows = [
        tuple(escaped(cell) if column in free and isinstance(cell, str) else cell for column, cell in row.items())
        for row in value
    ]
    return replace(value, rows=tuple(rows))


@lru_cache(maxsize=16)
def _template(source: str) -> Template:
    environment = Environment(trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined, autoescape=False)
    environment.filters |= {"number": spelled, "counted": spelled_count}
    return environment.from_string(source)


def _wrapped(block: str) -> str:
    """A paragraph or a quotation with its lines filled; any other block as it is."""
    if STRUCTURE.match(block):
        return block
    indent = "> " if block.startswith(">") else ""
    text = re.sub(r"^> ?", "", block, flags=re.MULTILINE)
    filler = TextWrapper(WIDTH, initial_indent=indent, subsequent_indent=indent)
    filler.break_long_words = filler.break_on_hyphens = False
    return filler.fill(text)


# As a page

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1rem/1.55 Georgia, "Times New Roman", serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem; }}
h1, h2, th {{ font-family: system-ui, sans-serif; line-height: 1.2; }}
h2 {{ margin-top: 2rem; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ border: 1px solid #8888; padding: .3rem .6rem; text-align: left; vertical-align: top; }}
blockquote {{ margin: 1rem 0; padding: .1rem 1rem; border-left: .25rem solid #8888; }}
sup {{ line-height: 0; }}
ins {{ text-decoration: underline; background: #2a92; }}
ins::before {{ content: "+ "; font-weight: bold; }}
del {{ text-decoration: line-through; background: #d552; }}
del::before {{ content: "− "; font-weight: bold; }}
@media print {{
  :root {{ color-scheme: light; }}
  body {{ max-width: none; margin: 0; font-size: 11pt; }}
  h2 {{ break-after: avoid; }}
  table, blockquote {{ break-inside: avoid; }}
}}
</style>
</head>
<body>
{body}</body>
</html>
"""


def rulebook_html(markdown: str, title: str) -> str:
    """A page to read and to print, which loads nothing from elsewhere. The Markdown may hold `<ins>` and `<del>`."""
    return PAGE.format(title=html.escape(title), body=rulebook_body(markdown).replace(MARK, f"<sup>{MARK}</sup>"))


def rulebook_body(markdown: str) -> str:
    """The HTML of Markdown that may hold HTML."""
    from markdown_it import MarkdownIt  # for pages alone

    body: str = MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown)
    return body


# Of a scenario, and against another


def scenario_rulebook(
    scenario: Scenario, against: Scenario | None = None, *, page: bool = False, example: str = ""
) -> str:
    """A scenario's rulebook as Markdown or as a page; `against` another with the changed rules first, then marked.

    `example` is put behind it as it is.
    """
    title = f"{scenario.game.title}: {scenario.title}"
    text = render_rulebook(scenario.game, scenario.rules)
    if against is not None:
        if against.game is not scenario.game:
            message = f"of another game than {scenario.name}; rulebooks of one game can be compared"
            raise BadInput.one("--against", message, against.name)
        title += f", against {against.title}"
        marked = compare_rulebooks(render_rulebook(against.game, against.rules), text, IN_HTML if page else IN_MARKDOWN)
        text = f"{_changes(against, scenario)}\n{marked}"
    text = f"{text}\n{example}" if example else text
    return rulebook_html(text, title) if page else text


def rulebook_as_json(scenario: Scenario, against: Scenario | None = None) -> dict[str, object]:
    """The rulebook as `rules --json` prints it."""
    compared: dict[str, object] = {}
    if against:
        changed = differences(against, scenario)
        brief = {name: list(map(brief_value, values)) for name, values in changed.items()}
        compared = {"against": against.name, "differences": brief}
    return {
        "game": scenario.game.name,
        "scenario": scenario.name,
        "rules": brief_values(scenario.rules),
        "rules_hash": scenario.rules_hash,
        **compared,
        "markdown": scenario_rulebook(scenario, against),
    }


def _changes(base: Scenario, other: Scenario) -> str:
    """The rules that differ, as a table."""
    changed = differences(base, other)
    if not changed:
        return f"*{escaped(other.name)} and {escaped(base.name)} have the same rules.*\n"
    texts = {name: map(base.game.parameters[name].show, values) for name, values in changed.items()}
    rows = [f"| {name} | " + " | ".join(f"`{value}`" for value in values) + " |" for name, values in texts.items()]
    heads = f"| Changed rule | {escaped(base.revision)} | {escaped(other.revision)} |"
    return "\n".join([heads, "|---|---|---|", *rows, ""])


class Signs(NamedTuple):
    """The signs before and after what is put in or taken out.

    Where both have an end, the changed words of a sentence are marked; else the whole of it.
    """

    put_in: tuple[str, str]
    taken_out: tuple[str, str]


IN_MARKDOWN = Signs(("**+** ", ""), ("~~", "~~"))
IN_HTML = Signs(("<ins>", "</ins>"), ("<del>", "</del>"))


def compare_rulebooks(base: str, other: str, signs: Signs = IN_MARKDOWN) -> str:
    """The other rulebook in Markdown, each changed paragraph, item or row marked, after what it replaces.

    With `IN_HTML` the marks are `<ins>` and `<del>`, for `rulebook_html`; else `**+**` and `~~…~~`.
    """

    def key(block: str) -> str:
        """The key of a block: of a table its head, of a list that it is one, of any other its text."""
        if _is_table(block):
            return block.splitlines()[0]
        return "a list" if _is_list(block) else block

    def inside(before: str, after: str) -> str:
        """A block whose changed lines are marked; of what is no table and no list, the block as it is."""
        return "\n".join(_matched(before.splitlines(), after.splitlines(), signs, str, lambda _, line: line))

    return "\n\n".join(_matched(_blocks(base), _blocks(other), signs, key, inside)) + "\n"


def _blocks(markdown: str) -> list[str]:
    return [block.strip("\n") for block in re.split(r"\n{2,}", markdown) if block.strip()]


def _matched(
    base: list[str], other: list[str], signs: Signs, key: Callable[[str], str], of_one_key: Callable[[str, str], str]
) -> Iterator[str]:
    """Blocks, or lines, are matched by their keys; where that leaves as many of both, one replaces the other."""
    matcher = SequenceMatcher(None, [*map(key, base)], [*map(key, other)], autojunk=False)
    for tag, base_from, base_to, other_from, other_to in matcher.get_opcodes():
        old, new = base[base_from:base_to], other[other_from:other_to]
        if tag == "equal":
            yield from map(of_one_key, old, new)
        elif len(old) == len(new):
            for before, after in zip(old, new, strict=True):
                yield from _changed(before, after, signs)
        else:
            yield from (_marked(block, signs.taken_out) for block in old)
            yield from (_marked(block, signs.put_in) for block in new)


def _is_table(block: str) -> bool:
    return block.startswith("|")


def _is_list(block: str) -> bool:
    return re.match(r"[-*+] |\d+\. ", block) is not None


WORD = re.compile(r"[^\s*`\[]*(?:\*\*.+?\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]*\]\([^)]*\))\S*|\S+", re.DOTALL)
"""A word; what is set off by markup is one, so that no mark is put inside it."""
ALIKE = 0.5
"""From this share of equal words on, the changed words are marked; below it, the whole of both."""


def _changed(before: str, after: str, signs: Signs) -> list[str]:
    """A block that replaces another: with its changed words marked where most are equal, else both whole."""
    old, new = WORD.findall(before), WORD.findall(after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    by_word = signs.put_in[1] and signs.taken_out[1]
    if not by_word or _is_table(before) or _is_table(after) or matcher.ratio() < ALIKE:
        return [_marked(before, signs.taken_out), _marked(after, signs.put_in)]
    words: list[str] = []
    for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        gone, come = old[old_from:old_to], new[new_from:new_to]
        marked = [come] if tag == "equal" else [_signed(gone, signs.taken_out), _signed(come, signs.put_in)]
        words += [word for part in marked for word in part]
    return [" ".join(words)]


def _signed(words: list[str], sign: tuple[str, str]) -> list[str]:
    return [f"{sign[0]}{' '.join(words)}{sign[1]}"] if words else []


def _marked(block: str, sign: tuple[str, str]) -> str:
    """The block with its text between the signs; of a table each cell, of a list each item."""
    marked = _marked_row if _is_table(block) else _marked_text
    parts = block.splitlines() if _is_table(block) or _is_list(block) else [block]
    return "\n".join(marked(part, sign) for part in parts)


def _marked_row(row: str, sign: tuple[str, str]) -> str:
    if set(row) <= set("|-: "):
        return row
    first, *rest = [cell.strip() for cell in row.strip("|").split("|")]
    if sign[1]:  # a sign that only goes before the text stands once
        rest = [f"{sign[0]}{cell}{sign[1]}" if cell else "" for cell in rest]
    return "| " + " | ".join([f"{sign[0]}{first}{sign[1]}", *rest]) + " |"


def _marked_text(text: str, sign: tuple[str, str]) -> str:
    marker = re.match(r"#+ |> |[-*+] |\d+\. |\s+", text)
    start = marker.end() if marker else 0
    return f"{text[:start]}{sign[0]}{text[start:]}{sign[1]}"
