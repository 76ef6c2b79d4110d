"""The cards of a revision to be printed and cut out, or those alone that are new in it."""

from collections.abc import Sequence
from dataclasses import replace
from html import escape

from workbench.engine.card_lists.cards import Cards
from workbench.engine.parameters import complete
from workbench.engine.picture import Face
from workbench.engine.problems import BadInput
from workbench.report.card_faces import HEIGHT, WIDTH, card_drawing, spoken
from workbench.scenario import Scenario


def faces_of(scenario: Scenario) -> dict[str, Face]:
    """Every card of a revision, by its key."""
    game = scenario.game
    return dict(game.picture.faces(complete(game.parameters, scenario.rules)))


def faces_of_list(scenario: Scenario, cards: Cards) -> dict[str, Face]:
    """The cards of one list in its order, as far as the game draws them: their keys are a word and the card's key."""
    by_key = {key.partition(" ")[2]: face for key, face in faces_of(scenario).items()}
    keys = map(cards.key_of, cards)
    return {key: by_key[key] for key in keys if key in by_key}


def to_print(scenario: Scenario, base: Scenario | None = None, place: str = "against") -> list[Face]:
    """The cards of a revision, each as often as there are of it; with a base, those that the base lacks alone.

    Raises BadInput where there are none, or where the base, which was named at `place`, is of another game.
    """
    if base and base.game.name != scenario.game.name:
        raise BadInput.one(place, f"of another game than {scenario.name}; its cards are others", base.name)
    before = faces_of(base) if base else {}
    faces = [
        face
        for key, face in faces_of(scenario).items()
        for _ in range(face.copies - _copies_before(face, before.get(key)))
    ]
    if not faces and base:
        raise BadInput.one(place, f"has every card of {scenario.title}", base.revision)
    if not faces:
        raise BadInput.one("cards", f"{scenario.game.title} is played without cards: there is nothing to print")
    return faces


def _copies_before(face: Face, before: Face | None) -> int:
    """How many of a card there are already: none where anything else on it has changed."""
    return before.copies if before and replace(before, copies=face.copies) == face else 0


PRINTED = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
@page {{ margin: 10mm; }} body {{ margin: 0; font: 11pt sans-serif; }} .sheet {{ display: flex; flex-wrap: wrap; }}
.sheet svg {{ width: 63mm; height: 88mm; outline: .2mm dashed #888; break-inside: avoid; print-color-adjust: exact; }}
@media print {{ header {{ display: none; }} }}
</style></head><body><header><h1>{title}</h1>
<p>Cards of 63 × 88 mm: print at 100 %, and cut along the dashes.</p></header>
<div class="sheet">{cards}</div></body></html>
"""


def printed_page(scenario: Scenario, faces: Sequence[Face]) -> str:
    """The cards as a page to be printed, which loads nothing."""
    shape = f'viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" role="img"'
    cards = [f'<svg {shape} aria-label="{escape(spoken(face))}">{card_drawing(face)}</svg>' for face in faces]
    return PRINTED.format(title=escape(f"{scenario.game.title}: {scenario.title}: cards"), cards="".join(cards))
