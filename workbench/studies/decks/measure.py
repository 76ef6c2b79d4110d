"""Plays a batch once more, noting who drew and played which card; the counts of every list of it are stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from workbench.engine.cards import PACK
from workbench.engine.measures import Results
from workbench.play.forms import make_batch, request_of
from workbench.play.options import RunOptions
from workbench.report.text.scenarios import bots_phrase
from workbench.scenario import Scenario
from workbench.store import Store
from workbench.store.results import find_card_counts, save_card_counts
from workbench.studies.decks.counts import ARRAYS, CardCounts, count_cards, kinds_of
from workbench.studies.decks.lists import cards_by_place, cards_of_lists, lists_of, recorded_lists
from workbench.studies.decks.question import DecksQuestion
from workbench.studies.decks.verdicts import Deck, judged
from workbench.studies.noted_plays import note_plays
from workbench.studies.progress import Follow, ignore_progress


@dataclass(frozen=True)
class DecksAnswer:
    """The counts of every list of the batch; none where the game does not record the list asked about.

    `is_new`: it was counted now, and the store does not have it yet.
    """

    question: DecksQuestion
    counts: Mapping[str, CardCounts]
    is_new: bool = False

    @property
    def scenario(self) -> Scenario:
        """The revision."""
        return self.question.scenario

    @cached_property
    def deck(self) -> Deck | None:
        """The cards of the list, judged; None where nothing of it is counted."""
        question = self.question
        counts = self.counts.get(question.declared.name)
        return judged(question.declared, question.cards, counts) if counts else None

    @property
    def plays(self) -> int:
        """How many plays it rests on."""
        return self.deck.plays if self.deck else 0

    @property
    def bots(self) -> tuple[str, ...]:
        """Who played; nobody, where nothing is counted."""
        return self.scenario.bots if self.deck else ()


def measure(question: DecksQuestion, options: RunOptions, follow: Follow = ignore_progress) -> DecksAnswer:
    """The counts of the batch, stored or played. Raises `Stopped` once `options.stop` is set; nothing is stored then.

    Nothing is told before all is played, since watched intervals mislead.
    """
    scenario = question.scenario
    if not question.needs_plays:
        return DecksAnswer(question, {})
    counts = stored_counts(options.store, scenario) if options.store else None
    if counts:
        return DecksAnswer(question, counts)
    return DecksAnswer(question, count_card_plays(scenario, options, follow), is_new=True)


# Playing a batch for its cards


def count_card_plays(
    scenario: Scenario, options: RunOptions, follow: Follow = ignore_progress
) -> dict[str, CardCounts]:
    """Counts of every card list that the game reports, over the plays of the scenario's batch; nothing is stored.

    Raises `Stopped` once `options.stop` is set.
    """
    batch, stop = make_batch(scenario, options.progress), options.stop
    if not options.cluster and not batch.use_kernel.is_warm:
        options.progress.compiling()

    def here(first: int, plays: int) -> tuple[Results, ...]:
        return (batch.card_uses(first, plays, options.jobs, stop),)

    there = options.cluster.card_uses(scenario, stop) if options.cluster else None
    counts: dict[str, CardCounts] = {}
    kinds, noted = _kinds(scenario), PACK if scenario.game.has_pack else ""
    by_place = {rule: cards_by_place(scenario, rule) for rule in kinds}

    def add(chunk: tuple[Results, ...]) -> int:
        (uses,) = chunk
        for rule, of_cards in kinds.items():
            more = count_cards(uses, rule, of_cards, scenario.players, by_place[rule], noted)
            counts[rule] = counts[rule] + more if rule in counts else more
        return len(uses)

    note_plays(scenario, options, follow, bots_phrase(scenario.bots), here, there, add)
    return counts


def _kinds(scenario: Scenario) -> dict[str, list[str]]:
    """The kinds of the cards of each list whose use the game records."""
    declared, cards = lists_of(scenario.game), cards_of_lists(scenario)
    return {rule: kinds_of(declared[rule], cards[rule]) for rule in recorded_lists(scenario.game)}


# In the store


def save_counts(store: Store, scenario: Scenario, counts: Mapping[str, CardCounts]) -> None:
    """Store the counts of every list of the scenario's batch."""
    written = {rule: _counts_json(counted) for rule, counted in counts.items()}
    save_card_counts(store, request_of(scenario, {}), written)


def stored_counts(store: Store, scenario: Scenario) -> dict[str, CardCounts] | None:
    """The stored counts of the scenario's batch; None where it has not been counted, or not in these lists."""
    stored = find_card_counts(store, request_of(scenario, {})) if store.exists else None
    if stored is None:
        return None
    kinds = _kinds(scenario)
    sound = set(stored) == set(kinds) and all(
        len(written["drawn"]) == len(kinds[rule])
        and len(written.get("products", ())) == len(kinds[rule]) + len(set(kinds[rule]))
        for rule, written in stored.items()
    )  # those that were counted before there were products, or by other kinds, are counted again
    if not sound:
        return None
    read: dict[str, CardCounts] = {}
    for rule, written in stored.items():
        arrays = {name: np.array(written[name], np.int64) for name in ARRAYS}
        products = np.array(written["products"], np.float64)
        read[rule] = CardCounts(rule, int(written["seats"]), int(written["plays"]), products=products, **arrays)
    return read


def _counts_json(counts: CardCounts) -> dict[str, object]:
    arrays = {name: getattr(counts, name).tolist() for name in ARRAYS}
    return {"seats": counts.seats, "plays": counts.plays, "products": counts.products.tolist(), **arrays}
