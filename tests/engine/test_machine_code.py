"""Machine code that is loaded without Numba: the same results and errors, and nothing that could end the process."""

import resource
from mmap import mmap
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from workbench.engine import compiling, files, machine_code
from workbench.engine.compiling import Kernel, compiled, copy_front, room
from workbench.engine.machine_code import SUFFIX
from workbench.engine.types import LINE, as_record, blank_states, state_type

SHEET = as_record(np.dtype([("points", "i4"), ("share", "f8")], align=True))


@compiled
def worth(number: Any) -> Any:
    if number > 9_000:
        raise OverflowError("too much", 9_000)
    return 2 * number


def fill(sheet: Any, rows: Any, numbers: Any, seed: Any, first: Any, share: Any) -> None:
    """Write into each argument what the others say."""
    for place in range(rows.shape[0]):
        rows[place].points = worth(first) + numbers[place]
        rows[place].share = share + place
    sheet.points = seed >> np.uint64(60)


def whole(numbers: Any) -> Any:
    return numbers.sum() + worth(numbers.shape[1])


def part(number: Any) -> Any:
    return number / 4


def is_more(number: Any) -> Any:
    return number > 4


def sum_of_new_arrays(size: Any, times: Any) -> Any:
    """Makes and drops arrays of all sizes up to `size`, some of which live longer than others."""
    total, sums, table = 0.0, np.ones(size), np.zeros((2, size))
    for turn in range(times):
        values = np.full(1 + turn % size, 0.5)
        sums[turn % size] += values.sum()
        table[turn % 2] = sums  # by way of memory that is neither's
        if turn % 7 == 0:
            sums = sums.copy()
        total += values[-1] + np.arange(turn % size).sum()
    return total + sums.sum() + table.sum()


def with_a_list(size: Any) -> Any:
    return len([place + 1 for place in range(size)])


def with_an_error_that_says_more(number: Any) -> Any:
    if number < 0:
        raise ValueError("must not be negative", number)
    return number


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("WORKBENCH_CACHE_DIR", str(tmp_path))
    return tmp_path


def kernel(function: Any) -> Kernel:
    return Kernel(function, "a" * 64)


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function's kernel as a new process has it, that must not compile."""

    def load(function: Any) -> Kernel:
        monkeypatch.setattr(compiling, "compiler", None)
        return kernel(function)

    return load


def filled(run: Any, first: int = 5) -> list[Any]:
    sheet, rows = np.zeros(2, SHEET), np.zeros(4, SHEET)
    run(sheet[1], rows[1:3], np.array([10, 20, 30]), np.uint64(2**64 - 1), first, 0.25)
    return [sheet.tolist(), rows.tolist()]


def test_loaded_code_writes_into_records_and_arrays_as_compiled_code_does(loaded: Any) -> None:
    before = filled(kernel(fill))
    assert before == [[(0, 0.0), (15, 0.0)], [(0, 0.0), (20, 0.25), (30, 1.25), (0, 0.0)]]
    assert filled(loaded(fill)) == before


@pytest.mark.parametrize(("function", "argument"), [(part, 3), (is_more, 3), (is_more, 5), (part, 0.5)])
def test_loaded_code_returns_numbers_of_the_same_type(loaded: Any, function: Any, argument: Any) -> None:
    first, again = kernel(function)(argument), loaded(function)(argument)
    assert (first, type(first)) == (again, type(again))


def test_arrays_of_more_dimensions_are_passed_whole(loaded: Any) -> None:
    numbers = np.arange(12).reshape(3, 4)
    assert kernel(whole)(numbers) == 74 == loaded(whole)(numbers)


def test_arrays_that_compiled_code_makes_are_its_own_and_are_freed(
    monkeypatch: pytest.MonkeyPatch, loaded: Any
) -> None:
    monkeypatch.setattr(machine_code, "_linked", lambda code: None)
    expected = sum_of_new_arrays(200, 1_000)
    assert kernel(sum_of_new_arrays)(200, 1_000) == expected
    run = loaded(sum_of_new_arrays)
    assert run(200, 1_000) == expected
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    run(10_000, 20_000)  # 0.8 GB and more, if nothing were freed
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


def test_an_error_of_loaded_code_is_that_of_the_function(loaded: Any) -> None:
    filled(kernel(fill))
    run = loaded(fill)
    with pytest.raises(OverflowError, match="too much") as caught:
        filled(run, first=9_001)
    assert caught.value.args == ("too much", 9_000)
    assert filled(run)[0] == [(0, 0.0), (15, 0.0)]


def test_arguments_of_other_types_have_code_of_their_own(folder: Path, loaded: Any) -> None:
    run = kernel(whole)
    column = np.arange(12).reshape(4, 3).T
    assert run(np.ones((2, 2))) == 8.0 and run(column) == 74
    assert len(list(folder.rglob(f"*{SUFFIX}"))) == 2
    assert loaded(whole)(column) == 74


OF_EVERY_KIND = {
    "rows": np.ones((3, 4)),
    "columns": np.ones((3, 4), order="F"),
    "every second": np.ones((3, 8))[:, ::2],
    "unaligned": np.ones(3, [("sign", "u1"), ("points", "f8", 4)])["points"],
}


@pytest.mark.parametrize("numbers", OF_EVERY_KIND.values(), ids=OF_EVERY_KIND.keys())
def test_code_is_compiled_for_kinds_without_a_value(loaded: Any, numbers: Any) -> None:
    (kind,) = kinds = machine_code.kinds_of([numbers])
    assert machine_code.kinds_of([machine_code.sample_of(kind)]) == kinds
    kernel(whole).compile_for(kinds)
    assert loaded(whole)(numbers) == 20


def test_what_another_process_compiles_is_loaded_and_what_it_does_not_is_compiled_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wishes = []
    monkeypatch.setattr(compiling, "_elsewhere", [lambda kernel, kinds: wishes.append(kinds)])
    assert kernel(part)(3) == 0.75 and wishes == [("int64",)]
    assert kernel(part)(3) == 0.75 and len(wishes) == 1, "it lies on disk"


SPOILED = {
    "cut short": lambda content: content[:-100],
    "one bit turned over": lambda content: content[:-100] + bytes([content[-100] ^ 1]) + content[-99:],
    "empty": lambda content: b"",
    "no JSON": lambda content: b"\n" + content,
    "JSON of something else": lambda content: b"[]\n" + content,
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED.keys())
def test_a_damaged_file_is_compiled_again_and_mended(folder: Path, loaded: Any, spoil: Any) -> None:
    assert kernel(part)(3) == 0.75
    (file,) = folder.rglob(f"*{SUFFIX}")
    file.write_bytes(spoil(file.read_bytes()))
    assert machine_code.read(file) is None
    assert kernel(part)(3) == 0.75
    assert machine_code.read(file) is not None
    assert loaded(part)(3) == 0.75


@pytest.mark.skipif(machine_code.HERE != machine_code.OBJECTS, reason="objects are of another kind here")
def test_objects_of_another_kind_are_loaded_by_llvm(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    kernel(part)(3)
    (file,) = folder.rglob(f"*{SUFFIX}")
    placed: Any = machine_code.load(file, (3,))
    monkeypatch.setattr(machine_code, "OBJECTS", ())
    linked: Any = machine_code.load(file, (3,))
    assert placed(3) == linked(3) == 0.75
    assert isinstance(placed.holder, mmap) and not isinstance(linked.holder, mmap)


def test_code_that_calls_what_this_machine_lacks_is_compiled_instead(folder: Path) -> None:
    kernel(part)(3)
    (file,) = folder.rglob(f"*{SUFFIX}")
    code = machine_code.read(file)
    assert code is not None
    machine_code.keep(file, code._replace(calls=["no_such_function"]))
    assert machine_code.load(file, (3,)) is None
    assert kernel(part)(3) == 0.75


def test_code_of_another_machine_is_not_loaded(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    kernel(part)(3)
    monkeypatch.setattr(machine_code, "machine", lambda: "another")
    assert not kernel(part).is_warm
    assert kernel(part)(3) == 0.75
    assert len(list(folder.rglob(f"*{SUFFIX}"))) == 2


def test_settings_of_numba_tell_machines_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    before = machine_code.machine.__wrapped__()
    assert before == machine_code.machine.__wrapped__()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert machine_code.machine.__wrapped__() != before


@pytest.mark.parametrize("function", [with_a_list, with_an_error_that_says_more])
def test_code_that_needs_numba_lies_in_its_cache(folder: Path, function: Any) -> None:
    assert kernel(function)(3) == 3
    assert not list(folder.rglob(f"*{SUFFIX}"))
    again = kernel(function)
    assert again.is_warm and again(3) == 3
    assert list(again._dispatcher.stats.cache_hits.values()) == [1]


def test_a_cache_that_cannot_be_written_does_not_stop_a_play(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, data: bytes) -> None:
        raise PermissionError(path)

    monkeypatch.setattr(files, "write_whole", refuse)
    assert kernel(part)(3) == 0.75


def counted(numbers: Any) -> Any:
    """Uses an array that is part of a record, as nearly every function of a game does."""
    return numbers[0].cards.sum() + numbers[0].cards.size


def with_room(size: Any) -> Any:
    """Sums what it has written into two rooms of its own, of which neither is the other's."""
    first, second = room((2, 3)), room((4,))
    for place in range(size):
        first[place % 2, place % 3] = second[place % 4] = place
    return first[1, 2] + second[3] + first.shape[0] + first.size + first.itemsize


def test_code_that_makes_no_arrays_does_not_count_who_uses_one(folder: Path) -> None:
    numbers = np.zeros(1, as_record([("cards", "i8", (5,))]))
    assert kernel(counted)(numbers) == 5
    [file] = folder.rglob(f"*{SUFFIX}")
    assert b"counted" in file.read_bytes()
    assert b"NRT_decref" not in file.read_bytes()
    kernel(sum_of_new_arrays)(2, 3)
    [file] = {*folder.rglob(f"*{SUFFIX}")} - {file}
    assert b"NRT_decref" in file.read_bytes()


def test_room_of_a_function_is_its_own(loaded: Any) -> None:
    assert with_room(12) == 11 + 11 + 2 + 6 + 8
    assert kernel(with_room)(12) == loaded(with_room)(12) == with_room(12)


def copied(states: Any) -> Any:
    """Copies the front of the first position to the second."""
    copy_front(states[1], states[0])
    return states[1].cards[2] + states[1].worths[1]


@pytest.mark.parametrize("cards", [3, LINE // 8 - 1, LINE // 8])
def test_what_stays_behind_is_not_copied_and_all_else_is(loaded: Any, cards: int) -> None:
    fields = [("actor", "u1"), ("over", "?"), ("stage", "u1"), ("cards", "u8", (cards,))]
    kind = state_type(fields, behind=[("worths", "f8", (2,)), ("last", "u1")])
    assert kind.itemsize % LINE == kind.fields["worths"][1] % LINE == 0
    assert kind.fields["worths"][1] > max(kind.fields[name][1] for name, *_ in fields)
    for prepared in (kernel, loaded):
        states = blank_states(kind, 2)
        for name in kind.names or ():
            states[0][name] = 1
        assert prepared(copied)(states) == 1
        assert all(np.all(states[1][name] == 1) for name, *_ in fields)
        assert not (np.any(states[1].worths) or states[1].last)
    assert copied(states) == 2  # plain code copies all


def test_a_position_with_nothing_behind_is_copied_whole(loaded: Any) -> None:
    kind = state_type([("over", "?"), ("cards", "u8", (3,)), ("worths", "f8", (2,)), ("stage", "u1"), ("actor", "u1")])
    states = blank_states(kind, 2)
    states[0].worths[1] = states[0].cards[2] = states[0].stage = 1
    assert kernel(copied)(states) == loaded(copied)(states) == copied(states) == 2
    assert states[1] == states[0]
