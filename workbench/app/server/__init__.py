"""What the server answers beside Streamlit, and who may come in.

server     Streamlit's server with our door in front of it
door       every request passes here first: known host, own origin, passcode
gate       the page that asks for the passcode
devices    who has typed it, as the pages see them
feedback   the players' forms, plain pages that need no Streamlit
form_page  what stands on such a form, and what came back
pages      plain pages, safe to show to anybody

A player's phone never gets as far as Streamlit: no socket, no page script, no media file. So there is nothing there
that it could ask for.
"""
