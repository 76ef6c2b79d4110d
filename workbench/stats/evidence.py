"""The one bar of evidence: what has to hold before a verdict, an advice or a headline is stated anywhere.

Whatever says "same", "higher", "best", "weakest", "nobody should" asks here first. Below the bar the word is
"undecided", with what is missing.
"""

RISK = 0.05
"""The chance, over all that is looked at together, of stating a finding that is none."""
FEWEST_PLAYS = 100
"""With fewer plays (or pairs) nothing is stated: rare events may not have happened yet."""


def enough(plays: int) -> bool:
    """Whether so many plays, or pairs of plays, may decide anything."""
    return plays >= FEWEST_PLAYS
