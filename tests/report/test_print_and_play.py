"""The cards to print: each as often as there are of it, and of a changed list those alone that changed."""

import struct
from dataclasses import replace
from io import BytesIO
from zipfile import ZipFile

import pytest

from tests.support.families import preset_game
from workbench.engine.problems import BadInput
from workbench.engine.registry import game_named
from workbench.report.print_and_play import faces_of, faces_of_list, to_print
from workbench.report.tabletop import saved_object, sheet_size, sheets_of, tabletop_deck
from workbench.scenario import load_scenario
from workbench.scenario.files import find_workspace


def test_each_card_is_printed_as_often_as_there_are_of_it() -> None:
    workspace = find_workspace()
    showbiz = load_scenario(workspace, "showbiz_shuffle/reference")
    copies = sum(int(row["copies"]) for row in showbiz.rules["biz"])
    assert len(to_print(showbiz)) == len(showbiz.rules["bods"]) + copies
    hitmakers = load_scenario(workspace, "hitmakers/2021-04-08")
    assert len(to_print(hitmakers)) == 52
    assert len(faces_of(hitmakers)) == 52
    assert game_named("hitmakers").picture.faces({})


def test_of_a_revision_only_what_it_changes_is_printed() -> None:
    workspace = find_workspace()
    base = load_scenario(workspace, "showbiz_shuffle/reference")
    other = load_scenario(workspace, "showbiz_shuffle/kinder-biz")
    changed = to_print(other, base)
    assert 0 < len(changed) < len(to_print(other)) / 4
    before = {row["id"]: int(row["copies"]) for row in base.rules["biz"]}
    more = [row["name"] for row in other.rules["biz"] if int(row["copies"]) > before.get(row["id"], 0)]
    assert set(more) <= {face.title for face in changed}
    with pytest.raises(BadInput, match=r"^--against = reference: has every card"):
        to_print(base, base, "--against")
    with pytest.raises(BadInput, match="of another game"):
        to_print(base, load_scenario(workspace, "hitmakers/2021-04-08"))


def test_a_deck_names_every_card_by_its_place_on_a_sheet() -> None:
    faces = to_print(load_scenario(find_workspace(), "showbiz_shuffle/reference"))
    deck = saved_object("Showbiz", faces)["ObjectStates"][0]  # type: ignore[index]
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == [face.title for face in faces]
    for number, sheet in enumerate(sheets_of(faces), start=1):
        custom = deck["CustomDeck"][str(number)]
        places = [id % 100 for id in deck["DeckIDs"] if id // 100 == number]
        assert places == list(range(len(sheet)))
        assert len(sheet) < custom["NumWidth"] * custom["NumHeight"], "the last place is that of the back"
        assert custom["NumWidth"] <= 10
        assert custom["NumHeight"] <= 7


def test_a_deck_is_a_file_of_pictures_and_the_object_that_cuts_them() -> None:
    base, other = (load_scenario(find_workspace(), f"showbiz_shuffle/{name}") for name in ("reference", "kinder-biz"))
    changed = to_print(other, base)
    with ZipFile(BytesIO(tabletop_deck("Changed", changed))) as deck:
        assert {"sheet1.png", "back.png", "deck.json"} <= set(deck.namelist())
        across, down = sheet_size(len(changed))
        size = struct.unpack(">II", deck.read("sheet1.png")[16:24])
        back = struct.unpack(">II", deck.read("back.png")[16:24])
        assert size == (across * back[0], down * back[1])


def test_the_faces_of_a_list_are_those_of_its_cards_in_its_order() -> None:
    showbiz = load_scenario(find_workspace(), "showbiz_shuffle/reference")
    for name in ("bods", "biz"):
        cards = showbiz.rules[name]
        assert [face.title for face in faces_of_list(showbiz, cards).values()] == [row["name"] for row in cards]


def test_a_game_of_dice_has_nothing_to_print() -> None:
    dice = replace(load_scenario(find_workspace(), "hitmakers/2021-04-08"), game=preset_game("press", "pig"), rules={})
    with pytest.raises(BadInput, match="without cards"):
        to_print(dice)
