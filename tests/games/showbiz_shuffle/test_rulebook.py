"""Showbiz Shuffle: what its living rulebook says is what is played."""

import re
from typing import Any

import pytest

from workbench.engine.card_lists.cards import Cards
from workbench.engine.parameters import complete
from workbench.games.showbiz_shuffle import GAME
from workbench.report.rulebook import render_rulebook

SENTENCES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "three players": ({}, ["Deal five Bods and one Biz card to each of the three players.", "Lay five Bods open"]),
    "no biz at first": ({"starting_biz": 0}, ["Nobody has Biz cards at first."]),
    "no cattle call": ({"cattle_call_size": 0}, ["There is no Cattle Call.", "Leave the middle of the table empty."]),
    "plays": ({}, ["up to two Bods from your hand, one Bod from the Cattle Call and one Biz card."]),
    "no plays": ({"biz_per_turn": 0, "plays_from_hand": 1}, ["may play one Bod from your hand,", "and no Biz card."]),
    "shake-up": ({"hand_size": 4}, ["and draw four Bods anew. That is your whole turn."]),
    "movies": ({"movies_at_once": 3}, ["You may have three movies in production at a time."]),
    "crew": (
        {"supports_needed": 1},
        ["complete with one Director, two Stars and one Support. It has room for no more"],
    ),
    "only stars": (
        {"directors_needed": 0, "supports_needed": 0, "stars_needed": 4, "starters": ["star"]},
        ["Only a Star can open one.", "A movie is complete with four Stars."],
    ),
    "out of genre": ({}, ["under contract and goes into any of your movies; turn it upside down"]),
    "in genre": ({"out_of_genre_from_hand": False}, ["So does a Bod from your hand."]),
    "text": ({}, ["and scored its movie if that is complete,† follow its text:"]),
    "end": (
        {},
        ["The end begins when the last Bod of the deck is drawn", "one more turn, beginning with the player"],
    ),
    "three more": ({"final_turns": 3}, ["Then everybody has three more turns"]),
    "at once": ({"final_turns": 0}, ["The game ends at once."]),
    "target": ({"score_target": 60}, ["when a premiere brings somebody to 60 points."]),
    "reshuffled": ({"reshuffle_bods": True}, ["shuffle the discarded Bods into a new one."]),
    "limit": ({"max_turns": 30}, ["when everybody has had 30 turns."]),
    "penalty": ({}, ["subtract the values of all its Bods.", "dollar signs on it, whoever played them."]),
    "twice": ({"unfinished_penalty": 2}, ["subtract two times the values of all its Bods."]),
    "no penalty": (
        {"unfinished_penalty": 0, "costed_biz_penalty": False},
        ["Bods in unfinished movies cost nothing.", "Biz cards on it cost nothing."],
    ),
}


def rulebook(**rules: Any) -> str:
    return render_rulebook(GAME, complete(GAME.parameters, rules))


def edited(rule: str, keep: int) -> Cards:
    """A list in which all but the first `keep` cards have another name."""
    ours = GAME.parameters[rule].default
    place = ours.columns.index("name")
    rows = [row if at < keep else (*row[:place], f"N{at}", *row[place + 1 :]) for at, row in enumerate(ours.rows)]
    return Cards("mine.csv", ours.columns, ours.key, tuple(rows))


@pytest.mark.parametrize(("rules", "sentences"), SENTENCES.values(), ids=SENTENCES)
def test_sentences_say_what_is_played(rules: dict[str, Any], sentences: list[str]) -> None:
    text = re.sub(r"\s+", " ", rulebook(**rules))
    assert [sentence for sentence in sentences if sentence not in text] == []


def test_sentences_stand_only_where_the_rules_ask_for_them() -> None:
    assert "Studio Shake-up" in rulebook() and "Studio Shake-up" not in rulebook(shake_up=False)
    assert "This includes" in rulebook() and "This includes" not in rulebook(unfinished_penalty=0)
    assert "never into a hand" not in rulebook(plays_from_cattle_call=0)


def test_every_card_is_in_it() -> None:
    text = rulebook()
    for rule in ("bods", "biz"):
        assert [row["name"] for row in GAME.parameters[rule].default if f"| {row['name']} " not in text] == []


@pytest.mark.parametrize(("rule", "words"), [("bods", "36 Supports."), ("biz", "44 cards.")])
def test_a_list_is_marked_as_ours_as_long_as_a_card_of_it_is(rule: str, words: str) -> None:
    def text(cards: Cards) -> str:
        return re.sub(r"\s+", " ", rulebook(**{rule: cards}))

    assert f"{words}†" in text(GAME.parameters[rule].default)
    assert f"{words}†" in text(edited(rule, 1))
    assert f"{words}†" not in text(edited(rule, 0)) and words in text(edited(rule, 0))


def test_effects_and_texts_are_marked_whatever_the_lists_say() -> None:
    text = rulebook(bods=edited("bods", 0), biz=edited("biz", 0))
    assert "Some have a text as well.†" in text and "All effects are a reconstruction.†" in text
