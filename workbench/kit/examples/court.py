"""Hold one card, draw another, and play one of the two. Who is last in a round, or holds the highest card, has a favor.

There are sixteen courtiers, worth 1 to 6. Each round one lies aside, and everybody is dealt one. Who is out lays
the hand open and waits for the next round. A round ends when one player is left, or when no card is left to draw: then
the highest hand wins it, and equal ones all do. Who first has {{ favors }} favors wins the game."""

from enum import IntEnum

from workbench import kit

Courtier = IntEnum("Courtier", "SPY JESTER KNIGHT ABBESS MAGE PRINCESS", start=0)
COPIES = (6, 3, 2, 2, 2, 1)
CARDS = kit.pack(f"{kind.name.lower()} {number + 1}" for kind in Courtier for number in range(COPIES[kind]))
KIND = tuple(int(kind) for kind in Courtier for _ in range(COPIES[kind]))


class Rules(kit.Rules):
    players: int = kit.rule(3, 2, 4, "How many play.", unit="players")
    favors: int = kit.rule(4, 1, 9, "Favors that win the game.", unit="favors")


class State(kit.State):
    stock: kit.Cards = kit.zone(CARDS, seen_by=kit.NOBODY)
    aside: kit.Cards = kit.zone(CARDS, seen_by=kit.NOBODY)
    hand: kit.Cards = kit.zone(CARDS, per_player=True, seen_by=kit.OWNER)
    played: kit.Cards = kit.zone(CARDS, per_player=True, spread=True)
    out: kit.PerPlayer
    safe: kit.PerPlayer
    score: kit.PerPlayer
    guessed: kit.PerPlayer = kit.measured("Players put out by a guess.", 0.1, unit="players")
    undrawn = ("guessed",)


@kit.event("A round begins.")
def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The cards are shuffled and dealt."""
    kit.start_pack(state, kit.up_to(16), rules.players)
    state.out[:], state.safe[:] = 0, 0
    for player in range(rules.players):
        state.hand[player] = state.played[player] = kit.EMPTY
    state.aside, state.stock = kit.filled(kit.EMPTY, 1, state.pack, chance)
    state.stock = kit.deal(state.hand, rules.players, 1, state.stock, chance)
    state.stock = kit.draw(state.hand, state.actor, state.stock, chance)


def courtier(card: kit.Card) -> Courtier:
    return KIND[card]  # type: ignore[return-value]


def rivals(state: State, rules: Rules, player: int) -> kit.CardSet:
    """All others who may be chosen; where there are none, the player, which does nothing."""
    others = kit.EMPTY
    for other in range(rules.players):
        if other != player and state.out[other] == 0 and state.safe[other] == 0:
            others = kit.add(others, other)
    return others if others != kit.EMPTY else kit.only(player)


@kit.move("Player {player} plays {card}.", source="hand", to="played", kind=courtier)
def play(state: State, card: kit.Card) -> None:
    """Play one of your two cards, and do what it says."""


@kit.event("Player {player} is out, with {cards}.")
def oust(state: State, player: kit.Player, cards: kit.Cards) -> None:
    """A player is out of the round."""
    state.out[player], state.hand[player] = 1, kit.EMPTY
    state.played[player] = state.played[player] | cards


@kit.effect(Courtier.SPY, "Player {player} plays {card}: has player {rival} the {guess}?", of=play,
            among={"rival": rivals}, numbers={"guess": (1, 5)})  # fmt: skip
def spy(state: State, player: int, card: kit.Card, rival: kit.Player, guess: Courtier) -> None:
    """1: Name a player and a courtier other than the spy. Who holds that one is out."""
    if rival != player and KIND[kit.lowest(state.hand[rival])] == guess:
        state.guessed[player] += 1
        oust(state, rival, state.hand[rival])


@kit.effect(Courtier.JESTER, "Player {player} plays {card} on player {rival}.", of=play, among=rivals)
def jester(state: State, player: int, card: kit.Card, rival: kit.Player) -> None:
    """2: Look at a player's hand."""
    state.looked[player] = state.looked[player] | state.hand[rival]


@kit.effect(Courtier.KNIGHT, "Player {player} plays {card} on player {rival}.", of=play, among=rivals)
def knight(state: State, player: int, card: kit.Card, rival: kit.Player) -> None:
    """3: Compare hands with a player; the lower is out."""
    if rival != player:
        ahead = KIND[kit.lowest(state.hand[player])] - KIND[kit.lowest(state.hand[rival])]
        if ahead != 0:
            loser = rival if ahead > 0 else player
            oust(state, loser, state.hand[loser])


@kit.effect(Courtier.ABBESS, of=play)
def abbess(state: State, player: int) -> None:
    """4: Until your next turn nobody can choose you."""
    state.safe[player] = 1


@kit.effect(Courtier.MAGE, "Player {player} plays {card} on player {rival}.", of=play, among=rivals)
def mage(state: State, chance: kit.Chance, player: int, card: kit.Card, rival: kit.Player) -> None:
    """5: A player lays down the hand and draws anew; the last draws the card that lies aside."""
    if rival != player and KIND[kit.lowest(state.hand[rival])] == Courtier.PRINCESS:
        oust(state, rival, state.hand[rival])
    elif rival != player:
        state.played[rival], state.hand[rival] = state.played[rival] | state.hand[rival], kit.EMPTY
        if state.stock == kit.EMPTY:
            state.stock, state.aside = state.aside, kit.EMPTY
        state.stock = kit.draw(state.hand, rival, state.stock, chance)


@kit.effect(Courtier.PRINCESS, of=play)
def princess(state: State, player: int) -> None:
    """6: You are out."""
    oust(state, player, state.hand[player])


def after_move(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The turn goes to the left, past who is out."""
    if kit.total(state.out) >= rules.players - 1 or state.stock == kit.EMPTY:
        reward(state, rules)
        kit.next_stage(state, chance)
        state.over = kit.most(state.score, rules.players) >= rules.favors
        if not state.over:
            setup(state, rules, chance)
    else:
        kit.next_player(state, rules)
        while state.out[state.actor] == 1:
            kit.next_player(state, rules)
        state.safe[state.actor] = 0
        state.stock = kit.draw(state.hand, state.actor, state.stock, chance)


@kit.event("The round is over; favors: {score}.")
def reward(state: State, rules: Rules) -> None:
    """The highest hand of those who are left has a favor, and begins the next round."""
    best = -1
    for player in range(rules.players):
        best = max(best, KIND[kit.lowest(state.hand[player])] if state.out[player] == 0 else -1)
    for player in range(rules.players - 1, -1, -1):
        if state.out[player] == 0 and KIND[kit.lowest(state.hand[player])] == best:
            state.score[player] += 1
            state.actor = player


SUMMARY = "Guess who holds whom. For 2 to 4."
GAME = kit.game(globals(), title="Court", summary=SUMMARY, stage="round", points="favors", swing=2.0, cost=120)
