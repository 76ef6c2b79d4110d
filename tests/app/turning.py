"""Turning from one page to another, as the menu does."""

from urllib.parse import parse_qs

from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash


def turned_to(shown: AppTest, name: str) -> AppTest:
    """The app, on the page of that name from its next run on, with nothing in its address.

    `AppTest.switch_page` knows only pages that are files.
    """
    shown._page_hash = calc_hash(name)
    shown.query_params.clear()
    return shown


def followed(shown: AppTest, label: str) -> AppTest:
    """The app after a click on the first link of this label."""
    [link, *_] = [each.proto for each in shown.get("page_link") if each.value == label]
    shown._page_hash = link.page_script_hash
    shown.query_params.clear()
    shown.query_params.update(parse_qs(link.query_string, keep_blank_values=True))
    return shown.run()
