"""A playtest workbench for tabletop designers: change a rule, play it, compare, decide."""
