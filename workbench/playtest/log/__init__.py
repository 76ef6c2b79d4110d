"""The log of a live session. Entries are only ever added; a session is what its entries add up to.

fields      checks of single values
kinds       the kinds of entries
entries     types of fields, and the fields of each kind of entry
recording   how a session is logged: one method for each kind of entry; checks of whole entries
session, clock, scores   the session that a log adds up to
sentences   entries in words
"""
