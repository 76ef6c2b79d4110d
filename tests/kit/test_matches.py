"""Matches of several games: who has won each, who begins, what counts, and that each begins as a play does."""

import sys
from collections.abc import Iterable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

from tests.support.kit import EXAMPLES
from tests.support.plain import Play
from tests.support.seats import PlainBatch, bots
from workbench.engine import dispatch
from workbench.engine.batch import Batch
from workbench.engine.chance import CHANCE, start_play
from workbench.engine.compiling import plain_mode, plainly
from workbench.engine.game import Game
from workbench.engine.loop import BLANK
from workbench.kit import examples
from workbench.kit.matches import STAYS

FOUR = EXAMPLES["four_in_a_row"]
TOGETHER = "four_piles"


def matched(name: str, folder: Path) -> Game:
    """An example with matches, by the one word that its author would write."""
    path = Path(examples.__file__).with_name(f"{name}.py")
    text = path.read_text("utf-8").replace("class Rules(kit.Rules):", "class Rules(kit.Rules, match=3):")
    text = text.replace("Path(__file__)", f"Path({str(path)!r})")
    file = folder / f"{name}_matched.py"
    file.write_text(text)
    spec = spec_from_file_location(file.stem, file)
    assert spec and spec.loader
    module = sys.modules[file.stem] = module_from_spec(spec)
    spec.loader.exec_module(module)
    game = module.GAME
    assert isinstance(game, Game)
    return game


def finished(game: Game, rules: dict[str, int], seed: int) -> Play:
    play = Play(game, rules, seed).begin()
    while not play.state.over:
        play.take(play.decision())
    return play


def winner_of(disks: Iterable[str], beginner: int) -> int | None:
    """Who has four in a row, worked out space by space."""
    board: dict[tuple[int, int], int] = {}
    for number, space in enumerate(disks):
        at, player = ("abcdefg".index(space[0]), int(space[1:])), (beginner + number) % 2
        board[at] = player
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for back in range(4):
                line = [(at[0] + across * (step - back), at[1] + up * (step - back)) for step in range(4)]
                if all(board.get(place) == player for place in line):
                    return player
    return None


@pytest.mark.parametrize("rules", [{"match_wins": 2}, {"match_wins": 4}, {"match_games": 3}], ids=str)
def test_a_match_is_games_by_turns_until_enough_are_won_or_played(rules: dict[str, int]) -> None:
    for seed in range(5):
        play, won, disks, games = finished(FOUR, rules, seed), [0, 0], list[str](), 0
        for event in play.trace:
            if event["event"] == "drop":
                disks.append(event["space"])
            elif event["event"] == "end_game":
                winner = winner_of(disks, games % 2)
                for player in range(2):
                    won[player] += winner == player or (winner is None and "match_wins" in rules)
                games, disks = games + 1, []
                assert (event["games"], event["match"]) == (games, won)
        ended = max(won) == rules["match_wins"] if "match_wins" in rules else games == rules["match_games"]
        assert (
            ended
            and disks == []
            and play.report()["winners"] == sum(1 << player for player in range(2) if won[player] == max(won))
        )


def test_without_a_match_a_play_is_one_game_of_which_nothing_is_told() -> None:
    assert {event["event"] for event in finished(FOUR, {}, 3).trace} == {"drop", "end"}


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name not in (TOGETHER, "four_in_a_row")])
def test_any_game_has_matches_by_one_word_and_each_game_begins_as_a_play_does(name: str, tmp_path: Path) -> None:
    game = matched(name, tmp_path)
    play = Play(game, {"match_games": 2}, seed=4).begin()
    while not (play.state.games or play.state.over):
        before = play.copy_of_all()
        play.take(play.decision())
    first = play.state.match.copy()
    chance = np.zeros(1, CHANCE)[0]
    plainly(start_play)(chance, before[1][0].play_key, 1)
    fresh = play.states[BLANK : BLANK + 1].copy()[0]
    for field in STAYS:
        fresh[field] = play.state[field]
    plainly(dispatch.begin)(fresh, play.rules, chance)
    behind = {"playout_chance"}
    assert all(np.array_equal(fresh[field], play.state[field]) for field in {*(game.state.names or ())} - behind)
    while not play.state.over:
        play.take(play.decision())
    single = finished(EXAMPLES[name], {}, seed=4)
    players = play.players
    if "points" in single.report().dtype.names:
        assert first[:players].tolist() == single.report()["points"][:players].tolist()
        assert play.report()["points"][:players].tolist() == play.state.match[:players].tolist()


def test_a_game_that_all_win_or_lose_has_no_matches(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="a match has rivals"):
        matched(TOGETHER, tmp_path)


def test_search_and_greedy_look_no_further_than_the_game() -> None:
    """With the same chance they decide in the last game of a match as in the first, and as in a play of one."""
    for bot in ("greedy", "ismcts:40"):
        alone, within = Play(FOUR, {}, 2).begin(), Play(FOUR, {"match_wins": 9}, 2).begin()
        for play in (alone, within):
            play.random_steps(4)
        assert alone.decision_of(bots(FOUR, bot, 2)) == within.decision_of(bots(FOUR, bot, 2))


@pytest.mark.thorough
@pytest.mark.skipif(plain_mode(), reason="compares both modes by itself")
@pytest.mark.parametrize("rules", [{"match_wins": 3}, {"match_games": 3}], ids=str)
def test_matches_are_alike_plain_and_compiled(rules: dict[str, int]) -> None:
    results = Batch(FOUR, rules, bots(FOUR, "random", 2), seed=7).play(0, 4)
    plain = PlainBatch(FOUR, rules, bots(FOUR, "random", 2), seed=7)
    for number in range(4):
        assert plain.decided(number)[1].tobytes() == results[number : number + 1].tobytes()
