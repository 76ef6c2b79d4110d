"""Choices that several pages share, beside the place: a batch, a card list, the contests of a study.

A page's own `choose` draws its controls from these, and returns the place with what was chosen.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from streamlit.delta_generator import DeltaGenerator

from workbench.app import address
from workbench.app.place import Place
from workbench.app.services import services
from workbench.app.widgets import controls
from workbench.app.widgets.controls import NARROWEST
from workbench.app.widgets.text import explained
from workbench.bots.spec import bot_help, bot_problems, bot_title, bots_to_choose
from workbench.engine.card_lists import card_lists
from workbench.engine.game import Game
from workbench.report.findings import MIXED, bots_query
from workbench.report.text import phrases
from workbench.report.text.scenarios import bots_label
from workbench.scenario import Scenario, load_scenario

CARD_LIST = explained("The lists of cards that the game is played with.", "card list")


@dataclass(frozen=True)
class BatchSetup:
    """Bots as `--bots` takes them, plays and seed; empty where there is no revision to play."""

    bots: str = ""
    plays: int = 0
    seed: int = 0

    def of(self, choice: Place, revision: str) -> Scenario:
        """The revision with these bots, plays and seed. Raises BadInput with every problem."""
        bots = self.bots.split()
        sibling = choice.revisions.sound.get(revision)
        if sibling and len(bots) > 1:
            bots = bots[: sibling.players]  # the other revision of a comparison may have more seats
        reference = f"{choice.game.name}/{revision}"
        return load_scenario(
            services().workspace, reference, bots=bots or None, plays=str(self.plays), seed=str(self.seed)
        )


@dataclass(frozen=True)
class BatchChoice(Place):
    """A batch of a revision."""

    batch: BatchSetup

    @property
    def scenario(self) -> Scenario:
        """The revision with the chosen bots, plays and seed. Raises BadInput with every problem."""
        return self.batch.of(self, self.revision)


def choose_card_list(game: Game, row: DeltaGenerator) -> str:
    """The control that chooses a card list of a game that has some."""
    lists = list(card_lists(game.parameters))

    def label(name: str) -> str:
        return game.parameters[name].label

    return controls.select(row, "card_list", "Card list", lists, lists[0], CARD_LIST, format_func=label)


def choose_batch(
    chosen: Place,
    place: DeltaGenerator,
    compared: Sequence[str],
    lead: str = "",
    usual: Callable[[Scenario], int] = lambda scenario: scenario.plays,
) -> tuple[BatchSetup, DeltaGenerator]:
    """Bots, plays and seed, suggested by the last of these revisions, and where they are folded away.

    `lead` stands before them on the button that unfolds them. `usual` says how many plays a scenario with the chosen
    bots is to have at first.
    """
    model = chosen.revisions.sound.get(compared[-1])
    if model is None:
        return BatchSetup(), place
    folded = controls.folded(place, _batch_in_words(chosen.game, model, lead, usual))
    players = max(len(chosen.revisions.sound[name].bots) for name in compared if name in chosen.revisions.sound)
    bots = choose_bots(chosen.game, model, folded, players)
    about = explained("How many plays each revision gets. More plays give narrower intervals.", "play", "interval")
    plays = controls.number(folded, "plays", "Plays", usual(_played_by(model, bots.split())), about, 1000)
    return BatchSetup(bots, plays, choose_seed(folded, model.seed)), folded


def _played_by(model: Scenario, bots: Sequence[str]) -> Scenario:
    """The revision with one bot at all seats, or with one for each."""
    return replace(model, bots=tuple(bots) if len(bots) == model.players else tuple(bots[:1]) * model.players)


def _batch_in_words(game: Game, model: Scenario, lead: str, usual: Callable[[Scenario], int]) -> str:
    """The values of a batch's controls, as the button says them that unfolds them."""
    bots = controls.held_option("bots", "Bots", [*bots_here(game, "bots"), MIXED], usual_bots(model))
    table = model if bots == MIXED else _played_by(model, [bots])
    plays = controls.held_number("plays", "Plays", usual(table))
    return " · ".join(filter(None, [lead, bots_named(bots), phrases.number_of(plays, "play")]))


def choose_seed(row: DeltaGenerator, suggested: int) -> int:
    """The control for the seed."""
    about = explained("Equal seeds shuffle equally. Another seed gives other luck.", "seed")
    return controls.number(row, "seed", "Seed", suggested, about, 1)


def bots_listed(game: Game) -> str:
    """The bots of a game, each with what it does and its name in commands, as a list for a hint."""
    names = bots_to_choose(game)
    return "\n".join(f"- **{bot_title(name)}** (`{name}`): {bot_help(game, name)}" for name in names)


def bots_named(specs: str) -> str:
    """The label of bots, as `--bots` takes them, in a box or on a button: `quick`, `quick · random · quick`."""
    return bots_label(specs.split())


def usual_bots(model: Scenario) -> str:
    """The control's first value for the bots: the bot that sits at all seats, or that they differ."""
    return str(bots_query(model.bots)["bots"])


def choose_bots_or_mixed(game: Game, model: Scenario, place: DeltaGenerator) -> str:
    """One bot for all seats, or those of the revision, or those of each seat that the address names."""
    about = explained(f"Who plays at every seat; {MIXED}: the revision's own bots.", "bot", "greedy", "search")
    in_address = address.read("bots")
    by_seat = [in_address] if len(in_address.split()) == len(model.bots) else []
    names = list(dict.fromkeys([*bots_to_choose(game), MIXED, usual_bots(model), *by_seat]))
    return controls.select(place, "bots", "Bots", names, usual_bots(model), about, format_func=bots_named)


def bots_here(game: Game, key: str) -> list[str]:
    """The bots to choose from; one that the address names may have another budget, or leave out actions."""
    bot = address.read(key)
    more = [bot] if bot and bot != MIXED and not bot_problems(game, [bot], 1) else []
    return list(dict.fromkeys([*bots_to_choose(game), *more]))


def choose_bots(game: Game, model: Scenario, place: DeltaGenerator, players: int) -> str:
    """One bot for all seats, or one for each seat: the text that `--bots` takes."""
    names = bots_here(game, "bots")
    about = f"Who plays at every seat.\n\n{bots_listed(game)}\n- **{MIXED}**: one bot for each seat."
    about = explained(about, "bot", "greedy", "search", "style")
    picked = controls.select(place, "bots", "Bots", [*names, MIXED], usual_bots(model), about, format_func=bots_named)
    if picked != MIXED:
        return picked
    seats = place.grid(3, min_column_width=NARROWEST)
    suggested = (model.bots * players)[:players]
    return " ".join(
        controls.select(
            seats, f"seat_{number}", f"Seat {number}", names, bot, "Who plays at this seat.", format_func=bots_named
        )
        for number, bot in enumerate(suggested, 1)
    )
