"""Turning from one page to another, as the menu does."""

from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash


def turned_to(shown: AppTest, name: str) -> AppTest:
    """The app, on the page of that name from its next run on; `AppTest.switch_page` knows only pages that are files."""
    shown._page_hash = calc_hash(name)
    return shown
