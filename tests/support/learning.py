"""What search learns at a position, down to the last byte: for tests of what it may not know.

Its decision alone says little: the game's appraisal outweighs the few iterations that plain Python can afford, so a
search that looks at hidden cards would mostly decide as one that does not.
"""

from typing import Any

from tests.support.plain import Play
from tests.support.seats import bots
from workbench.bots import ismcts
from workbench.bots.ismcts import SAMPLE
from workbench.engine.bit_sets import EMPTY, lowest, without_lowest
from workbench.engine.chance import player_word, start_deal
from workbench.engine.loop import WORLD

WORLDS = 2


def learned(play: Play, bot: str) -> tuple[int, bytes]:
    """The decision of a bot that searches, and all that its table holds then: every node, and the chance it used."""
    seats = bots(play.game, bot, play.players)
    return play.decision_of(seats), seats.tobytes()


def is_searched(play: Play, bot: str) -> bool:
    """Whether there is a choice here, so that search makes an iteration; all is as it was before."""
    seats, before = bots(play.game, bot, play.players), play.copy_of_all()
    play.decision_of(seats)
    play.restore(before)
    return bool(seats.iterations > 0)


def peeks(play: Play, bot: str, seed: int = 0) -> bool:
    """Whether search learns anything else in worlds that the actor cannot tell from this one; all is as before."""
    before = play.copy_of_all()
    answers = {learned(play, bot)}
    for world in range(WORLDS):
        play.restore(before)
        play.states[WORLD] = play.world(int(play.state.actor), seed + world)
        answers.add(learned(play, bot))
    play.restore(before)
    return len(answers) > 1


def hides(play: Play, seed: int = 0) -> bool:
    """Whether the actor holds another world possible than the true one."""
    worlds = [play.world(int(play.state.actor), seed + world) for world in range(WORLDS)]
    names = play.game.state.names
    return any(world[name].tobytes() != play.state[name].tobytes() for world in worlds for name in names)


def compare_in_the_true_world(seats: Any, states: Any, used: Any, rules: Any, chance: Any, running: Any) -> Any:
    """`ismcts.try_in_one_world` as a cheat would have it: every hidden card is seen."""
    imagined = seats.search_chance
    key = player_word(chance, states[ismcts.VIEW].actor)
    while running != EMPTY:
        node, running = 1 + lowest(running), without_lowest(running)
        states[SAMPLE] = states[WORLD]
        imagined.play_key = key
        start_deal(imagined, 0)
        used = ismcts.iterate(seats, states[SAMPLE], node, used, rules)
        seats.iterations += 1
    return used
