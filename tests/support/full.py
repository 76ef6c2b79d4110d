"""A workspace as it is after years: many revisions, batches, comparisons and studies, and millions of plays."""

from datetime import UTC, datetime

from workbench.scenario.files import Workspace
from workbench.store import Store, ledger
from workbench.store.history import Decision, DecisionState

REVISIONS, BATCHES, PLAYS = 200, 5_000, 10_000_000
"""Revisions of Hitmakers; its batches, each a part of a comparison, of a study or alone; the plays of all."""
RUNS = """
    insert into runs by name
    select nextval('run_numbers') as number, printf('run-%05d', i) as id, 'hitmakers' as game,
        printf('variant-%03d', (case when of_study then i // 25 else i // 2 end) % $revisions) as scenario,
        rules, rules_hash, code_hash, bots,
        case when of_study then i // 25 * 25 else i end as seed, $plays // $batches as plays,
        $plays // $batches as done, seats, 'done' as status, 'd' as digest,
        1.0 as elapsed_s, created_at + to_minutes(i) as created_at, updated_at, '' as note,
        case when of_study then '{"study": "ladder"}' else '{}' end::json as extra,
        owner_pid, owner_host, owner_started, false as has_rows
    from (select i, i >= $batches * 4 // 5 as of_study from range($batches) each(i)), (from runs limit 1)
"""
TALLIES = """
    insert into tallies by name
    select number as run, -1 as other, encode(repeat(md5(number::varchar), 200)) as data from runs
"""
FINDINGS = """
    insert into findings by name
    select r.id as run, r.game, r.scenario as revision, r.rules_hash,
        '{"tie": "met", "deals": "missed"}'::json as goals,
        coalesce(b.id, '') as base_run, coalesce(b.scenario, '') as base, coalesce(b.rules_hash, '') as base_rules_hash,
        '{"tie": "met"}'::json as base_goals, r.bots, r.plays, r.seed, r.created_at as found_at,
        '2 of 3 goals hold. Broad appeal pays ' || r.seed % 20 || ' % less; no seat is worse off.' as sentence,
        'broad appeal −' || r.seed % 20 || ' %, ties −0.9 percentage points' as brief
    from runs r left join runs b on b.seed = r.seed + 1 and r.seed < $batches * 3 // 5
    where r.seed < $batches * 4 // 5 and (r.seed >= $batches * 3 // 5 or r.seed % 2 = 0)
"""


def fill(workspace: Workspace, model: Store) -> None:
    """Fill a workspace and its store, which has one run of Hitmakers, after whose example the others are made."""
    folder = workspace.scenarios / "hitmakers"
    for number in range(REVISIONS):
        text = (
            f'game = "hitmakers"\ntitle = "Variant {number}"\nparent = "2020-03-04"\nreason = "To see what it does."\n'
        )
        (folder / f"variant-{number:03d}.toml").write_text(text, "utf-8")
    counts = {"revisions": REVISIONS, "batches": BATCHES, "plays": PLAYS}
    with model.writing() as cursor:
        for statement in (RUNS, "delete from runs where id not like 'run-%'", TALLIES, FINDINGS):
            cursor.execute(statement, {name: counts[name] for name in counts if f"${name}" in statement})
    states = tuple(DecisionState)
    decisions = [
        Decision("hitmakers", f"variant-{i:03d}", states[i % 3], f"reason {i}", f"note {i}") for i in range(REVISIONS)
    ]
    at = datetime.now(UTC)
    lines = [("decision", vars(decision) | {"decided_at": at}) for decision in decisions]
    ledger.append(model.path, lines)
