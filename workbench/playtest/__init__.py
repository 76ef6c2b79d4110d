"""Playtests with people: live sessions and their feedback, as a log that only grows; import, export, and what it says.

log              live sessions: entries, and the session that they add up to
people           who plays: names, labels, pseudonyms
feedback         the feedback form, and links to it for players' own devices
commands         sessions by name, for commands and scripts
overview         lists and figures over many sessions
people_and_bots  sessions compared with a simulation of the same rules
exchange         import and export: own JSON, CSV, BG Stats
printing         sheets and forms on paper
"""
