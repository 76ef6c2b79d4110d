"""The cards and boards of a revision to be printed and cut out, or those alone that are new in it."""

from collections.abc import Sequence
from dataclasses import replace
from html import escape

import numpy as np

from workbench.engine.card_lists import card_lists
from workbench.engine.cards import Cards, cards_of
from workbench.engine.parameters import complete
from workbench.engine.picture import Face, Look, Plan, Zone
from workbench.engine.problems import BadInput
from workbench.report.card_faces import HEIGHT, WIDTH, board_drawing, card_drawing, spoken
from workbench.report.text.phrases import words_of
from workbench.scenario import Scenario


def faces_of(scenario: Scenario) -> dict[str, Face]:
    """Every card of a revision, by its key, with the texts of its list's extra columns."""
    game = scenario.game
    faces = dict(game.picture.faces(complete(game.parameters, scenario.rules)))
    for name, declared in card_lists(game.parameters).items():
        cards = cards_of(scenario.rules, name)
        columns = declared.with_columns(cards.columns).columns[len(declared.columns) :]
        texts = {}
        for row in cards:  # the texts of these columns, the column `text` without its name
            words = [(one.name, str(row[one.name]).rstrip(".")) for one in columns if row[one.name]]
            heads = ["" if column == "text" else f"{words_of(column)}: " for column, _ in words]
            texts[cards.key_of(row)] = " ".join(f"{head}{text}." for head, (_, text) in zip(heads, words, strict=True))
        for key, face in faces.items():
            word, _, rest = key.rpartition(" ") if key in texts else key.partition(" ")
            if text := texts.get(key if key in texts else rest if name.startswith(word) else ""):
                faces[key] = replace(face, text=" ".join(filter(None, [face.text, text])))
    return faces


def faces_of_list(scenario: Scenario, cards: Cards) -> dict[str, Face]:
    """The cards of one list in its order, as far as the game draws them: their keys are a word and the card's key."""
    by_key = {key.partition(" ")[2]: face for key, face in faces_of(scenario).items()}
    keys = map(cards.key_of, cards)
    return {key: by_key[key] for key in keys if key in by_key}


def boards_of(scenario: Scenario, base: Scenario | None = None) -> list[Zone]:
    """The empty boards of a revision, a sheet for each player among them; with a base, those that the base lacks."""
    game, values = scenario.game, complete(scenario.game.parameters, scenario.rules)
    drawn = game.picture.zones(np.zeros(1, game.state)[0], game.compile_rules(values), values)
    before = boards_of(base) if base else []
    return [zone for zone in drawn if zone.look is Look.BOARD and zone not in before]


def to_print(scenario: Scenario, base: Scenario | None = None, place: str = "against") -> list[Face]:
    """The cards of a revision, each as often as there are of it; with a base, those that the base lacks alone.

    Raises BadInput where there are none, or where the base, which was named at `place`, is of another game.
    """
    if base and base.game.name != scenario.game.name:
        raise BadInput.one(place, f"of another game than {scenario.name}; its cards are others", base.name)
    before = faces_of(base) if base else {}
    faces = []
    for key, face in faces_of(scenario).items():
        old = before.get(key)
        same = old.copies if old and replace(old, copies=face.copies) == face else 0  # none if else it has changed
        faces += [face] * (face.copies - same)
    if faces or boards_of(scenario, base):
        return faces
    if base:
        raise BadInput.one(place, f"has every card of {scenario.title}", base.revision)
    raise BadInput.one("cards", f"{scenario.game.title} is played without cards: there is nothing to print")


CARD_WIDTH, CARD_HEIGHT = 63, 88
ACROSS, DOWN, CUT = 3, 3, 4
"""Cards of a sheet, side by side and one below the other, and millimeters of its cut marks, which lie outside of them.

A sheet fits A4 and letter paper."""
BOARD_WIDTH, BOARD_HEIGHT, SPACE = 190, 270, 28
"""Millimeters of a board at most, and of a space of it, beside which it says its name."""
SHEET_STYLE = """@page { margin: 2.5mm; }
.sheet { display: block; margin: 0 auto; background: #fff; break-after: page; print-color-adjust: exact; }
.board { margin: 5mm; break-inside: avoid; print-color-adjust: exact; } .board svg { display: block; background: #fff; }
"""
PRINTED = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ margin: 0; font: 11pt sans-serif; }} header {{ margin: 1em; }}
{style}@media print {{ header {{ display: none; }} }}
</style></head><body><header><h1>{title}</h1>
<p>Cards are 63 × 88 mm: print at 100 %, and cut from mark to mark.</p></header>
{sheets}</body></html>
"""


def printed_page(scenario: Scenario, faces: Sequence[Face], boards: Sequence[Zone]) -> str:
    """The cards and boards as a page to be printed, which loads nothing."""
    title = escape(f"{scenario.game.title}: {scenario.title}: cards")
    return PRINTED.format(title=title, style=SHEET_STYLE, sheets=printed_sheets(faces) + printed_boards(boards))


def printed_boards(boards: Sequence[Zone]) -> str:
    """The boards as drawings in millimeters, each as large as a page has room for."""
    return "".join(_board(board) for board in boards)


def _board(board: Zone) -> str:
    plan, *spots = board.things
    assert isinstance(plan, Plan)
    drawing, width, height = board_drawing(plan, spots)
    scale = min(BOARD_WIDTH / width, BOARD_HEIGHT / height, SPACE * plan.columns / width)
    whose = "" if board.player is None else f", player {board.player + 1}"
    name = escape(f"{board.name}{whose}")
    return (
        f'<figure class="board"><svg width="{scale * width:.1f}mm" height="{scale * height:.1f}mm"'
        f' viewBox="0 0 {width} {height}" role="img" aria-label="{name}">{drawing}</svg>'
        f"<figcaption>{name}</figcaption></figure>"
    )


def printed_sheets(faces: Sequence[Face]) -> str:
    """The cards edge to edge on sheets, as drawings in millimeters with cut marks around them."""
    step = ACROSS * DOWN
    return "\n".join(_sheet(faces[first : first + step]) for first in range(0, len(faces), step))


def _sheet(faces: Sequence[Face]) -> str:
    across, down = min(ACROSS, len(faces)), -(-len(faces) // ACROSS)
    width, height = across * CARD_WIDTH, down * CARD_HEIGHT
    mark, gap = CUT - 1, 2  # a millimeter stays free between a mark and the cards
    marks = [f"M{column * CARD_WIDTH} {-CUT}v{mark}m0 {height + gap}v{mark}" for column in range(across + 1)]
    marks += [f"M{-CUT} {row * CARD_HEIGHT}h{mark}m{width + gap} 0h{mark}" for row in range(down + 1)]
    cards = [
        f'<svg x="{CARD_WIDTH * (place % ACROSS)}" y="{CARD_HEIGHT * (place // ACROSS)}" width="{CARD_WIDTH}"'
        f' height="{CARD_HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" role="img"'
        f' aria-label="{escape(spoken(face))}">{card_drawing(face)}</svg>'
        for place, face in enumerate(faces)
    ]
    whole = (-CUT, -CUT, width + 2 * CUT, height + 2 * CUT)
    return (
        f'<svg class="sheet" width="{whole[2]}mm" height="{whole[3]}mm" viewBox="{" ".join(map(str, whole))}">'
        f'<path d="{"".join(marks)}" stroke="#000" stroke-width=".2"/>{"".join(cards)}</svg>'
    )
