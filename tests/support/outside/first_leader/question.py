"""What is asked: after which stage."""

from dataclasses import dataclass
from typing import Annotated

from workbench.studies.fields import WholeNumber
from workbench.studies.study import Question


@dataclass(frozen=True, kw_only=True)
class LeaderQuestion(Question):
    """Measure how often who leads SCENARIO alone after a stage wins."""

    after: Annotated[
        int, WholeNumber(1, 20, label="After stage", help="The stage after which the leader is looked for.")
    ] = 1
