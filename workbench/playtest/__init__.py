"""Playtests with people: live sessions and their feedback, as a log that only grows; import, export, and what it says.

kinds, fields, entries   what an entry may say
log                      the verbs of a live session: each is one entry, stored at once
session, clock, scores   a session as it stands, folded from its log
correction               its times, set by hand in spite of the clock
forms, links, passcode   feedback from players' own devices
overview                 lists and figures over many sessions
reality                  a session held against a simulation of the same rules
exchange                 files: own JSON, CSV, BG Stats
printing                 sheets and forms on paper
privacy                  pseudonyms
"""
