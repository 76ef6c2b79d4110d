"""How the commands print studies of strength on standard output."""

from rich.table import Table

from workbench.bots.spec import bot_title
from workbench.cli.printing import output_console, plain_table
from workbench.report.tables import how_strategies_were_played, plays_to_decide
from workbench.report.text import phrases
from workbench.report.text import strength as words
from workbench.report.text.phrases import decimal, number_of
from workbench.study.strength.robin import RoundRobin
from workbench.study.strength.strategies import Mechanisms, Strategies, Worth


def print_strategies(found: Strategies) -> None:
    """Print what every kind of action is worth, then the round robin."""
    _print_mechanisms(found.mechanisms)
    _print_robin(found.robin)
    for text in filter(None, (how_strategies_were_played(found), found.robin.scenario.game.caveat)):
        output_console().print(f"\n{text}")


def _print_mechanisms(found: Mechanisms) -> None:
    console = output_console()
    console.print(f"{words.mechanisms_headline(found)}\n", style="bold")
    columns = ("kind of action", "standing", "points lost", "95 % interval", "chosen a play", "could be", "to decide")
    table = plain_table(f"What {bot_title(found.bot)} loses when it alone leaves it out", *columns, left=2)
    for kind in found.kinds:
        value, usage = kind.value, kind.usage
        lost = (phrases.points(value.mean), f"{phrases.points(value.low)} … {phrases.points(value.high)}")
        played = lost if kind.contest else ("", "")
        used = decimal(usage.chosen, 2), decimal(usage.offered, 2)
        table.add_row(kind.kind, words.standing_word(found, kind), *played, *used, plays_to_decide(kind.doubt))
    console.print(table)
    open_ = [kind for kind in found.kinds if kind.standing is Worth.UNDECIDED]
    for text in (*(words.mechanism_sentence(found, kind) for kind in open_), words.VALUE_DEFINITION):
        console.print(f"\n{text}")


def _print_robin(found: RoundRobin) -> None:
    console, (shares, low, high) = output_console(), found.matrix
    titles = [*map(bot_title, found.bots)]
    table = plain_table(f"\nShare of the wins, {number_of(found.plays, 'play')} a seat", "one alone among", *titles)
    for row, title in enumerate(titles):
        half = (high[row] - low[row]) / 2
        cells = zip(shares[row], half, strict=True)
        shown = [f"{phrases.percent(share)} ±{decimal(100 * reach, 1)}" for share, reach in cells]
        shown[row] = phrases.percent(found.even)
        table.add_row(title, *shown)
    console.print(table)
    console.print(f"\n{words.SHARE_DEFINITION}\n")
    console.print(_strengths(found))
    texts = [*words.robin_sentences(found)[:3], words.EQUILIBRIUM_DEFINITION, words.RATING_DEFINITION]
    for text in filter(None, texts):
        console.print(f"\n{text}")


def _strengths(found: RoundRobin) -> Table:
    """Each bot's rating and its weight in the equilibrium, both with their ranges, the highest rating first."""
    table = plain_table("Ratings and the mixed equilibrium", "bot", "rating", "95 % range", "weight", "range")
    bars = {bar.bot: bar for bar in found.equilibrium}
    for rated in found.ratings:
        bar = bars[rated.bot]
        strength = decimal(rated.mean, 1), f"{decimal(rated.low, 1)} … {decimal(rated.high, 1)}"
        weight = phrases.percent(bar.weight, 0), f"{phrases.percent(bar.low, 0)} … {phrases.percent(bar.high, 0)}"
        table.add_row(bot_title(rated.bot), *strength, *weight)
    return table
