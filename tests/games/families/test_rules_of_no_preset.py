"""Rules of the families that no preset has: what each of them changes, in a position set up by hand."""

import numpy as np
import pytest

from tests.games.families.test_sets import cards as french
from tests.games.families.test_sets import position as collecting
from tests.games.families.test_shedding import number, playable, position
from tests.games.families.test_tricks import SPADES, last_trick, legal, playing
from tests.support.families import begun, legal_kinds, preset_game
from tests.support.plain import Play
from workbench.engine.bit_sets import members
from workbench.engine.parameters import complete
from workbench.games.families.tricks import SUITS
from workbench.kit import FRENCH
from workbench.report.rulebook import render_rulebook

# Tricks


@pytest.mark.parametrize(
    ("trump", "laid", "lowest_takes", "winner"),
    [
        (-1, "9C 2C AC 3H", True, 1),
        (-1, "9C 2C AC 3H", False, 2),
        (SPADES, "9C 4S 2C 3S", True, 3),
        (SPADES, "9C 4S 2C 3S", False, 1),
    ],
)
def test_tricks_the_lowest_or_the_highest_card_takes_the_trick(
    trump: int, laid: str, lowest_takes: bool, winner: int
) -> None:
    play = playing("oh_hell", lowest_takes=lowest_takes)
    play.state.trump = trump
    play.state.bid[:4] = 1
    last_trick(play, *laid.split())
    assert [player for player in range(4) if play.state.score[player] > 0] == [winner]


def test_tricks_whoever_bids_most_names_the_trump_and_the_left_of_the_dealer_leads() -> None:
    play = begun("tricks", "oh_hell", trump="bid", hand=5)
    for bid in (1, 3, 3, 0):
        play.take(bid)
    assert legal_kinds(play) == {"name_trump"} and play.state.actor == 1
    play.take(play.legal[2])
    assert play.state.trump == 2 and legal_kinds(play) == {"play"} and play.state.actor == 0


def test_tricks_whoever_took_most_names_the_trump_whatever_was_bid() -> None:
    play = begun("tricks", "oh_hell", trump="named", hand=5)
    play.state.stage, play.state.best = 1, 2
    for bid in (1, 3, 3, 0):
        play.take(bid)
    assert legal_kinds(play) == {"name_trump"} and play.state.actor == 2


WHIST = {"knockout": False, "hand": 0, "sizes": "fixed", "trump": "turned", "target": 5, "trick_points": 1, "book": 6}


def test_whist_the_dealers_last_card_is_shown_and_told_and_stays_in_the_hand() -> None:
    play = begun("tricks", "knockout_whist", partners=True, **WHIST)
    event = play.trace[1]
    card, suit = FRENCH.card(str(event["card"])), int(play.state.trump)
    assert (event["event"], event["player"], event["trump"]) == (
        "show_last",
        3,
        SUITS.words[suit],
    ) and card // 13 == suit
    assert play.game.describe is not None
    words = f"Player 3 shows {event['card']}, the last that was dealt: {event['trump']} are trump."
    assert play.game.describe("show_last", play.noted[1][1]) == words
    assert card in members(play.state.hand[3]) and members(play.view(1).hand[3]) == [card]
    text = " ".join(render_rulebook(play.game, play.values).split())
    assert "The dealer's last card is shown, and its suit is trump. The player" in text and "next card" not in text
    assert "Each trick beyond 6 of a side counts 1." in text and "partners, and score together." in text


def test_whist_a_shown_card_that_may_be_passed_on_unseen_is_not_followed() -> None:
    play = begun("tricks", "knockout_whist", passing="left", passed=1, **WHIST)
    assert play.trace[1]["event"] == "show_last" and members(play.view(1).hand[3]) == []


def test_whist_the_dealer_is_one_who_is_still_in() -> None:
    play = Play(preset_game("tricks", "knockout_whist"), {"hand": 0, "sizes": "fixed", "trump": "turned"})
    play.state.is_out[3] = True
    assert play.begin().trace[1]["player"] == 2


def test_tricks_a_rulebook_tells_of_no_rule_that_does_nothing() -> None:
    def text(**rules: object) -> str:
        game = preset_game("tricks", "knockout_whist")
        return " ".join(render_rulebook(game, complete(game.parameters, rules)).split())  # type: ignore[arg-type]

    assert "points; after" not in text(target=100, deals=3) and "after 3 deals" not in text(target=100, deals=3)
    assert "all of these" not in text(moon=True) and "all of these" in text(moon=True, jacks=1)
    assert "rumps" not in text(trump="none", break_trump=True, must_trump=True).split("## What you")[0].replace(
        "no trumps", ""
    )
    assert "Without a card of the suit that was led, play a trump" in text(follow=False, must_trump=True)
    assert "nobody does where hands" in text(passing="left", passed=3)


def test_tricks_no_points_are_led_to_a_first_trick_that_is_free_of_them() -> None:
    play = playing("spades", safe_first=True, queen=13)
    play.state.hand[0] = french("QS 4H 5D")
    play.state.broken = True
    assert legal(play) == {"4H", "5D"}


def test_tricks_suits_need_not_be_followed_and_trumps_may_have_to_be_played() -> None:
    free = playing("oh_hell", follow=False)
    free.state.trick, free.state.led, free.state.hand[0] = french("2C"), 0, french("3C 4H")
    assert legal(free) == {"3C", "4H"}
    bound = playing("spades", must_trump=True)
    bound.state.trick, bound.state.led, bound.state.hand[0] = french("2C"), 0, french("4H 3S")
    assert legal(bound) == {"3S"}


def test_tricks_cards_tricks_beyond_a_book_and_the_number_of_deals_count() -> None:
    play = playing("knockout_whist", knockout=False, sizes="fixed", deals=1, aces=4, tens=10, trick_points=5, book=2)
    play.state.trump, play.state.won[:4] = -1, (2, 4, 0, 0)
    last_trick(play, "AC", "10C", "2C", "3C")
    assert play.state.over and list(play.state.score[:4]) == [14 + 5, 10, 0, 0]


def test_tricks_passing_goes_to_the_left_in_every_deal() -> None:
    play = begun("tricks", "hearts", passing="left", passed=1)
    first = int(play.state.hand[0]) & -int(play.state.hand[0])
    for _ in range(4):
        play.take(play.legal[0])
    assert int(play.state.hand[1]) & first


# Draft


def test_draft_two_cards_are_taken_at_once_and_hands_may_turn_around() -> None:
    play = begun("draft", "lunch", players=3, hand=4, picks=2, turns_around=True)
    play.state.stage = 1
    before = [members(hand) for hand in play.state.hand[:3]]
    for _ in range(6):
        play.take(play.legal[0])
    assert [members(hand) for hand in play.state.hand[:3]] == [before[1][2:], before[2][2:], before[0][2:]]


# Shedding


def test_shedding_a_keyword_in_common_is_enough() -> None:
    play = position("crazy_eights", "5-of-clubs", "9-of-hearts 2-of-hearts", "2-of-spades", match_keyword=True)
    assert playable(play) == set()
    for card in ("5-of-clubs", "9-of-hearts"):
        play.rules.cards[play.rules.cards_deck[number(play, card)]].keyword = 0
    assert playable(play) == {"9-of-hearts"}


def test_shedding_the_pile_below_its_top_becomes_the_stock() -> None:
    play = position("crazy_eights", "5-of-clubs", "9-of-spades", "2-of-hearts", reshuffle=True)
    play.state.pile = play.state.pile | play.state.stock
    play.state.stock = np.uint64(0)
    play.take(play.legal[-1])
    assert members(play.state.pile) == [number(play, "5-of-clubs")] and len(members(play.state.stock)) == 52 - 4


def test_shedding_everybody_counts_what_is_left_where_the_winner_does_not() -> None:
    play = position(
        "crazy_eights",
        "5-of-clubs",
        "6-of-clubs",
        "8-of-hearts 2-of-hearts",
        winner_scores=False,
        lowest_wins=True,
        target=0,
    )
    play.take(number(play, "6-of-clubs"))
    assert list(play.state.score[:2]) == [0, 52]


# Press your luck


def test_press_no_number_ends_a_turn_where_none_is_named() -> None:
    play = begun("press", "pig", bust=0)
    for _ in range(30):
        play.take(play.legal[0])
    assert play.state.actor == 0 and play.state.busts[0] == 0


def test_press_the_others_have_one_more_turn_in_a_last_round() -> None:
    play = begun("press", "pig", players=3, final_round=True)
    play.state.turn[0], play.state.pressed[0] = 100, 3
    play.take(play.legal[-1])
    assert not play.state.over and play.state.score[0] == 100 and play.state.actor == 1


# Sets


def test_sets_count_as_their_rank_says_and_end_the_play_at_a_number() -> None:
    play = collecting("market", "KC KD", "2C", stock="KH", target=1, left_over=0, steal=False, display=1)
    assert legal_kinds(play) == {"draw_card"}
    play.take(play.legal[0])
    assert play.state.over and list(play.state.score[:2]) == [13, 0] and play.state.sets[0] == 1
