"""Cards drawn as SVG: suits that differ by shape as well as by color, and cards of a game with title and icon.

Each drawing is whole in itself (no style sheet, no script, no font of its own), so that it can stand in a page, in an
image or on paper. It is 100 units wide and 140 high, and light in either theme, as a printed card is.
"""

from collections.abc import Iterator, Sequence
from html import escape

from workbench.engine.picture import Face, Icon, Plan, Spot, Suit, Thing

WIDTH, HEIGHT, MARGIN = 100, 140, 7
PAPER, INK, EDGE = "#fffdf7", "#1d2725", "#7d8a86"
BACK, BACK_LINES = "#2c5a66", "#8fb9bd"
TONES = ("#1f5f6b", "#8a3b12", "#5b3a8c", "#1b6b3a", "#9c2340", "#2a4fa0", "#8a6d00", "#4a4f57")
"""Colors of the bands of own cards; white reads well on each (at least 4.5 to 1)."""
SUIT_COLORS = {Suit.CLUBS: "#17703f", Suit.DIAMONDS: "#1d57b5", Suit.HEARTS: "#b8232a", Suit.SPADES: "#1d2725"}
SEATS = ("#1a6faf", "#b8453a", "#8a6d00", "#117733", "#5b3fb0", "#a03a8c", "#17807a", "#666a00", "#7a3b10")
"""Colors of the players' pieces on a board, on which white reads well."""
SPOT, PIECE = 46, 20
"""Units of a board's space, and of a piece on it."""
FONT = 'font-family="system-ui, Segoe UI, Roboto, sans-serif"'
TITLE_SIZES = (15, 13.5, 12, 10.5, 9.5, 8.5)
"""Sizes of a title's letters, the first that lets it stand on `TITLE_LINES` lines; a number is larger."""
NUMBER_SIZE, TITLE_LINES = 30, 3
TEXT_SIZE, TAG_SIZE = 8.5, 8

# All within a square of 24 units
SUIT_PATHS = {
    Suit.CLUBS: "M12 1a5 5 0 0 0-4.4 7.4A5.2 5.2 0 1 0 11 16.6L9 23h6l-2-6.4a5.2 5.2 0 1 0 3.4-8.2A5 5 0 0 0 12 1z",
    Suit.DIAMONDS: "M12 0.5L21 12 12 23.5 3 12z",
    Suit.HEARTS: "M12 22.5C4 16 1 12 1 7.6A5.9 5.9 0 0 1 12 4.6 5.9 5.9 0 0 1 23 7.6C23 12 20 16 12 22.5z",
    Suit.SPADES: "M12 1C5 7.5 1.5 10.5 1.5 14.5a5 5 0 0 0 9 3L9 23h6l-1.5-5.5a5 5 0 0 0 9-3C22.5 10.5 19 7.5 12 1z",
}
ICON_PATHS = {
    Icon.STAR: "M12 1l3.2 7.3 7.8.8-5.9 5.3 1.7 7.8L12 18.2l-6.8 4 1.7-7.8L1 9.1l7.8-.8z",
    Icon.CAMERA: "M2 7h13v4l7-4v12l-7-4v4H2zM5 2.5a2.5 2.5 0 1 1 0 4.5h-.1zM11 2a2.6 2.6 0 1 1 0 5z",
    Icon.MEGAPHONE: "M2 9v6h4l2 7h4l-2-7h1l9 4.5V4.5L11 9zM21.5 9.5v5a3 3 0 0 0 0-5z",
    Icon.MASK: "M2 3c6 2.5 14 2.5 20 0v8c0 6-5 11-10 11S2 17 2 11zM5.5 9.5c1.5 2 4 2 5 0zM13.5 9.5c1 2 3.5 2 5 0z"
    "M7.5 15c2.5 3 6.5 3 9 0z",
    Icon.BOLT: "M14 0L3 14h7l-2 10L20 9h-7z",
    Icon.COIN: "M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22zM10.7 5h2.6v1.6c2 .3 3.2 1.5 3.3 3.4h-2.5c-.2-2-4-2-4 0"
    " 0 2.2 6.7 1 6.7 5 0 2-1.4 3.2-3.5 3.5V20h-2.6v-1.5c-2.1-.3-3.5-1.6-3.6-3.6h2.6c.2 2.2 4.3 2 4.3.1"
    " 0-2.3-6.6-1-6.6-5 0-1.8 1.3-3.1 3.3-3.4z",
    Icon.REEL: "M12 1a11 11 0 1 0 0 22h11v-3h-3.5A11 11 0 0 0 12 1zM12 4a2.6 2.6 0 1 1 0 5.2A2.6 2.6 0 0 1 12 4z"
    "M6.2 9.5a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2zM17.8 9.5a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2z"
    "M12 15a2.6 2.6 0 1 1 0 5.2A2.6 2.6 0 0 1 12 15z",
    Icon.FLAG: "M4 1h2v22H4zM7 2c5-2 8 3 14 0v11c-6 3-9-2-14 0z",
    Icon.HAMMER: "M3 6l5-5h8v3l-4 1 2.5 2.5L12 10 6.5 4.5zM13 11l2-2 8 9.5-3 3z",
    Icon.EYE: "M12 4C6 4 2 8 0 12c2 4 6 8 12 8s10-4 12-8c-2-4-6-8-12-8zM12 7.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z"
    "M12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
    Icon.CARD: "M6 1h12a2 2 0 0 1 2 2v18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2z"
    "M8 6v2h8V6zM8 11v2h8v-2zM8 16v2h5v-2z",
}


def card_drawing(face: Face | None, deck: str = "") -> str:
    """The drawing of a card, without the element around it; of None, the back of the cards of a deck."""
    if face is None:
        return _back(deck)
    return _frame(PAPER) + (_french(face, face.suit) if face.suit else "".join(_designed(face)))


def board_drawing(plan: Plan, spots: Sequence[Thing]) -> tuple[str, int, int]:
    """A board with the pieces on it, without the element around it; its width and height."""
    columns = plan.columns
    middles = [
        (SPOT * (place % columns) + SPOT // 2, SPOT * (place // columns) + SPOT // 2) for place in range(len(spots))
    ]
    parts = [
        f'<path d="M{middles[one][0]} {middles[one][1]}L{middles[other][0]} {middles[other][1]}" stroke="{EDGE}" '
        'stroke-width="4"/>'
        for one, other in plan.links
    ]
    for place, spot in enumerate(spots):
        x, y = SPOT * (place % columns), SPOT * (place // columns)
        if not isinstance(spot, Spot):
            continue
        gap = 4 if plan.links else 1
        size = SPOT - 2 * gap
        parts.append(f'<rect x="{x + gap}" y="{y + gap}" width="{size}" height="{size}" rx="5" fill="{PAPER}" '
                     f'stroke="{EDGE}"/>')  # fmt: skip
        parts.append(_line(spot.name, x + gap + 3, y + 13, min(9, 60 / len(spot.name)), INK, "start", 400))
        step = min(PIECE, (SPOT - PIECE - 2) / max(1, len(spot.pieces) - 1))
        for number, (player, text) in enumerate(spot.pieces):
            at = x + SPOT / 2 + (number - (len(spot.pieces) - 1) / 2) * step
            fill, ink = (SEATS[player % len(SEATS)], PAPER) if player >= 0 else (PAPER, INK)
            words = text if player < 0 else f"{player + 1}:{text}" if text else str(player + 1)
            parts.append(f'<circle cx="{at}" cy="{y + 29}" r="{PIECE / 2}" fill="{fill}" stroke="{INK}"/>')
            parts.append(_line(words, at, y + 33, min(11, 22 / max(1, len(words))), ink, "middle", 700))
    return "".join(parts), columns * SPOT, -(-len(spots) // columns) * SPOT


def spoken(face: Face | None) -> str:
    """The card in words."""
    if face is None:
        return "card face down"
    unit = face.unit.removesuffix("s") if face.points == "1" else face.unit
    points = f"{face.points} {unit}".rstrip() if face.points else ""
    return ", ".join(filter(None, (face.title, face.kind, points, *face.tags, face.text)))


def _frame(paper: str) -> str:
    return f'<rect x="1" y="1" width="98" height="138" rx="9" fill="{paper}" stroke="{EDGE}" stroke-width="1.5"/>'


def _back(deck: str) -> str:
    """Lines and a star; where there are several decks the name of this one, on a color of its own."""
    lines = "".join(
        f'<path d="M{10 + 10 * step} 10L10 {10 + 10 * step}M{90 - 10 * step} 130L90 {130 - 10 * step}"/>'
        f'<path d="M10 {50 + 10 * step}L90 {-30 + 10 * step}"/>'
        for step in range(9)
    )
    color = TONES[(ord(deck[0]) + len(deck)) % len(TONES)] if deck else BACK
    band = f'<rect x="8" y="98" width="84" height="18" fill="{color}"/>' if deck else ""
    size = min(11, 11 * 78 / max(1, text_width(deck, 11)))
    return (
        f'{_frame(PAPER)}<rect x="8" y="8" width="84" height="124" rx="5" fill="{color}"/>'
        f'<svg x="12" y="12" width="76" height="116" viewBox="12 12 76 116" stroke="{BACK_LINES}" stroke-width=".8">'
        f'{lines}</svg><circle cx="50" cy="70" r="17" fill="{color}" stroke="{BACK_LINES}" stroke-width="2"/>'
        f"{_placed(ICON_PATHS[Icon.STAR], 39, 59, 22, BACK_LINES)}"
        f"{band}{_line(deck, 50, 111, size, PAPER, 'middle', 700) if deck else ''}"
    )


def _placed(path: str, x: float, y: float, size: float, color: str) -> str:
    """A path of the square of 24 units, at a place, so many units wide."""
    scale = f"{size / 24:.3f}".rstrip("0")
    return f'<path transform="translate({x} {y}) scale({scale})" fill="{color}" fill-rule="evenodd" d="{path}"/>'


def _french(face: Face, suit: Suit) -> str:
    """Rank and suit in two corners, and the suit large; below it words on what the card does."""
    color, path = SUIT_COLORS[suit], SUIT_PATHS[suit]
    size = 21 if len(face.rank) > 1 else 28
    corner = (
        f'<text x="17" y="31" text-anchor="middle" {FONT} font-weight="700" font-size="{size}" letter-spacing="-1"'
        f' fill="{color}">{escape(face.rank)}</text>{_placed(path, 6.5, 37, 21, color)}'
    )
    words = _line(" · ".join(face.tags), 50, 106, TAG_SIZE + 1, color, "middle", 600) if face.tags else ""
    return f'{corner}<g transform="rotate(180 50 70)">{corner}</g>{_placed(path, 29, 49, 42, color)}{words}'


def _designed(face: Face) -> Iterator[str]:
    """A band with icon and points; below it the title, the kind, a sentence, and words at the foot."""
    tone = TONES[face.tone % len(TONES)]
    yield f'<path d="M2 10a8 8 0 0 1 8-8h80a8 8 0 0 1 8 8v27H2z" fill="{tone}"/>'
    yield _placed(ICON_PATHS[face.icon], MARGIN + 1, 7, 25, PAPER)
    if face.points:
        yield f'<circle cx="80" cy="19.5" r="14" fill="{PAPER}"/>'
        height = 19 if len(face.points) < 3 else 13
        yield _line(face.points, 80, 19.5 + 0.36 * height, height, INK, "middle", 700)
    size, lines = fitted(face.title, WIDTH - 2 * MARGIN)
    y = 39.0 + size
    for line in lines:
        yield _line(line, MARGIN, y, size, INK, weight=700)
        y += 1.12 * size
    if face.kind:
        yield _line(face.kind, MARGIN, y + 1, min(10, 10 * (WIDTH - 2 * MARGIN) / text_width(face.kind, 9)), "#45524e")
        y += 12
    foot = HEIGHT - 8 - 11 * (len(_tag_rows(face.tags)) - 1)
    for line in wrapped(face.text, TEXT_SIZE, WIDTH - 2 * MARGIN)[: max(0, int((foot - 10 - y) / 10) + 1)]:
        yield _line(line, MARGIN, y + 1, TEXT_SIZE, "#45524e")
        y += 10
    for place, row in enumerate(_tag_rows(face.tags)):
        yield _line(" · ".join(row), MARGIN, foot + 11 * place, TAG_SIZE + 1, tone, weight=600)


def _line(text: str, x: float, y: float, size: float, color: str, anchor: str = "start", weight: int = 400) -> str:
    return (
        f'<text x="{x:g}" y="{y:.1f}" text-anchor="{anchor}" {FONT} font-size="{size:g}" font-weight="{weight}"'
        f' fill="{color}">{escape(text)}</text>'
    )


def _tag_rows(tags: Sequence[str]) -> list[list[str]]:
    rows: list[list[str]] = [[]]
    for tag in tags:
        if rows[-1] and text_width(" · ".join([*rows[-1], tag]), TAG_SIZE + 1) > WIDTH - 2 * MARGIN:
            rows.append([])
        rows[-1].append(tag)
    return rows


# Letters

NARROW, WIDE = set("fijlrtI.,;:'!|()-· "), set("mwMWQGO@%ÄÖÜ—")


def text_width(text: str, size: float) -> float:
    """About how wide a text is in bold letters of a size, in units; rather too wide than too narrow."""
    return size * sum(0.41 if letter in NARROW else 1.05 if letter in WIDE else 0.69 for letter in text)


def fitted(text: str, width: float) -> tuple[float, list[str]]:
    """The largest size of letters at which a title fits, and its lines; of a title longer than any, what fits."""
    for size in (NUMBER_SIZE,) if text.isdecimal() and len(text) < 5 else TITLE_SIZES:
        lines = wrapped(text, size, width)
        if len(lines) <= TITLE_LINES and not any(line.endswith("-") for line in lines):
            return size, lines
    size = TITLE_SIZES[-1]
    lines = wrapped(text, size, width)
    return size, [*lines[: TITLE_LINES - 1], lines[TITLE_LINES - 1] + "…"] if len(lines) > TITLE_LINES else lines


def wrapped(text: str, size: float, width: float) -> list[str]:
    """A text in lines of at most that width; a word that is wider than a line is broken with a hyphen."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
            continue
        lines.append("")
        for letter in word:
            if lines[-1] and text_width(f"{lines[-1]}{letter}-", size) > width:
                lines[-1] += "-"
                lines.append("")
            lines[-1] += letter
    return lines
