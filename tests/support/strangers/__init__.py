"""Games as a stranger writes them from a rulebook, in the kit: no evaluation, no scale, nothing tuned for bots."""
