"""A revision's cards as decks for Tabletop Simulator: sheets of cards as pictures, and the saved object that cuts them.

Each kind of card is a deck with a back of its own. Sheets have ten cards a row and seven rows at most, and a card of
which there are several stands there once. The pictures need the library of the extra `tabletop`.
"""

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from math import ceil

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
UPRIGHT = {"posX": 0, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 0, "scaleX": 1, "scaleY": 1, "scaleZ": 1}
APART = 3
"""How far apart decks lie on the table."""
HOW = """Tabletop Simulator: put this folder's pictures where every player can load them (Steam Cloud: Modding, Cloud
Manager){addresses}, and copy deck.json to Documents/My Games/Tabletop Simulator/Saves/Saved Objects.
"""
NO_ADDRESSES = """, write their addresses into deck.json for the names that stand there (`--url BASE` does that for
pictures at BASE; on your own computer alone it may be file:///C:/decks)"""


class NoPictures(WorkbenchError):
    """The library that draws pictures is not there."""


def decks_of(faces: Sequence[Face]) -> dict[str, list[Face]]:
    """The cards by their deck, in order."""
    decks: dict[str, list[Face]] = {}
    for face in faces:
        decks.setdefault(face.deck, []).append(face)
    return decks


def sheets_of(faces: Sequence[Face]) -> list[list[Face]]:
    """The different cards of a deck by sheet."""
    different = list({_identity(face): face for face in faces}.values())
    return [different[first : first + ON_A_SHEET] for first in range(0, len(different), ON_A_SHEET)]


def _identity(face: Face) -> Face:
    return replace(face, tags=tuple(face.tags))


def file_stem(deck: str) -> str:
    """How the pictures of a deck are called."""
    return deck.lower().replace(" ", "-") or "cards"


def sheet_size(cards: int) -> tuple[int, int]:
    """How many cards a sheet has side by side, and how many rows: two of each at least."""
    across = min(ACROSS, max(2, cards + 1))
    return across, max(2, ceil((cards + 1) / across))


def sheet_drawing(faces: Sequence[Face]) -> str:
    """A sheet as SVG; its last place has the back of its cards."""
    across, down = sheet_size(len(faces))
    cards: list[tuple[int, Face | None]] = [*enumerate(faces), (across * down - 1, None)]
    placed = "".join(
        f'<svg x="{WIDTH * (place % across)}" y="{HEIGHT * (place // across)}" width="{WIDTH}" height="{HEIGHT}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}">{card_drawing(face, faces[0].deck)}</svg>'
        for place, face in cards
    )
    size = f'width="{WIDTH * across}" height="{HEIGHT * down}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{placed}</svg>'


def saved_object(name: str, faces: Sequence[Face], base: str = "") -> dict[str, object]:
    """The saved object: a deck of each kind of card, over pictures whose addresses begin with `base`."""
    states, first = [], 1
    for place, (deck, cards) in enumerate(decks_of(faces).items()):
        sheets = sheets_of(cards)
        title = f"{name}: {deck}" if deck else name
        states.append(_deck(title, cards, sheets, base, first) | {"Transform": {**UPRIGHT, "posX": APART * place}})
        first += len(sheets)
    return {"ObjectStates": states}


def _deck(title: str, faces: Sequence[Face], sheets: list[list[Face]], base: str, first: int) -> dict[str, object]:
    custom, stem = {}, file_stem(faces[0].deck)
    ids: dict[Face, int] = {}
    for number, sheet in enumerate(sheets, 1):
        across, down = sheet_size(len(sheet))
        custom[str(first + number - 1)] = {
            "FaceURL": f"{base}{stem}-{number}.png",
            "BackURL": f"{base}{stem}-back.png",
            "NumWidth": across,
            "NumHeight": down,
            "BackIsHidden": True,
            "UniqueBack": False,
        }
        ids |= {_identity(face): 100 * (first + number - 1) + place for place, face in enumerate(sheet)}
    cards = [
        {
            "Name": CARD,
            "Nickname": face.title,
            "Description": spoken(face),
            "CardID": id,
            "CustomDeck": {str(id // 100): custom[str(id // 100)]},
            "Transform": UPRIGHT,
        }
        for face, id in zip(faces, (ids[_identity(face)] for face in faces), strict=True)
    ]
    if len(cards) == 1:
        return cards[0]
    deck_ids = [card["CardID"] for card in cards]
    return {"Name": DECK, "Nickname": title, "DeckIDs": deck_ids, "CustomDeck": custom, "ContainedObjects": cards}


def picture(drawing: str) -> bytes:
    """A drawing as PNG. Raises NoPictures."""
    try:
        import resvg_py
    except ImportError as missing:
        raise NoPictures("pictures of cards need resvg-py: pip install 'playtest-workbench[tabletop]'") from missing
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, zoom=SCALE))


def tabletop_deck(name: str, faces: Sequence[Face], base: str = "") -> bytes:
    """A zip with the sheets, the backs, the saved object, and how to use them. Raises NoPictures, BadInput: no cards.

    `base` is where the pictures are to be loaded from; without it the saved object has their names alone.
    """
    if not faces:
        raise BadInput.one("cards", "there are none to make a deck of")
    base = f"{base.rstrip('/')}/" if base else ""
    parts: dict[str, bytes] = {}
    for deck, cards in decks_of(faces).items():
        for number, sheet in enumerate(sheets_of(cards), 1):
            parts[f"{file_stem(deck)}-{number}.png"] = picture(sheet_drawing(sheet))
        size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        parts[f"{file_stem(deck)}-back.png"] = picture(
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{card_drawing(None, deck)}</svg>'
        )
    parts["deck.json"] = json.dumps(saved_object(name, faces, base), indent=1).encode()
    where = f", at {base}" if base else NO_ADDRESSES
    parts["README.txt"] = HOW.format(addresses=where).encode()
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        for part, content in parts.items():
            packed.writestr(zipfile.ZipInfo(part), content)
    return written.getvalue()
