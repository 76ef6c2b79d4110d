"""Every format gives back every field that it has a place for, whatever it says: 0, no and nothing are three things."""

import json
from dataclasses import replace
from typing import Any

from hypothesis import given

from tests.playtest.any_session import any_sessions
from tests.support.thorough import examples
from workbench.playtest.exchange.bgstats import SPEAKS, read_bgstats, write_bgstats
from workbench.playtest.exchange.csv_table import BOM, COLUMNS, read_table, write_table
from workbench.playtest.exchange.log_json import read_log_json, write_log_json
from workbench.playtest.exchange.parsed import Parsed, ParsedSession
from workbench.playtest.exchange.reconcile import find_differences, match_players
from workbench.playtest.feedback import is_blank
from workbench.playtest.log.kinds import SessionStatus
from workbench.store.playtests.people import Person

Case = tuple[ParsedSession, dict[str, Person]]
ONLY_IN_CSV = {*COLUMNS} - SPEAKS - {"session"}
"""Columns that BG Stats has no place for."""


def lost(case: Case, parsed: Parsed) -> list[Any]:
    """What a file that was read back has otherwise."""
    session, people = case
    assert parsed.errors == []
    [back] = parsed.sessions
    names = {person.id: person.name for person in parsed.people}
    filed = match_players(back, session.session, names, people)
    return find_differences(session.session, session.feedback, filed)


@examples(40)
@given(any_sessions())
def test_our_own_json_gives_back_every_entry_and_every_answer(case: Case) -> None:
    session, people = case
    parsed = read_log_json(json.loads(write_log_json([session], people.values())), "a.json")
    assert parsed.problems == ()
    [back] = parsed.sessions
    assert [replace(entry, number=0) for entry in back.entries] == [
        replace(entry, number=0) for entry in session.entries
    ]
    assert [form.has_same_content(mine) for form, mine in zip(back.feedback, session.feedback, strict=True)] == [
        True for _ in session.feedback
    ]
    assert dict(back.session.header.rules) == dict(session.session.header.rules)
    assert (back.session.status, back.session.winners) == (session.session.status, session.session.winners)


@examples(40)
@given(any_sessions())
def test_a_table_gives_back_every_column(case: Case) -> None:
    session, people = case
    parsed = read_table(write_table([session], people).removeprefix(BOM), "a.csv", people)
    assert lost(case, parsed) == []
    [back] = parsed.sessions
    assert {*back.columns, "winner", "problem"} == {*COLUMNS, "problem"}
    assert (back.session.status, back.session.winners) == (session.session.status, session.session.winners)
    assert back.session.scores.totals == session.session.scores.totals
    in_columns = [form for form in session.feedback if not is_blank(replace(form, answers={}))]
    assert len(back.feedback) == len(in_columns)


@examples(40)
@given(any_sessions())
def test_bg_stats_gives_back_all_but_what_it_has_no_place_for(case: Case) -> None:
    session, people = case
    parsed = read_bgstats(json.loads(write_bgstats([session], people)), "a.bgsplay")
    if session.session.status is SessionStatus.OPEN:
        assert parsed.sessions == ()
        return
    assert [problem for problem in lost(case, parsed) if problem.column not in ONLY_IN_CSV] == []
    [back] = parsed.sessions
    if not session.session.header.direction or session.session.winners:  # it does not say which total wins
        assert back.session.scores.winners == session.session.scores.winners
    assert back.session.scores.totals == session.session.scores.totals
    assert back.session.has_ended == (session.session.status is SessionStatus.ENDED)
