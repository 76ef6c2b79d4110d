"""The store: runs and the results of every play in one DuckDB file. The only SQL of the project.

    store = Store(workspace / "data" / "workbench.duckdb")
    run = create_run(store, RunRequest(game="hitmakers", …))
    run = append_chunk(store, run, Chunk(0, results, game.all_measures, elapsed_s=0.4))
    run = finish_run(store, run.id, digest)
    results = load_results(store, run, game.result)

Each call opens the file and closes it again; `with store.session():` keeps it open over several. `store.reading()` and
`store.writing()` give a cursor in a transaction. Failures of the file are `StoreError`s, with exit code 3. Playtests
with people are in `workbench.store.playtests`.

connection   opening the file for an operation; transactions
processes    processes that share a store: who they are, whose turn it is, private files
errors       what can go wrong, with advice
texts, ledger            text files with what people write, and what was played and decided: the authority
schema, tables           the store's own tables; those of a game's results
runs, results
history      what was found about revisions, and what was decided
listing      every result as a line of a list, and results that were deleted and can be brought back
copies       copies of the database, and backups of the text files
taking_over  a new file with what can be read of a damaged or an older one
"""

from workbench.store.connection import Store
from workbench.store.errors import StoreDamaged, StoreError, StoreFull, StoreLocked, StoreNewer, StoreOlder

__all__ = ["Store", "StoreDamaged", "StoreError", "StoreFull", "StoreLocked", "StoreNewer", "StoreOlder"]
