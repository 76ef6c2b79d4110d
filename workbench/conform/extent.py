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
