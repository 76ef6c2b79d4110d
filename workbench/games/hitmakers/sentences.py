"""Hitmakers: trace events as sentences, made from their fields (`events.py`); a field that is null is hidden."""

from collections.abc import Callable, Sequence

from workbench.engine.types import Fields
from workbench.engine.wording import listed


def describe(event: str, fields: Fields) -> str:
    """An event in a sentence or two."""
    return _SENTENCES[event](fields)


def _hand(cards: Sequence[str] | None) -> str:
    return "cards that are not seen" if cards is None else " ".join(cards)


def _deal(fields: Fields) -> str:
    seats = zip(fields["seat_of_player"], fields["hands"], strict=True)
    held = [f"player {player} (seat {seat}) holds {_hand(hand)}" for player, (seat, hand) in enumerate(seats)]
    return f"A deal begins: {'; '.join(held)}."


def _draw(fields: Fields) -> str:
    source = "the stock" if fields["from"] == "stock" else "the discard pile"
    return f"Player {fields['player']} draws {fields['card'] or 'a card'} from {source}."


def _contract(fields: Fields) -> str:
    if fields["player"] is None:
        return f"Nobody scouts {fields['cards'][0]}."
    return f"Player {fields['player']} collects {listed(fields['cards'])}."


def _score(fields: Fields) -> str:
    return " ".join(_score_of(fields, player) for player in range(len(fields["totals"])))


def _score_of(fields: Fields, player: int) -> str:
    points, total = fields["by_player"][player]["total"], fields["totals"][player]
    by_suit = [
        f"{suit}: {', '.join(f'{name} {points}'.replace('_', ' ') for name, points in players[player].items())}"
        for suit, players in fields["by_suit"].items()
        if players[player]
    ]
    brought = f" ({'; '.join(by_suit)})" if by_suit else ""
    return f"Player {player} scores {points}{brought}, {total} in all."


def _end(fields: Fields) -> str:
    won = f"{listed([f'Player {player}' for player in fields['winners']])} win{'s' * (len(fields['winners']) == 1)}"
    limit = ", the limit of deals being reached without the score target" * (fields["ended_by"] == "max_deals")
    return f"{won}{limit}."


_SENTENCES: dict[str, Callable[[Fields], str]] = {
    "deal": _deal,
    "star": lambda fields: f"{fields['card']} joins the Cavalcade of Stars.",
    "turn_down": lambda fields: f"{fields['card']} is turned face down.",
    "draw": _draw,
    "pass": lambda fields: f"Player {fields['player']} skips the turn.",
    "discard": lambda fields: f"Player {fields['player']} discards {fields['card']}.",
    "present": lambda fields: f"The Emcee presents {fields['card']}.",
    "scout": lambda fields: f"Player {fields['player']} scouts it with {fields['card']}.",
    "poach": lambda fields: f"Player {fields['player']} poaches it with {fields['card']}.",
    "contract": _contract,
    "score": _score,
    "end": _end,
}
