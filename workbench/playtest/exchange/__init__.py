"""Files of sessions: read, looked at, stored and taken back; written.

seen = preview(store, data, "tuesday.csv")       # nothing is stored yet
batch = import_file(store, data, "tuesday.csv")  # all of it, or BadInput and none
take_back(store, batch.id)
text = export_text(store, Format.JSON)
zipped = export_tables(store)                    # CSV files with everything, for reading elsewhere
"""

from workbench.playtest.exchange.csv_table import COLUMNS, template
from workbench.playtest.exchange.csv_zip import TABLES, described
from workbench.playtest.exchange.dates import DateOrder
from workbench.playtest.exchange.exporting import export_tables, export_text, left_out
from workbench.playtest.exchange.importing import Imported, Preview, Previewed, import_file, preview, read_file
from workbench.playtest.exchange.parsed import MOST_BYTES, Format, How, Join, Parsed, ParsedSession
from workbench.playtest.exchange.reconcile import News
from workbench.store.playtests import batches, take_back

__all__ = [
    "COLUMNS",
    "MOST_BYTES",
    "TABLES",
    "DateOrder",
    "Format",
    "How",
    "Imported",
    "Join",
    "News",
    "Parsed",
    "ParsedSession",
    "Preview",
    "Previewed",
    "batches",
    "described",
    "export_tables",
    "export_text",
    "import_file",
    "left_out",
    "preview",
    "read_file",
    "take_back",
    "template",
]
