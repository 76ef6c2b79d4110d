"""Paper: the sheet of the rules in force, and a form that asks what the one on the phone asks."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from tests.playtest.test_endings import CASES, begun
from tests.support.kit import EXAMPLES
from workbench.engine.parameters import complete
from workbench.engine.registry import game_named
from workbench.engine.score_sheet import Criterion, ScoreSheet
from workbench.playtest.feedback import LENGTH, QUOTE, RATED, REPLIED, WRITTEN
from workbench.playtest.log.kinds import ClockPhase, Moment, QuestionKind, SessionQuestion
from workbench.playtest.printing import feedback_form, session_sheet
from workbench.store import Store

GAME = game_named("hitmakers")
VOID = {"meta", "br", "img", "input", "link", "hr"}


class Page(HTMLParser):
    """Checks that tags are closed in order, and collects what is read and what would be loaded."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loaded: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.loaded += [value for name, value in attrs if name in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style" and data.strip():
            self.words.append(data.strip())


def sheet(**rules: object) -> str:
    return session_sheet(GAME, complete(GAME.parameters, rules), revision="2021-04-08", goal="<b>Too long?</b>")


@pytest.mark.parametrize("text", [sheet(), feedback_form("Hitmakers")], ids=["sheet", "form"])
def test_a_page_is_whole_and_loads_nothing(text: str) -> None:
    page = Page(text)
    assert page.open == []
    assert page.loaded == []
    assert "@import" not in text and "url(" not in text and "http" not in text.replace("http-equiv", "")
    assert "@page" in text


def test_the_sheet_of_a_game_that_all_win_or_lose_asks_which() -> None:
    together = EXAMPLES["four_piles"]
    words = Page(session_sheet(together, complete(together.parameters, {}))).words
    assert any("All win or lose together: note which." in text for text in words)
    assert not any("highest total wins" in text for text in words)


def test_the_sheet_is_that_of_the_rules() -> None:
    words = Page(sheet()).words
    assert words.count("Broad appeal") == 3
    assert [word for word in words if word.isdecimal()][-8:] == list("12345678")
    assert "Seat 3" in words and "Seat 4" not in words
    assert any("The game ends when somebody has 21." in text for text in words)
    single = Page(sheet(players=4, hand_size=6, score_target=0, broad_appeal_points=0)).words
    assert single.count("Market saturation") == 4
    assert "Broad appeal" not in single
    assert "Seat 4" in single


@pytest.mark.parametrize("game", CASES)
def test_the_sheet_of_a_session_has_what_was_logged(store: Store, game: str) -> None:
    log, players = begun(store, game)
    CASES[game][2](log, players)
    log.header(location="Café", teacher=players[1])
    log.phase(ClockPhase.PLAY)
    log.moment(Moment.LAUGHTER, players[2], "the dog")
    log.note("too\nlong")
    log.end()
    names = dict(zip(players, ("Anna", "Ben", "Cleo"), strict=True))
    session = log.session()
    text = session_sheet(game_named(game), session.header.rules, logged=(session, lambda who: names.get(who, "")))
    page = Page(text)
    words = page.words
    assert (page.open, "Seat 1" in words) == ([], False)
    assert {"Anna", "Ben", "Cleo", "Café", "Laughter", "the dog"} <= {*words}
    assert sum("too\nlong" in word for word in words) == 1
    assert sum("(minute 0)" in word for word in words) == 2
    if session.scores.sheet.sides:
        assert text.count('class="ticked">Communists') == session.scores.rows + 1
    else:
        total = words.index("Total")
        assert words[total + 1 : total + 4] == [f"{session.scores.totals[player]:g}" for player in players]
    assert re.search('class="ticked">finished', text)
    log.reopen()
    still = session_sheet(
        game_named(game), session.header.rules, logged=(log.session(), lambda who: names.get(who, ""))
    )
    assert still.count("<tr") > text.count("<tr") and "finished" in still and 'class="ticked">finished' not in still


def test_a_sheet_with_sides_has_boxes_for_rows_and_for_players() -> None:
    words = Page(of_game("hollywood_1947", players=2)).words
    assert (words.count("Patriots and Communists"), words.count("Communist"), words.count("Rising star")) == (7, 2, 3)
    assert "Total" not in words
    assert any("Patriots need 4 movies." in text for text in words)


def test_what_is_written_down_once_stands_below_the_rows() -> None:
    words = Page(of_game("showbiz_shuffle")).words
    assert words.index("Unfinished movies (−)") == words.index("Total") - 1
    assert words.count("Unfinished movies (−)") == 1
    assert (
        "Unfinished movies (−)"
        not in Page(of_game("showbiz_shuffle", unfinished_penalty=0, costed_biz_penalty=False)).words
    )
    assert any("The lowest total wins." in text for text in Page(of_game("trickster")).words)


def of_game(name: str, **rules: object) -> str:
    game = game_named(name)
    return session_sheet(game, complete(game.parameters, rules))


def test_what_is_filled_in_is_text() -> None:
    assert "&lt;b&gt;Too long?&lt;/b&gt;" in sheet()


def test_the_form_asks_everything() -> None:
    questions = (
        SessionQuestion("q", "Did you like the show?", QuestionKind.REPLY),
        SessionQuestion("r", "Why?", QuestionKind.TEXT),
    )
    words = Page(feedback_form("Hitmakers", questions=questions)).words
    for question in (*RATED, LENGTH, *REPLIED, *WRITTEN, QUOTE):
        assert question.question in words
    assert {"Did you like the show?", "Why?"} <= set(words)
    assert len(re.findall("<ul", feedback_form("Hitmakers", questions=questions))) == len(REPLIED) + 2


def test_the_sheet_has_room_for_the_label_of_a_printed_deck() -> None:
    assert "Label of the deck" in Page(sheet()).words
    labelled = session_sheet(GAME, complete(GAME.parameters, {}), label="deck B")
    assert "deck B" in Page(labelled).words


def test_many_criteria_stand_below_each_other() -> None:
    criteria = tuple(Criterion(f"c{number}", f"Criterion {number}") for number in range(9))
    wide = replace(GAME, score_sheet=lambda _: ScoreSheet(criteria=criteria[:2]))
    long = replace(GAME, score_sheet=lambda _: ScoreSheet(criteria=criteria, rows=2))
    rules = complete(GAME.parameters, {})
    assert Page(session_sheet(wide, rules)).words.count("Criterion 1") == 3
    assert Page(session_sheet(long, rules)).words.count("Criterion 8") == 2
