"""A play as the table's page takes it: its zones, what changes in them from step to step, a sentence for each step.

What is sent holds nothing but what the scenes show: a card that a seat has not seen is not among the faces either.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from workbench.bots.spec import bot_title
from workbench.engine.files import JsonValue
from workbench.engine.game import Describe, Game
from workbench.engine.picture import Face, Look, Suit, Thing, Zone
from workbench.engine.types import Fields
from workbench.engine.wording import listed, upper_first
from workbench.play.films import CARD_LISTS, RULES, Scene, Watched
from workbench.play.interactive import FilledSheet, InteractivePlay
from workbench.play.notable import parting, rules_that_part
from workbench.report.card_faces import HEIGHT, WIDTH, card_drawing, spoken
from workbench.report.text.scenarios import changed_rule
from workbench.scenario import differences

OF_CARDS = Look.ROW, Look.PILE
CARD_WORD = re.compile(r"\b[A-Za-z0-9][\w'’-]*\w")
SUIT_SIGNS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
NUMBERED = re.compile(r"\b([Pp]layers?|seat) (\d+)")


def event_line(event: Fields, describe: Describe | None = None) -> str:
    """An event as a line for people: its name, then what the game says of it, or its fields.

    Card lists are too long for a line.
    """
    left_out = ("n", "event", CARD_LISTS)
    fields = {name: value for name, value in event.items() if name not in left_out}
    if describe and event["event"] != RULES:
        text = describe(event["event"], fields)
    else:
        text = ", ".join(f"{name} {_field_text(value)}" for name, value in fields.items())
    return f"{event['n']:>4}  {event['event'].replace('_', ' '):<10} {text}".rstrip()


def _field_text(value: object) -> str:
    if value is None:
        return "—"
    if isinstance(value, list):
        return "[" + " ".join(map(_field_text, value)) + "]"
    if isinstance(value, dict):
        return "(" + " ".join(f"{name} {_field_text(field)}" for name, field in value.items()) + ")"
    return str(value)


def card_titles(faces: Mapping[str, Face]) -> dict[str, str]:
    """The titles of cards in sentences, by their names in a trace: `10♥`, `Gideon Rourke`, `egg nigiri`."""
    french = {key: f"{face.rank}{SUIT_SIGNS[face.suit]}" for key, face in faces.items() if face.suit}
    ids = {key.split(" ")[-1]: face.title for key, face in faces.items() if not face.suit and "-" in key.split(" ")[-1]}
    words = {id: id.replace("-", " ") for id in ids}
    return {**french, **{id: words[id] if title == words[id].capitalize() else title for id, title in ids.items()}}


def titled(text: str, titles: Mapping[str, str]) -> str:
    """The text with the cards by their titles."""
    return CARD_WORD.sub(lambda match: titles.get(match[0], match[0]), text)


def sentence(game: Game, event: Fields) -> str:
    """An event in words, with players counted from 1, as at a table."""
    line = event_line({"n": 0, **event}, game.describe)[4:].strip()
    text = line[len(event["event"]) :].strip()
    counted_from_one = NUMBERED.sub(lambda match: f"{match[1]} {int(match[2]) + 1}", text)
    return f"{upper_first(counted_from_one)}" or event["event"].replace("_", " ").capitalize()


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
            name = zone.name, zone.player
            if name not in self.zones:
                self.zones[name] = len(self.zones)
                self.looks.append(zone.look)
            number = self.zones[name]
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
            return [self.card(zone.things[-1]), len(zone.things)] if zone.things else [None, 0]
        return [self.card(thing) for thing in zone.things]

    def card(self, key: Thing) -> int | None:
        """The number of a card; None of one that lies face down."""
        return None if key is None else self.cards.setdefault(str(key), len(self.cards))


def table_data(watched: Watched, seat: int | None) -> dict[str, JsonValue]:
    """All that the page shows of a play, as JSON takes it; as `seat` sees it, or whole."""
    drawn, scenes = Drawn(), list(watched.scenes(seat))
    game, faces = watched.scenario.game, watched.scenario.game.picture.faces(watched.values)
    titles, before, frames = card_titles(faces), dict[int, list[object]](), list[JsonValue]()
    for scene in scenes:
        frame, before = _frame(game, scene, drawn, titles, before)
        frames.append(frame)
    first: dict[int, int] = {}
    for step, scene in enumerate(scenes):
        if not scene.is_over:
            first.setdefault(scene.stages, step)
    return {
        "players": [
            {"name": f"Player {number + 1}", "bot": bot_title(bot)} for number, bot in enumerate(watched.scenario.bots)
        ],
        "zones": _zones(drawn),
        "order": drawn.order,
        "cards": [spoken(_face(faces, key)) for key in drawn.cards],
        "symbols": [_symbol(f"card{number}", _face(faces, key)) for key, number in drawn.cards.items()],
        "back": back_symbol(),
        "frames": frames,
        "rounds": [(step, f"{game.stage_word.capitalize()} {stages + 1}") for stages, step in first.items()],
    }


class SeatView:
    """The view of a play that goes on, as a seat is sent it piece by piece: only what it has not been sent yet.

    Without a seat it is that of an onlooker.
    """

    def __init__(self, play: InteractivePlay, seat: int | None) -> None:
        self.play, self.seat, self.drawn = play, seat, Drawn()
        self.game, self.faces = play.scenario.game, play.scenario.game.picture.faces(play.values)
        self.titles = card_titles(self.faces)
        self.frames: list[JsonValue] = []
        self.before: dict[int, list[object]] = {}

    def follow(self) -> None:
        """Take in what has happened since."""
        for scene in self.play.scenes(self.seat, len(self.frames)):
            frame, self.before = _frame(self.game, scene, self.drawn, self.titles, self.before)
            self.frames.append(frame)

    def since(self, frames: int, cards: int, zones: int) -> dict[str, JsonValue]:
        """All that a page lacks which has so many frames, cards and zones; `now` is all that lies on the table."""
        now = self.drawn.contents(self.play.zones_now(self.seat))
        is_ours = self.play.waits_for_person and self.play.actor == self.seat
        choices = [
            {
                "action": action,
                "says": titled(choice.says, self.titles),
                "card": self.drawn.card(choice.card),
                "leads_to": titled(choice.leads_to, self.titles),
                "space": choice.space,
            }
            for action, choice in (self.play.choices().items() if is_ours else ())
        ]
        keys = list(self.drawn.cards)[cards:]
        return {
            "frames": self.frames[frames:],
            "now": now,
            "choices": choices,
            "cards": [spoken(_face(self.faces, key)) for key in keys],
            "symbols": [_symbol(f"card{cards + at}", _face(self.faces, key)) for at, key in enumerate(keys)],
            "zones": _zones(self.drawn)[zones:],
            "order": self.drawn.order,
        }


def sheet_lines(filled: FilledSheet) -> dict[str, JsonValue]:
    """The score sheet of a finished play as a page draws it: a line for each row, then what is written once."""
    sheet, rows = filled.sheet, range(filled.rows)
    seats = sorted({seat for seat, _, _ in filled.cells} | filled.totals.keys() | filled.sides.keys())
    titles = {side.name: side.title for side in sheet.sides}
    lines = [
        [f"{sheet.row.capitalize()} {row + 1}", *(filled.row_total(seat, row) for seat in seats)]
        for row in rows
        if filled.cells
    ]
    for criterion in sheet.criteria:
        if criterion.once:
            lines.append([criterion.title, *(filled.cells.get((seat, 0, criterion.name)) for seat in seats)])
    lines += [["Total", *(filled.totals[seat] for seat in seats)]] if filled.totals else []
    lines += [["Side", *(titles[filled.sides[seat]] for seat in seats)]] if filled.sides else []
    went_to = [listed([titles[side] for side in filled.outcomes[row]]) or "nobody" for row in sorted(filled.outcomes)]
    outcomes = [f"{sheet.row.capitalize()} {row + 1}: {words}" for row, words in enumerate(went_to)]
    return {"seats": seats, "lines": lines, "outcomes": outcomes, "winners": filled.winners, "together": sheet.together}


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

    titles = card_titles(watched.scenario.game.picture.faces(watched.values))

    def told(scenes: Sequence[Scene], at: int) -> str:
        return titled(sentence(watched.scenario.game, scenes[min(at, len(scenes) - 1)].event), titles)

    at = step or 0
    changed = differences(other.scenario, watched.scenario)
    rules = [changed_rule(watched.scenario.game, name, *values) for name, values in changed.items()]
    makers = [changed_rule(watched.scenario.game, name, *changed[name]) for name in rules_that_part(watched, other)]
    return Parting(step, told(here, at), told(there, at), told(there, len(there)), listed(rules), listed(makers))


def _face(faces: Mapping[str, Face], key: str) -> Face:
    return faces.get(key) or Face(key)


def back_symbol() -> str:
    """The back of a card, as pages draw it."""
    return _symbol("back", None)


def _symbol(id: str, face: Face | None) -> str:
    return f'<symbol id="{id}" viewBox="0 0 {WIDTH} {HEIGHT}">{card_drawing(face)}</symbol>'


def _zones(drawn: Drawn) -> list[JsonValue]:
    return [
        {"name": name, "player": player, "look": look}
        for (name, player), look in zip(drawn.zones, drawn.looks, strict=True)
    ]


def _frame(
    game: Game, scene: Scene, drawn: Drawn, titles: Mapping[str, str], before: Mapping[int, list[object]]
) -> tuple[JsonValue, dict[int, list[object]]]:
    """A scene: its sentence, who is to decide, the zones that differ from those of the scene before; and all zones."""
    now = drawn.contents(scene.zones)
    changes: dict[int, list[object] | None] = {
        zone: content for zone, content in now.items() if before.get(zone) != content
    }
    changes |= dict.fromkeys(before.keys() - now.keys())
    return {"says": titled(sentence(game, scene.event), titles), "actor": scene.actor, "zones": changes}, now
