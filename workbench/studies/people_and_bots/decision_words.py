"""Which bot decides as people did, in words and as a document."""

from collections.abc import Iterator

from workbench.engine.wording import counted, listed, upper_first
from workbench.report.document import Points, Report, Section, Table
from workbench.report.json import estimate_columns, interval_json
from workbench.report.text.phrases import percent
from workbench.studies.people_and_bots.decisions import PARTINGS, DecidesLike, DecisionAgreement

QUESTION = "Which bot decides like these people?"
METHOD = (
    "In plays on a screen every decision is logged. Wherever a person had a choice, each bot is asked what it would"
    " take there, from what that person knew; it agrees where it takes the very same action."
)
FEW = "The decisions of one play hang together: one play alone says less than its interval."


def headline(likeness: DecidesLike) -> str:
    """The bot that agrees most often, or those that are not told apart."""
    best = likeness.best
    title, rate = upper_first(best.title), percent(best.rate, 0)
    of = f"of {counted(best.decisions, 'decision')} in {counted(likeness.plays, 'play')}"
    if likeness.alike:
        names = listed([best.title, *(bot.title for bot in likeness.alike)], "or")
        return f"Who decides most like these people is open: {names}. {title} shares {rate} {of}."
    return f"{title} decides most like these people: it shares {rate} {of}."


def agreement_table(likeness: DecidesLike) -> list[dict[str, str]]:
    """A line for each bot."""
    return [
        {
            "Bot": bot.title,
            "Same action": percent(bot.rate, 0),
            "Interval": f"{percent(bot.estimate.low, 0)} to {percent(bot.estimate.high, 0)}",
            "Decisions": str(bot.decisions),
        }
        for bot in likeness.bots
    ]


def partings(agreement: DecisionAgreement) -> Iterator[str]:
    """Where people part most often from a bot."""
    for (people, bot), times in agreement.partings.most_common(PARTINGS):
        how = f"people {people} another" if people == bot else f"people {people} where it would {bot}"
        yield f"{counted(times, 'time')}: {how}"


def likeness_report(likeness: DecidesLike) -> Report:
    """The agreement of each bot, and where people part from the nearest."""
    best = likeness.best
    evidence = [FEW] if likeness.plays < 2 else []
    if likeness.left_out:
        evidence.append(f"Left out: {counted(likeness.left_out, 'play')} of older rules in code.")
    parts = [*partings(best)]
    blocks = [Table("", agreement_table(likeness))]
    where = [Section(f"Where they part from {best.title}", [Points(parts)])] if parts else []
    return Report(
        scenario=likeness.scenario,
        title=QUESTION,
        headline=headline(likeness),
        plays=0,
        evidence=evidence,
        blocks=[*blocks, *where],
        records=[{"bot": bot.bot, **estimate_columns("agreement", bot.estimate)} for bot in likeness.bots],
        data=likeness_json(likeness),
        how=METHOD,
        part="decisions",
    )


def likeness_json(likeness: DecidesLike) -> dict[str, object]:
    """`playtests bots --decisions --json`."""
    return {
        "game": likeness.scenario.game.name,
        "scenario": likeness.scenario.name,
        "plays": likeness.plays,
        "left_out": likeness.left_out,
        "decided": not likeness.alike,
        "bots": _bots_json(likeness),
    }


def _bots_json(likeness: DecidesLike) -> list[dict[str, object]]:
    return [
        {
            "bot": bot.bot,
            "decisions": bot.decisions,
            "agreement": {"rate": bot.rate, **interval_json(bot.estimate)},
            "partings": [
                {"people": people, "bot": would, "times": times}
                for (people, would), times in bot.partings.most_common()
            ],
        }
        for bot in likeness.bots
    ]
