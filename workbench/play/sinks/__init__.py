"""Sinks: what plays are for. Tallies of a batch, with its rows in the store and in files; pairs; whoever watches."""
