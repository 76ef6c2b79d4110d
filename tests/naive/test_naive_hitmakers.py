"""The naive reference of Hitmakers, checked by rulebook paragraph against examples worked by hand."""

import random

import pytest

from . import hitmakers as hm


def cards(text):
    return [hm.card_named(word) for word in text.split()]


def deck(front):
    """A full deck that starts with the given cards; the others follow in ascending order."""
    first = cards(front)
    return first + [card for card in range(52) if card not in first]


def always(**answers):
    """A chooser with one wish per kind of decision; forced decisions are obeyed, `first` is the fallback."""

    def choose(player, kind, options):
        wish = answers.get(kind, options[0])
        return wish if wish in options else options[0]

    return choose


class Script:
    """A chooser that plays a list of (player, kind, options, answer) and checks that it is asked just that."""

    def __init__(self, *steps):
        self.steps = list(steps)

    def __call__(self, player, kind, options):
        assert self.steps, f"not expected: player {player} {kind} {options}"
        expected_player, expected_kind, expected_options, answer = self.steps.pop(0)
        if kind in ("discard", "present"):
            expected_options, answer = cards(expected_options), hm.card_named(answer)
        else:
            expected_options = expected_options.split()
        assert (player, kind, options) == (expected_player, expected_kind, expected_options)
        return answer


def one_deal(front, choose, **rules):
    trace = []
    small = {"score_target": 0, "hand_size": 2, "production_rounds": 1, **rules}
    return hm.play_match(small, iter([deck(front)]), choose, trace), trace


def events(trace, *kinds):
    return [event for event in trace if event["event"] in kinds]


def score(*hands, **rules):
    """The totals of these final hands."""
    return [line["total"] for line in score_lines(*hands, **rules)]


def score_lines(*hands, **rules):
    return hm.score_hands([cards(hand) for hand in hands], {**hm.DEFAULTS, **rules})


SHOW = "decline scout"
TURN = "stock pass"  # options of a turn while nothing has been discarded


# ---- "Rank values", "a cyclical hierarchy"


def test_card_names():
    assert [hm.name(card) for card in (0, 12, 13, 35, 51)] == ["AC", "KC", "AD", "10H", "KS"]
    assert [hm.card_named(hm.name(card)) for card in range(52)] == list(range(52))
    assert [hm.rank_of(card) for card in cards("AS JS QS KS")] == [1, 11, 12, 13]


def test_ring():
    for beaten, winner in [("10D", "10C"), ("10H", "10D"), ("10S", "10H"), ("10C", "10S"), ("AC", "AS"), ("KH", "KD")]:
        assert hm.name(hm.scout_of(hm.card_named(beaten))) == winner


# ---- "Start", "Production Rounds"


def test_dealing_order_turns_and_trace():
    """P0 KC 5C, P1 2C 9D, P2 3C 4C; star 8S; stock QH JH. P0 draws QH, discards 5C; P1 takes 5C; P2 passes."""
    script = Script(
        (0, "draw", TURN, "stock"),
        (0, "discard", "5C KC QH", "5C"),
        (1, "draw", "stock discard pass", "discard"),
        (1, "discard", "2C 5C 9D", "5C"),  # taking a discard and discarding it again is allowed
        (2, "draw", "stock discard pass", "pass"),
    )
    result, trace = one_deal("KC 5C 2C 9D 3C 4C 8S QH JH", script)
    assert script.steps == []
    assert trace[:-2] == [
        {"event": "deal", "seat_of_player": [0, 1, 2], "hands": [["5C", "KC"], ["2C", "9D"], ["3C", "4C"]]},
        {"event": "star", "card": "8S"},
        {"event": "draw", "player": 0, "from": "stock", "card": "QH"},
        {"event": "discard", "player": 0, "card": "5C"},
        {"event": "draw", "player": 1, "from": "discard", "card": "5C"},
        {"event": "discard", "player": 1, "card": "5C"},
        {"event": "pass", "player": 2},
        {"event": "present", "card": "8S"},
        {"event": "contract", "player": None, "cards": ["8S"]},
    ]
    # clubs: P2 has two cards, P0 the king alone (prestige and one-hit wonder), appeal P2 by 4-3=1;
    # diamonds: P1 alone 3+1; hearts: P0 alone 3+1.
    assert result["totals"] == [6, 4, 2]
    assert trace[-2]["totals"] == [6, 4, 2]
    assert trace[-2]["by_player"][0] == {
        "market_saturation": 1,
        "broad_appeal": 1,
        "critical_prestige": 2,
        "one_hit_wonder": 2,
        "shutout": 0,
        "total": 6,
    }
    assert trace[-1] == {"event": "end", "winners": [0]}
    assert (result["draws_stock"], result["draws_discard"], result["passes"]) == ([1, 0, 0], [0, 1, 0], [0, 0, 1])
    assert (result["decisions"], result["unscouted"], result["longest_chain"]) == (5, 1, 0)


def test_pass_needs_the_rule_or_no_possible_draw():
    script = Script(
        (0, "draw", "stock", "stock"),
        (0, "discard", "5C KC QH", "5C"),
        (1, "draw", "stock discard", "discard"),
        (1, "discard", "2C 5C 9D", "5C"),
        (2, "draw", "stock discard", "discard"),
        (2, "discard", "3C 4C 5C", "3C"),
    )
    one_deal("KC 5C 2C 9D 3C 4C 8S QH JH", script, may_pass=False)
    assert script.steps == []


def test_the_top_of_the_discard_pile_is_its_last_card():
    script = Script(
        (0, "draw", TURN, "stock"),
        (0, "discard", "5C KC QH", "5C"),
        (1, "draw", "stock discard pass", "stock"),
        (1, "discard", "2C 9D JH", "9D"),
        (2, "draw", "stock discard pass", "discard"),
        (2, "discard", "3C 4C 9D", "4C"),
    )
    one_deal("KC 5C 2C 9D 3C 4C 8S QH JH", script)
    assert script.steps == []


def test_stock_runs_out():
    """2 x 13 cards, 13 rounds: 26 cards of stock, three a round (a star and two draws), so 8 rounds and 2 cards."""
    trace = []
    rules = {"players": 2, "hand_size": 13, "production_rounds": 13, "score_target": 0, "may_pass": False}
    result = hm.play_match(rules, iter([list(range(52))]), always(draw="stock"), trace)
    # round 9 reveals a star, seat 0 draws the last card; seat 1 and rounds 10 to 13 have only the discard pile
    assert len(events(trace, "star")) == 9
    assert result["draws_stock"] == [9, 8]
    assert result["draws_discard"] == [4, 5]
    assert result["passes"] == [0, 0]


def test_forced_pass_without_stock_and_discards():
    asked = []

    def choose(player, kind, options):
        asked.append((player, kind, options))
        return options[0]

    rules = {"players": 4, "hand_size": 12, "production_rounds": 4, "concentration": True}
    rules.update(score_target=0, may_pass=False)
    result = hm.play_match(rules, iter([list(range(52))]), choose)
    assert asked[:16] == [(player, "draw", ["pass"]) for player in (0, 1, 2, 3)] * 4
    assert result["passes"] == [4, 4, 4, 4]


def test_impossible_dealing_is_an_error():
    # 4 x 12 + 5 = 53 cards; 4 x 11 + 5 = 49 can be dealt
    with pytest.raises(ValueError, match="largest hand_size that works is 11"):
        hm.play_random(1, {"players": 4, "hand_size": 12, "production_rounds": 4, "extra_stars": 1})
    with pytest.raises(ValueError, match="unknown"):
        hm.play_random(1, {"color": 1})


# ---- "Talent Show"


def test_source_example_scout_and_poach():
    """The star 10S is scouted by player 2's 10H, poached by player 1's 10D; nobody has 10C."""
    script = Script(
        (0, "draw", TURN, "pass"),
        (1, "draw", TURN, "pass"),
        (2, "draw", TURN, "pass"),
        (2, "show", SHOW, "scout"),
        (1, "show", SHOW, "scout"),
    )
    result, trace = one_deal("KC 5C 10D 2C 10H 3C 10S", script)
    assert script.steps == []
    assert events(trace, "present", "scout", "poach", "contract") == [
        {"event": "present", "card": "10S"},
        {"event": "scout", "player": 2, "card": "10H"},
        {"event": "poach", "player": 1, "card": "10D"},
        {"event": "contract", "player": 1, "cards": ["10S", "10H", "10D"]},
    ]
    # P0 KC 5C: three in clubs. P1 2C 10D 10H 10S: 3 + one-hit wonder in each of three suits. P2 3C: nothing.
    assert (result["totals"], result["winners"], result["margin"]) == ([3, 12, 0], [1], 9)
    assert result["scouted"] == [0, 0, 1]
    assert result["poached"] == [0, 1, 0]
    assert result["lost_to_poacher"] == [0, 0, 1]
    assert result["star_cards"] == [0, 3, 0]
    assert (result["longest_chain"], result["unscouted"], result["decisions"]) == (2, 0, 5)


def test_chain_ends_after_three_cards():
    """10S <- 10H (P0) <- 10D (P1) <- 10C (P0); the next scout would be the star."""
    result, trace = one_deal("10H 10C 10D 2C 5H 3C 10S", always(draw="pass", show="scout"), self_poach=True)
    assert events(trace, "contract") == [{"event": "contract", "player": 0, "cards": ["10S", "10H", "10D", "10C"]}]
    assert (result["scouted"], result["poached"]) == ([1, 0, 0], [1, 1, 0])
    assert result["lost_to_poacher"] == [1, 1, 0]
    assert (result["longest_chain"], result["decisions"]) == (3, 6)


def test_declining_a_star_or_a_poach():
    result, trace = one_deal("KC 5C 10D 2C 10H 3C 10S", always(draw="pass", show="decline"))
    assert events(trace, "contract") == [{"event": "contract", "player": None, "cards": ["10S"]}]
    assert (result["unscouted"], result["decisions"]) == (1, 4)

    def only_player_2(player, kind, options):
        return options[-1] if kind == "draw" or player == 2 else options[0]

    result, trace = one_deal("KC 5C 10D 2C 10H 3C 10S", only_player_2)
    assert events(trace, "contract") == [{"event": "contract", "player": 2, "cards": ["10S", "10H"]}]
    assert result["decisions"] == 5


def test_self_poach():
    front = "10H 10D 2C 9S 5H 3C 10S"
    result, trace = one_deal(front, always(draw="pass", show="scout"))
    assert events(trace, "contract")[0]["cards"] == ["10S", "10H"]
    assert result["decisions"] == 4  # the holder of the top card is not asked
    result, trace = one_deal(front, always(draw="pass", show="scout"), self_poach=True)
    assert events(trace, "poach") == [{"event": "poach", "player": 0, "card": "10D"}]
    assert events(trace, "contract")[0]["cards"] == ["10S", "10H", "10D"]
    assert (result["scouted"], result["poached"], result["lost_to_poacher"]) == ([1, 0, 0], [0, 0, 0], [0, 0, 0])
    assert result["star_cards"] == [3, 0, 0]


def test_won_cards_scout_later_stars():
    """P0 wins 10S with 10H (10D is in the stock); then the won 10S scouts 10C; covering it with 10H is self-poach."""
    result, trace = one_deal("10H KC 2C 3C 4C 5C 10S 10C", always(draw="pass", show="scout"), production_rounds=2)
    assert [event["cards"] for event in events(trace, "contract")] == [["10S", "10H"], ["10C", "10S"]]
    assert result["star_cards"] == [4, 0, 0]


def test_emcee_chooses():
    """Stars 9S 2H 7C in row order; the last seat picks 7C, 9S and is asked for the last one too."""
    script = Script(
        *[(player, "draw", TURN, "pass") for player in (0, 1, 2)] * 3,
        (2, "present", "7C 2H 9S", "7C"),
        (2, "present", "2H 9S", "9S"),
        (2, "present", "2H", "2H"),
    )
    rules = {"production_rounds": 3, "presentation": "emcee_chooses"}
    _, trace = one_deal("KC QC JC 10C 4C 5C 9S 2H 7C", script, **rules)
    assert script.steps == []
    assert [event["card"] for event in events(trace, "present")] == ["7C", "9S", "2H"]


# ---- "Scoring"


def test_scoring_one_suit():
    """P0 2C 5C 9C: most cards. P1 AC KC: highest, difference 12. P2 7C: nothing."""
    lines = score_lines("2C 5C 9C", "AC KC", "7C")
    assert [line["market_saturation"] for line in lines] == [1, 0, 0]
    assert [line["critical_prestige"] for line in lines] == [0, 1, 0]
    assert [line["broad_appeal"] for line in lines] == [0, 1, 0]
    assert [line["total"] for line in lines] == [1, 2, 0]
    points = {"market_saturation_points": 5, "critical_prestige_points": 3, "broad_appeal_points": 2}
    assert score("2C 5C 9C", "AC KC", "7C", **points) == [5, 5, 0]


def test_broad_appeal_before_and_after_the_revision():
    hands = ("2C 9C", "3C QC", "KC")  # lowest rank P0; differences 7, 9, 0
    assert [line["broad_appeal"] for line in score_lines(*hands)] == [0, 1, 0]
    assert [line["broad_appeal"] for line in score_lines(*hands, broad_appeal="lowest_rank")] == [1, 0, 0]


def test_ties():
    """P0 3C 5C and P1 8C 10C tie in cards and in difference; P1 has the highest rank. P2 has nothing in clubs."""
    assert score("3C 5C", "8C 10C", "") == [0, 1, 0]
    assert score("3C 5C", "8C 10C", "", ties="everybody") == [2, 3, 0]


def test_single_cards_have_difference_zero_and_can_win():
    # alone in clubs with one card: three criteria and the wonder
    assert score("4C", "", "") == [4, 0, 0]
    # two single cards tie in cards and difference; the nine is highest and a wonder
    assert score("4C", "9C", "") == [0, 2, 0]


def test_one_hit_wonder():
    def wonder(*hands):
        return [line["one_hit_wonder"] for line in score_lines(*hands, one_hit_wonder_points=4)]

    assert wonder("QH", "2H 3H JH", "") == [4, 0, 0]
    assert wonder("QH", "2H KH", "") == [0, 0, 0]  # not the highest
    assert wonder("QH KH", "2H", "") == [0, 0, 0]  # the highest, but not the only one
    assert wonder("QH 9S", "KD", "AC") == [8, 4, 4]  # suit by suit; P0 in hearts and spades


def test_shutout():
    assert [line["shutout"] for line in score_lines("2C 3C", "4D", "5D AH", shutout_points=2)] == [2, 0, 2]
    assert [line["shutout"] for line in score_lines("2C 3C", "4D", "5D AH")] == [0, 0, 0]


def test_one_award_per_seat():
    """P0 AC 5C KC would win all three; P1 2C 9C, P2 3C 12C."""
    hands = ("AC 5C KC", "2C 9C", "3C QC")
    assert score(*hands) == [3, 0, 0]
    # saturation P0, prestige P2 (QC beats 9C), appeal is left to P1
    assert score(*hands, one_award_per_seat=True) == [1, 1, 1]
    points = {"market_saturation_points": 1, "critical_prestige_points": 2, "broad_appeal_points": 4}
    assert score(*hands, one_award_per_seat=True, **points) == [1, 4, 2]
    # prestige P0; appeal P2 (9 against 7), saturation P1
    order = ["prestige", "appeal", "saturation"]
    assert score(*hands, one_award_per_seat=True, criteria_order=order, **points) == [2, 1, 4]
    # appeal P0; saturation ties P1 and P2, nobody; prestige P2
    order = ["appeal", "saturation", "prestige"]
    assert score(*hands, one_award_per_seat=True, criteria_order=order, **points) == [4, 0, 2]
    # the same with everybody: both have saturation, so nobody is left for prestige
    assert score(*hands, one_award_per_seat=True, criteria_order=order, ties="everybody", **points) == [4, 1, 1]


def test_special_cases_are_no_awards():
    """P0 alone in hearts with one card: one criterion only, and both special cases on top."""
    assert score("KH", "", "", one_award_per_seat=True, shutout_points=1) == [3, 0, 0]


# ---- "Play to a predetermined number of points"

# Every deal of this deck, all passing, gives 2 points to seat 0 (KC: prestige and wonder; cards and difference tie with
# AC), 4 to seat 1 (5D: all three criteria and the wonder) and 0 to seat 2 (AC). The star 2S is not scouted.
ROTATION = {"hand_size": 1, "production_rounds": 1}
ROTATION_DECK = "KC 5D AC 2S"


def test_match_rotation():
    """The deal passes left: player 1 sits in seat 0 of the second deal, player 2 of the third."""
    trace = []
    rules = {**ROTATION, "score_target": 10}
    result = hm.play_match(rules, iter([deck(ROTATION_DECK)] * 9), always(draw="pass"), trace)
    assert [event["seat_of_player"] for event in events(trace, "deal")] == [[0, 1, 2], [2, 0, 1], [1, 2, 0], [0, 1, 2]]
    assert [event["hands"] for event in events(trace, "deal")][1] == [["AC"], ["KC"], ["5D"]]
    assert [event["player"] for event in events(trace, "pass")] == [0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 1, 2]
    # deal 0: 2 4 0, deal 1: 0 2 4 -> 2 6 4, deal 2: 4 0 2 -> 6 6 6, deal 3: 2 4 0 -> 8 10 6
    assert [event["totals"] for event in events(trace, "score")] == [[2, 4, 0], [2, 6, 4], [6, 6, 6], [8, 10, 6]]
    assert (result["winners"], result["margin"], result["deals"], result["capped"]) == ([1], 2, 4, False)
    assert result["points"] == result["totals"] == [8, 10, 6]
    assert result["one_hit_wonder"] == [1 + 0 + 1 + 1, 1 + 1 + 0 + 1, 0 + 1 + 1 + 0]
    assert (result["deal_points"], result["deal_wins"]) == ([2.0, 4.0, 0.0], [0.0, 1.0, 0.0])
    assert result["lead_changes"] == 0
    assert len(events(trace, "end")) == 1


def test_match_ties_and_cap():
    decks = [deck(ROTATION_DECK)] * 9
    result = hm.play_match({**ROTATION, "score_target": 6, "max_deals": 3}, iter(decks), always(draw="pass"))
    assert (result["winners"], result["deals"], result["capped"]) == ([1], 2, False)
    result = hm.play_match({**ROTATION, "score_target": 7, "max_deals": 3}, iter(decks), always(draw="pass"))
    assert (result["winners"], result["margin"], result["capped"]) == ([0, 1, 2], 0, True)
    result = hm.play_match({**ROTATION, "score_target": 10, "max_deals": 4}, iter(decks), always(draw="pass"))
    assert (result["winners"], result["capped"]) == ([1], False)  # reached in the last deal allowed
    result = hm.play_match({**ROTATION, "score_target": 0}, iter(decks), always(draw="pass"))
    assert (result["winners"], result["deals"], result["capped"]) == ([1], 1, False)


def test_lead_changes_pass_over_shared_leads():
    """The hand 5D makes 4 points, KC makes 2, AC none; `alone` has the deck that puts 5D into a given seat."""
    alone = {0: "5D KC AC 2S", 1: "KC 5D AC 2S", 2: "KC AC 5D 2S"}
    # deal 0, seats = players: P0 4, P1 2, P2 0 -> 4 2 0, leader P0
    # deal 1, P1 in seat 0: seat 0 makes 4 (P1), seat 1 (P2) makes 2 -> 4 6 2, leader P1: change 1
    # deal 2, P2 in seat 0, P0 in seat 1, P1 in seat 2: seat 1 makes 4 (P0), seat 0 (P2) 2 -> 8 6 4: change 2
    # deal 3, seats = players: seat 1 makes 4 (P1), seat 0 (P0) 2 -> 10 10 4: shared, no change
    # deal 4, P1 seat 0, P2 seat 1, P0 seat 2: seat 2 makes 4 (P0), seat 0 (P1) 2 -> 14 12 4: P0 again, no change
    order = [deck(alone[seat]) for seat in (0, 0, 1, 1, 2)]
    trace = []
    rules = {**ROTATION, "score_target": 14}
    result = hm.play_match(rules, iter(order), always(draw="pass"), trace)
    assert [event["totals"] for event in events(trace, "score")] == [
        [4, 2, 0],
        [4, 6, 2],
        [8, 6, 4],
        [10, 10, 4],
        [14, 12, 4],
    ]
    assert (result["lead_changes"], result["winners"], result["margin"]) == (2, [0], 2)

    # deal 4 otherwise: seat 0 makes 4 (P1), seat 1 (P2) 2 -> 10 14 6: P1 after P0 with a shared lead between: change 3
    order[4] = deck(alone[0])
    result = hm.play_match(rules, iter(order), always(draw="pass"))
    assert (result["totals"], result["lead_changes"], result["margin"]) == ([10, 14, 6], 3, 4)


# ---- "4-Player Variant", "Concentration Variant"


def test_four_players():
    """24 dealt, 5 rounds of a star and 4 draws leave 3, a sixth star leaves 2: no bonus round. Passing: bonus round."""
    trace = []
    rules = {**hm.FOUR_PLAYERS, "score_target": 0}
    result = hm.play_match(rules, iter([list(range(52))]), always(draw="stock"), trace)
    assert (len(events(trace, "star")), sum(result["draws_stock"])) == (6, 20)
    trace = []
    result = hm.play_match(rules, iter([list(range(52))]), always(draw="pass"), trace)
    assert (len(events(trace, "star")), result["passes"]) == (6, [6, 6, 6, 6])
    kinds = [event["event"] for event in trace if event["event"] in ("star", "pass")]
    assert kinds == (["star"] + ["pass"] * 4) * 5 + ["star"] + ["pass"] * 4


def test_bonus_round_needs_a_card_a_player():
    """4 x 10 dealt leave 12 cards; all passing, 7 rounds and an extra star leave 4, 8 rounds and an extra star 3."""
    rules = {"players": 4, "hand_size": 10, "extra_stars": 1, "bonus_round": True, "score_target": 0}
    result = hm.play_match({**rules, "production_rounds": 7}, iter([deck("")]), always(draw="pass"))
    assert result["passes"] == [8, 8, 8, 8]
    result = hm.play_match({**rules, "production_rounds": 8}, iter([deck("")]), always(draw="pass"))
    assert result["passes"] == [8, 8, 8, 8]  # the 8 production rounds alone


@pytest.mark.parametrize("presentation", ["row_order", "emcee_chooses"])
def test_concentration_order(presentation):
    """2 rounds, 2 extra stars and a bonus round: one star down a round, the fourth after the last round."""
    rules = {"concentration": True, "production_rounds": 2, "extra_stars": 2, "bonus_round": True}
    front = "KC QC JC 10C 4C 5C 9S 2H 7C 3D"
    _, trace = one_deal(front, always(draw="pass"), presentation=presentation, **rules)
    kinds = [(event["event"], event.get("card")) for event in trace]
    passes = [("pass", None)] * 3
    assert kinds[:-2] == [
        ("deal", None),
        *[("star", "9S"), ("star", "2H"), ("star", "7C"), ("star", "3D")],
        *passes,
        ("turn_down", "9S"),
        *passes,
        ("turn_down", "2H"),
        *passes,  # the bonus round
        ("turn_down", "7C"),
        ("turn_down", "3D"),
        *[("present", "9S"), ("contract", None), ("present", "2H"), ("contract", None)],
        *[("present", "7C"), ("contract", None), ("present", "3D"), ("contract", None)],
    ]


# ---- whole random plays


def random_rules(rng):
    players = rng.randint(2, 6)
    return {
        "players": players,
        "hand_size": rng.randint(1, 36 // players),
        "production_rounds": rng.randint(1, 10),
        "extra_stars": rng.randint(0, 6),
        "bonus_round": rng.random() < 0.5,
        "concentration": rng.random() < 0.5,
        "may_pass": rng.random() < 0.5,
        "presentation": rng.choice(["row_order", "emcee_chooses"]),
        "self_poach": rng.random() < 0.5,
        "broad_appeal": rng.choice(["lowest_rank", "largest_difference"]),
        "criteria_order": rng.sample(["saturation", "prestige", "appeal"], 3),
        "one_award_per_seat": rng.random() < 0.5,
        "ties": rng.choice(["nobody", "everybody"]),
        "shutout_points": rng.randint(0, 2),
        "score_target": rng.choice([0, 10, 30]),
        "max_deals": rng.randint(1, 6),
    }


def test_random_plays_are_repeatable_and_add_up():
    rng = random.Random(5)
    for seed in range(150):
        rules = random_rules(rng)
        trace = []
        result = hm.play_random(seed, rules, trace)
        assert result == hm.play_random(seed, rules)
        assert len(events(trace, "deal", "score")) == 2 * result["deals"]
        assert len(events(trace, "scout", "poach", "contract")) >= len(events(trace, "present"))
        assert sum(result["poached"]) == sum(result["lost_to_poacher"])
        stars = len(events(trace, "star"))
        assert stars == len(events(trace, "present")) == sum(result["scouted"]) + result["unscouted"]
        draws = sum(result["draws_stock"]) + sum(result["draws_discard"])
        assert draws == len(events(trace, "discard"))
        assert result["totals"] == [sum(result[line][p] for line in hm.SCORE_LINES) for p in range(rules["players"])]
        assert sum(result["deal_points"]) * result["deals"] == pytest.approx(sum(result["totals"]))
        assert sum(result["deal_wins"]) == pytest.approx(1)
