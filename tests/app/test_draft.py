"""A revision in the making, the rulebook as it is shown, and files to take away: without Streamlit."""

import csv
import datetime as dt
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.app.draft import Draft, complaint, name_complaint, sections, suggested_name
from workbench.app.widgets.text import SIGNS, changed_parts, literal, smaller_headings
from workbench.engine.problems import Problem
from workbench.play.batches import simulate
from workbench.play.comparisons import Comparison
from workbench.play.options import Keep, RunOptions
from workbench.report.downloads import file_stem, plays_csv, run_csv
from workbench.report.renderers.html import as_html
from workbench.report.renderers.text import as_csv
from workbench.report.rulebook import compare_rulebooks, render_rulebook
from workbench.report.summary import Summary, summarise
from workbench.scenario import Scenario
from workbench.store import Store
from workbench.studies.compare import STUDY as COMPARE
from workbench.studies.compare.measure import CompareAnswer

Pair = tuple[Scenario, Scenario]
TODAY = dt.date(2026, 11, 21)


def draft(parent: Scenario, **values: object) -> Draft:
    return Draft(parent, {**parent.rules, **values})


def test_an_untouched_draft_changes_nothing(pair: Pair) -> None:
    edited = draft(pair[1])
    assert (edited.changed, edited.noticed, edited.elsewhere) == ([], [], [])


def test_changes_stand_in_the_order_of_the_rules(pair: Pair) -> None:
    assert draft(pair[1], ties="everybody", players=4).changed == ["players", "ties"]


def test_without_a_title_a_draft_is_called_by_what_it_changes(pair: Pair) -> None:
    assert draft(pair[1], hand_size=6).title == "Hand size: 6 cards"
    assert draft(pair[1], players=4, may_pass=False, ties="everybody").title == ("4 players, may pass: no, 1 more")
    assert draft(pair[1]).title == ""


def test_problems_are_the_games_own_beside_their_field(pair: Pair) -> None:
    edited = draft(pair[1], hand_size=40, players="many")
    assert edited.problems == pair[1].game.problems(edited.values)
    assert [problem.place for problem in edited.at("players")] == ["players"]
    assert edited.at("ties") == []


def test_a_warning_is_no_problem(pair: Pair) -> None:
    edited = draft(pair[1], production_rounds=13)
    assert edited.problems == []
    assert edited.at("production_rounds")[0].warning


def test_what_stands_beside_a_field_does_not_repeat_its_name() -> None:
    assert complaint(Problem("hand_size", "at most 13", "40")) == "40: at most 13"
    assert complaint(Problem("hand_size", "must be a whole number", "None")) == "must be a whole number"


def test_obstacles_are_listed_in_sentences(pair: Pair) -> None:
    assert draft(pair[1]).obstacles({"name": " ", "reason": "", "aims": ""}, ["x"]) == [
        "Nothing differs from Broad appeal by difference yet.",
        "The revision needs a name.",
        "Give the reason for this change.",
    ]
    taken = ["four-players"]
    assert name_complaint("Not A Name", taken).startswith("The name must be of small letters")
    assert name_complaint("four-players", taken).startswith("There is already a revision four-players")
    broken = draft(pair[1], hand_size=0).obstacles({"name": "x", "reason": "because", "aims": ""}, ["x"])
    assert broken[0].startswith("Hand size is 0: at least 1")
    assert broken[1].startswith("There is already a revision x.")
    assert draft(pair[1], hand_size=6).obstacles({"name": "y", "reason": "because", "aims": ""}, ["x"]) == []


def test_suggested_names_are_free_and_follow_the_title() -> None:
    assert suggested_name([], TODAY) == "2026-11-21"
    assert suggested_name(["2026-11-21", "2026-11-21-2"], TODAY) == "2026-11-21-3"
    assert suggested_name([], TODAY, "Größere Hände, 6 cards!") == "grossere-hande-6-cards"
    assert suggested_name(["six-cards"], TODAY, "Six cards") == "six-cards-2"
    assert suggested_name([], TODAY, "日本") == "2026-11-21"


@given(title=st.text(max_size=200))
def test_a_suggested_name_is_always_allowed(title: str) -> None:
    assert name_complaint(suggested_name(["x"], TODAY, title), ["x"]) == ""


def test_sections_hold_every_rule_once(pair: Pair) -> None:
    by_heading = sections(pair[1].game)
    assert list(by_heading) == ["Table", "Production rounds", "Talent show", "Scoring", "Match"]
    assert [p.name for part in by_heading.values() for p in part] == list(pair[1].game.parameters)


# The rulebook as it is shown


def test_of_a_marked_rulebook_only_what_changed(pair: Pair) -> None:
    texts = [render_rulebook(scenario.game, scenario.rules) for scenario in pair]
    differences = changed_parts(compare_rulebooks(*texts, SIGNS))
    assert differences.startswith("## Scoring")
    assert ":red-background[~~has the lowest card of the suit~~]" in differences
    assert "In each suit" in differences
    assert "Market saturation" not in differences
    assert changed_parts(compare_rulebooks(texts[0], texts[0], SIGNS)) == ""


def test_headings_stay_below_those_of_the_page() -> None:
    assert smaller_headings("# A\n\ntext # no\n\n## B") == "### A\n\ntext # no\n\n#### B"


def test_somebodys_words_stay_as_they_are() -> None:
    assert literal("5$ *now* [x](y) :red[z] `c`") == r"5\$ \*now\* \[x\](y) \:red\[z\] \`c\`"
    assert literal("at most 13 (3 players)") == "at most 13 (3 players)"


# Files


def test_plays_come_one_a_line_with_a_column_a_seat(comparison: Comparison) -> None:
    other = comparison.other
    rows = list(csv.DictReader(StringIO(plays_csv(other.scenario, other.results))))
    assert len(rows) == len(other.results)
    first, play = rows[0], other.results[0]
    assert first["play"] == "0"
    assert int(first["deals"]) == play["deals"]
    assert [int(first[f"points_seat_{seat}"]) for seat in (1, 2, 3)] == play["points"][:3].tolist()
    assert sum(float(first[f"win_rate_seat_{seat}"]) for seat in (1, 2, 3)) == pytest.approx(1)
    assert "points_seat_4" not in first
    assert (first["revision"], first["bots"], first["seed"]) == ("2021-04-08", "greedy greedy greedy", "1")


@pytest.mark.parametrize("keep", Keep)
def test_a_stored_run_gives_the_same_file_with_and_without_rows(
    pair: Pair, comparison: Comparison, tmp_path: Path, keep: Keep
) -> None:
    from workbench.store.runs import get_run

    store = Store(tmp_path / "workbench.duckdb")
    played = simulate(pair[1], RunOptions(store=store, keep=keep))
    assert played.run is not None
    expected = plays_csv(pair[1], comparison.other.results)
    assert run_csv(store, get_run(store, played.run)) == expected


def test_a_comparison_as_a_table_has_full_precision(summary: Summary) -> None:
    rows = list(csv.DictReader(StringIO(as_csv(COMPARE.report(CompareAnswer([summary]))))))
    assert [row["measure"] for row in rows] == [contrast.name for contrast in summary.contrasts]
    assert float(rows[0]["difference"]) == summary.contrasts[0].difference.mean
    assert {row["bots"] for row in rows} == {row["base_bots"] for row in rows} == {"greedy greedy greedy"}
    assert f"against {summary.base.scenario.title}</h1>" in as_html(COMPARE.report(CompareAnswer([summary])), "again")


def test_two_strengths_as_a_table_have_a_line_each(summary: Summary, by_random: Comparison) -> None:
    compared = CompareAnswer([summary], second=[summarise(by_random)])
    rows = list(csv.DictReader(StringIO(as_csv(COMPARE.report(compared)))))
    assert [row["bots"].split()[0] for row in rows] == ["greedy"] * len(rows[::2]) + ["random"] * len(rows[::2])
    first, second = rows[0], rows[len(rows) // 2]
    assert first["measure"] == second["measure"]
    assert first["together"] == second["together"] == compared.agreed[0].accord
    assert float(first["gap"]) == pytest.approx(float(second["difference"]) - float(first["difference"]))


def test_a_file_has_a_name_that_every_system_takes() -> None:
    assert file_stem("2021-04-08", "ismcts:200~scout", 'a/b "c"') == "2021-04-08-ismcts-200~scout-a-b-c-"
