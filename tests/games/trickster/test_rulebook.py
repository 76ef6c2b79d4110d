"""Trickster: what its living rulebook says is what is played."""

import re
from typing import Any

import pytest

from workbench.engine.parameters import complete
from workbench.games.trickster import GAME
from workbench.report.rulebook import render_rulebook

SENTENCES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "four players": ({}, ["deal 13 cards face up", "A round has 13 steps.", "one round for each player, four in all"]),
    "seven players": (
        {"players": 7},
        ["deal seven cards", "Nobody looks at the three cards that are left over; put them"],
    ),
    "three players": ({"players": 3}, ["Nobody looks at the one card that is left over; put it away"]),
    "one round": ({"rounds": 1}, ["Play one round. The lowest"]),
    "rounds": ({"rounds": 6}, ["Play six rounds, shuffling the whole deck anew"]),
    "follow": ({}, ["If your tableau has a card of that suit, you must choose one;"]),
    "free": ({"must_follow": False}, ["you may choose any card of your tableau. If it is of another suit, you will"]),
    "right": ({}, ["to the neighbour on your right."]),
    "left": ({"pass_direction": "left"}, ["to the neighbour on your left."]),
    "alternate": ({"pass_direction": "alternate"}, ["on your right (in every second round, on your left)."]),
    "limit": ({"sum_limit": 21}, ["the sum of the packet above **21**"]),
    "faces": ({"faces_count": True}, ["an ace counts 1†, a jack 11, a queen 12, a king 13,"]),
    "no faces": ({}, ["Jack, queen and king count nothing."]),
    "high ace": ({"ace_value": 14}, ["an ace counts 14 and", "A card above 13 may start a packet like any other;"]),
    "low limit": ({"sum_limit": 5}, ["A card above 5 may start a packet"]),
    "endless": ({"sum_limit": 55}, ["All cards of a suit add up to 55, so the sum never makes you collect."]),
    "final pass": ({}, ["In the last step too the packets are passed.† Then everybody"]),
    "no final pass": ({"final_pass": False}, ["In the last step nobody passes: when"]),
    "moon": ({}, ["scores nothing for that suit in this round.", "nobody shoots the moon: they all score the suit.†"]),
    "shared moon": ({"moon_ties": "everybody"}, ["none of them scores it."]),
    "no moon": ({"shoot_the_moon": False}, ["Every card counts, however many"]),
    "highest": ({"winner": "highest"}, ["do not collect too much of a suit", "The highest total wins"]),
    "points": ({"queen_points": 9, "basic_points": 0}, ["| **queen** | 9 |", "count zero points"]),
}


def rulebook(**rules: Any) -> str:
    return render_rulebook(GAME, complete(GAME.parameters, rules))


@pytest.mark.parametrize(("rules", "sentences"), SENTENCES.values(), ids=SENTENCES)
def test_sentences_say_what_is_played(rules: dict[str, Any], sentences: list[str]) -> None:
    text = re.sub(r"\s+>?\s*", " ", rulebook(**rules))
    assert [sentence for sentence in sentences if sentence not in text] == []


@pytest.mark.parametrize(
    ("rules", "absent"),
    [
        ({}, ["left over", "A card above", "add up to", "Points are what you want"]),
        ({"shoot_the_moon": False}, ["Shooting the moon", "equally many"]),
        ({"must_follow": False}, ["Follow suit.*"]),
    ],
)
def test_sentences_stand_only_where_the_rules_ask_for_them(rules: dict[str, Any], absent: list[str]) -> None:
    text = rulebook(**rules)
    assert [words for words in absent if words in text] == []


def test_reconstructions_are_marked_until_they_are_changed() -> None:
    assert rulebook().count("†") == 6  # suit, ace, final pass, king, ties, and what the mark means
    settled = {"must_follow": False, "ace_value": 14, "final_pass": False, "king_points": 5, "moon_ties": "everybody"}
    assert "†" not in rulebook(**settled)
