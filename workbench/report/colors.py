"""The colors and symbols of revisions in charts and rows; they differ for color-blind eyes too."""

from collections.abc import Sequence

SAFE: Sequence[str] = (
    "rgb(136, 204, 238)",
    "rgb(204, 102, 119)",
    "rgb(221, 204, 119)",
    "rgb(17, 119, 51)",
    "rgb(51, 34, 136)",
    "rgb(170, 68, 153)",
    "rgb(68, 170, 153)",
    "rgb(153, 153, 51)",
    "rgb(136, 34, 85)",
    "rgb(102, 17, 0)",
    "rgb(136, 136, 136)",
)
"""Plotly's palette `Safe`, here without Plotly, which takes a third of a second to load."""
BASE, OTHER, GOOD, QUIET = SAFE[10], SAFE[1], SAFE[6], "rgb(136, 136, 136)"
OTHERS = (OTHER, SAFE[6], SAFE[7], SAFE[5], SAFE[0], SAFE[2], SAFE[3])
"""The colors of the revisions that are held against a base, which is gray."""
SYMBOLS = ("diamond", "square", "triangle-up", "star", "cross", "x", "hexagon")
"""Their symbols; a base has a circle."""


def color_of(place: int, of: int) -> str:
    """The color of revision number `place` of so many: one alone has that of the first against a base."""
    return BASE if of > 1 and place == 0 else OTHERS[(place - (of > 1)) % len(OTHERS)]


def symbol_of(place: int, of: int) -> str:
    """The symbol of a revision's marks."""
    return "circle" if of > 1 and place == 0 else SYMBOLS[(place - (of > 1)) % len(SYMBOLS)]
