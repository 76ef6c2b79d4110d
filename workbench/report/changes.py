"""What was asked of a comparison beyond its measures, as a section of a page and as Markdown for a design diary."""

import shlex
from collections.abc import Iterator, Sequence

from workbench.report.charts.changes import bands, contributions
from workbench.report.escape import escaped
from workbench.report.pages import Section, sections_page
from workbench.report.text import changes, scenarios
from workbench.scenario import Scenario
from workbench.study.attribution import Attribution
from workbench.study.until import Settled


def until_section(settled: Settled, given: Sequence[str] = ()) -> Section:
    """What ended the plays, and the interval of each figure at every look."""
    base, other = settled.base.scenario, settled.other.scenario
    said = [changes.until_sentence(settled), *changes.look_sentences(settled.last, other.game)]
    notes = [scenarios.UNTIL_METHOD, _played(base, other)]
    return Section(
        "Until it is decided",
        said,
        bands(settled.looks, other),
        [],
        notes,
        _command(changes.until_command(settled), given),
    )


def attribution_section(attribution: Attribution, given: Sequence[str] = ()) -> Section:
    """Which change did it."""
    drawn, shared = contributions(attribution), attribution.plan.is_crossed and len(attribution.plan.changes) > 1
    notes = [changes.SHARE_METHOD] if shared else []
    return Section(
        "Which change did it",
        changes.attribution_sentences(attribution),
        [drawn] if drawn else [],
        changes.attribution_table(attribution) if drawn else [],
        [*notes, _played(attribution.plan.base, attribution.plan.other)],
        _command(changes.by_change_command(attribution), given),
    )


def _command(command: str, given: Sequence[str]) -> str:
    """The command with the rules that were changed for one call."""
    return " ".join([command, *(f"--set {shlex.quote(each)}" for each in given)])


def title_of(found: Settled | Attribution) -> str:
    """`Hitmakers: Broad appeal against First published rules`."""
    base, other = _sides(found)
    return f"{other.game.title}: {other.title} against {base.title}"


def section_of(found: Settled | Attribution, given: Sequence[str] = ()) -> Section:
    """The section of either; `given` are rules that `--set` changed for one call."""
    return until_section(found, given) if isinstance(found, Settled) else attribution_section(found, given)


def section_page(found: Settled | Attribution) -> str:
    """The section alone as one HTML file, which works offline."""
    section, other = section_of(found), _sides(found)[1]
    head = [section.sentences[0], other.game.caveat]
    return sections_page(title_of(found), head, [], [section])


def sections_markdown(*found: Settled | Attribution, given: Sequence[str] = ()) -> str:
    """The sections as Markdown, each below a heading."""
    return "\n".join(line for each in found for line in _markdown(each, given))


def _markdown(found: Settled | Attribution, given: Sequence[str]) -> Iterator[str]:
    section = section_of(found, given)
    yield from (f"# {escaped(title_of(found))}", "", f"## {section.title}", "")
    yield from (f"- {escaped(sentence)}" for sentence in section.sentences)
    yield ""
    if section.table:
        yield from (_line(list(section.table[0])), _line(["---"] * len(section.table[0])))
        yield from (_line([escaped(cell) for cell in row.values()]) for row in section.table)
        yield ""
    for note in section.definitions:
        yield from (escaped(note), "")
    yield from ("Made by:", "", "```sh", section.command, "```", "")


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _sides(found: Settled | Attribution) -> tuple[Scenario, Scenario]:
    if isinstance(found, Settled):
        return found.base.scenario, found.other.scenario
    return found.plan.base, found.plan.other


def _played(base: Scenario, other: Scenario) -> str:
    return f"{scenarios.played_by(base, other)} Seed {base.seed}. {scenarios.NO_PEOPLE}"
