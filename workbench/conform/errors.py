"""A compiler's message, as a mistake of the author's."""

from workbench.conform.mistakes import Mistake, Sort, SourceLine
from workbench.conform.sources import failed_at, named
from workbench.engine.compile_errors import CannotCompile
from workbench.engine.loop import EndlessPlay


def as_mistake(error: BaseException) -> Mistake:
    """The failure of compiled plays as a mistake."""
    if isinstance(error, CannotCompile):
        return Mistake(
            Sort.NOT_COMPILABLE, error.trouble.message, SourceLine(named(error.trouble.file), error.trouble.line)
        )
    if isinstance(error, EndlessPlay):
        return Mistake(Sort.ENDLESS_PLAY, str(error))
    return Mistake(Sort.FAILS, f"compiled: {type(error).__name__}: {error}", failed_at(error))
