"""OpenSpiel's games here: figures as OpenSpiel works them out, and bots that see what they may see."""

import re
from functools import cache
from importlib import resources
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.policy import UniformRandomPolicy

from tests.cli.commands import add_scenario, as_json, run
from tests.support.workspace_games import no_games_of_a_workspace_afterwards, write_game
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch, film, visible_events
from workbench.engine.bit_sets import members
from workbench.engine.chance import CHANCE
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import apply, begin, conceal, determinize, legal_actions, picks
from workbench.engine.game import Game
from workbench.engine.types import State, blank_states
from workbench.interop.theirs import LONGEST, Theirs, openspiel_game
from workbench.play import forms
from workbench.play.interactive import InteractivePlay
from workbench.scenario.files import init_workspace
from workbench.studies.quality import by_playouts

__all__ = ["no_games_of_a_workspace_afterwards"]

HIDDEN = ("kuhn_poker(players=3)", "leduc_poker", "liars_dice(dice_sides=3)", "goofspiel(imp_info=True,num_cards=4)")

OURS_OR_PYTHONS = ("workbench_", "python_", "chat_game")
"""How games are called that are there only once somebody has registered them."""


def batch_of(game: Game, bots: str, seed: int = 9) -> Batch:
    players = int(game.compile_rules({}).players)
    return Batch(game, {}, seat_bots(game, [bots], players), seed)


@pytest.mark.parametrize(
    "spiel", ["kuhn_poker(players=3)", "leduc_poker", pytest.param("tic_tac_toe", marks=pytest.mark.thorough)]
)
def test_random_bots_return_what_openspiel_works_out(spiel: str) -> None:
    theirs = pyspiel.load_game(spiel)
    values = policy_value(theirs.new_initial_state(), [UniformRandomPolicy(theirs)] * theirs.num_players())
    points = batch_of(openspiel_game("theirs", spiel), "random").play(0, 1500)["points"][:, : theirs.num_players()]
    errors = points.std(axis=0) / sqrt(len(points))
    assert np.abs(points.mean(axis=0) - values).max() < 4 * errors.max()


def positions(game: Game, seed: int) -> list[State]:
    """A play by random bots, as the positions in which somebody decides."""
    batch = batch_of(game, "random", seed)
    return [point.position for point in film(batch, 0)[0].decisions]


@pytest.mark.parametrize("spiel", HIDDEN)
def test_bots_see_what_openspiel_says_that_they_see(spiel: str) -> None:
    game, theirs = openspiel_game("theirs", spiel), Theirs(spiel)
    rules, chance, worlds = game.compile_rules({}), np.zeros(1, CHANCE)[0], set()
    for position in positions(game, 2):
        player = int(position.actor)
        view = position.copy()
        plainly(conceal)(view, rules, player)
        for _ in range(6):
            world = view.copy()
            plainly(determinize)(world, rules, player, chance)
            again = world.copy()
            plainly(conceal)(again, rules, player)
            assert all((again[name] == view[name]).all() for name in ("actor", "length", "history")), "one view of both"
            spiels = [theirs.spiel(state, rules) for state in (position, world)]
            assert len({state.information_state_string(player) for state in spiels}) == 1
            worlds.add(world.history.tobytes())
    assert len(worlds) > 3


def test_more_actions_than_a_word_has_bits_are_picked_in_parts() -> None:
    game = openspiel_game("theirs", "backgammon")
    rules, chance, state = game.compile_rules({}), np.zeros(1, CHANCE)[0], blank_states(game.state, 1)[0]
    theirs = Theirs("backgammon")
    plainly(begin)(state, rules, chance)
    for _ in range(8):
        before, legal = theirs.spiel(state, rules), set()
        for first in members(plainly(legal_actions)(state, rules)):
            later = state.copy()
            plainly(apply)(later, rules, chance.copy(), first)
            assert plainly(picks)(later, rules) == 1 and later.length == state.length
            legal |= {64 * first + second for second in members(plainly(legal_actions)(later, rules))}
        assert legal == set(before.legal_actions())
        for _ in range(2):
            plainly(apply)(state, rules, chance, members(plainly(legal_actions)(state, rules))[-1])
    assert theirs.spiel(state, rules).history()[: int(state.length)] == state.history[: state.length].tolist()


def test_bots_that_look_ahead_beat_chance() -> None:
    game = openspiel_game("theirs", "tic_tac_toe")
    for bots in ("greedy", "ismcts:100"):
        points = Batch(game, {}, seat_bots(game, [bots, "random"], 2), 5).play(0, 6)["points"][:, 0]
        assert points.sum() >= 4, f"{bots} begins; by chance alone it would win 0.3 a play"


def test_rules_are_openspiels_parameters_and_it_refuses_what_it_cannot_do() -> None:
    game = openspiel_game("theirs", "connect_four")
    assert {"players", "rows", "columns", "x_in_row"} <= game.parameters.keys()
    assert batch_of(game, "random").play(0, 1)["decisions"][0] <= 42 < LONGEST
    (problem,) = openspiel_game("theirs", "kuhn_poker").problems({"players": 11})
    assert "at most 10" in str(problem)
    for wrong, why in (("no_such", "does not load"), ("mfg_crowd_modelling", "cannot say")):
        with pytest.raises(ValueError, match=why):
            openspiel_game("theirs", wrong)


@pytest.mark.thorough
def test_each_game_that_openspiel_has_is_played_or_refused_in_words() -> None:
    names = [name for name in pyspiel.registered_names() if not name.startswith(OURS_OR_PYTHONS)]
    refused = []
    for name in names:
        try:
            game = openspiel_game("theirs", name)
        except ValueError as error:
            assert name in str(error) or "cannot say what chance may bring" in str(error)
            refused.append(name)
            continue
        rules, chance, state = game.compile_rules({}), np.zeros(1, CHANCE)[0], blank_states(game.state, 1)[0]
        plainly(begin)(state, rules, chance)
        for _ in range(3):
            if not state.over:
                plainly(apply)(state, rules, chance, members(plainly(legal_actions)(state, rules))[0])
    page = resources.files("workbench.docs").joinpath("building.md").read_text("utf-8")
    assert f"{len(names) - len(refused)} of its {len(names)} games" in page


def test_a_parameter_that_numpy_hides_is_a_rule_by_another_name() -> None:
    game = openspiel_game("theirs", "gomoku(size=5,dims=2,connect=3)")
    assert game.parameters["game_size"].default == 5
    spiel = Theirs("gomoku(size=5,dims=2,connect=3)").of_rules(game.compile_rules({"game_size": 4}))
    assert spiel.num_distinct_actions() == 16


def test_a_trace_hides_what_a_seat_does_not_see() -> None:
    game = openspiel_game("theirs", "goofspiel(imp_info=True,num_cards=4,points_order=descending)")
    batch = batch_of(game, "random")
    events = film(batch, 0)[0]
    whole, seen = (visible_events(batch, events, player) for player in (None, 0))
    assert all(event["action"] is not None for event in whole)
    assert all((event["action"] is None) == (event["player"] == 1) for event in seen)


@pytest.fixture(params=["leduc_poker", *(pytest.param(name, marks=pytest.mark.thorough)
                                         for name in ("kuhn_poker(players=3)", "tic_tac_toe"))])  # fmt: skip
def studied(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game of OpenSpiel's, as the game `theirs` of a workspace."""
    root = init_workspace(tmp_path)[0].root
    monkeypatch.chdir(root)
    monkeypatch.setenv("WORKBENCH_WORKSPACE", str(root))
    source = f'GAME = openspiel_game("theirs", "{request.param}")\n'
    write_game(root, "theirs", f"from workbench.interop.theirs import openspiel_game\n\n{source}")
    assert run("trust", "theirs").exit_code == 0
    return str(request.param)


def of_random_plays(spiel: str) -> tuple[float, float, list[float]]:
    """Mean decisions, choices and returns of OpenSpiel's game by random players, worked out over its whole tree."""
    game = pyspiel.load_game(spiel)
    states: dict[str, Any] = {}

    @cache
    def means(text: str) -> tuple[float, ...]:
        state = states[text]
        if state.is_terminal():
            return (0.0, 0.0, *state.returns())
        actions = [] if state.is_chance_node() else state.legal_actions()
        outcomes = [(action, 1 / len(actions)) for action in actions] or state.chance_outcomes()
        later = [state.child(action) for action, _ in outcomes]
        states.update({str(child): child for child in later})
        rows = np.array(
            [weight * np.array(means(str(child))) for child, (_, weight) in zip(later, outcomes, strict=True)]
        )
        return tuple(rows.sum(axis=0) + np.array([bool(actions), len(actions), *[0] * game.num_players()]))

    states[""] = game.new_initial_state()
    decisions, choices, *returns = means("")
    return decisions, choices, returns


def test_quality_says_what_openspiels_tree_says_and_that_it_is_slow(
    studied: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_playouts, "PLAYS", 3)
    monkeypatch.setattr(by_playouts, "PLAYOUTS", 4)
    few = ("theirs/default", "--plays", 400, "--bots", "random")
    decisions, choices, returns = of_random_plays(studied)
    figures = as_json("quality", *few)["figures"]
    for name, exact in (("length", decisions), ("choices", choices / decisions)):
        figure = figures[name]
        assert abs(figure["mean"] - exact) <= 2.1 * (figure["high"] - figure["low"]) / 2 + 1e-9, name
    seats = as_json("simulate", *few)["seats"]
    for seat, exact in zip(seats, returns, strict=True):
        points = seat["measures"]["points"]
        assert abs(points["mean"] - exact) <= 2.1 * (points["high"] - points["low"]) / 2 + 1e-9
    assert "as plain Python" in run("quality", *few, "--details").stdout


@pytest.mark.thorough
def test_skill_ladder_and_strategies_of_a_game_of_openspiels_name_the_bots_that_they_met(studied: str) -> None:
    ladder = as_json("ladder", "theirs/default", "--lowest", 10, "--top", 10, "--plays", 2, "--shuffles", 3,
                     "--retakes", 2)  # fmt: skip
    assert [rung["among"] for rung in ladder["rungs"]][:2] == ["random", "greedy"]
    strategies = as_json("strategies", "theirs/default", "--bots", "random greedy", "--restrict", "random",
                         "--plays", 2)  # fmt: skip
    assert strategies["round_robin"]["bots"] == ["random", "greedy"]


@pytest.mark.parametrize("studied", ["leduc_poker"], indirect=True)
def test_a_parameter_is_compared_as_a_rule_is(studied: str) -> None:
    other = add_scenario(
        Path.cwd(), "three", 'title = "For three"\nparent = "default"\n[rules]\nplayers = 3\n', "theirs"
    )
    few = ("--plays", 300, "--bots", "random")
    (compared,) = as_json("compare", "theirs/default", other, *few)["others"]
    measures = compared["measures"]
    assert compared["differences"] == {"players": [2, 3]} and measures["points"]["difference"] == 0.0
    assert measures["decisions"]["verdict"] == "higher" and measures["decisions"]["low"] > 2


def seated(monkeypatch: pytest.MonkeyPatch, spiel: str, *people: int) -> InteractivePlay:
    """A play for two of OpenSpiel's game, with people at some seats and random bots at the others."""
    game = openspiel_game("theirs", spiel)
    monkeypatch.setattr(forms, "game_named", lambda name: game)
    return InteractivePlay(forms.bare_scenario("theirs", {}, ("random",) * 2, 1, 0), 0, people)


def lines_on(play: InteractivePlay, seat: int | None) -> dict[int | None, list[object]]:
    """What lies on the table as a seat sees it, by whose it is."""
    return {zone.player: list(zone.things) for zone in play.zones_now(seat)}


def test_a_person_sees_the_board_and_plays_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    play = seated(monkeypatch, "tic_tac_toe", 0)
    for number in range(9):
        if play.is_over:
            break
        play.decide(play.legal()[0], f"{number}") if play.waits_for_person else play.take_bots(play.bots_action())
        if number == 1:
            (board,) = lines_on(play, 0).values()
            assert (
                sorted("".join(map(str, board))) == sorted("x" + "o" + 7 * ".") and board == lines_on(play, None)[None]
            )
    assert play.is_over and play.result()["decisions"][0] >= 5


def test_a_person_sees_the_own_card_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    play = seated(monkeypatch, "leduc_poker", 0, 1)
    ((one, first),), ((other, second),) = lines_on(play, 0).items(), lines_on(play, 1).items()
    cards = [re.findall(r"Private: (\d)", str(lines)) for lines in (first, second)]
    assert (one, other) == (0, 1) and cards == [[str(card)] for card in play.world.history[:2]]
    assert lines_on(play, None) == {}
    assert [scene.zones[0].name for scene in play.scenes(0)] == ["Position", "Sees"], "while cards are dealt"
