"""Moves with several arguments, and moves beside each other with more choices than a word has: one decision each."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain, combinations
from pathlib import Path

import pytest

from tests.kit import barter
from tests.support.plain import Play, run_plainly
from tests.support.seats import PlainBatch, recorded
from tests.support.thorough import one_of
from workbench import kit
from workbench.bots import obvious
from workbench.bots.restriction import with_counts
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch, film, replay, visible_events
from workbench.engine.bit_sets import EMPTY, members, only
from workbench.engine.compiling import plain_mode
from workbench.engine.dispatch import ways
from workbench.engine.timeline import follow_range
from workbench.play import forms
from workbench.play.interactive import InteractivePlay
from workbench.play.options import RunOptions
from workbench.studies.people_and_bots.decisions import decides_like

GAME = barter.GAME
GIVE, SHIP, BID, KEEP, BURY = range(5)


def naive(play: Play) -> list[dict[str, object]]:
    """Every whole choice of the actor, by the rules of the game, without the kit's picks."""
    state, me, players = play.state, int(play.state.actor), int(play.rules.players)
    hand, harbors = members(state.hand[me]), range(barter.HARBORS)
    served = [bool(state.served[4 * me + to]) for to in range(players)]
    lots = chain(*(combinations((2, 3, 4), size) for size in (1, 2, 3)))
    return [
        *(
            {"event": "give", "player": me, "card": f"good {card}", "to": to}
            for card in hand
            for to in range(players)
            if to != me and not served[to] and (card >= 10 or to > me)
        ),
        *(
            {"event": "ship", "player": me, "start": start, "goal": goal}
            for start in harbors
            for goal in harbors
            if state.harbor[start] and 0 < abs(start - goal) <= 5
        ),
        *({"event": "bid", "player": me, "bid": bid, "parts": list(some)} for some in lots for bid in range(1, 6)),
        *({"event": name, "player": me, "card": f"good {card}"} for name in ("keep", "bury") for card in hand),
        {"event": "rest", "player": me},
    ]


def offered(play: Play, chance: Fraction = Fraction(1)) -> Iterator[tuple[Fraction, dict[str, object]]]:
    """The same pick by pick, as the kit offers them, with how likely `random` is to take each."""
    before = play.copy_of_all()
    whole = play.run(ways, play.state, play.rules, sum(map(only, play.legal), EMPTY))
    for action in play.legal:
        part = chance * Fraction(int(play.run(ways, play.state, play.rules, only(action))), int(whole))
        play.take(action)
        if play.is_midway:
            yield from offered(play, part)
        else:
            yield part, play.trace[-1]
        play.restore(before)


def key(fields: Mapping[str, object]) -> str:
    return str(sorted(fields.items()))


@pytest.mark.parametrize(("players", "seed"), [(3, 0), (4, 1), (2, 2)])
def test_every_whole_choice_is_offered_once_and_random_takes_each_as_often(players: int, seed: int) -> None:
    play = Play(GAME, {"players": players}, seed).begin()
    for _ in range(5):
        choices, picked = naive(play), list(offered(play))
        assert sorted(key(fields) for _, fields in picked) == sorted(map(key, choices))
        assert {chance for chance, _ in picked} == {Fraction(1, len(choices))}
        play.take(play.decision())
        while play.is_midway:
            play.take(play.decision())


def test_a_choice_is_one_event_and_one_decision_in_the_count() -> None:
    batch = Batch(GAME, {}, seat_bots(GAME, ("random", "giver", "random"), 3), 1)
    events = visible_events(batch, film(batch, 0, is_plain=True)[0])
    assert len(events) == 3 * 4 + 1 and events[-1]["event"] == "end"
    assert film(batch, 0, is_plain=True)[1]["decisions"].tolist() == [12]


@pytest.mark.parametrize("bot", ["giver", "random"])
def test_strategies_counts_a_choice_at_its_first_pick(bot: str) -> None:
    table = with_counts(seat_bots(GAME, [bot, "giver", "giver"], 3))
    replay(PlainBatch(GAME, {}, recorded(table, []), 1), 0)
    assert table.chosen.sum() + table.forced.sum() == 12


def test_search_is_asked_about_whole_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    run_plainly(monkeypatch, obvious.ask_range)
    (answers,) = obvious.Asking(GAME, {"turns": 1}, 3, seed=1, iterations=2, every=2).on_threads(1, 1, None)
    assert (answers["decisions"], answers["questions"]) == (3, 2)
    assert 0 < answers["blind"] < 2 / 60


def test_bots_are_held_against_the_whole_choices_of_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "game_named", lambda name: GAME)
    scenario = forms.bare_scenario("barter", {}, ("giver",) * 3, 1, 0)
    play = InteractivePlay(scenario, 0)
    while not play.is_over:
        play.take_bots(play.bots_action())
    actions = [decision.action for decision in play.decisions]
    logged = {"seed": 1, "retake": 0, "play": 0, "bots": ["giver"] * 3, "people": [1], "actions": actions}
    likeness = decides_like(scenario, [logged], ("giver", "random"), RunOptions())
    assert len(actions) > 12 and [agreement.decisions for agreement in likeness.agreements] == [4, 4]
    assert likeness.best.bot == "giver" and likeness.best.rate == 1.0


@pytest.mark.skipif(plain_mode(), reason="about compiled code")
@pytest.mark.parametrize("first", one_of(["random", "greedy", "ismcts:20"], quick="random"))
def test_compiled_plays_are_like_plain_ones(first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run_plainly(monkeypatch, follow_range)
    batch = Batch(GAME, {"players": 4}, seat_bots(GAME, [first, "giver", "random~give", "random"], 4), 2)
    for number in range(2):
        events, results = replay(batch, number)
        told = visible_events(batch, events)
        assert results["decisions"].tolist() == [16] and len(told) == 17
        assert [fields["event"] for fields in told if fields.get("player") == 2].count("give") == 0
        assert all(fields["event"] in ("give", "ship") for fields in told if fields.get("player") == 1)
    choices = batch.timelines(0, 1)[1]["choices"][0]
    assert choices == sum(whole_choices(batch)) and choices > 16 * 60


def whole_choices(batch: Batch) -> Iterator[int]:
    """How many whole choices each decision of the first play has, counted naively."""
    play = Play(GAME, batch.rules, batch.seed).begin()
    for point in film(batch, 0)[0].decisions:
        if not play.is_midway:
            yield len(naive(play))
        play.take(point.action)


def test_choices_are_named_by_what_is_picked() -> None:
    play = Play(GAME, {}).begin()

    def picks(*actions: int) -> list[str]:
        for action in actions:
            play.take(action)
        return [GAME.picture.choice(play.state, play.rules, play.values, action).says for action in play.legal]

    cards = [f"good {card}" for card in members(play.state.hand[0])]
    assert picks() == ["Give …", "Ship …", "Bid …", "Keep …", "Bury …", "Rest"]
    before = play.copy_of_all()
    assert picks(GIVE)[0] == f"Give {cards[0]} …"
    assert picks(members(play.state.hand[0])[-1]) == [f"Give {cards[-1]}, player 2", f"Give {cards[-1]}, player 3"]
    play.restore(before)
    assert picks(SHIP) == ["Ship a number from 0 to 31", "Ship a number from 64 to 69"]
    assert picks(2) == ["Ship 66 …"]
    assert picks(2, 2)[-1] == "Ship 66, 69"
    play.restore(before)
    assert picks(BID, 3)[-1] == "Bid 3, 2, 3 and 4"
    play.restore(before)
    assert picks(KEEP) == [f"Keep {card}" for card in cards]


def test_a_choice_is_taken_back_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "game_named", lambda name: GAME)
    play = InteractivePlay(forms.bare_scenario("barter", {}, ("random",) * 3, 1, 0), 0, [0, 1, 2])
    for number, action in enumerate((BID, 3, 2)):
        assert play.last_to_take_back([0]) == (0 if number else None)
        play.decide(action, f"a{number}")
    assert not play.is_midway and play.actor == 1 and play.last_to_take_back([0]) == 0
    play.decide(SHIP, "b")
    assert play.is_midway and play.last_to_take_back([1]) == 3
    play.take_back(3)
    assert not play.is_midway and play.actor == 1 and len(play.decisions) == 3
    play.take_back(0)
    assert play.actor == 0 and len(list(play.scenes(None))) == 0


SOURCE = Path(barter.__file__).read_text("utf-8")


def test_where_no_number_is_left_the_move_is_always_picked_first() -> None:
    space = {"__name__": "full", "__file__": "game.py"}
    exec(SOURCE.replace("range(40)", "range(64)"), space)
    play = Play(space["GAME"], {"turns": 1}).begin()
    assert play.legal == [GIVE, SHIP, BID, KEEP, BURY, 5]
    play.take(5)
    assert play.trace[-1]["event"] == "rest" and play.state.actor == 1
    play.take(KEEP)
    assert play.legal == members(play.state.hand[1])


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('among={"to": welcome}', 'among={"card": welcome}', "give: card is chosen before to, which its `among` takes"),
        ('among={"to": welcome}', 'among={"too": welcome}', "give: too is none of its arguments card, to"),
        ('among={"to": welcome}', "among=setup", 'give: say of which argument setup is: among={"card": setup}'),
        ("HARBORS = 70", "HARBORS = 1100", "ship: start from 0 to 1099 are more than 1024 numbers"),
        ('"parts": (2, 4)', '"parts": (2, 9)', "bid_: parts a subset is of at most 6 numbers, and from 2 to 9 are"),
        ("    turn: int\n", "    turn: int\n    part: int\n", "choices are picked in parts, in fields part of the kit"),
        ('source="hand", to="safe"', 'source="hand", to="safe", at_once=True', "keep: what all choose at once is one"),
    ],
)
def test_what_cannot_be_picked_is_told(old: str, new: str, words: str) -> None:
    assert old in SOURCE
    with pytest.raises(TypeError, match=re.escape(words)):
        exec(SOURCE.replace(old, new, 1), {"__name__": "wrong"})


def test_an_action_of_a_style_has_all_arguments() -> None:
    with pytest.raises(TypeError, match="give is made with card, to, and not with"):
        kit.action(barter.give, 3)
