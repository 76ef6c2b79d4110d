"""Files of sessions: read, looked at, stored and taken back; written.

seen = preview(store, data, "tuesday.csv")       # nothing is stored yet
batch = import_file(store, data, "tuesday.csv")  # all of it, or BadInput and none
take_back(store, batch.id)
text = export_text(store, Format.JSON)
zipped = export_tables(store)                    # CSV files with everything, for reading elsewhere
"""

from workbench.playtest.exchange.csv_table import COLUMNS, template
from workbench.playtest.exchange.csv_zip import TABLES, column_descriptions
from workbench.playtest.exchange.dates import DateOrder
from workbench.playtest.exchange.exporting import count_left_out, export_tables, export_text
from workbench.playtest.exchange.importing import Imported, Preview, SessionPreview, import_file, preview, read_file
from workbench.playtest.exchange.parsed import MOST_BYTES, FindRevision, Format, Parsed, ParsedSession, ReadOptions
from workbench.playtest.exchange.reconcile import ImportStatus
from workbench.store.playtests import file_imports, undo_import

__all__ = [
    "COLUMNS",
    "MOST_BYTES",
    "TABLES",
    "DateOrder",
    "FindRevision",
    "Format",
    "ImportStatus",
    "Imported",
    "Parsed",
    "ParsedSession",
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
    "read_file",
    "template",
    "undo_import",
]
