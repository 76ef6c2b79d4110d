"""The rules of any game fit in a log: numbers, texts, lists, sets, card lists; briefly, and within a limit."""

from typing import Any

import pytest

from workbench.engine.registry import game_named
from workbench.playtest.log.fields import Unfit, rules
from workbench.playtest.log.recording import Log, begin
from workbench.store import Store

CARDS = game_named("showbiz_shuffle").parameters["biz"].default


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (CARDS, {"file": "biz.csv", "sha256": CARDS.sha256, "cards": len(CARDS)}),
        (("a", 1), ["a", 1]),
        (frozenset({"b", "a"}), ["a", "b"]),
        ({"deep": [[True, None]]}, {"deep": [[True, None]]}),
        (2**53, 2**53),
        (0.25, 0.25),
        ([], []),
        (" word ", "word"),
    ],
)
def test_a_value_of_any_kind_is_kept_as_json(value: Any, expected: Any) -> None:
    assert rules({"maxCards": value}) == {"maxCards": expected}
    assert rules(rules({"maxCards": value})) == {"maxCards": expected}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"size": object()}, "size: must be a number, a text, true or false, a card list"),
        ({"size": float("nan")}, "size: must be"),
        ({"size": 2**60}, "size: must be"),
        ({"deck": [[[[[[1]]]]]]}, "deck: must be"),
        ({"deck": ["x" * 999] * 60}, "at most 50000 characters of JSON"),
        ({str(number): 1 for number in range(301)}, "at most 300 rules"),
        ([], "rules by name"),
    ],
)
def test_what_does_not_fit_is_said_with_the_rule(value: Any, message: str) -> None:
    with pytest.raises(Unfit, match=message):
        rules(value)


def test_the_sheet_takes_a_logged_card_list_for_the_games_own(store: Store) -> None:
    log: Log = begin(store, {"game": "showbiz_shuffle", "rules": {"biz": CARDS, "score_target": 60}})
    assert log.session().header.rules["biz"]["cards"] == len(CARDS)
    assert log.session().scores.sheet.target == 60
    log.edit(log.session().lines[0].entry.id, goal="Is it too long?")
    assert log.session().header.rules["biz"]["sha256"] == CARDS.sha256
