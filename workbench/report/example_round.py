"""The rulebook's example round: a real play of these rules up to the end of its first stage, in sentences and drawn."""

from collections.abc import Mapping
from dataclasses import replace
from html import escape
from itertools import takewhile
from urllib.parse import quote

from workbench.bots.spec import bot_title
from workbench.engine.batch import film
from workbench.engine.game import Game
from workbench.engine.picture import Face, Look, Plan, Spot, Thing, Zone
from workbench.engine.wording import listed
from workbench.play.films import RANDOM, Scene, Watched, is_fast, watch
from workbench.play.forms import make_batch
from workbench.report.card_faces import HEIGHT, WIDTH, board_drawing, card_drawing, spoken
from workbench.report.escape import escaped
from workbench.report.play_table import card_titles, sentence, titled
from workbench.scenario import Scenario
from workbench.scenario.files import DEFAULT

QUICK = "greedy"
MOST_STEPS = 40
"""Events of an example at most: longer rounds are told up to here."""
STYLE = """<style>
.example { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .5rem; margin: 1rem 0; }
.example > div { display: flex; flex-wrap: wrap; gap: .2rem 1rem; align-content: flex-start; }
.example > div > strong { flex: 1 0 100%; }
.example > div { border: 1px solid #8888; border-radius: .5rem; padding: .3rem .6rem; font-size: .85rem; }
.example > div, .example .zone { break-inside: avoid; }
.example > .middle { grid-column: 1 / -1; }
.example .zone { margin: .2rem 0; } .example img { width: 2.7rem; margin: 1px; print-color-adjust: exact; }
</style>"""


def example_round(scenario: Scenario, *, page: bool = False) -> str:
    """The example as Markdown; for a page with the table at its start and at its end, as HTML in it."""
    bot = QUICK if is_fast(make_batch(replace(scenario, bots=(QUICK,) * scenario.players)), (QUICK,)) else RANDOM
    watched = watch(replace(scenario, bots=(bot,) * scenario.players), 0)
    scenes = list(watched.scenes())
    first = list(takewhile(lambda scene: not scene.stages and not scene.is_over, scenes))
    round_scenes = scenes[: len(first) + 1][:MOST_STEPS]
    word = scenario.game.stage_word
    is_whole = len(round_scenes) > len(first)
    end = f"The {word} ends here." if is_whole else f"The {word} goes on from here."
    faces = scenario.game.picture.faces(watched.values)
    titles = card_titles(faces)
    drawn = [_drawn(scene, faces) for scene in (round_scenes[0], round_scenes[-1])] if page else ["", ""]
    parts = [
        f"## An example: the first {word}",
        f"A real play of these rules, by {bot_title(bot)} bots: play 0 with seed {scenario.seed}.",
        f"{STYLE}{drawn[0]}" if page else "",
        "\n".join(
            f"{number}. {escaped(titled(sentence(scenario.game, scene.event), titles))}"
            for number, scene in enumerate(round_scenes, start=1)
        ),
        end,
        drawn[1],
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def table_halfway(game: Game) -> str:
    """The table in the middle of a play by random bots, as HTML."""
    players = int(game.compile_rules({}).players)
    scenario = Scenario(game, DEFAULT, None, game.title, None, None, "", "", {}, (RANDOM,) * players, 1, 1)
    batch = make_batch(scenario)
    watched = Watched(scenario, 0, batch, film(batch, 0, is_plain=True)[0])
    scenes = list(watched.scenes())
    return STYLE + _drawn(scenes[len(scenes) // 2], game.picture.faces(watched.values))


def _drawn(scene: Scene, faces: Mapping[str, Face]) -> str:
    """The table at a scene, on one line of HTML, so that Markdown leaves it alone."""
    inside = dict[int | None, str]()
    for zone in scene.zones:
        inside[zone.player] = inside.get(zone.player, "") + _zone(zone, faces)
    middle = f'<div class="seat middle">{inside.pop(None)}</div>' if None in inside else ""
    seats = [
        f'<div class="seat"><strong>Player {player + 1}</strong>{inside[player]}</div>'
        for player in sorted(player for player in inside if player is not None)
    ]
    return f'<div class="example">{middle}{"".join(seats)}</div>'


def _zone(zone: Zone, faces: Mapping[str, Face]) -> str:
    if zone.look in (Look.ROW, Look.PILE):
        things = zone.things if zone.look is Look.ROW else zone.things[-1:]
        count = f" ({len(zone.things)})" if zone.look is Look.PILE else ""
        cards = "".join(_card(thing, faces) for thing in things) or "none"
        return f'<div class="zone">{escape(zone.name)}{count}<div class="cards">{cards}</div></div>'
    if zone.look is Look.BOARD:
        plan, *spots = zone.things
        assert isinstance(plan, Plan)
        words = "; ".join(spot.spoken for spot in spots if isinstance(spot, Spot) and spot.pieces) or "empty"
        image = _image(words, *board_drawing(plan, spots), "width: auto; max-width: 100%")
        return f'<div class="zone">{escape(zone.name)}<div>{image}</div></div>'
    values = ", ".join(str(thing) for thing in zone.things if thing != "")
    if zone.look is Look.TRACK:
        last, *markers = zone.things
        places = listed(f"player {player} on {space}" for player, space in enumerate(markers, start=1))
        values = f"{markers[0]} of {last}" if len(markers) == 1 else f"{places}, of {last}"
    return f'<div class="zone">{escape(zone.name)}: {escape(values) or "–"}</div>'


def _card(thing: Thing, faces: Mapping[str, Face]) -> str:
    face = None if thing is None else faces.get(str(thing)) or Face(str(thing))
    return _image(spoken(face), card_drawing(face), WIDTH, HEIGHT)


def _image(words: str, drawing: str, width: int, height: int, style: str = "") -> str:
    """A drawing as an image, since Streamlit's HTML drops SVG itself."""
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    source = quote(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawing}</svg>')
    styled = f' style="{style}"' if style else ""
    return f'<img alt="{escape(words, quote=True)}"{styled} src="data:image/svg+xml,{source}">'
