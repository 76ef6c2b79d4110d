"""Plays that people have begun, kept as files of the workspace: a play goes on where it was left, also another day."""

import json
import re
import secrets
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from workbench.engine.cards import whole_values
from workbench.engine.files import JsonValue, read_json, write_whole
from workbench.engine.problems import BadInput
from workbench.engine.wording import listed
from workbench.play.forms import bare_scenario
from workbench.play.interactive import InteractivePlay, TakenAction
from workbench.scenario import Scenario
from workbench.scenario.files import Workspace
from workbench.store.playtests.people import without_whole_name

FOLDER = "plays"
ID = re.compile("[0-9a-f]{12}")


@dataclass(frozen=True)
class SavedPlay:
    """All that makes a play again. `names` are those of the people, by seat; `holders` the devices that hold seats."""

    id: str
    game: str
    revision: str
    title: str
    rules: Mapping[str, object]
    bots: tuple[str, ...]
    seed: int
    retake: int
    play: int
    names: Mapping[int, str]
    holders: Mapping[int, str]
    decisions: tuple[TakenAction, ...] = ()
    begun_at: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    session: str = ""

    @property
    def scenario(self) -> Scenario:
        """The scenario that is played, whatever has become of its file."""
        scenario = bare_scenario(self.game, self.rules, self.bots, self.seed, self.retake, revision=self.revision)
        return replace(scenario, title=self.title)

    def resumed(self) -> InteractivePlay:
        """The play as it was left. Raises NotLegal where the game's code has changed."""
        return InteractivePlay(self.scenario, self.play, tuple(self.names), self.decisions)


def begin(scenario: Scenario, play: int, names: Mapping[int, str], device: str) -> SavedPlay:
    """A new play of a scenario, its people's seats all held by one device."""
    return SavedPlay(
        secrets.token_hex(6),
        scenario.game.name,
        scenario.revision,
        scenario.title,
        whole_values(scenario.rules),
        tuple(scenario.bots),
        scenario.seed,
        scenario.retake,
        play,
        dict(names),
        dict.fromkeys(names, device),
    )


def _file(workspace: Workspace, id: str) -> Path:
    return workspace.data / FOLDER / f"{id}.json"


def save(workspace: Workspace, saved: SavedPlay) -> None:
    """Keep a play. Raises BadInput where the file cannot be written."""
    file = _file(workspace, saved.id)
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(file, json.dumps(asdict(saved)).encode())
    except OSError as error:
        raise BadInput.one(workspace.name_of(file), f"cannot be written: {error.strerror or error}") from error


def load(workspace: Workspace, id: str) -> SavedPlay | None:
    """The play of that id; None where there is none, or its file cannot be read."""
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        if ID.fullmatch(id):
            return _read(read_json(_file(workspace, id).read_text("utf-8")))
    return None


def _read(content: JsonValue) -> SavedPlay:
    by_seat = {name: {int(seat): value for seat, value in content[name].items()} for name in ("names", "holders")}
    decisions = tuple(TakenAction(**decision) for decision in content["decisions"])
    return SavedPlay(**{**content, **by_seat, "bots": tuple(content["bots"]), "decisions": decisions})


def saved_plays(workspace: Workspace) -> list[SavedPlay]:
    """All plays, the latest first."""
    files = sorted((workspace.data / FOLDER).glob("*.json"), key=lambda file: -file.stat().st_mtime)
    return [play for file in files if (play := load(workspace, file.stem))]


def without_person(saved: SavedPlay, name: str, seats: Collection[int] = ()) -> SavedPlay:
    """The play with `Player 2` in place of a name, and of whoever sat at these seats; its title without the name."""
    names = {
        seat: f"Player {seat + 1}" if seat in seats or text.casefold() == name.casefold() else text
        for seat, text in saved.names.items()
    }
    return replace(saved, names=names, title=without_whole_name(saved.title, name))


def people_in_words(saved: SavedPlay) -> str:
    """Who plays: `Anna and Ben`."""
    return listed([saved.names[seat] for seat in sorted(saved.names)])
