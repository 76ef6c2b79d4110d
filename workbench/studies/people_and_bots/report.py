"""Which bot plays most like the testers, as a document."""

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import TYPE_CHECKING

from workbench.report.document import Block, Drawing, Points, Report, Section, Table
from workbench.report.escape import paragraphs
from workbench.report.text.scenarios import caveat_of
from workbench.studies.people_and_bots import words
from workbench.studies.people_and_bots.decision_words import likeness_report
from workbench.studies.people_and_bots.decisions import DecidesLike
from workbench.studies.people_and_bots.feedback import FeedbackCorrelation
from workbench.studies.people_and_bots.measure import PeopleAnswer, Testers

if TYPE_CHECKING:
    from workbench.report.charts.batch import Chart

FEEDBACK = "What people said, beside the log"


def report(answer: PeopleAnswer | DecidesLike) -> Report:
    """The answer as a document."""
    if isinstance(answer, PeopleAnswer):
        return testers_report(answer.testers, answer.feedback)
    return likeness_report(answer)


def testers_report(testers: Testers, feedback: Sequence[FeedbackCorrelation] = ()) -> Report:
    """The nearest bots, what tells them apart, and their mixture; `feedback` is what people said."""
    scenario = testers.scenario
    return Report(
        scenario=scenario,
        title=f"People and bots: {scenario.game.title}, {scenario.title}",
        headline=words.headline(testers),
        plays=0,
        evidence=words.notes(testers),
        blocks=[*_blocks(testers, feedback)],
        details=paragraphs(words.METHOD),
        records=[*_records(testers)],
        data=words.testers_json(testers, feedback),
        how=f"{words.how_played(testers)} {caveat_of(scenario.game)}".rstrip(),
    )


def _blocks(testers: Testers, feedback: Sequence[FeedbackCorrelation]) -> Iterator[Block]:
    def draw() -> "Chart":
        from workbench.studies.people_and_bots.charts import bots_by_likeness

        return bots_by_likeness(testers)

    yield Drawing("likeness", draw)
    yield Table("The bots", words.bot_table(testers))
    yield Section(words.APART, [Table("", words.pair_table(testers))], folded=True)
    yield Section("Their mixture", [Table("", words.mixture_table(testers))], [words.MIXTURE], folded=True)
    if feedback:
        yield Section(FEEDBACK, [Points([words.feedback_sentence(correlation) for correlation in feedback])])


def _records(testers: Testers) -> Iterator[dict[str, object]]:
    """A record for each bot, in full precision."""
    recognition = testers.recognition
    for bot, shares in zip(testers.bots, recognition.named.tolist(), strict=True):
        yield {
            "bot": bot.bot,
            "posterior": bot.posterior,
            "log_likelihood": bot.log_likelihood,
            "sessions_to_tell": bot.to_tell if isfinite(bot.to_tell) else "",
            "plays": bot.outcome.plays,
            **{f"named_by_{count}": share for count, share in zip(recognition.counts, shares, strict=True)},
        }
