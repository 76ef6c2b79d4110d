"""Showbiz Shuffle positions set up by hand, in the words of the table.

A Bod is named by what it is: kind (d, s or p for support), value, and the first letters of its genres, as in `s6AR`;
what follows a dot only tells equal ones apart. Biz cards are named by their effects.

table("d5A s6AR p3A / s4D", call="p2A").open("d5A", "action").hire("p2A")
"""

from collections.abc import Mapping
from typing import Any, Final

from tests.support.plain import Play
from workbench.engine.cards import Cards
from workbench.engine.compiling import plainly
from workbench.games.showbiz_shuffle import GAME, game
from workbench.games.showbiz_shuffle.cards import MOST_BODS, Genre
from workbench.games.showbiz_shuffle.game import KEEP_BIZ, PLACES, WHOLE_MOVIE, Move, Phase

KINDS: Final = {"d": "director", "s": "star", "p": "support"}
LETTERS: Final = {"A": "action", "R": "romance", "D": "drama", "F": "family", "S": "specialty"}
BODS: Final = GAME.parameters["bods"]
BIZ: Final = GAME.parameters["biz"]
FILLERS: Final = [f"p1ARDFS.{number}" for number in range(20)]

BIZ_ROWS: Final = """
boost 1 4 own_movie - boost
boost_drama 1 6 own_movie drama boost
boost_free 0 2 own_movie - boost
boost_bod 1 3 own_bod - boost
award 0 5 own_movie - award
upstage 0 0 rival_bod - upstage
scandal 0 0 rival_bod - scandal
bad_ratings 0 3 rival_movie - bad_ratings
bad_action 0 3 table action bad_ratings
recast 0 0 own_bod - recast
walkout 0 0 rival_bod - walkout
stand_in 1 1 own_movie - stand_in
draw_bods 0 2 self - draw_bods
steal_biz 0 0 table - steal_biz
cancel 0 0 table - cancel
cancel_own 0 0 own_movie - cancel
"""
NAMES: Final = ("id", "costs", "value", "target", "genres", "effect")


def bod_row(name: str, text: Mapping[str, Any]) -> dict[str, Any]:
    """The row of a Bod that is named by what it is, with its text."""
    letters = name.split(".", maxsplit=1)[0][2:]
    row = {"id": name, "name": name, "kind": KINDS[name[0]], "value": int(name[1])}
    row |= {genre: letter in letters for letter, genre in LETTERS.items()}
    return {**row, "draw_biz": 0, "lose_biz": 0, "only_genre": None, "bonus_with": None, "bonus": 0, **text}


def bods(names: list[str], texts: Mapping[str, Mapping[str, Any]]) -> Cards:
    """The card list of the named Bods."""
    columns = tuple(column.name for column in BODS.columns)
    rows = [bod_row(name, texts.get(name, {})) for name in names]
    return Cards("bods.csv", columns, ("id",), tuple(tuple(row[name] for name in columns) for row in rows))


def biz(copies: int = 3) -> Cards:
    """One Biz card for each effect and more, so many copies of each."""
    columns = tuple(column.name for column in BIZ.columns)
    rows = []
    for line in BIZ_ROWS.strip().splitlines():
        row: dict[str, Any] = dict(zip(NAMES, line.split(), strict=True))
        row |= {"name": row["id"], "copies": copies, "costs": row["costs"] == "1", "value": int(row["value"])}
        row["genres"] = () if row["genres"] == "-" else (row["genres"],)
        rows.append(tuple(row[name] for name in columns))
    return Cards("biz.csv", columns, ("id",), tuple(rows))


def genre_of(name: str) -> int:
    """The number of a genre."""
    return int(Genre[name.upper()])


class ShowbizTable(Play):
    """A play that starts from a position set up by hand. Actions are words."""

    # Names and numbers

    def number(self, name: str) -> int:
        """The number of a Bod."""
        return self.values["bods"].keys.index(name)

    def row(self, name: str) -> int:
        """The row of a Biz card."""
        return self.values["biz"].keys.index(name)

    def names_of(self, numbers: Any, size: Any) -> list[str]:
        """The names of the first Bods of an array."""
        return [self.values["bods"].keys[card] for card in numbers[: int(size)]]

    def biz_names(self, copies: Any, size: Any) -> list[str]:
        """The names of the first Biz cards of an array."""
        return [self.values["biz"].keys[self.rules.biz_deck[copy]] for copy in copies[: int(size)]]

    # Setting up

    def movie(self, player: int, genre: str, cast: str, papers: str = "") -> int:
        """Put a movie in production; its number."""
        first, *others = cast.split()
        number = int(self.run(game.open_movie, self.state, self.rules, player, self.number(first), genre_of(genre)))
        for name in others:
            self.run(game.add_to_cast, self.state, self.rules, number, self.number(name))
        for name in papers.split():
            self.run(game.attach, self.state, number, self.spare(name), WHOLE_MOVIE)
        self.settle()
        return number

    def spare(self, name: str) -> int:
        """A copy of a Biz card out of the deck."""
        size = int(self.state.biz.deck_size)
        place = next(p for p in range(size) if self.rules.biz_deck[self.state.biz.deck[p]] == self.row(name))
        copy = int(self.state.biz.deck[place])
        self.state.biz.deck[place : size - 1] = self.state.biz.deck[place + 1 : size].copy()
        self.state.biz.deck_size = size - 1
        return copy

    def settle(self) -> "ShowbizTable":
        """Work out the legal actions anew."""
        self.run(game.after_move, self.state, self.rules, self.chance)
        return self

    # Acting

    def slot(self, name: str, from_call: bool) -> int:
        """Where a Bod lies in the actor's hand or in the Cattle Call."""
        return (self.call if from_call else self.hand(self.actor)).index(name)

    def move(self, name: str, opens: bool, from_call: bool) -> int:
        """The action of a turn that plays a Bod."""
        hand, call = (Move.OPEN_HAND, Move.OPEN_CALL) if opens else (Move.CAST_HAND, Move.CAST_CALL)
        return self.slot(name, from_call) + (call if from_call else hand)

    def may(self, name: str, *, opens: bool = False, from_call: bool = False) -> bool:
        """Whether the actor may cast the Bod, or open a movie with it."""
        return self.move(name, opens, from_call) in self.legal

    def open(self, name: str, genre: str, *, from_call: bool = False) -> "ShowbizTable":
        """Open a movie."""
        self.take(self.move(name, True, from_call))
        self.take(genre_of(genre))
        return self

    def cast(self, name: str, place: int | None = None, *, from_call: bool = False) -> "ShowbizTable":
        """Cast a Bod of the hand, in the movie at that place, or in the only one possible."""
        self.take(self.move(name, False, from_call))
        assert place is not None or len(self.legal) == 1
        self.take(self.legal[0] if place is None else PLACES * self.actor + place)
        return self

    def hire(self, name: str, place: int | None = None) -> "ShowbizTable":
        """Cast a Bod of the Cattle Call."""
        return self.cast(name, place, from_call=True)

    def biz_slot(self, name: str) -> int:
        """Where a Biz card lies in the actor's hand."""
        return self.biz_hand(self.actor).index(name)

    def begin_biz(self, name: str) -> "ShowbizTable":
        """Choose a Biz card to play."""
        self.take(Move.BIZ)
        self.take(self.biz_slot(name))
        return self

    def biz(self, name: str, *choices: Any) -> "ShowbizTable":
        """Play a Biz card: on a movie's number, then on a Bod of it by name or a card of it by place, and so on."""
        self.begin_biz(name)
        for choice in choices:
            self.take(self.choice(choice))
        assert self.state.over or self.state.phase == Phase.TURN
        return self

    def choice(self, choice: Any) -> int:
        """The action behind a word: a Bod of the movie that is meant, or of the hand; numbers stand for themselves."""
        if not isinstance(choice, str):
            return int(choice)
        if self.state.phase == Phase.SWAP:
            return self.hand(self.actor).index(choice)
        return self.cast_of(int(self.state.aim)).index(choice)

    def playable(self) -> list[str]:
        """The Biz cards that the actor may play now."""
        if Move.BIZ not in self.legal:
            return []
        before = self.copy_of_all()
        self.take(Move.BIZ)
        playable = [self.biz_hand(self.actor)[action] for action in self.legal if action != KEEP_BIZ]
        self.restore(before)
        return playable

    def end_turn(self, times: int = 1) -> "ShowbizTable":
        """End the turn, and those after it."""
        for _ in range(times):
            self.take(Move.END_TURN)
        return self

    def shake_up(self) -> "ShowbizTable":
        """A Studio Shake-up."""
        self.take(Move.SHAKE_UP)
        return self

    # Looking

    @property
    def actor(self) -> int:
        """Who decides."""
        return int(self.state.actor)

    def hand(self, player: int) -> list[str]:
        """The Bods of a hand."""
        return self.names_of(self.state.bods.hand[player], self.state.bods.hand_size[player])

    def biz_hand(self, player: int) -> list[str]:
        """The Biz cards of a hand."""
        return self.biz_names(self.state.biz.hand[player], self.state.biz.hand_size[player])

    @property
    def call(self) -> list[str]:
        """The Cattle Call."""
        return self.names_of(self.state.cattle_call, self.state.call_size)

    @property
    def discarded(self) -> list[str]:
        """The Bod discard pile, its top last."""
        return self.names_of(self.state.bods.discards, self.state.bods.discard_size)

    @property
    def biz_discarded(self) -> list[str]:
        """The Biz discard pile, its top last."""
        return self.biz_names(self.state.biz.discards, self.state.biz.discard_size)

    def cast_of(self, movie: int) -> list[str]:
        """The Bods of a movie."""
        return self.names_of(self.state.cast[movie], self.state.cast_size[movie])

    def papers_of(self, movie: int) -> list[str]:
        """The Biz cards that lie with a movie."""
        return self.biz_names(self.state.attached[movie], self.state.attached_size[movie])

    def points_of(self, movie: int) -> int:
        """What the movie would score now."""
        return int(plainly(game.movie_points)(self.state, self.rules, movie))

    def penalty_of(self, movie: int) -> int:
        """What the movie would cost now."""
        return int(plainly(game.movie_penalty)(self.state, self.rules, movie))

    @property
    def in_production(self) -> list[int]:
        """The numbers of the movies in production."""
        return [movie for movie in range(16) if int(self.state.shooting) >> movie & 1]

    @property
    def totals(self) -> list[int]:
        """Everybody's points."""
        return [int(points) for points in self.state.score[: self.players]]

    def events(self, *kinds: str) -> list[dict[str, Any]]:
        """The events of these kinds so far."""
        return [event for event in self.trace if event["event"] in kinds]


def table(
    hands: str,
    call: str = "",
    *,
    deck: str | None = None,
    biz_hands: str = "",
    spare: str = "",
    texts: Mapping[str, Mapping[str, Any]] | None = None,
    copies: int = 3,
    **rules: Any,
) -> ShowbizTable:
    """Player 0 is to act. Hands are filled up only so far as player 0's is now, and so is the Cattle Call.

    `deck` (default: twenty supports of value 1) comes in the order in which it is drawn; `spare` are further Bods, for
    movies to be set up. There are as many players as hands.
    """
    held = [hand.split() for hand in hands.split("/")]
    drawn = FILLERS if deck is None else deck.split()
    names = [*(name for hand in held for name in hand), *call.split(), *drawn, *spare.split()]
    assert len(set(names)) == len(names), "a Bod is named twice"
    sizes = {"players": len(held), "hand_size": max(1, len(held[0])), "cattle_call_size": len(call.split())}
    position = ShowbizTable(GAME, {"bods": bods(names, texts or {}), "biz": biz(copies), **sizes, **rules})
    state = position.state
    for player, hand in enumerate(held):
        state.bods.hand[player, : len(hand)] = [position.number(name) for name in hand]
        state.bods.hand_size[player] = len(hand)
    _lay(position, "cattle_call", "call_size", call.split())
    for place, name in enumerate(drawn[::-1]):
        state.bods.deck[place] = position.number(name)
    state.bods.deck_size, state.bods.cards, state.bods.owners = len(drawn), len(names), len(held) + 1
    state.biz.stream, state.biz.cards, state.biz.owners = 1, position.rules.biz_copies, len(held)
    state.bods.taken[:] = MOST_BODS  # no place of their own is left: everybody draws the last card
    state.biz.deck_size = position.rules.biz_copies
    state.biz.deck[: position.rules.biz_copies] = range(int(position.rules.biz_copies))
    for player, hand in enumerate(biz_hands.split("/")):
        copies_held = sorted(position.spare(name) for name in hand.split())
        state.biz.hand[player, : len(copies_held)] = copies_held
        state.biz.hand_size[player] = len(copies_held)
    state.openers = plainly(game.starters)(position.rules)
    position.run(game.start_turn, state, position.rules, position.chance, 0)
    return position.settle()


def _lay(position: ShowbizTable, field: str, size: str, names: list[str]) -> None:
    position.state[field][: len(names)] = [position.number(name) for name in names]
    position.state[size] = len(names)
