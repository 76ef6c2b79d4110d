"""How the command prints which bot plays most like the testers."""

from workbench.cli.printing import output_console, plain_table, without_thin_spaces
from workbench.report.text import testers as words
from workbench.report.text.scenarios import caution
from workbench.study.testers import Testers


def print_testers(found: Testers) -> None:
    """Print the answer, a row for each bot, and the figures of the mixture."""
    console = output_console()
    for line in (words.headline(found), words.to_tell_sentence(found), words.left_out(found)):
        if line:
            console.print(without_thin_spaces(line), style="bold" if line == words.headline(found) else "")
    for title, lines in (("\nThe bots", words.bot_table(found)), ("\nTheir mixture", words.mixture_table(found))):
        table = plain_table(title, *lines[0])
        for each in lines:
            table.add_row(*map(without_thin_spaces, each.values()))
        console.print(table)
    console.print(f"\n{words.METHOD} {without_thin_spaces(words.MIXTURE)}\n{caution(found.scenario.game)}")
