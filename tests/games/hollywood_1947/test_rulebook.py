"""The living rulebook of Hollywood 1947 follows every parameter."""

from typing import Any

import pytest

from workbench.engine.parameters import complete
from workbench.games.hollywood_1947 import GAME
from workbench.report.rulebook import render_rulebook


def rulebook(**rules: Any) -> str:
    return render_rulebook(GAME, complete(GAME.parameters, rules))


def test_it_says_what_bots_leave_out() -> None:
    assert "Table talk is not modelled" in rulebook()


def test_jobs_in_play_have_their_line() -> None:
    text = rulebook(jobs=["gaffer", "editor", "actor", "actress", "director", "composer"])
    assert "| 4 | Gaffer |" in text and "Screenwriter |" not in text
    assert "Producer |" in rulebook() and "Producer |" not in rulebook(players=3)


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({}, "from three patriots, two communists and one rising star†"),
        ({"players": 3}, "**Communists** | with three movies"),
        ({"players": 2}, "A tie counts as a win for both."),
        ({"players": 1}, "Lay three *ghost* cards face down"),
        ({"players": 9}, "Deal one job card face up to each player."),
        ({"union_strike": True}, "*Union strike:* if the poster is neutral"),
        ({"justice_served": True}, "in movie 7 the deck adds nothing"),
        ({}, "each to add one more card, starting with the lowest number on a job card and clockwise."),
        ({"studio_order": True}, "each to add one more card, in the order of the numbers."),
        ({"studio_order": True}, "The numbers of the job cards are called in order"),
        ({"random_loyalties": True}, "nobody knows how many of each were dealt"),
        ({}, "Horror (communist, not with two players)"),
        ({}, "draws two cards† and then discards the same number.†"),
        ({"actress_draws": 3}, "draws three cards and then discards the same number.†"),
        ({"composer_draws": 4}, "Draw four cards; add one to the movie, discard the rest.†"),
        ({}, "When the genre deck is empty, shuffle the posters that were put away"),
        ({"players": 2}, "more patriot symbols (or as many) |"),
        ({"players": 2}, "more communist symbols (or as many) |"),
        ({"players": 2}, "from one patriot and one communist†"),
        ({"ties_go_to": "patriots"}, "more patriot symbols (or as many) |"),
        ({"ties_go_to": "patriots"}, "more communist symbols |"),
        ({"players": 1}, "2. You are a patriot†. 3. Deal three propaganda cards"),
        ({"players": 1}, "Cinematographer | Look at one ghost card.†"),
        ({}, "Look at another player's hand. Your own, which you know, does not count.†"),
        ({"players": 3}, "another player's hand, or at one ghost card. Your own, which you know, does not count.†"),
        ({}, "Gaffer | Re-roll three times in all, the same die or different ones. You may not stop early. |"),
        ({"gaffer_rerolls": 1}, "the same die or different ones. |"),
        ({"players": 1}, "Eight job cards to choose from: screenwriter, director"),
    ],
)
def test_sentences_say_what_is_played(rules: dict[str, Any], sentence: str) -> None:
    assert sentence in " ".join(rulebook(**rules).split())


def test_who_plays_alone_reads_of_nobody_else() -> None:
    text = rulebook(players=1)
    for nonsense in ("closes their eyes", "whatever you like", "zero", "another player", "producer,"):
        assert nonsense not in text
    assert "closes their eyes" in rulebook(players=5) and "closes their eyes" not in rulebook(players=4)


def test_only_a_game_with_a_center_knows_swaps() -> None:
    assert "Swap a job card" in rulebook(players=8) and "Swap a job card" not in rulebook(players=9)
