"""Tables as spreadsheets and people write them: dates, decimal commas, other encodings, and every problem at once."""

import io
import sys
from datetime import datetime

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.engine.problems import BadInput
from workbench.engine.registry import games
from workbench.playtest.exchange.csv_table import FLAT as FLAT_LOG
from workbench.playtest.exchange.csv_table import TURNED_INTO_A_DATE, template
from workbench.playtest.exchange.dates import DateOrder, read_date
from workbench.playtest.exchange.exporting import export_text
from workbench.playtest.exchange.importing import ONE_SHEET, import_file, preview
from workbench.playtest.exchange.parsed import DOUBTED, Format, ReadOptions
from workbench.playtest.log.fields import Unfit
from workbench.playtest.log.kinds import ClockPhase
from workbench.playtest.log.recording import load
from workbench.store import Store
from workbench.store.playtests.entries import session_ids

DAY, EVENING = datetime(2024, 11, 20), datetime(2024, 11, 20, 19, 30)
DAY_FIRST, MONTH_FIRST = ReadOptions(DateOrder.DAY_FIRST), ReadOptions(DateOrder.MONTH_FIRST)
DATES = {
    "2024-11-20": DAY,
    "2024-11-20 19:30": EVENING,
    "2024-11-20T19:30:00": EVENING,
    "2024/11/20": DAY,
    "20.11.2024": DAY,
    "20.11.24": DAY,
    "20.11.2024 19:30": EVENING,
    "20.11.2024, 19:30 Uhr": EVENING,
    "20.11.2024  19:30:00": EVENING,
    "11/20/2024": DAY,
    "11/20/24 19:30": EVENING,
    "11/20/2024 7:30 PM": EVENING,
    "11/20/2024 7:30\u202fPM": EVENING,
    "11/20/2024 7:30:00 p.m.": EVENING,
    "20/11/2024": DAY,
    "20/11/2024 19:30": EVENING,
    "20-11-2024": DAY,
    "20-Nov-24": DAY,
    "20 November 2024": DAY,
    "20. November 2024 19:30": EVENING,
    "Nov 20, 2024": DAY,
    "45616": DAY,
    "45616.8125": EVENING,
    "45616,8125": EVENING,
}
NO_DATES = ["yesterday", "2024", "31.02.2024", "20/20/2024", "1", "99999999", "11/20/2024 13:30 PM", "20.11.", "12,5"]


@pytest.mark.parametrize(("text", "day"), DATES.items(), ids=DATES)
def test_a_date_is_read_as_it_is_written(text: str, day: datetime) -> None:
    for order in (None, *DateOrder):
        assert read_date(text, order) == day.astimezone()


@pytest.mark.parametrize("text", NO_DATES)
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(Unfit, match="must be a date as in 2026-11-20"):
        read_date(text)


@pytest.mark.parametrize("text", ["03/04/2024", "3/4/24", "03-04-2024", "03/04/2024 7:30 PM"])
def test_what_could_be_two_days_is_never_guessed(text: str) -> None:
    with pytest.raises(Unfit, match="could be 3 April or 4 March: say which comes first"):
        read_date(text)
    assert read_date(text, DateOrder.DAY_FIRST).astimezone().date().isoformat() == "2024-04-03"
    assert read_date(text, DateOrder.MONTH_FIRST).astimezone().date().isoformat() == "2024-03-04"


FORMATS = {"%d.%m.%Y %H:%M": None, "%d/%m/%Y %H:%M": DateOrder.DAY_FIRST, "%m/%d/%Y %I:%M %p": DateOrder.MONTH_FIRST}


@given(at=st.datetimes(datetime(2000, 1, 1), datetime(2025, 1, 1)), format=st.sampled_from(list(FORMATS)))
def test_every_minute_comes_back(at: datetime, format: str) -> None:
    at = at.replace(second=0, microsecond=0, fold=0)
    assert read_date(at.strftime(format), FORMATS[format]) == at.astimezone()


# What Excel makes of our own file when it is opened and saved

GERMAN = (
    "Sitzung;Spiel;Datum;Spielminuten;Spieler;Sitz;Neuling;Punkte;Sieger;overall\r\n"
    "a;Golf;20.11.2024 19:30;52,5;Zoë;1;WAHR;1.234,5;JA;4\r\na;;;;Ben;2;FALSCH;12,5;NEIN;5,0\r\n"
)
AMERICAN = (
    "session,game,date,play_min,player,seat,newcomer,score,winner,overall\r\n"
    'a,Golf,11/20/2024 7:30 PM,52.5,Zoë,1,TRUE,"1,234.5",TRUE,4\r\na,,,,Ben,2,FALSE,12.5,FALSE,5\r\n'
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize(
    "table", [GERMAN, AMERICAN, AMERICAN.replace("1,234.5", "1.234,5")], ids=["German", "American", "both"]
)
def test_a_table_of_either_country_says_the_same(store: Store, table: str, encoding: str) -> None:
    seen = preview(store, table.encode(encoding), "t.csv")
    assert seen.errors == ()
    assert {warning.place for warning in seen.warnings} == {"row 2, game", *([] if "8" in encoding else ["the file"])}
    [session] = seen.sessions
    assert (session.game, session.players, session.scores) == ("Golf", ("Zoë", "Ben"), (1234.5, 12.5))
    assert session.started_at == EVENING.astimezone()
    import_file(store, table.encode(encoding), "t.csv")
    stored = load(store, session_ids(store)[0])
    assert stored.players[0].newcomer and not stored.players[1].newcomer
    assert stored.seconds(ClockPhase.PLAY) == 52.5 * 60


def test_a_number_that_became_a_date_is_told_as_such(store: Store) -> None:
    seen = preview(store, GERMAN.replace(";12,5;", ";12. Mai;").encode(), "t.csv")
    [problem] = seen.errors
    assert (problem.place, problem.value) == ("row 3, score", "12. Mai")
    assert TURNED_INTO_A_DATE in problem.message
    [other] = preview(store, GERMAN.replace(";12,5;", ";12 Punkte;").encode(), "t.csv").errors
    assert "spreadsheet" not in other.message
    assert preview(store, GERMAN.replace(";12,5;", ";−12,5;").encode(), "t.csv").sessions[0].scores[1] == -12.5


def test_points_that_the_rules_cannot_give_are_asked_about(store: Store) -> None:
    table = GERMAN.replace("Golf", "Hitmakers").encode()
    seen = preview(store, table, "t.csv")
    assert [str(problem) for problem in seen.errors] == [
        f"row 2, score = 1.234,5: is 1234.5, but by these rules points are whole: {DOUBTED}"
    ]
    assert [(str(w), seen.doubted) for w in seen.warnings if "score" in w.place] == [
        ("row 3, score = 12,5: by these rules points are whole: taken as it stands", 1)
    ]
    forced = preview(store, table, "t.csv", how=ReadOptions(force=True))
    assert (forced.errors, forced.sessions[0].scores) == ((), (1234.5, 12.5))
    beyond = preview(store, b"session,game,date,player,score\na,trickster,2024-05-01,Anna,500\n", "t.csv").warnings
    assert "row 2, score = 500: by these rules it is 0 to 304" in str(beyond[0])


@pytest.mark.parametrize("head", ["points", "Total", "Final score", "pkt"])
def test_a_column_that_may_be_the_score_is_asked_about(store: Store, head: str) -> None:
    table = f"session,game,date,player,{head}\na,hitmakers,2024-05-01,Anna,21\n"
    [problem] = preview(store, table.encode(), "t.csv").errors
    assert (problem.place, problem.value) == ("row 1", head.lower()) and "did you mean score?" in problem.message
    assert preview(store, table.replace(head, f"score,{head}").replace("21", "21,3").encode(), "t.csv").errors == ()


FLAT = "Date,Game,Player,Score\n2024-05-01,Hitmakers,Anna,21\n,,Ben,17\n2024-05-02,hitmakers,Anna,9\n"


def test_rows_of_one_date_and_game_are_proposed_as_a_session(store: Store) -> None:
    seen = preview(store, FLAT.encode(), "t.csv")
    assert [(session.place, session.scores) for session in seen.sessions] == [("row 2", (21, 17)), ("row 4", (9,))]
    assert [warning.message for warning in seen.warnings] == [FLAT_LOG]
    [problem] = preview(store, FLAT.replace(",,Ben", ",,Anna").encode(), "t.csv").errors
    assert "row 3, player = Anna" in str(problem) and "a column session tells sessions apart" in problem.message
    [missing] = preview(store, FLAT.replace("Game", "Title").encode(), "t.csv").errors
    assert "the column session is missing, or the columns date and game" in missing.message


def spreadsheet(*sheets: list[list[object]]) -> bytes:
    book, out = openpyxl.Workbook(), io.BytesIO()
    book.remove(book.active)
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    book.save(out)
    return out.getvalue()


def test_a_spreadsheet_is_read_as_its_table(store: Store) -> None:
    rows = [
        ["Sitzung", "Spiel", "Datum", "Spieler", "Punkte", "Sieger"],
        [1, "hitmakers", EVENING, "@Anna", 21.0, True],
    ]
    seen = preview(store, spreadsheet([["Ideas"]], rows), "t.xlsx")
    [session] = seen.sessions
    assert (session.started_at, session.scores) == (EVENING.astimezone(), (21,))
    assert [warning.message for warning in seen.warnings] == [ONE_SHEET]


@pytest.mark.parametrize("at", [100, 1_500, -300])
def test_a_damaged_spreadsheet_is_refused(store: Store, at: int) -> None:
    data = bytearray(spreadsheet([["session", "player"], ["a", "Anna"]]))
    data[at : at + 40] = bytes(40)
    with pytest.raises(BadInput, match=r"t\.xlsx"):
        import_file(store, bytes(data), "t.xlsx")


def test_a_spreadsheet_needs_its_library(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    data = spreadsheet([["session"]])
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(BadInput, match=r"pip install 'playtest-workbench\[xlsx\]'"):
        preview(store, data, "t.xlsx")


# Problems


def test_a_bad_date_hides_no_other_problem_of_its_rows(store: Store) -> None:
    table = (
        "session,game,date,player,seat,score,overall,newcomer,play_min,status\n"
        "a,,yesterday,Anna,first,many,9,perhaps,long,lost\na,,,Anna,two,some,8,never,,\n"
    )
    places = {problem.place for problem in preview(store, table.encode(), "t.csv").errors}
    wrong = ("seat", "score", "overall", "newcomer")
    assert places == {
        *("row 2, date", "row 2, game", "row 2, play_min", "row 2, status", "row 3, player"),
        *(f"row {row}, {column}" for row in (2, 3) for column in wrong),
    }


def test_a_row_without_a_session_is_read_all_the_same(store: Store) -> None:
    table = b"session,game,date,player,score\n,hitmakers,soon,Anna,many\n"
    places = {problem.place for problem in preview(store, table, "t.csv").errors}
    assert places == {"row 2, session", "row 2, date", "row 2, score"}


def test_every_problem_of_a_play_of_bg_stats_is_told(store: Store) -> None:
    export = b"""{"games": [], "players": [{"id": 1, "name": "Anna"}], "plays": [{"uuid": "x", "playDate": "soon",
        "gameRefId": 3, "playerScores": [{"playerRefId": 1, "winner": "maybe"}, {"playerRefId": 7}]}]}"""
    places = {problem.place for problem in preview(store, export, "p.json").errors}
    scores = "plays[0].playerScores"
    assert places == {
        *("plays[0].uuid", "plays[0].playDate", "plays[0].gameRefId"),
        *(f"{scores}[0].winner", f"{scores}[1].playerRefId"),
    }


@pytest.mark.parametrize(
    ("written", "near"),
    [
        ("hitmaker", "hitmakers"),
        ("Hit Makers", "hitmakers"),
        ("Holywood 1947", "hollywood_1947"),
        ("Trixter", "trickster"),
    ],
)
def test_an_unknown_game_is_a_warning_with_the_nearest_name(store: Store, written: str, near: str) -> None:
    table = f"session,game,date,player\na,{written},2024-05-01,Anna\n".encode()
    [warning] = preview(store, table, "t.csv").warnings
    assert (warning.place, warning.value) == ("row 2, game", written)
    assert f"did you mean {near}?" in warning.message
    assert import_file(store, table, "t.csv").batch is not None


def test_a_game_may_be_called_by_its_title(store: Store) -> None:
    for game in games().values():
        seen = preview(store, f"session,game,date,player\na,{game.title},2024-05-01,Anna\n".encode(), "t.csv")
        assert (seen.warnings, seen.sessions[0].game) == ((), game.name)


# The good ones alone


@pytest.mark.parametrize("format", list(Format))
def test_good_sessions_are_taken_and_the_others_come_back_in_their_format(
    store: Store, tmp_path_factory: pytest.TempPathFactory, format: Format
) -> None:
    there = Store(tmp_path_factory.mktemp("there") / "workbench.duckdb")
    three = "".join(template().replace("first", name).partition("\r\n")[2] for name in ("b", "c"))
    import_file(there, (template() + three).encode(), "t.csv")
    whole = export_text(there, format)
    wrong = {Format.CSV: (",21,", ",many,"), Format.JSON: ('"at": "2', '"at": "x'), Format.BGSTATS: ('"2024-', '"x-')}
    broken = whole.replace(*wrong[format], 1)
    seen = preview(store, broken.encode(), "t")
    assert (seen.can_part, len(seen.aside.good.sessions), seen.aside.sessions) == (True, 2, 1)
    done = import_file(store, broken.encode(), "t", good_only=True)
    assert (done.batch.sessions, len(session_ids(store))) == (2, 2)
    assert done.left and done.aside is not None
    mended = done.aside.text.replace(*reversed(wrong[format]), 1)
    again = import_file(store, mended.encode(), "t")
    assert (again.batch.sessions, len(session_ids(store))) == (1, 3)


def test_where_nothing_is_good_all_of_it_is_refused(store: Store) -> None:
    seen = preview(store, b"session,game,date,player\na,hitmakers,soon,Anna\n", "t.csv")
    assert not seen.can_part
    with pytest.raises(Exception, match="row 2, date = soon"):
        import_file(store, b"session,game,date,player\na,hitmakers,soon,Anna\n", "t.csv", good_only=True)
    assert session_ids(store) == []


def test_what_is_wrong_with_the_whole_file_is_in_nobodys_way_but_everybodys(store: Store) -> None:
    table = b"session,session,game,date,player\na,a,hitmakers,2024-05-01,Anna\n"
    assert not preview(store, table, "t.csv").can_part
