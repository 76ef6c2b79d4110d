"""How much may be asked for at least and at most. Light to import: the options of commands are checked against it."""

MOST_PLAYS = 2_000_000_000
"""Of a batch: 64 bits hold the sum of 2^31 numbers below 2^32, and tallies refuse larger numbers."""
FEWEST_PLAYS = 100
"""With fewer plays (or pairs) no verdict: rare events may not have happened yet."""
CHUNK_PLAYS = 122_880
"""The cheapest number of plays to store at once: a row group of DuckDB. Other sizes leave parts that are repacked."""
MOST_ITERATIONS = 1_000_000
"""Of a search, for a decision."""
