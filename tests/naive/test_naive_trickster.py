"""The naive reference of Trickster, checked by rulebook paragraph against examples worked by hand."""

import json
import random
from itertools import chain

import pytest

from . import trickster as ts


def table_deck(tableaus, players, removed=""):
    """A deck that deals these cards ("10C AD / 4C" by player); every tableau is filled with other cards, ascending."""
    named = [part.split() for part in tableaus.split("/")] + [removed.split()]
    rest = [card for card in ts.DECK if card not in chain(*named)]
    held = named[:-1] + [[] for _ in range(players - len(named) + 1)]
    for tableau in held:
        while len(tableau) < 52 // players:
            tableau.append(rest.pop(0))
    return [*chain(*held), *named[-1], *rest]


def suit_deck(suits):
    """Four players, each dealt a whole suit."""
    return [rank + suit for suit in suits for rank in ts.RANKS]


class Wishes:
    """A chooser with the cards each player wants ("10C 2D / 4C"), then the first option; it keeps what was offered."""

    def __init__(self, wishes=""):
        self.wishes = [part.split() for part in wishes.split("/")]
        self.asked = []

    def __call__(self, player, kind, options):
        assert kind == "choose"
        self.asked.append((player, " ".join(options)))
        if player < len(self.wishes) and self.wishes[player]:
            return self.wishes[player].pop(0)
        return options[0]


def one_round(tableaus, wishes, **rules):
    """The trace of one round, by default of two players, and the chooser with what it was offered."""
    rules = {"players": 2, "rounds": 1, **rules}
    chooser, trace = Wishes(wishes), []
    ts.play_match(rules, [table_deck(tableaus, rules["players"])], chooser, trace)
    return trace, chooser


def events(trace, *kinds):
    return [event for event in trace if event["event"] in kinds]


def legal(tableau, packet, **rules):
    return " ".join(ts.legal_cards(tableau.split(), packet.split(), {**ts.DEFAULTS, **rules}))


def reason(packet, card, **rules):
    return ts.reason_to_collect(packet.split(), card, {**ts.DEFAULTS, **rules})


def score(*collections, **rules):
    return ts.score_round([cards.split() for cards in collections], {**ts.DEFAULTS, **rules})


def points(*collections, **rules):
    return [line["points"] for line in score(*collections, **rules)]


# ---- "Setup 2 and 3": deal evenly, remove the extra cards


@pytest.mark.parametrize(
    ("players", "dealt", "removed"),
    [(2, 26, 0), (3, 17, 1), (4, 13, 0), (5, 10, 2), (6, 8, 4), (7, 7, 3), (8, 6, 4)],
)
def test_extra_cards_are_removed(players, dealt, removed):
    trace = []
    ts.play_match({"players": players, "rounds": 1}, [ts.DECK], Wishes(), trace)
    deal = trace[0]
    assert [len(tableau) for tableau in deal["tableaus"]] == [dealt] * players
    assert len(deal["removed"]) == removed
    assert sorted([*chain(*deal["tableaus"]), *deal["removed"]]) == sorted(ts.DECK)
    assert deal["removed"] == ts.DECK[52 - removed :]


def test_removed_cards_are_collected_by_nobody():
    trace = []
    deck = table_deck("", 3, removed="QH")
    result = ts.play_match({"players": 3, "rounds": 1}, [deck], Wishes(), trace)
    assert trace[0]["removed"] == ["QH"]
    assert "QH" not in chain(*[event["cards"] for event in events(trace, "collect", "remainder")])
    assert [sum(result[name]) for name in ts.COLLECTED] == [13, 13, 12, 13]


def test_tableaus_are_told_by_suit_and_rank():
    trace, _ = one_round("KS 10C 9C AC QD 2D", "")
    assert trace[0]["tableaus"][0][:4] == ["AC", "2C", "3C", "4C"]
    assert trace[0]["tableaus"][0][-1] == "KS"


# ---- "Thereafter ... You must follow suit"


def test_following_suit_is_forced():
    assert legal("2C 9C 4D KS", "7C") == "2C 9C"
    assert legal("2C 9C 4D KS", "KS") == "KS"


def test_any_card_on_no_packet_or_without_the_suit():
    assert legal("2C 9C 4D KS", "") == "2C 9C 4D KS"
    assert legal("2C 9C 4D KS", "7H 2H") == "2C 9C 4D KS"


def test_without_must_follow_any_card_may_be_chosen():
    assert legal("2C 9C 4D KS", "7C", must_follow=False) == "2C 9C 4D KS"
    assert reason("7C", "4D", must_follow=False) == "suit"
    assert reason("7C", "2C", must_follow=False) is None


def test_the_options_at_the_table():
    """P0 lays 10C and P1 KS; then P1 holds clubs and must follow, P0 has no spade and may choose any card."""
    spades = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    _, chooser = one_round(f"10C 9C / 4C 5C {spades}", "10C / KS")
    assert chooser.asked[3] == (1, "4C 5C")
    assert chooser.asked[2][1].startswith("AC 2C 3C 6C")
    assert len(chooser.asked[2][1].split()) == 25


# ---- "Collecting Cards": both conditions, before the card is laid


def test_cards_of_another_suit_force_the_collection():
    assert reason("2C", "3D") == "suit"
    assert reason("2C", "KD") == "suit"
    assert reason("10C", "10D") == "suit"  # the suit is named even where the sum too would exceed 13


def test_sum_above_the_limit_forces_the_collection():
    assert reason("10C", "3C") is None  # exactly 13
    assert reason("10C", "4C") == "sum"
    assert reason("AC 2C 3C", "7C") is None
    assert reason("AC 2C 3C", "8C") == "sum"
    assert reason("10C", "4C", sum_limit=14) is None
    assert reason("AC", "AC", sum_limit=1) == "sum"


def test_an_empty_hand_is_never_collected():
    assert reason("", "10C", sum_limit=1) is None


def test_a_card_over_the_limit_lies_until_the_next_card():
    """Sum limit 5: 10C may start a packet, and any club after it, even one worth nothing, collects that packet."""
    assert reason("10C", "JC", sum_limit=5) == "sum"


def test_faces_are_outside_the_sum():
    assert reason("10C 3C", "KC") is None
    assert reason("JC QC KC 10C", "3C") is None
    assert reason("JC QC KC 10C", "4C") == "sum"


def test_faces_count():
    assert reason("AC", "QC", faces_count=True) is None  # 1 + 12
    assert reason("AC", "KC", faces_count=True) == "sum"  # 1 + 13
    assert reason("2C", "JC", faces_count=True) is None  # 2 + 11
    assert reason("JC", "3C", faces_count=True) == "sum"


def test_an_ace_is_worth_1_or_14():
    assert reason("10C 2C", "AC") is None
    assert reason("2C", "AC", ace_value=14) == "sum"
    assert reason("KC", "AC", ace_value=14) == "sum"
    assert reason("KC", "AC", ace_value=14, sum_limit=14) is None
    assert reason("", "AC", ace_value=14) is None
    assert reason("AC", "2C", ace_value=14, sum_limit=15) == "sum"


def test_collection_comes_before_the_card_is_laid():
    """P1 adds 4C to 10C: 14. P1 collects 10C alone and starts a packet with 4C, which P0 gets and must follow."""
    trace, chooser = one_round("10C 3D / 4C 2D", "10C 3D / 2D 4C")
    assert trace[1:13] == [
        {"event": "choose", "step": 1, "player": 0, "card": "10C"},
        {"event": "choose", "step": 1, "player": 1, "card": "2D"},
        {"event": "lay", "player": 0, "packet": ["10C"]},
        {"event": "lay", "player": 1, "packet": ["2D"]},
        {"event": "pass", "direction": "right"},
        {"event": "choose", "step": 2, "player": 0, "card": "3D"},
        {"event": "choose", "step": 2, "player": 1, "card": "4C"},
        {"event": "lay", "player": 0, "packet": ["2D", "3D"]},
        {"event": "collect", "player": 1, "cards": ["10C"], "why": "sum"},
        {"event": "lay", "player": 1, "packet": ["4C"]},
        {"event": "pass", "direction": "right"},
        {"event": "choose", "step": 3, "player": 0, "card": "AC"},
    ]
    assert chooser.asked[4] == (0, "AC 2C 3C 5C 6C 7C 8C 9C JC QC KC")


def test_without_must_follow_another_suit_forces_the_collection():
    trace, _ = one_round("10C 9C / 2D 3D AC", "10C 9C / 2D 3D", must_follow=False)
    assert events(trace, "collect")[:2] == [
        {"event": "collect", "player": 0, "cards": ["2D"], "why": "suit"},
        {"event": "collect", "player": 1, "cards": ["10C"], "why": "suit"},  # though P1 holds AC
    ]


def test_a_packet_grows_and_goes_on():
    """10C, then KC of P1 (a face), then 3C of P0 (13), then AC of P1 (14) collects all three."""
    trace, _ = one_round("10C 2D 3C AD / 9D KC JD AC", "10C 2D 3C AD / 9D KC JD AC")
    laid = [" ".join(event["packet"]) for event in events(trace, "lay")]
    assert laid[0::2][:4] == ["10C", "9D 2D", "10C KC 3C", "9D 2D JD AD"]  # of P0
    assert laid[1::2][:4] == ["9D", "10C KC", "9D 2D JD", "AC"]  # of P1
    collect = {"event": "collect", "player": 1, "cards": ["10C", "KC", "3C"], "why": "sum"}
    assert events(trace, "collect")[0] == collect


def test_all_choose_before_anything_moves():
    trace, _ = one_round("", "", players=5)
    kinds = [event["event"] for event in trace]
    assert kinds[1:12] == ["choose"] * 5 + ["lay"] * 5 + ["pass"]
    assert [event["player"] for event in trace[1:6]] == [0, 1, 2, 3, 4]


# ---- "Each player passes her hand of cards to the player on her right"; seats are numbered clockwise


def test_receivers():
    assert [ts.receiver(player, "right", 3) for player in range(3)] == [2, 0, 1]
    assert [ts.receiver(player, "left", 3) for player in range(3)] == [1, 2, 0]


def test_directions_by_round():
    assert [ts.direction_of_round(number, ts.DEFAULTS) for number in (1, 2, 3)] == ["right"] * 3
    alternate = {**ts.DEFAULTS, "pass_direction": "alternate"}
    assert [ts.direction_of_round(number, alternate) for number in (1, 2, 3)] == ["right", "left", "right"]


@pytest.mark.parametrize(
    ("direction", "suits"),  # the suit whose cards each player collects
    [("right", ["DHSC", "DHSC"]), ("left", ["SCDH", "SCDH"]), ("alternate", ["DHSC", "SCDH"])],
)
def test_whole_suits_go_to_the_neighbour(direction, suits):
    """Each holds one suit, so each card laid is collected by the neighbour who cannot follow; the last by the pass."""
    trace = []
    rules = {"rounds": 2, "pass_direction": direction}
    result = ts.play_match(rules, [suit_deck("CDHS")] * 2, Wishes(), trace)
    remainders = [event["cards"] for event in events(trace, "remainder")]
    assert remainders == [["K" + suit] for suit in chain(*suits)]
    told = [event["direction"] for event in events(trace, "pass")]
    by_round = ["right", "left"] if direction == "alternate" else [direction] * 2
    assert told == [by_round[0]] * 13 + [by_round[1]] * 13
    assert (result["forced_by_suit"], result["forced_by_sum"]) == ([24] * 4, [0] * 4)
    assert (result["points"], result["saved"]) == ([0] * 4, [38] * 4)  # 10 + 2 + 3 + 4 a suit, all by the moon
    assert result["decisions"] == 2 * 13 * 4
    assert result["largest_packet"] == 1


# ---- "End of Round": players collect whatever cards they have left in their hand


def test_final_pass():
    """With it, player 0 collects all of the right-hand neighbour's suit; without it, keeps the own king."""
    for final_pass, counts, scores in [
        (True, [0, 13, 0, 0], (0, 19)),
        (False, [1, 12, 0, 0], (4, 15)),  # 12 diamonds shoot the moon, one club does not
    ]:
        trace = []
        rules = {"rounds": 1, "final_pass": final_pass}
        result = ts.play_match(rules, [suit_deck("CDHS")], Wishes(), trace)
        assert [result[name][0] for name in ts.COLLECTED] == counts
        assert (result["points"][0], result["saved"][0]) == scores
        assert len(events(trace, "pass")) == (13 if final_pass else 12)


def test_remainders_are_not_forced():
    result = ts.play_match({"rounds": 1}, [suit_deck("CDHS")], Wishes())
    assert result["forced_by_suit"] == [12] * 4
    assert result["collected_diamonds"] == [13, 0, 0, 0]


def test_points_by_rank():
    off = {"shoot_the_moon": False}
    assert points("AC 2D 10H", "JC", "QC", "KC", **off) == [3, 2, 3, 4]
    assert points("AC 10C", "JC", "QC", "KC", **off, basic_points=5, ace_value=14) == [10, 2, 3, 4]
    assert points("AC", "JC", "QC", "KC", **off, jack_points=7, queen_points=8, king_points=0) == [1, 7, 8, 0]


# ---- "Shoot the Moon"


def test_moon():
    """Clubs: P0 two against one; hearts: P1 alone; P1's club counts."""
    assert score("AC KC", "QC 2H JH") == [{"points": 0, "saved": 5}, {"points": 3, "saved": 3}]
    assert score("AC KC", "QC 2H JH", shoot_the_moon=False) == [
        {"points": 5, "saved": 0},
        {"points": 6, "saved": 0},
    ]


def test_moon_counts_cards_not_points():
    assert points("2C 3C 4C", "KC QC") == [0, 7]


def test_moon_ties():
    assert score("2C KC", "3C 4C", "QC") == [
        {"points": 5, "saved": 0},
        {"points": 2, "saved": 0},
        {"points": 3, "saved": 0},
    ]
    assert score("2C KC", "3C 4C", "QC", moon_ties="everybody") == [
        {"points": 0, "saved": 5},
        {"points": 0, "saved": 2},
        {"points": 3, "saved": 0},
    ]


def test_moon_is_by_round():
    """P0 collects all diamonds in both rounds of the whole suits; the score event is of its round."""
    trace = []
    ts.play_match({"rounds": 2, "final_pass": False}, [suit_deck("CDHS")] * 2, Wishes(), trace)
    for event, number in zip(events(trace, "score"), (1, 2), strict=True):
        assert event["round"] == number
        assert event["by_player"] == [{"points": 4, "saved": 15}] * 4
        assert event["totals"] == [4 * number] * 4


# ---- "End of Game"


@pytest.mark.parametrize(("players", "given", "played"), [(2, 0, 2), (4, 0, 4), (7, 0, 7), (4, 1, 1), (3, 5, 5)])
def test_one_round_a_player_by_default(players, given, played):
    trace = []
    result = ts.play_match({"players": players, "rounds": given}, [ts.DECK] * played, Wishes(), trace)
    assert result["rounds"] == played
    assert [event["round"] for event in events(trace, "deal")] == list(range(1, played + 1))
    assert result["decisions"] == played * players * (52 // players)


def test_winner_lowest_or_highest():
    lowest, highest = ts.DEFAULTS, {**ts.DEFAULTS, "winner": "highest"}
    assert (ts.leaders([7, 3, 9], lowest), ts.leaders([7, 3, 9], highest)) == ([1], [2])
    assert (ts.leaders([3, 3, 9], lowest), ts.leaders([9, 3, 9], highest)) == ([0, 1], [0, 2])
    assert (ts.margin_of([7, 3, 9], lowest), ts.margin_of([7, 3, 9], highest)) == (4, 2)
    assert (ts.margin_of([3, 3, 9], lowest), ts.margin_of([9, 3, 9], highest)) == (0, 0)


def test_lead_changes_count_sole_leaders_only():
    assert ts.count_lead_changes([[0], [0, 1], [0], [1], [0, 1, 2], [2]]) == 2
    assert ts.count_lead_changes([[0, 1], [1]]) == 0


def test_everybody_may_win():
    trace = []
    result = ts.play_match({}, [suit_deck("CDHS")] * 4, Wishes(), trace)
    assert trace[-1] == {"event": "end", "winners": [0, 1, 2, 3]}
    assert (result["winners"], result["tie"], result["margin"]) == ([0, 1, 2, 3], True, 0)


# ---- bad calls


def test_unknown_rules_and_choices_are_errors():
    with pytest.raises(ValueError, match="unknown parameters"):
        ts.play_match({"player": 3}, [], Wishes())
    with pytest.raises(ValueError, match="moon_ties must be one of"):
        ts.play_match({"moon_ties": "all"}, [], Wishes())
    with pytest.raises(ValueError, match="is not among the options"):
        ts.play_match({}, [ts.DECK], Wishes("KS"))
    with pytest.raises(ValueError, match="the 52 cards"):
        ts.play_match({}, [ts.DECK[:51]], Wishes())


# ---- whole random plays


def random_rules(rng):
    return {
        "players": rng.randint(2, 8),
        "rounds": rng.randint(0, 3),
        "sum_limit": rng.randint(1, 60),
        "faces_count": rng.random() < 0.5,
        "must_follow": rng.random() < 0.5,
        **{name: rng.randint(0, 20) for name in ("jack_points", "queen_points", "king_points", "basic_points")},
        "ace_value": rng.choice([1, 14]),
        "shoot_the_moon": rng.random() < 0.5,
        "moon_ties": rng.choice(["nobody", "everybody"]),
        "pass_direction": rng.choice(["right", "left", "alternate"]),
        "final_pass": rng.random() < 0.5,
        "winner": rng.choice(["lowest", "highest"]),
    }


def test_random_plays_are_repeatable_and_add_up():
    rng = random.Random(5)
    for seed in range(60):
        rules, trace = random_rules(rng), []
        result = ts.play_random(seed, rules, trace)
        assert result == ts.play_random(seed, rules)
        players, rounds = rules["players"], result["rounds"]
        collected = events(trace, "collect", "remainder")
        dealt = rounds * (52 - 52 % players)
        assert sum(len(event["cards"]) for event in collected) == dealt == result["decisions"]
        assert sum(sum(result[name]) for name in ts.COLLECTED) == dealt
        assert len(events(trace, "collect")) == sum(result["forced_by_sum"]) + sum(result["forced_by_suit"])
        value = sum(ts.card_points(card, rules) for event in collected for card in event["cards"])
        assert sum(result["points"]) + sum(result["saved"]) == value
        assert max(len(event["packet"]) for event in events(trace, "lay")) == result["largest_packet"]
        assert all(len({card[-1] for card in event["packet"]}) == 1 for event in events(trace, "lay"))
        assert events(trace, "score")[-1]["totals"] == result["totals"] == result["points"]


def test_the_program_prints_its_speed(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["trickster.py", "3"])
    ts.main()
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["plays_per_s"] > 0
