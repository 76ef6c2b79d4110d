"""A play as the table's page takes it: its zones, what changes in them from step to step, a sentence for each step.

What is sent holds nothing but what the scenes show: a card that a seat has not seen is not among the faces either.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from workbench.bots.spec import in_one
from workbench.engine.files import JsonValue
from workbench.engine.game import Game
from workbench.engine.picture import Face, Look, Thing, Zone
from workbench.engine.types import Fields
from workbench.engine.wording import listed
from workbench.play.films import Scene, Watched
from workbench.play.notable import parting, rules_that_part
from workbench.report.card_faces import HEIGHT, WIDTH, card_drawing, spoken
from workbench.report.text.machine import event_line
from workbench.report.text.scenarios import changed_rule
from workbench.scenario import Scenario, differences

OF_CARDS = Look.ROW, Look.PILE
NUMBERED = re.compile(r"\b([Pp]layers?|seat) (\d+)")


def table_address(scenario: Scenario, play: int, step: int | None = None) -> str:
    """The address of the page that shows a play of the scenario's batch, from a step on."""
    at = {} if step is None else {"step": max(step, 0)}
    return _address(scenario, "", {"play": play, **at})


def holes_address(scenario: Scenario) -> str:
    """The address of the page that lists the rule holes of the scenario's first plays."""
    return _address(scenario, "/holes", {})


def _address(scenario: Scenario, page: str, query: dict[str, int]) -> str:
    batch = {"bots": in_one(scenario.bots), "seed": scenario.seed}
    return f"/table/{quote(scenario.game.name)}/{quote(scenario.revision)}{page}?{urlencode({**query, **batch})}"


def sentence(game: Game, event: Fields) -> str:
    """An event in words, with players counted from 1, as at a table."""
    line = event_line({"n": 0, **event}, game.describe)[4:].strip()
    text = line[len(event["event"]) :].strip()
    counted_from_one = NUMBERED.sub(lambda match: f"{match[1]} {int(match[2]) + 1}", text)
    return f"{counted_from_one[:1].upper()}{counted_from_one[1:]}" or event["event"].replace("_", " ").capitalize()


@dataclass
class Drawn:
    """The cards and zones of a play that have been drawn so far, each by a number."""

    cards: dict[str, int] = field(default_factory=dict)
    zones: dict[tuple[str, int | None], int] = field(default_factory=dict)
    looks: list[Look] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    """The numbers of the zones as they lie on the table: one that comes later, behind the one that it came behind."""

    def contents(self, zones: Iterable[Zone]) -> dict[int, list[object]]:
        """The content of each zone, by its number."""
        contents: dict[int, list[object]] = {}
        place = 0
        for zone in zones:
            number = self._number(zone)
            if number not in self.order:
                self.order.insert(place, number)
            place = self.order.index(number) + 1
            contents[number] = self.content(zone)
        return contents

    def content(self, zone: Zone) -> list[object]:
        """The content of a zone: cards by number; of a pile the top one, and how many there are."""
        if zone.look not in OF_CARDS:
            return list(zone.things)
        if zone.look is Look.PILE:
            return [self._card(zone.things[-1]), len(zone.things)] if zone.things else [None, 0]
        return [self._card(thing) for thing in zone.things]

    def _card(self, key: Thing) -> int | None:
        return None if key is None else self.cards.setdefault(str(key), len(self.cards))

    def _number(self, zone: Zone) -> int:
        """The number of a zone."""
        name = zone.name, zone.player
        if name not in self.zones:
            self.zones[name] = len(self.zones)
            self.looks.append(zone.look)
        return self.zones[name]


def table_data(watched: Watched, seat: int | None) -> dict[str, JsonValue]:
    """All that the page shows of a play, as JSON takes it; as `seat` sees it, or whole."""
    drawn, scenes = Drawn(), list(watched.scenes(seat))
    frames = list(_frames(watched.scenario.game, scenes, drawn))
    game, faces = watched.scenario.game, watched.scenario.game.picture.faces(watched.values)
    return {
        "players": [{"name": f"Player {number + 1}", "bot": bot} for number, bot in enumerate(watched.scenario.bots)],
        "zones": [
            {"name": name, "player": player, "look": look}
            for (name, player), look in zip(drawn.zones, drawn.looks, strict=True)
        ],
        "order": drawn.order,
        "cards": [spoken(_face(faces, key)) for key in drawn.cards],
        "symbols": [_symbol(f"card{number}", _face(faces, key)) for key, number in drawn.cards.items()],
        "back": _symbol("back", None),
        "frames": frames,
        "rounds": _rounds(game, scenes),
    }


@dataclass(frozen=True)
class Parting:
    """Where a play parts from that of another revision on the same shuffle: the step, and what happens there.

    step    None where both are the same to the end
    rules   the rules that differ, in words
    maker the one that alone makes the first difference, where several differ
    """

    step: int | None
    here: str
    there: str
    end_there: str
    rules: str
    maker: str = ""


def parting_of(watched: Watched, other: Watched, seat: int | None) -> Parting:
    """Where two plays part, as far as `seat` sees it."""
    here, there = list(watched.scenes(seat)), list(other.scenes(seat))
    step = parting(here, there)

    def told(scenes: Sequence[Scene], at: int) -> str:
        return sentence(watched.scenario.game, scenes[min(at, len(scenes) - 1)].event)

    at = step or 0
    changed = differences(other.scenario, watched.scenario)
    rules = [changed_rule(watched.scenario.game, name, *values) for name, values in changed.items()]
    makers = [changed_rule(watched.scenario.game, name, *changed[name]) for name in rules_that_part(watched, other)]
    return Parting(step, told(here, at), told(there, at), told(there, len(there)), listed(rules), listed(makers))


def _face(faces: Mapping[str, Face], key: str) -> Face:
    return faces.get(key) or Face(key)


def _symbol(id: str, face: Face | None) -> str:
    return f'<symbol id="{id}" viewBox="0 0 {WIDTH} {HEIGHT}">{card_drawing(face)}</symbol>'


def _frames(game: Game, scenes: Iterable[Scene], drawn: Drawn) -> Iterable[dict[str, object]]:
    """Each scene: its sentence, who is to decide, and the zones that differ from those of the scene before."""
    before: dict[int, list[object]] = {}
    for scene in scenes:
        now = drawn.contents(scene.zones)
        changes: dict[int, list[object] | None] = {
            zone: content for zone, content in now.items() if before.get(zone) != content
        }
        changes |= dict.fromkeys(before.keys() - now.keys())
        yield {"says": sentence(game, scene.event), "actor": scene.actor, "zones": changes}
        before = now


def _rounds(game: Game, scenes: Sequence[Scene]) -> list[tuple[int, str]]:
    """The first step of each stage, and what it is called."""
    first: dict[int, int] = {}
    for step, scene in enumerate(scenes):
        if not scene.is_over:
            first.setdefault(scene.stages, step)
    return [(step, f"{game.stage_word.capitalize()} {stages + 1}") for stages, step in first.items()]
