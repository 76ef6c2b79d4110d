"""Values as a report shows them: on one line, whatever a file holds."""

import datetime as dt
import json
from typing import Any


def shown(value: Any) -> str:
    """A value as TOML would show it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(map(shown, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {shown(item)}" for key, item in value.items()) + " }" if value else "{}"
    return value.isoformat() if isinstance(value, dt.date | dt.time) else str(value)
