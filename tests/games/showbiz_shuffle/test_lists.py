"""Showbiz Shuffle: what card lists must hold, and the reference set."""

from collections import Counter

import pytest

from workbench.engine.card_lists import write_csv
from workbench.engine.cards import Cards
from workbench.engine.problems import BadInput
from workbench.games.showbiz_shuffle import GAME
from workbench.games.showbiz_shuffle.cards import REACH, BizEffect, Genre

LISTS = {name: GAME.parameters[name] for name in ("bods", "biz")}
GENRES = [genre.name.lower() for genre in Genre]


def shipped(name: str) -> Cards:
    default = LISTS[name].default
    assert isinstance(default, Cards)
    return default


def problems(name: str, card: str, **cells: str) -> list[str]:
    """What is said when some cells of a card of the reference set are changed."""
    lines = write_csv(LISTS[name], shipped(name)).splitlines()
    head = lines[0].split(",")
    number = next(n for n, line in enumerate(lines) if line.startswith(f"{card},"))
    row = lines[number].split(",")
    for column, text in cells.items():
        row[head.index(column)] = text
    lines[number] = ",".join(row)
    with pytest.raises(BadInput) as caught:
        LISTS[name].read_bytes("\n".join([*lines, ""]).encode(), f"{name}.csv", f"{name}.csv")
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("card", "cells", "told"),
    [
        ("abel-strand", {"kind": "diva"}, "column kind"),
        ("abel-strand", {"value": "9"}, "column value"),
        ("abel-strand", dict.fromkeys(GENRES, "0"), "column action"),
        ("abel-strand", {"only_genre": "action"}, "column only_genre"),
        ("bianca-thorne", {"drama": "1"}, "column only_genre"),
        ("abel-strand", {"bonus_with": "nobody"}, "column bonus_with"),
        ("abel-strand", {"bonus_with": "abel-strand"}, "column bonus_with"),
        ("abel-strand", {"bonus": "0"}, "column bonus"),
        ("abel-strand", {"bonus_with": ""}, "column bonus"),
    ],
)
def test_a_bad_bod_is_told_with_line_and_column(card, cells, told):
    problem_texts = problems("bods", card, **cells)
    assert (
        len(problem_texts) == 1 and problem_texts[0].startswith("bods.csv: line ") and f", {told}" in problem_texts[0]
    )


@pytest.mark.parametrize(
    ("card", "cells", "told"),
    [
        ("car-chase", {"effect": "explosion"}, "column effect"),
        ("car-chase", {"target": "rival_movie"}, "column target"),
        ("golden-reel", {"costs": "1"}, "column costs"),
        ("open-audition", {"genres": "drama"}, "column genres"),
        ("open-audition", {"value": "0"}, "column value"),
        ("car-chase", {"genres": "western"}, "column genres"),
        ("car-chase", {"copies": "21"}, "column copies"),
    ],
)
def test_a_bad_biz_card_is_told_with_line_and_column(card, cells, told):
    problem_texts = problems("biz", card, **cells)
    assert len(problem_texts) == 1 and problem_texts[0].startswith("biz.csv: line ") and f", {told}" in problem_texts[0]


def test_every_effect_has_targets():
    assert set(REACH) == set(BizEffect)


def test_the_reference_set_has_80_bods_and_44_biz():
    kinds = Counter(row["kind"] for row in shipped("bods"))
    assert kinds == {"director": 16, "star": 28, "support": 36}
    assert LISTS["biz"].copies_of(shipped("biz").numbered) == 44


def test_the_reference_set_has_every_effect_and_text():
    assert {row["effect"] for row in shipped("biz")} == {effect.name.lower() for effect in BizEffect}
    rows = list(shipped("bods"))
    assert {row["only_genre"] for row in rows} - {None} == set(GENRES)
    assert {row["draw_biz"] for row in rows} == {0, 1, 2} and {row["lose_biz"] for row in rows} == {0, 1}
    assert {"director", "support"} < {row["bonus_with"] for row in rows}
    assert any(row["bonus"] < 0 for row in rows)


def test_the_reference_set_serves_the_genres_about_alike():
    for kind in ("director", "star", "support"):
        worth = [sum(row["value"] for row in shipped("bods") if row["kind"] == kind and row[genre]) for genre in GENRES]
        assert max(worth) < 1.4 * min(worth)


def test_partners_have_a_genre_in_common():
    rows = {row["id"]: row for row in shipped("bods")}
    for row in rows.values():
        partner = rows.get(row["bonus_with"])
        assert partner is None or any(row[genre] and partner[genre] for genre in GENRES)


def test_lists_may_be_larger_than_the_reference_set():
    assert (LISTS["bods"].most, LISTS["biz"].most, LISTS["biz"].most_copies) == (120, 80, 80)
