"""Effects of cards, and decks of one's own: the example Crew, and what is refused of effects."""

from pathlib import Path

import numpy as np
import pytest

from tests.support.plain import Play
from workbench import kit
from workbench.conform import Extent, conform
from workbench.engine import dispatch
from workbench.engine.bit_sets import members
from workbench.engine.card_lists import card_lists
from workbench.engine.parameters import complete
from workbench.engine.problems import BadInput
from workbench.kit.examples import crew

FILE = Path(crew.__file__)
CARDS = card_lists(crew.GAME.parameters)["cards"]
CAPTAIN, DECKHAND, NAVIGATOR, PIRATE, STOWAWAY = 0, 4, 28, 37, 48
"""The first copy of each: cards are numbered by their names."""
COLORED = """
    ChoiceColumn("color", IntEnum("Color", "RED BLUE", start=0), help="Its color."),
    ChoiceColumn("symbol", IntEnum("Symbol", "STAR RING", start=0), help="Its symbol.", optional=True),
    TextColumn("text", help="What it says.", optional=True),
"""
STOCK = "stock: kit.Cards = kit.deck(CARDS)"


def test_sixty_cards_are_of_ten_kinds() -> None:
    assert (len(CARDS.default), sum(row["copies"] for row in CARDS.default)) == (10, 60)


def test_first_hands_have_as_many_stowaways_as_chance_says() -> None:
    """Three of nine cards, of which five are drawn: all three in 15 of 126 hands, none in 6."""
    stowaways, hands = np.zeros(4), 600
    for seed in range(hands // 4):
        play = Play(crew.GAME, {"players": 4}, seed).begin()
        for hand in play.state.hand:
            stowaways[sum(card >= STOWAWAY for card in members(hand))] += 1
    expected = np.array([6, 45, 60, 15]) / 126
    assert (abs(stowaways / hands - expected) < 4.5 * np.sqrt(expected * (1 - expected) / hands)).all()


def test_when_the_deck_is_empty_the_discards_become_it() -> None:
    """Of nine cards the second hand has the four that were left, and one of the first five."""
    play = Play(crew.GAME, {"players": 4}, seed=2).begin()
    first, left = int(play.state.hand[0]), int(play.state.deck[0])
    play.take(kit.action(crew.earn)).take(kit.action(crew.end_turn))
    second = int(play.state.hand[0])
    assert second & left == left and (second & first).bit_count() == 1
    assert int(play.state.deck[0]) == first & ~second and not play.state.discards[0]


def test_in_every_world_each_has_the_own_cards() -> None:
    play = Play(crew.GAME, {"players": 3}, seed=3).begin().random_steps(60)
    state, hands = play.state, set()
    for seed in range(30):
        world = play.world(0, seed)
        assert ((world.hand | world.deck) == (state.hand | state.deck)).all() and world.hand[0] == state.hand[0]
        assert int(world.hand[1]).bit_count() == int(state.hand[1]).bit_count() and world.supply == state.supply
        hands.add(int(world.hand[1]))
    assert len(hands) > 5


def test_a_card_does_what_its_keyword_says_and_asks_in_the_same_decision() -> None:
    play = Play(crew.GAME, {"players": 3}, seed=1).begin()
    play.state.hand[0] = sum(1 << card for card in (CAPTAIN, DECKHAND, NAVIGATOR, PIRATE))
    kinds = {play.run(dispatch.action_kind, play.state, play.rules, card) for card in play.legal[:-1]}
    assert {crew.GAME.action_kinds(kind).name for kind in kinds} == {"PLAY", "SCOUT", "ROB", "RALLY"}
    play.take(NAVIGATOR)
    assert members(play.state.played) == [NAVIGATOR] and int(play.state.hand[0]).bit_count() == 5
    play.take(PIRATE)
    assert play.legal == [1, 2] and play.state.part == 2
    play.take(2)
    assert [int(hand).bit_count() for hand in play.state.hand[:3]] == [4, 5, 4]
    assert play.trace[-1] == {"event": "rob", "player": 0, "card": "pirate", "rival": 2}
    play.take(CAPTAIN)
    assert play.state.coins == 1 + 3  # the pirate's, and one for each card that was played


OPTIONAL = '''
@kit.effect(Effect.ROB, of=play)
def rob(state: State, rules: Rules, player: int) -> None:
    """A rival whom you choose, if you like, lays a card, drawn from the hand, on the discards."""
    kit.ask(state, Phase.ROB, kit.remove(kit.up_to(rules.players), player))


@kit.move("Player {rival} loses a card.", phase=Phase.ROB, among=kit.offered)
def take(state: State, chance: kit.Chance, rival: kit.Player) -> None:
    """Rob a rival."""
    state.hand[rival] = kit.draw(state.discards, rival, state.hand[rival], chance)
    state.phase = Phase.PLAY


@kit.move("Player {player} robs nobody.", phase=Phase.ROB)
def spare(state: State, player: int) -> None:
    """Rob nobody."""
    state.phase = Phase.PLAY
'''


def test_an_effect_is_optional_where_a_move_of_the_phase_that_it_asks_in_declines() -> None:
    before, _, after = FILE.read_text("utf-8").partition("@kit.effect(Effect.ROB")
    source = f"{before}{OPTIONAL}\n\n{after[after.index('@kit.effect(Effect.RALLY') :]}"
    source = source.replace('"PLAY HIRE"', '"PLAY HIRE ROB"').replace(
        "phase: Phase", "phase: Phase\n    offered: kit.Cards"
    )
    space = {"__name__": "crew", "__file__": str(FILE)}
    exec(source, space)
    play = Play(space["GAME"], {"players": 3}, seed=1).begin()
    play.state.hand[0] = 1 << PIRATE
    play.take(PIRATE)
    assert len(play.legal) == 3 and play.state.phase == 2
    play.take(play.legal[-1])
    assert play.trace[-1]["event"] == "spare" and play.state.phase == 0


def test_a_field_that_the_kit_has_itself_beside_what_is_declared_is_refused_by_name() -> None:
    source = FILE.read_text("utf-8").replace("supply: kit.Cards = kit.zone(CARDS, seen_by=kit.NOBODY)", STOCK)
    with pytest.raises(TypeError, match=r"State\.deck: the kit has a field of that name.*call it otherwise"):
        exec(source.replace("state.supply", "state.stock"), {"__name__": "crew", "__file__": str(FILE)})


@pytest.mark.parametrize(
    ("removed", "words"),
    [
        (
            "@kit.effect(Effect.RALLY, of=play)",
            "Effect.RALLY has no effect, which captain has in crew.csv, line 2; .*of=play",
        ),
        ("ChoiceColumn", "nothing says which Effect a card has"),
        ("of=play", "scout: it is an effect of add, which is no move with a card"),
    ],
)
def test_what_has_no_effect_is_refused_by_name(removed: str, words: str) -> None:
    source = FILE.read_text("utf-8")
    source = source.replace(removed, {"ChoiceColumn": "SetColumn", "of=play": "of=kit.add"}.get(removed, ""))
    with pytest.raises(TypeError, match=words):
        exec(source, {"__name__": "crew", "__file__": str(FILE)})


def test_the_kind_of_a_move_may_say_the_keyword_as_a_column_does() -> None:
    keyword_of = (
        "def keyword_of(rules: Rules, card: int) -> Effect:\n    return rules.cards[rules.cards_deck[card]].effect\n"
    )
    move, space = '@kit.move("Player {player} plays {card}.", ', {"__name__": "crew", "__file__": str(FILE)}
    exec(FILE.read_text("utf-8").replace(move, f"{keyword_of}{move}kind=keyword_of, "), space)
    of_column, of_kind = (Play(game, {}, seed=2).begin().random_steps(180) for game in (crew.GAME, space["GAME"]))
    assert of_kind.trace == of_column.trace and [event for event in of_kind.trace if event["event"] == "rob"]


def test_a_designers_list_with_another_keyword_is_refused_with_what_works() -> None:
    text = FILE.with_suffix(".csv").read_text("utf-8")
    with pytest.raises(BadInput, match=r'line 2, column effect = "dance": must be one of scout, rob, rally, or empty'):
        CARDS.read_bytes(text.replace("rally", "dance").encode(), "mine.csv", "data/crew/mine.csv")


def test_conform_names_an_effect_that_its_plays_never_met() -> None:
    text = FILE.with_suffix(".csv").read_text("utf-8").replace("captain,4,5,0,rally\n", "")
    rules = {"cards": CARDS.read_bytes(text.encode(), "mine.csv", "mine.csv"), "rounds": 5}
    mistakes = conform(crew.GAME, Extent(rule_sets=1, plays=3, seconds=30.0, is_compiled=False), rules=rules)
    assert any(mistake.message.startswith("rally is never on offer") for mistake in mistakes)


def test_a_face_says_what_the_card_says(tmp_path: Path) -> None:
    faces = crew.GAME.picture.faces(complete(crew.GAME.parameters, {}))
    assert faces["captain"].tags == ["rally"] and faces["captain"].kind == "cost 5"
    assert faces["sailor"].kind == "cost 3, coins 2" and len({face.tone for face in faces.values()}) == 7
    source = FILE.read_text("utf-8").replace("COLUMNS = (", f"COLUMNS = ({COLORED}", 1)
    (tmp_path / "crew.csv").write_text(
        "id,color,symbol,text,copies,cost,coins,effect\n"
        "cook,red,star,Eats well.,20,0,1,\nmate,blue,ring,,20,2,0,rob\nred-cook,red,,,20,2,0,\n"
    )
    exec(source, space := {"__name__": "crew", "__file__": str(tmp_path / "crew.py")})
    colored = space["GAME"].picture.faces(complete(space["GAME"].parameters, {}))
    cook, mate, other = (colored[key] for key in ("cook", "mate", "red-cook"))
    assert (cook.kind, cook.text, mate.kind, mate.tags) == (
        "red star, coins 1",
        "Eats well.",
        "blue ring, cost 2",
        ["rob"],
    )
    assert cook.tone == other.tone != mate.tone and other.kind == "cost 2"
