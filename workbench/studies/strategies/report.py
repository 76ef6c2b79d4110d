"""Strategies as a document: the lesson, what each kind of action is worth, and how the bots stand to each other."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import ModuleType

from workbench.engine.wording import counted, lower_first
from workbench.report.columns import doubt_json
from workbench.report.document import (
    Badge,
    Beside,
    Block,
    Drawing,
    Points,
    Prose,
    Report,
    Section,
    Table,
)
from workbench.report.escape import paragraphs
from workbench.report.json import Json, estimate_json, scenario_json
from workbench.studies.contest import Contest, JudgedContest
from workbench.studies.contest_columns import CONTEST, JUDGED, SHARE
from workbench.studies.strategies import words
from workbench.studies.strategies.measure import Mechanism, Mechanisms, Strategies, Worth
from workbench.studies.strategies.question import StrategiesQuestion
from workbench.studies.strategies.robin import RoundRobin


def strategies_json(strategies: Strategies) -> Json:
    """`strategies --json`: what every kind of action is worth, and the round robin."""
    return {
        **scenario_json(strategies.robin.scenario),
        "mechanisms": mechanisms_json(strategies.mechanisms),
        "round_robin": robin_json(strategies.robin),
    }


def mechanisms_json(mechanisms: Mechanisms) -> Json:
    """Restricted play; `contest` is null for a kind that cannot be left out."""
    return {"bot": mechanisms.bot, "kinds": [_kind_json(kind) for kind in mechanisms.kinds]}


def robin_json(robin: RoundRobin) -> Json:
    """The round robin."""
    shares, low, high = (table.tolist() for table in robin.matrix)
    return {
        "bots": list(robin.bots),
        "plays": robin.plays,
        "shares": shares,
        "low": low,
        "high": high,
        "beats": [list(cell) for cell in robin.beats],
        "dominated": [{"bot": d.bot, "by": d.by, "strict": d.strict} for d in robin.dominated],
        "equilibrium": [{"bot": b.bot, "weight": b.weight, "low": b.low, "high": b.high} for b in robin.equilibrium],
        "ratings": [
            {"bot": r.bot, "mean": r.mean, "low": r.low, "high": r.high, "sigma": r.sigma} for r in robin.ratings
        ],
        "runs": {f"{one} among {field}": list(cell.runs) for (one, field), cell in robin.cells.items()},
    }


def _kind_json(kind: Mechanism) -> Json:
    usage = kind.usage
    return {
        "kind": kind.kind,
        "standing": kind.standing.value,
        "doubt": doubt_json(kind.doubt),
        "value": estimate_json(kind.value),
        "usage": {"plays": usage.plays, "offered": usage.offered, "chosen": usage.chosen, "forced": usage.forced},
        "contest": CONTEST.json(JudgedContest(kind.contest)) if kind.contest else None,
    }


def strategies_records(strategies: Strategies) -> list[dict[str, object]]:
    """Every contest of the restricted play and of the round robin, in full precision."""
    kinds, robin = strategies.mechanisms.kinds, strategies.robin
    left_out = [JudgedContest(kind.contest, kind.standing, kind.doubt, "left out") for kind in kinds if kind.contest]
    return JUDGED.records([*left_out, *robin.pairs])


BADGES = {
    Worth.WORTH: Badge("worth having", "green", ":material/thumb_up:"),
    Worth.HARMFUL: Badge("better left out", "red", ":material/thumb_down:"),
    Worth.NOTHING: Badge("less than a point", "gray", ":material/equal:"),
    Worth.UNDECIDED: Badge("undecided", "orange", ":material/question_mark:"),
    Worth.UNUSED: Badge("never chosen", "gray", ":material/visibility_off:"),
    Worth.FORCED: Badge("cannot be left out", "blue", ":material/lock:"),
    Worth.ABSENT: Badge("never a choice", "gray", ":material/block:"),
}
SMALL = Badge("not worth a point", "gray", ":material/equal:")
"""Of an undecided kind of action that surely is not worth a point to have."""
DECIDED = (Worth.WORTH, Worth.HARMFUL)
"""Kinds of action with a sentence at once; a page folds the others."""
BRIEF = ("Action", "Verdict", "Loss without it", "95 % interval", "Plays to decide")
"""Columns of the kinds of action where there is little room."""
WIDEST_CELL, NARROWEST_CELL, LABELS = 130, 46, 78
"""Pixels of a column of the matrix at most and at least, and of the names beside it."""


def report(answer: Strategies) -> Report:
    """The document of strategies."""
    mechanisms, robin, scenario = answer.mechanisms, answer.robin, answer.robin.scenario
    contests = [*(kind.contest for kind in mechanisms.kinds if kind.contest), *robin.cells.values()]
    return Report(
        scenario=scenario,
        title=f"Strategies of {scenario.game.title}: {scenario.title}",
        headline=words.lesson(answer),
        plays=sum(contest.plays * contest.players for contest in contests),
        evidence=[words.summary(answer), words.dominance_sentence(robin)],
        advice=[*words.on_mechanisms(mechanisms), *words.on_styles(robin)],
        blocks=[
            *_actions(mechanisms),
            *_styles(robin),
        ],
        details=paragraphs(
            words.VALUE_DEFINITION,
            f"Share of the wins: {lower_first(SHARE)}",
            words.EQUILIBRIUM_DEFINITION,
            words.RATING_DEFINITION,
        ),
        records=strategies_records(answer),
        data=strategies_json(answer),
        how=words.how_played(answer),
        bots=robin.bots,
    )


def report_so_far(question: StrategiesQuestion, contests: Sequence[Contest]) -> Sequence[Block]:
    """The finished contests, as marks and numbers."""
    plan, scenario, players = question.plan, question.scenario, question.scenario.players
    bot, bots = plan.mechanisms.bot, plan.robin.bots
    blocks: list[Block] = [Prose("So far: one mark or number for each finished contest. Verdicts follow at the end.")]
    if any(contest.one not in bots for contest in contests):
        blocks.append(Drawing("mechanisms", lambda: _charts().mechanisms_so_far(scenario, bot, contests)))
    if any(contest.one in bots for contest in contests):
        blocks.append(Drawing("matrix", lambda: _charts().matrix_so_far(bots, players, contests), widths=_widths(bots)))
    return blocks


def _widths(bots: Sequence[str]) -> tuple[int, int]:
    least, most = (LABELS + len(bots) * cell for cell in (NARROWEST_CELL, WIDEST_CELL))
    return least, most


# Restricted play


def _actions(mechanisms: Mechanisms) -> Iterator[Block]:
    """The worth of each kind that can be left out, drawn; in words what is decided, and the rest folded."""
    kinds = words.by_value(mechanisms)
    if not any(kind.contest for kind in kinds):
        yield _lines(mechanisms, kinds)
        return
    decided = [kind for kind in kinds if kind.standing in DECIDED]
    rest = [kind for kind in kinds if kind.standing not in DECIDED]
    terms = ["restricted play", "action"]
    drawing = Drawing("mechanisms", lambda: _charts().mechanisms(mechanisms), words.VALUE_DEFINITION, terms)
    title = f"{counted(len(rest), 'other kind' if decided else 'kind')} of action in words"
    told: list[Block] = [_lines(mechanisms, decided)] if decided else []
    told += [Section(title, [_lines(mechanisms, rest)], folded=True)] if rest else []
    yield Beside([[drawing], told], (3, 2))
    rows = words.mechanism_table(mechanisms)
    yield Table(
        "Every kind of action", rows, 2, folded=True, brief=[{name: row[name] for name in BRIEF} for row in rows]
    )


def _lines(mechanisms: Mechanisms, kinds: Sequence[Mechanism]) -> Points:
    badges = [SMALL if words.is_surely_small(mechanisms, kind) else BADGES[kind.standing] for kind in kinds]
    sentences = [words.mechanism_sentence(mechanisms, kind) for kind in kinds]
    return Points(sentences, badges)


# The round robin


def _styles(robin: RoundRobin) -> Iterator[Block]:
    widths = _widths(robin.bots)
    yield Drawing("matrix", lambda: _charts().matrix(robin), SHARE, ["round robin", "seat"], widths=widths)
    pairs = replace(JUDGED.table(robin.pairs, "Every pair"), brief=())
    yield Section("The matrix as a table", [Table("", words.matrix_table(robin)), pairs], folded=True)
    yield Beside(
        [
            [
                Drawing(
                    "equilibrium",
                    lambda: _charts().equilibrium(robin.equilibrium),
                    words.EQUILIBRIUM_DEFINITION,
                    ["equilibrium"],
                ),
                Points([words.equilibrium_sentence(robin)]),
            ],
            [
                Drawing("ratings", lambda: _charts().ratings(robin.ratings), words.RATING_DEFINITION, ["rating"]),
                Points([words.rating_sentence(robin)]),
            ],
        ]
    )
    yield Table("Ratings and the mixed equilibrium", words.strength_table(robin), folded=True)


def _charts() -> ModuleType:
    """The charts, with their library, where something is drawn."""
    from workbench.studies.strategies import charts

    return charts
