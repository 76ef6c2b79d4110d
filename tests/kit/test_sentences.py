"""When the trace tells what: a move's sentence first, as the move found the table; an event's once it is done."""

from typing import Any

from tests.support.plain import Play
from workbench import kit
from workbench.conform import Extent, conform
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import apply
from workbench.engine.trace import NotedEvent, recording

CARDS = kit.pack(f"c{number}" for number in range(13))


class Rules(kit.Rules):
    players: int = kit.rule(2, 2, 2, "How many play.")


class State(kit.State):
    deck: kit.Cards = kit.zone(CARDS)
    safe: kit.Cards = kit.zone(CARDS)
    offer: int
    left: int
    score: kit.PerPlayer


def setup(state: Any, chance: Any) -> None:
    state.left, state.deck, state.pack = 3, kit.up_to(3), kit.up_to(3)
    turn_up(state, chance)


@kit.event("{offer} is on offer.")
def turn_up(state: Any, chance: Any) -> None:
    """The next one is on offer."""
    state.left -= 1
    state.offer = kit.roll_die(chance, 6)


@kit.move("Player {player} takes {offer}.")
def take(state: Any, rules: Any, chance: Any, player: int) -> None:
    """Take what is on offer."""
    state.score[player] += state.offer
    tell(-1, kit.only(12), -1, state.left == 0, state.left / 2)
    state.over = state.left == 0
    if not state.over:
        turn_up(state, chance)
        kit.next_player(state, rules)


@kit.event("Of {cards} there is {card} for {player}: {is_last}, {share}.")
def tell(player: int, cards: kit.CardSet, card: kit.Card, is_last: kit.Bool, share: float) -> None:
    """What an argument may hold."""


@kit.move("Player {player} picks {card} of {deck}.", source="deck", to="safe")
def pick(state: Any, rules: Any, card: kit.Card) -> None:
    """Pick a card."""
    kit.next_player(state, rules)


GAME = kit.game(globals(), title="Offer", summary="Take it.", name="offer")


def sentences(play: Play) -> list[str]:
    assert GAME.describe
    return [GAME.describe(event.pop("event"), event) for event in play.trace]


def test_a_move_tells_what_it_found_and_its_events_what_comes_of_it() -> None:
    play = Play(GAME, {}, seed=2).begin()
    first = int(play.state.offer)
    play.take(0)
    second = int(play.state.offer)
    assert first != second
    assert sentences(play) == [
        f"{first} is on offer.",
        f"Player 0 takes {first}.",
        "Of c12 there is none for nobody: no, 1.0.",
        f"{second} is on offer.",
    ]


def test_the_cards_of_a_move_lie_where_it_brings_them_when_it_is_told_of_the_zone_as_it_was() -> None:
    play = Play(GAME, {}, seed=2).begin()

    class Decks(list[NotedEvent]):
        """The deck at each event."""

        def append(self, event: NotedEvent) -> None:
            super().append(event)
            decks.append(int(play.state.deck))

    decks: list[int] = []
    with recording(Decks()) as events:
        plainly(apply)(play.state, play.rules, play.chance, 1)
    (event,) = events
    assert GAME.describe and decks == [0b110]
    assert GAME.describe("pick", GAME.event_fields(*event)) == "Player 0 picks c0 of c0 c1 c2."


def test_a_sentence_that_says_what_is_true_is_no_mistake() -> None:
    assert conform(GAME, Extent(rule_sets=1, plays=3, seconds=1.0, is_compiled=False)) == []
