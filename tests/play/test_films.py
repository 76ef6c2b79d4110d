"""Plays to be watched: what lies on the table at each event, and that a seat's view depends on what it knows alone."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from tests.support.families import PRESETS, preset_game
from tests.support.kit import EXAMPLES
from tests.support.scenarios import scenario
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch, film, visible_events
from workbench.engine.cards import cards_of
from workbench.engine.chance import CHANCE
from workbench.engine.compiling import Kernel, plainly
from workbench.engine.dispatch import conceal, determinize
from workbench.engine.game import Game
from workbench.engine.parameters import complete
from workbench.engine.picture import Look, Spot, Thing
from workbench.engine.problems import WorkbenchError
from workbench.engine.registry import games
from workbench.play import films
from workbench.play.films import Scene, Watched, begin_to_prepare
from workbench.report.play_table import card_titles, sentence, table_data, titled
from workbench.scenario import Scenario

SHORT = {"hearts": {"target": 20}, "pig": {"target": 30}, "hitmakers": {"score_target": 0}}
SEED, LOOKS = 5, 25
"""Positions of a play at which worlds are drawn."""
FAMILY = "tavern"
"""A game without code."""
GAMES: dict[str, Game] = {
    **{name: games()[name] for name in games()},
    **EXAMPLES,
    FAMILY: preset_game(*next(preset for preset in PRESETS if preset[0] == "tricks")),
}
FAMILY_OF = {preset: family for family, preset in PRESETS}


@cache
def watched(name: str, players: int = 0) -> Watched:
    """A short play of a game by bots that play at random, without a compiler."""
    game = GAMES.get(name) or preset_game(FAMILY_OF[name], name)
    rules = SHORT.get(name, {}) | ({"players": players} if players else {})
    players = players or int(game.compile_rules({}).players)
    scenario = Scenario(
        game, "default", None, "Default", None, None, "", "", {**rules}, ("random",) * players, 100, SEED
    )  # fmt: skip
    batch = Batch(game, rules, seat_bots(game, scenario.bots, players), SEED)
    return Watched(scenario, 0, batch, film(batch, 0, is_plain=True)[0])


@pytest.mark.parametrize("name", GAMES)
def test_each_event_has_a_picture_and_a_sentence(name: str) -> None:
    play = watched(name)
    scenes, faces = list(play.scenes()), GAMES[name].picture.faces(play.values)
    assert len(scenes) == len(visible_events(play.batch, play.film)) > 0
    assert scenes[-1].is_over
    assert all(scene.zones for scene in scenes)
    assert all(sentence(GAMES[name], scene.event) for scene in scenes)
    cards = [thing for scene in scenes for zone in scene.zones for thing in zone.things if isinstance(thing, str)]
    of_cards = {thing for scene in scenes for zone in scene.zones if zone.look in (Look.ROW, Look.PILE)
                for thing in zone.things}  # fmt: skip
    assert of_cards - {None} <= set(faces)
    boards = [thing for scene in scenes for zone in scene.zones for thing in zone.things if isinstance(thing, Spot)]
    assert cards or boards or name == "pig"


TABLES = [(name, 0) for name in {*GAMES, *FAMILY_OF} - {FAMILY}] + [
    ("hollywood_1947", players) for players in (2, 4, 9)
]


@pytest.mark.parametrize(("name", "players"), sorted(TABLES))
def test_a_play_can_be_dealt_from_the_printed_deck(name: str, players: int) -> None:
    play = watched(name, players)
    printed = {key: face.copies for key, face in play.scenario.game.picture.faces(play.values).items()}
    for scene in play.scenes():
        zones = [zone for zone in scene.zones if zone.look in (Look.ROW, Look.PILE)]
        on_the_table = [thing for zone in zones for thing in zone.things if thing is None or thing in printed]
        assert not Counter(filter(None, on_the_table)) - Counter(printed), scene.event
        assert len(on_the_table) <= sum(printed.values()), scene.event


@pytest.mark.parametrize("players", range(1, 10))
def test_as_many_loyalties_are_printed_as_are_dealt(players: int) -> None:
    game = GAMES["hollywood_1947"]
    values = complete(game.parameters, {"players": players})
    faces = game.picture.faces(values)
    dealt = next(row for row in cards_of(values, "loyalties") if row["players"] == players)
    loyalties = ("PATRIOT", "COMMUNIST", "RISING_STAR")
    assert [faces[f"loyalty {name}"].copies for name in loyalties] == [*dealt.values()][1:]
    assert sum(face.copies for face in faces.values() if face.deck == "Propaganda") == (54 if players == 2 else 60)
    assert sum(face.copies for face in faces.values() if face.deck == "Jobs") == (8 if players <= 3 else 9)
    assert sum(face.copies for face in faces.values() if face.deck == "Posters") == (12 if players == 2 else 14)


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_sees_as_many_cards_and_none_that_do_not_lie_there(name: str) -> None:
    play = watched(name)
    whole = list(play.scenes())
    for seat in {0, play.scenario.players - 1}:
        for scene, all_of_it in zip(play.scenes(seat), whole, strict=True):
            open_zones = {(zone.name, zone.player): zone for zone in all_of_it.zones}
            for zone in scene.zones:
                there = open_zones[zone.name, zone.player]
                assert len(zone.things) == len(there.things), (scene.event, zone, there)
                unseen = Counter(zone.things) - Counter(there.things)
                assert set(unseen) <= {None, "?"}, (scene.event, zone, there)


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_sees_the_same_in_every_world_that_it_cannot_tell_apart(name: str) -> None:
    play = watched(name)
    rules, game = play.batch.compiled_rules, GAMES[name]
    chance = np.zeros(1, CHANCE)[0]
    positions = [position for position in play.film.positions if not position.over and position.actor < rules.players]
    for position in positions[:: max(1, len(positions) // LOOKS)]:
        seat = int(position.actor)
        world = position.copy()
        plainly(conceal)(world, rules, seat)
        before = plainly(list)(game.picture.zones(world, rules, play.values))
        plainly(determinize)(world, rules, seat, chance)
        plainly(conceal)(world, rules, seat)
        assert plainly(list)(game.picture.zones(world, rules, play.values)) == before


def in_numbers(scene: Scene, name: str) -> dict[int | None, Thing]:
    """The number, or the word in its place, in the zones of this name, by the player."""
    return {zone.player: zone.things[0] for zone in scene.zones if zone.name == name}


@pytest.mark.parametrize("name", ["oh_hell", "spades"])
def test_a_bid_lies_on_the_table_once_it_is_said_and_none_before(name: str) -> None:
    scenes, bids = list(watched(name).scenes()), 0
    for scene, after in pairwise(scenes):
        on_table = in_numbers(scene, "Bid")
        assert all(bid == "none yet" or int(str(bid)) >= 0 for bid in on_table.values())
        if scene.event["event"] == "say":
            bids += 1
            assert on_table[scene.event["player"]] == scene.event["number"]
        elif after.event["event"] == "say":
            assert on_table[after.event["player"]] == "none yet"
    assert bids >= len(in_numbers(scenes[0], "Bid"))


@pytest.mark.parametrize("name", [preset for family, preset in PRESETS if family == "shedding"])
def test_the_suit_to_follow_is_that_of_the_card_just_played_or_named(name: str) -> None:
    play, named = watched(name), 0
    cards = {row["id"]: row for row in play.values["cards"]}
    for scene in play.scenes():
        event, on_table = scene.event, in_numbers(scene, "Suit to follow")[None]
        if event["event"] == "name_suit":
            named += 1
            assert on_table == event["suit"]
        elif event["event"] == "play":
            row = cards[str(event["card"]).split(" ")[-1]]
            assert on_table == (row["suit"] or "none")
    assert named


def test_what_cannot_be_compiled_is_told_where_a_play_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(batch: Batch) -> None:
        raise WorkbenchError("games/pig/game.py, line 22: cannot be compiled")

    monkeypatch.setattr(Kernel, "is_warm", False)
    monkeypatch.setattr(films, "is_fast", lambda batch, bots: False)
    monkeypatch.setattr(films, "_failures", {})
    monkeypatch.setattr(Batch, "warm_up", refuse)
    monkeypatch.setattr(films.Thread, "start", films.Thread.run)  # at once
    sought = scenario(bots=("ismcts:10",))
    assert not begin_to_prepare(sought)
    with pytest.raises(WorkbenchError, match="line 22"):
        begin_to_prepare(sought)


def test_a_deck_of_the_kit_lies_face_down_for_everybody() -> None:
    for seat in (None, 0):
        (deck,) = [zone for zone in next(watched("picnic").scenes(seat)).zones if zone.name == "Stock"]
        assert deck.look is Look.PILE and len(deck.things) > 1 and set(deck.things) == {None}


def test_a_card_that_a_seat_never_sees_is_nowhere_in_its_page() -> None:
    play = watched("kuhn_poker")
    hands = [zone.things[0] for zone in next(play.scenes()).zones if zone.name == "Hand"]
    for seat, other in ((0, 1), (1, 0)):
        page = str(table_data(play, seat)).lower()
        assert str(hands[seat]) in page
        assert str(hands[other]) not in page
    assert all(str(card) in str(table_data(play, None)).lower() for card in hands)


OF_UNIQUE_CARDS = "hitmakers", "trickster", "showbiz_shuffle"


def secrets_in_sentences(play: Watched, seat: int) -> set[str]:
    """Cards that the page of a seat names at a step, and that do not lie open to it by the next."""
    titles = card_titles(GAMES[play.scenario.game.name].picture.faces(play.values))
    seen, secrets = set[str](), set[str]()
    for scene, after in pairwise([*(scenes := list(play.scenes(seat))), scenes[-1]]):
        keys = {str(thing).split(" ")[-1] for zone in (*scene.zones, *after.zones) for thing in zone.things}
        seen |= {titles.get(key, key) for key in keys}
        words = titled(sentence(play.scenario.game, scene.event), titles)
        secrets |= {title for title in titles.values() if title in words and title not in seen}
    return secrets


@pytest.mark.parametrize("name", OF_UNIQUE_CARDS)
def test_no_sentence_names_a_card_that_its_seat_has_not_seen(name: str) -> None:
    play = watched(name)
    assert secrets_in_sentences(play, 0) == set()
    if name != "trickster":  # where all cards are dealt face up
        open_game = replace(play.scenario.game, redact=lambda event, fields, player: fields)
        careless = replace(
            play, scenario=replace(play.scenario, game=open_game), batch=replace(play.batch, game=open_game)
        )
        assert secrets_in_sentences(careless, 0)


@pytest.mark.parametrize("name", GAMES)
def test_a_page_has_the_faces_of_seen_cards_alone(name: str) -> None:
    play = watched(name)
    for seat in (0, play.scenario.players - 1):
        scenes = list(play.scenes(seat))
        seen = {thing for scene in scenes for zone in scene.zones for thing in zone.things if isinstance(thing, str)}
        assert len(table_data(play, seat)["cards"]) <= len(seen)
        assert name != "hitmakers" or len(seen) < 52
