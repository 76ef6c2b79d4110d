"""The games with their rules, bots and measures, as `workbench games` prints them."""

from collections.abc import Iterator, Sequence

from workbench.bots.spec import bot_help, bot_names
from workbench.engine.card_lists import CardList
from workbench.engine.cards import brief_value
from workbench.engine.game import Game
from workbench.engine.measures import Scope
from workbench.engine.parameters import Choice, OneOf, Parameter, Whole
from workbench.engine.registry import broken_plugins, games
from workbench.engine.trace import EventHelp
from workbench.play.films import RULES, RULES_HELP


def catalog() -> dict[str, object]:
    """Every installed game, as `games --json` prints it."""
    entries = [describe(game) for game in games().values()]
    return {"games": entries, "left_out": [broken_plugin.as_json() for broken_plugin in broken_plugins()]}


def describe(game: Game) -> dict[str, object]:
    """One game: its parameters, bots, styles, measures, events of a trace and kinds of action."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "parameters": [
            {
                "name": parameter.name,
                "type": parameter.kind,
                "default": brief_value(parameter.default),
                **_allowed(parameter),
                "allowed": parameter.allowed,
                "unit": parameter.unit,
                "help": parameter.help,
                "section": parameter.section,
            }
            for parameter in game.parameters.values()
        ],
        "bots": [{"name": name, "help": bot_help(game, name)} for name in bot_names(game)],
        "styles": [{"name": style.name, "help": style.help} for style in game.styles],
        "measures": [
            {
                "name": measure.name,
                "help": measure.help,
                "scope": measure.scope.value,
                "unit": measure.unit,
                "margin": measure.margin,
                "rate": measure.is_rate,
            }
            for measure in game.all_measures
        ],
        "sides": list(game.sides.names) if game.sides else [],
        "caveat": game.caveat,
        "events": [
            {
                "name": event,
                "help": help.help,
                "fields": [{"name": name, "help": text} for name, text in help.fields.items()],
            }
            for event, help in events_of(game).items()
        ],
        "action_kinds": [kind.name.lower() for kind in game.action_kinds],
    }


def events_of(game: Game) -> dict[str, EventHelp]:
    """Every event of the game's traces by name, the head of a trace first."""
    silent = EventHelp("", {})
    return {RULES: RULES_HELP, **{name: game.event_help.get(event, silent) for event, name in game.events.items()}}


def _allowed(parameter: Parameter) -> dict[str, object]:
    """A number's range or few values, a choice's options, a card list's columns; else see `allowed`."""
    if isinstance(parameter, Whole):
        return {"min": parameter.low, "max": parameter.high}
    if isinstance(parameter, Choice | OneOf):
        return {"options": list(parameter.values())}
    if isinstance(parameter, CardList):
        columns = [
            {"name": one.name, "type": one.kind, "allowed": one.allowed, "optional": one.optional, "help": one.help}
            for one in parameter.columns
        ]
        return {"min": parameter.least, "max": parameter.most, "key": list(parameter.key), "columns": columns}
    names = getattr(parameter, "names", None)
    return {"options": names} if names else {}


def catalog_lines() -> Iterator[str]:
    """The same as lines of text."""
    for game in games().values():
        yield from (f"{game.title} ({game.name})", f"  {game.summary}", "")
        rules = [
            (one.name, f"{one.show(one.default)} {one.unit}".rstrip(), f"{one.allowed}. {one.help}")
            for one in game.parameters.values()
        ]
        scopes = {scope: f" [a {scope.value.replace('_', ' ')}]" for scope in Scope} | {Scope.PLAY: ""}
        yield from _table("Rules", rules)
        yield from _table("Bots", [(name, bot_help(game, name)) for name in bot_names(game)])
        measures = [(one.name, f"{one.help}{scopes[one.scope]}") for one in game.all_measures]
        yield from _table("Measures", measures)
        events = events_of(game).items()
    yield from _table(
        "Events of a trace", [(name, f"{help.help} Fields: {', '.join(help.fields)}.") for name, help in events]
    )


def _table(title: str, rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Columns as wide as their widest cell; the last runs on."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]) - 1)]
    yield f"  {title}"
    for row in rows:
        padded = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        yield "    " + "  ".join([*padded, row[-1]])
    yield ""
