"""Positions: what must hold at every one of them, and the author's line that breaks it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from operator import or_

import numpy as np

from workbench.conform.mistakes import Mistake, Sort, SourceLine
from workbench.conform.sources import breaking_line, home_of, is_of_kit, place_of, place_of_kind
from workbench.conform.table import PlainTable
from workbench.engine import dispatch
from workbench.engine.bit_sets import members
from workbench.engine.game import Game
from workbench.engine.trace import NotedEvent
from workbench.engine.types import Chance, Noted, State
from workbench.engine.wording import listed
from workbench.kit.fields import Holds, StateField, last_space
from workbench.kit.game import design_of, sentences_of
from workbench.kit.moves import parameters
from workbench.kit.packs import Pack
from workbench.kit.picture import picks_so_far
from workbench.kit.sentences import Sentence, names_in


def fields_of(game: Game) -> list[StateField]:
    """The fields that the author of a kit game has declared; of other games none."""
    return list(home_of(game).State.fields.values()) if is_of_kit(game) else []


def cells(state: State, zones: list[StateField]) -> dict[str, int]:
    """The content of each zone, by its name; of each player's, where there are several."""
    lying: dict[str, int] = {}
    for zone in zones:
        values = np.atleast_1d(state[zone.name])
        lying |= {f"{zone.name}[{n}]" if zone.per_player else zone.name: int(value) for n, value in enumerate(values)}
    return lying


def cards_on(state: State, pile: StateField) -> Iterator[int]:
    """The cards that lie on a pile, or on several."""
    lengths, rows = np.ravel(state[pile.length]), state[pile.name].reshape(-1, state[pile.name].shape[-1])
    for cards, length in zip(rows, lengths, strict=True):
        yield from map(int, cards[: int(length)])


def stocked(state: State, fields: Sequence[StateField]) -> dict[str, Counter[int]]:
    """The cards of each stock wherever they lie: in its deck, its hands, its discard pile, on piles of its pack."""
    lying = {}
    for stock in (field for field in fields if field.holds is Holds.STOCK):
        places = state[stock.name]
        rows = [(places.deck, places.deck_size), (places.discards, places.discard_size)]
        rows += [*zip(places.hand, places.hand_size, strict=True)]
        piles = [field for field in fields if field.holds is Holds.PILE and field.pack == stock.pack]
        cards = (card for pile in piles for card in cards_on(state, pile))
        lying[stock.name] = Counter([*(int(card) for row, size in rows for card in row[:size]), *cards])
    return lying


class PlayRules:
    """The checks from step to step of one play."""

    def __init__(self, table: PlainTable) -> None:
        self.table, self.fields = table, fields_of(table.game)
        fields = self.fields
        self.zones = [field for field in fields if field.is_zone]
        packs = {zone.pack for zone in self.zones}  # the cards of a stock lie in places that are no zones
        self.piles = [field for field in fields if field.holds is Holds.PILE and field.pack in packs]
        self.counters = [field for field in fields if field.kind or field.spaces]
        stored = [field for field in fields if field.holds is not Holds.RATIO]  # which is worked out at the end
        self.seated = [field.name for field in stored if field.per_player or field.holds is Holds.PER_PLAYER]
        module = vars(home_of(table.game))
        self.design = design_of(module) if is_of_kit(table.game) else None
        moves = self.design.moves if self.design else ()
        self.moved = {(move.event, zone) for move in moves for zone in (move.source, move.target)}
        waiting = [move for move in moves if move.at_once]  # told before any of them is carried out
        self.moved |= {(move.event, name) for move in waiting for name in names_in(move.sentence)}
        self.sentences = dict(sentences_of(self.design, module)) if self.design else {}

    def out_of_range(self) -> Iterator[Mistake]:
        """Choices that `among` has and the move has no number for: they would be taken for another move's."""
        state, rules = self.table.state, self.table.rules
        values = {"state": state, "rules": rules, "player": int(state.actor)}
        for move in self.design.moves if self.design else ():
            if move.phase is not None and state.phase != move.phase:
                continue
            if move.when and not self.table.run(move.when, *map(values.get, parameters(move.when))):
                continue
            for argument in move.arguments:
                function = argument.among
                if not function or argument.holds is Holds.CARD or {*move.names} & {*parameters(function)}:
                    continue  # it has none, none that is wrong, or one that judges, or depends on what is chosen before
                low, high = (0, self.table.players - 1) if argument.holds is Holds.PLAYER else argument.numbers
                choices = members(self.table.run(function, *map(values.get, parameters(function))))
                if beyond := [choice for choice in choices if not low <= choice <= high]:
                    numbers = listed(map(str, beyond))
                    words = f"{move.name} cannot be made with {numbers}: its choices are {low} to {high}"
                    yield Mistake(Sort.IMPOSSIBLE, words, place_of(function))

    @property
    def arguments(self) -> set[tuple[str, str]]:
        """The arguments of all moves, each by its move and its name."""
        moves = self.design.moves if self.design and not self.design.has_kinds else ()
        return {(move.name.rstrip("_"), name) for move in moves for name in move.new_names}

    def met(self) -> set[tuple[str, str]]:
        """The arguments that have two values to choose from now."""
        table, design, places = self.table, self.design, Counter[tuple[str, str]]()
        for action in table.legal if design else ():
            assert design
            move = design.moves[int(table.run(dispatch.action_kind, table.state, table.rules, action))]
            if picks := picks_so_far(design, move, table.state, table.rules, action):
                places[move.name.rstrip("_"), move.steps[len(picks) - 1].argument.name] += 1
        return {name for name, values in places.items() if values > 1}

    def untrue(self, events: Sequence[NotedEvent]) -> Iterator[Mistake]:
        """Sentences of a step that say what is not so, or is not so any more with nobody having said that."""
        game, fields = self.table.game, {} if self.design is None else self.design.state.fields
        latest: dict[tuple[str, int | None], tuple[Sentence, Noted]] = {}
        for event, noted in events:
            sentence = self.sentences.get(int(event))
            if sentence and sentence.told is not None:
                player, values = int(noted[1]), noted[2:]  # type: ignore[call-overload]
                wrong = [] if player < self.table.players else [f"player {player}, who does not play"]
                for name, told in sentence.told.items():
                    if (int(event), name) in self.moved:
                        continue  # by the kit, as everybody knows who reads of the move
                    if told.field is fields.get(name):
                        seat = player if told.by_player and name in self.seated else None
                        latest[name, seat] = sentence, values[told.number]
                    else:
                        wrong += self._wrong(told.field, values[told.number], sentence.pack)
                for words in wrong:
                    yield Mistake(
                        Sort.SENTENCE, f"{sentence.name} tells of {words}", place_of_kind(game, sentence.name)
                    )
        for (name, seat), (sentence, value) in latest.items():
            both = value, self.table.state[name]
            was, now = (np.atleast_1d(numbers if seat is None else numbers[..., seat]) for numbers in both)
            if np.any((was != now) & (now != 0)):  # nobody is told of what is used up
                then, after = (listed(map(str, numbers)) for numbers in (was, now))
                words = (
                    f"{sentence.name} tells of {name} as it was then, {then}; after the step it is"
                    f" {after}, of which no event tells"
                )
                yield Mistake(Sort.SENTENCE, words, place_of_kind(game, sentence.name), is_warning=True)

    def _wrong(self, field: StateField, value: Noted, pack: Pack | None) -> list[str]:
        """Problems of an argument that a sentence has."""
        if field.holds is Holds.NUMBER and isinstance(value, np.uint64):
            return [f"{field.name} as the number {value}, and it is a set: write `{field.name}: kit.Cards`"]
        if field.holds is Holds.PLAYER and not 0 <= value < self.table.players:
            return [f"{field.name}, player {value}, who does not play"]
        pack = field.pack or pack
        if field.holds is Holds.CARD and pack and not -1 <= value < len(pack.names):
            return [f"{field.name}, card {value}, and the pack has {len(pack.names)}; -1 is none"]
        return []

    def begun(self) -> None:
        """Note how the position is after the deal."""
        self.beyond, self.tokens, self.stocked = self._beyond(), self._tokens(), stocked(self.table.state, self.fields)
        self.note()

    def note(self) -> None:
        """Note where the cards lie now."""
        self.stage, self.lying = int(self.table.state.stage), self._union() | self._piled()

    def _beyond(self) -> dict[str, bytes]:
        """The fields of players who do not sit at this table."""
        state, players = self.table.state, self.table.players
        return {name: state[name][..., players:].tobytes() for name in self.seated}

    def _union(self) -> int:
        return reduce(or_, cells(self.table.state, self.zones).values(), 0)

    def _piled(self) -> int:
        """The cards of piles, which may lie in a zone by now: a pile is a row that lasts."""
        return sum({1 << card for pile in self.piles for card in cards_on(self.table.state, pile)})

    def _astray(self) -> str:
        """The cards of stocks that lie in no place now, or in two, in words; none: empty."""
        changes, now = [], stocked(self.table.state, self.fields)
        for name, cards in self.stocked.items():
            changes += [f"card {card} of {name} is in no place" for card in sorted(cards - now[name])]
            changes += [f"card {card} of {name} is in two places" for card in sorted(now[name] - cards)]
        return "; ".join(changes)

    def are_cards_lost(self) -> bool:
        """True if a card that lay in a zone lies in none, in the same stage."""
        is_same = int(self.table.state.stage) == self.stage and not self.table.state.over
        return is_same and bool(self.lying & ~(self._union() | self._piled()))

    def _tokens(self) -> Counter[str]:
        """How many tokens of each kind there are."""
        there = Counter[str]()
        for field in self.counters:
            if field.kind:
                there[field.kind] += int(np.sum(self.table.state[field.name]))
        return there

    def off_end(self) -> str:
        """The pools with fewer tokens than none, and the tracks that a marker has left, in words; none: empty."""
        words = []
        for field in self.counters:
            numbers = np.atleast_1d(self.table.state[field.name])
            least, most = int(numbers.min()), int(numbers.max())
            if least < 0:
                words.append(f"{field.name} is {least}")
            if field.spaces and most > (last := last_space(field, self.table.rules)):
                words.append(f"{field.name} is {most}, and the last space is {last}")
        return "; ".join(words)

    def broken(self) -> Iterator[tuple[Sort, str, Callable[[], bool]]]:
        """The checks that fail now: the sort of mistake, in words, and how to ask again."""
        table = self.table

        def is_phantom() -> bool:
            return not table.state.over and not 0 <= table.state.actor < table.players

        if is_phantom():
            words = f"player {int(table.state.actor)} is to decide, and only players 0 to {table.players - 1} are there"
            yield Sort.PHANTOM, words, is_phantom
        if (after := self._beyond()) != self.beyond:
            names = ", ".join(name for name in after if after[name] != self.beyond[name])
            words = f"{names}: written for a player from {table.players} on, and only {table.players} play"
            yield Sort.INDEX, words, lambda: self._beyond() != self.beyond
        if words := self.off_end():
            yield Sort.INDEX, words, lambda: bool(self.off_end())
        if (there := self._tokens()) != self.tokens:
            changes = (f"{kind}: {number}, and {there[kind]} now" for kind, number in self.tokens.items())
            words = f"{'; '.join(changes)}; what never runs out is no pool"
            yield Sort.TOKENS, words, lambda: self._tokens() != self.tokens
        if words := self._astray():
            advice = "cards of a stock lie in its deck, its hands, its discard pile, or on a `kit.pile`"
            yield Sort.CARDS, f"{words}; {advice}", lambda: bool(self._astray())
        if doubles := self._doubles():
            yield Sort.CARDS, f"{self._named(doubles)} in two places", lambda: bool(self._doubles())
        elif self.are_cards_lost():
            lost = self._named(self.lying & ~(self._union() | self._piled()))
            yield Sort.CARDS, f"{lost} lost: in no zone any more; a discard pile is a zone too", self.are_cards_lost

    def _doubles(self) -> int:
        once = twice = 0
        for cards in cells(self.table.state, self.zones).values():
            twice |= once & cards
            once |= cards
        return twice

    def _named(self, cards: int) -> str:
        pack = self.zones[0].pack
        numbers = members(np.uint64(cards))
        names = [pack.names[n] if pack and n < len(pack.names) else f"no. {n}" for n in numbers]
        return f"card{'s' * (len(names) > 1)} {', '.join(names)}"


def before_the_decision(table: PlainTable) -> Iterator[Mistake]:
    """Mistakes of what is on offer."""
    legal = table.legal
    if not legal:
        words = f"player {int(table.state.actor)} has no action, and the play is not over"
        yield Mistake(Sort.NO_ACTION, words, place_of(table.game.functions["legal_actions"]))
    for action in legal:
        if not table.kind_of(action):
            words = f"action {action} is on offer and is of no kind that the game declares"
            yield Mistake(Sort.IMPOSSIBLE, words, place_of(table.game.functions["action_kind"]))


def of_choices(table: PlainTable) -> Iterator[Mistake]:
    """Mistakes of single actions: one that does nothing, and two that do the same. All is as it was before."""
    before = table.copy()
    outcomes: dict[tuple[str, bytes], int] = {}
    for action in table.legal:
        kind = table.kind_of(action)
        table.take(action)
        table.actions.pop()
        after = table.states.tobytes() + table.chances.tobytes()
        is_idle = after == before[0].tobytes() + before[1].tobytes()
        table.restore(before)
        if is_idle:
            words = f"action {action} ({kind}) is on offer and changes nothing"
            yield Mistake(Sort.IMPOSSIBLE, words, place_of_kind(table.game, kind))
        elif (kind, after) in outcomes:
            words = f"actions {outcomes[kind, after]} and {action} ({kind}) do the very same; offer one of them"
            yield Mistake(Sort.DOUBLED, words, place_of_kind(table.game, kind), is_warning=True)
        outcomes.setdefault((kind, after), action)


def wrapped_fields(narrow: PlainTable, wide: PlainTable) -> list[str]:
    """The fields of the position that have not the number that a wider field has."""
    names = [name for name in narrow.game.state.names or () if not name.startswith("filling")]
    kinds = {name: narrow.game.state[name].base for name in names}
    numbers = [name for name in names if kinds[name].kind in "iu" and kinds[name].itemsize < 8]
    return [name for name in numbers if np.any(narrow.state[name] != wide.state[name])]


def line_of(table: PlainTable, before: tuple[State, Chance], action: int, is_broken: Callable[[], bool]) -> SourceLine:
    """The author's line of a step after which something is broken; the table is after the step again at the end."""
    table.restore(before)
    taken = list(table.actions)
    place = breaking_line(partial(table.take, action), is_broken)
    table.actions[:] = taken
    return place if place.line else place_of(table.game.functions["apply"])
