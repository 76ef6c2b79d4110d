"""What people are told of a comparison: each fact once, what one asks first in front, the rest below.

JSON and CSV keep every figure; see `figures.Telling`.
"""

from collections.abc import Collection, Iterable, Sequence

from workbench.study.compare import Comparison, Contrast, directions
from workbench.study.figures import Telling


def asked_of(comparison: Comparison) -> set[str]:
    """The figures that goals of either revision are about."""
    return {*directions(comparison.base.scenario), *directions(comparison.other.scenario)}


def told(contrasts: Iterable[Contrast], asked: Collection[str] = ()) -> list[Contrast]:
    """What comes first, in the order given. `asked` are the figures of goals, which always do."""
    return _of(contrasts, Telling.FIRST, asked)


def details(contrasts: Iterable[Contrast], asked: Collection[str] = ()) -> list[Contrast]:
    """What comes below: by side, by seat within a side, and what splits another measure up."""
    return _of(contrasts, Telling.DETAIL, asked)


def _of(contrasts: Iterable[Contrast], telling: Telling, asked: Collection[str]) -> list[Contrast]:
    every = list(contrasts)
    stood_for = _stood_for(every, asked)
    return [each for each in every if each.name not in stood_for and _telling(each, asked) is telling]


def _telling(contrast: Contrast, asked: Collection[str]) -> Telling:
    return Telling.FIRST if contrast.name in asked else contrast.telling


def _stood_for(contrasts: Sequence[Contrast], asked: Collection[str]) -> set[str]:
    """The figures that need not be told, since a goal is about one that says the same."""
    standing = [each for each in contrasts if each.name in asked and each.telling is Telling.NOWHERE]
    return {each.measure.repeats for each in standing} - set(asked)
