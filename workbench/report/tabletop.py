"""A revision's cards as decks for Tabletop Simulator: a sheet of cards as a picture, and the saved object that cuts it.

Sheets have ten cards a row and seven rows at most; what has more cards than a sheet becomes several in one deck. The
pictures need the library of the extra `tabletop`.
"""

import io
import json
import zipfile
from collections.abc import Sequence
from math import ceil
from pathlib import PurePosixPath

from workbench.engine.picture import Face
from workbench.engine.problems import BadInput, WorkbenchError
from workbench.report.card_faces import HEIGHT, WIDTH, card_drawing, spoken

ACROSS, DOWN = 10, 7
"""Cards of a sheet, side by side and one below the other: the most that Tabletop Simulator takes."""
ON_A_SHEET = ACROSS * DOWN - 1
"""The last place of a full sheet is what others see of a hidden card."""
SCALE = 4
"""Pixels for each unit of a drawing: cards of 400 × 560."""
DECK, CARD = "Deck", "CardCustom"
FIRST_DECK = 1
UPRIGHT = {"posX": 0, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 0, "scaleX": 1, "scaleY": 1, "scaleZ": 1}
HOW = """Tabletop Simulator: put this folder's pictures where every player can load them (Steam Cloud: Modding, Cloud
Manager), write their addresses into deck.json for the names that stand there, and copy deck.json to
Documents/My Games/Tabletop Simulator/Saves/Saved Objects. On your own computer alone a path works too:
file:///C:/decks/sheet1.png
"""


class NoPictures(WorkbenchError):
    """The library that draws pictures is not there."""


def sheets_of(faces: Sequence[Face]) -> list[list[Face]]:
    """The cards by sheet."""
    return [list(faces[first : first + ON_A_SHEET]) for first in range(0, len(faces), ON_A_SHEET)]


def sheet_size(cards: int) -> tuple[int, int]:
    """How many cards a sheet has side by side, and how many rows: two of each at least."""
    across = min(ACROSS, max(2, cards + 1))
    return across, max(2, ceil((cards + 1) / across))


def sheet_drawing(faces: Sequence[Face]) -> str:
    """A sheet as SVG; its last place has the back of a card."""
    across, down = sheet_size(len(faces))
    cards: list[tuple[int, Face | None]] = [*enumerate(faces), (across * down - 1, None)]
    placed = "".join(
        f'<svg x="{WIDTH * (place % across)}" y="{HEIGHT * (place // across)}" width="{WIDTH}" height="{HEIGHT}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}">{card_drawing(face)}</svg>'
        for place, face in cards
    )
    size = f'width="{WIDTH * across}" height="{HEIGHT * down}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{placed}</svg>'


def back_drawing() -> str:
    """The back of every card as SVG."""
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{card_drawing(None)}</svg>'


def saved_object(name: str, faces: Sequence[Face]) -> dict[str, object]:
    """The saved object: one deck with every card, in order, over sheets named `sheet1.png` and so on."""
    custom, ids = {}, []
    for number, sheet in enumerate(sheets_of(faces), start=FIRST_DECK):
        across, down = sheet_size(len(sheet))
        custom[str(number)] = {
            "FaceURL": f"sheet{number}.png",
            "BackURL": "back.png",
            "NumWidth": across,
            "NumHeight": down,
            "BackIsHidden": True,
            "UniqueBack": False,
        }
        ids += [100 * number + place for place in range(len(sheet))]
    cards = [
        {
            "Name": CARD,
            "Nickname": face.title,
            "Description": spoken(face),
            "CardID": id,
            "CustomDeck": {str(id // 100): custom[str(id // 100)]},
            "Transform": UPRIGHT,
        }
        for id, face in zip(ids, faces, strict=True)
    ]
    deck = {"Name": DECK, "Nickname": name, "DeckIDs": ids, "CustomDeck": custom, "ContainedObjects": cards}
    return {"ObjectStates": [{**deck, "Transform": UPRIGHT} if len(cards) > 1 else cards[0]]}


def picture(drawing: str) -> bytes:
    """A drawing as PNG. Raises NoPictures."""
    try:
        import resvg_py
    except ImportError as missing:
        raise NoPictures("pictures of cards need resvg-py: pip install 'playtest-workbench[tabletop]'") from missing
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, zoom=SCALE))


def tabletop_deck(name: str, faces: Sequence[Face]) -> bytes:
    """A zip with the sheets, the back, the saved object, and how to use them. Raises NoPictures, BadInput: no cards."""
    if not faces:
        raise BadInput.one("cards", "there are none to make a deck of")
    parts = {f"sheet{number}.png": picture(sheet_drawing(sheet)) for number, sheet in enumerate(sheets_of(faces), 1)}
    parts["back.png"] = picture(back_drawing())
    parts["deck.json"] = json.dumps(saved_object(name, faces), indent=1).encode()
    parts["README.txt"] = HOW.encode()
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        for part, content in parts.items():
            packed.writestr(zipfile.ZipInfo(str(PurePosixPath(part))), content)
    return written.getvalue()
