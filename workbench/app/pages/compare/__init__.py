"""The page Compare: two revisions on the same shuffles, and what the change did."""

from workbench.app.pages.compare.controls import choose
from workbench.app.pages.compare.page import show

__all__ = ["choose", "show"]
