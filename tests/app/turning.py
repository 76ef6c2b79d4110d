"""Turning from one page to another, as the menu does."""

from urllib.parse import parse_qs

from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash


def turned_to(page: AppTest, name: str) -> AppTest:
    """The app, on the page of that name from its next run on, with nothing in its address.

    `AppTest.switch_page` knows only pages that are files.
    """
    page._page_hash = calc_hash(name)
    page.query_params.clear()
    return page


def followed(page: AppTest, label: str) -> AppTest:
    """The app after a click on the first link of this label."""
    [link, *_] = [element.proto for element in page.get("page_link") if element.value == label]
    page._page_hash = link.page_script_hash
    page.query_params.clear()
    page.query_params.update(parse_qs(link.query_string, keep_blank_values=True))
    return page.run()
