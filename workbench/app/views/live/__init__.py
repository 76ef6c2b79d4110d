"""The page Live session: begin one, log it, read it again.

start      a new session, and those that are open
board      a session: what stands where; sections: its parts, one at a time on a phone; look: its style
taps       storing what was tapped, and saying so
kept       fields that show what is stored
timing, correcting, moments, scoring, table, notes, forms, history, closing    the parts of the board
corrections, overriding, renaming    what an entry, an override or a name says instead
"""

from workbench.app.views.live.page import show

__all__ = ["show"]
