"""The score sheet of a play that people made, as they would have filled it in."""

from collections import Counter
from dataclasses import dataclass, field

from workbench.engine.batch import visible_events
from workbench.engine.bit_sets import members
from workbench.engine.measures import WINNERS
from workbench.engine.score_sheet import Points, ScoreSheet
from workbench.play.interactive import InteractivePlay


@dataclass
class FilledSheet:
    """The sheet with all that is written on it, by seat; `cells` also by row and criterion, `outcomes` by row."""

    sheet: ScoreSheet
    winners: list[int]
    cells: dict[tuple[int, int, str | None], Points] = field(default_factory=dict)
    totals: dict[int, Points] = field(default_factory=dict)
    sides: dict[int, str] = field(default_factory=dict)
    outcomes: dict[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """How many rows have an entry."""
        return max((row + 1 for row in (*(row for _, row, _ in self.cells), *self.outcomes)), default=0)

    def row_total(self, seat: int, row: int) -> Points | None:
        """The points of a seat in a row, without what is written once a game; None where there are none."""
        once = {criterion.name for criterion in self.sheet.criteria if criterion.once}
        cells = [
            points for (who, at, name), points in self.cells.items() if (who, at) == (seat, row) and name not in once
        ]
        return sum(cells) if cells else None


def filled_sheet(play: InteractivePlay) -> FilledSheet:
    """The sheet of a play that is over."""
    game, players, result = play.scenario.game, play.scenario.players, play.result()[0]
    sheet = game.sheet(play.values)
    filled = FilledSheet(sheet, members(result[WINNERS]))
    _write_rows(play, filled)
    if sheet.total:
        filled.totals = {seat: result[sheet.total][seat].item() for seat in range(players)}
    if game.sides and sheet.sides:
        filled.sides = {seat: game.sides.names[int(result[game.sides.measure][seat])] for seat in range(players)}
    return filled


def _write_rows(play: InteractivePlay, filled: FilledSheet) -> None:
    rows = Counter[tuple[int | None, str | None]]()
    for event in visible_events(play.batch, play.film):
        for entry in play.scenario.game.write_down(event["event"], event):
            if entry.criterion not in (None, *filled.sheet.criterion_names):
                continue
            row = rows[entry.player, entry.criterion]
            rows[entry.player, entry.criterion] += 1
            if entry.player is None:
                filled.outcomes[row] = entry.sides
            else:
                filled.cells[entry.player, row, entry.criterion] = entry.points
