"""Playtests with people, as they are stored: a log of entries a session, feedback, names, links and imports.

    entries = append(store, session_id, [Entry(new_uuid(), session_id, "moment", {"moment": "stuck"})])
    log = entries_of(store, session_id)

A log only grows. What a log means is not known here (`workbench.playtest` reads it); `overview` keeps what was read
from each, so that lists and figures over many sessions are queries.
"""

from workbench.store.playtests.batches import (
    Additions,
    Batch,
    Mentioned,
    Standing,
    TakeBackRefused,
    batches,
    import_batch,
    standing,
    take_back,
)
from workbench.store.playtests.entries import (
    Entry,
    EntryRefused,
    append,
    delete_session,
    entries_of,
    new_uuid,
    session_ids,
    session_of,
)
from workbench.store.playtests.feedback import Feedback, FeedbackRefused, add_feedback, feedback_of
from workbench.store.playtests.figures import (
    Length,
    MomentCount,
    Played,
    Quote,
    Rating,
    Reply,
    Score,
    Spread,
    Version,
    lengths,
    moments_by_minute,
    played,
    quotes,
    ratings,
    replies,
    scores,
)
from workbench.store.playtests.joining import Belongings, JoinRefused, belongings, join, mentioning
from workbench.store.playtests.links import Link, add_link, find_link, links_of
from workbench.store.playtests.mentions import Mention, MentionGone, reword
from workbench.store.playtests.names import SOMEBODY, parts_of, scrubbed, scrubbed_data, without
from workbench.store.playtests.overview import (
    Filter,
    MomentRow,
    SeatRow,
    SessionRow,
    Summary,
    listed,
    refresh,
    seats_of,
)
from workbench.store.playtests.people import Person, PersonRefused, forget, people, save_person

__all__ = [
    "SOMEBODY",
    "Additions",
    "Batch",
    "Belongings",
    "Entry",
    "EntryRefused",
    "Feedback",
    "FeedbackRefused",
    "Filter",
    "JoinRefused",
    "Length",
    "Link",
    "Mention",
    "MentionGone",
    "Mentioned",
    "MomentCount",
    "MomentRow",
    "Person",
    "PersonRefused",
    "Played",
    "Quote",
    "Rating",
    "Reply",
    "Score",
    "SeatRow",
    "SessionRow",
    "Spread",
    "Standing",
    "Summary",
    "TakeBackRefused",
    "Version",
    "add_feedback",
    "add_link",
    "append",
    "batches",
    "belongings",
    "delete_session",
    "entries_of",
    "feedback_of",
    "find_link",
    "forget",
    "import_batch",
    "join",
    "lengths",
    "links_of",
    "listed",
    "mentioning",
    "moments_by_minute",
    "new_uuid",
    "parts_of",
    "people",
    "played",
    "quotes",
    "ratings",
    "refresh",
    "replies",
    "reword",
    "save_person",
    "scores",
    "scrubbed",
    "scrubbed_data",
    "seats_of",
    "session_ids",
    "session_of",
    "standing",
    "take_back",
    "without",
]
