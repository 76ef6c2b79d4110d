"""Families: games whose rules are wide enough for many, so that a new one is a few values and no code.

A family is an object `FAMILY` of a module in `workbench.games.families`, or of an entry point of the group
`workbench.families`. A game of one is a file `game.toml` in its folder of the workspace:

    family = "press"
    preset = "pig"
    title = "Greedy pigs"
    summary = "Two dice; a 7 ends the turn."
    [rules]
    dice = 2
"""

import json
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from workbench.engine.cards import Cards
from workbench.engine.files import JsonValue, UnreadableFile, decode_utf8, read_regular, read_toml
from workbench.engine.game import Game
from workbench.engine.measures import LEAD, TOTAL
from workbench.engine.parameters import Written, complete
from workbench.engine.plugins import DataPoint, Installed, PluginKind
from workbench.engine.problems import BadInput, Problem, Problems
from workbench.engine.wording import counted, did_you_mean, listed

GROUP, PACKAGE = "workbench.families", "workbench.games.families"
FILE = "game.toml"
"""The file of a game's folder that says what it is."""
MOST_BYTES = 100_000
LONGEST = {"family": 60, "preset": 60, "title": 60, "summary": 300}
"""The texts of the file, and their characters at most."""
RULES, CARDS = "rules", "cards"


class Preset(NamedTuple):
    """A game of a family that people know, by the values that differ from the defaults.

    margin      the smallest change of the mean score that counts; 0: as the family says
    """

    name: str
    title: str
    summary: str
    rules: Mapping[str, Written]
    margin: float = 0.0


class Family(NamedTuple):
    """A game with wide rules, and the games that people know among those that it can be."""

    name: str
    game: Game
    presets: tuple[Preset, ...]

    @property
    def title(self) -> str:
        """How it is called."""
        return self.game.title

    def preset(self, name: str) -> Preset | None:
        return next((preset for preset in self.presets if preset.name == name), None)

    def variant(self, name: str, title: str, preset: Preset, rules: Mapping[str, Written] | None = None) -> Game:
        """The game of a preset, with `rules` besides. It runs on the family's code, compiled once for all its games."""
        margin = preset.margin
        _, _, rulebook = self.game.rulebook_template.partition("\n")
        measures = [
            measure._replace(margin=margin) if margin and measure.name in (TOTAL, LEAD) else measure
            for measure in self.game.measures
        ]
        return replace(
            self.game,
            name=name,
            title=title,
            summary=_summary(self.game, preset, rules or {}),
            rules=_with_defaults(self.game, {**preset.rules, **(rules or {})}),
            rulebook=f"# {{{{ {json.dumps(title)} }}}}\n{rulebook}",
            measures=measures,
            family=self.name,
        )


def _summary(game: Game, preset: Preset, rules: Mapping[str, Written]) -> str:
    """That of the preset, as far as it is true under other rules; it ends with for how many players it is."""
    summary = preset.summary or game.summary
    before, after = (complete(game.parameters, {**preset.rules, **more}) for more in ({}, rules))
    changed = {name: rule.label.lower() for name, rule in game.parameters.items() if before[name] != after[name]}
    if not changed or not preset.summary:
        return summary
    if [*changed] == ["players"]:
        return summary.partition(" For ")[0]
    return f"{preset.title} with {counted(len(changed), 'changed rule')}: {listed(changed.values())}."


def _with_defaults(game: Game, values: Mapping[str, Written]) -> type:
    """The rules of a game with other defaults, which are written as in a file."""
    rules = game.rules
    shipped: Mapping[str, object] = getattr(rules, "_field_defaults", {})
    declared = game.parameters
    defaults = {
        name: value if declared[name].kind == "cards" else declared[name].compile(value)
        for name, value in values.items()
    }
    fields = {"__module__": rules.__module__, "__annotations__": rules.__annotations__}
    return type(rules.__name__, (), {**fields, "_field_defaults": {**shipped, **defaults}})


def list_in(game: Game, file: Path) -> Cards:
    """The card list that a file beside a family has, for a preset's rule `cards`."""
    cards: Cards = game.parameters[CARDS].written(file)  # type: ignore[assignment]
    return cards


@cache
def families() -> Installed[Family]:
    """Every family, by name."""
    spec = find_spec(PACKAGE)
    ours = pkgutil.iter_modules(spec.submodule_search_locations if spec else None)
    points = [EntryPoint(module.name, f"{PACKAGE}.{module.name}:FAMILY", GROUP) for module in ours]
    return Installed(PluginKind("family", GROUP, Family, package=PACKAGE), [*points, *entry_points(group=GROUP)])


class FamilyPoint(DataPoint):
    """The entry point of a game without code: loading it reads its file."""

    def load(self) -> Game:
        """The game. Raises BadInput with every problem of the file."""
        return read_game(self.name, Path(self.value))

    @property
    def module(self) -> str:
        """No module is imported for it."""
        return __name__

    @property
    def attr(self) -> str:
        """Where people look for it."""
        return FILE


# A game's file


def read_game(name: str, path: Path) -> Game:
    """The game that a file declares. Raises BadInput with every problem of it."""
    problems = Problems()
    content = _content(path)
    problems.add(_shape_problems(content))
    problems.refuse(str(path))
    family = families().get(str(content.get("family")))
    if family is None:
        raise BadInput([unlisted("family", families(), content.get("family"), str(path))])
    preset = family.preset(str(content["preset"])) if "preset" in content else Preset(name, name, "", {})
    if preset is None:
        raise BadInput([unlisted("preset", [one.name for one in family.presets], content["preset"], str(path))])
    rules = content.get(RULES, {})
    all_problems = family.game.problems({**preset.rules, **rules})
    problems.add(problem.within(str(path), f"{RULES}.") for problem in all_problems)
    problems.refuse(str(path))
    game = family.variant(name, content.get("title", preset.title), preset, rules)
    return replace(game, summary=content.get("summary", game.summary))


def _content(path: Path) -> dict[str, JsonValue]:
    try:
        return read_toml(decode_utf8(read_regular(path, MOST_BYTES, "game's file")))
    except UnreadableFile as unreadable:
        place = "" if unreadable.line is None else f"line {unreadable.line}"
        raise BadInput([Problem(place, str(unreadable), source=str(path))]) from None
    except (ValueError, RecursionError) as error:
        raise BadInput([Problem("", f"not valid TOML: {error}", source=str(path))]) from None


def _shape_problems(content: Mapping[str, object]) -> Iterator[Problem]:
    """Keys that a game's file does not have, and texts that are none."""
    keys = f"{', '.join(LONGEST)} and the table [{RULES}]"
    for name, value in content.items():
        if name in LONGEST:
            if not isinstance(value, str) or not value.isprintable() or not 0 < len(value) <= LONGEST[name]:
                yield Problem(name, f"must be a text in quotes of at most {LONGEST[name]} characters", str(value))
        elif name != RULES:
            yield Problem(name, f"no such key; the file has {keys}", str(value))
        elif not isinstance(value, dict):
            yield Problem(name, f"must be a table, [{RULES}] on a line of its own", str(value))


def unlisted(place: str, names: Iterable[str], value: object, source: str = "") -> Problem:
    """A name that is none of those there are."""
    there = [*names]
    quoted = ", ".join(f'"{name}"' for name in there)
    message = f"must be one of {quoted}{did_you_mean(value, there)}"
    return Problem(place, message, None if value is None else f'"{value}"', source)
