"""Two drop disks by turns into a standing frame of seven columns and six rows. Four in a row win.

A row is level, upright or slanted. If the frame is full and nobody has four in a row, it is a draw. Whoever begins can
always win, and drops the first disk into the middle for that (Allis 1988, "A knowledge-based approach of
Connect-Four")."""

from typing import Annotated

from workbench import kit

FRAME = kit.grid(rows=6, columns=7)
WHOLE, BOTTOM, MIDDLE = FRAME.whole, FRAME.rows[0], FRAME.columns[3]
LINES, STRAIGHT = FRAME.lines(4), FRAME.lines(4, slanted=False)


class Rules(kit.Rules, match=9):
    players: int = kit.rule(2, 2, 2, "How many play.", unit="players")
    swap: bool = kit.rule(False, "Whether the second player may take over the first disk instead of dropping one.")


class State(kit.State):
    disks: kit.Spaces = kit.pieces(FRAME, per_player=True)
    score: kit.PerPlayer
    dropped: int = kit.measured("Disks in the frame at the end.", 0.5, unit="disks")
    middle: kit.PerPlayer = kit.measured("Disks in the middle column at the end.", 0.1, unit="disks")
    slanted: bool = kit.measured("Whether a slanted row of four won.", 0.01, title="Won by a slanted row")
    undrawn = ("score", "dropped", "middle", "slanted")


def setup(state: State, rules: Rules) -> None:
    state.actor = kit.beginner(state, rules)


def openings(state: State) -> kit.CardSet:
    """The lowest free space of each column."""
    taken = state.disks[0] | state.disks[1]
    return (BOTTOM | kit.raised(taken, 7)) & ~taken & WHOLE


@kit.move("Player {player} drops a disk to {space}.", among=openings)
def drop(state: State, rules: Rules, player: int, space: Annotated[int, FRAME]) -> None:
    """Drop a disk into a column that is not full. Four of yours in a row win."""
    state.disks[player] = kit.add(state.disks[player], space)
    state.dropped += 1
    state.middle[player] += kit.holds(MIDDLE, space)
    if kit.has_line(LINES, state.disks[player]):
        state.slanted = not kit.has_line(STRAIGHT, state.disks[player])
        state.score[player] = 1
    state.over = state.score[player] == 1 or state.dropped == 42
    kit.next_player(state, rules)


def may_take_over(state: State, rules: Rules, player: int) -> kit.Bool:
    return rules.swap and state.dropped == 1 and player != kit.beginner(state, rules)


@kit.move("Player {player} takes over the first disk.", when=may_take_over)
def take_over(state: State, rules: Rules) -> None:
    """Instead of dropping your first disk, take over that of the other, who then goes on."""
    state.disks[0], state.disks[1] = state.disks[1], state.disks[0]
    state.middle[0], state.middle[1] = state.middle[1], state.middle[0]
    kit.next_player(state, rules)


@kit.style("Completes a row of four, blocks one, or else drops where most rows of four may still come of it.")
def watchful(state: State, player: int) -> kit.Action:
    best, choice = -1, 0
    for space in kit.each(openings(state)):
        worth = 0
        for line in range(LINES.shape[0]):
            if kit.holds(LINES[line], space):
                mine, theirs = (
                    kit.count(LINES[line] & state.disks[player]),
                    kit.count(LINES[line] & state.disks[1 - player]),
                )
                worth += 1000 if mine == 3 else 100 if theirs == 3 else 1 + mine if theirs == 0 else 0
        if worth > best:
            best, choice = worth, space
    return kit.action(drop, choice)


SUMMARY = "Drop disks into a frame; four in a row win. For 2."
GAME = kit.game(globals(), title="Four in a Row", summary=SUMMARY, points="", win_weight=1.0)
