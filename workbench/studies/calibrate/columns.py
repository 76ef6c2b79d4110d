"""The columns of a calibration: how well each promise is kept, and what has no effect as the rules say."""

from workbench.report.columns import Columns, count, for_programs, percent, ratio, text
from workbench.report.json import Json
from workbench.studies.calibrate.measure import Calibration
from workbench.studies.calibrate.promises import FALSE_ALARM, PromiseLine
from workbench.studies.calibrate.subjects import Subject

PROMISES = Columns[PromiseLine](
    text("check", "Promise", lambda line: line.check),
    text("promise", "Promised", lambda line: line.promise),
    percent("found", "Came out as", lambda line: line.share, interval=""),
    percent("worst", "Worst", lambda line: line.worst, interval=""),
    text("where", "Worst at", lambda line: line.where),
    for_programs("cases", lambda line: line.cases, in_csv=True),
    count("tries", "Tried", lambda line: line.tries),
    percent("error", "±", lambda line: line.error, interval=""),
    count("off", "Off", lambda line: line.off),
    count("pooled", "Answers", lambda line: line.pooled),
    ratio("effective", "Worth", lambda line: line.effective, 0, interval=""),
    for_programs("p", lambda line: line.p, in_csv=True),
    text("", "Verdict", lambda line: "kept" if line.holds else "BROKEN"),
    for_programs("holds", lambda line: line.holds, in_csv=True),
)
SUBJECTS = Columns[Subject](
    for_programs("game", lambda subject: subject.game.name),
    text("scenario", "Without effect", lambda subject: subject.base.name),
    text("rule", "Rule", lambda subject: subject.neutral.rule),
    text("bots", "Bots", lambda subject: subject.neutral.bots),
    text("because", "Because", lambda subject: subject.neutral.because),
)


def data(answer: Calibration) -> Json:
    """The object of `calibrate --json`."""
    return {
        "lines": [*map(PROMISES.json, answer.lines)],
        "elapsed_s": round(answer.elapsed_s, 1),
        "holds": not answer.broken,
        "false_alarm": FALSE_ALARM,
        "seed": answer.seed,
        "without_effect": [*map(SUBJECTS.json, answer.subjects)],
    }
