"""The columns of the answer."""

from first_leader.measure import Answer

from workbench.report.columns import Columns, count, percent

LEADERS = Columns[Answer](
    count("after", "After", lambda answer: answer.after),
    percent("wins", "Leader wins", lambda answer: answer.wins, ends=("low", "high")),
    count("n", "Plays", lambda answer: answer.wins and answer.wins.n),
)


def records(answer: Answer) -> list[dict[str, object]]:
    """The lines of CSV: one, if anybody led."""
    return LEADERS.records([answer] if answer.wins else [])
