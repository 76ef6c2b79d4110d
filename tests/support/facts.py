"""The facts of a sentence, so that tests need not know how it is worded."""

import re


def facts(line: str) -> list[str]:
    """Where something is wrong and its value, then every number and every name in quotes."""
    place, _, rest = line.partition(": ")
    return [place, *re.findall(r'"[^"]*"|\w*\d[\w.]*', rest)]
