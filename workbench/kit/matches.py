"""Matches: a play is several games, until somebody has won so many, or as many as the rules say, with their points.

`class Rules(kit.Rules, match=9)` gives a game two rules, of up to 9 games: `match_wins` and `match_games`, both 1 at
first: then a play is one game. In what bots imagine a game ends the play, so they play each for itself.
"""

from typing import ClassVar, Final

from workbench.engine.compiling import compiled
from workbench.engine.types import Bool, Int, Rules
from workbench.engine.types import State as Position
from workbench.kit.fields import PerPlayer, State
from workbench.kit.moves import COMPONENTS, event
from workbench.kit.rules import MATCH_GAMES, MATCH_WINS, is_match
from workbench.kit.turns import most

PARAGRAPH: Final = (
    f"{{% if {MATCH_WINS} > 1 %}}**The match.** Games are played until somebody has won {{{{ {MATCH_WINS} }}}}; a game"
    f" that several win counts for each.\n{{% elif {MATCH_GAMES} > 1 %}}**The match.** {{{{ {MATCH_GAMES} }}}} games"
    " are played, and the points of all are added up.\n{% endif %}"
)
"""The paragraph of the rulebook on matches."""
STAYS: Final = ("games", "match", "imagined")
"""Fields that stay from game to game."""


@event("Game {games} of the match is over. The match stands: {match}.", number=COMPONENTS + 2)
def end_game(state: Position, rules: Rules) -> None:
    """A game of the match is over, of which there may be more: what each has won so far."""
    state.games += 1


@compiled
def ends_match(state: Position, rules: Rules) -> Bool:
    """True after a last game: somebody has won enough, or nobody can be waited for any longer."""
    if rules.match_wins == 1:
        return state.games >= rules.match_games
    return most(state.match, rules.players) >= rules.match_wins or state.games > rules.players * (rules.match_wins - 1)


@compiled
def beginner(state: Position, rules: Rules) -> Int:
    """The player who begins: in each game of a match another."""
    return state.games % rules.players


class MatchFields(State):
    """The fields that the state of a game has besides where there are matches."""

    games: int
    match: PerPlayer
    imagined: bool
    events: ClassVar = (end_game,)
    undrawn = ("imagined",)


def with_match(state: type[State]) -> type[State]:
    """The state of an author with what matches need. Raises TypeError where one of their fields is there already."""
    if taken := [name for name in STAYS if name in state.fields]:
        raise TypeError(f"State: a match is counted in fields {', '.join(taken)} of the kit; call yours otherwise")
    return type(
        state.__name__,
        (state,),
        {
            "__module__": state.__module__,
            "__annotations__": dict(MatchFields.__annotations__),
            "events": (*state.events, *MatchFields.events),
            "undrawn": (*state.undrawn, *MatchFields.undrawn),
            "used_if": {**state.used_if, **dict.fromkeys(("games", "match"), is_match)},
            "titles": {"games": "Games over", "match": "Match", **state.titles},
        },
    )
