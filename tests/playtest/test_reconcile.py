"""A file of sessions that are here already, or look so: what it says otherwise is told, and taken where asked for."""

import json

import pytest

from tests.playtest.test_exchange import BGSTATS, contents
from workbench.playtest.exchange.csv_table import template
from workbench.playtest.exchange.exporting import export_text
from workbench.playtest.exchange.importing import Preview, import_file, preview
from workbench.playtest.exchange.parsed import CROWDED, Format
from workbench.playtest.exchange.reconcile import ANOTHER, ImportStatus
from workbench.playtest.log.kinds import ClockPhase, Moment
from workbench.playtest.log.recording import Log, begin, load
from workbench.store import Store
from workbench.store.playtests.entries import feedback_of, session_ids
from workbench.store.playtests.imports import file_imports, undo_import
from workbench.store.playtests.people import forget, people

HEAD = "session,game,date,player,seat,score\n"
EVENING = HEAD + "a,hitmakers,2024-05-01,Anna,1,21\na,,,Ben,2,17\n"


def looked_at(store: Store, table: str, *, update: bool = False) -> tuple[Preview, str]:
    """What a preview says, and its warnings in one text."""
    seen = preview(store, table.encode(), "t.csv", update=update)
    assert seen.errors == ()
    return seen, "\n".join(str(warning) for warning in seen.warnings)


def imported(store: Store, table: str, *, update: bool = False) -> str:
    """The session that an import brings, or brings up to date."""
    before = set(session_ids(store))
    import_file(store, table.encode(), "t.csv", update=update)
    [session] = (set(session_ids(store)) - before) or before
    return session


def totals(store: Store, session: str) -> dict[str, float]:
    """The totals by name."""
    names = {id: person.name for id, person in people(store).items()}
    return {names[player]: total for player, total in load(store, session).scores.totals.items()}


def test_people_who_are_known_are_named_in_the_next_table(store: Store) -> None:
    import_file(store, template().encode(), "first.csv")
    seen, messages = looked_at(store, template().replace("\r\nfirst,", "\r\nsecond,"))
    assert (seen.sessions[0].players, messages) == (("Anna", "B."), "")
    assert seen.sessions[0].news is ImportStatus.NEW


def test_a_corrected_row_is_told_and_nothing_is_stored(store: Store) -> None:
    imported(store, template())
    before = contents(store)
    corrected = template().replace(",21,", ",99,")
    seen, messages = looked_at(store, corrected)
    assert [session.news for session in seen.sessions] == [ImportStatus.DIFFERS]
    assert "(score of Anna 21, now 99)" in messages
    done = import_file(store, corrected.encode(), "t.csv")
    assert (done.batch, done.news) == (None, (ImportStatus.DIFFERS,))
    assert "score of Anna 21, now 99" in str(done.warnings[0])
    assert contents(store) == before


def test_a_correction_is_taken_where_asked_for_and_taken_back(store: Store) -> None:
    session = imported(store, template())
    before, log = contents(store), load(store, session)
    corrected = template().replace(",21,", ",9,").replace(",yes,4,", ",no,4,").replace(",17,no,", ",17,yes,")
    seen, messages = looked_at(store, corrected, update=True)
    assert ([session.news for session in seen.sessions], "now 9" in messages) == ([ImportStatus.UPDATED], True)
    done = import_file(store, corrected.encode(), "t.csv", update=True)
    assert (done.batch.sessions, done.news) == (0, (ImportStatus.UPDATED,))
    assert totals(store, session) == {"Anna": 9, "B.": 17}
    after = load(store, session)
    assert (after.clock, after.ended_at, after.notes) == (log.clock, log.ended_at, log.notes)
    assert len(after.scores.winners) == 1
    assert people(store)[after.scores.winners[0]].name == "B."
    assert looked_at(store, corrected)[0].sessions[0].news is ImportStatus.UNCHANGED
    undo_import(store, done.batch.id)
    assert contents(store) == before


TAKEN = [
    (",2021-04-08,", ",2022-01-01,", "revision 2021-04-08, now 2022-01-01"),
    (",50,", ",70.5,", "play_min 50.0, now 70.5"),
    (",ended,", ",abandoned,", "status ended, now abandoned"),
    (",B.,2,yes,", ",Cleo,2,yes,", "B. is missing; Cleo added"),
    ("The rules of the show took long.", "Short.", "notes The rules of the show took long., now Short."),
    (",B.,2,yes,", ",B.,,no,", "seat of B. 2, now empty; newcomer of B. yes, now no"),
    (",17,no,", ",,no,", "score of B. 17, now empty"),
    (",21,yes,", ",21,no,", ""),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), TAKEN)
def test_whatever_differs_is_taken(store: Store, old: str, new: str, message: str) -> None:
    """The last case: where no row is marked, the totals say who won, which differs from nothing."""
    session = imported(store, template())
    corrected = template().replace(old, new)
    assert corrected != template()
    assert message in looked_at(store, corrected)[1]
    import_file(store, corrected.encode(), "t.csv", update=True)
    assert session_ids(store) == [session]
    assert looked_at(store, corrected)[0].sessions[0].news is ImportStatus.UNCHANGED


def test_what_no_import_changes_is_told_and_stays(store: Store) -> None:
    session = imported(store, template())
    corrected = template().replace(",4,", ",5,").replace(",21,", ",22,")
    _, messages = looked_at(store, corrected, update=True)
    taken, refused = messages.splitlines()
    assert "(score of Anna 21, now 22)" in taken and "(overall of Anna 4, now 5)" in refused
    import_file(store, corrected.encode(), "t.csv", update=True)
    assert {form.overall for form in feedback_of(store, session)} == {4, None}
    seen, messages = looked_at(store, corrected, update=True)
    assert ([session.news for session in seen.sessions], "overall of Anna" in messages) == (
        [ImportStatus.DIFFERS],
        True,
    )


def test_a_form_that_is_new_comes_with_the_update(store: Store) -> None:
    session = imported(store, EVENING)
    table = EVENING.replace("score\n", "score,fun\n").replace(",17\n", ",17,5\n")
    assert "fun of Ben empty, now 5" in looked_at(store, table)[1]
    import_file(store, table.encode(), "t.csv", update=True)
    assert [form.fun for form in feedback_of(store, session)] == [5]


def test_a_live_session_keeps_what_a_table_has_no_place_for(store: Store) -> None:
    log = begin(store, {"game": "hitmakers", "goal": "too long?"})
    anna = log.add_player("Anna", seat=0).data["player"]
    log.add_player("Ben", seat=1)
    log.moment(Moment.LAUGHTER)
    log.score(anna, 0, 3, "broad_appeal")
    log.end()
    text = export_text(store, Format.CSV)
    assert looked_at(store, text)[0].sessions[0].news is ImportStatus.UNCHANGED
    import_file(store, text.replace(",3,", ",5,").encode(), "t.csv", update=True)
    session = load(store, log.id)
    assert session.scores.totals[anna] == 5
    assert session.scores.criterion_total(anna, "broad_appeal") == 3
    assert len(session.moments) == 1


def test_another_session_of_the_same_label_is_not_lost(store: Store) -> None:
    first = imported(store, EVENING)
    others = EVENING.replace("Anna", "Cleo").replace("Ben", "Dan")
    seen, messages = looked_at(store, others)
    assert ([session.news for session in seen.sessions], ANOTHER in messages) == ([ImportStatus.NEW], True)
    second = imported(store, others)
    assert (totals(store, first), totals(store, second)) == ({"Anna": 21, "Ben": 17}, {"Cleo": 21, "Dan": 17})
    for table in (EVENING, others):
        assert looked_at(store, table)[0].sessions[0].news is ImportStatus.UNCHANGED


def test_a_session_with_some_of_the_same_players_asks_which_it_is(store: Store) -> None:
    imported(store, EVENING)
    _, messages = looked_at(store, EVENING.replace("Ben", "Dan"))
    assert "Ben is missing; Dan added" in messages
    assert "another label" in messages


def test_columns_that_a_file_does_not_have_contradict_nothing(store: Store) -> None:
    imported(store, template())
    table = HEAD + "first,hitmakers,2024-11-22 18:30,Anna,1,21\nfirst,,,B.,2,17\n"
    assert looked_at(store, table)[0].sessions[0].news is ImportStatus.UNCHANGED


def test_a_forgotten_name_does_not_come_back_with_an_old_table(store: Store) -> None:
    session = imported(store, EVENING)
    anna = load(store, session).players[0].player
    forget(store, anna)
    assert looked_at(store, EVENING)[0].sessions[0].news is ImportStatus.UNCHANGED
    import_file(store, EVENING.replace("21", "22").encode(), "t.csv", update=True)
    assert load(store, session).scores.totals[anna] == 22
    assert [person.name for person in people(store).values()] == ["Ben", None]


def test_a_corrected_play_of_bg_stats_is_told_and_taken(store: Store) -> None:
    import_file(store, json.dumps(BGSTATS).encode(), "a.json")
    corrected = json.dumps(BGSTATS).replace('"34+12-3"', '"20"').encode()
    assert [s.news for s in preview(store, corrected, "a.json").sessions] == [
        ImportStatus.DIFFERS,
        ImportStatus.UNCHANGED,
    ]
    done = import_file(store, corrected, "a.json", update=True)
    assert "score of Anna 43, now 20" in str(done.warnings)
    session = load(store, "25423543-6c93-4cc7-9816-951f47b147d3")
    assert sorted(session.scores.totals.values()) == [20, 21.5]
    assert [person.name for person in people(store).values()] == ["Anna", "Ben"]
    assert len(file_imports(store)) == 2


def test_bg_stats_closes_the_gaps_between_seats(store: Store) -> None:
    log = begin(store, {"game": "hitmakers"})
    for name, seat in (("Anna", 0), ("Ben", 2)):
        log.add_player(name, seat=seat)
    log.end()
    assert looked_at(store, export_text(store, Format.BGSTATS))[0].sessions[0].news is ImportStatus.UNCHANGED


# What a file of its own looks like


def test_open_and_abandoned_sessions_come_back_as_such(store: Store) -> None:
    logs = [begin(store, {"game": "hitmakers"}) for _ in range(3)]
    for log in logs:
        log.add_player("Anna")
    logs[1].end()
    logs[2].abandon("the cat")
    text = export_text(store, Format.CSV)
    batch = import_file(store, text.encode(), "t.csv").batch
    assert batch is None
    for log in logs:
        text = text.replace(log.id, log.id[:-4] + "0000")
    import_file(store, text.encode(), "t.csv")
    assert [load(store, log.id[:-4] + "0000").status for log in logs] == ["open", "ended", "abandoned"]


def test_an_open_session_of_a_table_has_no_running_clock(store: Store) -> None:
    table = "session,game,date,player,play_min,status\na,hitmakers,2024-05-01,Anna,30,open\n"
    session = load(store, imported(store, table))
    assert (session.status, session.clock.runs, session.seconds(ClockPhase.PLAY)) == ("open", False, 1800)


def test_bg_stats_gets_no_open_sessions(store: Store, log: Log) -> None:
    log.add_player("Anna")
    assert json.loads(export_text(store, Format.BGSTATS))["plays"] == []
    log.end()
    assert len(json.loads(export_text(store, Format.BGSTATS))["plays"]) == 1


def test_excel_reads_and_writes_our_tables(store: Store) -> None:
    log = begin(store, {"game": "hitmakers"})
    log.add_player("Jürgen")
    for text in (template(), export_text(store, Format.CSV)):
        assert text.encode().startswith(b"\xef\xbb\xbfsession,")
    table = EVENING.replace(",", ";")
    for first in ("sep=;\r\n", '"sep=;"\n', "SEP=;\n", "\ufeffsep=;\r\n"):
        seen, messages = looked_at(store, first + table)
        assert (seen.sessions[0].players, seen.sessions[0].place, messages) == (("Anna", "Ben"), "row 3", "")
    refused = preview(store, f"sep=|\n{table}".encode(), "t.csv").errors
    assert [str(problem) for problem in refused] == ["line 1 = |: the separator must be a comma, a semicolon or a tab"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD, "names of columns, and no session"),
        ("sep=;\n" + HEAD.replace(",", ";"), "names of columns, and no session"),
        ('{"plays": [], "players": []}', "has no plays"),
        ('{"format": "workbench-playtests", "version": 1}', "has no sessions"),
    ],
)
def test_a_file_without_a_session_says_so(store: Store, text: str, message: str) -> None:
    seen, messages = looked_at(store, text)
    assert (seen.sessions, message in messages) == ((), True)
    done = import_file(store, text.encode(), "t")
    assert (done.batch, message in str(done.warnings[0])) == (None, True)


def test_a_file_without_a_session_of_the_game_says_so(store: Store) -> None:
    seen = preview(store, EVENING.encode(), "t.csv", ["golf"])
    assert [str(warning) for warning in seen.warnings] == ["the file: has no session of golf"]


def test_two_players_on_one_seat_are_told(store: Store) -> None:
    _, messages = looked_at(store, EVENING.replace("Ben,2", "Ben,1"))
    assert f"row 2, seat = 1: {CROWDED}" in messages
    imported(store, EVENING.replace("Ben,2", "Ben,1"))
    from_export = preview(store, export_text(store, Format.JSON).encode(), "a.json")
    assert CROWDED in {warning.message for warning in from_export.warnings}
