"""The question about the cards of a revision: which list of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from workbench.studies.fields import ChoiceOfGame
from workbench.studies.study import Question, Texts

if TYPE_CHECKING:
    from workbench.engine.card_lists import CardList
    from workbench.engine.cards import Cards
    from workbench.engine.game import Game
    from workbench.scenario import Scenario


def labels_of_lists(game: "Game") -> Mapping[str, str]:
    """The labels of a game's lists of cards, by their rules."""
    from workbench.studies.decks.lists import lists_of  # brings NumPy

    return {name: declared.label for name, declared in lists_of(game).items()}


@dataclass(frozen=True, kw_only=True)
class DecksQuestion(Question):
    """Say which cards of SCENARIO win, which kinds of them, which nobody plays, and what the list is made of.

    Cards are compared by the seats that drew them, each with the others of its kind, and judged together. The plays
    are those that `simulate` makes, played once more; what was counted is stored, and is there at once next time. Of a
    list whose use the game does not record, only what it is made of is said. A game with a standard pack has its cards,
    by suits; where a list has copies, a card counts once a seat.
    """

    card_list: Annotated[
        str,
        ChoiceOfGame(
            labels_of_lists,
            label="Card list",
            help="A list of cards that the game is played with, by its name; default: the first.",
            option="--list",
            terms=("card list",),
            at_hand=True,
        ),
    ] = ""

    @classmethod
    def is_played(cls, scenario: "Scenario", texts: Texts) -> bool:
        from workbench.studies.decks.lists import recorded_lists

        return _list_of(scenario.game, *texts.get("card_list", ())) in recorded_lists(scenario.game)

    @property
    def name_of_list(self) -> str:
        """The list asked about; the first where none is named."""
        return _list_of(self.scenario.game, self.card_list)

    @property
    def declared(self) -> "CardList":
        """The declared card list."""
        from workbench.studies.decks.lists import lists_of

        return lists_of(self.scenario.game)[self.name_of_list]

    @property
    def cards(self) -> "Cards":
        """The cards of the list."""
        from workbench.studies.decks.lists import cards_of_lists

        return cards_of_lists(self.scenario)[self.name_of_list]


def _list_of(game: "Game", name: str = "") -> str:
    return name or next(iter(labels_of_lists(game)))
