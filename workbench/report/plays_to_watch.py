"""The plays of batches that are worth watching, as blocks: rule holes with their counts, and the most notable plays."""

from collections.abc import Iterator, Sequence

from workbench.engine.measures import CUT_SHORT, TIE
from workbench.engine.wording import listed
from workbench.play.hole import Hole
from workbench.play.holes import holes_command
from workbench.play.notable import KINDS_OF_RESULTS, kinds_of
from workbench.report.document import Block, Command, Points, Prose, Section
from workbench.report.play_link import PlayLink, batch_address
from workbench.report.summary import BatchSummary
from workbench.report.text.holes import NOT_COUNTED, hole_sentence, how_many, more_holes, place_words
from workbench.report.text.phrases import lower_first, upper_first

HOLES = "Rule holes"
ABOUT = (
    "Plays in which the rules may lack something. What a result says is counted over every play; what only the moves"
    " show, over the first plays of the batch, which are a fair sample. The longest plays are looked at as well, and"
    " not counted."
)


def plays_to_watch(sides: Sequence[BatchSummary]) -> Iterator[Block]:
    """Rule holes of batches that have ended, counted, and the ways to their most notable plays."""
    if not all(side.plays and side.holes for side in sides):
        return
    yield _holes(sides)
    links = list(_notable(sides))
    if links:
        yield Section("Plays to watch", [Points([""], plays=[links], for_pages=True)])


def _holes(sides: Sequence[BatchSummary]) -> Section:
    titles = [side.scenario.title for side in sides]
    lines = [line for side in sides for line in _lines(side, titles if len(sides) > 1 else ())]
    points = Points([text for text, _ in lines], plays=[links for _, links in lines])
    more = [Prose(sentence) for sentence in more_holes(titles, [side.holes for side in sides])]
    lacking = [side for side in sides if not all(hole.of for hole in side.holes)]
    commands = [
        Command(f"Count the rest: {side.scenario.title}", holes_command(side.scenario, side.run)) for side in lacking
    ]
    return Section(HOLES, [*more, points, *commands], [ABOUT])


def _lines(side: BatchSummary, titles: Sequence[str]) -> Iterator[tuple[str, Sequence[PlayLink]]]:
    """Lines with the plays that show them: one a kind that was met, one for the others, one for those not counted."""
    lead = f"{side.scenario.title}: " if titles else ""
    for hole in side.holes:
        if hole.plays or hole.places:
            yield f"{lead}{hole_sentence(hole)}", _links(side, hole)
    for of in dict.fromkeys(hole.of for hole in side.holes if hole.of and not hole.plays and not hole.places):
        none = [hole for hole in side.holes if hole.of == of and not hole.plays and not hole.places]
        yield f"{lead}{upper_first(listed(lower_first(hole.label) for hole in none))}: {how_many(none[0])}", ()
    if missing := [lower_first(hole.label) for hole in side.holes if not hole.of]:
        yield f"{lead}{upper_first(listed(missing))}: {NOT_COUNTED}", ()


def _links(side: BatchSummary, hole: Hole) -> Sequence[PlayLink]:
    if not hole.places and hole.name in KINDS_OF_RESULTS:
        return [PlayLink("the first", batch_address(side.scenario, side.run, find=hole.name))]
    return [
        PlayLink(
            place_words(place),
            batch_address(
                side.scenario, side.run, play=place.play, **({} if place.step is None else {"step": max(place.step, 0)})
            ),
        )
        for place in hole.places
    ]


def _notable(sides: Sequence[BatchSummary]) -> Iterator[PlayLink]:
    """The way to the most notable play of each kind that there is; of a comparison, beside its base."""
    side = sides[-1]
    base = sides[0].scenario if len(sides) == 2 and sides[0].scenario.players == side.scenario.players else None
    against = {"against": base.revision} if base and base.path and not base.settings else {}
    for name, notable in kinds_of(side.scenario.game).items():
        address = batch_address(side.scenario, side.run, find=name, **against)
        if address and (against or not notable.needs_base) and _is_there(side, name):
            yield PlayLink(notable.label, address)


def _is_there(side: BatchSummary, kind: str) -> bool:
    """False for plays that the batch has none of: what it counts says so."""
    figure = side.readings.get(kind)
    if kind in (TIE.name, CUT_SHORT) and figure:
        return figure.estimate.mean > 0
    return not any(hole.name == kind and not hole.plays for hole in side.holes)
