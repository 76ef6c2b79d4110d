"""Hollywood 1947: what lies where on the table, and what is printed on the cards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from workbench.engine.bit_sets import KINDS, bag_size, holds, members, number_of
from workbench.engine.cards import Row, cards_of
from workbench.engine.parameters import Values
from workbench.engine.picture import Face, Icon, Look, Picture, Thing, Zone, face_down, number
from workbench.engine.problems import whole_of
from workbench.engine.types import Bag, Card, Rules, State
from workbench.games.hollywood_1947.knowledge import HIDDEN
from workbench.games.hollywood_1947.rules import (
    COMMUNISTS,
    FEW,
    MOST_PLAYERS,
    PATRIOTS,
    RISING_STAR,
    is_left_out_row,
)
from workbench.games.hollywood_1947.table import (
    NO_CARD,
    NO_GENRE,
    Loyalty,
    dice_a_player,
    ghost_die,
    ghosts,
)

STAR, BLANK = "★", ""
TONES = {"patriot": 5, "communist": 4, "neutral": 7}
ICONS = {"patriot": Icon.STAR, "communist": Icon.HAMMER, "neutral": Icon.REEL}


def zones(state: State, rules: Rules, values: Values) -> Iterator[Zone]:
    """The movie in the making, its poster, filmstrips and piles; each hand, job, die, token and loyalty; the ghosts."""
    cards, jobs, posters = (keys(values, name) for name in ("propaganda", "job_cards", "genres"))
    yield Zone("Poster", () if state.genre == NO_GENRE else (posters[state.genre],))
    yield Zone("Movie in the making", sorted_cards(cards, state.movie_card[: state.movie_size]))
    yield Zone("Jobs in the center", [jobs[job] for job in members(state.center)])
    yield number("Movies of the patriots", state.patriot_movies)
    yield number("Movies of the communists", state.communist_movies)
    yield number("Tokens in the center", state.tokens_left)
    yield Zone("Deck", face_down(state.deck_size), look=Look.PILE)
    yield Zone("Discards", discards(state, cards), look=Look.PILE)
    for player in range(rules.players):
        yield from seat_zones(state, rules, player, cards, jobs)
    for ghost in range(ghosts(rules)):
        name, card = f"Ghost {ghost}", state.ghost_card[ghost]
        yield Zone(name, () if card == NO_CARD else sorted_cards(cards, [card]))
        yield Zone(f"{name}’s die", (die(state, ghost_die(rules, ghost)),), look=Look.DICE)
        yield number(f"{name}’s tokens", state.tokens[MOST_PLAYERS + ghost])


def seat_zones(state: State, rules: Rules, player: int, cards: Sequence[str], jobs: Sequence[str]) -> Iterator[Zone]:
    """All that lies before a player."""
    loyalty, seen = Loyalty(int(state.loyalty[player])), of_bag(state.hand[player], cards)
    yield Zone("Loyalty", (None if loyalty is Loyalty.UNKNOWN else f"loyalty {loyalty.name}",), player)
    yield Zone("Hand", [*seen, *face_down(state.held[player] - bag_size(state.hand[player]))], player)
    yield Zone("Jobs", [jobs[job] for job in members(state.jobs[player])], player)
    first = player * dice_a_player(rules)
    yield Zone("Dice", [die(state, first + place) for place in range(dice_a_player(rules))], player, Look.DICE)
    yield number("Tokens", state.tokens[player], player)
    yield number("Cards added to this movie", state.added[state.movies, player] if not state.over else 0, player)


def die(state: State, number: int) -> str:
    """The face of a die."""
    return STAR if holds(state.stars, number) else BLANK


def sorted_cards(names: Sequence[str], cards: Sequence[Card]) -> list[Thing]:
    """Cards of a movie that is shuffled before anybody looks: those that are known first, never in their order."""
    open_cards: list[Thing] = [names[card] for card in sorted(int(card) for card in cards) if card < HIDDEN]
    return [*open_cards, *face_down(len(cards) - len(open_cards))]


def of_bag(bag: Bag, names: Sequence[str]) -> list[Thing]:
    """The cards of a bag, each copy by itself."""
    return [names[kind] for kind in range(min(KINDS, len(names))) for _ in range(number_of(bag, kind))]


def discards(state: State, names: Sequence[str]) -> list[Thing]:
    """The discards, those that are known on top."""
    seen_cards = [name for kind, name in enumerate(names) for _ in range(state.discards[kind])]
    return [*face_down(state.discards_count - len(seen_cards)), *seen_cards]


def keys(values: Values, name: str) -> list[str]:
    """The keys of the faces of a list's cards, by number."""
    return [f"{name} {key}" for key in cards_of(values, name).keys]


def faces(values: Values) -> Mapping[str, Face]:
    """The faces of propaganda, job and loyalty cards and of posters; of those that stay in the box there are none."""
    makers = {"propaganda": propaganda_face, "job_cards": job_face, "genres": poster_face}
    printed = {
        key: face(row, values)
        for name, face in makers.items()
        for key, row in zip(keys(values, name), cards_of(values, name).numbered, strict=True)
    }
    players = MOST_PLAYERS if values["random_loyalties"] else values["players"]
    dealt = next(row for row in cards_of(values, "loyalties") if row["players"] == players)
    columns = {Loyalty.PATRIOT: PATRIOTS, Loyalty.COMMUNIST: COMMUNISTS, Loyalty.RISING_STAR: RISING_STAR}
    loyalties = {
        f"loyalty {loyalty.name}": loyalty_face(loyalty, whole_of(dealt, column)) for loyalty, column in columns.items()
    }
    return {**printed, **loyalties}


def propaganda_face(row: Row, values: Values) -> Face:
    """A propaganda card: whose symbols, how many, and what happens when it is revealed."""
    symbol, special = str(row["symbol"]), str(row["special"])
    return Face(
        symbol.capitalize(),
        icon=ICONS[symbol],
        tone=TONES[symbol],
        points=str(row["count"]) if row["count"] else "",
        unit="symbols",
        kind="Propaganda",
        text="" if special == "none" else special.replace("_", " ").capitalize(),
        copies=0 if values["players"] == 2 and is_left_out_row(row) else whole_of(row, "copies"),
        deck="Propaganda",
    )


def job_face(row: Row, values: Values) -> Face:
    """A job card: its number, which is a turn order, and its job."""
    name, players = str(row["name"]), whole_of(values, "players")
    in_play = name in cast(list[str], values["jobs"]) and not (name == "producer" and players <= FEW)
    return Face(
        name.capitalize(),
        icon=Icon.MEGAPHONE,
        tone=3,
        points=str(row["number"]),
        unit="in turn order",
        kind="Job",
        copies=int(in_play),
        deck="Jobs",
    )


def poster_face(row: Row, values: Values) -> Face:
    """A poster: the genre that it announces, and its symbol."""
    symbol, copies = str(row["symbol"]), int(values["players"] != 2 or bool(row["two_players"]))
    return Face(
        str(row["name"]),
        icon=ICONS[symbol],
        tone=TONES[symbol],
        kind="Poster",
        tags=(symbol.capitalize(),),
        copies=copies,
        deck="Posters",
    )


def loyalty_face(loyalty: Loyalty, copies: int) -> Face:
    """A loyalty card."""
    name = loyalty.name.lower()
    title = name.replace("_", " ").capitalize()
    return Face(
        title, icon=ICONS.get(name, Icon.EYE), tone=TONES.get(name, 2), kind="Loyalty", copies=copies, deck="Loyalties"
    )


PICTURE = Picture(zones, faces)
