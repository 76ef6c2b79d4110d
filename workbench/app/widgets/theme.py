"""The colors of both themes, and the style sheets beside: `app.css` of every page, the others of some."""

import tomllib
from functools import cache
from pathlib import Path

CONFIG = Path(__file__).parents[1] / "server" / ".streamlit" / "config.toml"
STYLES = Path(__file__).parent / "styles"
THEMES = ("light", "dark")
NAMES = {"--wb-link": "linkColor", "--wb-text": "textColor", "--wb-back": "backgroundColor"}
"""The names that style sheets have for colors of the themes."""


@cache
def colors(theme: str) -> dict[str, str]:
    """The colors of the theme as `config.toml` has them, by their names there."""
    section = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["theme"][theme]
    return {name: value for name, value in section.items() if isinstance(value, str)}


@cache
def style() -> str:
    """The style sheet of every page, with the colors of both themes."""
    both = {name: ", ".join(colors(theme)[color] for theme in THEMES) for name, color in NAMES.items()}
    named = " ".join(f"{name}: light-dark({pair});" for name, pair in both.items())
    return f":root {{ {named} }}\n{(STYLES / 'app.css').read_text('utf-8')}"
