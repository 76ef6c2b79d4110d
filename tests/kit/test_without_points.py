"""Games of the kit that count no points: sides that win or lose, an end told by the author, figures by stage."""

from tests.kit.relay import GAME
from tests.support.plain import Play
from workbench.engine.measures import AtLeast
from workbench.engine.score_sheet import Wins
from workbench.play.interactive import InteractivePlay, filled_sheet
from workbench.scenario import Scenario

RUN_3, DROP = 3, 4


def play(*actions: int) -> Play:
    """A play of these actions."""
    played = Play(GAME, {}, seed=1).begin()
    for action in actions:
        played.take(action)
    return played


def test_there_are_no_points_and_standings_are_as_score_says() -> None:
    assert not {"points", "margin"} & {measure.name for measure in GAME.measures}
    assert int(GAME.functions["standing"](play(1, 2).state, play().rules, 0)) == -1
    assert [int(play(1, DROP).report().winners), int(play(1, 2, RUN_3).report().winners)] == [0, 0b11]


def test_the_author_tells_the_end_in_the_place_of_the_kit() -> None:
    trace = play(1, DROP).trace
    assert [event for event in trace if event["event"] == "end"] == [{"event": "end", "legs": 1, "dropped": True}]
    assert GAME.describe is not None and GAME.describe("end", {"legs": 3, "dropped": False}) == "3 legs are run."


def test_one_measure_stands_for_every_row_of_a_table_and_counts_in_plays_that_came_so_far() -> None:
    measures = {measure.name: measure for measure in GAME.measures}
    third = measures["steps_3"]
    assert (third.title, third.counted, third.detail) == ("Leg 3", AtLeast("legs", 3), True)
    assert third.help == "Steps in leg 3, in plays that ran it."
    result = play(1, 2, RUN_3).report()
    assert [int(result[f"steps_{leg}"]) for leg in range(1, 5)] == [1, 2, 3, 0]


def test_a_ratio_of_two_numbers_is_one_of_the_play() -> None:
    measures = {measure.name: measure for measure in GAME.measures}
    assert measures["pace"].scope == "play" and measures["team"].nominal
    assert float(play(1, 2, RUN_3).report().pace) == 2.0


def test_what_players_see_and_know_and_how_far_payoffs_differ_may_be_said() -> None:
    state, rules = play().state, play().rules
    assert [int(GAME.functions["observation"](state, rules, player, 2)) for player in range(2)] == [2, 7]
    assert int(GAME.functions["private_information"](state, rules, 1)) == 2
    assert float(GAME.functions["payoff_span"](state, rules, 0)) == 0.5


def test_the_cost_of_decisions_may_follow_the_rules() -> None:
    assert GAME.cost({"players": 3}) == 3


def test_at_the_end_the_winners_are_named_and_no_points_are_counted() -> None:
    scenario = Scenario(GAME, "default", None, "Relay", None, None, "", "", {}, ("random",) * 2, 1, 1)
    played = InteractivePlay(scenario, 0, people=(0, 1))
    for action in (1, 2, RUN_3):
        played.decide(action, "id")
    filled = filled_sheet(played)
    assert (filled.sheet.wins, filled.totals, filled.winners) == (Wins.NAMED, {}, [0, 1])
    assert set(GAME.primary) <= {measure.name for measure in GAME.measures} | {"decisions", "tie_rate"}
