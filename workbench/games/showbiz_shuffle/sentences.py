"""Showbiz Shuffle: trace events as sentences, made from their fields (`events.py`); hidden cards are a number."""

from collections.abc import Callable, Sequence

from workbench.engine.types import Fields
from workbench.engine.wording import counted, listed


def describe(event: str, fields: Fields) -> str:
    """An event in a sentence or two."""
    return _SENTENCES[event](fields)


def _cards(cards: Sequence[str] | int, what: str = "card") -> str:
    """Cards by their ids, or how many there are."""
    if isinstance(cards, int):
        return counted(cards, what)
    return listed(cards)


def _movie(fields: Fields) -> str:
    return f"movie {fields['movie'] + 1} of player {fields['player']}"


def _setup(fields: Fields) -> str:
    hands = zip(fields["hands"], fields["biz_hands"], strict=True)
    held = [f"Player {seat} holds {_cards(bods, 'Bod')}, Biz: {_cards(biz)}" for seat, (bods, biz) in enumerate(hands)]
    return f"{'. '.join(held)}. Cattle Call: {_cards(fields['cattle_call'])}."


def _refill(fields: Fields) -> str:
    call, drawn = _cards(fields["cattle_call"]), _cards(fields["drawn"], "Bod")
    return f"Into the Cattle Call: {call}. Player {fields['player']} draws {drawn}."


def _source(fields: Fields) -> str:
    return "from the hand" if fields["from"] == "hand" else "from the Cattle Call"


def _open(fields: Fields) -> str:
    opens = f"opens {fields['genre']} movie {fields['movie'] + 1}"
    return f"Player {fields['player']} {opens} with {fields['bod']} {_source(fields)}."


def _cast(fields: Fields) -> str:
    out = "" if fields["in_genre"] else ", out of genre"
    return f"Player {fields['player']} casts {fields['bod']} {_source(fields)} in movie {fields['movie'] + 1}{out}."


def _biz(fields: Fields) -> str:
    return f"Player {fields['player']} plays {fields['card']}{_target(fields['target'])}."


def _target(target: Fields | None) -> str:
    if target is None:
        return ""
    if "movie" not in target:
        return f" and takes {target['card']} from player {target['player']}"
    on = f"{target['bod']} in {_movie(target)}" if "bod" in target else _movie(target)
    if "place" in target:
        return f" and cancels {target['card']}, Biz card {target['place'] + 1} of {_movie(target)}, on {on}"
    return f" on {on}" + (f": {target['with']} takes the place" if "with" in target else "")


def _shake_up(fields: Fields) -> str:
    lost, drawn = _cards(fields["discarded"]), _cards(fields["drawn"], "Bod")
    return f"Studio Shake-up of player {fields['player']}: discards {lost}, draws {drawn}."


def _account(fields: Fields) -> str:
    """The points of a movie's cards."""
    bods = [f"{line['bod']} {line['points']:+}{_how(line)}" for line in fields["cast_points"]]
    attached = [f"{line['card']} {line['points']:+}{_on(line)}" for line in fields["biz_points"]]
    return ", ".join(bods + attached) or "no cards"


def _how(line: Fields) -> str:
    bonus = f"bonus {line['bonus']:+}" if line["bonus"] else ""
    devalued = {"out_of_genre": "out of genre", "upstage": "upstaged", "scandal": "in a scandal"}.get(
        line["devalued"], ""
    )
    return f" ({devalued or bonus})" if devalued or bonus else ""


def _on(line: Fields) -> str:
    return f" (on {line['bod']})" if line["bod"] else ""


def _premiere(fields: Fields) -> str:
    return f"Premiere of {fields['genre']} {_movie(fields)}: {counted(fields['points'], 'point')} ({_account(fields)})."


def _penalty(fields: Fields) -> str:
    costs = counted(fields["points"], "point")
    return f"Unfinished {fields['genre']} {_movie(fields)} costs {costs} ({_account(fields)})."


def _endgame(fields: Fields) -> str:
    why = {"bods": "The last Bod is drawn", "score_target": "The score target is reached"}[fields["why"]]
    return f"{why}: the end game begins with the turn of player {fields['player']}."


def _score(fields: Fields) -> str:
    scores = [
        f"Player {seat}: {line['movies']} for movies, {line['penalty']} deducted, {line['total']} in all"
        for seat, line in enumerate(fields["by_player"])
    ]
    return f"{'. '.join(scores)}."


def _end(fields: Fields) -> str:
    won = f"{listed([f'Player {player}' for player in fields['winners']])} win{'s' * (len(fields['winners']) == 1)}"
    return f"{won}{', the limit of turns being reached' * (fields['ended_by'] == 'max_turns')}."


def _reshuffle(fields: Fields) -> str:
    deck = {"bods": "Bod", "biz": "Biz"}[fields["deck"]]
    return f"The {deck} deck has run out: its discard pile, {_cards(fields['cards'])}, becomes a new one."


_SENTENCES: dict[str, Callable[[Fields], str]] = {
    "setup": _setup,
    "turn": lambda fields: f"Turn of player {fields['player']}.",
    "refill": _refill,
    "open": _open,
    "cast": _cast,
    "biz": _biz,
    "draw_biz": lambda fields: f"Player {fields['player']} draws Biz: {_cards(fields['cards'])}.",
    "draw_bods": lambda fields: f"Player {fields['player']} draws {_cards(fields['cards'], 'Bod')}.",
    "lose_biz": lambda fields: f"Player {fields['player']} discards {fields['card']}.",
    "shake_up": _shake_up,
    "premiere": _premiere,
    "endgame": _endgame,
    "penalty": _penalty,
    "score": _score,
    "end": _end,
    "reshuffle": _reshuffle,
}
