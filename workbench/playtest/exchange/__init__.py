"""Import and export of sessions.

preview(store, data, "tuesday.csv")              # stores nothing
imported = import_file(store, data, "tuesday.csv")  # stores the whole file, or raises BadInput and stores nothing
undo_import(store, imported.batch.id)
text = export_text(store, Format.JSON)
zipped = export_tables(store)                    # CSV files with everything, for reading elsewhere

log_json, csv_table, bgstats   the formats
parsed           what a file says, whatever its format; logs for formats that have only a session's outcome
reconcile        a file against the store
importing
exporting        also the zip of CSV tables, which is only written
"""

from workbench.playtest.exchange.csv_table import COLUMNS, template
from workbench.playtest.exchange.dates import DateOrder
from workbench.playtest.exchange.exporting import (
    TABLES,
    column_descriptions,
    count_left_out,
    export_tables,
    export_text,
)
from workbench.playtest.exchange.importing import Imported, Preview, SessionPreview, import_file, preview
from workbench.playtest.exchange.parsed import LOSSES, MOST_BYTES, FindRevision, Format, ReadOptions
from workbench.playtest.exchange.reconcile import ImportStatus
from workbench.store.playtests.imports import file_imports, undo_import

__all__ = [
    "COLUMNS",
    "LOSSES",
    "MOST_BYTES",
    "TABLES",
    "DateOrder",
    "FindRevision",
    "Format",
    "ImportStatus",
    "Imported",
    "Preview",
    "ReadOptions",
    "SessionPreview",
    "column_descriptions",
    "count_left_out",
    "export_tables",
    "export_text",
    "file_imports",
    "import_file",
    "preview",
    "template",
    "undo_import",
]
