"""The page Import and export: nothing is stored before it was seen, and imports, names and files come back out."""

import csv
import io

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, text
from tests.support.evenings import evenings
from workbench.app.views import exchange
from workbench.playtest.exchange import Format, export_text, template
from workbench.playtest.log import Log, begin, load
from workbench.store import Store
from workbench.store.playtests import batches, people, session_ids
from workbench.study.workspace import Workspace


@pytest.fixture
def store(workspace: Workspace) -> Store:
    return Store(workspace.store_path)


def upload(page: AppTest, name: str, content: str) -> AppTest:
    page.file_uploader[0].set_value([(name, content.encode(), "text/plain")]).run()
    assert not page.exception
    return page


def press(page: AppTest, key: str) -> AppTest:
    page.button(key=key).click().run()
    assert not page.exception
    return page


def test_a_file_is_seen_stored_and_taken_back(open_page: OpenPage, store: Store) -> None:
    page = upload(open_page("exchange"), "tuesday.csv", template())
    assert "1 session" in text(page)
    assert list(page.dataframe[0].value["Players"]) == ["Anna, B."]
    assert session_ids(store) == []
    press(page, "store_import")
    assert "Stored 1 new session" in page.success[0].value
    assert len(session_ids(store)) == 1
    [batch] = batches(store)
    assert "tuesday.csv" in text(page)
    press(page, f"undo_{batch.id}")
    assert session_ids(store) == []
    assert "Taken back" in page.success[0].value


def test_the_same_file_again_is_nothing_new(open_page: OpenPage, store: Store) -> None:
    page = press(upload(open_page("exchange"), "a.csv", template()), "store_import")
    upload(page, "a.csv", template())
    assert page.button(key="store_import").disabled
    assert list(page.dataframe[0].value["In the store"]) == ["is there already"]


def test_every_problem_of_every_row_is_said_and_nothing_can_be_stored(open_page: OpenPage, store: Store) -> None:
    rows = list(csv.reader(io.StringIO(template())))
    at = {name: place for place, name in enumerate(rows[0])}
    rows[1][at["score"]], rows[2][at["fun"]], rows[2][at["seat"]] = "many", "9", "first"
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    page = upload(open_page("exchange"), "bad.csv", out.getvalue())
    said = page.error[0].value.replace("\\", "")
    for part in ("row 2, score", "row 3, fun", "row 3, seat"):
        assert part in said
    assert page.button(key="store_import").disabled
    assert session_ids(store) == []


def test_what_is_no_file_of_sessions_is_refused_in_words(open_page: OpenPage) -> None:
    page = upload(open_page("exchange"), "x.json", '{"hello": 1}')
    assert "must be our own JSON" in page.error[0].value.replace("\\", "")
    assert "store_import" not in buttons(page)


def test_an_import_that_went_on_asks_before_it_goes(open_page: OpenPage, store: Store) -> None:
    page = press(upload(open_page("exchange"), "a.csv", template()), "store_import")
    [batch], [session] = batches(store), session_ids(store)
    Log(store, session).note("added since")
    press(page, f"undo_{batch.id}")
    assert session_ids(store) == [session]
    assert "Not taken back" in page.success[0].value
    press(page, f"force_{batch.id}")
    assert session_ids(store) == []


def test_names_are_hidden_on_export_and_forgotten_on_request(
    open_page: OpenPage, workspace: Workspace, store: Store
) -> None:
    played = load(store, evenings(workspace, 2)[0]).players[0].player
    anna = people(store)[played]
    name = anna.name or "?"
    page = open_page("exchange")
    assert not page.exception
    for format in Format:
        assert name in export_text(store, format)
        assert name not in export_text(store, format, pseudonymous=True)
    page.selectbox(key="person").set_value(anna.id).run()
    assert page.button(key="forget").disabled
    page.checkbox(key=f"sure_{anna.id}").check().run()
    press(page, "forget")
    assert page.success[0].value.endswith("the numbers stay.")  # and nothing stands in the way of clearing the file
    assert people(store)[anna.id].name is None
    assert name not in export_text(store, Format.JSON)
    assert len(session_ids(store)) == 2


def test_the_template_s_columns_are_explained(open_page: OpenPage) -> None:
    page = open_page("exchange")
    columns = list(page.table[0].value["Column"])
    assert columns == template().removeprefix("\ufeff").splitlines()[0].split(",")
    assert "no moments" in exchange.CSV_LOSES


def test_a_file_that_says_otherwise_is_told_and_taken_where_asked_for(open_page: OpenPage, store: Store) -> None:
    page = press(upload(open_page("exchange"), "a.csv", template()), "store_import")
    [session] = session_ids(store)
    upload(page, "a.csv", template().replace(",21,", ",99,"))
    assert "score of Anna 21, now 99" in page.warning[0].value.replace("\\", "")
    assert list(page.dataframe[0].value["In the store"]) == ["differs from what is there: left out"]
    assert page.button(key="store_import").disabled
    page.toggle[0].set_value(True).run()
    assert list(page.dataframe[0].value["In the store"]) == ["differs from what is there: taken"]
    press(page, "store_import")
    assert "Brought up to date: 1 session" in page.success[0].value.replace("\\", "")
    assert sorted(load(store, session).scores.totals.values()) == [17, 99]
    press(page, f"undo_{batches(store)[0].id}")
    assert sorted(load(store, session).scores.totals.values()) == [17, 21]


def test_a_file_without_a_session_says_so(open_page: OpenPage) -> None:
    page = upload(open_page("exchange"), "a.csv", template().splitlines()[0])
    assert "no session under them" in page.warning[0].value.replace("\\", "")


def test_open_sessions_are_said_to_be_left_out_for_bg_stats(open_page: OpenPage, store: Store) -> None:
    begin(store, {"game": "hitmakers"}).sit("Anna")
    page = open_page("exchange")
    page.selectbox(key="export_format").set_value(Format.BGSTATS).run()
    assert any("1 session still open: left out" in caption.value for caption in page.caption)
