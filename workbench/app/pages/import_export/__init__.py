"""The page Import and export: files of sessions, and the names of people."""

from workbench.app.pages.import_export.page import show

__all__ = ["show"]
