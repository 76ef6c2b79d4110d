"""Deck statistics: what a list is made of, and what its cards do."""

from dataclasses import replace
from functools import reduce
from operator import add

import numpy as np
import pytest

from tests.support.families import preset_game
from tests.support.kit import EXAMPLES
from tests.support.plain import Play, run_plainly
from tests.support.scenarios import scenario
from tests.support.tavern import DRINKS, TAVERN, Kind
from workbench.engine import dispatch
from workbench.engine.batch import replay, visible_events
from workbench.engine.cards import Cards, use_type, used_by_seat
from workbench.engine.loop import play_range, use_range, watch_range
from workbench.engine.registry import game_named
from workbench.games.families import draft, shedding
from workbench.play.forms import make_batch
from workbench.play.options import RunOptions, Stopped
from workbench.scenario.make_up import card_lists_of, make_up
from workbench.stats import agresti_coull
from workbench.studies.decks.counts import beside, card_figures, count_cards, kinds_of
from workbench.studies.decks.lists import cards_of_lists, lists_of, recorded_lists
from workbench.studies.decks.measure import count_card_plays
from workbench.studies.decks.verdicts import _gap
from workbench.tallies.series import WHOLE_WIN

CARDS = TAVERN.parameters["drinks"].default
assert isinstance(CARDS, Cards)
SHOWBIZ = game_named("showbiz_shuffle")

# What is in a list


def test_make_up_counts_copies():
    summary = make_up(DRINKS, CARDS)
    assert (summary.cards, summary.rows) == (6, 4)
    assert summary.kinds == {"kind": {"beer": 3, "wine": 3, "tea": 0}}
    assert summary.curves == {"price": {0: 0, 3: 1, 4: 2, 9: 3}}
    assert summary.covers == {"tastes": {"sweet": 2, "sour": 3, "bitter": 5}}
    assert summary.values == {"tastes": {"price": {"sweet": 8, "sour": 27, "bitter": 35}}}


def test_make_up_of_some_cards():
    summary = make_up(DRINKS, CARDS, lambda row: row["kind"] == Kind.BEER.name.lower())
    assert (summary.cards, summary.rows) == (3, 2) and summary.curves == {"price": {3: 1, 4: 2}}


def test_marks_of_several_columns_are_one_set():
    bods = SHOWBIZ.parameters["bods"]
    summary = make_up(bods, bods.default)
    assert summary.cards == 80 and summary.kinds["kind"] == {"director": 16, "star": 28, "support": 36}
    assert sum(summary.curves["value"].values()) == 80
    assert list(summary.covers["genres"]) == ["action", "romance", "drama", "family", "specialty"]
    assert summary.covers["genres"]["drama"] == sum(row["drama"] for row in bods.default)


# What cards do


def uses(*rows):
    """Plays of two seats: winners, then for each seat the cards drawn and those played."""
    use = np.zeros(len(rows), use_type({"drinks": 6}, 2))
    for place, (winners, drawn, played) in enumerate(rows):
        use[place] = (winners, [[d] for d in drawn], [[p] for p in played])
    return use


PLAYS = uses(
    (0b01, (0b0011, 0b0100), (0b0001, 0b0100)),
    (0b10, (0b0001, 0b0011), (0b0001, 0b0010)),
    (0b11, (0b0001, 0b0000), (0b0001, 0b0000)),
)


KINDS = ("beer", "wine", "tea", "beer")


def test_counts_are_of_seats_of_plays():
    counts = count_cards(PLAYS, "drinks", KINDS, 2)
    assert (counts.plays, counts.seats) == (3, 2)
    assert counts.drawn.tolist() == [4, 2, 1, 0]
    assert counts.played.tolist() == [3, 1, 1, 0]
    assert (counts.won_drawn / WHOLE_WIN).tolist() == [1 + 0 + 1 + 0.5, 1 + 1, 0, 0]
    assert (counts.won_played / WHOLE_WIN).tolist() == [1 + 0 + 0.5, 1, 0, 0]
    assert counts.played_drawn.tolist() == [3, 1, 1, 0]


def test_counts_add_up():
    parts = count_cards(PLAYS[:1], "drinks", KINDS, 2) + count_cards(PLAYS[1:], "drinks", KINDS, 2)
    whole = count_cards(PLAYS, "drinks", KINDS, 2)
    assert parts.plays == whole.plays
    for name in ("drawn", "played", "won_drawn", "won_played", "played_drawn"):
        assert getattr(parts, name).tolist() == getattr(whole, name).tolist()


def test_shared_wins_add_up_to_the_same_bits_in_any_order():
    use, chance = np.zeros(120, use_type({"drinks": 6}, 3)), np.random.default_rng(1)
    for name in use.dtype.names:
        use[name] = chance.integers(1, 8, use[name].shape)  # 7: all three seats share the win
    parts = [count_cards(use[start : start + 17], "drinks", KINDS, 3) for start in range(0, 120, 17)]
    one_way, back = reduce(add, parts), reduce(add, reversed(parts))
    assert one_way.won_drawn.tobytes() == back.won_drawn.tobytes()
    assert one_way.won_drawn.tolist() == count_cards(use, "drinks", KINDS, 3).won_drawn.tolist()
    assert (one_way.won_drawn % WHOLE_WIN).any() and not (one_way.won_drawn % (WHOLE_WIN // 6)).any()


def test_figures_have_intervals():
    ale, _, mint, stout = card_figures(CARDS, count_cards(PLAYS, "drinks", KINDS, 2))
    assert [ale.key, stout.key] == ["ale", "stout"]
    assert (ale.drawn, ale.played) == (4, 3)
    assert ale.won_when_played == agresti_coull(1.5, 3) and ale.won_when_drawn == agresti_coull(2.5, 4)
    assert ale.played_when_drawn == agresti_coull(3, 4)
    assert mint.won_when_played == agresti_coull(0, 1)
    assert stout.won_when_played is None and stout.won_when_drawn is None


def test_cards_that_nobody_played_are_named():
    figures = card_figures(CARDS, count_cards(PLAYS, "drinks", KINDS, 2))
    assert [figure.key for figure in figures if figure.played == 0] == ["stout"]


def test_the_interval_of_a_kind_is_that_of_its_plays():
    """It was 3.4 times too wide: ten cards of a kind in a hand counted as one answer, and each seat as its own."""
    seen = []
    for seed in range(60):
        chance = np.random.default_rng(seed)
        use = np.zeros(300, use_type({"drinks": 6}, 2))
        hands = chance.integers(0, 64, (300, 2))
        beers = np.array([bin(hand & 0b101010).count("1") for hand in hands.ravel()]).reshape(300, 2)
        first = chance.random(300) < 0.5 + 0.15 * (beers[:, 0] - beers[:, 1])
        use["winners"] = np.where(first, 1, 2)
        use["drinks_drawn"] = hands[:, :, None]
        counts = count_cards(use, "drinks", ["wine", "beer"] * 3, 2)
        rows = beside(counts.won_drawn / WHOLE_WIN, counts.drawn.astype(float), ["wine", "beer"] * 3)
        seen.append(_gap(rows[1], counts.products[1], 300))
    means = np.array([gap.mean for gap in seen])
    assert np.mean([gap.high - gap.low for gap in seen]) / 2 == pytest.approx(1.96 * means.std(), rel=0.3)
    assert np.mean([gap.low < means.mean() < gap.high for gap in seen]) >= 0.9


# From plays


def test_what_is_reported_is_what_the_trace_tells():
    play = Play(SHOWBIZ, {"shake_up": False}, seed=8).begin()
    while not play.state.over:
        play.take(play.decision())
    use = np.zeros(1, SHOWBIZ.card_use)
    play.run(dispatch.report_cards, play.state, play.rules, use[0])
    keys = play.values["bods"].keys
    for player in range(3):
        drawn = set(play.trace[0]["hands"][player])
        played = {e["bod"] for e in play.trace if e["event"] in ("open", "cast") and e["player"] == player}
        for event in play.trace:
            if event.get("player") == player:
                drawn |= set(event.get("drawn", ())) | set(event["cards"] if event["event"] == "draw_bods" else ())
                swap = (event.get("target") or {}) if event["event"] == "biz" else {}
                if "with" in swap:
                    played.add(swap["with"])
                    drawn.add(swap["bod"])
        for what, expected in (("drawn", drawn), ("played", played)):
            cards = np.flatnonzero(used_by_seat(use, "bods", what, 80, 3)[0, player])
            assert {keys[card] for card in cards} == expected
    assert int(use["winners"][0]) == int(play.report().winners)


@pytest.fixture
def plain_loop(monkeypatch):
    """The loops that play and that note cards, without compiling them."""
    run_plainly(monkeypatch, play_range, use_range, watch_range)


def test_a_scenario_is_played_for_its_cards(plain_loop):
    told = []
    played = scenario(game="showbiz_shuffle", bots=("random",), plays=4)
    counts = count_card_plays(played, RunOptions(jobs=1), lambda progress: told.append(progress.done))
    assert told == [4] and set(counts) == {"bods", "biz"} == set(card_lists_of(played))
    assert counts["bods"].drawn.shape == (80,) and counts["biz"].drawn.shape == (34,)
    figures = card_figures(card_lists_of(played)["bods"], counts["bods"])
    assert len(figures) == 80
    assert sum(figure.played for figure in figures) > 100


def test_a_standard_pack_is_counted_by_the_hands_that_players_have(plain_loop):
    """Its games were told that they have no card lists."""
    counts = count_card_plays(scenario(bots=("random",), plays=2), RunOptions(jobs=1))["pack"]
    assert counts.drawn.shape == (52,) and counts.drawn.max() <= 2 * 3
    assert (counts.played <= counts.drawn).all() and (counts.played == counts.played_drawn).all()
    assert 0 < counts.played.sum() < counts.drawn.sum()


@pytest.mark.parametrize(
    ("game", "dealt", "move", "rules"),
    [("trickster", "tableaus", "choose", {"rounds": 2}), (EXAMPLES["hearts"], "hand", "play", {"target": 30})],
)
def test_what_players_had_and_played_of_a_standard_pack_is_what_the_trace_tells(plain_loop, game, dealt, move, rules):
    """Cards may lie in tableaus and all be laid at once; those that are passed on are played by nobody."""
    alone = scenario(game=game, bots=("random",), plays=1, **rules)
    counts = count_card_plays(alone, RunOptions(jobs=1))["pack"]
    batch, had, played = make_batch(alone), set(), set()
    for event in visible_events(batch, replay(batch, 0)[0]):
        had |= {(player, card) for player, cards in enumerate(event.get(dealt, ())) for card in cards}
        had |= {(event["taker"], card) for card in event["cards"]} if "taker" in event else set()
        played |= {(event["player"], event["card"])} if event["event"] == move else set()
    for pairs, counted in ((had, counts.drawn), (played, counts.played)):
        assert counted.tolist() == [sum(card == key for _, card in pairs) for key in sorted(alone.game.pack)]


@pytest.mark.parametrize(
    ("game", "move", "rules"),
    [
        (shedding.GAME_OF_FAMILY, "play", shedding.FOUR_COLORS.rules),
        (draft.GAME_OF_FAMILY, "choose", {}),  # hands are passed on, and all choose at once
    ],
)
def test_of_a_listed_pack_a_card_counts_once_a_seat_whichever_of_its_copies_it_was(plain_loop, game, move, rules):
    """Games with copies of a list in hand counted nothing."""
    alone = scenario(game=game, bots=("random",), plays=1, **rules)
    counts = count_card_plays(alone, RunOptions(jobs=1))["cards"]
    batch = make_batch(alone)
    events = visible_events(batch, replay(batch, 0)[0])
    played = {(event["player"], event["card"]) for event in events if event["event"] == move}
    keys = card_lists_of(alone)["cards"].keys
    assert counts.played.tolist() == [sum(card == key for _, card in played) for key in keys]
    dealt = [sum(key in hand for hand in next(event for event in events if "hand" in event)["hand"]) for key in keys]
    assert (counts.drawn >= dealt).all() and counts.drawn.max() <= alone.players and sum(dealt) > 20


@pytest.mark.parametrize(
    ("family", "preset", "names"),
    [
        ("tricks", "spades", "clubs diamonds hearts spades"),
        ("sets", "go_fish", "clubs diamonds hearts spades"),
        ("shedding", "crazy_eights", "clubs diamonds hearts spades"),
        ("shedding", "four_colors", "red yellow green blue no_suit"),
    ],
)
def test_suits_are_kinds_of_cards_whether_a_pack_is_standard_or_a_list(family, preset, names):
    what = scenario(game=preset_game(family, preset))
    (rule,) = recorded_lists(what.game)
    kinds = kinds_of(lists_of(what.game)[rule], cards_of_lists(what)[rule])
    assert set(kinds) == {name.replace("_", " ") for name in names.split()}


def test_it_can_be_stopped(plain_loop):
    options = RunOptions(jobs=1)
    options.stop.set()
    with pytest.raises(Stopped):
        count_card_plays(scenario(game="showbiz_shuffle", bots=("random",), plays=4), options)


def test_a_game_without_card_uses_has_no_figures():
    assert count_card_plays(replace(scenario(), plays=0), RunOptions()) == {}
