"""The forms that a scenario takes: the engine's batch, the layout of tallies, the store's request and question."""

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from workbench.bots.seats import searches
from workbench.bots.spec import one_a_seat, seat_bots
from workbench.engine.batch import SMALLEST_PIECE, Batch
from workbench.engine.cards import restored_values, whole_values
from workbench.engine.notes import UNHEARD, Progress
from workbench.engine.registry import game_named
from workbench.scenario import Scenario
from workbench.tallies.tallies import TallyLayout, layout_of

if TYPE_CHECKING:
    from workbench.store.answers import StoredAnswer
    from workbench.store.runs import Run, RunRequest


def layout(scenario: Scenario) -> TallyLayout:
    """The layout of the scenario's tallies."""
    return layout_of(scenario.game, scenario.players)


def is_searched(scenario: Scenario) -> bool:
    """True if bots at its table search."""
    return searches(seat_bots(scenario.game, scenario.bots, scenario.players))


def make_batch(scenario: Scenario, progress: Progress = UNHEARD) -> Batch:
    """The batch that a scenario describes; bots that have to learn its rules do so now, of which `progress` hears."""
    seats = seat_bots(scenario.game, scenario.bots, scenario.players, scenario.rules, progress)
    piece = 1 if searches(seats) else SMALLEST_PIECE
    return Batch(scenario.game, scenario.rules, seats, scenario.seed, piece, scenario.retake)


def fresh_seed(seed: int) -> int:
    """A seed unrelated to this one, always the same: it checks what was selected by this one."""
    return int.from_bytes(hashlib.sha256(f"fresh {seed}".encode()).digest()[:4], "big")


def with_settings(request: Mapping[str, object], scenario: Scenario) -> dict[str, object]:
    """The request with what `--set` changed for this call; the history tells it from later changes of the file."""
    return {**request, **({"set": list(scenario.settings)} if scenario.settings else {})}


def request_of(scenario: Scenario, extra: Mapping[str, object]) -> "RunRequest":
    """The batch as the store looks it up."""
    from workbench.store.runs import RunRequest

    retake = {"retake": scenario.retake} if scenario.retake else {}
    return RunRequest(
        game=scenario.game.name,
        scenario=scenario.revision,
        rules=whole_values(scenario.rules),
        rules_hash=scenario.rules_hash,
        code_hash=scenario.game.code_hash,
        bots=one_a_seat(scenario.bots, scenario.players),
        seed=scenario.seed,
        plays=scenario.plays,
        seats=scenario.players,
        extra=with_settings({**extra, **retake}, scenario),
    )


def answer_of(
    study: str, scenario: Scenario, options: Mapping[str, object], base: Scenario | None = None
) -> "StoredAnswer":
    """A question about a revision, or its difference to a base, as the store keeps it, without its answer."""
    from workbench.store.answers import StoredAnswer

    return StoredAnswer(
        study=study,
        game=scenario.game.name,
        revision=scenario.revision,
        rules_hash=scenario.rules_hash,
        code_hash=scenario.game.code_hash,
        bots=scenario.bots,
        plays=scenario.plays,
        seed=scenario.seed,
        options=options,
        base=base.revision if base else "",
        base_rules_hash=base.rules_hash if base else "",
    )


def scenario_of(run: "Run") -> Scenario:
    """The scenario that a run plays, whatever has become of its file."""
    return bare_scenario(
        run.game,
        run.rules,
        tuple(run.bots),
        run.seed,
        run.retake,
        revision=run.scenario,
        plays=run.plays,
        settings=run.settings,
    )


def bare_scenario(
    game: str,
    whole_rules: Mapping[str, object],
    bots: tuple[str, ...],
    seed: int,
    retake: int,
    *,
    revision: str = "",
    plays: int = 0,
    settings: tuple[str, ...] = (),
) -> Scenario:
    """As much of a scenario as decides its plays, without the texts of its file."""
    return Scenario(
        game=game_named(game),
        revision=revision,
        path=None,
        title=revision,
        date=None,
        parent=None,
        reason="",
        hypothesis="",
        rules=restored_values(whole_rules),
        bots=bots,
        plays=plays,
        seed=seed,
        goals=(),
        warnings=(),
        retake=retake,
        settings=settings,
    )
