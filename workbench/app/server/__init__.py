"""How the dashboard is served, and who may use it.

launch        starts the server's process, and shows its address and passcode
serve         the server's process
application   Streamlit's server behind a check of every request: known host, own origin, passcode
network       addresses and names of this computer
passcode      passcodes, and the devices that entered one
sign_in       the page that asks for the passcode
feedback      the players' forms
plain_pages   HTML pages without Streamlit
main          what Streamlit runs

The players' forms are plain pages: a player's phone never reaches Streamlit, no socket, no page script, no media file.
"""
