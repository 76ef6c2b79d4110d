"""Playing cards by name."""

from workbench.engine.playing_cards import CARDS, card_name

NUMBERS = {card_name(card): card for card in range(CARDS)}


def card_number(name: str) -> int:
    """The card behind a name as `card_name` writes it; KeyError for any other text."""
    return NUMBERS[name]
