"""The kit on one page: it is the page of the guides, and whole."""

from inspect import isfunction

from tests.cli.commands import run
from workbench import kit
from workbench.app.widgets.text import DOCS


def test_the_page_of_the_guides_is_what_the_command_prints() -> None:
    advice = "renew it: workbench new-game --brief > workbench/docs/kit.md"
    assert (DOCS / "kit.md").read_text("utf-8") == run("new-game", "--brief").stdout, advice


def test_it_is_one_page() -> None:
    assert len((DOCS / "kit.md").read_text("utf-8").split()) <= 2_500


def test_it_has_every_function_of_the_kit() -> None:
    text = run("new-game", "--brief").stdout
    assert [name for name, value in vars(kit).items() if isfunction(value) and f"`kit.{name}(" not in text] == []
