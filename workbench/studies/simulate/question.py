"""The question how a revision plays."""

from dataclasses import dataclass

from workbench.studies.study import Question


@dataclass(frozen=True, kw_only=True)
class SimulateQuestion(Question):
    """Play one batch of SCENARIO and store it."""
