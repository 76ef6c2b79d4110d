"""Drafts: what somebody changes in a revision and has not saved yet, in the workspace until it is saved or thrown away.

Each is a file of its own, `data/drafts/ID.json`. It says only what differs from its revision, so that it follows the
revision's file where it changes nothing itself; and what the revision said when the draft began, so that it can be told
what has changed there since. Values are as somebody left them, wrong ones and half a goal too.

`hitmakers/2021-04-08+1a2b3c4d` names the draft 1a2b3c4d of that revision wherever a revision can be named.
"""

import datetime as dt
import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

from workbench.engine.card_lists import card_lists, read_rows
from workbench.engine.cards import Cards
from workbench.engine.files import JsonValue, UnreadableFile, read_json, read_regular, write_whole
from workbench.engine.game import Game
from workbench.engine.parameters import Written
from workbench.engine.problems import BadInput
from workbench.scenario.card_lists import TextRows, default_cards, written_rules
from workbench.scenario.files import ScenarioFile, Workspace, ancestors, find_scenario_file, read_scenario_file
from workbench.scenario.goals import INHERITED, Aim, Goal, Wish
from workbench.scenario.model import Scenario

MOST_BYTES = 4_000_000
ID = re.compile(r"[0-9a-f]{8}")
SHORT_HASH = 12
MARK = "+"
"""In the name of a draft, between its revision and its id; no revision's name has one."""


@dataclass(frozen=True)
class Baseline:
    """A revision when a draft of it began: its rules as written, its card lists by hash, its goals."""

    rules: Mapping[str, Written] = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)
    goals: tuple[Goal, ...] = ()


@dataclass(frozen=True)
class StoredDraft:
    """The draft of a revision. `goals` None: those of the revision; `cards` are rows of edited lists, by rule.

    `texts` are those of the forms that save it, by their fields; `aims` those that they say.
    """

    id: str
    game: str
    revision: str
    began_from: Baseline
    rules: Mapping[str, Written] = field(default_factory=dict)
    goals: tuple[Goal, ...] | None = None
    cards: Mapping[str, TextRows] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    aims: tuple[Aim, ...] = ()
    changed_at: str = ""

    @property
    def name(self) -> str:
        """The revision as every reference names it."""
        return f"{self.game}/{self.revision}"

    @property
    def reference(self) -> str:
        """The draft as a revision, for pages and commands: `2021-04-08+1a2b3c4d`."""
        return f"{self.revision}{MARK}{self.id}"

    @property
    def is_empty(self) -> bool:
        """True if there is nothing in it to lose."""
        return not (self.rules or self.cards or self.goals is not None or any(self.texts.values()))

    @property
    def changes_play(self) -> bool:
        """True if it changes a rule or a card, and not only goals or texts."""
        return bool(self.rules or self.cards)

    def says_as(self, other: "StoredDraft") -> bool:
        """True if both say the same, whenever and under whatever id."""
        return replace(self, id="", changed_at="") == replace(other, id="", changed_at="")


def new_id() -> str:
    return uuid4().hex[:8]


def baseline_of(scenario: Scenario) -> Baseline:
    """The baseline of a revision as it is now."""
    lists = {name: value.sha256[:SHORT_HASH] for name, value in scenario.rules.items() if isinstance(value, Cards)}
    return Baseline(written_rules(scenario.rules), lists, scenario.goals)


def changed_since(before: Baseline, scenario: Scenario) -> list[str]:
    """The rules that the revision's file says otherwise than before, in the order of the game; last, `goals`."""
    now = baseline_of(scenario)
    rules = [
        name
        for name in scenario.game.parameters
        if before.rules.get(name) != now.rules.get(name) or before.cards.get(name) != now.cards.get(name)
    ]
    return [*rules, *(["goals"] if before.goals != now.goals else [])]


def list_drafts(workspace: Workspace) -> list[StoredDraft]:
    """Every draft of the workspace that can be read, the newest first. Files are read again once they change."""
    files = []
    for file in _folder(workspace).glob("*.json"):
        with suppress(OSError):
            now = file.stat()
            files.append(_unchanged_draft(workspace, file.stem, (now.st_ino, now.st_mtime_ns, now.st_size)))
    return sorted(filter(None, files), key=lambda draft: draft.changed_at, reverse=True)


@lru_cache(maxsize=1_000)
def _unchanged_draft(workspace: Workspace, id: str, _stamp: tuple[int, int, int]) -> StoredDraft | None:
    """The draft of this id, whose file has had this stamp since it was read."""
    return read_draft(workspace, id)


def read_draft(workspace: Workspace, id: str) -> StoredDraft | None:
    """The draft of this id; None where there is none, or none that can be read."""
    if not ID.fullmatch(id):
        return None
    try:
        content = read_json(read_regular(_file(workspace, id), MOST_BYTES, "draft"))
        return _draft(content) if content["id"] == id else None
    except (UnreadableFile, ValueError, KeyError, TypeError, AttributeError):
        return None


def draft_named(workspace: Workspace, reference: str) -> StoredDraft | None:
    """The draft that a reference names, `hitmakers/2021-04-08+1a2b3c4d`; None where it names none."""
    name, mark, id = reference.rpartition(MARK)
    draft = read_draft(workspace, id) if mark else None
    return draft if draft and draft.name == name else None


def as_scenario_file(workspace: Workspace, draft: StoredDraft, game: Game) -> ScenarioFile:
    """The file that saving a draft would write, with its edited cards in it. Raises BadInput where these are wrong."""
    path = find_scenario_file(workspace, draft.name)
    parent = read_scenario_file(path, workspace.name_of(path))
    table = dict(parent.table("table"))
    if "players" in draft.rules and isinstance(bots := table.get("bots"), list):
        table["bots"] = bots[:1]
    declared = card_lists(game.parameters)
    before, _ = ancestors(workspace, parent, game)
    names: dict[str, object] = {**default_cards(game)}
    for layer in (*(file.rules for file in before), parent.rules, draft.rules):
        names.update(layer)
    edited = {
        name: read_rows(declared[name], rows, str(names[name]))
        for name, rows in draft.cards.items()
        if name in declared
    }
    content: dict[str, object] = {
        "game": draft.game,
        "title": f"Draft of {parent.content.get('title') or draft.revision}",
        "parent": draft.revision,
        "rules": {**draft.rules, **edited},
        "table": table,
        "batch": parent.table("batch"),
        "goals": INHERITED if draft.goals is None else {goal.measure: goal.written for goal in draft.goals},
        "aims": {aim.measure: aim.written for aim in draft.aims},
    }
    return ScenarioFile(path.with_name(f"{draft.reference}{path.suffix}"), f"the draft of {draft.name}", content)


def write_draft(workspace: Workspace, draft: StoredDraft, before: StoredDraft | None) -> StoredDraft:
    """Store a draft, which was `before`, and return it as stored. Raises BadInput where it cannot be written.

    Where somebody else has stored another under its id, or has removed it, it gets an id of its own.
    """
    there = read_draft(workspace, draft.id)
    if before is None or there is None or not there.says_as(before):
        draft = replace(draft, id=new_id())
    draft = replace(draft, changed_at=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"))
    path = _file(workspace, draft.id)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(asdict(draft)).encode())
    except OSError as error:
        raise BadInput.one(workspace.name_of(path), f"the draft cannot be kept: {error.strerror}") from None
    return draft


def remove_draft(workspace: Workspace, draft: StoredDraft) -> None:
    """Remove a draft, unless somebody else has changed it since."""
    there = read_draft(workspace, draft.id)
    if there and there.says_as(draft):
        with suppress(OSError):
            _file(workspace, draft.id).unlink(missing_ok=True)


def reword_drafts(workspace: Workspace, change: Callable[[str], str]) -> None:
    """Change the texts and the cards of every draft; of one that cannot be read, all of it."""

    def changed(value: JsonValue) -> JsonValue:
        if isinstance(value, dict):
            return {change(name): changed(inner) for name, inner in value.items()}
        return [*map(changed, value)] if isinstance(value, list) else change(value) if isinstance(value, str) else value

    for file in _folder(workspace).glob("*.json"):
        with suppress(OSError):
            before = after = file.read_text("utf-8", errors="surrogateescape")
            try:
                content = read_json(before)
                parts = {name: changed(content[name]) for name in ("texts", "cards")}
                if any(parts[name] != content[name] for name in parts):
                    after = json.dumps({**content, **parts})
            except (ValueError, KeyError, TypeError):
                after = change(before)
            if after != before:
                write_whole(file, after.encode(errors="surrogateescape"))


def _folder(workspace: Workspace) -> Path:
    return workspace.data / "drafts"


def _file(workspace: Workspace, id: str) -> Path:
    return _folder(workspace) / f"{id}.json"


def _draft(content: Mapping[str, JsonValue]) -> StoredDraft:
    """The draft behind what its file says. Raises what wrong content raises."""
    before, goals = content["began_from"], content["goals"]
    return StoredDraft(
        id=str(content["id"]),
        game=str(content["game"]),
        revision=str(content["revision"]),
        began_from=Baseline(dict(before["rules"]), dict(before["cards"]), _goals(before["goals"])),
        rules=dict(content["rules"]),
        goals=None if goals is None else _goals(goals),
        cards={name: tuple(dict(row) for row in rows) for name, rows in content["cards"].items()},
        texts=dict(content["texts"]),
        aims=tuple(Aim(**{**aim, "wish": Wish(aim["wish"])}) for aim in content.get("aims", ())),
        changed_at=str(content["changed_at"]),
    )


def _goals(content: Sequence[Mapping[str, JsonValue]]) -> tuple[Goal, ...]:
    return tuple(Goal(**goal) for goal in content)
