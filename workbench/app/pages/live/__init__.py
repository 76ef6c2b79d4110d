"""The page Live session: begin one, log it, read it again.

page             the session that the address names, or `new_session`; `layout` are its parts, one at a time on a phone
session_cache    sessions as the page shows them: stored before they are shown, and cheap to read again
entry_buttons    buttons that store an entry; `inbox` takes the taps and scores that the browser sends by itself
stored_fields    fields that show what is stored
timing, moments, scores, scores_by_side, table, details, session_log, feedback, printing, ending    the parts
"""

from workbench.app.pages.live.page import choose, show

__all__ = ["choose", "show"]
