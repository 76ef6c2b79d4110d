"""Shortcuts of the keyboard: each clicks or focuses something that the page has. `?` lists those that work there."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

MAIN_ACTION = "main_action"
"""The key of the container around what Ctrl+Enter does on a page, where it is no primary button."""
PRIMARY = '[data-testid="stBaseButton-primary"]:enabled'


LINK = '.st-key-tabs [data-testid^="stPageLink"][href^="{}"]'


@dataclass(frozen=True)
class Shortcut:
    """Keys, one after the other; what they do; and where, by selectors of which the first that is found counts."""

    keys: str
    does: str
    on: tuple[str, ...] = ()


EVERYWHERE = (
    Shortcut("?", "This list"),
    Shortcut(
        *("Ctrl Enter", "The main action of the page, or of the form that is open"),
        (
            f'[data-testid="stPopoverBody"] {PRIMARY}',
            f'[role="dialog"] {PRIMARY}',
            *(f".st-key-{MAIN_ACTION} {target}" for target in (PRIMARY, "button:enabled", "a")),
            f'[data-testid="stMain"] {PRIMARY}',
            ".st-key-save_popover button",
        ),
    ),
    Shortcut(
        "/",
        "Search, or choose another revision",
        ('[data-testid="stMain"] :is([type="search"], [aria-label="Search"])', ".st-key-revision input"),
    ),
    Shortcut("s", "Save and compare", (".st-key-save_popover button",)),
    Shortcut("d", "The decision", ('[class*="st-key-state"] [role="radio"][aria-checked="true"]',)),
    Shortcut("F1", "Explain the field in hand", ("button[aria-label^=Help]",)),
    Shortcut("u", "Undo", (".st-key-undo_done button", ".st-key-undo_last button")),
    Shortcut("t", "What runs and what waits", (".st-key-tray button",)),
    Shortcut("g h", "Home", ('.st-key-place [data-testid="stPageLink-NavLink"]',)),
    Shortcut("g g", "Choose a game", (".st-key-game input",)),
    Shortcut("g ?", "Help", ('.st-key-place [data-testid="stPageLink-NavLink"][href*="help"]',)),
)


def on_page(tabs: Mapping[str, Sequence[str]]) -> list[dict[str, object]]:
    """The shortcuts as the script takes them; tabs go by their numbers, each with its pages."""
    numbered = [
        Shortcut(f"g {number}", tab, tuple(map(LINK.format, pages)))
        for number, (tab, pages) in enumerate(tabs.items(), 1)
    ]
    return [asdict(shortcut) for shortcut in (*EVERYWHERE, *numbered)]
