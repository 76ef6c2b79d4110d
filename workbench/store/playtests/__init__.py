"""Playtests with people: a file for each session, with its log, its feedback forms and links; names; imports.

    entries = append(store, session_id, [Entry(new_uuid(), session_id, "moment", {"moment": "stuck"})])
    log = entries_of(store, session_id)

Entries are only ever added. What a log means is defined in `workbench.playtest`. `overview` keeps an index of the files
in the database, with a summary of each, so that lists and figures over many sessions are queries.
"""
