"""Every mistake that a beginner makes is named with file and line: one wrong game for each, changed in one place."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.conform import high_cards
from tests.kit import bazaar, caravan, packets, squares
from tests.support.workspace_games import PIG, no_games_of_a_workspace_afterwards, write_game
from workbench.conform import Extent, Mistake, Sort, conform_named
from workbench.engine import registry
from workbench.engine.compiling import plain_mode
from workbench.kit.examples import kuhn_poker

__all__ = ["no_games_of_a_workspace_afterwards"]

SHORT = PIG.replace("kit.rule(100, 10, 500", "kit.rule(20, 10, 40")
STAYS = SHORT.replace("kit.next_player(state, rules)", "pass")
KUHN = Path(kuhn_poker.__file__).read_text("utf-8")
CARAVAN = Path(caravan.__file__).read_text("utf-8")
BAZAAR = Path(bazaar.__file__).read_text("utf-8")
PACKETS = Path(packets.__file__).read_text("utf-8")
SQUARES = Path(squares.__file__).read_text("utf-8")
TWO_WAYS = """'''Keep or bury.'''
from enum import IntEnum
from workbench import kit
CARDS = kit.pack(str(number) for number in range(40))


class Phase(IntEnum):
    KEEP = 0
    BURY = 1


class Rules(kit.Rules):
    players: int = kit.rule(2, 2, 4, "How many play.")


class State(kit.State):
    hand: kit.Cards = kit.zone(CARDS, per_player=True, seen_by=kit.OWNER)
    safe: kit.Cards = kit.zone(CARDS, per_player=True)
    buried: kit.Cards = kit.zone(CARDS)
    score: kit.PerPlayer
    phase: int


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    kit.deal(state.hand, rules.players, 5, state.pack, chance)


def may_keep(state: State) -> kit.Bool:
    return state.phase == Phase.KEEP


def may_bury(state: State) -> kit.Bool:
    return state.phase == Phase.BURY


@kit.move("Player {player} keeps {card}.", source="hand", to="safe", when=may_keep)
def keep(state: State, rules: Rules, player: int, card: kit.Card) -> None:
    state.score[player] += card
    end(state, rules)


@kit.move("Player {player} buries {card}.", source="hand", to="buried", when=may_bury)
def bury(state: State, rules: Rules, player: int, card: kit.Card) -> None:
    show(player, kit.only(card))
    state.score[player] += 3 * card
    end(state, rules)


@kit.event("Player {player} digs for {cards}.")
def show(player: kit.Player, cards: kit.CardSet) -> None:
    '''What is buried.'''


def end(state: State, rules: Rules) -> None:
    kit.next_player(state, rules)
    state.phase = Phase.BURY if state.phase == Phase.KEEP else Phase.KEEP
    state.over = state.hand[state.actor] == kit.EMPTY


@kit.style("Takes the lowest card.")
def lowest(state: State, player: int) -> kit.Action:
    card = kit.lowest(state.hand[player])
    return kit.action(keep, card) if state.phase == Phase.KEEP else kit.action(bury, card)


GAME = kit.game(globals(), title="Two ways", summary="Keep or bury.")
"""
HIGH = Path(high_cards.__file__).read_text("utf-8")
PEEKING = HIGH.replace(
    "worths[lowest(rest)] = ", "worths[lowest(rest)] = count(state.stock & only(11 - lowest(rest))) or "
)
PLAINLY = Extent(rule_sets=2, plays=12, seconds=1.0, most_steps=2000, is_compiled=False)
EXTENTS = {"all always win": replace(PLAINLY, seconds=20.0), "endless loop": replace(PLAINLY, patience_s=0.7)}
"""For what shows over many plays alone, which a busy machine plays in longer than a second; and for what never ends."""
COMPILED = Extent(rule_sets=1, plays=4, seconds=1.0)


@dataclass(frozen=True)
class Wrong:
    """A game with one mistake: what is changed, and a part of the line that is to be named."""

    sort: Sort
    source: str
    old: str
    new: str
    line: str


WRONG = {
    "lost coin": Wrong(Sort.TOKENS, CARAVAN, "    state.bank += kit.count(dice) - 1\n", "", "state.coins[player] -= "),
    "beyond the track": Wrong(Sort.INDEX, CARAVAN, "min(rules.spaces, ", "max(0, ", "state.road[player] = "),
    "less than nothing": Wrong(
        Sort.INDEX, CARAVAN, "(dice) - 1 <= state", "(dice) - 2 <= state", "state.coins[player] -= "
    ),
    "function missing": Wrong(Sort.NOT_LOADED, HIGH, "(*FUNCTIONS, appraise, play_style)", "FUNCTIONS", "GAME = Game("),
    "class missing": Wrong(Sort.NOT_LOADED, SHORT, "class State(", "class Stat(", "def roll"),
    "misspelled field": Wrong(Sort.UNKNOWN_FIELD, SHORT, "state.turn += state", "state.trun += state", "state.trun"),
    "misspelled measure": Wrong(
        Sort.UNKNOWN_FIELD, HIGH, "result.points[player]", "result.point[player]", "result.point["
    ),
    "forgotten decorator": Wrong(Sort.NO_DECORATOR, SHORT, '@kit.style("Holds', 'HELP = ("Holds', "def hold_at_20"),
    "global list": Wrong(
        Sort.GLOBAL,
        SHORT,
        "    state.turn += state.die",
        "    LAST.append(1)\n    state.turn += state.die",
        "LAST.append",
    ),
    "dictionary": Wrong(Sort.NOT_COMPILABLE, SHORT, "+= state.die", "+= {1: 0}.get(0, state.die)", "{1: 0}"),
    "nothing to do": Wrong(
        Sort.NO_ACTION, HIGH, "state.over = state.hand", "state.over = EMPTY != state.hand", "def legal_actions"
    ),
    "doubled action": Wrong(
        Sort.DOUBLED,
        KUHN,
        'bets.")\ndef bet(state: State, rules: Rules, player: int)',
        'bets.", numbers=(1, 2))\ndef bet(state: State, rules: Rules, player: int, size: int)',
        "def bet",
    ),
    "impossible action": Wrong(
        Sort.IMPOSSIBLE,
        HIGH,
        "rules: Any, action: Any) -> Any:\n    return 0",
        "rules: Any, action: Any) -> Any:\n    return 7",
        "def action_kind",
    ),
    "endless play": Wrong(Sort.ENDLESS_PLAY, SHORT, ">= rules.target", ">= 999 * rules.target", "state.over ="),
    "nothing ends it": Wrong(Sort.ENDLESS_PLAY, SHORT, "state.over = ", "never = ", "def "),
    "endless loop": Wrong(
        Sort.ENDLESS_LOOP,
        SHORT,
        "    state.turn += state.die",
        "    while state.die: state.turn += 1",
        "while state.die",
    ),
    "index off by one": Wrong(Sort.INDEX, SHORT, "score[player] +=", "score[player + 1] +=", "score[player + 1]"),
    "index far off": Wrong(Sort.INDEX, SHORT, "score[player] +=", "score[player + 900] +=", "score[player + 900]"),
    "points wrap": Wrong(
        Sort.WRAPS, HIGH, '("points", "i4", (4,))', '("points", "i1", (4,))', "state.points[state.actor] +="
    ),
    "measure wraps": Wrong(Sort.MEASURE_WRAPS, HIGH, '0.5, "i4", Scope', '0.5, "i1", Scope', "result.points[player]"),
    "random": Wrong(
        Sort.OTHER_CHANCE,
        SHORT,
        "state.die = kit.roll_die(chance, rules.sides)",
        "state.die = random.randint(1, 6)",
        "randint",
    ),
    "the clock": Wrong(
        Sort.OTHER_CHANCE,
        SHORT,
        "state.die = kit.roll_die(chance, rules.sides)",
        "state.die = 1 + time.time_ns() % 6",
        "time_ns",
    ),
    "half a point lost": Wrong(Sort.FRACTION, SHORT, "+= state.die", "+= 1.5 * state.die", "state.turn += 1.5"),
    "half a point of many lost": Wrong(
        Sort.FRACTION, SHORT, "score[player] += state.turn", "score[player] += state.turn / 3", "state.turn / 3"
    ),
    "divided by 0": Wrong(Sort.FAILS, SHORT, "+= state.die", "+= 6 // (state.die - 1)", "state.die - 1"),
    "half a score lost": Wrong(
        Sort.FRACTION,
        SHORT,
        '@kit.style("Holds',
        'def score(state, rules, player):\n    return state.score[player] / 3\n\n\n@kit.style("Holds',
        "def score",
    ),
    "half a measure lost": Wrong(
        Sort.FRACTION, HIGH, "] = state.points[player]", "] = state.points[player] / 3", "result.points[player]"
    ),
    "the turn stays": Wrong(Sort.ONE_DECIDES, STAYS, "state.turn = 0", "state.turn = 0", "def roll"),
    "measure never filled": Wrong(
        Sort.UNFILLED,
        SHORT,
        "    die: int",
        '    die: int\n    busts: int = kit.measured("Turns lost.", 0.1)',
        "busts: int",
    ),
    "nobody wins": Wrong(Sort.NO_WINNER, HIGH, "result.winners = winners", "result.winners = EMPTY", "def report"),
    "all always win": Wrong(
        Sort.NO_WINNER, HIGH, "winners = winners", "winners = only(rules.players) - only(0)", "def report"
    ),
    "phantom player": Wrong(
        Sort.PHANTOM,
        KUHN,
        "state.actor = 1 - player\n    if state.stake[0]",
        "state.actor = 1 + player\n    if state.stake[0]",
        "state.actor = 1 + player",
    ),
    "an argument that is never a choice": Wrong(
        Sort.UNSEEN,
        TWO_WAYS,
        '@kit.move("Player {player} buries {card}.", source="hand", to="buried", when=may_bury)',
        "def first(state: State, player: int) -> kit.CardSet:\n    return kit.lowest_card(state.hand[player])\n\n\n"
        '@kit.move("Player {player} buries {card}.", source="hand", to="buried", when=may_bury, among=first)',
        "def bury",
    ),
    "a choice that the move has no number for": Wrong(
        Sort.IMPOSSIBLE,
        KUHN,
        '@kit.move("Player {player} bets.")\ndef bet(state: State, rules: Rules, player: int)',
        "def far(state: State) -> kit.CardSet:\n    return kit.up_to(4)\n\n\n"
        '@kit.move("Player {player} bets.", among=far, numbers=(0, 2))\n'
        "def bet(state: State, rules: Rules, player: int, size: int)",
        "def far",
    ),
    "a move never on offer": Wrong(
        Sort.UNSEEN, TWO_WAYS, "Phase.BURY if state.phase == Phase.KEEP else Phase.KEEP", "Phase.KEEP", "def bury"
    ),
    "a phase never met": Wrong(Sort.UNSEEN, TWO_WAYS, "    BURY = 1\n", "    BURY = 1\n    DIG = 2\n", "phase: int"),
    "a style never asked": Wrong(Sort.UNSEEN, TWO_WAYS, "rules.players, 5,", "rules.players, 1,", "def lowest"),
    "a style that does what it may not": Wrong(
        Sort.IMPOSSIBLE, SHORT, "return kit.action(hold) if", "return 7 if", "def hold_at_20"
    ),
    "a sentence of what was": Wrong(Sort.SENTENCE, SHORT, "holds with {turn}", "holds and has {score}", "def hold("),
    "a sentence with a set as a number": Wrong(Sort.SENTENCE, TWO_WAYS, "cards: kit.CardSet", "cards: int", "def show"),
    "a sentence with nobody in it": Wrong(
        Sort.SENTENCE, TWO_WAYS, "show(player,", "show(player + rules.players,", "def show"
    ),
    "a format in a sentence": Wrong(Sort.NOT_LOADED, SHORT, "holds with {turn}", "holds with {turn:03d}", "@kit.move"),
    "a sentence with a brace too few": Wrong(Sort.NOT_LOADED, SHORT, "holds with {turn}", "holds {turn", "@kit.move"),
    "an event of a player that it does not take": Wrong(
        Sort.NOT_LOADED, SHORT, "The die shows", "Player {player}: the die shows", "@kit.event"
    ),
    "a sentence of the rules": Wrong(Sort.NOT_LOADED, SHORT, "Player {player} rolls", "By {rules} rolls", "GAME = "),
    "lost card": Wrong(
        Sort.CARDS,
        KUHN,
        "    state.checks += 1",
        "    state.hand[player] = kit.EMPTY\n    state.checks += 1",
        "kit.EMPTY",
    ),
    "made card": Wrong(
        Sort.CARDS,
        KUHN,
        "    state.checks += 1",
        "    state.hand[0] = state.hand[1]\n    state.checks += 1",
        "state.hand[0] = state.hand[1]",
    ),
    "nothing hidden": Wrong(Sort.OPEN, KUHN, ", seen_by=kit.OWNER", "", "hand: kit.Cards"),
    "half hidden": Wrong(
        Sort.HALF_HIDDEN, HIGH, "if other != player:", "if other != player and other != 2:", "def conceal"
    ),
    "card too many in a world": Wrong(
        Sort.WORLD, HIGH, "range(state.hidden[other])", "range(state.hidden[other] + 1)", "def determinize"
    ),
    "a position that its author holds to be impossible": Wrong(
        Sort.WORLD,
        PACKETS,
        "    while not possible(state, rules):\n        deal(state, rules, chance)\n",
        "",
        "def possible",
    ),
    "a card of a stock is lost": Wrong(
        Sort.CARDS, BAZAAR, "    kit.discard(state.goods, card)\n", "", "card = kit.take_from_hand"
    ),
    "a card of a stock is doubled": Wrong(
        Sort.CARDS, BAZAAR, "discard(state.goods, card)", "discard(state.goods, card // 2)", "card = kit.take_from_hand"
    ),
    "a bot that peeks": Wrong(Sort.PEEKS, PEEKING, "    state.stock = EMPTY\n    for", "    for", "def conceal"),
    "unknown rule": Wrong(Sort.RULEBOOK, SHORT, "First to {{ target }}", "First to {{ targt }}", "{{ targt }}"),
    "the same seed twice": Wrong(
        Sort.NOT_AGAIN,
        SHORT,
        "state.die = kit.roll_die(chance, rules.sides)",
        "state.die = 1 + COUNTER.next()",
        "def roll",
    ),
}
COUNTER = """class Counter:
    at = 0

    def next(self):
        Counter.at += 1
        return Counter.at % 6


COUNTER = Counter()
"""
ADDED = {
    "global list": "LAST = []\n",
    "random": "import random\n",
    "the clock": "import time\n",
    "the same seed twice": COUNTER,
}
"""What stands above the rules of a wrong game."""


def mistakes_of(root: Path, source: str, extent: Extent, name: str = "wrong") -> list[Mistake]:
    write_game(root, name, source.replace('name="high_cards"', f'name="{name}"'))
    registry.use_workspace(root)
    registry.trust(name)
    return conform_named(name, extent)


@pytest.mark.parametrize("case", WRONG)
def test_a_mistake_is_named_with_its_line(case: str, tmp_path: Path) -> None:
    wrong = WRONG[case]
    assert wrong.old in wrong.source
    source = wrong.source.replace(wrong.old, wrong.new, 1)
    if added := ADDED.get(case):
        source = source.replace("from workbench import kit\n", f"from workbench import kit\n\n{added}", 1)
    mistakes = mistakes_of(tmp_path, source, EXTENTS.get(case, PLAINLY))
    named = [mistake for mistake in mistakes if mistake.sort is wrong.sort]
    assert named, [mistake.text("wrong") for mistake in mistakes]
    line = named[0].place.line
    assert named[0].place.file == "games/wrong/game.py" and line
    assert wrong.line in source.splitlines()[line - 1], (line, named[0].message)


@pytest.mark.parametrize(
    "source", [SHORT, KUHN, HIGH, SQUARES, TWO_WAYS], ids=["pig", "kuhn", "high cards", "squares", "two ways"]
)
def test_a_right_game_has_no_mistake(source: str, tmp_path: Path) -> None:
    assert mistakes_of(tmp_path, source, PLAINLY) == []


def test_a_measure_that_no_author_declared_is_told_by_what_would_set_it(tmp_path: Path) -> None:
    source = SHORT.replace("kit.game(globals(), ", 'kit.game(globals(), stage="round", ').replace(
        "state.score[player] >=", "state.score[player] + state.die >="
    )
    [mistake] = mistakes_of(tmp_path, source, PLAINLY)
    assert mistake.sort is Sort.UNFILLED and "no round ever ends, which kit.next_stage says" in mistake.message


def test_two_choices_of_dice_with_one_sum_are_alike_and_no_mistake(tmp_path: Path) -> None:
    (alike,) = mistakes_of(tmp_path, CARAVAN, PLAINLY)
    assert alike.sort is Sort.DOUBLED and alike.is_warning


def test_a_helper_that_lies_elsewhere_is_named_with_its_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path / "old"))
    for folder in (tmp_path / "old", tmp_path / "games" / "wrong"):
        folder.mkdir(parents=True)
        (folder / "luck.py").write_text("def luck(turn):\n    return turn + 0\n", "utf-8")
    source = SHORT.replace("from workbench import kit\n", "from luck import luck\nfrom workbench import kit\n", 1)
    mistakes = mistakes_of(tmp_path, source.replace("+= state.turn", "+= luck(state.turn)"), PLAINLY)
    monkeypatch.delitem(sys.modules, "luck")
    [mistake] = [mistake for mistake in mistakes if mistake.sort is Sort.STALE]
    line = mistake.place.line
    assert line and source.splitlines()[line - 1] == "from luck import luck"


@pytest.mark.skipif(plain_mode(), reason="about compiled code")
def test_a_number_too_large_for_compiled_code_is_named_with_its_move_and_step(tmp_path: Path) -> None:
    large = "    luck = 1\n    for _ in range(50):\n        luck *= 3\n    state.turn += luck % 7\n"
    source = SHORT.replace("    state.turn += state.die\n", f"{large}    state.turn += state.die\n")
    [mistake] = [unlike for unlike in mistakes_of(tmp_path, source, COMPILED) if unlike.sort is Sort.OTHERWISE]
    line = mistake.place.line
    assert line and "def roll" in source.splitlines()[line - 1]
    assert mistake.moment and mistake.moment.step is not None


@pytest.mark.skipif(plain_mode(), reason="about compiled code")
def test_what_the_compiler_refuses_is_told_with_its_line(tmp_path: Path) -> None:
    source = SHORT.replace("state.turn += state.die", "state.turn += len('%d' % state.die)")
    [mistake] = mistakes_of(tmp_path, source, COMPILED)
    assert mistake.sort is Sort.NOT_COMPILABLE and mistake.place.line
    assert "'%d' % state.die" in source.splitlines()[mistake.place.line - 1]
