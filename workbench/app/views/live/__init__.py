"""The page Live session: begin one, log it, read it again.

start      a new session, and those that are open
board      a session: what stands where
taps       storing what was tapped, and saying so
timing, correcting, moments, scoring, table, notes, history, closing, forms    the parts of the board
"""

from workbench.app.views.live.page import show

__all__ = ["show"]
