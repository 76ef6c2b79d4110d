"""Options that several commands share.

Numbers stay as they are typed; the study says what is wrong with them, along with all else that is wrong.
"""

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def options(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, listed in this order."""
    return lambda command: reduce(lambda made, option: option(made), reversed(decorators), command)


workspace_option = click.option(
    "--workspace",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The workspace; default: the nearest folder upward that has scenarios/.",
)
set_option = click.option(
    "--set", "set_", metavar="NAME=VALUE", multiple=True, help="Another value of a rule, for this call; repeatable."
)
bots_option = click.option("--bots", metavar='"SPEC …"', help="The bots: one for all seats, or one a seat.")
plays_option = click.option("--plays", metavar="N", help="How many plays.")
seed_option = click.option("--seed", metavar="S", help="Where chance begins.")
jobs_option = click.option("--jobs", metavar="J", help="Threads; default: one a core.")
no_store_option = click.option("--no-store", is_flag=True, help="Keep nothing in the store.")
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
html_option = click.option(
    "--html", "html_file", metavar="FILE", type=click.Path(path_type=Path), help="Write a page to FILE."
)
scenario_options = options(workspace_option, set_option, bots_option, plays_option, seed_option)
"""What may change a scenario for one call."""
batch_options = options(scenario_options, jobs_option, no_store_option, json_option)
"""What every command that plays a batch takes."""
