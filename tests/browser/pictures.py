"""Pictures of the table at fixed steps of fixed plays, small and gray, without any text: fonts are not compared."""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE

FOLDER = Path(__file__).parent / "pictures"
STEPS = {
    "hitmakers/2021-04-08": 40,
    "trickster/prototype-a": 60,
    "showbiz_shuffle/reference": 30,
    "hollywood_1947/six-players": 60,
}
SHRUNK, GRAYS = 4, 16
WITHOUT_TEXT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`#table * { font-size: 0 !important; line-height: 0 !important; }
    header, footer, #story, #analysis, #table b, #table .none { display: none; }
    #table .die, #table .token { width: 36px; height: 36px; min-width: 0; }`);
  document.adoptedStyleSheets = [sheet];
  document.getElementById("table").style.overflow = "visible";
  for (const text of document.querySelectorAll(".faces text")) text.remove();
}"""
"""Texts take no place, whatever the fonts of the machine; cards, zones, seats and colors are left."""
BLOCK, TOLERANCE = 8, 80
"""How far the grays of two pictures may lie apart on average, of 255, in any block of so many pixels a side.

A card that is missing makes over 100 in the dark theme, another place by a pixel at most 65.
"""


def pictures_of(page: Page, address: str, play: str) -> dict[str, Image.Image]:
    """The pictures of a game by the names of their files: the table at the desk and on a phone, light and dark."""
    page.goto(f"{address}/table/{play}?bots=random&seed=7&play=2&step={STEPS[play]}")
    expect(page.locator("#says")).not_to_be_empty()
    page.evaluate(WITHOUT_TEXT)
    pictures = {}
    for place, (width, height) in {"desk": DESK, "phone": PHONE}.items():
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            shot = Image.open(BytesIO(page.locator("#table").screenshot()))
            gray = shot.convert("L").resize((shot.width // SHRUNK, shot.height // SHRUNK), Image.Resampling.BOX)
            pictures[f"{play.partition('/')[0]}-{place}-{theme}.png"] = gray
    page.emulate_media(color_scheme="light")
    return pictures


def stored(picture: Image.Image) -> bytes:
    """The file of a picture, in a few grays."""
    file = BytesIO()
    picture.quantize(GRAYS).save(file, "PNG", optimize=True)
    return file.getvalue()


def distance(one: Image.Image, other: Image.Image) -> float:
    """How far the grays of two pictures lie apart in the worst block; infinite where their sizes differ."""
    if max(abs(one.width - other.width), abs(one.height - other.height)) > 2:
        return float("inf")
    size = min(one.width, other.width), min(one.height, other.height)
    difference = ImageChops.difference(one.convert("L").crop((0, 0, *size)), other.convert("L").crop((0, 0, *size)))
    blocks = difference.resize((max(1, size[0] // BLOCK), max(1, size[1] // BLOCK)), Image.Resampling.BOX)
    return float(blocks.getextrema()[1])  # type: ignore[arg-type]
