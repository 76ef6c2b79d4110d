"""Trickster: trace events as sentences, made from their fields (`events.py`); cards that are null lie face down."""

from collections.abc import Callable, Sequence

from workbench.engine.types import Fields
from workbench.engine.wording import counted, listed

WHY = {"suit": "having none of the suit", "sum": "since the sum is exceeded"}


def describe(event: str, fields: Fields) -> str:
    """An event in a sentence or two."""
    return _SENTENCES[event](fields)


def _cards(cards: Sequence[str | None]) -> str:
    """Cards in the order in which they were laid, or how many there are."""
    if None in cards:
        return f"{counted(len(cards), 'card')} face down"
    return " ".join(map(str, cards)) or "nothing"


def _deal(fields: Fields) -> str:
    dealt = [f"player {player} has {_cards(cards)}" for player, cards in enumerate(fields["tableaus"])]
    removed = f"; removed: {_cards(fields['removed'])}" if fields["removed"] else ""
    return f"Round {fields['round'] + 1} begins: {'; '.join(dealt)}{removed}."


def _score(fields: Fields) -> str:
    return " ".join(_score_of(fields, player) for player in range(len(fields["totals"])))


def _score_of(fields: Fields, player: int) -> str:
    suits = {suit: players[player] for suit, players in fields["by_suit"].items()}
    brought = [f"{suit} {score['points']}" for suit, score in suits.items() if score["points"]]
    saved = [f"{suit} {score['saved']}" for suit, score in suits.items() if score["saved"]]
    moon = f"; the moon saves {listed(saved)}" if saved else ""
    points = fields["by_player"][player]["points"]
    return f"Player {player} scores {points} ({listed(brought)}{moon}), {fields['totals'][player]} in all."


def _end(fields: Fields) -> str:
    winners = fields["winners"]
    return f"After the last round {listed([f'player {player}' for player in winners])} win{'s' * (len(winners) == 1)}."


_SENTENCES: dict[str, Callable[[Fields], str]] = {
    "deal": _deal,
    "choose": lambda fields: f"Player {fields['player']} has chosen {fields['card']}.",
    "collect": lambda fields: (
        f"Player {fields['player']} must collect {_cards(fields['cards'])}, {WHY[fields['why']]}."
    ),
    "lay": lambda fields: f"Player {fields['player']} lays it; the packet: {_cards(fields['packet'])}.",
    "pass": lambda fields: f"All packets are passed to the {fields['direction']}.",
    "remainder": lambda fields: f"Player {fields['player']} collects the last packet: {_cards(fields['cards'])}.",
    "score": _score,
    "end": _end,
}
