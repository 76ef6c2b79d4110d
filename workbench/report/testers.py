"""Which bot plays most like the testers, to keep or to send: one HTML file that works offline, Markdown, CSV."""

import shlex
from collections.abc import Sequence
from math import isfinite

from workbench.engine.files import csv_text
from workbench.report.charts.playtests import bots_by_likeness
from workbench.report.pages import Section, sections_markdown, sections_page
from workbench.report.text import testers as words
from workbench.study.said import Said
from workbench.study.testers import Testers

SAID = "What people said, beside the log"


def testers_page(found: Testers, said: Sequence[Said], command: str) -> str:
    """One file with every chart and table; `command` makes it again."""
    return sections_page(*_parts(found, said, command))


def testers_markdown(found: Testers, said: Sequence[Said], command: str) -> str:
    """The same for a design diary, without charts."""
    return sections_markdown(*_parts(found, said, ""), command)


def command_for_testers(found: Testers, plays: int | None = None, rules: Sequence[str] = ()) -> str:
    """The command that asks the same bots again; `plays` of each, and `rules` that were changed for the call."""
    parts = ["workbench", "playtests", "bots", found.scenario.name, "--bots", " ".join(each.bot for each in found.bots)]
    parts += ["--plays", str(plays)] if plays else []
    parts += ["--seed", str(found.scenario.seed)]
    return shlex.join([*parts, *(part for rule in rules for part in ("--set", rule))])


def testers_csv(found: Testers) -> str:
    """A line for each bot, in full precision."""
    lines = [
        (
            each.bot,
            each.posterior,
            each.log_likelihood,
            each.to_tell if isfinite(each.to_tell) else "",
            each.outcome.plays,
        )
        for each in found.bots
    ]
    return csv_text(("bot", "posterior", "log_likelihood", "sessions_to_tell", "plays"), lines)


def _parts(found: Testers, said: Sequence[Said], command: str) -> tuple[str, list[str], list[str], list[Section]]:
    """Title, head, what to look at, and the sections."""
    scenario = found.scenario
    notes = [each for each in (words.to_tell_sentence(found), words.left_out(found)) if each]
    sections = [
        Section("The bots", notes, [bots_by_likeness(found)], words.bot_table(found), [words.METHOD]),
        Section("Their mixture", [], [], words.mixture_table(found), [words.MIXTURE]),
    ]
    if said:
        sections.append(Section(SAID, [words.said_sentence(each) for each in said], [], [], []))
    again = [f"Make it again: {command}"] if command else []
    head = [words.headline(found), *filter(None, [scenario.game.caveat]), *again]
    return f"People and bots: {scenario.game.title}, {scenario.title}", head, [], sections
