"""Which bot plays most like the testers, to keep or to send: one HTML file that works offline, Markdown, CSV."""

import shlex
from collections.abc import Sequence
from math import isfinite

from workbench.engine.files import csv_text
from workbench.report.charts.playtests import bots_by_likeness
from workbench.report.pages import PageSection, sections_markdown, sections_page
from workbench.report.text import testers as words
from workbench.study.feedback import FeedbackCorrelation
from workbench.study.testers import Testers

FEEDBACK = "What people said, beside the log"


def testers_page(testers: Testers, feedback: Sequence[FeedbackCorrelation], command: str) -> str:
    """One file with every chart and table; `command` makes it again."""
    return sections_page(*_parts(testers, feedback, command))


def testers_markdown(testers: Testers, feedback: Sequence[FeedbackCorrelation], command: str) -> str:
    """The same for a design diary, without charts."""
    return sections_markdown(*_parts(testers, feedback, ""), command)


def command_for_testers(testers: Testers, plays: int | None = None, rules: Sequence[str] = ()) -> str:
    """The command that asks the same bots again; `plays` of each, and `rules` that were changed for the call."""
    parts = [
        "workbench",
        "playtests",
        "bots",
        testers.scenario.name,
        "--bots",
        " ".join(bot.bot for bot in testers.bots),
    ]
    parts += ["--plays", str(plays)] if plays else []
    parts += ["--seed", str(testers.scenario.seed)]
    return shlex.join([*parts, *(part for rule in rules for part in ("--set", rule))])


def testers_csv(testers: Testers) -> str:
    """A line for each bot, in full precision."""
    lines = [
        (
            bot.bot,
            bot.posterior,
            bot.log_likelihood,
            bot.to_tell if isfinite(bot.to_tell) else "",
            bot.outcome.plays,
            *named,
        )
        for bot, named in zip(testers.bots, testers.recognition.named.tolist(), strict=True)
    ]
    counts = (f"named_by_{count}" for count in testers.recognition.counts)
    return csv_text(("bot", "posterior", "log_likelihood", "sessions_to_tell", "plays", *counts), lines)


def _parts(
    testers: Testers, feedback: Sequence[FeedbackCorrelation], command: str
) -> tuple[str, list[str], list[str], list[PageSection]]:
    """Title, head, what to look at, and the sections."""
    scenario = testers.scenario
    notes = words.notes(testers)
    sections = [
        PageSection("The bots", notes, [bots_by_likeness(testers)], words.bot_table(testers), [words.METHOD]),
        PageSection(words.APART, [], [], words.pair_table(testers), []),
        PageSection("Their mixture", [], [], words.mixture_table(testers), [words.MIXTURE]),
    ]
    if feedback:
        sections.append(
            PageSection(FEEDBACK, [words.feedback_sentence(correlation) for correlation in feedback], [], [], [])
        )
    again = [f"Make it again: {command}"] if command else []
    head = [words.headline(testers), *filter(None, [scenario.game.caveat]), *again]
    return f"People and bots: {scenario.game.title}, {scenario.title}", head, [], sections
