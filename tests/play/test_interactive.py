"""Plays decision by decision: the batch's play by bots, resumed and unbroken alike, taken back as far as is fair."""

from dataclasses import replace

import numpy as np
import pytest

from tests.play.test_films import FAMILY, GAMES, SEED, SHORT
from tests.support.thorough import some_of
from workbench.bots import learned, learning
from workbench.bots.learned import Way
from workbench.bots.learning import Evaluation, Share, rules_key
from workbench.engine.batch import film, visible_events
from workbench.engine.features import MOST_FEATURES
from workbench.engine.game import Game
from workbench.engine.parameters import complete
from workbench.engine.score_sheet import Wins
from workbench.kit import playouts
from workbench.play.forms import make_batch
from workbench.play.interactive import InteractivePlay, NotLegal, filled_sheet
from workbench.scenario import Scenario

AT_A_GLANCE = {str(feature): (feature % 5 - 2) / 10 for feature in range(2 * MOST_FEATURES)}
"""What a bot has learned, as far as these tests need it: some weight for every feature."""
FEW_WORLDS = 2
"""Worlds for a decision of bots that try their choices in some, which plain Python does slowly."""
QUICK = {"hitmakers": "greedy", "trickster": "greedy", "showbiz_shuffle": "greedy", "hollywood_1947": "greedy"}
WITH_ALL_BOTS = ("hitmakers", "goofspiel")
"""A game whose bots judge by its own evaluation; one without, whose moves are hidden."""


FEW_TRICKS = {"deals": 1, "hand": 5}
"""Rules of the family's game where bots search in plain Python: with the usual hands that takes minutes."""


def scenario_of(game: Game, bots: str, **short: object) -> Scenario:
    players = int(game.compile_rules({}).players)
    rules = {**SHORT.get(game.name, {}), **short}
    return Scenario(
        game, "default", None, "Default", None, None, "", "", {**rules}, (bots,) * players, 100, SEED
    )  # fmt: skip


def with_people_at_random(scenario: Scenario, people: set[int], most: int = 10**6) -> InteractivePlay:
    """A play in which people take the first legal action and the last by turns."""
    play = InteractivePlay(scenario, 3, people)
    go_on(play, most)
    return play


def go_on(play: InteractivePlay, most: int = 10**6) -> None:
    while not play.is_over and len(play.decisions) < most:
        if play.waits_for_person:
            play.decide(play.legal()[-(len(play.decisions) % 2)], f"id {len(play.decisions)}")
        else:
            play.take_bots(play.bots_action())


@pytest.mark.parametrize("name", GAMES)
def test_bots_alone_play_the_play_of_the_batch(name: str) -> None:
    scenario = scenario_of(GAMES[name], QUICK.get(name, "random"))
    play = InteractivePlay(scenario, 0)
    go_on(play)
    watched, result = film(make_batch(scenario), 0, is_plain=True)
    assert visible_events(play.batch, play.film) == visible_events(play.batch, watched)
    assert play.result().tobytes() == result.tobytes()


def teach(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have bots learned to play by these rules, for as long as the test lasts."""
    weights, share = AT_A_GLANCE, Share(0.5, 0.02, 100)
    evaluation = Evaluation(
        scenario.game.name, "", "", {}, 1, "", int(Way.AT_ONCE), 1, len(weights), weights, (), (), share, share
    )
    key = scenario.game.code_hash, rules_key(scenario.game, complete(scenario.game.parameters, scenario.rules))
    monkeypatch.setitem(learning._cache, key, evaluation)


@pytest.mark.parametrize("name", some_of(GAMES, quick=lambda name: name in WITH_ALL_BOTS))
def test_bots_of_every_kind_play_the_play_of_the_batch(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(playouts, "PLAYOUTS", FEW_WORLDS)
    monkeypatch.setattr(learned, "TRIES", FEW_WORLDS)
    scenario = scenario_of(GAMES[name], "random", **(FEW_TRICKS if name == FAMILY else {}))
    kinds = ["greedy", "ismcts:2", *(style.name for style in GAMES[name].styles)]
    if not GAMES[name].has_evaluation:
        kinds.append("learned")
        teach(scenario, monkeypatch)
    while kinds:
        seated = (*kinds[: scenario.players], *["random"] * scenario.players)[: scenario.players]
        del kinds[: scenario.players]
        play = InteractivePlay(replace(scenario, bots=seated), 2)
        go_on(play)
        watched, result = film(make_batch(play.scenario), 2, is_plain=True)
        assert visible_events(play.batch, play.film) == visible_events(play.batch, watched), seated
        assert play.result().tobytes() == result.tobytes()


@pytest.mark.parametrize("name", some_of(GAMES, quick=lambda name: name in WITH_ALL_BOTS))
def test_a_resumed_play_equals_the_unbroken_one(name: str) -> None:
    scenario = scenario_of(GAMES[name], "random")
    whole = with_people_at_random(scenario, {0})
    half = with_people_at_random(scenario, {0}, len(whole.decisions) // 2)
    again = InteractivePlay(scenario, 3, {0}, half.decisions)
    go_on(again)
    assert again.decisions == whole.decisions
    assert again.result().tobytes() == whole.result().tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_each_legal_action_of_a_play_has_words_of_its_own(name: str) -> None:
    play = InteractivePlay(scenario_of(GAMES[name], "random"), 3)
    while not play.is_over:
        choices = play.choices()
        assert len({(choice.says, choice.card) for choice in choices.values()}) == len(choices), choices
        play.take_bots(play.bots_action())


@pytest.mark.parametrize("name", GAMES)
def test_an_action_that_is_not_legal_changes_nothing(name: str) -> None:
    play = InteractivePlay(scenario_of(GAMES[name], "random"), 3, {0})
    before = play.world.tobytes(), len(play.film)
    for action in set(range(64)) - set(play.legal()):
        with pytest.raises(NotLegal):
            play.decide(action, "forged")
    assert (play.world.tobytes(), len(play.film), play.decisions) == (*before, [])


def test_a_decision_is_taken_back_unless_it_has_shown_something_hidden() -> None:
    play = InteractivePlay(scenario_of(GAMES["hitmakers"], "random"), 3, {0})
    play.decide(0, "a card of the stock is seen")
    assert play.last_to_take_back({0}) is None
    position = play.world.copy()
    play.decide(play.legal()[0], "a discard")
    assert play.last_to_take_back({0}) == 1
    assert play.last_to_take_back({1}) is None
    play.take_back(1)
    assert np.array_equal(play.world, position)
    for number in range(1, 3):
        play.decide(play.legal()[0], "again") if number == 1 else play.take_bots(play.bots_action())
    assert play.decisions[-1].shows == (play.decisions[-1].action != 0)  # who draws unseen shows nothing


@pytest.mark.parametrize("name", GAMES)
def test_the_sheet_adds_up_to_what_the_rules_count(name: str) -> None:
    play = InteractivePlay(scenario_of(GAMES[name], "random"), 3)
    go_on(play)
    filled = filled_sheet(play)
    players = range(play.scenario.players)
    once = {criterion.name for criterion in filled.sheet.criteria if criterion.once}
    for seat in players if filled.cells else ():
        deducted = sum(points for (who, _, at), points in filled.cells.items() if who == seat and at in once)
        rows = sum(filled.row_total(seat, row) or 0 for row in range(filled.rows))
        assert rows - deducted == filled.totals[seat]
    assert filled.cells or filled.outcomes or play.scenario.game.write_down is Game.write_down
    if filled.sides:
        won = filled.sheet.winning_sides(list(filled.outcomes.values()), set(filled.sides.values()))
        assert filled.winners == [seat for seat in players if filled.sides[seat] in won]
    elif filled.sheet.wins is not Wins.NAMED:
        assert filled.winners == sorted(filled.sheet.winners(filled.totals))
