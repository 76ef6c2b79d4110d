"""The edits of one card list in one session: the rows after each of them, and the way back."""

from dataclasses import dataclass, field

from workbench.study.card_edits import TextRows

MOST_STEPS = 100
"""Edits that can be undone."""


@dataclass
class Steps:
    """The rows after each edit; those at `at` are in force.

    A grid in the browser keeps its own edits on top of the rows that it began with. `began` are those, and another
    `version` makes it begin anew.
    """

    steps: list[TextRows]
    at: int = 0
    version: int = 0
    began: TextRows = field(init=False)

    def __post_init__(self) -> None:
        self.began = self.rows

    @property
    def rows(self) -> TextRows:
        """The rows in force."""
        return self.steps[self.at]

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to take back."""
        return self.at > 0

    @property
    def can_redo(self) -> bool:
        """Whether an edit was taken back."""
        return self.at + 1 < len(self.steps)

    def note(self, rows: TextRows) -> None:
        """The grid shows these rows now; edits that were taken back are forgotten with the first new one."""
        if rows != self.rows:
            self.steps = [*self.steps[: self.at + 1], rows][-MOST_STEPS:]
            self.at = len(self.steps) - 1

    def put(self, rows: TextRows) -> None:
        """Have the grid show these rows; it can be undone."""
        self.note(rows)
        self.begin()

    def undo(self) -> None:
        """Back to the rows before the last edit."""
        self.at = max(0, self.at - 1)
        self.begin()

    def redo(self) -> None:
        """Make the edit again that was taken back last."""
        self.at = min(len(self.steps) - 1, self.at + 1)
        self.begin()

    def begin(self) -> None:
        """Have the grid begin anew from the rows in force."""
        self.began = self.rows
        self.version += 1
