"""The cards of a revision to be printed and cut out, or those alone that are new in it."""

from dataclasses import replace

from workbench.engine.card_lists.cards import Cards
from workbench.engine.parameters import complete
from workbench.engine.picture import Face
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


def to_print(scenario: Scenario, base: Scenario | None = None) -> list[Face]:
    """The cards of a revision, each as often as there are of it; with a base, those that the base lacks alone."""
    before = faces_of(base) if base else {}
    return [
        face
        for key, face in faces_of(scenario).items()
        for _ in range(face.copies - _copies_before(face, before.get(key)))
    ]


def _copies_before(face: Face, before: Face | None) -> int:
    """How many of a card there are already: none where anything else on it has changed."""
    return before.copies if before and replace(before, copies=face.copies) == face else 0
