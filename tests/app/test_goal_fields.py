"""Goals that are added on the page of rules."""

from types import SimpleNamespace

import pytest

from workbench.app.widgets import controls, goal_fields
from workbench.scenario import load_scenario
from workbench.scenario.files import STARTER, Workspace


def test_a_choice_that_comes_twice_adds_one_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    parent = load_scenario(Workspace(STARTER), "hollywood_1947/six-players")
    key, free = goal_fields.names_key(parent), ["decisions", "tie_rate"]
    session = {key: ["movies"]}
    for module in (goal_fields, controls):
        monkeypatch.setattr(module, "st", SimpleNamespace(session_state=session))
    for _ in range(2):
        session["add_goal"] = "decisions"
        goal_fields._added(parent, free, None)
    assert session[key] == ["movies", "decisions"] and session["add_goal"] is None
