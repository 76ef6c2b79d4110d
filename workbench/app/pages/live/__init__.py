"""The page Live session: begin one, log it, read it again.

start      a new session, and those that are open
board      an open session; `sections` are its parts, one at a time on a phone
desk       the sessions as the page sees them: stored before they are shown, and cheap to look at
taps       storing what was tapped, and saying so; `outbox` takes what the browser sends by itself
fields     fields that show what is stored
timing, moments, scoring, sides, table, forms, history, closing    the parts of the board
corrections    what an entry says instead
"""

from workbench.app.pages.live.page import show

__all__ = ["show"]
