"""The stored answers of the first page's example, one for each other value of its rule."""

from collections.abc import Iterator
from pathlib import Path

from workbench.app.pages.home import example as first_page
from workbench.app.pages.home.example import MOST_ROWS, HomeExample, answer_file, draft_of, example_of
from workbench.app.widgets.try_panel import answer_of
from workbench.engine.batch import cores
from workbench.play.batches import play
from workbench.play.forms import layout, make_batch
from workbench.play.local import GroupedBatch, LocalSource
from workbench.play.notes import PairSink, Together
from workbench.play.outcome import Outcome
from workbench.report.example import Example, as_text
from workbench.report.rows import few_rows, rows_against
from workbench.report.summary import watched_pair
from workbench.report.text.phrases import count
from workbench.report.text.scenarios import bots_phrase
from workbench.report.verdict_rows import brief_rows
from workbench.scenario import load_scenario
from workbench.scenario.files import STARTER, Workspace

FOLDER = Path(first_page.__file__).parent / "answers"
PLAYS = 8_192


def starter_example() -> HomeExample:
    example = example_of(load_scenario(Workspace(STARTER), "hitmakers/2021-04-08"))
    assert example
    return example


def other_values(example: HomeExample) -> Iterator[int]:
    """The values that one can slide it to, and that break no other rule."""
    for value in range(example.low, example.high + 1):
        if value != example.today and not draft_of(example, value).problems:
            yield value


def file_of(example: HomeExample, value: int) -> Path:
    draft = draft_of(example, value)
    return FOLDER / answer_file(draft.base, draft.scenario)


def text_of(example: HomeExample, value: int) -> str:
    """The text of that file, played now: the same plays whatever the machine."""
    draft = draft_of(example, value)
    sides = [draft.base, draft.scenario]
    sums = PairSink(Together.empty(sides))
    batches = [GroupedBatch(make_batch(side), layout(side)) for side in sides]
    play(LocalSource(batches, cores()), [sums], PLAYS)
    base, other = (
        Outcome(side, None, "", 0.0, gathered=tally) for side, tally in zip(sides, sums.together.tallies, strict=True)
    )
    summary = watched_pair(base, other, sums.together.pairs[0])
    played = f"{count(PLAYS)} paired plays by {bots_phrase(draft.base.bots)}, stored with the program."
    rows = brief_rows(few_rows(rows_against([summary]))[:MOST_ROWS])
    return as_text(Example(draft.base.title, "", answer_of(summary), played, [rows]))
