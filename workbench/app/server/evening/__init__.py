"""The evening on plain pages: setting a session up, its board, and what happens there.

sessions   the sessions that this server's devices log, read once for all of them
wording    the state of a session in sentences
board      what the board shows
dialogs    the fields of what is changed less often
actions    what devices send, each acted on once
setup      the page that begins a session
routes     the addresses
"""
