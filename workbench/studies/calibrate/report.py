"""A calibration as blocks and as JSON: how well each promise is kept, and what has no effect as the rules say."""

from dataclasses import asdict

from workbench.report.document import Block, Points, Prose, Section, Table
from workbench.studies.calibrate.measure import Calibration
from workbench.studies.calibrate.promises import FALSE_ALARM, PromiseLine

METHOD = (
    "All answers of a line are tested together, as so many independent ones as they are worth; and each kind of them"
    f" alone (off). Where every promise is kept to the letter, one run in {1 / FALSE_ALARM:,.0f} at most finds fault."
)


def blocks(answer: Calibration) -> list[Block]:
    """The verdict comes last, where a terminal ends."""
    worst = [f"{line.check}: {line.where} ({line.tries:,}, ± {100 * line.error:.1f} %)" for line in answer.lines]
    without_effect = [
        f"{of.base.name}, {of.neutral.rule}, by {of.neutral.bots}: {of.neutral.because}" for of in answer.subjects
    ]
    whole = "All promises are kept, as far as this tells."
    verdict = f"Broken: {'; '.join(answer.broken)}." if answer.broken else whole
    return [
        Table("Promises, and what came of them", [*map(_row, answer.lines)]),
        Section("Worst, where, and how often it was tried", [Points(worst)]),
        Section("Without effect", [Points(without_effect)]),
        Prose(METHOD),
        Prose(f"Seed {answer.seed}, {answer.elapsed_s:.0f} s. {verdict}"),
    ]


def _row(line: PromiseLine) -> dict[str, str]:
    return {
        "check": line.check,
        "promised": line.promise,
        "found": f"{100 * line.share:.1f} %",
        "worst": f"{100 * line.worst:.1f} %",
        "answers": f"{line.pooled:,}",
        "worth": f"{line.effective:,.0f}",
        "off": str(line.off),
        "verdict": "kept" if line.holds else "BROKEN",
    }


def lines(answer: Calibration) -> list[dict[str, object]]:
    """Each promise's figures, by name."""
    return [
        {"found" if name == "share" else name: value for name, value in asdict(line).items()} for line in answer.lines
    ]


def data(answer: Calibration) -> dict[str, object]:
    """`calibrate --json`."""
    return {
        "lines": lines(answer),
        "elapsed_s": round(answer.elapsed_s, 1),
        "holds": not answer.broken,
        "false_alarm": FALSE_ALARM,
        "seed": answer.seed,
        "without_effect": [
            {
                "game": played.game.name,
                "scenario": played.base.name,
                "rule": played.neutral.rule,
                "because": played.neutral.because,
                "bots": played.neutral.bots,
            }
            for played in answer.subjects
        ],
    }
