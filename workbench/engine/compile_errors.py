"""Errors in the terms of who wrote the rules: whose file it is in which something failed, and of the compiler's errors
the line, the expression, and what to write instead.
"""

import linecache
import re
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from sysconfig import get_path
from typing import NamedTuple

from workbench.engine.problems import WorkbenchError

OURS = Path(__file__).parents[1]
LIBRARIES = ("numba", "numpy")
"""Where a failure is never the author's own line."""
GAMES_OF_OURS = (OURS / "games", OURS / "kit" / "examples")
"""Folders of the workbench in which games lie."""


def may_be_to_blame(source: Path) -> bool:
    """True if a file may belong to a plug-in: not to Python, its libraries for numbers, or the workbench itself."""
    if not source.is_absolute() or set(LIBRARIES) & set(source.parts):
        return False
    ours = source.is_relative_to(OURS) and not any(source.is_relative_to(folder) for folder in GAMES_OF_OURS)
    python = Path(get_path("stdlib"))
    return not ours and (not source.is_relative_to(python) or "site-packages" in source.parts)


def blamed(stack: Iterable[traceback.FrameSummary]) -> tuple[str, int | None] | None:
    """File and line of the author's innermost frame among these, the outermost first; None where none is theirs."""
    frames = [frame for frame in stack if may_be_to_blame(Path(frame.filename))]
    return (frames[-1].filename, frames[-1].lineno) if frames else None


def interrupt(thread: threading.Thread) -> tuple[str, int | None] | None:
    """The author's line where a thread is; a loop there is ended, if it lets itself."""
    import ctypes

    frame = sys._current_frames().get(thread.ident or 0)
    place = blamed(traceback.extract_stack(frame)) if frame else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit))
    return place


PLACE = re.compile(r'(?:File "(?P<file>[^"\n]+)", line | at (?P<path>[^"\n<>]+\.py) \()(?P<line>\d+)')
ADVICE: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (
        r"Untyped global name '(\w+)':? [^\n]*\n?[^\n]*(?:function|type of)",
        lambda match: (
            f"{match[1]} cannot be compiled in: is it a function without its decorator, a list or a dictionary?"
            " Use @compiled above a function, a tuple for a list"
        ),
    ),
    (
        r"[Ff]ield '?(\w+)'? was not found in record|Unknown attribute '(\w+)' of type Record",
        lambda match: f"there is no field {match[1] or match[2]}; declare it, or mend its name",
    ),
    (r"Unknown attribute '(\w+)'", lambda match: f"{match[1]} is not there in compiled code; see the kit's functions"),
    (
        r"NameError: name '(\w+)' is not defined|name '(\w+)' is not defined",
        lambda match: f"{match[1] or match[2]} is nowhere defined",
    ),
    (
        r"Cannot unify ([^\n]+?) and ([^\n]+?) for '([\w.]+)'",
        lambda match: (
            f"{match[3].partition('.')[0]} is now a {match[1]} and now a {match[2]}; give it one type on all ways"
        ),
    ),
    (r"reflected list|build_list|List\(", lambda match: "a list cannot be compiled here; use a tuple, or kit.row"),
    (r"build_map|DictType|Dict", lambda match: "a dictionary cannot be compiled here; use numbers or kit.row"),
    (r"unicode_type|format|BINARY_ADD.*str", lambda match: "texts cannot be compiled; use numbers, or an IntEnum"),
    (
        r"No (?:matching definition|implementation of function)[^\n]*",
        lambda match: (
            "the compiler knows no such operation for these types; use numbers, sets of cards and the kit's functions"
        ),
    ),
)
"""Patterns of the compiler's messages, and what to write instead; the first that fits is told."""


FOLDED = "\n  What the compiler says:\n"
"""Stands between the author's terms and the compiler's own text."""
MOST_LINES, LONGEST = 40, 160
"""Lines of the compiler's own text, and letters of each, that a message has."""


class CompileTrouble(NamedTuple):
    """A refusal of the compiler: where, the line of source, and what to write instead; `original` is its own text."""

    file: str
    line: int | None
    expression: str
    advice: str
    original: str

    @property
    def message(self) -> str:
        """In one line."""
        expression = f"`{self.expression}` cannot be compiled: " if self.expression else "cannot be compiled: "
        return f"{expression}{self.advice}"


class CannotCompile(WorkbenchError):
    """Rules that cannot be compiled, in their author's terms, with the compiler's words folded below."""

    def __init__(self, trouble: CompileTrouble) -> None:
        self.trouble = trouble
        place = f"{trouble.file}, line {trouble.line}: " if trouble.line else ""
        lines = [line for line in trouble.original.splitlines() if line.strip()][:MOST_LINES]
        folded = "\n".join(f"    | {line[:LONGEST]}" for line in lines)
        super().__init__(f"{place}{trouble.message}{FOLDED}{folded}")


def explained(error: BaseException) -> CompileTrouble | None:
    """The compiler's error in the author's terms; None for an error of another kind."""
    if not any(kind.__module__.startswith("numba.") for kind in type(error).__mro__):
        return None
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    named = (
        (str(Path(match["file"] or match["path"]).resolve()), int(match["line"])) for match in PLACE.finditer(text)
    )
    file, line = next(((file, line) for file, line in named if may_be_to_blame(Path(file))), ("", None))
    expression = linecache.getline(file, line).strip() if line else ""
    return CompileTrouble(file, line, expression, _advice(text), text)


@contextmanager
def in_authors_terms() -> Iterator[None]:
    """Raise what the compiler refuses as CannotCompile."""
    try:
        yield
    except Exception as error:
        if trouble := explained(error):
            raise CannotCompile(trouble) from error
        raise


def _advice(text: str) -> str:
    for pattern, words in ADVICE:
        if match := re.search(pattern, text):
            return words(match)
    return text.strip().partition("\n")[0]
