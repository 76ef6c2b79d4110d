"""Import and export of sessions.

preview(store, data, "tuesday.csv")                 # stores nothing
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
