"""How the dashboard is served, and who may use it.

launch        starts the server's process, and shows its addresses and passcode
serve         the server's process
application   Streamlit's server behind a check of every request: known host, own origin, passcode
passcode      passcodes, the devices that entered one, and the file that remembers them
lan           opens the evening to the network while the server runs
evening       the pages of the evening
feedback      the players' forms
sign_in       the page that asks for the passcode
plain_pages   HTML pages without Streamlit
main          what Streamlit runs

The players' forms are plain pages: a player's phone never reaches Streamlit, no socket, no page script, no media file.
"""
