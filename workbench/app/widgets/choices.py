"""Choices that several pages share: a game, a revision, a batch, the contests of a study.

A page's own `choose` draws its controls from these, and returns what was chosen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from workbench.app.services import Revisions, revisions, services
from workbench.app.widgets import controls
from workbench.app.widgets.controls import NARROWEST
from workbench.app.widgets.text import explained
from workbench.bots.spec import bot_help, bots_to_choose
from workbench.engine.card_lists.lists import card_lists
from workbench.engine.game import Game
from workbench.scenario import Scenario, load_scenario

MIXED = "mixed"
"""Among the bots: one is chosen for each seat."""
NOBODY = "none"
"""Among the bots of the second strength: there is none."""
CARD_LIST = explained("The lists of cards that the game is played with.", "card list")


@dataclass(frozen=True)
class GameChoice:
    """A game, and its revisions as their files are now."""

    game: Game
    revisions: Revisions


@dataclass(frozen=True)
class RevisionChoice(GameChoice):
    """A revision of a game; its name is empty where there is none."""

    revision: str


@dataclass(frozen=True)
class DraftChoice(GameChoice):
    """The revision that a draft starts from; its name is empty where there is none."""

    start: str


@dataclass(frozen=True)
class Batch:
    """Bots as `--bots` takes them, plays and seed; empty where there is no revision to play."""

    bots: str = ""
    plays: int = 0
    seed: int = 0

    def of(self, choice: GameChoice, revision: str) -> Scenario:
        """The revision with these bots, plays and seed. Raises BadInput with every problem."""
        bots = self.bots.split()
        known = choice.revisions.sound.get(revision)
        if known and len(bots) > 1:
            bots = bots[: known.players]  # the other revision of a comparison may have more seats
        reference = f"{choice.game.name}/{revision}"
        return load_scenario(
            services().workspace, reference, bots=bots or None, plays=str(self.plays), seed=str(self.seed)
        )


@dataclass(frozen=True)
class BatchChoice(RevisionChoice):
    """A batch of a revision."""

    batch: Batch

    @property
    def scenario(self) -> Scenario:
        """The revision with the chosen bots, plays and seed. Raises BadInput with every problem."""
        return self.batch.of(self, self.revision)


@dataclass(frozen=True)
class ContestsChoice(RevisionChoice):
    """Contests between bots; `contest_plays` of each, None for as many as take a few minutes in all."""

    contest_plays: int | None
    seed: int


def choose_game(row: Any) -> GameChoice:
    """The control that chooses a game."""
    game = controls.choose_game(row)
    return GameChoice(game, revisions(game))


def choose_revision(chosen: GameChoice, row: Any, about: str) -> str:
    """The control that chooses a revision; empty where there is none."""
    known = chosen.revisions
    return controls.select(row, "revision", "Revision", known.names, known.leading, explained(about, "revision"))


def choose_card_list(game: Game, row: Any) -> str:
    """The control that chooses a card list of a game that has some."""
    lists = list(card_lists(game.parameters))
    return controls.select(row, "card_list", "Card list", lists, lists[0], CARD_LIST)


def choose_batch(chosen: GameChoice, row: Any, place: Any, shown: Sequence[str]) -> Batch:
    """Bots, plays and seed, suggested by the last of these revisions."""
    model = chosen.revisions.sound.get(shown[-1])
    if model is None:
        return Batch()
    players = max(len(chosen.revisions.sound[name].bots) for name in shown if name in chosen.revisions.sound)
    bots = _choose_bots(chosen.game, model, row, place, players)
    about = explained("How many plays each revision gets. More plays give narrower intervals.", "play", "interval")
    plays = controls.number(row, "plays", "Plays", model.plays, about, 1000)
    return Batch(bots, plays, choose_seed(row, model.seed))


def choose_seed(row: Any, suggested: int) -> int:
    """The control for the seed."""
    about = explained("Equal seeds shuffle equally. Another seed gives other luck.", "seed")
    return controls.number(row, "seed", "Seed", suggested, about, 1)


def choose_contests(chosen: GameChoice, revision: str, row: Any) -> ContestsChoice:
    """The plays of each contest, and the seed."""
    model = chosen.revisions.sound.get(revision)
    about = "For each pairing, at each seat in turn. Empty: as many as take a few minutes in all."
    plays = controls.optional_number(row, "contest_plays", "Plays each", explained(about, "play", "seat"), 100)
    return ContestsChoice(chosen.game, chosen.revisions, revision, plays, choose_seed(row, model.seed if model else 1))


def bots_listed(game: Game) -> str:
    """The bots of a game, each with what it does, as a list for a hint."""
    return "\n".join(f"- **{name}**: {bot_help(game, name)}" for name in bots_to_choose(game))


def _choose_bots(game: Game, model: Scenario, row: Any, place: Any, players: int) -> str:
    """One bot for all seats, or one for each seat: the text that `--bots` takes."""
    names = bots_to_choose(game)
    usual = model.bots[0] if len(set(model.bots)) == 1 else MIXED
    about = f"Who plays at every seat.\n\n{bots_listed(game)}\n- **{MIXED}**: one bot for each seat."
    about = explained(about, "bot", "greedy", "search", "style")
    picked = controls.select(row, "bots", "Bots", [*names, MIXED], usual, about)
    if picked != MIXED:
        return picked
    seats = place.grid(6, min_column_width=NARROWEST)
    suggested = (model.bots * players)[:players]
    return " ".join(
        controls.select(seats, f"seat_{number}", f"Seat {number}", names, bot, "Who plays at this seat.")
        for number, bot in enumerate(suggested, 1)
    )
