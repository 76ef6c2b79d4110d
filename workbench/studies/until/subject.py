"""The subject to decide of two revisions: goals, or measures by how they differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from workbench.engine.measures import SPREAD
from workbench.engine.problems import BadInput, together
from workbench.engine.wording import did_you_mean
from workbench.play.figures import names_of
from workbench.play.forms import layout
from workbench.scenario import Scenario
from workbench.tallies.tallies import pair_layout


@dataclass(frozen=True)
class UntilSubject:
    """The subject to decide: the measures named, by how they differ; without names the goals of the revision."""

    measures: tuple[str, ...] = ()

    @property
    def is_about_goals(self) -> bool:
        """True if it is about goals, not about differences."""
        return not self.measures


def read_subject(base: Scenario, other: Scenario, names: Sequence[str]) -> UntilSubject:
    """The subject of these names, which are those of goals and figures: `tie_rate`, `deals`, `win_rate_seat_0`.

    Without names: the goals of `other`; if it has none, the primary measures of the game. Raises BadInput with every
    name that says nothing, and the one that comes nearest.
    """
    if names:
        figures = together(*(partial(_figures_of, base, other, name) for name in names))
        return UntilSubject(tuple(dict.fromkeys(chain.from_iterable(figures))))
    return UntilSubject() if other.goals else read_subject(base, other, other.game.primary)


def _figures_of(base: Scenario, other: Scenario, name: str) -> list[str]:
    """The figures behind a name that both revisions have. Raises BadInput."""
    common = list(pair_layout(layout(base), layout(other)).names)
    common += [SPREAD] if base.players == other.players else []
    figure = name.removesuffix("_rate") if name.removesuffix("_rate") in common else name
    names = [figure for figure in names_of(other.game, figure, other.players) if figure in common]
    if not names:
        raise BadInput.one("--for", f"must be a measure of {other.game.name}{did_you_mean(name, common)}", name)
    return names
