"""The page Cards: a card list as a grid, what is wrong with it, what it changes, and saving it."""

from workbench.app.pages.cards.page import choose, show

__all__ = ["choose", "show"]
