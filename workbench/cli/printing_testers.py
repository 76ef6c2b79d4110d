"""How the command prints which bot plays most like the testers."""

from collections.abc import Sequence

from workbench.cli.printing import output_console, plain_table, without_thin_spaces
from workbench.report.text import testers as words
from workbench.report.text.scenarios import caution
from workbench.study.said import Said
from workbench.study.testers import Testers


def print_testers(found: Testers, said: Sequence[Said] = ()) -> None:
    """Print the answer, a row for each bot, the figures of the mixture, and what people said beside the log."""
    console = output_console()
    for sentence in (words.headline(found), words.to_tell_sentence(found), words.left_out(found)):
        if sentence:
            console.print(without_thin_spaces(sentence), style="bold" if sentence == words.headline(found) else "")
    for title, lines in (("\nThe bots", words.bot_table(found)), ("\nTheir mixture", words.mixture_table(found))):
        table = plain_table(title, *lines[0])
        for line in lines:
            table.add_row(*map(without_thin_spaces, line.values()))
        console.print(table)
    if said:
        console.print("\nWhat people said, beside the log", style="bold")
    for each in said:
        console.print(f"- {without_thin_spaces(words.said_sentence(each))}")
    console.print(f"\n{words.METHOD} {without_thin_spaces(words.MIXTURE)}\n{caution(found.scenario.game)}")
