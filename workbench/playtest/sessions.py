"""Live sessions of a scenario: how they begin, and what their log says of the rules."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from workbench.engine.cards import brief_values
from workbench.engine.problems import BadInput, Problem
from workbench.engine.registry import games
from workbench.playtest import overview
from workbench.playtest.exchange.parsed import FindRevision
from workbench.playtest.log.kinds import MOST_PLAYERS
from workbench.playtest.log.recording import Log, at_beginning, begin
from workbench.playtest.people import find_or_add_person, name_problems
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import Workspace, revisions_in
from workbench.scenario.model import revision_of
from workbench.store import Store
from workbench.store.playtests.people import people
from workbench.store.runs import save_revision


@dataclass(frozen=True)
class NewPlayer:
    """A player of a new session: a known person by name (`person_called`), or a new name."""

    name: str
    newcomer: bool = False


def read_players(players: str, newcomers: str = "") -> list[NewPlayer]:
    """The players behind two lists of names with commas. Raises BadInput for a newcomer who is no player."""
    names, new = ([name.strip() for name in player.split(",") if name.strip()] for player in (players, newcomers))
    strangers = [name for name in new if name not in names]
    wrong = [Problem("--newcomers", f"must be among the players, {', '.join(names)}", name) for name in strangers]
    joined = [NewPlayer(name, name in new) for name in names]
    if wrong := [*player_problems(joined), *wrong]:
        raise BadInput(wrong)
    return joined


def header_of(scenario: Scenario) -> dict[str, object]:
    """The header of a session of this revision, for `workbench.playtest.log.recording.begin`.

    Of a card list it names the file, the hash and the size: the hash of the rules tells whether a simulation plays the
    same cards, and the store keeps the rows once for all sessions (`begin_session`).
    """
    return {
        "game": scenario.game.name,
        "revision": scenario.revision,
        "rules_hash": scenario.rules_hash,
        "rules": brief_values(scenario.rules),
    }


def scenario_for_players(workspace: Workspace, model: Scenario, players: int) -> Scenario | None:
    """A revision for another number of players; None where its rules do not allow that."""
    if model.players == players:
        return model
    try:
        return load_scenario(workspace, model.name, set_=[f"players={players}"], bots=[model.bots[0]])
    except BadInput:
        return None


def begin_session(
    store: Store,
    played: Scenario | None,
    about: Mapping[str, str | None],
    players: Sequence[NewPlayer],
    *,
    times: Mapping[str, object] | None = None,
    id: str | None = None,
    device: str | None = None,
) -> Log:
    """A new session of a revision, or of what `about` says alone, with its players seated in their order.

    `about` has fields of `session.Header`; its teacher is a name, as a player's is. `times` are those of a session
    that was played earlier. The host's own kinds of moments are those of the game's latest session. The revision is
    kept with every card, as a stored batch keeps it. Raises BadInput for players who cannot sit down, before anything
    is stored.
    """
    if wrong := player_problems(players):
        raise BadInput(wrong)
    if played is not None:
        save_revision(store, revision_of(played))
    teacher = find_or_add_person(store, people(store), name).id if (name := about.get("teacher")) else None
    of_revision = {} if played is None else header_of(played)
    header = {**about, **of_revision, "teacher": teacher}
    titles = overview.custom_moments(store, str(header["game"]))
    log = begin(store, header, id=id, device=device)
    beginning = at_beginning(log)
    for title in titles:
        beginning.add_moment_kind(title)
    if times:
        beginning.times(**times)
    register = people(store)
    for seat, player in enumerate(players):
        beginning.add_player(find_or_add_person(store, register, player.name), seat, player.newcomer)
    return log


def player_problems(players: Sequence[NewPlayer]) -> list[Problem]:
    names = [player.name for player in players]
    twice = sorted({name for name in names if names.count(name) > 1})
    problems = [Problem("players", f"sits at two seats; tell namesakes apart, as in {name} B.", name) for name in twice]
    if not names:
        problems.append(Problem("players", "name at least one, with initials or anything that tells them apart"))
    if len(names) > MOST_PLAYERS:
        problems.append(Problem("players", f"must be at most {MOST_PLAYERS}", str(len(names))))
    return problems + [problem for name in names for problem in name_problems(name)]


def revision_named_by(label: str, revisions: Mapping[str, Scenario]) -> str:
    """The one revision that a label names, by name, title, or the beginning of its rules' hash; empty otherwise."""
    words = {word.strip(".-") for word in re.split(r"[^\w.-]+", label.casefold())}
    hashes = [word for word in words if len(word) >= 6 and re.fullmatch("[0-9a-f]+", word)]
    named = [name for name in revisions if name.casefold().strip(".-") in words]
    titled = [name for name, scenario in revisions.items() if scenario.title.casefold() == label.strip().casefold()]
    hashed = [
        name for name, scenario in revisions.items() if any(scenario.rules_hash.startswith(word) for word in hashes)
    ]
    matches = named or titled or hashed
    return matches[0] if len(matches) == 1 else ""


def revision_finder(workspace: Workspace) -> FindRevision:
    """A function from game, label and number of players to the header of the revision that the label names."""

    @cache
    def revisions(game: str) -> Mapping[str, Scenario]:
        sound: dict[str, Scenario] = {}
        for name in revisions_in(workspace.scenarios / game) if game in games() else ():
            with suppress(BadInput):
                sound[name] = load_scenario(workspace, f"{game}/{name}")
        return sound

    def join(game: str, label: str, players: int) -> dict[str, object]:
        name = revision_named_by(label, revisions(game))
        if not name:
            return {}
        model = revisions(game)[name]
        return header_of(scenario_for_players(workspace, model, players) or model)

    return join
