"""A kind of rule hole: how many plays have it, and where it shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workbench.stats.estimate import Estimate, agresti_coull


@dataclass(frozen=True)
class HolePlace:
    """Where a hole shows: a play, and the step at which one sees it; None: at its end."""

    play: int
    step: int | None = None


@dataclass(frozen=True)
class Hole:
    """A kind of hole: how many of how many plays have it, and where the first of them show it.

    `of` is 0 where nobody has counted it. Places among the longest plays come last, and are not counted.
    """

    name: str
    label: str
    plays: int
    of: int
    places: tuple[HolePlace, ...] = ()

    @property
    def share(self) -> Estimate:
        """The share of plays that have it, with its interval."""
        return agresti_coull(self.plays, self.of)

    @classmethod
    def read(cls, data: Mapping[str, object]) -> "Hole":
        """A hole from what `vars` and JSON made of it."""
        fields = {name: data[name] for name in ("name", "label", "plays", "of")}
        places = data["places"]
        assert isinstance(places, Sequence)
        return cls(**fields, places=tuple(HolePlace(**place) for place in places))  # type: ignore[arg-type]
