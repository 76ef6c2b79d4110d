"""What a constant of search is worth: `python -m tests.limit.search_constants NAME=VALUE … [plays]`.

Prints the share of the wins of one `ismcts:400` with these constants among two `greedy` at Hitmakers, single deals,
every seat in turn on the same shuffles, with half its 95 % interval. Nothing is taken from the compile cache or left
in it.

Found, of 3 000 plays (1 000 at each seat), where 0.333 is even and each share is off by at most 0.016:

| constants | share |
|---|---|
| as they are: `EXPLORATION=0.2`, `WIDTH=0.02`, `PRIOR=300` | 0.376 |
| `EXPLORATION=0` | 0.383 |
| `PRIOR=1` | 0.355 |
| `WIDTH=0.5` | 0.354 |

So none of these is better than what is set by more than chance, and exploring below the root is worth nothing that
so many plays would show. Other values, other games and other budgets were not measured.
"""

import json
import os
import sys
import tempfile

PLAYS = 500


def main(arguments: list[str]) -> None:
    """Set the constants before anything is compiled, then play."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WORKBENCH_CACHE_DIR"] = folder
        from workbench.bots import ismcts, mo_ismcts

        changed = dict(argument.split("=") for argument in arguments if "=" in argument)
        for name, value in changed.items():
            number = type(getattr(ismcts, name))(float(value))
            for module in (ismcts, mo_ismcts):
                if hasattr(module, name):
                    setattr(module, name, number)
        from tests.bots.test_ismcts import share

        plays = next((int(argument) for argument in arguments if "=" not in argument), PLAYS)
        mean, half = share("ismcts:400", "greedy", plays)
        json.dump({**changed, "plays": 3 * plays, "share": round(mean, 4), "half": round(half, 4)}, sys.stdout)
        sys.stdout.write("\n")


if __name__ == "__main__":
    main(sys.argv[1:])
