"""What a check of the store has found, in sentences."""

from workbench.study.doctor import CheckedRun, Checkup, RowsState


def lost_sentences(found: Checkup) -> list[str]:
    """Everything that is lost, one sentence each; empty for a store that is whole."""
    lost = [found.failure] if found.failure else []
    if found.blocks and found.blocks.broken:
        lost.append(f"blocks missing, or not as they were written: {len(found.blocks.broken)} of {found.blocks.count}")
    lost += [f"table {each.name}: {each.lost:,} of {each.rows:,} rows cannot be read" for each in found.unreadable]
    if any(each.name == "runs" for each in found.unreadable):
        lost.append("plays of runs that cannot be read say nothing any more: a repair does not copy them")
    return lost + [run_sentence(each) for each in found.damaged_runs]


def run_sentence(found: CheckedRun) -> str:
    """What is wrong with a run's rows, or unknown; empty for a run that is whole."""
    name = f"run {found.run.id} ({found.run.game}/{found.run.scenario}, {found.run.done:,} plays)"
    return {
        RowsState.LOST: f"{name}: rows are missing or cannot be read",
        RowsState.CHANGED: f"{name}: its rows are not those that were stored; their digest differs",
        RowsState.UNKNOWN: f"{name}: cannot be checked; {found.why}",
    }.get(found.rows, "")
