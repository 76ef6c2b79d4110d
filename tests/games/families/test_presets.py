"""Every preset of every family holds to what the workbench relies on, and is told in words of its own."""

import pytest

from tests.support.families import PRESETS, begun, preset_game
from tests.support.seats import bots
from tests.support.thorough import one_of, some_of
from workbench.conform import Extent
from workbench.conform.check import conform, rule_sets
from workbench.conform.mistakes import Mistake
from workbench.engine.batch import Batch
from workbench.engine.compiling import plain_mode
from workbench.engine.families import families
from workbench.engine.game import Game
from workbench.engine.parameters import Written, complete
from workbench.engine.score_sheet import Wins
from workbench.kit.playouts import play_on
from workbench.report.rulebook import render_rulebook

QUICKLY = Extent(rule_sets=1, plays=2, seconds=0.5, is_compiled=False)


def mistakes(game: Game, extent: Extent) -> list[Mistake]:
    """Mistakes, without warnings: in some games nothing is hidden."""
    return [mistake for mistake in conform(game, extent) if not mistake.is_warning]


@pytest.mark.parametrize(("family", "preset"), PRESETS)
def test_a_preset_conforms(family: str, preset: str) -> None:
    assert mistakes(preset_game(family, preset), QUICKLY) == []


@pytest.mark.parametrize(("family", "preset"), PRESETS)
def test_conformance_tries_only_rules_that_can_be_played(family: str, preset: str) -> None:
    game = preset_game(family, preset)
    wrong = [problem for rules in rule_sets(game, 8) for problem in game.problems(rules) if not problem.warning]
    assert wrong == []


@pytest.mark.parametrize("family", one_of(families(), quick="tricks"))
def test_a_family_conforms_under_any_rules(family: str) -> None:
    some = Extent(rule_sets=3, plays=4, seconds=1.0, is_compiled=False)
    assert mistakes(families()[family].game, some) == []


@pytest.mark.parametrize(("family", "preset"), PRESETS)
def test_its_rulebook_has_its_title_and_tells_only_its_rules(family: str, preset: str) -> None:
    game = preset_game(family, preset)
    text = render_rulebook(game, complete(game.parameters, {}))
    assert text.startswith(f"# {game.title}\n") and "{" not in text


@pytest.mark.parametrize("family", families())
def test_presets_of_a_family_run_on_one_code(family: str) -> None:
    games = [preset_game(name, preset) for name, preset in PRESETS if name == family]
    assert {game.rules_type for game in games} == {families()[family].game.rules_type}
    assert len({game.code_hash for game in games}) == 1


@pytest.mark.skipif(plain_mode(), reason="needs many plays")
@pytest.mark.parametrize(("family", "preset"), some_of(PRESETS, quick=lambda preset: preset[0] == "tricks"))
def test_rules_that_are_called_idle_change_no_play(family: str, preset: str) -> None:
    game = preset_game(family, preset)
    values = complete(game.parameters, {})
    seats = bots(game, "random", int(str(values["players"])))
    before = Batch(game, {}, seats, seed=3).play(0, 12).tobytes()
    for name in game.idle_rules(values):
        for other in [value for value in game.parameters[name].values() if value != values[name]][:2]:
            if game.problems({name: other}) == []:
                assert Batch(game, {name: other}, seats, seed=3).play(0, 12).tobytes() == before, name


def test_rules_of_bids_are_idle_where_nobody_bids() -> None:
    parameters = preset_game("tricks", "spades").parameters
    without = preset_game("tricks", "hearts").idle_rules(complete(preset_game("tricks", "hearts").parameters, {}))
    with_bids = preset_game("tricks", "spades").idle_rules(complete(parameters, {}))
    assert {"nil", "contract", "exact", "bags", "hook"} <= {*without}
    assert {"nil", "contract", "bags", "hook"} & {*with_bids} == set() and "exact" in with_bids


def test_actions_that_only_other_rules_have_are_left_out() -> None:
    kinds = {
        name: [kind.name.lower() for kind in game.kinds(complete(game.parameters, {}))]
        for name, game in ((name, preset_game(family, name)) for family, name in PRESETS)
    }
    assert kinds["pig"] == ["roll", "hold"] and kinds["seven"] == ["draw", "choose", "hold"]
    assert kinds["go_fish"] == ["ask", "turn_to"] and kinds["hearts"] == ["choose", "play"]
    assert kinds["crazy_eights"] == ["play", "name_suit", "draw", "pass"]


@pytest.mark.parametrize("preset", [name for family, name in PRESETS if family == "tricks"])
def test_what_follows_a_choice_of_greedy_is_a_whole_deal(preset: str) -> None:
    """With bids and 52 cards too: a playout that ends before knows nothing of what was bid."""
    play = begun("tricks", preset)
    play.run(play_on, play.state, play.rules, play.chance, play.legal[0])
    assert play.state.over or play.state.stage == 1


def test_measures_that_the_rules_leave_nothing_to_count_are_idle() -> None:
    idle = {name: [*game.idle_measures(complete(game.parameters, {}))] for name, game in games_by_preset().items()}
    assert idle["hearts"] == ["bids_met"] and idle["oh_hell"] == ["moons"] == idle["spades"]
    assert idle["crazy_eights"] == ["looked_at", "skipped"] and idle["four_colors"] == ["looked_at"]
    assert idle["lunch"] == idle["pig"] == idle["go_fish"] == []


def games_by_preset() -> dict[str, Game]:
    return {name: preset_game(family, name) for family, name in PRESETS}


def copies(name: str, **rules: Written) -> dict[str, int]:
    """The cards of a preset under some rules: how many there are of each, where there are any."""
    game = games_by_preset()[name]
    faces = game.picture.faces(complete(game.parameters, rules))
    return {key: face.copies for key, face in faces.items() if face.copies}


def test_the_cards_to_print_are_those_that_the_game_is_played_with() -> None:
    seven = copies("seven")
    assert (seven["0"], seven["1"], seven["12"], seven["x2"], seven["freeze"]) == (1, 1, 12, 1, 3)
    assert sum(seven.values()) == 94 and copies("seven", copies=2, modifiers=False)["12"] == 2
    assert copies("pig") == copies("farkle") == {}
    assert sum(copies("hearts").values()) == 52 and sum(copies("spades", lowest=7).values()) == 32
    assert "6H" not in copies("spades", lowest=7)


def test_a_card_of_the_lunch_line_says_how_it_counts() -> None:
    game = games_by_preset()["lunch"]
    texts = {face.title: face.text for face in game.picture.faces(complete(game.parameters, {})).values()}
    assert "2 of these count 5" in texts["Tempura"] and "for 3: most score 6" in texts["Three maki"]
    assert "3 times" in texts["Wasabi"] and texts["Egg nigiri"] == "" and len(set(texts.values())) == 9


def rulebook(name: str, **rules: Written) -> str:
    game = games_by_preset()[name]
    return " ".join(render_rulebook(game, complete(game.parameters, rules)).split())


def test_a_rulebook_tells_what_these_rules_have_and_when_the_play_ends() -> None:
    eights, colors = rulebook("crazy_eights"), rulebook("four_colors")
    assert "wild card" in eights and "skip" not in eights and "*skip*" in colors and "*swap*" not in colors
    assert "cannot play draws" in rulebook("crazy_eights", may_draw=False) and "cannot play draws" not in eights
    assert "last of these deals" in rulebook("oh_hell") and "last of these" not in rulebook("knockout_whist")
    assert "out even" in rulebook("hearts", players=3) and "out even" not in rulebook("hearts")
    assert "across, and in" in rulebook("hearts") and "across, and in" not in rulebook("hearts", players=3)
    assert "dealt. Players across" in rulebook("spades") and "Players across" not in rulebook("spades", players=6)
    assert "below 0" in rulebook("hearts", jack=-10) and "below 0" not in rulebook("hearts")
    assert "what it shows" in rulebook("pig") and "what they show" in rulebook("two_dice_pig")
    assert "| 0 (no score ends it) |" in rulebook("oh_hell") and "| 100 |" in rulebook("hearts")


def test_whoever_keeps_cards_does_not_win_without_a_warning() -> None:
    game = games_by_preset()["crazy_eights"]
    (warning,) = game.problems({"winner_scores": False})
    assert warning.warning and warning.place == "lowest_wins"
    assert game.problems({"winner_scores": False, "lowest_wins": True}) == game.problems({}) == []
    assert "the highest score wins" in rulebook("crazy_eights", winner_scores=False)


def test_a_card_that_is_turned_up_is_told_with_the_trump_only_where_one_is() -> None:
    hearts, oh_hell = begun("tricks", "hearts"), begun("tricks", "oh_hell")
    turned = oh_hell.trace[1]
    assert len(hearts.trace) == 1 and (turned["event"], turned["trump"][0].upper()) == (
        "turn_up",
        turned["turned"][0][-1],
    )


@pytest.mark.parametrize(
    ("family", "preset", "row", "target", "wins"),
    [
        ("tricks", "hearts", "deal", 100, Wins.LOWEST),
        ("tricks", "spades", "deal", 500, Wins.HIGHEST),
        ("tricks", "oh_hell", "deal", None, Wins.HIGHEST),
        ("press", "farkle", "round", 10_000, Wins.HIGHEST),
    ],
)
def test_people_write_down_a_row_for_each_deal_or_round(
    family: str, preset: str, row: str, target: int | None, wins: Wins
) -> None:
    sheet = preset_game(family, preset).sheet({})
    assert (sheet.row, sheet.target, sheet.wins) == (row, target, wins)
