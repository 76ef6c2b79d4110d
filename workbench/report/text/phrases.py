"""Parts of sentences."""

END_MARKS = (".", "!", "?", "…", ":", ";", "。")


def words_of(name: str) -> str:
    """A name from code in words: `largest_difference` is `largest difference`."""
    return name.replace("_", " ")


def with_stop(text: str) -> str:
    """A designer's own text, with a full stop at its end if none is there."""
    text = text.strip()
    return f"{text}." if text and text.rstrip("\"'”’)»*_")[-1:] not in END_MARKS else text


def lower_first(text: str) -> str:
    """The text with a small letter where it begins."""
    return text[:1].lower() + text[1:]
