"""The score sheet of a session, filled in: sums by row and player, and the winners.

Points are entered by criterion, by row, or as a total; where both were entered the coarser one counts, as it is what
the table agreed on. An override names winners or totals in spite of the sheet, with its reason.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from workbench.engine.game import Game
from workbench.engine.parameters import Values, Written
from workbench.engine.registry import games
from workbench.engine.score_sheet import Points, ScoreSheet, Wins
from workbench.engine.wording import counted, upper_first
from workbench.playtest.log.kinds import BG_STATS

ScoreCell = tuple[str, int, str | None]
"""Player, row from 0, criterion; None for the row as a whole."""


@dataclass(frozen=True)
class Override:
    """Winners or totals in spite of the sheet, and the reason. `winners` None: by the totals."""

    winners: tuple[str, ...] | None
    totals: Mapping[str, Points]
    reason: str


@dataclass(frozen=True)
class Scores:
    """The sheet and everything entered on it. `players` is everybody at the table, in the order of their seats.

    cells      points by player, row and criterion
    written    totals entered as such
    left       players who left the table, in that order; their points stay
    taken      for players who left: who took over their points
    sides      the side of each player, as far as it is known
    outcomes   the sides that won each row; under None, those that won the session in spite of the rows
    """

    sheet: ScoreSheet
    players: tuple[str, ...] = ()
    cells: Mapping[ScoreCell, Points] = field(default_factory=dict)
    written: Mapping[str, Points] = field(default_factory=dict)
    override: Override | None = None
    left: tuple[str, ...] = ()
    taken: Mapping[str, str] = field(default_factory=dict)
    sides: Mapping[str, str] = field(default_factory=dict)
    outcomes: Mapping[int | None, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def rows(self) -> int:
        """How many rows there are, up to the last one with an entry."""
        gone_to = (row + 1 for row in self.outcomes if row is not None)
        return max((*(row + 1 for _, row, _ in self.cells), *gone_to), default=0)

    def row_total(self, player: str, row: int) -> Points | None:
        """A player's points of a row, with those that were taken over; None without entries.

        Criteria that are entered once belong to no row.
        """
        return _sum(points for who in self._with_taken(player) if (points := self._entered_row(who, row)) is not None)

    def _entered_row(self, player: str, row: int) -> Points | None:
        if (player, row, None) in self.cells:
            return self.cells[player, row, None]
        return _sum(self._by_row.get((player, row), ()))

    @cached_property
    def _by_row(self) -> dict[tuple[str, int], list[Points]]:
        """The points of every player's rows, without what is entered once."""
        by_row: dict[tuple[str, int], list[Points]] = {}
        for (who, row, name), points in self.cells.items():
            if name not in self._once:
                by_row.setdefault((who, row), []).append(points)
        return by_row

    @cached_property
    def _once(self) -> tuple[str, ...]:
        """The criteria that are entered once, not in every row."""
        return tuple(criterion.name for criterion in self.sheet.criteria if criterion.once)

    def _with_taken(self, player: str) -> tuple[str, ...]:
        """The players whose points count for a player: their own, and those that they took over."""
        players = [player]
        for who in players:
            players += [gone for gone, taker in self.taken.items() if taker == who and gone not in players]
        return tuple(players)

    def holder_of(self, player: str, row: int, criterion: str | None = None) -> str:
        """Whose entry stands in a player's field: that of somebody whose points they took over, where they have none.

        What is written there replaces that entry: as one of the player's own it would count beside it.
        """
        if criterion in self._once:
            entered = {who for who, _, name in self.cells if name == criterion}
        else:
            entered = {who for who, at, name in self.cells if at == row and name not in self._once}
        return next((who for who in self._with_taken(player) if who in entered), player)

    def sum_of(self, player: str) -> Points | None:
        """The sum of a player's rows and of the points taken over; None without entries."""
        rows = [self._entered_row(player, row) for row in range(self.rows)]
        taken = [self._total(gone) for gone, taker in self.taken.items() if taker == player]
        once = [points for (who, _, name), points in self.cells.items() if who == player and name in self._once]
        return _sum(points for points in (*rows, *once, *taken) if points is not None)

    def criterion_total(self, player: str, criterion: str) -> Points | None:
        """A player's points for one criterion in all rows; None without entries."""
        whose = self._with_taken(player)
        return _sum(points for (who, _, name), points in self.cells.items() if who in whose and name == criterion)

    def _total(self, player: str) -> Points | None:
        overridden = self.override.totals if self.override else {}
        return overridden.get(player, self.written.get(player, self.sum_of(player)))

    @cached_property
    def totals(self) -> dict[str, Points]:
        """The total of everybody at the table who has one."""
        return self._totals(self.players)

    @cached_property
    def totals_left(self) -> dict[str, Points]:
        """The points of those who left, as they were then; also where somebody took them over."""
        return self._totals(self.left)

    def _totals(self, players: Iterable[str]) -> dict[str, Points]:
        return {player: total for player in players if (total := self._total(player)) is not None}

    @property
    def stranded(self) -> dict[str, Points]:
        """The points of those who left that nobody took over."""
        return {player: total for player, total in self.totals_left.items() if player not in self.taken}

    def total_of(self, player: str) -> Points | None:
        """A player's points, at the table or left; None without entries."""
        return self.totals.get(player, self.totals_left.get(player))

    @cached_property
    def winning_sides(self) -> tuple[str, ...]:
        """The sides that have won: as entered, else by the outcomes of the rows."""
        if (declared := self.outcomes.get(None)) is not None:
            return declared
        rows = [sides for row, sides in self.outcomes.items() if row is not None]
        return self.sheet.winning_sides(rows, set(self.sides.values()))

    @cached_property
    def winners(self) -> tuple[str, ...]:
        """The winners: as overridden, else by the sheet, which needs the total or the side of everybody at the table.

        Players who left win only by an override.
        """
        if self.override and self.override.winners is not None:
            return tuple(player for player in (*self.players, *self.left) if player in self.override.winners)
        return self._by_sheet

    @property
    def _by_sheet(self) -> tuple[str, ...]:
        if self.sheet.sides and self.sheet.wins is Wins.NAMED:
            complete = all(player in self.sides for player in self.players)
            return tuple(player for player in self.players if complete and self.sides[player] in self.winning_sides)
        return self.sheet.winners(self.totals) if len(self.totals) == len(self.players) else ()

    @cached_property
    def has_reached_target(self) -> bool:
        """True if somebody has, or had before what is taken off once at the end, the total at which the game ends."""
        everybody = (*self.players, *self.left)
        once = {who: sum(self.cells.get((who, 0, name), 0) for name in self._once) for who in everybody}
        sums = {who: total for who in everybody if (total := self.sum_of(who)) is not None}
        before = [total - once[who] for who, total in sums.items()]
        return self.sheet.is_reached([*self.totals.values(), *self.totals_left.values(), *before])

    @property
    def why_not_over(self) -> str:
        """Why the game is not over by the rules: `Nobody has 21`; empty where it is, or the sheet does not show it.

        A sheet with nothing on it shows nothing, nor do totals of how many rows were played.
        """
        sheet, rows = self.sheet, [row for row in self.outcomes if row is not None]
        if sheet.sides and sheet.wins is Wins.NAMED:
            open_ = rows and self.outcomes.get(None) is None and not self.winning_sides
            return "No side has won" if open_ else ""
        at_the_end = any(name in self._once for _, _, name in self.cells)
        if self.has_reached_target or at_the_end or not (self.totals or self.totals_left):
            return ""
        if sheet.rows is None:
            nobody = "" if sheet.target is None else f"Nobody has {sheet.target}"
            unseen = f"the sheet does not show whether {sheet.ends}" if sheet.ends else ""
            return f"{nobody}, and {unseen}" if nobody and unseen else nobody or upper_first(unseen)
        if self.rows >= sheet.rows or self.rows == 0:
            return "Not everybody has a total" if 0 < len(self.totals) < len(self.players) else ""
        return f"Of {counted(sheet.rows, sheet.row)}, only {counted(self.rows, 'is', 'are')} written down"

    @property
    def margin(self) -> Points | None:
        """The winner's lead; None while totals are missing, or where an override names other winners."""
        if len(self.totals) < len(self.players) or self.wins_by_override:
            return None
        return self.sheet.margin(self.totals.values())

    @property
    def wins_by_override(self) -> bool:
        """True if an override names other winners than the sheet does, or nobody, which no sheet says."""
        return self.names_winners and (not self.winners or set(self.winners) != set(self._by_sheet))

    @property
    def names_winners(self) -> bool:
        """True if an override names the winners, also those whom the sheet has."""
        return self.override is not None and self.override.winners is not None

    @property
    def says_who_won(self) -> bool:
        """True if somebody has won, or it is known that nobody has."""
        by_totals = self.sheet.wins is not Wins.NAMED and len(self.totals) == len(self.players)
        return self.names_winners or by_totals or bool(self.winners or self.winning_sides)

    def win_share(self, player: str) -> float:
        """A player's share of the win: 1/k when k share it."""
        return 1 / len(self.winners) if player in self.winners else 0.0

    @property
    def contradictions(self) -> tuple[str, ...]:
        """The players whose entered total differs from the sum of their rows."""
        return tuple(who for who, total in self.written.items() if self.sum_of(who) not in (None, total))


def sheet_of(game: str, rules: Mapping[str, Written], direction: str | None = None) -> ScoreSheet:
    """The sheet of a game under these rules; totals only for a game that is not installed.

    Rules that the game no longer has, and values that it no longer accepts, are replaced by its defaults. `direction`
    overrides who wins.
    """
    registered = games().get(game)
    facts = rules.get(BG_STATS)
    if registered is None and isinstance(facts, Mapping) and ("cooperative" in facts or "noPoints" in facts):
        return ScoreSheet(
            wins=Wins.NAMED, whole=False
        )  # also with totals, which say of all players together how well they did
    sheet = ScoreSheet(whole=False) if registered is None else registered.sheet(accepted(registered, rules))
    return sheet if direction is None else sheet._replace(wins=Wins(direction))


def accepted(game: Game, rules: Mapping[str, Written]) -> Values:
    """The values that the game still accepts."""
    parameters = game.parameters
    return {name: value for name, value in rules.items() if name in parameters and parameters[name].accepts(value)}


def _sum(points: Iterable[Points]) -> Points | None:
    """The sum, to the millionth, as fractions do not add up exactly: 0.1 and 0.2 are 0.3; None of nothing."""
    entered = list(points)
    return round(sum(entered), 6) if entered else None
