"""The answer as a document."""

from first_leader.measure import Answer

from workbench.report.document import Report, Table
from workbench.report.text.phrases import count, share


def report(answer: Answer) -> Report:
    scenario, wins, stage = answer.question.scenario, answer.wins, answer.question.after
    when = f"after {scenario.game.stage_word} {stage}"
    headline = f"Who leads alone {when} wins {share(wins)}." if wins else f"Nobody leads alone {when}."
    rows = [{"After": when, "Leader wins": share(wins), "Plays": count(wins.n)}] if wins else []
    records = [{"after": stage, "wins": wins.mean, "low": wins.low, "high": wins.high, "n": wins.n}] if wins else []
    title = f"First leader of {scenario.title}"
    return Report(scenario, title, headline, answer.plays, blocks=[Table("", rows)], records=records)
