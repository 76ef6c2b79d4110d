"""Which bot decides as people did, decision by decision, in plays that they made on a screen.

Each play is made again from its log. Wherever a person had a choice, every bot is asked what it would take there, from
what that person knew. A bot agrees where it takes the very same action.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from workbench.bots.spec import bot_title
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import action_kind, legal_actions, ways
from workbench.engine.problems import BadInput
from workbench.play.forms import make_batch
from workbench.play.interactive import InteractivePlay, NotLegal
from workbench.play.options import RunOptions, Stopped, stopped_without_storing
from workbench.play.thoughts import BotTable
from workbench.playtest.log.session import Session
from workbench.scenario import Scenario
from workbench.stats import Estimate, agresti_coull
from workbench.stats.seats import share_estimate
from workbench.store.playtests.entries import EntryData
from workbench.studies.progress import Follow, StudyProgress, ignore_progress

MOST_DECISIONS = 2_000
"""Decisions that bots are asked about: the latest plays first."""
PARTINGS = 3
"""Partings that are told of a bot."""


@dataclass
class DecisionAgreement:
    """A bot beside people: for each play the decisions that it shares, of how many; and where they part.

    partings    how often a person took one kind of action where the bot takes another, or the same with another object
    """

    bot: str
    plays: list[tuple[int, int]] = field(default_factory=list)
    partings: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def title(self) -> str:
        """Its name for people."""
        return bot_title(self.bot)

    @property
    def decisions(self) -> int:
        """How many decisions it was asked about."""
        return sum(of for _, of in self.plays)

    @property
    def rate(self) -> float:
        """The share of all decisions that it shares."""
        return sum(agreed for agreed, _ in self.plays) / self.decisions

    @property
    def estimate(self) -> Estimate:
        """The share with its interval: over plays where there are some, whose decisions hang together."""
        agreed = sum(agreed for agreed, _ in self.plays)
        if len(self.plays) < 2:
            return agresti_coull(agreed, self.decisions)
        return share_estimate([agreed / of for agreed, of in self.plays])


@dataclass(frozen=True)
class DecidesLike:
    """The agreement of each bot, the highest first; `left_out`: plays whose game has changed since."""

    scenario: Scenario
    agreements: tuple[DecisionAgreement, ...]
    left_out: int

    template: ClassVar = "decisions.md"
    file_part: ClassVar = "decisions"

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots that were asked."""
        return tuple(agreement.bot for agreement in self.agreements)

    @property
    def plays(self) -> int:
        """How many plays people made."""
        return len(self.best.plays)

    @property
    def best(self) -> DecisionAgreement:
        """The bot that decides most like them."""
        return self.agreements[0]

    @property
    def alike(self) -> tuple[DecisionAgreement, ...]:
        """The bots whose interval reaches the best one's rate."""
        return tuple(bot for bot in self.agreements[1:] if bot.estimate.high >= self.best.estimate.low)


def on_screen(scenario: Scenario, sessions: Sequence[Session]) -> list[EntryData]:
    """All that makes the plays again that people made under these very rules, the latest first."""
    same = (session for session in sessions if session.header.rules_hash == scenario.rules_hash)
    return [session.on_screen for session in same if session.on_screen]


def decides_like(
    scenario: Scenario,
    plays: Sequence[EntryData],
    bots: Sequence[str],
    options: RunOptions,
    follow: Follow = ignore_progress,
) -> DecidesLike:
    """Ask each bot about each decision of these plays. Raises `Stopped`, and BadInput without a play to ask about."""
    if not plays:
        raise BadInput.one(
            "sessions", "none is a play on a screen of these very rules: `Play it` on the page of the rules begins one"
        )
    agreements, left_out, decisions = tuple(map(DecisionAgreement, bots)), 0, 0
    for number, play in enumerate(plays):
        share = number / len(plays)
        follow(StudyProgress("decisions", number + 1, len(plays), number, len(plays), share, 0.0, None))
        try:
            decisions += _ask_about(scenario, play, agreements, options)
        except NotLegal:
            left_out += 1
        if decisions > MOST_DECISIONS:
            break
    if not agreements[0].plays:
        raise BadInput.one("sessions", "no play on a screen can be made again: the rules in code have changed since")
    ranked = sorted(agreements, key=lambda agreement: -agreement.rate)
    return DecidesLike(scenario, tuple(ranked), left_out)


def _ask_about(
    scenario: Scenario, play: EntryData, agreements: Sequence[DecisionAgreement], options: RunOptions
) -> int:
    """Ask the bots about one play; how many decisions its people had."""
    answers: dict[str, list[bool]] = {agreement.bot: [] for agreement in agreements}
    partings: dict[str, Counter[tuple[str, str]]] = {agreement.bot: Counter() for agreement in agreements}
    same_bots = {agreement.bot: (agreement.bot,) * scenario.players for agreement in agreements}
    batches = {bot: make_batch(replace(scenario, bots=bots), options.progress) for bot, bots in same_bots.items()}
    for position, action in _decisions(scenario, play):
        if options.stop.is_set():
            raise Stopped(stopped_without_storing())
        for bot, batch in batches.items():
            if not position.is_midway:
                answers[bot].append(True)
            if not answers[bot][-1]:
                continue
            other = BotTable(batch, same_bots[bot]).action(position.world, position.chances.copy())
            answers[bot][-1] = other == action
            if other != action:
                partings[bot][_kind(position, action), _kind(position, other)] += 1
    for agreement in agreements:
        if shared := answers[agreement.bot]:
            agreement.plays.append((sum(shared), len(shared)))
        agreement.partings.update(partings[agreement.bot])
    return len(answers[agreements[0].bot])


def _decisions(scenario: Scenario, played: EntryData) -> Iterator[tuple[InteractivePlay, int]]:
    """The play at each pick of decisions in which a person had a choice, and what was picked. Raises NotLegal."""
    same = replace(scenario, seed=int(played["seed"]), retake=int(played["retake"]), bots=tuple(played["bots"]))
    play, people = InteractivePlay(same, int(played["play"])), set(played["people"])
    has_choice = False
    for action in played["actions"]:
        if not play.is_midway:
            has_choice = plainly(lambda: ways(play.world, play.rules, legal_actions(play.world, play.rules)) > 1)()
        if play.actor in people and has_choice:
            yield play, int(action)
        play.take_bots(int(action))


def _kind(play: InteractivePlay, action: int) -> str:
    kinds = play.scenario.game.action_kinds
    return kinds(int(plainly(action_kind)(play.world, play.rules, action))).name.lower().replace("_", " ")
