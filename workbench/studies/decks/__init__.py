"""Which cards of a list win, which nobody plays, and what the list is made of."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from workbench.studies.decks.question import DecksQuestion, labels_of_lists
from workbench.studies.study import Study

if TYPE_CHECKING:
    from workbench.engine.game import Game
    from workbench.report.document import Block, Report
    from workbench.store import Store
    from workbench.studies.decks.measure import DecksAnswer


class DecksStudy(Study[DecksQuestion, "DecksAnswer"]):
    """The counts of a batch are stored for every list of it, and answer each question about these plays."""

    def reason_against(self, game: "Game") -> str:
        from workbench.report.text.card_lists import no_lists

        return "" if labels_of_lists(game) else no_lists(game)

    def report_at_once(self, question: DecksQuestion) -> "Sequence[Block]":
        from workbench.studies.decks.columns import contents

        return [contents(question.declared, question.cards)]

    def report(self, answer: "DecksAnswer") -> "Report":
        declared, scenario = answer.question.declared, answer.scenario
        report, title = super().report(answer), f"{declared.label} of {scenario.game.title}: {scenario.title}"
        how = "" if answer.deck else f"The list {declared.label} of {scenario.title}. Nothing is played."
        return replace(report, title=title, part=declared.name, how=how)

    def is_answered(self, store: "Store", question: DecksQuestion) -> bool:
        from workbench.studies.decks.measure import stored_counts

        return stored_counts(store, question.scenario) is not None

    def save(self, store: "Store", question: DecksQuestion, answer: "DecksAnswer", report: "Report") -> None:
        """Store what was counted, with a line for the history; to read what is stored changes nothing."""
        from workbench.studies.decks.measure import save_counts

        super().save(store, question, answer, report)  # first: with counts, the study is answered
        if answer.is_new:
            save_counts(store, question.scenario, answer.counts)


STUDY = DecksStudy(
    name="decks",
    question=DecksQuestion,
    title="Which cards win",
    summary="What a card list is made of; what wins.",
    about=(
        "**Which kinds win:** how often the seats win that draw a card of each kind.",
        "**Which cards stand out:** how often the seats win that draw a card, compared with others of its kind.",
        "**Which cards nobody plays,** and how a card's numbers relate to winning.",
    ),
    tab="Cards",
    see_also={"cards": "Edit the cards", "results?against=": "Play this revision"},
    storing="The plays are the same as in a run with these choices. The counts are stored, so they are there at once"
    " next time; the answer is a line in History.",
    noun="Cards",
    remains="Nothing is kept: counts are stored only when all plays are done.",
    of_runs=True,
    times_long=10,
)
