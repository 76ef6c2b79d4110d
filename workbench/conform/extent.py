"""How much of a game the check plays."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Extent:
    """How much is played: up to `plays` under each of `rule_sets`, looked at for `seconds`; then compiled.

    `patience_s` is how long one action may take as plain Python, `most_steps` how many decisions a play may have.
    """

    rule_sets: int = 4
    plays: int = 8
    seconds: float = 2.0
    patience_s: float = 10.0
    most_steps: int = 20_000
    is_compiled: bool = True


WHOLE = Extent()
QUICK = Extent(rule_sets=1, plays=4, seconds=1.0, patience_s=5.0, is_compiled=False)
"""A part that takes a second or two: what `simulate` asks of changed code."""
