"""The controls of a question and of a batch as records: what each holds, and what the question takes of it.

What the address says of a control is what it holds; `controls.draw` draws it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from dataclasses import field as declared
from typing import Literal, NamedTuple, cast

from workbench.app.address import Location
from workbench.app.place import Place, named
from workbench.app.services import services
from workbench.app.widgets.text import explained
from workbench.bots.spec import bot_help, bot_problems, bot_title
from workbench.bots.strength import bots_to_choose, default_bots
from workbench.engine.card_lists import card_lists
from workbench.engine.game import Game
from workbench.engine.measures import WON
from workbench.engine.parameters import Parameter, Written
from workbench.engine.problems import BadInput, WholeRange
from workbench.engine.wording import as_sentence, lower_first
from workbench.report.findings import MIXED, bots_query
from workbench.report.text import phrases
from workbench.report.text.scenarios import aims_in_words, bots_label, goal_label, goals_in_words
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.goals import RATE, goal_measures, goal_text, read_goal_texts
from workbench.scenario.vary import SHAPES, varied_parameters
from workbench.studies.compare.question import NOBODY
from workbench.studies.fields import (
    Bots,
    ChoiceOfGame,
    Doubled,
    Field,
    Goals,
    Measures,
    OneBot,
    OneText,
    OtherRevision,
    OtherRevisions,
    RuleValues,
    SeatBots,
    Switch,
    WholeNumber,
)
from workbench.studies.study import Texts

AGAINST_ABOUT = (
    "At first its parent. Empty: this revision alone. With several, the first is the base of all; or this revision, if"
    " they come from it."
)
AROUND = 2
"""Values below and above the revision's own that are suggested."""
CARD_LIST = "The lists of cards that the game is played with."
GOALS = (
    "`<=` is at most, `>=` at least, `= 4..5` from 4 to 5; a goal a line, or semicolons between. Empty: the goals of"
    " the revision. Measures: {}."
)
SEPARATOR = ";"
BETWEEN = re.compile(r"[;\n]")
FAIR_SEATS, FAIR_SIDE = "seat_win_rate_spread <= 0.05; tie_rate <= 0.1", "{} <= 0.55"
"""The first goals of a revision without any: that no seat, or of a game with sides no side, wins too much."""
TOGETHER = f"{WON}_rate = 40..60 %"
"""The same of a game that all win or lose together."""
OTHER_BOTS = (
    "You can type more: another budget as in `thinker:400`, or a bot that leaves out a kind of action, as in"
    " `greedy~scout`."
)
PLAYS = "How many plays each revision gets. More plays give narrower intervals."
SEED = "Equal seeds shuffle equally. Another seed gives other luck."
VALUES = f"Values and ranges with commas between them: {SHAPES}."


@dataclass(frozen=True)
class Control:
    """A control of a page: what it holds, and what can be chosen, by name with its words.

    nothing   what stands there while it is empty
    most      how many can be chosen of several
    is_open   True if what is no option can be typed too
    is_small  True if it stands in a grid with those beside it
    forgets   the controls that hold their suggestions again once it changes
    words     goals in words, beside the button behind which they are
    """

    kind: Literal["one", "several", "number", "text", "goals"]
    key: str
    label: str
    value: object
    about: str = ""
    options: Mapping[str, str] = declared(default_factory=dict)
    nothing: str = ""
    step: int = 1
    most: int | None = None
    width: int | None = None
    is_open: bool = False
    is_small: bool = False
    forgets: Sequence[str] = ()
    words: str = ""

    @property
    def text(self) -> str:
        """The value as a text; empty for nothing."""
        return "" if self.value is None else str(self.value)


class Fields(NamedTuple):
    """Controls, the texts that the question takes, none for what is usual, and their words on a folding button."""

    controls: Sequence[Control]
    texts: list[str]
    words: str = ""


def one(
    at: Location,
    key: str,
    label: str,
    options: Sequence[str],
    suggested: str = "",
    about: str = "",
    words: Callable[[str], str] = str,
    nothing: str = "",
    forgets: Sequence[str] = (),
) -> Control:
    """A control that holds one of the options; or none, for which `nothing` stands there."""
    titles = {option: words(option) for option in options}
    held = at.held_option(key, label, options, suggested, titles if nothing else None)
    return Control("one", key, label, held or None, about, titles, nothing, forgets=forgets)


def text(at: Location, key: str, label: str, nothing: str, about: str = "", forgets: Sequence[str] = ()) -> Control:
    """A control that holds a text; `nothing` stands there while it is empty."""
    return Control("text", key, label, at.held(key, "", str), about, nothing=nothing, forgets=forgets)


def number(at: Location, key: str, label: str, suggested: int | None, about: str, step: int = 1) -> Control:
    """A control that holds a whole number; whether it is allowed is for the scenario to say."""
    empty = "automatic" if suggested is None else ""
    return Control("number", key, label, at.held_number(key, label, suggested), about, nothing=empty, step=step)


def card_list(at: Location, game: Game) -> Control:
    """The control that chooses a card list of a game that has some."""
    lists = list(card_lists(game.parameters))
    about = explained(CARD_LIST, "card list")
    return one(at, "card_list", "Card list", lists, lists[0], about, lambda name: game.parameters[name].label)


def of_field(field: Field, model: Scenario, place: Place, at: Location) -> Fields:
    """A field of a question about this revision."""
    about, key, label = explained(field.help, *field.terms), field.control, field.label
    match field:
        case RuleValues():
            return _values(field, model, at, about)
        case Bots():
            usual, names = default_bots(model.game), bots_to_choose(model.game)
            about = explained(f"{field.help} {OTHER_BOTS}\n\n{bots_listed(model.game)}", *field.terms)
            picked = at.held_list(key, usual)
            options = {name: bots_named(name) for name in [*names, *picked]}
            control = Control("several", key, label, picked, about, options, is_open=True)
            return Fields([control], [] if tuple(picked) == usual else picked or [""])
        case OtherRevisions():
            options = {name: _title(place, name) for name in place.revisions.names if name != place.revision}
            about, held = explained(AGAINST_ABOUT, *field.terms), list(place.against)
            return Fields([Control("several", key, label, held, about, options, "nothing: alone", width=380)], held)
        case Goals():
            return _goals(field, model, at)
        case Measures():
            options, usual_words = measures(field, model), usual_measures(model)
            at.check(key, label, [*options, usual_words], list(options))
            picked = [name for name in at.held_list(key, ()) if name in options]
            words = ", ".join(map(options.__getitem__, picked)) or usual_words
            return Fields([Control("several", key, label, picked, about, options, usual_words)], picked, words)
        case WholeNumber(offered=offered) if not (offered or isinstance(field, Doubled)):
            usual_number = field.usual if field.default is None else cast(int, field.default)
            control = number(at, key, label, usual_number, about, field.step)
            value = cast("int | None", control.value)
            words = field.in_brief.format(phrases.count(value)) if at.read(key) and value is not None else ""
            return Fields([control], [] if value in (None, usual_number) else [str(value)], words)
    first, options = _options(field, model, place, at)
    chosen = at.held_option(key, label, list(options), first)
    control = Control("one", key, label, chosen, about, options, forgets=field.resets)
    words = field.in_brief.format(options[chosen]) if chosen != NOBODY else ""
    return Fields([control], [] if chosen == first else [chosen], words)


def _options(field: Field, model: Scenario, place: Place, at: Location) -> tuple[str, dict[str, str]]:
    """The first value of a field, and all that can be chosen, with their words."""
    if isinstance(field, Doubled):
        first = at.held(field.first, field.usual_first, WholeRange(0, field.high).read)
        return str(field.usual_of(first)), {str(number): str(number) for number in field.doublings(first)}
    if isinstance(field, ChoiceOfGame):
        titles = dict(field.options(model.game))
        return next(iter(titles)), titles
    usual = field.empty if field.default in (None, ()) else field.texts(field.default)[0]
    words: Callable[[str], str] = bots_named if isinstance(field, (OneBot, SeatBots)) else str
    names = dict.fromkeys(_others(field, model, place, at))
    return usual, {usual: usual if usual == field.empty else words(usual), **{name: words(name) for name in names}}


def _others(field: Field, model: Scenario, place: Place, at: Location) -> Sequence[str]:
    """The choices beside the field's first value."""
    match field:
        case OneBot() | SeatBots():
            return bots_here(at, model.game, field.control)
        case OtherRevision():
            return [name for name in place.revisions.sound if name != place.revision]
        case WholeNumber(offered=offered):
            return [field.texts(number)[0] for number in sorted({*offered, *number_in_address(field, at)})]
        case OneText(options=options):
            return options
        case Switch():
            return [field.off, field.on]
    raise TypeError(f"no control for a field of type {type(field).__name__}")


def number_in_address(field: WholeNumber, at: Location) -> list[int]:
    """The number that the address says, which may be another than those offered; none for what is no such number."""
    try:
        return [field.read(at.read(field.control))]
    except BadInput:
        return []


def _title(place: Place, name: str) -> str:
    """A revision by its title, and by its file where two have the same."""
    titles = [scenario.title for scenario in place.revisions.sound.values()]
    title = place.revisions.sound[name].title
    return title if title and titles.count(title) == 1 else named(place.revisions, name)


def _values(field: RuleValues, model: Scenario, at: Location, about: str) -> Fields:
    """Which rules take other values, and for each of them which."""
    rules, key = varied_parameters(model.game), field.control
    usual = [name for name, rule in rules.items() if rule.kind == "int" and name != "players"][: field.suggested]
    at.check(key, field.label, list(rules))
    picked = [name for name in at.held_list(key, usual) if name in rules][: field.most]
    labels = {name: rule.label for name, rule in rules.items()}
    which = Control("several", key, field.label, picked, about, labels, field.empty, most=field.most, width=300)
    values = [_values_of(rules[name], model.rules[name], at) for name in picked]
    return Fields([which, *values], [f"{name}={one.text}" for name, one in zip(picked, values, strict=True)])


def _values_of(rule: Parameter, value: Written, at: Location) -> Control:
    now = rule.show(value)
    about = f"{rule.help} Now {now}. Allowed: {rule.allowed}. {VALUES}".replace('"', "")
    held = at.held(key := f"values_{rule.name}", suggested_values(rule, value), str)
    return Control("text", key, f"{rule.label}: values", held, about, width=190)


def suggested_values(rule: Parameter, value: Written) -> str:
    """Values to try at first: a few around the revision's own, or all there are."""
    if rule.kind != "int":
        return ",".join(rule.show(option).strip('"') for option in rule.values())
    near = rule.near(value, AROUND)
    if not isinstance(near, range):
        return ",".join(map(str, near))
    return f"{near[0]}..{near[-1]}" + (f":{near.step}" if near.step > 1 else "")


def _goals(field: Goals, model: Scenario, at: Location) -> Fields:
    """Goals as texts, and what they say in words; none for those of the revision."""
    game, names = model.game, ", ".join(f"`{name}`" for name in goal_measures(model.game))
    sides = [f"{side}_won_rate" for side in (game.sides.names if game.sides else ())]
    fair = [FAIR_SIDE.format(rate) for rate in sides if rate in goal_measures(game)]
    fair += [TOGETHER] if game.is_cooperative else []
    usual = f"{SEPARATOR} ".join([*map(goal_text, model.goals)] or fair) or FAIR_SEATS
    usual = "" if model.aims and not model.goals else usual
    written = at.held(field.control, usual, str)
    texts, words = [text.strip() for text in BETWEEN.split(written) if text.strip()], ""
    with suppress(BadInput):
        goals = read_goal_texts(game, texts) if texts else model.goals
        aims = f"its aims, {aims_in_words(model)}" if model.aims and goals == model.goals else ""
        words = as_sentence("; ".join(filter(None, [goals_in_words(replace(model, goals=goals)), aims])))
    about, nothing = explained(GOALS.format(names), *field.terms), "tie_rate <= 5 %; deals = 4..5"
    return Fields([Control("goals", field.control, field.label, written, about, nothing=nothing, words=words)], texts)


def measures(field: Measures, model: Scenario) -> dict[str, str]:
    """The subjects of a question, in words: goals and measures, those with a wish too; of most interest first."""
    goals = goal_measures(model.game)
    others = [name for name in goals if f"{name}{RATE}" not in goals]
    names = dict.fromkeys([*(goal.measure for goal in model.goals), *model.game.primary, *others])
    labels = {name: lower_first(goal_label(model.game, name)) for name in names}
    return labels | {f"{name}:{wish}": f"{wish} {labels[name]}" for name in names for wish in field.wishes}


def usual_measures(model: Scenario) -> str:
    """The subject of a question where no measure is chosen."""
    return "all goals" if model.goals else "primary measures"


# A batch and its bots


@dataclass(frozen=True)
class BatchSetup:
    """Bots as `--bots` takes them, plays and seed; empty where there is no revision to play."""

    bots: str = ""
    plays: int = 0
    seed: int = 0

    def of(self, choice: Place, revision: str) -> Scenario:
        """The revision with these bots, plays and seed. Raises BadInput with every problem."""
        bots = self.bots.split()
        sibling = choice.revisions.sound.get(revision)
        if sibling and len(bots) > 1:
            bots = bots[: sibling.players]  # the other revision of a comparison may have more seats
        reference = f"{choice.game.name}/{revision}"
        return load_scenario(
            services().workspace, reference, bots=bots or None, plays=str(self.plays), seed=str(self.seed)
        )


NOTHING = BatchSetup()


@dataclass(frozen=True)
class QuestionChoice(Place):
    """The choice on a page that asks a question: bots, plays and seed, and the texts of its fields by name.

    `at_hand` are the controls beside the title of the page; the others are folded away behind `words`.
    """

    at_hand: Sequence[Control] = ()
    folded: Sequence[Control] = ()
    words: str = ""
    batch: BatchSetup = NOTHING
    texts: Texts = declared(default_factory=dict)


class BatchControls(NamedTuple):
    """The controls of a batch, what they hold, and that in words."""

    controls: Sequence[Control] = ()
    setup: BatchSetup = NOTHING
    words: str = ""


def of_batch(
    place: Place,
    at: Location,
    compared: Sequence[str],
    usual: Callable[[Scenario], int] = lambda scenario: scenario.plays,
) -> BatchControls:
    """Bots, plays and seed, suggested by the last of these revisions.

    `usual` says how many plays a scenario with the chosen bots is to have at first.
    """
    model, sound = place.revisions.sound.get(compared[-1]), place.revisions.sound
    if model is None:
        return BatchControls()
    players = max(len(sound[name].bots) for name in compared if name in sound)
    who, bots = of_seats(at, model, players)
    several = bots.split()
    table = tuple(several) if len(several) == model.players else tuple(several[:1]) * model.players
    plays = number(at, "plays", "Plays", usual(replace(model, bots=table)), explained(PLAYS, "play", "interval"), 1000)
    seed, many = of_seed(at, model), int(plays.text)
    words = f"{bots_named(who[0].text)} · {phrases.number_of(many, 'play')}"
    return BatchControls([*who, plays, seed], BatchSetup(bots, many, int(seed.text)), words)


def of_seed(at: Location, model: Scenario) -> Control:
    return number(at, "seed", "Seed", model.seed, explained(SEED, "seed"))


def of_seats(at: Location, model: Scenario, players: int) -> tuple[list[Control], str]:
    """One bot for all seats, or one for each seat, and the text that `--bots` takes."""
    names = bots_here(at, model.game, "bots")
    about = f"Who plays at every seat.\n\n{bots_listed(model.game)}\n- **{MIXED}**: one bot for each seat."
    about = explained(about, "bot", "greedy", "search", "style")
    every = one(at, "bots", "Bots", [*names, MIXED], usual_bots(model), about, bots_named)
    if every.value != MIXED:
        return [every], every.text
    there = "Who plays at this seat."
    seats = [
        replace(one(at, f"seat_{seat}", f"Seat {seat}", names, bot, there, bots_named), is_small=True)
        for seat, bot in enumerate((model.bots * players)[:players], 1)
    ]
    return [every, *seats], " ".join(seat.text for seat in seats)


def of_bots(at: Location, model: Scenario) -> Control:
    """One bot for all seats, or those of the revision, or those of each seat that the address names."""
    about = explained(f"Who plays at every seat; {MIXED}: the revision's own bots.", "bot", "greedy", "search")
    by_seat = [at.read("bots")] if len(at.read("bots").split()) == len(model.bots) else []
    names = dict.fromkeys([*bots_to_choose(model.game), MIXED, usual_bots(model), *by_seat])
    return one(at, "bots", "Bots", list(names), usual_bots(model), about, bots_named)


def bots_listed(game: Game) -> str:
    """The bots of a game, each with what it does and its name in commands, as a list for a hint."""
    names = bots_to_choose(game)
    return "\n".join(f"- **{bot_title(name)}** (`{name}`): {bot_help(game, name)}" for name in names)


def bots_named(specs: str) -> str:
    """The label of bots, as `--bots` takes them, in a box or on a button: `quick`, `quick · random · quick`."""
    return bots_label(specs.split())


def usual_bots(model: Scenario) -> str:
    """The control's first value for the bots: the bot that sits at all seats, or that they differ."""
    return str(bots_query(model.bots)["bots"])


def bots_here(at: Location, game: Game, key: str) -> list[str]:
    """The bots to choose from; one that the address names may have another budget, or leave out actions."""
    bot = at.read(key)
    more = [bot] if bot and bot != MIXED and not bot_problems(game, [bot], 1) else []
    return list(dict.fromkeys([*bots_to_choose(game), *more]))
