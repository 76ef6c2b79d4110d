"""Every registered game, ours and anybody's plug-in: what the workbench relies on."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.support.learning import compare_in_the_true_world, hides, is_searched, peeks
from tests.support.plain import Play
from tests.support.seats import PlainBatch, bots, scripted
from tests.support.short import short_rules
from tests.support.strategies import some_rules
from tests.support.thorough import some_of
from workbench.bots import ismcts
from workbench.bots.ismcts import VIEW
from workbench.bots.spec import bot_names
from workbench.conform import Extent
from workbench.conform.check import within_limits
from workbench.conform.plugin import Conforms
from workbench.engine import dispatch
from workbench.engine.batch import Batch, replay, visible_events
from workbench.engine.dispatch import DEFAULTS, MOVES
from workbench.engine.game import Game
from workbench.engine.loop import WORLD
from workbench.engine.measures import TOTAL, WIN_RATE, Scope, ScorePart
from workbench.engine.parameters import complete
from workbench.engine.registry import games
from workbench.engine.types import HEADER, RESERVED
from workbench.kit.playouts import weigh_by_playouts
from workbench.play.figures import SPREAD_MEASURE
from workbench.report.catalog import catalog, events_of

MOST_DECISIONS = 20_000


def playable(game: Game) -> list[str]:
    """Every bot of the game; search with a budget that plain Python can afford."""
    return [name.replace(":N", ":6") for name in bot_names(game)]


RULE_SETS = range(3)

pytestmark = pytest.mark.parametrize("game", games().values(), ids=games().keys())
EVERY_BOT = sorted({bot for game in games().values() for bot in playable(game)})
every_bot = pytest.mark.parametrize("bot", EVERY_BOT)
every_rule_set = pytest.mark.parametrize("number", RULE_SETS)


def rule_set(game: Game, number: int) -> dict[str, Any]:
    """The defaults, then arbitrary rules."""
    return some_rules(game, number) if number else {}


def players_of(game: Game, values: dict[str, Any]) -> int:
    return int(game.compile_rules(values).players)


def finished(game: Game, values: dict[str, Any], seed: int) -> Play:
    """A random play, to its end."""
    play = Play(game, values, seed).begin()
    while not play.state.over and play.decisions < MOST_DECISIONS:
        play.take(play.decision())
    return play


# The check that authors have

CHECKED = Extent(plays=2, seconds=0.4, is_compiled=False)
"""Without compiled plays, which are compared below."""


def test_it_has_no_mistake_that_the_check_knows(game: Game, conforms: Conforms) -> None:
    conforms(game.name, CHECKED)


# Declaration


def test_the_score_sheet_names_measures_that_there_are(game: Game) -> None:
    seated = {measure.name for measure in game.all_measures if measure.scope is Scope.SEAT}
    of_plays = {measure.name for measure in game.all_measures if measure.scope is Scope.PLAY}
    for number in RULE_SETS:
        sheet = game.sheet(rule_set(game, number))
        assert {sheet.total} <= seated | {""} and {sheet.length} <= of_plays | {""}
        assert len(set(sheet.criterion_names)) == len(sheet.criteria)


def test_name_title_and_summary(game: Game) -> None:
    assert games()[game.name] is game and game.name.isidentifier()
    assert game.title and game.summary.endswith(".")
    assert game.rulebook_template


def test_every_parameter_has_help_a_section_and_a_default_that_it_accepts(game: Game) -> None:
    for name, parameter in game.parameters.items():
        assert parameter.name == name
        assert parameter.help.endswith(".") and parameter.section
        assert parameter.accepts(parameter.default), name
        assert parameter.default in parameter.values()


def test_rules_and_measures_are_never_called_alike(game: Game) -> None:
    labels = [declared.label for declared in (*game.parameters.values(), *game.all_measures, SPREAD_MEASURE)]
    alike = Counter(re.sub("[^a-z0-9]", "", label.lower()).removesuffix("s") for label in labels)
    assert [label for label, times in alike.items() if times > 1] == []


def test_the_default_rules_have_no_problem(game: Game) -> None:
    assert game.problems({}) == []


def test_players_are_a_parameter_within_the_seats(game: Game) -> None:
    assert max(game.parameters["players"].values()) == game.seats


def test_every_measure_has_help_and_a_margin(game: Game) -> None:
    names = [measure.name for measure in game.all_measures]
    assert len(set(names)) == len(names)
    for measure in game.all_measures:
        assert measure.help.endswith(".") and measure.margin > 0


def test_every_move_is_there(game: Game) -> None:
    assert set(game.functions) | set(DEFAULTS) >= set(MOVES)


def test_standings_are_whole_numbers_and_stages_never_fall(game: Game) -> None:
    if not game.keeps_score:
        pytest.skip("the game declares no standing")
    play, ended = Play(game, rule_set(game, 0), seed=4).begin(), 0
    while not play.state.over:
        play.take(play.decision())
        stages = play.run(dispatch.stages_ended, play.state, play.rules)
        standings = [play.run(dispatch.standing, play.state, play.rules, player) for player in range(play.players)]
        assert ended <= stages <= ended + 1 and all(isinstance(standing, (int, np.integer)) for standing in standings)
        ended = stages
    assert game.standing_unit and game.stage_word


def test_the_state_has_the_header_and_no_name_that_numpy_hides(game: Game) -> None:
    names = set(game.state.names or ())
    assert names >= HEADER and not names & RESERVED


def test_styles_and_events_have_names_of_their_own(game: Game) -> None:
    styles = [style.name for style in game.styles]
    assert len(set(styles) | {"random", "greedy"}) == len(styles) + 2
    assert len({style.number for style in game.styles}) == len(styles)
    assert len(set(game.events.values())) == len(game.events)


def test_every_event_and_field_is_explained_in_a_sentence(game: Game) -> None:
    assert set(game.event_help) == set(game.events)
    for name, event in events_of(game).items():
        assert all(text.endswith(".") for text in (event.help, *event.fields.values())), name
    listed = next(entry for entry in catalog()["games"] if entry["name"] == game.name)["events"]
    assert [event["name"] for event in listed] == ["rules", *game.events.values()]


# Play


@every_rule_set
def test_events_are_json(game: Game, number: int) -> None:
    play = finished(game, rule_set(game, number), seed=number)
    assert {event["event"] for event in play.trace} <= set(game.events.values())
    assert json.loads(json.dumps(play.trace)) == play.trace


@every_rule_set
def test_every_event_can_be_seen_from_every_seat(game: Game, number: int) -> None:
    values = rule_set(game, number)
    batch = Batch(game, values, bots(game, "random", players_of(game, values)), seed=number)
    events, _ = replay(batch, 0)
    whole = visible_events(batch, events)
    for player in range(players_of(game, values)):
        seen = visible_events(batch, events, player)
        assert [set(event) for event in seen] == [set(event) for event in whole]
        json.dumps(seen)


class Enough(Exception):
    """So many decisions are taken."""


SLOW = 4
"""Decisions of a bot that takes plain Python up to a second for each."""


@pytest.mark.parametrize("bot", some_of(EVERY_BOT, quick=lambda bot: ":" not in bot))
def test_plain_and_compiled_are_equal_and_bots_decide_legally(game: Game, bot: str) -> None:
    """Whole plays by random bots; short ones by those that think, which plain Python does slowly.

    Search has a kernel as large as all others of its game: here it is for `make thorough`.
    """
    if bot not in playable(game):
        pytest.skip(f"{game.title} has no {bot}")
    bot = bot.replace("thinker:6", "thinker:16")  # of fewer playouts it makes none
    short = {} if bot == "random" else short_rules(game)
    most = SLOW if is_slow(game, bot) else MOST_DECISIONS
    for number in (1,) if ":" in bot else (0, 1):
        values = within_limits(game, complete(game.parameters, {**rule_set(game, number), **short}))
        decisions, whole = decided_plainly(game, values, bot, most)
        actions, results = Batch(game, values, bots(game, bot, players_of(game, values)), seed=7).decided(3)
        assert decisions == actions[: len(decisions)].tolist()
        assert len(decisions) == most or whole.tobytes() == results.tobytes()


def is_slow(game: Game, bot: str) -> bool:
    """True for what reads the whole state before it weighs each choice, or plays on from it."""
    return bot == "learned" or bot.startswith("thinker") or is_tried_out(game, bot)


def is_tried_out(game: Game, bot: str) -> bool:
    """True for greedy where it judges by playing on, since the game has no evaluation of its own."""
    return bot == "greedy" and game.functions.get("weigh") is weigh_by_playouts


def decided_plainly(game: Game, values: dict[str, Any], bot: str, most: int) -> tuple[list[int], Any]:
    """What the bot at every seat decides in plain Python, all of it legal, and the result of a play that ended."""
    seats, decisions = bots(game, bot, players_of(game, values)), list[int]()

    def decide(states: Any, rules: Any, chance: Any, legal: Any) -> int:
        if len(decisions) == most:
            raise Enough
        decisions.append(int(dispatch.decide(seats, states, rules, chance, legal)))
        assert int(legal) >> decisions[-1] & 1
        return decisions[-1]

    try:
        return decisions, PlainBatch(game, values, scripted(decide), seed=7).decided(3)[1]
    except Enough:
        return decisions, None


SEARCHED = 100
"""Decisions of random play in which kinds are looked for."""
ONE_KIND_AT_A_TIME = {"hearts", "herd", "ferry", "four_in_a_row"}
"""Games in which no decision offers two kinds of action: cards are passed, then played."""


@every_bot
def test_a_bot_keeps_to_its_restrictions(game: Game, bot: str) -> None:
    """Every kind of action that is on offer beside another is left out, and then all the others are."""
    if bot not in playable(game):
        pytest.skip(f"{game.title} has no {bot}")
    play, offers, times = Play(game, {}, seed=5).begin(), Counter[int](), 1 if ":" in bot else 3
    while not play.state.over and play.decisions < SEARCHED:
        kinds = kinds_on_offer(game, play)
        for kind in kinds:
            if len(kinds) > 1 and offers[kind] < times:
                offers[kind] += 1
                assert restricted(game, play, bot, {kind}) != kind, (bot, play.decisions)
                assert restricted(game, play, bot, set(kinds) - {kind}) == kind, (bot, play.decisions)
        play.take(play.decision())
    assert offers or len(game.action_kinds) == 1 or game.name in ONE_KIND_AT_A_TIME


def kinds_on_offer(game: Game, play: Play) -> list[int]:
    """The kinds of the legal actions, ascending."""
    return sorted({int(dispatch.action_kind(play.state, play.rules, action)) for action in play.legal})


def restricted(game: Game, play: Play, bot: str, forbidden: set[int]) -> int:
    """The kind of action that the bot takes when those kinds are forbidden."""
    names = [game.action_kinds(kind).name.lower() for kind in sorted(forbidden)]
    before = play.copy_of_all()
    action = play.decision_of(bots(game, "~".join((bot, *names)), play.players))
    play.restore(before)
    return int(dispatch.action_kind(play.state, play.rules, action))


# Hidden information

SAMPLES = 24
"""States of a random play that are looked at."""


def unevenly(steps: int, number: int) -> int:
    """About so many steps, and not always as many: whose turn it is and what is decided may come round regularly."""
    return steps + number % 3 - 1


@every_rule_set
def test_a_glimpse_is_worth_what_the_whole_concealed_state_is(game: Game, number: int) -> None:
    play = Play(game, rule_set(game, number), seed=number).begin()
    for step in range(SAMPLES):
        whole = play.worths(play.view(int(play.state.actor)), play.legal)
        play.run(dispatch.glimpse, play.states, play.rules)
        assert play.worths(play.states[VIEW], play.legal) == whole
        play.random_steps(unevenly(2, step))


def test_no_hidden_card_influences_what_was_learned(game: Game) -> None:
    """The same decision in every world that agrees with what the player knows, given the bot's own chance.

    The check above asks `greedy` and every style.
    """
    if "learned" not in playable(game):
        pytest.skip("the game has an evaluation of its own")
    play = Play(game, {}, seed=5).begin()
    seats = bots(game, "learned", play.players)
    for step in range(SLOW):
        before = play.copy_of_all()
        decisions = {play.decision_of(seats)}
        for seed in range(2):
            play.restore(before)
            play.states[WORLD] = play.world(int(play.state.actor), seed)
            decisions.add(play.decision_of(seats))
        play.restore(before)
        assert len(decisions) == 1, step
        play.random_steps(5)


SEARCH = "ismcts:6"


def searched(game: Game) -> Iterator[Play]:
    """Decisions all along a random play at which search has a choice, and at which something is hidden."""
    play, decisions = Play(game, {}, seed=5).begin(), 0
    for _ in range(40):
        if is_searched(play, SEARCH) and hides(play):
            yield play
            decisions += 1
        if decisions == 4:
            return
        play.random_steps(7)


def test_search_learns_nothing_from_hidden_cards(game: Game) -> None:
    """Its whole tree is the same in every world that agrees with what the player knows, given its own chance."""
    for play in searched(game):
        assert not peeks(play, SEARCH)


def test_a_search_that_looked_at_hidden_cards_would_be_found_out(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above, tried on one that searches in the true world alone."""
    hidden = any(True for _ in searched(game))
    monkeypatch.setattr(ismcts, "try_in_one_world", compare_in_the_true_world)
    assert any(peeks(play, SEARCH) for play in searched(game)) is hidden


# Restricted play


@every_rule_set
def test_no_bot_does_what_it_leaves_out_where_it_has_a_choice(game: Game, number: int) -> None:
    """Nor does the player by whom search plays on, whatever the game's own functions insist on."""
    play = Play(game, rule_set(game, number), seed=number).begin()
    names = [style.name for style in game.styles]
    for _ in range(25):
        kinds = {action: int(dispatch.action_kind(play.state, play.rules, action)) for action in play.legal}
        for kind in set(kinds.values()) if len(set(kinds.values())) > 1 else ():
            left_out = game.action_kinds(kind).name.lower()
            for name in names:
                before = play.copy_of_all()
                assert kinds[play.decision_of(bots(game, f"{name}~{left_out}", play.players))] != kind, name
                play.restore(before)
            assert kinds[playout_of(play, f"ismcts:1~{left_out}")] != kind
        play.random_steps(3)


def playout_of(play: Play, bot: str) -> int:
    """What search takes the actor to do while it plays on."""
    seats, state = bots(play.game, bot, play.players), play.states[WORLD : WORLD + 1].copy()[0]
    seats.restricted = play.state.actor
    usable = ismcts.usable_actions(seats, state, play.rules)
    return int(play.run(ismcts.playout_choice, seats, state, play.rules, usable))


@every_rule_set
def test_the_actor_sees_its_own_action_and_others_see_it_unless_moves_are_hidden(game: Game, number: int) -> None:
    play, hidden = Play(game, rule_set(game, number), seed=number).begin(), False
    while not play.state.over and play.decisions < MOST_DECISIONS:
        for action in play.legal:
            seen = [int(dispatch.observation(play.state, play.rules, player, action)) for player in range(play.players)]
            assert seen[play.state.actor] == action
            hidden |= set(seen) != {action}
        play.take(play.decision())
    assert not hidden or game.hides_moves
    if number == 0:  # a short play by arbitrary rules may come to its end without a move to hide
        assert hidden == (game.hides_moves and play.players > 1)


# Results


def test_seat_measures_have_a_place_for_each_seat(game: Game) -> None:
    for measure in game.all_measures:
        shape = () if measure.scope is Scope.PLAY else (game.seats,)
        assert game.result[measure.name].shape == shape


def test_measures_name_other_measures_that_there_are(game: Game) -> None:
    scopes = {measure.name: measure.scope for measure in game.all_measures}
    sides = game.sides.names if game.sides else ()
    rates = {WIN_RATE.name if sides else "", *(f"{WIN_RATE.name}_side_{side}" for side in sides)}
    for measure in game.all_measures:
        if measure.counted:
            assert scopes[measure.counted.measure] in (Scope.PLAY, measure.scope), measure.name
        assert measure.repeats in {"", *scopes, *rates}, measure.name
        assert measure.part is ScorePart.NONE or measure.scope is Scope.SEAT, measure.name


@every_rule_set
def test_the_declared_parts_add_up_to_the_score_of_each_seat(game: Game, number: int) -> None:
    signs = {ScorePart.ADDS: 1, ScorePart.DEDUCTS: -1}
    parts = {measure.name: signs[measure.part] for measure in game.all_measures if measure.part is not ScorePart.NONE}
    if not parts:
        pytest.skip("the game declares no parts of a score")
    for seed in range(3):
        result = finished(game, rule_set(game, number), seed).report()
        scored = sum(sign * result[name].astype(int) for name, sign in parts.items())
        np.testing.assert_array_equal(scored, result[TOTAL])


@every_rule_set
def test_every_event_has_a_sentence_whole_and_as_each_seat_sees_it(game: Game, number: int) -> None:
    play = finished(game, rule_set(game, number), seed=number)
    if game.describe is None:
        pytest.skip("events are told by their fields")
    for event, fields in game.with_context(play.noted):
        for seen in (fields, *(game.redact(event, fields, player) for player in range(play.players))):
            words = game.describe(game.events[event], seen)
            assert words[0].isupper() | words[0].isdigit() and words.endswith((".", "?")), words
            assert "None" not in words and "_" not in words and "[" not in words, words
