"""Secret numbers, who sees them, and drawn worlds: what is in their place there, and what an author says of worlds."""

import sys
from collections import Counter
from enum import IntEnum
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.kit import packets
from tests.support.plain import Play
from workbench import kit
from workbench.conform import Extent, conform
from workbench.engine import dispatch
from workbench.engine.bit_sets import members
from workbench.engine.game import Game


class Role(IntEnum):
    """Two of each are dealt."""

    LOYAL = 0
    TRAITOR = 1


class Rules(kit.Rules):
    players: int = kit.rule(4, 4, 4, "How many play.")


def are_fellows(state: Any, player: int, other: int) -> kit.Bool:
    return state.role[player] == Role.TRAITOR and state.role[other] == Role.TRAITOR


class State(kit.State):
    role: kit.PerPlayer = kit.secret(Role, "The role of a player.", seen_by=are_fellows, dealt=True)
    bid: kit.PerPlayer = kit.secret(6)
    score: kit.PerPlayer


def setup(state: Any, rules: Any, chance: kit.Chance) -> None:
    traitors = 2
    for player in range(rules.players):
        state.bid[player], state.role[player] = -1, kit.roll_die(chance, rules.players - player) <= traitors
        traitors -= state.role[player]


@kit.move("Player {player} bids {bid}.", to="bid", numbers=(0, 5))
def bid_(state: Any, rules: Any, player: int, bid: int) -> None:
    """Write down a number from 0 to 5."""
    state.score[player] = bid + state.role[player]
    kit.next_player(state, rules)
    if state.actor == 0:
        reveal(state, rules)
        state.over = True


@kit.event("The roles were {role}.")
def reveal(state: Any, rules: Any) -> None:
    """Each sees the own one."""


GAME = kit.game(globals(), title="Sealed", summary="Bid in secret, with a role.")


def begun(seed: int = 1) -> Play:
    play = Play(GAME, {}, seed).begin()
    play.take(3)
    return play


def seen(play: Play, viewer: int) -> Any:
    state = play.state.copy()
    play.run(dispatch.conceal, state, play.rules, viewer)
    return state


def test_others_see_neither_bid_nor_role_but_traitors_know_each_other() -> None:
    play = begun()
    roles, view = list(play.state.role), seen(play, 1)
    assert list(view.bid) == [kit.UNSEEN, -1, -1, -1] and list(seen(play, 0).bid) == [3, -1, -1, -1]
    for viewer in range(4):
        fellows = [player for player in range(4) if player == viewer or roles[player] == roles[viewer] == Role.TRAITOR]
        expected = [role if player in fellows else kit.UNSEEN for player, role in enumerate(roles)]
        assert list(seen(play, viewer).role) == expected


def test_roles_change_places_in_drawn_worlds_and_bids_are_any_number() -> None:
    play, bids, roles = begun(), Counter[int](), Counter[tuple[int, ...]]()
    viewer = list(play.state.role).index(Role.LOYAL)
    for seed in range(600):
        world = play.world(viewer, seed)
        bids[int(world.bid[0])] += 1
        roles[tuple(map(int, world.role))] += 1
    assert all(sum(held) == 2 and held[viewer] == Role.LOYAL for held in roles) and len(roles) == 3
    assert min(roles.values()) > 150
    assert viewer == 0 or (set(bids) == set(range(6)) and min(bids.values()) > 60)


def test_a_secret_bid_is_told_to_its_player_alone() -> None:
    play = begun()
    event, number = play.trace[-1].copy(), next(event for event, name in GAME.events.items() if name == "bid")
    assert event.pop("event") == "bid"
    assert GAME.describe("bid", GAME.redact(number, event, 0)) == "Player 0 bids 3."
    assert GAME.describe("bid", GAME.redact(number, event, 2)) == "Player 0 bids a secret number."
    assert play.run(dispatch.observation, play.state, play.rules, 0, 3) < 0


def test_the_table_shows_the_own_numbers() -> None:
    play = begun()
    zones = [zone for zone in GAME.picture.zones(seen(play, 1), play.rules, play.values) if zone.name != "Score"]
    things = {(zone.name, zone.player): zone.things[0] for zone in zones}
    assert things["Bid", 0] == "?" and things["Bid", 1] == "none yet"
    assert things["Role", 1] == Role(int(play.state.role[1])).name.lower()


SOURCE = Path(__file__).read_text("utf-8").partition("\n\n\ndef begun")[0]


def changed(patch: pytest.MonkeyPatch, source: str, *changes: tuple[str, str]) -> Game:
    """The game of a source with these changes."""
    module = ModuleType("changed")
    module.__file__ = "game.py"
    patch.setitem(sys.modules, "changed", module)
    for old, new in changes:
        assert old in source
        source = source.replace(old, new, 1)
    exec(source, vars(module))
    game = module.GAME
    assert isinstance(game, Game)
    return game


LIKELY = """def likely(state: Any, rules: Any, player: int) -> float:
    return 1.0 if state.role[(player + 1) % 4] == Role.LOYAL else 0.25"""
OPEN = "stock: kit.Cards = kit.zone(CARDS, seen_by=kit.NOBODY)"
DEAL = "state.packet[player], state.stock = kit.filled(kit.EMPTY, rules.cards, state.stock, chance)"
IN_ORDER = (
    (OPEN, "stock: kit.Cards = kit.deck(CARDS)"),
    ("state.stock = state.pack", "kit.shuffle(state, rules.players, 4, chance)"),
    (DEAL, "state.packet[player] = kit.deal_hand(state, player, rules.cards, chance)"),
)


def test_roles_come_in_drawn_worlds_as_often_as_they_are_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other loyal player is one of three: the next, four times as often as each of the others."""
    game = changed(monkeypatch, SOURCE, ("GAME = kit", f"{LIKELY}\n\n\nGAME = kit"))
    play = Play(game, {}, 1).begin()
    viewer = list(play.state.role).index(Role.LOYAL)
    drawn = [list(map(int, play.world(viewer, seed).role)) for seed in range(900)]
    assert all(sum(roles) == 2 and roles[viewer] == Role.LOYAL for roles in drawn)
    others = [next(other for other in range(4) if other != viewer and not roles[other]) for roles in drawn]
    loyal = Counter((other - viewer) % 4 for other in others)
    assert sorted(loyal) == [1, 2, 3] and abs(loyal[1] / 900 - 4 / 6) < 0.06
    assert conform(game, Extent(rule_sets=1, plays=3, seconds=1.0, is_compiled=False)) == []


@pytest.mark.parametrize("changes", [(), IN_ORDER], ids=["stock", "deck"])
def test_drawn_worlds_are_those_that_may_be_and_all_of_them(
    changes: tuple[tuple[str, str], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = changed(monkeypatch, Path(packets.__file__).read_text("utf-8"), *changes)
    play = Play(game, {}, 1).begin()
    for _ in range(2):
        viewer, rival = int(play.state.actor), 1 - int(play.state.actor)
        unseen = int(packets.CARDS.whole) & ~int(play.state.packet[viewer] | play.state.laid[0] | play.state.laid[1])
        laid, left = members(play.state.laid[rival]), int(play.state.packet[rival]).bit_count()
        expected = {
            cards for cards in combinations(members(unseen), left) if len({card < 4 for card in (*cards, *laid)}) == 1
        }
        drawn = Counter(tuple(members(play.world(viewer, seed).packet[rival])) for seed in range(200))
        assert drawn.keys() == expected and min(drawn.values()) > 100 / len(expected)
        play.take(play.legal[0])
    assert conform(game, Extent(rule_sets=1, plays=3, seconds=1.0, is_compiled=False)) == []


def test_it_conforms() -> None:
    assert conform(GAME, Extent(rule_sets=1, plays=3, seconds=1.0, is_compiled=False)) == []
