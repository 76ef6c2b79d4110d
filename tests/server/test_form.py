"""The form behind a link: once a player, theirs alone, and nothing else to be seen from there."""

import re
from typing import Any

import pytest

from tests.server.asking import Answer, ask
from workbench.app.server.feedback import ANSWER
from workbench.playtest.feedback import LENGTH, QUOTE, RATED, REPLIED, WRITTEN, make_link
from workbench.playtest.log.kinds import QuestionKind
from workbench.playtest.log.recording import Log
from workbench.store import Store
from workbench.store.playtests.entries import delete_session, feedback_of, new_uuid

POSTED = {
    "overall": "4", "fun": "5", "downtime": "2", "length": "-1", "fair": "maybe", "again": "yes",
    "best": " the <b>show</b>\r\nand the end ", "quote": "yes",
}  # fmt: skip


@pytest.fixture
def token(store: Store, log: Log, players: list[str]) -> str:
    """Ben's link."""
    return make_link(store, log.id, players[1])


@pytest.fixture
def open_token(store: Store, log: Log, players: list[str]) -> str:
    """The link for whoever of the three opens it."""
    return make_link(store, log.id)


def send(public: Any, token: str, **fields: str) -> Answer:
    return ask(public, f"/feedback/{token}", posted={"id": new_uuid(), **POSTED, **fields})


def script(public: Any, token: str, **fields: str) -> Answer:
    """As the page's script sends it."""
    posted = {"id": new_uuid(), **POSTED, **fields}
    return ask(public, f"/feedback/{token}", posted=posted, accept="application/json")


def test_everything_is_asked_and_every_scale_is_labelled(public: Any, token: str) -> None:
    page = ask(public, f"/feedback/{token}")
    assert page.status == 200
    for question in (*RATED, LENGTH, *REPLIED, *WRITTEN, QUOTE):
        assert question.question in page.text
        assert f'name="{question.name}"' in page.text
    for question in RATED:
        assert f"<span>{question.low}</span><span>{question.high}</span>" in page.text
        assert re.findall(f'name="{question.name}" value="(.)"', page.text) == list("12345")
    assert re.findall(r'name="length" value="(.+?)"', page.text) == ["-2", "-1", "0", "1", "2"]
    for label in ("Too short", "Right", "Too long"):
        assert f"<span>{label}</span>" in page.text


def test_it_says_whose_it_is_and_nothing_of_the_others(public: Any, token: str, log: Log) -> None:
    text = ask(public, f"/feedback/{token}").text
    assert "How was Hitmakers?" in text
    assert "the form of <strong>Ben</strong>" in text
    for other in ("Anna", "Cleo", "at Anna's", "2021-04-08", log.id):
        assert other not in text
    assert "<select" not in text


def test_nothing_on_the_page_is_loaded_from_elsewhere_nor_kept(public: Any, token: str) -> None:
    page = ask(public, f"/feedback/{token}")
    assert not re.findall(r'(?:src|href)="(?!data:,")', page.text)
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["referrer-policy"] == "same-origin"


def test_what_was_sent_is_stored_and_shown(public: Any, store: Store, log: Log, players: list[str], token: str) -> None:
    answer = send(public, token)
    assert answer.status == 303
    (form,) = feedback_of(store, log.id)
    assert (form.player, form.overall, form.clarity, form.length) == (players[1], 4, None, -1)
    assert (form.fair, form.predictable, form.again, form.quote) == ("maybe", None, "yes", True)
    assert form.best == "the <b>show</b>\nand the end"
    thanks = ask(public, answer.headers["location"])
    assert thanks.status == 200
    for sentence in ("Ben, your feedback on Hitmakers is stored", "4 of 5 (1 poor, 5 great)", "A bit short", "Maybe",
                 "the &lt;b&gt;show&lt;/b&gt;\nand the end"):  # fmt: skip
        assert sentence in thanks.text
    assert "How clear were the rules" not in thanks.text  # was left out


def test_what_was_sent_is_shown_to_its_sender_alone(
    public: Any, store: Store, log: Log, players: list[str], token: str
) -> None:
    address = send(public, token).headers["location"]
    form = address.rpartition("/")[2]
    others = make_link(store, log.id, players[0])
    for wrong in (
        f"/feedback/{others}/sent/{form}",
        f"/feedback/{token}/sent/{new_uuid()}",
        f"/feedback/x.y/sent/{form}",
    ):
        answer = ask(public, wrong)
        assert answer.status == 404
        assert "the show" not in answer.text


def test_whoever_opens_the_common_link_says_who_they_are(
    public: Any, store: Store, log: Log, players: list[str], open_token: str
) -> None:
    page = ask(public, f"/feedback/{open_token}")
    assert re.findall(r'name="player" value="(.+?)"', page.text) == players
    assert script(public, open_token).data == {"problems": ["Who are you? This is missing."]}
    assert script(public, open_token, player=new_uuid()).status == 410
    assert send(public, open_token, player=players[2]).status == 303
    left = ask(public, f"/feedback/{open_token}").text
    assert re.findall(r'name="player" value="(.+?)"', left) == players[:2]
    assert script(public, open_token, player=players[2]).status == 410
    assert [form.player for form in feedback_of(store, log.id)] == [players[2]]


def test_the_designers_own_questions_are_asked_and_answered(public: Any, store: Store, log: Log, token: str) -> None:
    rating = log.ask("Was the <show> tense?", QuestionKind.RATING).id
    reply = log.ask("Did you poach?", QuestionKind.REPLY).id
    words = log.ask("What did you collect?").id
    page = ask(public, f"/feedback/{token}").text
    assert "Was the &lt;show&gt; tense?" in page
    assert re.findall(f'name="{ANSWER}{rating}" value="(.)"', page) == list("12345")
    answer = send(public, token, **{ANSWER + rating: "5", ANSWER + reply: "no", ANSWER + words: "hearts"})
    assert feedback_of(store, log.id)[0].answers == {rating: 5, reply: "no", words: "hearts"}
    thanks = ask(public, answer.headers["location"]).text
    assert "5 of 5" in thanks
    assert "hearts" in thanks


def test_a_question_that_was_withdrawn_meanwhile_does_no_harm(public: Any, store: Store, log: Log, token: str) -> None:
    gone = log.ask("What did you collect?").id
    log.undo(gone)
    assert send(public, token, **{ANSWER + gone: "hearts"}).status == 303
    assert feedback_of(store, log.id)[0].answers == {}


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [("overall", "6", "How was it overall? This must be a whole number from 1 to 5."),
     ("length", "x", "How long did it feel? This must be a whole number from -2 to 2."),
     ("fair", "perhaps", "Was it fair to everybody? This must be one of yes, maybe, no."),
     ("best", "x" * 5001, "What was the best moment? This must be a text of at most 5000 characters."),
     ("worst", "bell \x07", "What was the worst moment? This must not have the character '\\x07'."),
     ("id", "1", "Must be a UUID, as in")],
)  # fmt: skip
def test_what_does_not_fit_is_said_and_the_rest_kept(
    public: Any, store: Store, log: Log, token: str, field: str, value: str, told: str
) -> None:
    assert script(public, token, **{field: value}).data["problems"][0].startswith(told)
    answer = send(public, token, **{field: value})
    assert answer.status == 422
    assert 'name="fun" value="5" checked' in answer.text
    assert "the &lt;b&gt;show&lt;/b&gt;" in answer.text or field == "best"
    assert feedback_of(store, log.id) == []


def test_a_blank_form_is_not_sent(public: Any, token: str) -> None:
    blank = ask(public, f"/feedback/{token}", posted={"id": new_uuid(), "quote": "yes"}, accept="application/json")
    assert (blank.status, len(blank.data["problems"])) == (422, 1)


def test_a_closed_session_says_so(public: Any, store: Store, log: Log, token: str) -> None:
    log.end()
    for answer in (ask(public, f"/feedback/{token}"), send(public, token)):
        assert answer.status == 410
        assert "The session is over, and its forms are closed." in answer.text
    assert feedback_of(store, log.id) == []
    log.reopen()
    assert ask(public, f"/feedback/{token}").status == 200


def test_what_was_sent_stays_to_be_seen_after_the_session(public: Any, log: Log, token: str) -> None:
    address = send(public, token).headers["location"]
    log.end()
    assert ask(public, address).status == 200


def test_an_unknown_token_is_told_nothing_more(public: Any, store: Store, log: Log, token: str) -> None:
    selector, _, secret = token.partition(".")
    wrong = [
        "x",
        ".",
        "x.y",
        selector,
        f"{selector}.",
        f"{selector}.{secret[::-1]}",
        f"{secret}.{selector}",
        token * 50,
    ]
    answers = {(answer.status, re.sub('nonce="[^"]+"', "", answer.text)) for answer in
            (ask(public, f"/feedback/{address}") for address in wrong)}  # fmt: skip
    assert len(answers) == 1
    assert "ask for a new one" in ask(public, "/feedback/x").text
    posted = send(public, f"{selector}.{secret[::-1]}")
    assert posted.status == 404
    delete_session(store, log.id)
    assert ask(public, f"/feedback/{token}").status == 404


@pytest.mark.parametrize("body", [b"\xff\xfe=%ZZ&" * 10, b"&".join(b"a%d=1" % n for n in range(1000)), b"", b"=" * 300])
def test_what_no_browser_sends_is_no_form(public: Any, store: Store, log: Log, token: str, body: bytes) -> None:
    assert ask(public, f"/feedback/{token}", posted=body).status in (400, 422)
    assert feedback_of(store, log.id) == []


def test_a_body_without_end_is_cut_off(public: Any, token: str) -> None:
    assert ask(public, f"/feedback/{token}", posted=b"best=" + b"x" * 10**6).status == 413


@pytest.mark.parametrize("path", ["", "/", "/x/", "/x/sent", "/x/sent/y/z", "/../rules"])
def test_there_is_nothing_else_below_the_forms(public: Any, path: str) -> None:
    assert ask(public, f"/feedback{path}").status == 404


def test_a_store_that_is_in_use_is_told_and_may_be_tried_again(
    public: Any, token: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from workbench.app.server import feedback
    from workbench.store import StoreLocked

    def locked(*_: object) -> None:
        raise StoreLocked("in use")

    monkeypatch.setattr(feedback, "submit_through", locked)
    assert send(public, token).status == 503
    assert script(public, token).status == 503
