"""`thinker:N`: what a quick bot does, unless its own playouts show that something else is better; N playouts at most.

Rollout policy improvement (Tesauro and Galperin 1996, "On-line Policy Improvement using Monte-Carlo Search"; Bertsekas
2013, "Rollout Algorithms for Discrete Optimization"). The bot that it starts from, its *base*, names an action. Others
are tried against that one in worlds that agree with all that the player knows (`determinize`): in each world all of
them, with the same chance, and everybody plays on by the base, from what it sees itself there, to the end of the stage.
What counts is the difference to what the base's action pays in the same world.

* Of more actions than can be tried `FEWEST_WORLDS` times, those are that the base holds to be worth most.
* Rounds halve the actions (Karnin, Koren, Somekh 2013); the base's action stays to the end. Each round has an equal
  part of the playouts that are left.
* An action is tried no more once it would have to do much better than so far to be taken at the end.
* The base's action is left only for one whose mean difference is above 0 by more than chance explains: by `CLEAR`
  standard errors, and by more where more actions were tried. Nor may a loss that none of the worlds has seen explain
  it (`UNSEEN`): what is at stake is how far the base's action led, in any of them, from what the position was worth.

So a thinker needs to know nothing of its game but the rules: neither scale nor unit of the payoffs matters. Where more
thought is worth nothing, it plays as its base does. All randomness is one word of the player's own stream a decision.

A base of many playouts cannot be played on by, tens of thousands of times. There the playouts are those of the base
itself: by playout actions, judged as it judges them, but more of them; so its choice counts for little (`ALIKE`).
"""

from math import log, sqrt
from typing import Final

import numpy as np

from workbench.bots.ismcts import (
    DRAWN,
    NONE,
    VIEW,
    at_horizon,
    draw_world,
    playout_choice,
    usable_actions,
    worlds_this_round,
)
from workbench.bots.quick import BY_WORTH, FORBIDDEN, best_action, best_of, style_action
from workbench.engine.bit_sets import EMPTY, add, count, is_single, lowest, remove, without_lowest
from workbench.engine.chance import STEP, copy_chance, player_word
from workbench.engine.compiling import compiled, copy_front
from workbench.engine.dispatch import PLAIN, answered_by_type, apply, conceal, glimpse, payoff
from workbench.engine.loop import TRIED, WORLD
from workbench.engine.types import (
    Action,
    ActionSet,
    Chance,
    Float,
    Int,
    Player,
    Rules,
    Seats,
    States,
)

FEWEST_WORLDS: Final = 8
"""Worlds in which an action is tried at least, and before it may be left out. Set by hand."""
CLEAR: Final = 3.3
"""Standard errors by which an action must be better than the base's. In Pig, where hardly anything is to be gained,
2.33 cost thinkers of 50 playouts 0.6 points of the wins, and 1.64 cost 1.8; in No thanks, 1.64 won 4 points more."""
ALIKE: Final = 1.0
"""The same where the base has tried them by fewer such playouts; losses not seen are then no reason to stay."""
HOPE: Final = 1.64
"""Standard errors by which an action may be better than it looks while it is tried on. Set by hand."""
UNSEEN: Final = 3.0
"""Worlds besides those seen, in each of which an action may lose as much as was at stake: a loss that comes in 3 of n
worlds is in none of them with a chance of 1 in 20 (rule of three, Hanley and Lippman-Hand 1983). Without, thinkers of
Pig who had as good as won rolled on for a point or two."""
MOST_MOVES: Final = 1_000
"""Moves of a playout at most: a stage that does not end is judged as it stands then."""
ROUNDING: Final = 1e-9
"""More than the sums of payoffs are wrong by."""
BY_PLAYOUTS: Final = -2
AS_LEARNED: Final = -3
"""In the place of the number of a style by which everybody plays on: playout actions, or as the base has learned."""


@compiled
def think(seats: Seats, states: States, rules: Rules, chance: Chance, legal: ActionSet) -> Action:
    """The action of the thinker at `states[WORLD]`, one of several."""
    view, player = states[VIEW], np.int64(states[WORLD].actor)
    first = base_action(seats, states, rules, chance, legal)
    seats.visits[:] = 0
    key, budget = player_word(chance, player), np.int64(seats.number[player])
    rivals = best_of(seats.worths, remove(legal, first), max(0, budget // FEWEST_WORLDS - 1))
    if rivals == EMPTY:
        return first
    seats.restricted = NONE if seats.forbidden[player] == EMPTY else player
    seats.paid = seats.reach = 0.0
    seats.gains[:] = 0.0
    seats.squares[:] = 0.0
    states[VIEW] = states[WORLD]
    conceal(view, rules, player)
    states[DRAWN] = view  # with what stays behind, which is the same in all worlds
    states[TRIED] = view
    planned, worlds, left, alike = 1 + count(rivals), 0, budget, seats.follow[player] == BY_PLAYOUTS
    clear = ALIKE if alike else sqrt(CLEAR * CLEAR + 2.0 * log(count(rivals)))
    while rivals != EMPTY and left > count(rivals):
        ahead = worlds_this_round(planned, left)
        while ahead > 0 and rivals != EMPTY and left > count(rivals):
            draw_world(seats, states, rules, key + np.uint64(worlds) * STEP)
            try_in_world(seats, states, rules, first, rivals, player)
            left -= 1 + count(rivals)
            worlds += 1
            ahead -= 1
            if worlds >= FEWEST_WORLDS:
                rivals = hopeful(seats, rivals, worlds, left // 2, clear)
        rivals = best_of(seats.gains, rivals, max(1, planned // 2))
        planned = 1 + count(rivals)
    if rivals == EMPTY:
        return first
    best = lowest(best_of(seats.gains, rivals, 1))
    return best if surplus(seats, best, worlds, clear, 0.0 if alike else UNSEEN) > 0.0 else first


@compiled
def base_action(seats: Seats, states: States, rules: Rules, chance: Chance, legal: ActionSet) -> Action:
    """The choice of the base; `worths` is left with what it holds the actions to be worth."""
    player = np.int64(states[WORLD].actor)
    seats.worths[:] = 0.0
    if seats.follow[player] == AS_LEARNED:
        return learned_choice(seats, states, rules, chance, legal, seats.base[player])
    glimpse(states, rules)
    if seats.base[player] != BY_WORTH:
        action = style_action(states, rules, legal, seats.base[player])
        if action != FORBIDDEN:
            return action
    return best_action(states, rules, chance, legal, seats.worths)


@compiled
def try_in_world(seats: Seats, states: States, rules: Rules, first: Action, rivals: ActionSet, player: Player) -> None:
    """Add what each rival pays more than the first action in the world of `states[DRAWN]`."""
    paid = payoff_of(seats, states, rules, first, player)
    seats.paid += paid
    seats.reach = max(seats.reach, abs(paid - payoff(states[DRAWN], rules, player)))
    seats.visits[first] += 1
    while rivals != EMPTY:
        rival = lowest(rivals)
        rivals = without_lowest(rivals)
        gain = payoff_of(seats, states, rules, rival, player) - paid
        seats.visits[rival] += 1
        seats.gains[rival] += gain
        seats.squares[rival] += gain * gain


@compiled
def payoff_of(seats: Seats, states: States, rules: Rules, action: Action, player: Player) -> Float:
    """The payoff of an action in a copy of the drawn world, where everybody then plays on by the base."""
    seats.iterations += 1
    tried = states[TRIED:]
    world, follow = tried[WORLD], np.int64(seats.follow[player])
    copy_front(world, states[DRAWN])
    copy_chance(seats.search_chance, seats.drawn_chance)
    tried[VIEW] = states[VIEW]
    if follow == AS_LEARNED:
        return learned_worth(seats, tried, rules, seats.search_chance, action, player, seats.base[player])
    stage, moves = world.stage, 0
    apply(world, rules, seats.search_chance, action)
    while not at_horizon(world, stage) and moves < MOST_MOVES:
        legal = usable_actions(seats, world, rules)
        if is_single(legal):
            action = lowest(legal)
        elif follow == BY_PLAYOUTS:
            action = playout_choice(seats, world, rules, legal)
        else:
            glimpse(tried, rules)
            if follow == BY_WORTH:
                action = best_action(tried, rules, seats.search_chance, legal, seats.worths)
            else:
                action = style_action(tried, rules, legal, follow)
                if action == FORBIDDEN:  # after a first pick that it would not have made
                    action = playout_choice(seats, world, rules, legal)
        apply(world, rules, seats.search_chance, action)
        moves += 1
    return payoff(world, rules, player)


@compiled
def hopeful(seats: Seats, rivals: ActionSet, worlds: Int, more: Int, clear: Float) -> ActionSet:
    """The rivals that could be taken after so many more worlds, if they are somewhat better than they look."""
    hopeful_rivals, rest = EMPTY, rivals
    while rest != EMPTY:
        rival = lowest(rest)
        rest = without_lowest(rest)
        mean, spread = seats.gains[rival] / worlds, spread_of(seats, rival, worlds)
        end = seats.gains[rival] + more * (mean + HOPE * spread / sqrt(float(worlds)))
        if end > clear * spread * sqrt(float(worlds + more)) + ROUNDING:
            hopeful_rivals = add(hopeful_rivals, rival)
    return hopeful_rivals


@compiled
def spread_of(seats: Seats, rival: Action, worlds: Int) -> Float:
    """The standard deviation of what a rival pays more in a world."""
    gain = seats.gains[rival]
    return sqrt(max(0.0, seats.squares[rival] - gain * gain / worlds) / (worlds - 1))


@compiled
def surplus(seats: Seats, rival: Action, worlds: Int, clear: Float, unseen: Float) -> Float:
    """The gain of a rival beyond what chance explains, which of few worlds is more (Student), or losses not seen."""
    if worlds < FEWEST_WORLDS:
        return 0.0
    student = clear * (1.0 + (clear * clear + 1.0) / (4.0 * (worlds - 1)))
    seen = student * spread_of(seats, rival, worlds) * sqrt(float(worlds))
    return seats.gains[rival] - max(seen, unseen * seats.reach) - ROUNDING


def learned_choice(seats: Seats, states: States, rules: Rules, chance: Chance, legal: ActionSet, way: Int) -> Action:
    """The choice of a bot that has learned, answered by the type of `seats`."""
    return PLAIN[seats.dtype]["learned_choice"](seats, states, rules, chance, legal, way)


def learned_worth(
    seats: Seats, tried: States, rules: Rules, chance: Chance, action: Action, player: Player, way: Int
) -> Float:
    """The worth of what an action leads to in a world, as such a bot judges it."""
    return PLAIN[seats.dtype]["learned_worth"](seats, tried, rules, chance, action, player, way)


answered_by_type(learned_choice, deciding=0)
answered_by_type(learned_worth, deciding=0)


@compiled
def nobody_chooses(seats: Seats, states: States, rules: Rules, chance: Chance, legal: ActionSet, way: Int) -> Action:
    """The `learned_choice` of a table where nobody has learned."""
    return lowest(legal)


@compiled
def nobody_judges(
    seats: Seats, tried: States, rules: Rules, chance: Chance, action: Action, player: Player, way: Int
) -> Float:
    """The `learned_worth` of a table where nobody has learned."""
    return 0.0
