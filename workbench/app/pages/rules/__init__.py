"""The page Rules: the form, the rulebook beside it, and saving a revision."""

from workbench.app.pages.rules.page import choose, show

__all__ = ["choose", "show"]
