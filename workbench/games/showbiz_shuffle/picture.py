"""Showbiz Shuffle: what lies where on the table, and what is printed on the cards."""

from collections.abc import Iterable, Iterator, Mapping

from workbench.engine.bit_sets import holds
from workbench.engine.cards import Row, cards_of
from workbench.engine.parameters import Values
from workbench.engine.picture import Face, Icon, Look, Picture, Thing, Zone, face_down, number
from workbench.engine.problems import whole_of
from workbench.engine.types import Card, Rules, State
from workbench.games.showbiz_shuffle.rules import BizEffect, BodKind, Genre
from workbench.games.showbiz_shuffle.table import PLACES

KIND_ICONS = {BodKind.DIRECTOR: Icon.MEGAPHONE, BodKind.STAR: Icon.STAR, BodKind.SUPPORT: Icon.MASK}
ICONS = {
    BizEffect.BOOST: Icon.REEL,
    BizEffect.AWARD: Icon.STAR,
    BizEffect.UPSTAGE: Icon.MASK,
    BizEffect.SCANDAL: Icon.BOLT,
    BizEffect.BAD_RATINGS: Icon.FLAG,
    BizEffect.DRAW_BODS: Icon.CARD,
    BizEffect.STEAL_BIZ: Icon.COIN,
    BizEffect.CANCEL: Icon.HAMMER,
}
BIZ_TONE = 5
"""The tones from which the effects of Biz cards count; those before are of the kinds of Bods."""


def zones(state: State, rules: Rules, values: Values) -> Iterator[Zone]:
    """The Cattle Call, decks and discard piles; of each player the movies in production, both hands and the points."""
    bods, biz = bod_keys(values), biz_keys(values)
    yield Zone("Cattle Call", of(bods, state.cattle_call[: state.call_size]))
    yield Zone("Deck of Bods", face_down(state.deck_size), look=Look.PILE)
    yield Zone("Discarded Bods", of(bods, state.discard[: state.discard_size]), look=Look.PILE)
    yield Zone("Deck of Biz", face_down(state.biz_deck_size), look=Look.PILE)
    yield Zone("Discarded Biz", biz_cards(biz, rules, state.biz_discard[: state.biz_discard_size]), look=Look.PILE)
    for player in range(rules.players):
        for movie in range(PLACES * player, PLACES * (player + 1)):
            if holds(state.shooting, movie):
                yield production(state, rules, movie, player, bods, biz)
        hand = of(bods, state.hand[player, : state.hand_size[player]])
        yield Zone("Bods in hand", [*hand, *face_down(state.hidden[player])], player)
        hand = biz_cards(biz, rules, state.biz_hand[player, : state.biz_size[player]])
        yield Zone("Biz in hand", [*hand, *face_down(state.hidden_biz[player])], player)
        yield number("Points", state.totals[player], player)
        yield number("Movies finished", state.finished[player], player)


def production(state: State, rules: Rules, movie: int, player: int, bods: list[str], biz: list[str]) -> Zone:
    """A movie in production: its Bods, and the Biz cards that lie with it."""
    genre = Genre(int(state.genre[movie])).name.capitalize()
    cards = of(bods, state.cast[movie, : state.cast_size[movie]])
    cards += biz_cards(biz, rules, state.attached[movie, : state.attached_size[movie]])
    return Zone(f"Movie {movie % PLACES + 1}: {genre}", cards, player)


def of(keys: list[str], cards: Iterable[Card]) -> list[Thing]:
    """The keys of cards by number."""
    return [keys[int(card)] for card in cards]


def biz_cards(keys: list[str], rules: Rules, copies: Iterable[Card]) -> list[Thing]:
    """The keys of copies of Biz cards."""
    return of(keys, (rules.biz_deck[int(copy)] for copy in copies))


def bod_keys(values: Values) -> list[str]:
    """The keys of the faces of the Bods, by number."""
    return [f"bod {key}" for key in cards_of(values, "bods").keys]


def biz_keys(values: Values) -> list[str]:
    """The same for Biz cards."""
    return [f"biz {key}" for key in cards_of(values, "biz").keys]


def faces(values: Values) -> Mapping[str, Face]:
    """The faces of Bods and Biz cards."""
    bods, biz = cards_of(values, "bods"), cards_of(values, "biz")
    names = {bods.key_of(row): str(row["name"]) for row in bods}
    return {
        **{key: bod_face(row, names) for key, row in zip(bod_keys(values), bods.numbered, strict=True)},
        **dict(zip(biz_keys(values), map(biz_face, biz.numbered), strict=True)),
    }


def bod_face(row: Row, names: Mapping[str, str]) -> Face:
    """A Bod: its value, its kind, and the genres that it is good at; `names` are those of all Bods by their ids."""
    kind, partner = BodKind[str(row["kind"]).upper()], str(row["bonus_with"])
    text = [f"{verb} {row[name]} Biz" for verb, name in (("Draw", "draw_biz"), ("Lose", "lose_biz")) if row[name]]
    text += [f"Only for {row['only_genre']}"] if row["only_genre"] else []
    if row["bonus"]:
        article = "another" if partner == row["kind"] else "a"
        text.append(f"{row['bonus']:+d} with {names.get(partner) or f'{article} {partner}'}")
    return Face(
        str(row["name"]),
        icon=KIND_ICONS[kind],
        tone=kind,
        points=str(row["value"]),
        kind=kind.name.title(),
        tags=[genre.name.capitalize() for genre in Genre if row[genre.name.lower()]],
        text=". ".join(text),
        deck="Bods",
    )


def biz_face(row: Row) -> Face:
    """A Biz card: its effect, what it adds or takes, whether it costs that, and where it may be played."""
    effect = BizEffect[str(row["effect"]).upper()]
    return Face(
        str(row["name"]),
        icon=ICONS.get(effect, Icon.CAMERA),
        tone=BIZ_TONE + effect,
        points=f"{row['value']}{'$' if row['costs'] else ''}" if row["value"] or row["costs"] else "",
        unit="Bods" if effect is BizEffect.DRAW_BODS else "" if row["costs"] else "points",
        kind=effect.name.replace("_", " ").capitalize(),
        tags=[str(genre).capitalize() for genre in row["genres"] or ()] if isinstance(row["genres"], tuple) else (),
        text=f"On: {str(row['target']).replace('_', ' ')}.",
        copies=whole_of(row, "copies"),
        deck="Biz",
    )


PICTURE = Picture(zones, faces)
