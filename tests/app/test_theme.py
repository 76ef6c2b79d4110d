"""Text can be read in both themes: WCAG 2.2, success criterion 1.4.3, asks for a contrast of 4.5 to 1."""

import pytest

from workbench.app.widgets.theme import THEMES, colors, style

READABLE = 4.5
VISIBLE = 3.0
"""What a border needs that alone says what is chosen: success criterion 1.4.11."""
TINT, HOVERED_TINT = 0.1, 0.2
"""How much of the primary color Streamlit lays under a chosen segment."""
WHITE = "#ffffff"


def channels(color: str) -> tuple[float, ...]:
    """Red, green and blue, from 0 to 1."""
    return tuple(int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))


def luminance(rgb: tuple[float, ...]) -> float:
    """Relative luminance, from 0 to 1, as WCAG 2.2 defines it."""
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: tuple[float, ...] | str) -> float:
    """From 1 to 21."""
    dark, bright = sorted(luminance(channels(color) if isinstance(color, str) else color) for color in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def tinted(below: str, above: str, share: float) -> tuple[float, ...]:
    """A color laid thinly over another one."""
    return tuple((1 - share) * b + share * a for b, a in zip(channels(below), channels(above), strict=True))


def test_contrast_is_wcags() -> None:
    assert contrast("#000000", WHITE) == pytest.approx(21)
    assert contrast("#777777", WHITE) == pytest.approx(4.478, abs=0.001)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["backgroundColor", "secondaryBackgroundColor"])
def test_text_and_links_can_be_read(theme: str, ground: str) -> None:
    by_name = colors(theme)
    for text in (by_name["textColor"], by_name["linkColor"]):
        assert contrast(text, by_name[ground]) >= READABLE
        for share in (TINT, HOVERED_TINT):
            assert contrast(text, tinted(by_name[ground], by_name["primaryColor"], share)) >= READABLE


@pytest.mark.parametrize("theme", THEMES)
def test_buttons_can_be_read_and_what_is_chosen_be_seen(theme: str) -> None:
    by_name = colors(theme)
    assert contrast(WHITE, by_name["primaryColor"]) >= READABLE
    assert contrast(by_name["primaryColor"], by_name["backgroundColor"]) >= VISIBLE


def test_chosen_segments_have_the_color_of_links() -> None:
    light, dark = (colors(theme)["linkColor"] for theme in THEMES)
    assert f"--wb-link: light-dark({light}, {dark});" in style()
    assert "[data-selected]:not([data-disabled]) { color: var(--wb-link) !important; }" in style()
