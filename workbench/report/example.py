"""A true answer in short, as a file beside its study: what a page shows before anything is played.

A command of the study writes it with `--example`. It holds text, rows and charts only, so that it can be shown where
neither the game nor the revision is installed.
"""

import json
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from workbench.engine.files import JsonValue
from workbench.engine.problems import BadInput
from workbench.report import document
from workbench.report.text.scenarios import NO_PEOPLE, bots_described

if TYPE_CHECKING:
    from workbench.report.charts.base import Chart

FILE = "example.json"
"""Its name in the folder of a study."""
MOST_BLOCKS, MOST_ROWS = 2, 6
"""Blocks, and rows of a table or of a group, that an example has."""
DIGITS = 5
"""Significant digits: computers may differ in the last ones."""


class Example(NamedTuple):
    """An answer in short: `subject` is what it is of, `command` what makes it again; the rest is as in a `Report`."""

    subject: str
    command: str
    headline: str
    played: str
    blocks: Sequence[document.Block]


def example_of(report: document.Report, command: str) -> Example:
    """The report in short; `command` makes it again."""
    scenario = report.scenario
    return Example(
        subject=f"{scenario.game.title}, {scenario.title}",
        command=command,
        headline=report.headline,
        played=report.played or f"Played by {bots_described(scenario.game, report.bots or scenario.bots)}. {NO_PEOPLE}",
        blocks=[*islice(_shortened(report.blocks), MOST_BLOCKS)],
    )


def _shortened(blocks: Sequence[document.Block]) -> Iterator[document.Block]:
    """The blocks that are seen at once, each in short; nothing that one folds out, clicks or chooses."""
    for block in blocks:
        match block:
            case (
                document.Command()
                | document.Proposal()
                | document.Section(folded=True)
                | document.Table(folded=True)
                | document.Picker(for_pages=True)
            ):
                pass
            case document.Picker():
                yield from _shortened(block.usual_view)
            case document.Drawing() if block.draw() is None:
                pass
            case _:
                yield from _in_short(block)


def _in_short(block: document.Block) -> Iterator[document.Block]:
    """The first rows, groups and parts of a block; nothing where it has none."""
    match block:
        case document.Table():
            if rows := (block.brief or block.rows)[:MOST_ROWS]:
                yield document.Table(block.title, rows, block.text_columns)
        case document.VerdictRows():
            groups = [group._replace(rows=group.rows[:MOST_ROWS], folds=()) for group in block.groups if group.rows]
            yield block._replace(groups=groups[:MOST_BLOCKS])
        case document.Section():
            if inner := [*islice(_shortened(block.blocks), MOST_BLOCKS)]:
                yield block._replace(blocks=inner)
        case document.Beside():
            columns = [[*islice(_shortened(column), 1)] for column in block.columns]
            if any(columns):
                yield block._replace(columns=columns)
        case _:
            yield block


# The file


def as_text(example: Example) -> str:
    """The text of its file."""
    return json.dumps(_encoded(example), indent=1, ensure_ascii=False) + "\n"


@cache
def example_in(package: str) -> Example | None:
    """The example that lies beside the modules of a package; None without one. Raises BadInput for a broken one."""
    with as_file(files(package) / FILE) as path:
        return read_example(path) if path.exists() else None


def read_example(path: Path) -> Example:
    """The example in a file. Raises BadInput for anything else."""
    try:
        example = _decoded(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadInput.one(path.name, f"is no example of a study: {error}", path) from None
    if not isinstance(example, Example):
        raise BadInput.one(path.name, "is no example of a study: write one with --example", path)
    return example


def _encoded(value: object) -> JsonValue:
    """A value as JSON has it; a block has its `class`, and only what is no default."""
    match value:
        case document.Drawing():
            return _drawn(value)
        case str() | bool() | int() | None:
            return value
        case float():
            return float(f"{value:.{DIGITS}g}")
        case Mapping():
            return {str(name): _encoded(one) for name, one in value.items()}
    assert isinstance(value, Sequence)
    record: JsonValue = value
    if not hasattr(record, "_fields"):
        return [*map(_encoded, value)]
    usual = record._field_defaults
    values = {name: _encoded(one) for name, one in record._asdict().items() if one != usual.get(name, ...)}
    return {"class": type(value).__name__, **values}


def _drawn(drawing: document.Drawing) -> dict[str, object]:
    """A drawing with its chart."""
    from plotly.utils import PlotlyJSONEncoder

    chart = drawing.draw()
    assert chart
    figure = json.loads(json.dumps(chart.figure.to_plotly_json(), cls=PlotlyJSONEncoder), object_hook=_as_list)
    figure["layout"].pop("template", None)
    held = {"name": chart.name, "title": chart.title, "sentence": chart.sentence, "figure": _encoded(figure)}
    looks = {name: getattr(drawing, name) for name in ("about", "terms", "scrolls", "widths")}
    looks = {name: _encoded(one) for name, one in looks.items() if one}
    return {"class": "Drawing", "name": drawing.name, **looks, "chart": held}


def _as_list(packed: dict[str, JsonValue]) -> JsonValue:
    """The numbers of an array that Plotly has packed; anything else as it is."""
    import numpy as np

    if "bdata" not in packed:
        return packed
    numbers = np.frombuffer(b64decode(packed["bdata"]), packed["dtype"])
    shape = [int(length) for length in str(packed.get("shape", numbers.size)).split(",")]
    return numbers.reshape(shape).tolist()


def _decoded(value: JsonValue) -> JsonValue:
    """The value that `_encoded` wrote."""
    if isinstance(value, list):
        return [*map(_decoded, value)]
    if not isinstance(value, dict):
        return value
    if (name := value.pop("class", "")) == document.Drawing.__name__:
        return document.Drawing(draw=_Stored(json.dumps(value.pop("chart"))), **value)
    values = {field: _decoded(one) for field, one in value.items()}
    if not name:
        return values
    return (Example if name == Example.__name__ else getattr(document, name))(**values)


@dataclass(frozen=True)
class _Stored:
    """Draws a stored chart; equal to another one of the same chart, so that a page draws it once."""

    text: str

    def __call__(self) -> "Chart":
        import plotly.graph_objects as go  # takes a third of a second to load

        from workbench.report.charts.base import Chart

        held = json.loads(self.text)
        return Chart(held["name"], held["title"], held["sentence"], go.Figure(held["figure"]))
