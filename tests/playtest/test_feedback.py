"""Feedback: what a form takes, and what a link opens."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from workbench.engine.problems import BadInput
from workbench.playtest.feedback import (
    FIELDS,
    LENGTH,
    RATED,
    REPLIED,
    WRITTEN,
    LinkRefused,
    make_link,
    open_form,
    read_form,
    submit,
    submit_through,
)
from workbench.playtest.log.kinds import QuestionKind
from workbench.playtest.log.recording import Log, NoSession
from workbench.store import Store
from workbench.store.playtests.entries import Feedback, FeedbackRefused, feedback_of, find_link, new_uuid

ANSWERS = {"overall": 4, "downtime": 2, "length": -1, "fair": "maybe", "best": " the show ", "quote": True}


def form_of(log: Log, player: str, **changes: object) -> Feedback:
    form, problems = read_form({**ANSWERS, "player": player, **changes}, log.id)
    assert not problems
    return form


def test_every_field_is_asked_once() -> None:
    names = [question.name for question in (*RATED, LENGTH, *REPLIED, *WRITTEN)]
    assert sorted([*names, "quote"]) == sorted(FIELDS)


def test_a_form_is_stored_as_it_was_given(store: Store, log: Log, players: list[str]) -> None:
    submit(store, form_of(log, players[0]))
    (form,) = feedback_of(store, log.id)
    assert (form.overall, form.fun, form.length, form.fair, form.best, form.quote) == (
        4,
        None,
        -1,
        "maybe",
        "the show",
        True,
    )


UNFIT = {
    "overall": 0, "fun": 6, "length": 3, "clarity": 2.5, "fair": "perhaps", "best": 7, "quote": "yes",
    "player": "Anna", "answers.q": {"q": 1}, "mood": 5,
}  # fmt: skip


def test_what_does_not_fit_is_said(log: Log, players: list[str]) -> None:
    for field, value in UNFIT.items():
        form, problems = read_form({**ANSWERS, "player": players[0], field.partition(".")[0]: value}, log.id)
        assert form is None, field
        assert [problem.place for problem in problems] == [f"form.{field}"]


def test_a_player_answers_once_and_may_send_it_again(store: Store, log: Log, players: list[str]) -> None:
    form = form_of(log, players[0])
    assert submit(store, form) == submit(store, form)
    with pytest.raises(FeedbackRefused, match="already"):
        submit(store, replace(form, id=new_uuid(), overall=1))
    submit(store, form_of(log, players[1]))
    assert len(feedback_of(store, log.id)) == 2


def test_only_those_who_played_answer_and_not_with_nothing(store: Store, log: Log, players: list[str]) -> None:
    with pytest.raises(FeedbackRefused, match="those who played"):
        submit(store, form_of(log, new_uuid()))
    with pytest.raises(BadInput, match=r"^form: "):
        submit(store, Feedback(new_uuid(), log.id, players[0], quote=True))
    with pytest.raises(FeedbackRefused, match="no such session"):
        submit(store, replace(form_of(log, players[0]), session=new_uuid()))
    assert feedback_of(store, log.id) == []


def test_the_designers_own_questions(store: Store, log: Log, players: list[str]) -> None:
    rating = log.ask("Was the show too long?", QuestionKind.RATING).id
    words = log.ask("What did you collect?").id
    with pytest.raises(BadInput, match="1 to 5"):
        submit(store, form_of(log, players[0], answers={rating: "yes"}))
    with pytest.raises(BadInput, match="no such field"):
        submit(store, form_of(log, players[0], answers={new_uuid(): 3}))
    submit(store, form_of(log, players[0], answers={rating: 5, words: "hearts"}))
    assert feedback_of(store, log.id)[0].answers == {rating: 5, words: "hearts"}
    log.undo(words)
    assert [question.id for question in log.session().questions] == [rating]


# Links


def test_a_link_opens_its_form_once_a_player(store: Store, log: Log, players: list[str]) -> None:
    token = make_link(store, log.id)
    assert [seated.player for seated in open_form(store, token).open_to] == players
    for left in (2, 1):
        submit_through(store, token, form_of(log, players[left]))
        assert len(open_form(store, token).open_to) == left
    submit_through(store, token, form_of(log, players[0]))
    with pytest.raises(FeedbackRefused, match="already"):
        open_form(store, token)


def test_a_players_own_link_is_theirs_whatever_the_form_says(store: Store, log: Log, players: list[str]) -> None:
    token = make_link(store, log.id, players[1])
    assert open_form(store, token).player == players[1]
    elsewhere = replace(form_of(log, players[0]), session=new_uuid())
    assert submit_through(store, token, elsewhere).player == players[1]
    assert [form.player for form in feedback_of(store, log.id)] == [players[1]]


def test_links_close_with_the_session_and_open_again_with_it(store: Store, log: Log, players: list[str]) -> None:
    token = make_link(store, log.id)
    log.end()
    for attempt in (lambda: open_form(store, token), lambda: submit_through(store, token, form_of(log, players[0]))):
        with pytest.raises(FeedbackRefused, match="over"):
            attempt()
    with pytest.raises(FeedbackRefused, match="over"):
        make_link(store, log.id)
    log.reopen()
    assert open_form(store, token).session.id == log.id


def test_only_the_hash_of_a_token_is_stored(store: Store, log: Log) -> None:
    token = make_link(store, log.id)
    selector, secret = token.split(".")
    link = find_link(store, selector)
    assert link is not None and link.session == log.id
    assert secret not in repr(link)
    assert len(secret) >= 43  # 256 bits


@pytest.mark.parametrize("wrong", ["", ".", "x", "x.y", "x" * 10_000, "\ud800.é", "a.b.c"])
def test_a_wrong_token_opens_nothing(store: Store, log: Log, wrong: str) -> None:
    with pytest.raises(LinkRefused):
        open_form(store, wrong)


def test_a_token_with_another_secret_opens_nothing(store: Store, log: Log) -> None:
    first, second = make_link(store, log.id), make_link(store, log.id)
    assert first != second
    mixed = f"{first.split('.')[0]}.{second.split('.')[1]}"
    with pytest.raises(LinkRefused, match="ask for a new one"):
        open_form(store, mixed)


def test_no_link_to_what_is_not_there(store: Store, log: Log) -> None:
    with pytest.raises(NoSession):
        make_link(store, new_uuid())
    with pytest.raises(FeedbackRefused):
        make_link(store, log.id, new_uuid())


def test_twelve_send_at_once(store: Store, log: Log) -> None:
    seated = [log.add_player(f"P{seat}", seat).data["player"] for seat in range(12)]
    token = make_link(store, log.id)
    forms = [form_of(log, player) for player in seated]
    with ThreadPoolExecutor(12) as pool:
        list(pool.map(lambda form: submit_through(store, token, form), [*forms, *forms]))
    assert sorted(form.player for form in feedback_of(store, log.id)) == sorted(seated)
