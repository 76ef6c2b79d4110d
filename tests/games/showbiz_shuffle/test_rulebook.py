"""Showbiz Shuffle: what its living rulebook says is what is played."""

import re
from typing import Any

import pytest

from workbench.engine.cards import Cards
from workbench.engine.parameters import complete
from workbench.games.showbiz_shuffle import GAME
from workbench.report.rulebook import render_rulebook


def rulebook(**rules: Any) -> str:
    return render_rulebook(GAME, complete(GAME.parameters, rules))


def edited(rule: str, keep: int) -> Cards:
    """A list in which all but the first `keep` cards have another name."""
    ours = GAME.parameters[rule].default
    place = ours.columns.index("name")
    rows = [row if at < keep else (*row[:place], f"N{at}", *row[place + 1 :]) for at, row in enumerate(ours.rows)]
    return Cards("mine.csv", ours.columns, ours.key, tuple(rows))


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
