"""The passcode: hashed, slow to guess, and compared in constant time."""

import hmac
from concurrent.futures import ThreadPoolExecutor

import pytest

from workbench.app.server import passcode
from workbench.app.server.passcode import (
    FREE_TRIES,
    GRANT_S,
    LETTERS,
    LONGEST_WAIT_S,
    MOST_ADDRESSES,
    TRIES_OF_ALL,
    WINDOW_S,
    Gate,
    Limiter,
    hash_pass,
    hash_passcode,
    is_passcode,
    new_pass,
    new_passcode,
)

CODE = "7Q2M-XK4D"


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    monkeypatch.setattr(passcode, "COST", 2)
    return Gate(hash_passcode(CODE))


def test_passcodes_differ_and_read_well() -> None:
    codes = {new_passcode() for _ in range(200)}
    assert len(codes) == 200
    assert {letter for code in codes for letter in code} <= set(LETTERS + "-")
    assert not set("01OIL") & set(LETTERS.replace("L", ""))


def test_the_passcode_is_not_kept() -> None:
    hashed = hash_passcode(CODE)
    assert CODE.replace("-", "").encode() not in hashed.hash + hashed.salt
    assert hash_passcode(CODE) != hashed
    assert is_passcode(CODE, hashed)


@pytest.mark.parametrize(
    ("typed", "right"),
    [(CODE, True), ("7q2mxk4d", True), (" 7q2m xk4d ", True), ("7Q2M-XK4", False), ("", False), (CODE + "A", False),
     ("\ud800", False), (CODE + "x" * 10**6, False)],
)  # fmt: skip
def test_how_it_may_be_typed(gate: Gate, typed: str, right: bool) -> None:
    assert (gate.try_code("a", typed, 0).grant is not None) is right


def test_it_is_compared_in_constant_time(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []
    monkeypatch.setattr(hmac, "compare_digest", lambda a, b: compared.append((a, b)) or a == b)
    grant = gate.try_code("a", CODE, 0).grant
    gate.try_code("a", "wrong", 0)
    assert gate.admits(grant, 0)
    assert len(compared) == 3


def test_a_grant_lets_in_until_it_is_revoked(gate: Gate) -> None:
    grant = gate.try_code("a", CODE, 0).grant
    assert gate.admits(grant, 0)
    assert not gate.admits(grant + "x", 0)
    assert not gate.admits(None, 0)
    assert not gate.admits("", 0)
    gate.revoke_others()
    assert not gate.admits(grant, 0)


def test_all_devices_but_one_are_signed_out(gate: Gate) -> None:
    mine, other, late = (gate.try_code("a", CODE, now).grant for now in (0, 0, GRANT_S))
    gate.admits(mine, GRANT_S)
    assert gate.others([mine, "elsewhere"], GRANT_S + 1) == 1  # one was not used for too long
    gate.revoke_others([mine, "elsewhere"])
    assert gate.admits(mine, GRANT_S)
    assert not gate.admits(other, 0)
    assert not gate.admits(late, GRANT_S)
    assert gate.others([mine], GRANT_S) == 0


def test_a_grant_that_is_not_used_expires(gate: Gate) -> None:
    grant = gate.try_code("a", CODE, 0).grant
    assert gate.admits(grant, GRANT_S)
    assert gate.admits(grant, 2 * GRANT_S)  # it was used between
    assert not gate.admits(grant, 3 * GRANT_S + 1)


def test_a_pass_lets_one_device_in_once() -> None:
    secret = new_pass()
    gate = Gate(hash_passcode(CODE), hash_pass(secret))
    assert gate.try_pass(secret + "x", 0) is None
    assert gate.try_pass("", 0) is None
    grant = gate.try_pass(secret, 0)
    assert gate.admits(grant, 0)
    assert gate.try_pass(secret, 0) is None
    assert gate.try_pass("", 0) is None


def test_without_a_pass_none_lets_in(gate: Gate) -> None:
    assert [gate.try_pass(text, 0) for text in ("", "x", "\ud800")] == [None] * 3


def test_waits_grow_with_wrong_tries(gate: Gate) -> None:
    waits = [gate.try_code("a", "wrong", 0).wait_s for _ in range(FREE_TRIES)]
    assert waits == [0] * (FREE_TRIES - 1) + [1]
    assert gate.try_code("a", CODE, 0.5).grant is None  # not even looked at
    assert gate.try_code("a", "wrong", 1).wait_s == 2
    assert gate.try_code("a", "wrong", 3).wait_s == 4
    assert gate.try_code("b", CODE, 3).grant
    assert gate.try_code("a", CODE, 7).grant
    assert gate.try_code("a", "wrong", 7).wait_s == 0


def test_no_wait_is_longer_than_some_minutes() -> None:
    limiter = Limiter()
    for _ in range(500):
        limiter.note_wrong("a", 0)
    assert limiter.wait_s("a", WINDOW_S + 1) == LONGEST_WAIT_S - WINDOW_S - 1


def test_many_addresses_guess_hardly_faster_and_lock_nobody_out(gate: Gate) -> None:
    """Each has one try instead of five."""
    for number in range(TRIES_OF_ALL):
        gate.try_code(f"10.0.0.{number}", "wrong", 0)
    assert gate.try_code("10.0.0.1", CODE, 1).wait_s == 1
    assert gate.try_code("10.0.1.1", "wrong", 1).wait_s == 2
    assert gate.try_code("10.0.1.2", CODE, 1).grant
    assert gate.try_code("10.0.1.1", CODE, 3).grant


def test_tries_at_once_are_no_way_around(gate: Gate) -> None:
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: gate.try_code("a", "wrong", 0), range(50)))
    assert sum(answer.wait_s == 0 for answer in answers) <= FREE_TRIES
    assert gate._limiter.wrong["a"][0] == FREE_TRIES


def test_addresses_are_not_remembered_without_end() -> None:
    limiter = Limiter()
    for number in range(MOST_ADDRESSES + 10):
        limiter.note_wrong(str(number), number * WINDOW_S)
    assert len(limiter.wrong) == MOST_ADDRESSES
    assert len(limiter.recent) <= 2 * MOST_ADDRESSES
