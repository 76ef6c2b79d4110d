"""Mistakes: what is wrong with a game, where, and how to see it."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Sort(StrEnum):
    """The sorts of mistakes, as `conform --json` names them."""

    NOT_LOADED = "does not load"
    FAILS = "fails"
    UNKNOWN_FIELD = "unknown field"
    NO_DECORATOR = "forgotten decorator"
    GLOBAL = "changing global"
    NOT_COMPILABLE = "cannot be compiled"
    NO_ACTION = "nothing to do"
    IMPOSSIBLE = "impossible action"
    UNSEEN = "never seen"
    SENTENCE = "sentence"
    DOUBLED = "doubled action"
    ENDLESS_PLAY = "endless play"
    ENDLESS_LOOP = "endless loop"
    INDEX = "index out of range"
    WRAPS = "number wraps around"
    MEASURE_WRAPS = "measure wraps around"
    FRACTION = "fraction cut off"
    OTHER_CHANCE = "other chance"
    UNFILLED = "measure never filled"
    NO_WINNER = "no winner"
    ONE_DECIDES = "turn never passes on"
    PHANTOM = "phantom player"
    CARDS = "cards lost or made"
    TOKENS = "tokens lost or made"
    OPEN = "nothing is hidden"
    HALF_HIDDEN = "half hidden"
    WORLD = "impossible world"
    PEEKS = "bot sees hidden things"
    RULEBOOK = "rulebook"
    OTHERWISE = "compiled unlike plain"
    NOT_AGAIN = "same seed, other play"
    STALE = "stale module"


@dataclass(frozen=True)
class SourceLine:
    """A line of a source file."""

    file: str = ""
    line: int | None = None

    def __str__(self) -> str:
        return self.file if self.line is None else f"{self.file}, line {self.line}"


@dataclass(frozen=True)
class Occasion:
    """When it happens: a play of a batch of random players under these rules, and the decision, from 0."""

    rules: Mapping[str, object] = field(default_factory=dict)
    seed: int = 0
    play: int = 0
    step: int | None = None

    def __str__(self) -> str:
        settings = ", ".join(f"{name} = {value}" for name, value in self.rules.items()) or "default rules"
        step = "" if self.step is None else f", step {self.step}"
        return f"{settings}, seed {self.seed}, play {self.play}{step}"


@dataclass(frozen=True)
class Mistake:
    """One mistake. A warning may be meant so; all else breaks something."""

    sort: Sort
    message: str
    place: SourceLine = field(default_factory=SourceLine)
    moment: Occasion | None = None
    is_warning: bool = False

    @property
    def key(self) -> tuple[Sort, SourceLine, str]:
        """The same for mistakes that need be told once; those at one line are one, whatever they say."""
        return self.sort, self.place, "" if self.place.line else self.message

    def see(self, game: str) -> str:
        """The command that shows it, as a shell takes it."""
        if self.moment is None:
            return ""
        settings = []
        for name, value in self.moment.rules.items():
            settings += ["--set", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
        seed_and_play = ["--bots", "random", "--seed", str(self.moment.seed), "--play", str(self.moment.play)]
        words = ["workbench", "replay", f"{game}/default", *settings, *seed_and_play]
        return f"NUMBA_DISABLE_JIT=1 {shlex.join(words)}"

    def text(self, game: str) -> str:
        """The mistake in words: what and where, when, and how to see it."""
        place = f"{self.place}: " if self.place.file else ""
        lines = [f"{'warning: ' if self.is_warning else ''}{place}{self.message} [{self.sort}]"]
        if self.moment:
            lines += [f"    {self.moment}", f"    {self.see(game)}"]
        return "\n".join(lines)

    def as_json(self, game: str) -> dict[str, object]:
        """As `conform --json` prints it."""
        moment = self.moment
        return {
            "mistake": self.sort.value,
            "message": self.message,
            "warning": self.is_warning,
            "file": self.place.file or None,
            "line": self.place.line,
            "rules": dict(moment.rules) if moment else None,
            "seed": moment.seed if moment else None,
            "play": moment.play if moment else None,
            "step": moment.step if moment else None,
            "see": self.see(game) or None,
        }
