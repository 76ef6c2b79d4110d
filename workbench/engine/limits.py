"""How much may be asked for at most. Light to import: the options of commands are checked against it."""

MOST_PLAYS = 2_000_000_000
"""Of a batch: 64 bits hold the sum of 2^31 numbers below 2^32, and tallies refuse larger numbers."""
MOST_ITERATIONS = 1_000_000
"""Of a search, for a decision."""
