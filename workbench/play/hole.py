"""A kind of rule hole: how many plays have it, and where it shows; as the store keeps it of plays that were read."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from workbench.play.forms import answer_of, is_searched
from workbench.scenario import Scenario
from workbench.stats.estimate import Estimate, agresti_coull


@dataclass(frozen=True)
class HolePlace:
    """Where a hole shows: a play, and the step at which one sees it; None: at its end."""

    play: int
    step: int | None = None

    @property
    def label(self) -> str:
        """`play 7 step 12`, as commands count them."""
        return f"play {self.play}" + ("" if self.step is None else f" step {max(self.step, 0)}")


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


if TYPE_CHECKING:
    from workbench.store import Store
    from workbench.store.answers import StoredAnswer

COUNTED, COUNTED_SLOWLY = 2_000, 20
"""Among how many plays of a batch the longest are sought, and among how many of bots that search."""
EDITION = 2
"""One more wherever a kind of hole comes to mean something else, so that what was stored before is counted anew."""


def counted_plays(scenario: Scenario) -> int:
    """The number of plays among which rare ones are looked for."""
    return min(scenario.plays, COUNTED_SLOWLY if is_searched(scenario) else COUNTED)


def _question(scenario: Scenario) -> "StoredAnswer":
    """The place in the store of what plays show that were looked at: it has no line in the history.

    It is the same for equal plays, whatever the revision is called and however many plays follow.
    """
    alike = {"bots": list(scenario.bots), "retake": scenario.retake, "edition": EDITION}
    question = answer_of("holes", scenario, alike)
    return replace(question, bots=(), plays=counted_plays(scenario), revision="")


def stored_holes(store: "Store", scenario: Scenario) -> tuple[Hole, ...]:
    """The holes of the plays of a batch that were looked at; none where nobody did."""
    from workbench.store.answers import answer_data

    data = answer_data(store, _question(scenario))
    return tuple(map(Hole.read, json.loads(data))) if data else ()


def save_holes(store: "Store", scenario: Scenario, holes: Sequence[Hole]) -> None:
    """Store the holes of the plays that were looked at."""
    from workbench.store.answers import save_answer

    data = json.dumps([asdict(hole) for hole in holes]).encode()
    save_answer(store, replace(_question(scenario), data=data))
