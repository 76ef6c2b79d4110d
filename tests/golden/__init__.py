"""Golden traces: whole plays, event by event, that must stay as they are.

A change of the rules, of a bot or of the chance changes them. Where that is meant, write them anew and read the
difference:

    python -m tests.golden.regenerate && git diff tests/golden
"""
