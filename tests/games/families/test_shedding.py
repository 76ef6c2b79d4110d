"""Crazy Eights and four colors against their published rules, by positions set up by hand.

Crazy Eights as Bicycle prints it; four colors as Uno, with 60 of its cards.
"""

from pathlib import Path

import numpy as np
import pytest

from tests.support.families import begun, legal_kinds, preset_game
from tests.support.plain import Play
from workbench.engine.bit_sets import members
from workbench.engine.cards import cards_of
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import apply
from workbench.engine.parameters import complete
from workbench.engine.picture import Look, Suit, Zone
from workbench.engine.problems import BadInput
from workbench.engine.trace import NotedEvent, recording
from workbench.games.families.shedding import FOLDER
from workbench.report.card_faces import TONES, card_drawing
from workbench.report.play_table import card_titles, titled


def names(play: Play) -> list[str]:
    return cards_of(complete(play.game.parameters, {}), "cards").keys_by_copy("copies")


def number(play: Play, name: str) -> int:
    return names(play).index(name)


def position(preset: str, top: str, *hands: str, **rules: object) -> Play:
    """A deal with this card on the pile and these hands, in order from player 0, who is to play."""
    play = begun("shedding", preset, players=max(2, len(hands)), **rules)
    state, all_names = play.state, names(play)
    used = {top}
    for player, hand in enumerate(hands):
        cards = [all_names.index(name) for name in hand.split()]
        state.hand[player] = np.uint64(sum(1 << card for card in cards))
        used |= {all_names[card] for card in cards}
    state.top = number(play, top)
    state.pile = np.uint64(1 << int(state.top))
    state.suit = int(play.rules.cards[play.rules.cards_deck[state.top]].suit)
    state.stock = np.uint64(0)
    for card, name in enumerate(all_names):
        if name not in used:
            state.stock = state.stock | np.uint64(1 << card)
    state.actor = 0
    return play


def playable(play: Play) -> set[str]:
    all_names = names(play)
    return {all_names[action] for action in play.legal if action < len(all_names)}


def test_crazy_eights_suit_rank_or_an_eight_can_be_played() -> None:
    play = position("crazy_eights", "5-of-clubs", "king-of-clubs 5-of-hearts 8-of-spades 9-of-spades", "2-of-clubs")
    assert playable(play) == {"king-of-clubs", "5-of-hearts", "8-of-spades"}


def test_crazy_eights_whoever_plays_an_eight_names_the_suit() -> None:
    play = position("crazy_eights", "5-of-clubs", "8-of-spades 2-of-clubs", "3-of-hearts 8-of-clubs 4-of-clubs")
    play.take(number(play, "8-of-spades"))
    assert legal_kinds(play) == {"name_suit"} and play.legal == [0, 1, 2, 3]
    play.take(2)
    assert play.state.actor == 1 and playable(play) == {"3-of-hearts", "8-of-clubs"}


def test_cards_are_drawn_until_one_goes_on_the_pile_even_if_it_may_not_be_played_then() -> None:
    play = position("crazy_eights", "5-of-clubs", "9-of-spades", "2-of-clubs", play_drawn=False)
    play.state.stock = np.uint64(1 << number(play, "king-of-clubs"))
    play.take(play.legal[0])
    play.state.stock = np.uint64(1 << number(play, "3-of-hearts"))
    assert legal_kinds(play) == {"pass"}


def test_crazy_eights_cards_are_drawn_until_one_can_be_played() -> None:
    play = position("crazy_eights", "5-of-clubs", "9-of-spades", "2-of-clubs")
    while "play" not in legal_kinds(play):
        assert legal_kinds(play) == {"draw"}
        play.take(play.legal[-1])
    assert legal_kinds(play) == {"play"} and play.state.actor == 0


def test_crazy_eights_without_a_stock_one_passes_and_a_blocked_deal_goes_to_the_fewest_points() -> None:
    play = position("crazy_eights", "5-of-clubs", "9-of-spades", "2-of-hearts", target=0)
    play.state.stock = np.uint64(0)
    for _ in range(2):
        assert legal_kinds(play) == {"pass"}
        play.take(play.legal[0])
    assert play.state.over and list(play.state.score[:2]) == [0, 9]


def test_crazy_eights_the_winner_scores_50_for_an_eight_10_for_a_court_card_1_for_an_ace() -> None:
    held = "8-of-clubs king-of-hearts ace-of-spades 7-of-clubs"
    play = position("crazy_eights", "5-of-clubs", "5-of-spades", held, target=0)
    play.take(number(play, "5-of-spades"))
    assert play.state.over and list(play.state.score[:2]) == [50 + 10 + 1 + 7, 0]


@pytest.mark.parametrize(
    ("card", "next_player", "cards"),
    [("red-5", 1, 2), ("red-skip", 2, 2), ("red-reverse", 3, 2), ("red-draw-two", 2, 4)],
)  # fmt: skip
def test_four_colors_skip_reverse_and_draw_two(card: str, next_player: int, cards: int) -> None:
    hands = ["blue-1 blue-2", "blue-3 blue-4", "green-1 green-2"]
    play = position("four_colors", "red-9", f"{card} yellow-1", *hands)
    play.take(number(play, card))
    assert play.state.actor == next_player and len(members(play.state.hand[1])) == cards
    drawn = [len(event["cards"]) for event in play.trace if event["event"] == "draw_by_effect"]
    assert drawn == [cards - 2] * (cards > 2)


def test_four_colors_of_two_players_reverse_gives_another_turn() -> None:
    play = position("four_colors", "red-9", "red-reverse yellow-1", "blue-1")
    play.take(number(play, "red-reverse"))
    assert play.state.actor == 0


def test_four_colors_wild_draw_four_names_a_color_and_the_next_draws_four() -> None:
    play = position("four_colors", "red-9", "wild-draw-four yellow-1", "blue-1", "blue-2")
    play.take(number(play, "wild-draw-four"))
    assert legal_kinds(play) == {"name_suit"} and play.legal == [4, 5, 6, 7]
    play.take(7)
    assert play.state.actor == 2 and len(members(play.state.hand[1])) == 5 and playable(play) == {"blue-2"}


def test_four_colors_one_card_is_drawn_and_may_be_played() -> None:
    play = position("four_colors", "red-9", "blue-1", "blue-2")
    play.state.stock = np.uint64(1 << number(play, "red-3"))
    play.take(play.legal[-1])
    assert legal_kinds(play) == {"play", "pass"}


def test_look_shows_a_hand_and_swap_exchanges_hands() -> None:
    play = position("four_colors", "red-9", "red-5 blue-1", "blue-2 blue-3", "green-1")
    rows = play.rules.cards
    rows[play.rules.cards_deck[number(play, "red-5")]].effects = 1 << 6
    play.take(number(play, "red-5"))
    assert legal_kinds(play) == {"name_player"} and play.legal == [1, 2]
    play.take(1)
    assert members(play.view(0).hand[1]) == members(play.state.hand[1]) and members(play.view(2).hand[1]) == []
    play = position("four_colors", "red-9", "red-5 blue-1", "blue-2 blue-3", "green-1")
    play.rules.cards[play.rules.cards_deck[number(play, "red-5")]].effects = 1 << 7
    mine, theirs = number(play, "blue-1"), members(play.state.hand[1])
    play.take(number(play, "red-5")).take(1)
    assert members(play.state.hand[0]) == theirs and members(play.state.hand[1]) == [mine]


def test_the_trace_and_the_table_name_cards_as_the_list_does() -> None:
    play = position("four_colors", "red-9", "red-5 blue-1", "blue-2")
    play.take(number(play, "red-5"))
    assert play.trace[-1]["card"] == "red-5"
    faces = play.game.picture.faces(play.values)
    assert zone_of(play, "Discard pile").things == ["red-9", "red-5"] and faces["wild"].copies == 4
    tones = {card: TONES[faces[card].tone] for card in ("red-1", "green-1", "blue-1", "wild", "yellow-9")}
    assert tones == {
        "red-1": "#9c2340",
        "green-1": "#1b6b3a",
        "blue-1": "#2a4fa0",
        "wild": "#4a4f57",
        "yellow-9": "#8a6d00",
    }


def zone_of(play: Play, name: str, player: int | None = None) -> Zone:
    zones = play.game.picture.zones(play.state, play.rules, play.values)
    return next(zone for zone in zones if zone.name == name and zone.player == player)


def test_the_card_to_be_matched_lies_on_top_of_the_pile() -> None:
    play = position("crazy_eights", "5-of-clubs", "4-of-clubs king-of-clubs", "3-of-hearts")

    class Pictures(list[NotedEvent]):
        """The pile at each event, as it is drawn then."""

        def append(self, event: NotedEvent) -> None:
            piles.append(zone_of(play, "Discard pile"))

    piles: list[Zone] = []
    with recording(Pictures()):
        plainly(apply)(play.state, play.rules, play.chance, number(play, "4-of-clubs"))
    assert [(pile.look, pile.things[-1]) for pile in piles] == [(Look.PILE, "4-of-clubs")]


def test_french_cards_of_a_list_are_drawn_and_told_as_such_and_lie_by_suit_and_rank() -> None:
    play = position("crazy_eights", "5-of-clubs", "10-of-hearts ace-of-spades 9-of-hearts 8-of-clubs", "3-of-hearts")
    hand = zone_of(play, "Hand", 0)
    assert hand.things == ["8-of-clubs", "9-of-hearts", "10-of-hearts", "ace-of-spades"]
    faces = play.game.picture.faces(play.values)
    assert (faces["ace-of-spades"].rank, faces["ace-of-spades"].suit) == ("A", Suit.SPADES)
    assert "wild" in card_drawing(faces["8-of-clubs"])
    assert titled("plays 10-of-hearts.", card_titles(faces)) == "plays 10♥."


def test_the_end_of_a_deal_tells_what_all_hold() -> None:
    play = position("crazy_eights", "5-of-clubs", "4-of-clubs", "3-of-hearts 2-of-spades")
    play.take(number(play, "4-of-clubs"))
    [end] = [event for event in play.trace if event["event"] == "score_deal"]
    assert (end["winner"], end["hand"][:2]) == (0, [[], ["2-of-spades", "3-of-hearts"]])


def test_what_no_card_does_has_no_number_on_the_table() -> None:
    names = [
        {zone.name for zone in play.game.picture.zones(play.state, play.rules, play.values)}
        for play in (begun("shedding", "crazy_eights"), begun("shedding", "four_colors"))
    ]
    assert "Turns missed" in names[1] - names[0] and "Hands looked at" not in names[1]


def test_a_pack_of_108_is_refused_and_told_what_half_the_copies_come_to(tmp_path: Path) -> None:
    cards = preset_game("shedding", "four_colors").parameters["cards"]
    single = "-0,"
    lines = (FOLDER / "four_colors.csv").read_text("utf-8").splitlines()
    doubled = [line[:-1] + "2" if line.endswith(",1") and single not in line else line for line in lines]
    file = tmp_path / "uno.csv"
    file.write_text("\n".join(doubled), "utf-8")
    with pytest.raises(BadInput, match="108 cards; at most 60; with half the copies of each it would have 56"):
        cards.written(file)
