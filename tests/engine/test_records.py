"""Records of games: fields as attributes, and no other attribute."""

import numpy as np
import pytest

from workbench.engine.types import as_record

STATE = as_record([("points", "u1", (2,)), ("actor", "i2"), ("inner", as_record([("drawn", "i8")]))])
OTHER = as_record([("bid", "i4")])


def test_what_is_written_to_a_record_stands_in_its_array() -> None:
    states = np.zeros(2, STATE)
    state = states[1]
    state.points[1], state.actor, state.inner.drawn = 7, 3, 5
    assert states[1].points.tolist() == [0, 7] and states[1].actor == 3 and states["inner"]["drawn"].tolist() == [0, 5]
    states[0] = state
    assert states[0].tobytes() == states[1].tobytes()


@pytest.mark.parametrize("name", ["bid", "scoer"], ids=["a field of another record", "no field of any"])
def test_a_field_that_the_record_does_not_have_is_refused(name: str) -> None:
    state = np.zeros(1, STATE)[0]
    with pytest.raises(AttributeError, match=name):
        getattr(state, name)
    with pytest.raises(AttributeError, match=name):
        setattr(state, name, 1)
    assert not hasattr(state, name)


def test_a_value_that_does_not_fit_is_no_missing_field() -> None:
    with pytest.raises(ValueError, match="broadcast"):
        np.zeros(1, STATE)[0].points = [1, 2, 3]
