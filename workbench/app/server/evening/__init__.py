"""The evening on plain pages: setting a session up, its board, and what happens there.

sessions   the sessions that this server's devices log, read once for all of them
wording    the state of a session in sentences, and its report
board      what the board shows, and the fields of its dialogs
actions    what devices send, each acted on once
setup      the page that begins a session
routes     the addresses
"""
