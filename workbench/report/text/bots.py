"""Who played, how often, and how well."""

from collections.abc import Sequence

from workbench.bots.spec import bot_help
from workbench.engine.game import Game
from workbench.engine.wording import listed
from workbench.report.summary import BatchSummary, Summary
from workbench.report.text.numbers import count
from workbench.report.text.phrases import lower_first, words_of
from workbench.scenario import Scenario

NO_PEOPLE = "Bots are not people: check this with a playtest before you rely on it."


SEATS_FROM_1 = "Seats are counted from 1, as at a table; `replay` and JSON count players and seats from 0."


def caution(game: Game) -> str:
    """What to say beside every number: that bots played, and what they cannot do in this game."""
    return f"{NO_PEOPLE} {game.caveat}".rstrip()


def how_played(summary: Summary) -> str:
    """How many paired plays there were, with which seed and bots."""
    base = summary.base.scenario
    pairs = f"{count(summary.plays)} paired plays on the same shuffles (seed {base.seed})"
    if base.bots == summary.other.scenario.bots:
        return f"{pairs}, {who_played(base)}. {NO_PEOPLE}"
    return f"{pairs}, {base.revision} with {who_played(base)}, {summary.other.scenario.revision} with " + (
        f"{who_played(summary.other.scenario)}. {NO_PEOPLE}"
    )


def how_batch_was_played(side: BatchSummary) -> str:
    """How many plays a batch has, with which seed and bots."""
    return f"{count(side.plays)} plays (seed {side.scenario.seed}), {who_played(side.scenario)}. {NO_PEOPLE}"


def who_played(scenario: Scenario) -> str:
    """Who played, and how well: `every seat a greedy bot (one step ahead …)`, or the bot of each seat."""
    game, names = scenario.game, scenario.bots
    if len(set(names)) == 1:
        return f"every seat {_article(names[0])} {names[0]} bot ({lower_first(bot_strength(game, names[0]))})"
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, 1))
    explained = "; ".join(f"{name}: {lower_first(bot_strength(game, name))}" for name in dict.fromkeys(names))
    return f"seats {seats} ({explained})"


def bot_strength(game: Game, bot: str) -> str:
    """What a bot does, without a full stop: its help, with its budget, and what it leaves out."""
    name, *forbidden = bot.split("~")
    does = bot_help(game, name).rstrip(".").replace(" N ", f" {name.rpartition(':')[2]} ")
    left_out = f", but never {' or '.join(map(words_of, forbidden))} while anything else is legal" if forbidden else ""
    return f"{does}{left_out}"


def bots_label(names: Sequence[str]) -> str:
    """Who played, in a table: `greedy`, or `greedy · random · greedy`."""
    return names[0] if len(set(names)) == 1 else " · ".join(names)


def bots_phrase(names: Sequence[str]) -> str:
    """Who played, in a sentence: `greedy bots`, or `the bots greedy · random · greedy`."""
    return f"{names[0]} bots" if len(set(names)) == 1 else f"the bots {bots_label(names)}"


def played_by(*scenarios: Scenario) -> str:
    """Who played, below a chart: `Played by greedy bots.`"""
    found = {bots_phrase(scenario.bots): scenario.revision for scenario in scenarios}
    if len(found) == 1:
        return f"Played by {next(iter(found))}."
    return f"Played by {listed([f'{who} with {revision}' for who, revision in found.items()])}."


def _article(noun: str) -> str:
    return "an" if noun[:1] in "aeiou" else "a"
