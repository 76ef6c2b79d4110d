"""What the kit refuses when a game is declared, in the words that say what works: Pig and Kuhn poker, changed once."""

import re
from pathlib import Path

import pytest

from workbench.kit.examples import kuhn_poker, pig

PIG, KUHN = (Path(str(module.__file__)).read_text("utf-8") for module in (pig, kuhn_poker))
MOVE = '@kit.move("Player {{player}} winks.")\ndef wink_{}(state: State) -> None:\n    """Wink."""\n\n\n'
HAND = "    hand: kit.Cards"


@pytest.mark.parametrize(
    ("source", "old", "new", "words"),
    [
        (
            PIG,
            "    players: int",
            "    seats: int",
            "Rules has no rule `players`; as in players: int = rule(2, 2, 4, …)",
        ),
        (PIG, "    die: int", "    die: int = 1", "State.die: a field has no value; it is 0 when a play begins"),
        (
            PIG,
            "    die: int",
            "    die: int\n    round: int\n    item: int",
            "State: NumPy's record hides the fields item, round; call them otherwise",
        ),
        (
            PIG.replace("(kit.Rules)", "(kit.Rules, match=3)"),
            "    die: int",
            "    die: int\n    match: int\n    games: int",
            "State: a match is counted in fields games, match of the kit; call yours otherwise",
        ),
        (
            PIG,
            "@kit.style",
            "".join(map(MOVE.format, range(63))) + "@kit.style",
            "65 moves may be made at a time, beside 0 choices; there is room for 64",
        ),
        (
            PIG,
            'the turn has {turn}.")\ndef throw(state: State, rules: Rules, chance: kit.Chance)',
            'all have {score}.")\ndef throw(state: State, chance: kit.Chance)',
            "throw: its sentence has the score of all players; it must take `rules` for that",
        ),
        (
            KUHN,
            HAND,
            f'    heap: kit.Cards = kit.zone(kit.pack(["ace"]))\n{HAND}',
            "the zones of a game hold cards of one pack; make one pack of all its cards, or `kit.stock`s",
        ),
        (
            PIG,
            "@kit.style",
            "def possible(state: State) -> kit.Bool:\n    return True\n\n\n@kit.style",
            "possible: no zones share hidden cards, or `worlds` draws them; there is nothing to judge",
        ),
        (
            PIG,
            "@kit.style",
            "def likely(state: State) -> float:\n    return 1.0\n\n\n@kit.style",
            "likely: State has no `kit.secret`, and there is nothing to judge",
        ),
    ],
    ids=["no players", "value", "NumPy", "match", "moves", "rules", "packs", "possible", "likely"],
)
def test_a_game_that_cannot_be_is_refused_by_name(source: str, old: str, new: str, words: str) -> None:
    assert old in source
    with pytest.raises(TypeError, match=f"^{re.escape(words)}$"):
        exec(source.replace(old, new, 1), {"__name__": "wrong", "__file__": "game.py"})
