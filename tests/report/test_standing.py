"""One verdict a revision: by who played most, with its bots; and where two strengths contradict each other, that."""

import datetime as dt
from dataclasses import replace

from workbench.report.standing import DISAGREE, verdict_of, verdicts_of
from workbench.store.history import Finding

NOON = dt.datetime(2026, 1, 1, 12, tzinfo=dt.UTC)
GREEDY = Finding(
    run="r2",
    game="hitmakers",
    revision="later",
    rules_hash="b",
    goals={"tie_rate": "met"},
    bots=("greedy",) * 3,
    plays=20_000,
    seed=1,
    sentence="Matches last longer.",
    brief="deals +2 %",
    base_run="r1",
    base="first",
    base_rules_hash="a",
    verdicts={"deals": ("higher", "deals"), "draws": ("lower", "cards drawn"), "lead": ("undecided", "lead")},
    found_at=NOON,
)
SEARCH = replace(
    GREEDY, run="s2", base_run="s1", bots=("ismcts:200",) * 3, plays=1_000, brief="nothing clearly changed",
    verdicts={"deals": ("undecided", "deals"), "draws": ("lower", "cards drawn"), "lead": ("higher", "lead")},
    found_at=NOON + dt.timedelta(hours=1),
)  # fmt: skip
OPPOSITE = replace(SEARCH, verdicts={**SEARCH.verdicts, "draws": ("higher", "cards drawn")})


def test_a_smaller_run_never_replaces_a_larger_one() -> None:
    again = replace(GREEDY, plays=500, seed=2, brief="deals −9 %", found_at=NOON + dt.timedelta(hours=2))
    verdict = verdict_of([again, SEARCH, GREEDY])
    assert verdict and verdict.finding == GREEDY and verdict.other is None
    assert verdict.latest == again.found_at
    assert "deals +2 %" in verdict.brief and "quick, 20\u202f000 plays" in verdict.brief
    assert verdict_of([]) is None


def test_where_two_strengths_disagree_that_is_the_verdict() -> None:
    verdict = verdict_of([OPPOSITE, GREEDY])
    assert verdict and (verdict.finding, verdict.other) == (GREEDY, OPPOSITE)
    assert [disagreement.label for disagreement in verdict.disagreements] == ["cards drawn"], (
        "undecided is no disagreement"
    )
    for text in (verdict.brief, verdict.sentence):
        assert "disagree" in text and "cards drawn" in text and "quick" in text and "tree search 200" in text
    assert "lower by quick, higher by tree search 200" in verdict.sentence
    assert (verdict.query["bots"], verdict.query["also"], verdict.query["also_plays"]) == (
        "greedy",
        "ismcts:200",
        1_000,
    )


def test_a_goal_that_one_meets_and_the_other_misses_is_a_disagreement() -> None:
    verdict = verdict_of([replace(SEARCH, goals={"tie_rate": "missed"}), GREEDY])
    assert verdict and verdict.goals == {"tie_rate": DISAGREE} and "tie rate" in verdict.brief
    agreed = verdict_of([replace(SEARCH, goals={"tie_rate": "undecided"}), GREEDY])
    assert agreed and agreed.goals == {"tie_rate": "met"} and agreed.other is None


def test_each_revision_and_base_has_one_verdict_newest_first() -> None:
    alone = replace(GREEDY, base="", base_rules_hash="", verdicts={}, brief="")
    verdicts = verdicts_of([SEARCH, alone, GREEDY])
    assert [row.finding for row in verdicts] == [GREEDY, alone]
    assert verdicts[1].brief == "quick, 20\u202f000 plays"
