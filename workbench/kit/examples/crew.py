"""Hire a crew with the coins that it earns. Who has paid most for a crew when the play ends has won.

All who cost nothing are dealt out as your first decks. On your turn play cards of your {{ hand_size }} and do what they
say, then hire of those who wait in the harbor. To draw from an empty deck, shuffle your discards: they become it.

The play ends with the round in which nobody comes to fill a place in the harbor, or after {{ rounds }} rounds."""

from enum import IntEnum
from pathlib import Path

from workbench import kit
from workbench.engine.card_lists import ChoiceColumn, NumberColumn, TextColumn

Phase = IntEnum("Phase", "PLAY HIRE", start=0)
Effect = IntEnum("Effect", "SCOUT ROB RALLY", start=0)
CARDS = kit.listed_pack("cards", 60)
COLUMNS = (
    TextColumn("id", help="Its name."),
    NumberColumn("copies", 1, 60, help="How many there are."),
    NumberColumn("cost", 0, 20, help="Coins for hiring it; those that cost nothing are dealt out."),
    NumberColumn("coins", 0, 9, help="Coins that it earns when it is played."),
    ChoiceColumn("effect", Effect, help="What it does besides.", optional=True),
)


class Rules(kit.Rules):
    players: int = kit.rule(2, 2, 4, "How many play.", unit="players")
    hand_size: int = kit.rule(5, 3, 7, "Cards that everybody draws for a turn.", unit="cards")
    places: int = kit.rule(4, 1, 8, "Places in the harbor.", unit="cards")
    rounds: int = kit.rule(15, 3, 40, "Rounds at most.", unit="rounds")
    cards_copies: int  # these two come of the list
    cards_deck: kit.Row
    cards: kit.Cards = kit.card_list(
        Path(__file__).with_suffix(".csv"), COLUMNS, "All cards.", most=60, copies="copies"
    )


class State(kit.State):
    supply: kit.Cards = kit.zone(CARDS, seen_by=kit.NOBODY)
    harbor: kit.Cards = kit.zone(CARDS)
    deck: kit.Cards = kit.deck(CARDS, per_player=True)
    hand: kit.Cards = kit.zone(CARDS, per_player=True, seen_by=kit.OWNER)
    played: kit.Cards = kit.zone(CARDS)
    discards: kit.Cards = kit.zone(CARDS, per_player=True)
    score: kit.PerPlayer
    coins: int
    phase: Phase


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    for card in range(rules.cards_copies):
        if rules.cards[rules.cards_deck[card]].cost > 0:
            state.supply = kit.add(state.supply, card)
        else:
            state.deck[card % rules.players] = kit.add(state.deck[card % rules.players], card)
    for player in range(rules.players):
        kit.draw_cards(state.deck, state.discards, state.hand, player, rules.hand_size, chance)
    fill(state, rules, chance)


@kit.event("In the harbor: {harbor}.")
def fill(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Cards of the supply fill the places in the harbor."""
    state.harbor, state.supply = kit.filled(state.harbor, rules.places, state.supply, chance)


def is_first(rules: Rules, cards: kit.CardSet, card: int) -> kit.Bool:
    """Of those who are alike the first: it does not matter which of them one takes."""
    for other in range(card):
        if kit.holds(cards, other) and rules.cards_deck[other] == rules.cards_deck[card]:
            return False
    return True


def playable(state: State, rules: Rules, player: int, card: kit.Card) -> kit.Bool:
    return is_first(rules, state.hand[player], card)


@kit.move("Player {player} plays {card}.", phase=Phase.PLAY, source="hand", to="played", among=playable)
def play(state: State, rules: Rules, card: kit.Card) -> None:
    """Play a card: it earns its coins, and does what it says."""
    state.coins += rules.cards[rules.cards_deck[card]].coins


@kit.effect(Effect.SCOUT, of=play)
def scout(state: State, player: int, chance: kit.Chance) -> None:
    """Draw two cards."""
    kit.draw_cards(state.deck, state.discards, state.hand, player, 2, chance)


@kit.effect(Effect.ROB, "Player {player} plays {card}: player {rival} loses a card.", of=play)
def rob(state: State, chance: kit.Chance, card: kit.Card, rival: kit.Player) -> None:
    """A rival whom you choose lays a card, drawn from the hand, on the discards."""
    state.hand[rival] = kit.draw(state.discards, rival, state.hand[rival], chance)


@kit.effect(Effect.RALLY, of=play)
def rally(state: State) -> None:
    """It earns a coin for everybody whom you have played in this turn."""
    state.coins += kit.count(state.played)


@kit.move("Player {player} has {coins} coins.", phase=Phase.PLAY)
def earn(state: State) -> None:
    """Play no more, and hire."""
    state.phase = Phase.HIRE


def affordable(state: State, rules: Rules, card: kit.Card) -> kit.Bool:
    return is_first(rules, state.harbor, card) and rules.cards[rules.cards_deck[card]].cost <= state.coins


@kit.move("Player {player} hires {card}.", phase=Phase.HIRE, source="harbor", to="discards", among=affordable)
def hire(state: State, rules: Rules, chance: kit.Chance, player: int, card: kit.Card) -> None:
    """Pay what somebody costs who waits in the harbor, and lay the card on your discards."""
    state.coins -= rules.cards[rules.cards_deck[card]].cost
    state.score[player] += rules.cards[rules.cards_deck[card]].cost
    fill(state, rules, chance)


@kit.move("Player {player} ends the turn.", phase=Phase.HIRE)
def end_turn(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Lay what you played and still hold on your discards, and draw {{ hand_size }} cards."""
    state.discards[player] = state.discards[player] | state.hand[player] | state.played
    state.hand[player], state.played, state.coins = kit.EMPTY, kit.EMPTY, 0
    kit.draw_cards(state.deck, state.discards, state.hand, player, rules.hand_size, chance)
    kit.next_player(state, rules)
    state.phase, state.stage = Phase.PLAY, state.stage + (state.actor == 0)
    state.over = state.actor == 0 and (state.stage == rules.rounds or kit.count(state.harbor) < rules.places)


GAME = kit.game(globals(), title="Crew", summary="Hire a crew, card by card. For 2 to 4.", stage="round", cost=80)
