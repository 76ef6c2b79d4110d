"""Plays worth watching: found among a batch's plays, and where a play parts from that of another revision."""

from dataclasses import replace

from tests.support.scenarios import scenario
from workbench.play.batches import simulate
from workbench.play.films import watch
from workbench.play.notable import find_play, is_kind, kind_of_value, kinds_of, parting, rules_that_part
from workbench.report.play_table import parting_of

PLAYS = 60
HERE, BASE = scenario(PLAYS, score_target=0), scenario(PLAYS, score_target=0, broad_appeal="lowest_rank")


def test_the_most_notable_play_is_that_of_the_batch() -> None:
    results = simulate(HERE).results
    there = simulate(BASE).results
    lengths = results["decisions"].tolist()
    assert find_play(HERE, "longest") == (lengths.index(max(lengths)), PLAYS)
    assert find_play(HERE, "shortest") == (lengths.index(min(lengths)), PLAYS)
    spreads = [max(points) - min(points) for points in results["points"][:, :3].tolist()]
    assert find_play(HERE, "widest") == (spreads.index(max(spreads)), PLAYS)
    others = [play for play in range(PLAYS) if results[play]["winners"] != there[play]["winners"]]
    assert find_play(HERE, "winner", BASE) == (others[0], PLAYS)
    assert find_play(HERE, "winner", HERE) == (None, PLAYS)


def test_each_measure_of_a_play_has_its_largest_difference() -> None:
    results, there = simulate(HERE).results, simulate(BASE).results
    kinds = kinds_of(HERE.game)
    assert all(kind.label for kind in kinds.values())
    for name in ("decisions", "lead_changes", "margin"):
        gaps = abs(results[name].astype(float) - there[name].astype(float)).tolist()
        if max(gaps) > 0:
            assert find_play(HERE, f"difference-{name}", BASE) == (gaps.index(max(gaps)), PLAYS)
    differing = [play for play in range(PLAYS) if results[play] != there[play]]
    assert find_play(HERE, "differs", BASE) == (differing[0], PLAYS)


def test_the_rule_that_parts_two_plays_is_found_among_those_that_changed() -> None:
    play, _ = find_play(HERE, "winner", BASE)
    assert play is not None
    other = replace(BASE, rules={**BASE.rules, "max_deals": HERE.rules["max_deals"] + 1})
    one, two = watch(HERE, play), watch(other, play)
    assert rules_that_part(one, two) == ["broad_appeal"]
    assert rules_that_part(one, watch(BASE, play)) == [], "a single rule needs no plays to be found"


def test_plays_part_where_something_differs_first() -> None:
    play, _ = find_play(HERE, "winner", BASE)
    assert play is not None
    one, other = watch(HERE, play), watch(BASE, play)
    here, there = list(one.scenes()), list(other.scenes())
    step = parting(here, there)
    assert step is not None
    assert here[:step] == there[:step]
    assert here[step] != there[step]
    assert parting(here, here) is None
    told = parting_of(one, other, None)
    assert told.step == step
    assert "lowest rank" in told.rules
    assert told.end_there != parting_of(one, one, None).end_there


def test_a_seat_is_told_of_a_parting_from_what_it_sees_alone() -> None:
    play, _ = find_play(HERE, "winner", BASE)
    one, other = watch(HERE, play or 0), watch(BASE, play or 0)
    steps = [parting_of(one, other, seat).step or 0 for seat in (None, 0, 1, 2)]
    assert min(steps[1:]) >= steps[0]


def test_a_value_leads_to_the_first_play_that_has_it() -> None:
    results = simulate(HERE).results
    lengths, points = results["decisions"].tolist(), results["points"][:, :3]
    assert find_play(HERE, kind_of_value("decisions", lengths[7], lengths[7] + 1))[0] == lengths.index(lengths[7])
    best = int(points.max())
    first = int((points == best).any(axis=1).argmax())
    assert find_play(HERE, kind_of_value("points", best, best + 1))[0] == first
    assert find_play(HERE, kind_of_value("points", best + 1, best + 9)) == (None, PLAYS)
    assert is_kind(HERE.game, "points:1..2") and not is_kind(HERE.game, "nothing:1..2")
