"""Moves with a phase, those that all make at once, decks, piles and tables; and what is refused of them."""

from enum import IntEnum
from typing import Annotated, Any, ClassVar

import pytest

from tests.kit import bazaar
from tests.support.hitmakers import table
from tests.support.plain import Play
from workbench import kit
from workbench.engine import dispatch
from workbench.engine.bit_sets import members
from workbench.engine.picture import Look
from workbench.games.hitmakers import game as hitmakers
from workbench.kit.game import design_of

CARDS = kit.FRENCH


class Phase(IntEnum):
    DRAW = 0
    SHOW = 1


class Rules(kit.Rules):
    players: int = kit.rule(2, 2, 2, "How many play.")


def module(state: type, *moves: Any) -> dict[str, Any]:
    return {"Rules": Rules, "State": state, **{move.__name__: move for move in moves}}


def test_the_choices_of_each_phase_are_numbered_anew() -> None:
    firsts = design_of(vars(hitmakers)).first
    assert [firsts[name] for name in ("draw_stock", "draw_discard", "pass_")] == [0, 1, 2]
    assert firsts["discard"] == firsts["present"] == firsts["decline"] == 0


def test_moves_of_no_phase_keep_their_numbers_in_every_phase() -> None:
    class State(kit.State):
        hand: kit.Cards = kit.zone(CARDS, per_player=True, seen_by=kit.OWNER)
        phase: int

    @kit.move("Player {player} shows {card}.", phase=Phase.SHOW, source="hand")
    def show(state: Any, card: kit.Card) -> None: ...

    @kit.move("Player {player} draws.", phase=Phase.DRAW)
    def draw(state: Any) -> None: ...

    @kit.move("Player {player} gives up.")
    def give_up(state: Any) -> None: ...

    design = design_of(module(State, show, draw, give_up))
    assert design.first == {"give_up": 0, "show": 1, "draw": 1}


def test_a_move_of_another_phase_is_not_on_offer() -> None:
    position = table("10H / 10D / 3H", stars="10S", stock="QH")
    assert position.legal == [0, 2]
    assert position.draw("stock").legal == [10 + 25, 11 + 26]  # 10H and QH


def test_what_is_refused_is_named() -> None:
    class State(kit.State):
        talon: kit.Cards = kit.deck(CARDS)
        pile: kit.Pile = kit.pile(CARDS, "pile_size")
        wins: kit.PerPlayer = kit.measured("Wins.", 0.1, by="seat of a deal")
        undrawn = ("score", "bagg")
        titles: ClassVar = {"stage": "Rounds", "winz": "Wins"}

    @kit.move("Player {player} draws.", phase=Phase.DRAW)
    def draw(state: Any) -> None: ...

    with pytest.raises(TypeError) as refusal:
        design_of(module(State, draw))
    assert str(refusal.value).split("; ") == [
        "State.talon: the deck of a game is called stock, as the functions that draw from it do",
        "State.pile: pile_size is no field",
        "it needs `pile_size: int`",
        'State.wins: a measure is by="deal_seat" or by player, not by seat of a deal',
        "State: undrawn names bagg, which is none of the fields",
        "State: titles names winz, which is none of the fields",
        "draw: it has a phase, and State has no field `phase: int`",
    ]


def test_a_deck_keeps_stock_and_places_together() -> None:
    position = table("10H / 10D / 3H", stars="10S", stock="QH JH")
    card = position.draw("stock").state
    assert (members(card.stock), int(kit.stock_size(card))) == ([10 + 26], 1)  # JH is left


def test_a_table_is_a_measure_for_each_of_its_rows() -> None:
    measured = hitmakers.State.fields["awarded"].measures
    assert [(measure.name, measure.read) for measure in measured][:2] == [
        ("market_saturation", "state.awarded[0, player]"),
        ("broad_appeal", "state.awarded[2, player]"),
    ]
    assert hitmakers.State.fields["gained"].measures == []


class LayState(kit.State):
    hand: kit.Cards = kit.zone(kit.pack("abcdefgh"), per_player=True, seen_by=kit.OWNER)
    heap: kit.Pile = kit.pile(hand.pack, "height")  # type: ignore[attr-defined]
    height: int
    top: kit.Card
    score: kit.PerPlayer


def laying(*, at_once: bool) -> Play:
    class Rules(kit.Rules):
        players: int = kit.rule(3, 3, 3, "How many play.")

    def setup(state: Any, rules: Any, chance: kit.Chance) -> None:
        kit.deal(state.hand, 3, 2, state.pack, chance)
        state.top = kit.NO_CARD

    @kit.move("Player {player} lays {card}.", source="hand", to="heap", at_once=at_once)
    def lay(state: Any, rules: Any, player: int, card: kit.Card) -> None:
        """Lay a card on the heap."""
        state.score[player], state.top = state.height, card
        if not at_once:
            kit.next_player(state, rules)
        state.over = state.height == 6

    module = {
        "__name__": f"laying_{at_once}",
        "__file__": "game.py",
        "Rules": Rules,
        "State": LayState,
        "setup": setup,
        "lay": lay,
    }
    return Play(kit.game(module, title="Lay", summary="Lay cards."), {}).begin()


def view(play: Play, seat: int) -> Any:
    seen = play.state.copy()
    play.run(dispatch.conceal, seen, play.rules, seat)
    return seen


def test_a_card_on_a_pile_is_in_no_hand_of_a_drawn_world() -> None:
    play = laying(at_once=False)
    card = play.legal[1]
    play.take(card)
    assert play.trace[-1] == {"event": "lay", "player": 0, "card": "abcdefgh"[card]} and play.state.heap[0] == card
    for seed in range(20):
        world = play.world(1, seed)
        assert not any(int(hand) >> card & 1 for hand in world.hand) and kit.count(world.hand[0]) == 1


def test_a_field_that_is_a_card_is_drawn_as_that_card() -> None:
    play = laying(at_once=False)
    at_first = {zone.name: list(zone.things) for zone in play.game.picture.zones(play.state, play.rules, {})}
    card = play.legal[1]
    play.take(card)
    on_table = {zone.name: zone for zone in play.game.picture.zones(play.view(1), play.rules, {})}
    assert at_first["Top"] == []
    assert list(on_table["Top"].things) == ["abcdefgh"[card]] and on_table["Top"].look is Look.ROW


def test_a_field_says_of_which_pack_its_card_is() -> None:
    class State(kit.State):
        best: Annotated[kit.Card, bazaar.GOODS]

    assert State.fields["best"].pack is bazaar.GOODS


def test_a_choice_at_once_waits_unseen_until_the_last_has_chosen() -> None:
    play = laying(at_once=True)
    chosen = [members(hand)[1] for hand in play.state.hand[:3]]
    hands = [members(hand) for hand in play.state.hand[:3]]
    for seat in (0, 1):
        play.take(chosen[seat])
        assert play.trace == [] and [members(hand) for hand in play.state.hand[:3]] == hands
    assert view(play, 2).chosen_lay.tolist() == [0, 0, 0] and view(play, 0).chosen_lay[0] == chosen[0]
    seen = {play.run(dispatch.observation, play.state, play.rules, 0, action) for action in play.legal}
    assert len(seen) == 1  # to others, one choice of player 2 looks like the other
    worlds = [play.world(2, seed) for seed in range(40)]
    assert all(kit.holds(world.hand[seat], world.chosen_lay[seat]) for world in worlds for seat in (0, 1))
    assert len({int(world.chosen_lay[0]) for world in worlds}) > 2
    play.take(chosen[2])
    assert [(event["player"], event["card"]) for event in play.trace] == list(enumerate("abcdefgh"[c] for c in chosen))
    assert (
        play.state.actor == 0 and play.state.heap[:3].tolist() == chosen and play.state.score[:3].tolist() == [1, 2, 3]
    )


# Stocks: what is known of them is in `tests/games/showbiz_shuffle/test_knowledge.py`


def test_the_table_shows_each_stock_and_a_rivals_hand_face_down() -> None:
    play = Play(bazaar.GAME, {}, 1).begin()
    zones = {(zone.name, zone.player): zone.things for zone in bazaar.GAME.picture.zones(play.view(0), play.rules, {})}
    assert len(zones["Deck of Goods", None]) == 75 and len(zones["Deck of Favors", None]) == 9
    assert zones["Favors in hand", 1] == [None] and None not in zones["Goods in hand", 0]


def test_a_zone_of_more_than_64_cards_is_refused_with_what_works() -> None:
    class State(kit.State):
        hand: kit.Cards = kit.zone(bazaar.GOODS)

    with pytest.raises(TypeError, match=r"State.hand: 90 cards.*a `kit.stock`"):
        design_of(module(State))
