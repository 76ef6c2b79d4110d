"""Scenarios in sentences: who played and how well, which rules differ, and how goals stand."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from workbench.bots.spec import bot_help, bot_title, learns, parts_of, plain_name
from workbench.bots.strength import seats_of, stored_strength
from workbench.engine.cards import Cards
from workbench.engine.game import Game
from workbench.engine.measures import Measure
from workbench.engine.parameters import Written
from workbench.engine.problems import is_whole
from workbench.engine.wording import counted, listed, lower_first
from workbench.play.goals import goal_measure
from workbench.report.text.phrases import change_size, in_brackets, is_share, number_of, words_of, written
from workbench.scenario import Aim, Goal, Scenario, differences
from workbench.scenario.goals import BOUNDS

if TYPE_CHECKING:
    from workbench.report.summary import Summary

QUICK = "greedy"
WAYS = {"~": "never", "+": "always", "@": "always"}
NO_PEOPLE = "Bots are not people: check this with a playtest before you rely on it."
TRUST_NEITHER = "Trust neither before a playtest."


def caveat_of(game: Game, bots: Iterable[str] = (QUICK,)) -> str:
    """The game's caution about its bots, in plain text: commands stand in quotes, since few places show markup.

    Where a game that is compiled has no evaluation it is about greedy alone, and left out where that does not play.
    """
    if not (game.has_evaluation or game.is_plain) and QUICK not in map(plain_name, bots):
        return ""
    return re.sub("`([^`]*)`", r"“\1”", game.caveat)


def on_bots(scenario: Scenario) -> str:
    """How well the bots have learned, where they have; else what bots cannot do here."""
    if learns(scenario.bots):
        from workbench.bots.learning import words_on_learned  # loads what learning needs

        return words_on_learned(scenario.game, scenario.rules)
    return caveat_of(scenario.game, scenario.bots)


def on_strength(judges: Sequence[Scenario]) -> str:
    """A line to stand beside a verdict by the bots of these: whether stronger ones are known, or how to find out."""
    lines = dict[str, str]()
    for scenario in judges:
        game, bots = scenario.game, [bot for judge in judges if judge.game is scenario.game for bot in judge.bots]
        if (strength := stored_strength(game)) is not None:
            lines[game.title] = strength.about(bots)
        elif seats_of(game) > 1 and not all(":" in bot for bot in bots):
            looks = f"“workbench strength {scenario.name}” does"
            lines.setdefault(game.title, f"Nobody has looked yet whether other bots are stronger: {looks}.")
    return " ".join(f"{title}: {line}" if len(lines) > 1 else line for title, line in lines.items() if line)


def how_played(summary: Summary) -> str:
    """How many paired plays there were, with which seed and bots."""
    base = summary.base.scenario
    pairs = f"{number_of(summary.plays, 'paired play')} on the same shuffles (seed {base.seed})"
    other = summary.other.scenario
    if base.bots == other.bots:
        return f"{pairs}, {who_played(base)}."
    return f"{pairs}, {base.title} with {who_played(base)}, {other.title} with {who_played(other)}."


def who_played(scenario: Scenario) -> str:
    """Who played, and how well: `every seat a quick bot (greedy: one step ahead …)`, or the bot of each seat."""
    names = dict.fromkeys(scenario.bots)
    about = "; ".join(f"{name}: {lower_first(bot_strength(scenario.game, name))}" for name in names)
    if len(names) == 1:
        title = bot_title(scenario.bots[0])
        return f"every seat {'an' if title[:1] in 'aeiou' else 'a'} {title} bot ({about})"
    seats = ", ".join(f"{seat} {bot_title(name)}" for seat, name in enumerate(scenario.bots, 1))
    return f"seats {seats} ({about})"


def bot_strength(game: Game, bot: str) -> str:
    """The help of a bot, without a full stop, with its budget and the kinds of action that it leaves out."""
    name, restrictions = parts_of(bot)
    does = bot_help(game, name).rstrip(".").replace(" N ", f" {name.rpartition(':')[2]} ")
    parts = [f"{WAYS[one.sign]} {one.words}" for one in restrictions]
    return f"{does}, but {listed(parts)} if it has a choice" if parts else does


def bots_label(names: Sequence[str]) -> str:
    """Who played, in a table: `quick`, or `quick · random · quick`."""
    titles = [*map(bot_title, names)]
    return titles[0] if len(set(titles)) == 1 else " · ".join(titles)


def bots_with_specs(names: Sequence[str]) -> str:
    """Several bots in a sentence, with what `--bots` takes: `random, quick (greedy) and tree search 9 (ismcts:9)`."""
    titles = {name: bot_title(name) for name in names}
    return listed(title if title == name else f"{title} ({name})" for name, title in titles.items())


def bots_phrase(names: Sequence[str]) -> str:
    """Who played, in a sentence: `quick bots`, or `the bots quick · random · quick`."""
    return f"{bots_label(names)} bots" if len(set(names)) == 1 else f"the bots {bots_label(names)}"


def bots_described(game: Game, names: Sequence[str]) -> str:
    """The same, with how a style plays: `loyalist bots (always adds the symbols of its own side)`."""
    return f"{bots_phrase(names)}{manner(game, names[0]) if len(set(names)) == 1 else ''}"


def manner(game: Game, bot: str) -> str:
    """How a style plays: ` (takes as few tricks as it can)`."""
    styles = {style.name: lower_first(style.help).rstrip(".") for style in game.styles}
    return in_brackets(styles.get(plain_name(bot), ""))


def played_by(*scenarios: Scenario) -> str:
    """Who played, below a chart: `Played by quick bots.`"""
    titles: dict[str, list[str]] = {}
    for scenario in scenarios:
        titles.setdefault(bots_phrase(scenario.bots), []).append(scenario.title)
    if len(titles) == 1:
        return f"Played by {next(iter(titles))}."
    return f"Played by {listed([f'{who} with {listed(names)}' for who, names in titles.items()])}."


def title_beside(scenario: Scenario, base: Scenario) -> str:
    """A revision's title; with its name where `base` has the same title."""
    return scenario.title if scenario.title != base.title else f"{scenario.title} ({scenario.revision})"


def changed_rules(base: Scenario, other: Scenario) -> str:
    """The changed rules in a sentence."""
    changed = differences(base, other)
    if not changed:
        return f"{title_beside(other, base)} and {base.title} have the same rules."
    parts = [changed_rule(other.game, name, *values) for name, values in changed.items()]
    number = "one rule" if len(parts) == 1 else counted(len(parts), "rule")
    return f"{title_beside(other, base)} differs from {base.title} in {number}: {listed(parts)}."


def changed_rule(game: Game, name: str, before: Written, after: Written) -> str:
    """A changed rule: `broad appeal (lowest rank → largest difference)`."""
    label = lower_first(game.parameters[name].label)
    return f"{label} ({within(rule_value(game, name, before))} → {within(rule_value(game, name, after))})"


def rule_value(game: Game, name: str, written: Written) -> str:
    """A rule's value in words: `yes`, `7 cards`, `largest difference`, `0 (plays one deal)`, `biz.csv`."""
    if isinstance(written, bool):
        return "yes" if written else "no"
    if isinstance(written, list):
        return ", ".join(words_of(item) for item in written)
    if isinstance(written, str):
        return words_of(written)
    parameter = game.parameters[name]
    if isinstance(written, Cards):
        cards = f"own list {written.file} of {counted(len(written), 'card')}"
        return written.file if written == parameter.default else cards
    if written == 0 and parameter.zero:
        return f"0 ({parameter.zero})"
    unit = parameter.unit.removesuffix("s") if written == 1 else parameter.unit
    return f"{written} {unit}".strip()


def within(words: str) -> str:
    """Values as they stand in brackets: `0, plays one deal`."""
    return words.replace(" (", ", ").replace(")", "")


def short_value(game: Game, name: str, written: Written) -> str:
    """The same without a unit, for tables and axes: `7`, `largest difference`, `0 (plays one deal)`."""
    plain = is_whole(written) and not (written == 0 and game.parameters[name].zero)
    return str(written) if plain else rule_value(game, name, written)


def rule_with_value(game: Game, name: str, written: Written) -> str:
    """A rule with its value: `hand size 6`, `concentration no`, `broad appeal lowest rank`."""
    return f"{lower_first(game.parameters[name].label)} {short_value(game, name, written)}"


def rules_with_values(game: Game, values: Iterable[tuple[str, Written]]) -> str:
    """Several in a sentence: `hand size 6 and production rounds 7`."""
    return listed(rule_with_value(game, name, value) for name, value in values)


def step_words(scenario: Scenario, name: str, value: Written) -> str:
    """A rule that takes another value: `hand size 7 → 6`."""
    now = rule_with_value(scenario.game, name, scenario.rules[name])
    return f"{now} → {short_value(scenario.game, name, value)}"


def target(goal: Goal, measure: Measure) -> str:
    """A goal's target as its measure is shown: `at most 10 %`, `at least 6 deals a play`."""
    if goal.low is None:
        return f"at most {_bound(measure, goal.high)}"
    if goal.high is None:
        return f"at least {_bound(measure, goal.low)}"
    return f"{_bound(measure, goal.low, unit=False)} to {_bound(measure, goal.high)}"


def _bound(measure: Measure, bound: float | None, unit: bool = True) -> str:
    number = math.nan if bound is None else bound
    return f"{written(number, is_share(measure))} {measure.unit if unit and not is_share(measure) else ''}".strip()


def aim_size(aim: Aim, measure: Measure) -> str:
    """How much an aim asks for, or allows: `10 %`, `0.5 deals`, `1 percentage point`; empty where it does not say."""
    if aim.by is None:
        return ""
    if aim.percent:
        return written(aim.by, True)
    return change_size(measure, aim.by)


def aim_wish(aim: Aim, measure: Measure) -> str:
    """The wish of an aim: `lower by at least 10 %`, `at most 8 %`, `not higher`."""
    if aim.bound is not None:
        bounds = {BOUNDS[aim.wish]: aim.bound}
        return target(Goal(aim.measure, bounds.get("min"), bounds.get("max")), measure)
    size = aim_size(aim, measure)
    return f"{aim.wish} by {'more than' if aim.wish in BOUNDS else 'at least'} {size}" if size else aim.wish.value


def aim_in_words(game: Game, aim: Aim) -> str:
    """An aim with its measure: `decisions lower by at least 10 %`."""
    measure = goal_measure(game, aim.measure)
    return f"{lower_first(measure.label)} {aim_wish(aim, measure)}"


def aims_in_words(scenario: Scenario) -> str:
    """The aims of a revision: `deals lower by at least 10 % and ties at most 8 %`."""
    return listed(aim_in_words(scenario.game, aim) for aim in scenario.aims)


def goal_label(game: Game, name: str) -> str:
    """A goal's measure as people call it."""
    return goal_measure(game, name).label


def goals_in_words(scenario: Scenario) -> str:
    """The goals of a revision: `ties at most 5 % and deals 4 to 5`."""
    words = []
    for goal in scenario.goals:  # each without its unit where that is what is counted
        measure = goal_measure(scenario.game, goal.measure)
        label, aim = lower_first(measure.label), target(goal, measure)
        words.append(f"{label} {aim.removesuffix(f' {measure.unit}') if measure.unit in label.split() else aim}")
    return listed(words)


def goals_controlled(number: int) -> str:
    """A sentence on the risk that is controlled where goals are checked."""
    if not number:
        return ""
    if number == 1:
        return "Met: the whole 95 % interval lies inside the goal; missed: outside it; undecided: neither."
    return (
        f"Met: the whole interval lies inside the goal; missed: outside it; undecided: neither. All {number} intervals"
        " hold together with 95 %: the chance that any goal is called met or missed wrongly is at most 5 %."
    )
