"""Bots by name: `random`, `greedy`, `thinker:N`, `ismcts:N`, `learned`, or a style of the game; one for all seats, or
one a seat. `thinker:N:BOT` starts from that bot, where `thinker:N` starts from the game's usual one.

`~ACTION` behind a name leaves out a kind of action wherever anything else is legal: `ismcts:200~scout` never scouts
(restricted play, Jaffe et al. 2012, "Evaluating Competitive Game Balance with Restricted Play"). Of several, where all
that is legal is left out, the one named last gives way: `greedy~scout~decline`, asked to scout or decline, declines.
`+ACTION` takes it first, and a bot that decides at once takes conditions: `greedy~scout:own_hand=..2` never scouts with
two cards or fewer, `greedy@scout:own_hand=3..` scouts first with three or more, and else never.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from workbench.bots.policies import policies, policies_of, table_with_policies
from workbench.bots.quick import BY_WORTH
from workbench.bots.restriction import MOST_CONDITIONS, table_with_conditions
from workbench.bots.seats import (
    GREEDY,
    LEARNED,
    LEARNED_NAME,
    OBSERVERS_SEATS,
    POLICY,
    RANDOM,
    RANDOM_SEATS,
    SEARCH,
    SEARCH_SEATS,
    SEATS,
    STYLE,
    THINKER,
    THINKING,
)
from workbench.bots.thinker import AS_LEARNED, BY_PLAYOUTS
from workbench.engine.game import Game
from workbench.engine.notes import UNHEARD, Progress
from workbench.engine.parameters import Values
from workbench.engine.problems import MOST_ITERATIONS, BadInput, Problem, WholeRange
from workbench.engine.types import Seats
from workbench.engine.wording import did_you_mean

GENERIC = {
    "random": "Takes any legal action, evenly.",
    "greedy": "One step ahead, by the game's own evaluation under the rules in force.",
    "thinker:N": "The usual quick bot, improved by up to N playouts a decision where they show that it is better.",
    "ismcts:N": "Information-set Monte Carlo tree search with N iterations a decision.",
}
"""The bots that play every game, with their help."""
LEARNED_HELP = "Judges positions by an evaluation learned by self-play under the rules in force; see `workbench learn`."
TITLES = {"greedy": "quick", "ismcts": "tree search", "learned": "self-taught"}
"""The plain names of bots whose name is a term of the field; a number of iterations stands behind."""
BUDGETS = {"thinker:N": (50, 200, 800), "ismcts:N": (50, 200, 1000)}
"""Playouts, or iterations, that a list to choose from offers; any other number may be typed."""
ITERATIONS = WholeRange(1, MOST_ITERATIONS)
NEEDED = {
    "thinker": "thinker:N or thinker:N:BOT, from a bot that decides at once, with N playouts a decision",
    "ismcts": "ismcts:N, with N iterations a decision",
}
"""How the bots are called that take a number."""
LEAST, MOST = -(2**40), 2**40
"""Ends of a condition that has none."""
ORDER = {"~": "", "+": " first", "@": " just"}
_RESTRICTION = re.compile(r"([~+@])([^~+@]*)")
_CONDITION = re.compile(r"(\w+):(\w+)=(-?\d{0,9})(\.\.)?(-?\d{0,9})")
_WITH_BUDGET = re.compile(r"(ismcts|thinker):(\d{1,7})(?::(\w+))?")


class Restriction(NamedTuple):
    """Something that a bot does with a kind of action: `~` leave it out, `+` take it first, `@` take it first or never.

    That is while a quantity is from `low` to `high`, where it is named.
    """

    sign: str
    kind: str
    quantity: str = ""
    low: int = LEAST
    high: int = MOST

    @property
    def spec(self) -> str:
        """As it stands behind the name of a bot."""
        ends = ("" if self.low == LEAST else str(self.low), "" if self.high == MOST else str(self.high))
        return f"{self.sign}{self.kind}" + (f":{self.quantity}={'..'.join(ends)}" if self.quantity else "")

    @property
    def words(self) -> str:
        """`scout`, `hold first while turn is 20 or more`."""
        name = self.quantity.replace("_", " ")
        span = f"{self.low} to {self.high}" if self.low != self.high else str(self.low)
        span = f"{self.low} or more" if self.high == MOST else f"{self.high} or less" if self.low == LEAST else span
        return self.kind.replace("_", " ") + ORDER[self.sign] + (f" while {name} is {span}" if name else "")


class BotSpec(NamedTuple):
    """A bot as its name says: `number` is a style's or a budget, `restrictions` as they are named.

    `base` is the bot that a thinker starts from.
    """

    kind: int
    number: int
    base: str = ""
    restrictions: tuple[Restriction, ...] = ()

    @property
    def learns(self) -> bool:
        """True if it learns before it plays."""
        return self.kind == LEARNED or self.base == LEARNED_NAME


def bot_names(game: Game) -> list[str]:
    """Every bot that can play `game`; `N` stands for a number of iterations."""
    learned = [] if game.has_evaluation or game.is_plain else [LEARNED_NAME]
    return [*GENERIC, *learned, *(style.name for style in game.styles), *policies_of(game)]


def bot_title(spec: str) -> str:
    """The plain name of a bot: `quick`, `thinker 200`, `quick without scout`; a style or any other word by its name."""
    name, restrictions = parts_of(spec)
    kind, budget, base = (*name.split(":", 2), "", "")[:3]
    title = " ".join(filter(None, (TITLES.get(kind, kind.replace("_", " ")), budget)))
    title = f"{title} from {bot_title(base)}" if base else title
    without = " or ".join(one.words for one in restrictions if one.sign == "~")
    first = " and ".join(one.words for one in restrictions if one.sign != "~")
    return title + (f" with {first}" if first else "") + (f" without {without}" if without else "")


def plain_name(spec: str) -> str:
    """The name of a bot without its restrictions."""
    return re.split("[~+@]", spec, maxsplit=1)[0]


def parts_of(spec: str) -> tuple[str, list[Restriction]]:
    """The name of a bot, and its restrictions; of one that cannot be read, the words are its kind of action."""
    return plain_name(spec), [_restriction(*match) for match in _RESTRICTION.findall(spec)]


def _restriction(sign: str, words: str) -> Restriction:
    read = _CONDITION.fullmatch(words)
    if not read or not (read[3] or read[5]):
        return Restriction(sign, words)
    low, high = (int(end) if end not in ("", "-") else usual for end, usual in ((read[3], LEAST), (read[5], MOST)))
    return Restriction(sign, read[1], read[2], low, high if read[4] else low)


def bot_help(game: Game, name: str) -> str:
    """A sentence on a bot; kinds of action that it may not use are not told."""
    plain = plain_name(name)
    style = game.style(plain)
    if plain == "greedy" and game.greedy_help:
        return game.greedy_help
    if plain == LEARNED_NAME:
        return LEARNED_HELP
    if style:
        return style.help
    if words := GENERIC.get(plain) or GENERIC.get(f"{plain.partition(':')[0]}:N"):
        return words
    return policies_of(game)[plain].help  # looked for last: it asks every package that is installed


def bot_problems(game: Game, specs: Sequence[str], players: int) -> list[Problem]:
    """The problems with the bots for a table of `players`."""
    problems = [Problem("bots", wrong, f'"{spec}"') for spec in specs for wrong in _wrong(game, spec)]
    if len(specs) not in (1, players):
        text = " ".join(specs) or "none"
        problems.append(
            Problem("bots", f"{len(specs)} given; must be 1 for all seats, or {players}, one a seat", f'"{text}"')
        )
    return problems


def _wrong(game: Game, spec: str) -> list[str]:
    name, restrictions = parts_of(spec)
    kinds = {kind.name.lower() for kind in game.action_kinds}
    reasons, there = [], ", ".join(sorted(kinds))
    search = name.partition(":")[0]
    if _coded(game, name) is None and search in NEEDED:
        reasons.append(f"must be {NEEDED[search]}, {ITERATIONS}")
    elif _coded(game, name) is None:
        otherwise = f"; {game.title} is played by {', '.join(bot_names(game))}"
        reasons.append(f"no such bot{did_you_mean(name, bot_names(game), otherwise)}")
    if unknown := [one.kind for one in restrictions if one.kind and one.kind not in kinds]:
        hint = f"; a condition is written as in ~{min(kinds)}:lead=..5" if ":" in "".join(unknown) else ""
        reasons.append(f"no such action to leave out: {', '.join(unknown)}; there are {there}{hint}")
    for sign in dict.fromkeys(one.sign for one in restrictions if not one.kind):
        todo = "leave out" if sign == "~" else "take first"
        example = f"{name}{sign}{min(kinds)}; there are {there}"
        reasons.append(f"behind each {sign} must stand an action to {todo}, as in {example}")
    if strange := [one.quantity for one in restrictions if one.quantity and one.quantity not in game.quantities]:
        reasons.append(f"no such number for a condition: {', '.join(strange)}; there are {', '.join(game.quantities)}")
    if are_conditions(restrictions) and search in NEEDED:
        reasons.append("a bot that thinks can leave actions out (~), and no more: no +, no @, no conditions")
    if are_conditions(restrictions) and len(restrictions) > MOST_CONDITIONS:
        reasons.append(f"at most {MOST_CONDITIONS} restrictions where one is + or @ or has a condition")
    return reasons


def are_conditions(restrictions: Sequence[Restriction]) -> bool:
    """True if not all of them leave a kind of action out for good."""
    return any(one.sign != "~" or one.quantity for one in restrictions)


def one_a_seat(specs: Sequence[str], players: int) -> tuple[str, ...]:
    """The bot of each seat, from one for all or one a seat."""
    return tuple(specs) * players if len(specs) == 1 else tuple(specs)


def seat_bots(
    game: Game, specs: Sequence[str], players: int, rules: Values | None = None, progress: Progress = UNHEARD
) -> Seats:
    """The `seats` record of the table. Raises BadInput with every problem.

    With `rules` it can be played: bots that learn have learned them, which takes some seconds where they have not yet.
    """
    if problems := bot_problems(game, specs, players):
        raise BadInput(problems)
    if set(specs) == {"random"}:
        return np.zeros(1, RANDOM_SEATS)[0]
    bots = [_bot(game, spec) for spec in one_a_seat(specs, players)]
    seats = np.zeros(1, _table(game, bots))[0]
    for seat, bot in enumerate(bots):
        seats.kind[seat], seats.number[seat] = bot.kind, bot.number
        if bot.kind == THINKER:
            style, by_worth = game.style(bot.base), BY_WORTH if game.has_evaluation else BY_PLAYOUTS
            seats.base[seat] = style.number if style else BY_WORTH
            seats.follow[seat] = style.number if style else AS_LEARNED if bot.base == LEARNED_NAME else by_worth
        _restrict(seats, seat, game, bot.restrictions)
    if rules is not None and any(bot.learns for bot in bots):
        from workbench.bots.learning import evaluation_of

        evaluation_of(game, rules, progress).put(seats)
    return seats


def _restrict(seats: Seats, seat: int, game: Game, restrictions: Sequence[Restriction]) -> None:
    numbers = [int(game.action_kinds[one.kind.upper()]) for one in restrictions]
    every = sum(1 << int(kind) for kind in game.action_kinds)
    if not are_conditions(restrictions):
        seats.forbidden[seat] = sum(1 << kind for kind in set(numbers))
        for rank, kind in enumerate(reversed(numbers), start=1):
            seats.rank[seat, kind] = rank
        return
    seats.forbidden[seat], seats.conditioned[seat] = every, len(restrictions)
    for place, (one, kind) in enumerate(zip(restrictions, numbers, strict=True), start=seat * MOST_CONDITIONS):
        condition = seats.conditions[place]
        condition["quantity"] = game.quantities.index(one.quantity) if one.quantity else 0
        condition["low"], condition["high"] = one.low, one.high
        condition["inside"] = 1 << kind if one.sign == "~" else every & ~(1 << kind)
        condition["outside"] = 1 << kind if one.sign == "@" else 0


def _table(game: Game, bots: Sequence[BotSpec]) -> np.dtype[np.void]:
    """The kind of table at which these bots can sit."""
    tables = SEATS, SEARCH_SEATS, OBSERVERS_SEATS
    if any(bot.learns for bot in bots):
        from workbench.bots.learned import LEARNED_OBSERVERS_SEATS, LEARNED_SEARCH_SEATS, LEARNED_SEATS

        tables = LEARNED_SEATS, LEARNED_SEARCH_SEATS, LEARNED_OBSERVERS_SEATS
    thinks = any(bot.kind in THINKING for bot in bots)
    table = tables[1 + game.hides_moves if thinks else 0]
    if not thinks and any(are_conditions(bot.restrictions) for bot in bots):
        table = table_with_conditions(table)
    return table_with_policies(table) if any(bot.kind == POLICY for bot in bots) else table


def _bot(game: Game, spec: str) -> BotSpec:
    name, restrictions = parts_of(spec)
    return (_coded(game, name) or BotSpec(RANDOM, 0))._replace(restrictions=tuple(dict.fromkeys(restrictions)))


def _coded(game: Game, name: str) -> BotSpec | None:
    """The bot behind a name without restrictions, or None for one that there is not."""
    if style := game.style(name):
        return BotSpec(STYLE, style.number)
    if search := _WITH_BUDGET.fullmatch(name):
        kind, budget, base = search[1], int(search[2]), search[3]
        if budget not in ITERATIONS or (base and (kind == "ismcts" or base not in quick_bots(game))):
            return None
        return BotSpec(SEARCH, budget) if kind == "ismcts" else BotSpec(THINKER, budget, base or usual_bot(game))
    kinds = {"random": RANDOM, "greedy": GREEDY, LEARNED_NAME: LEARNED}
    if name not in kinds and name in policies_of(game):
        return BotSpec(POLICY, list(policies()).index(name))
    return BotSpec(kinds[name], 0) if name in kinds else None


def quick_bots(game: Game) -> list[str]:
    """The bots that a thinker may start from."""
    return ["greedy", LEARNED_NAME, *(style.name for style in game.styles)]


def in_place_of_greedy(specs: Sequence[str], bot: str = LEARNED_NAME) -> tuple[str, ...]:
    """The bots, another one in the place of `greedy`; what they leave out stays."""
    names = [(spec, plain_name(spec)) for spec in specs]
    return tuple(bot + spec.removeprefix(name) if name == "greedy" else spec for spec, name in names)


def untaught(spec: str) -> str:
    """The bot, `greedy` in the place of `learned`, also as that from which a thinker starts."""
    name = plain_name(spec)
    kind, colon, bot = name.rpartition(":")
    return f"{kind}{colon}greedy{spec.removeprefix(name)}" if bot == LEARNED_NAME else spec


def learns(bots: Sequence[str]) -> bool:
    """True if some of these bots learn before they play."""
    return any(untaught(bot) != bot for bot in bots)


# Bots that meet


def usual_bot(game: Game) -> str:
    """A bot that decides at once: greedy, or the first style where greedy would try its choices in continuations."""
    return "greedy" if game.has_evaluation or not game.styles else game.styles[0].name


def read_bots(place: str, game: Game, bots: Sequence[str]) -> tuple[str, ...]:
    """Bots that meet. Raises BadInput, its problems at `place`, unless they are two at least, each named once."""
    problems = [p._replace(place=place) for spec in dict.fromkeys(bots) for p in bot_problems(game, [spec], 1)]
    if len(set(bots)) < max(2, len(bots)):
        problems.append(Problem(place, "must be at least two bots, each named once", f'"{" ".join(bots)}"'))
    if problems:
        raise BadInput(problems)
    return tuple(bots)
