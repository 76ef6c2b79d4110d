"""The passcode's page: what lets in, what does not, and what the cookie is like."""

from typing import Any

import pytest

from tests.server.asking import HOST, ask
from tests.server.conftest import CODE
from workbench.app.server.passcode import FREE_TRIES, Gate
from workbench.app.server.sign_in import LONGEST_BODY, WRONG, local_path


def test_the_right_passcode_is_a_cookie_that_scripts_cannot_read(public: Any, gate: Gate) -> None:
    answer = ask(public, "/passcode", posted={"code": CODE.lower(), "next": "/rules"})
    assert (answer.status, answer.headers["location"]) == (303, "/rules")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
    name, _, value = answer.cookie.partition("=")
    assert name == f"workbench_grant_{HOST.partition(':')[2]}"
    assert len(value) >= 43  # 256 bits
    assert gate.admits(value, 0)
    assert CODE not in answer.headers["set-cookie"]


def test_each_device_gets_a_grant_of_its_own(public: Any) -> None:
    cookies = {ask(public, "/passcode", posted={"code": CODE}).cookie for _ in range(5)}
    assert len(cookies) == 5


@pytest.mark.parametrize("code", ["", "7Q2M", "7Q2M-XK4E", "x" * 9_000, "\ud800".encode("utf-8", "replace").decode()])
def test_a_wrong_one_is_told_and_lets_nobody_in(public: Any, code: str) -> None:
    answer = ask(public, "/passcode", posted={"code": code, "next": "/rules"})
    assert answer.status == 401
    assert WRONG in answer.text
    assert "set-cookie" not in answer.headers
    assert 'value="/rules"' in answer.text


def test_wrong_ones_are_slowed_down_and_then_not_even_the_right_one_is_looked_at(public: Any) -> None:
    tried = [ask(public, "/passcode", posted={"code": "wrong"}).status for _ in range(FREE_TRIES + 2)]
    assert tried == [401] * (FREE_TRIES - 1) + [429] * 3
    late = ask(public, "/passcode", posted={"code": CODE})
    assert late.status == 429
    assert "set-cookie" not in late.headers
    assert int(late.headers["retry-after"]) >= 1
    assert "Wait 1 s" in late.text
    assert ask(public, "/passcode", posted={"code": CODE}, client="192.0.2.10").status == 303


def test_the_address_a_client_writes_about_itself_counts_for_nothing(public: Any) -> None:
    tried = [
        ask(public, "/passcode", posted={"code": "wrong"}, x_forwarded_for=f"10.0.0.{number}").status
        for number in range(FREE_TRIES)
    ]
    assert tried[-1] == 429


def test_the_pass_lets_one_browser_in_once(public: Any, gate: Gate) -> None:
    assert ask(public, "/enter/guess").status == 401
    entered = ask(public, "/enter/once")
    assert (entered.status, entered.headers["location"]) == (303, "/")
    assert gate.admits(entered.cookie.partition("=")[2], 0)
    again = ask(public, "/enter/once")
    assert again.status == 401
    assert "set-cookie" not in again.headers


def test_a_body_too_long_is_no_passcode(public: Any) -> None:
    assert ask(public, "/passcode", posted=b"code=" + CODE.encode() + b"&x=" + b"y" * LONGEST_BODY).status == 401


@pytest.mark.parametrize(
    ("to", "local"),
    [("/rules?a=b", "/rules?a=b"), ("/", "/"), ("", "/"), ("//evil.example", "/"), ("/\\evil.example", "/"),
     ("https://evil.example", "/"), ("javascript:alert(1)", "/"), ("/a\r\nSet-Cookie: x", "/"), ("/passcode", "/"),
     ("/enter/x", "/"), ("/" + "x" * 20_000, "/")],
)  # fmt: skip
def test_one_goes_on_to_this_server_alone(to: str, local: str) -> None:
    assert local_path(to) == local
