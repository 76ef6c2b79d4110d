"""The cards to print: each as often as there are of it, and of a changed list those alone that changed."""

import re
import struct
from dataclasses import replace
from io import BytesIO
from zipfile import ZipFile

import pytest

from tests.support.families import preset_game
from tests.support.kit import EXAMPLES
from workbench.engine.card_lists import CardList, write_csv
from workbench.engine.cards import cards_of
from workbench.engine.families import families
from workbench.engine.picture import Spot
from workbench.engine.problems import BadInput
from workbench.engine.registry import game_named, games
from workbench.report.card_faces import HEIGHT, WIDTH, fitted, spoken
from workbench.report.print_and_play import (
    boards_of,
    faces_of,
    faces_of_list,
    printed_boards,
    printed_sheets,
    to_print,
)
from workbench.report.tabletop import decks_of, saved_object, sheet_drawing, sheet_size, sheets_of, tabletop_deck
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import find_workspace

ONE_BOARD = {"four_in_a_row", "isles", "hamlet", "summits", "four_piles"}
ALL = {**EXAMPLES, **games(), **{name: family.game for name, family in families().items()}}


def test_each_card_is_printed_as_often_as_there_are_of_it() -> None:
    workspace = find_workspace()
    showbiz = load_scenario(workspace, "showbiz_shuffle/reference")
    copies = sum(int(row["copies"]) for row in showbiz.rules["biz"])
    assert len(to_print(showbiz)) == len(showbiz.rules["bods"]) + copies
    hitmakers = load_scenario(workspace, "hitmakers/2021-04-08")
    assert len(to_print(hitmakers)) == 52
    assert len(faces_of(hitmakers)) == 52
    assert game_named("hitmakers").picture.faces({})


def test_a_number_on_a_card_is_twice_as_large_as_a_name() -> None:
    (number, lines), (name, _) = fitted("104", 86), fitted("Spy 3", 86)
    assert number == 2 * name and lines == ["104"]


@pytest.mark.parametrize("name", ALL)
def test_boards_are_printed_empty_and_a_sheet_for_each_player(name: str) -> None:
    game = ALL[name]
    scenario = Scenario(game, "default", None, name, None, None, "", "", {}, ("random",), 1, 1)
    boards, players = boards_of(scenario), int(game.compile_rules({}).players)
    assert len(boards) == (players if name == "crosses" else name in ONE_BOARD)
    assert all(not spot.pieces for board in boards for spot in board.things if isinstance(spot, Spot))
    assert boards_of(scenario, scenario) == []
    sizes = re.findall(r'width="([\d.]+)mm" height="([\d.]+)mm"', printed_boards(boards))
    assert len(sizes) == len(boards) and all(float(width) <= 190 and float(height) <= 270 for width, height in sizes)


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


def test_each_kind_of_card_is_a_deck_of_its_own_with_every_copy() -> None:
    faces = to_print(load_scenario(find_workspace(), "hollywood_1947/six-players"))
    decks = saved_object("Hollywood", faces, "https://example.org/")["ObjectStates"]
    assert isinstance(decks, list)
    assert [len(deck["DeckIDs"]) for deck in decks] == [60, 9, 14, 6]
    backs, sheets = set(), set()
    for deck, cards in zip(decks, decks_of(faces).values(), strict=True):
        assert [card["Nickname"] for card in deck["ContainedObjects"]] == [face.title for face in cards]
        titles: dict[int, str] = {}
        for id, face in zip(deck["DeckIDs"], cards, strict=True):
            custom = deck["CustomDeck"][str(id // 100)]
            assert id % 100 < custom["NumWidth"] * custom["NumHeight"] - 1, "the last place is that of the back"
            assert custom["NumWidth"] <= 10
            assert custom["NumHeight"] <= 7
            assert titles.setdefault(id, spoken(face)) == spoken(face)
            backs.add(custom["BackURL"])
            sheets.add((id // 100, custom["FaceURL"]))
        assert len(set(titles.values())) == len(titles)
    assert len(backs) == len(sheets) == len(dict(sheets)) == len(decks)
    assert all(address.startswith("https://example.org/") for address in backs)


def test_a_deck_is_a_file_of_pictures_and_the_object_that_cuts_them() -> None:
    base, other = (load_scenario(find_workspace(), f"showbiz_shuffle/{name}") for name in ("reference", "kinder-biz"))
    changed = to_print(other, base)
    with ZipFile(BytesIO(tabletop_deck("Changed", changed))) as deck:
        assert {"biz-1.png", "biz-back.png", "deck.json"} <= set(deck.namelist())
        sheet = sheets_of(changed)[0]
        across, down = sheet_size(len(sheet))
        places = re.findall(rf'<svg x="(\d+)" y="(\d+)" width="{WIDTH}"', sheet_drawing(sheet))
        assert (int(places[-1][0]), int(places[-1][1])) == (WIDTH * (across - 1), HEIGHT * (down - 1)), "of the back"
        size = struct.unpack(">II", deck.read("biz-1.png")[16:24])
        back = struct.unpack(">II", deck.read("biz-back.png")[16:24])
        assert size == (across * back[0], down * back[1])


def test_cut_marks_lie_outside_of_the_cards() -> None:
    faces = to_print(load_scenario(find_workspace(), "hollywood_1947/six-players"))
    first, *_, last = printed_sheets(faces).splitlines()
    left, top, width, height = map(int, re.search('viewBox="([-0-9 ]+)"', first)[1].split())  # type: ignore[index]
    assert (width + 2 * left, height + 2 * top) == (3 * 63, 3 * 88)
    marks = re.search('<path d="([^"]+)" stroke="#000"', first)[1]  # type: ignore[index]
    for x, y, way, length, on in re.findall(r"M(\S+) (\S+?)([vh])(\d+)m(\d+ \d+)", marks):
        along, far = (int(y), 3 * 88) if way == "v" else (int(x), 3 * 63)
        assert along + int(length) < 0
        assert along + int(length) + sum(map(int, on.split())) > far
    assert last.count("aria-label") == len(faces) % 9 or 9


def test_a_card_says_what_its_number_counts_and_whom_it_names() -> None:
    hollywood = {spoken(face) for face in to_print(load_scenario(find_workspace(), "hollywood_1947/six-players"))}
    assert {"Director, Job, 3 in turn order", "Communist, Propaganda, 1 symbol"} <= hollywood
    bods = faces_of(load_scenario(find_workspace(), "showbiz_shuffle/reference"))
    biz = [spoken(face) for key, face in bods.items() if key.startswith("biz ")]
    assert "Pyrotechnics, Boost, 4$, Action, Specialty, On: own movie." in biz
    assert any(", Draw bods, 3 Bods" in text for text in biz)
    assert bods["bods abel-strand"].text == "+2 with Ignacio Rueda"
    assert bods["bods bianca-thorne"].text == "Only for action"


def test_a_column_of_somebodys_own_is_text_for_the_printed_card() -> None:
    showbiz = load_scenario(find_workspace(), "showbiz_shuffle/reference")
    declared = showbiz.game.parameters["biz"]
    assert isinstance(declared, CardList)
    head, first, *lines = write_csv(declared, cards_of(showbiz.rules, "biz")).splitlines()
    text = "\n".join([f"{head},text,rarity", f"{first},Draw two.,common", *(f"{line},," for line in lines), ""])
    cards = declared.read_bytes(text.encode(), "biz.csv", "biz.csv")
    before = faces_of(showbiz)
    now = faces_of(replace(showbiz, rules={**showbiz.rules, "biz": cards}))
    assert [key for key in now if now[key] != before[key]] == [key := f"biz {cards.key_of(next(iter(cards)))}"]
    assert now[key].text == f"{before[key].text} Draw two. rarity: common."


def test_the_faces_of_a_list_are_those_of_its_cards_in_its_order() -> None:
    showbiz = load_scenario(find_workspace(), "showbiz_shuffle/reference")
    for name in ("bods", "biz"):
        cards = showbiz.rules[name]
        assert [face.title for face in faces_of_list(showbiz, cards).values()] == [row["name"] for row in cards]


def test_a_game_of_dice_has_nothing_to_print() -> None:
    dice = replace(load_scenario(find_workspace(), "hitmakers/2021-04-08"), game=preset_game("press", "pig"), rules={})
    with pytest.raises(BadInput, match="without cards"):
        to_print(dice)
