"""The studies: questions about a revision, each in a folder of its own, as each game has one.

    studies/<name>/
        question.py    `Question`: what is asked; its annotated fields are the options, the controls and the address
        measure.py     `measure(question, options, follow)`: plays, and returns the answer; no words, no charts
        columns.py     the columns of its tables, each declared once, and what JSON and CSV have
        answer.md      the answer in words, with inserts for tables and charts
        __init__.py    `STUDY = Study(...)`, a `Study[Question, Answer]`; one that differs in more overrides a method

An entry point of the group `workbench.studies` leads to `STUDY`. A package that brings one has its command, page, job,
line in the history and files without an edit elsewhere. A question takes one revision, or several by a field
`OtherRevisions` or `MoreRevisions`; a study without a page, a line in the history or a command of its name says so, and
may say the exit code of its command.

A `PairStudy` (`pairs.py`) is asked of a comparison instead: it has a switch of the command `compare`, a part of its
JSON and files, and a button and a frame on the page *Results*.
"""

from pathlib import Path

_FOLDERS = [file.parent.name for file in Path(__file__).parent.glob("*/question.py")]
OURS = dict(sorted({
    **{name: f"{name}:STUDY" for name in _FOLDERS if name != "find"},
    "sweep": "find:SWEEP",
    "tune": "find:TUNE",
}.items()))  # fmt: skip
"""The studies of the workbench itself by name, each with where it lies in this package: two may share a folder."""
