"""Parts of sentences."""

END_MARKS = (".", "!", "?", "…", ":", ";", "。")


def words_of(name: str) -> str:
    """The name of an option in words: `largest difference`."""
    return name.replace("_", " ")


def with_stop(text: str) -> str:
    """A text that somebody wrote, with a full stop where it has no end, so that it does not run into the next one."""
    text = text.strip()
    return f"{text}." if text and text.rstrip("\"'”’)»*_")[-1:] not in END_MARKS else text


def lower_first(text: str) -> str:
    """The text with a small letter where it begins."""
    return text[:1].lower() + text[1:]
