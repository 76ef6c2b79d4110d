"""The columns of a batch alone."""

from workbench.report.columns import Columns, figure, for_csv, text
from workbench.report.text import phrases
from workbench.stats import Figure

FIGURES = Columns[Figure](
    text("", "Measure", lambda figure: figure.label),
    for_csv("measure", lambda figure: figure.name),
    for_csv("unit", lambda figure: figure.measure.unit),
    figure("", "Mean", lambda figure: figure),
    for_csv("mean", lambda figure: figure.estimate.mean),
    for_csv("sd", lambda figure: figure.estimate.sd),
    for_csv("low", lambda figure: figure.estimate.low),
    for_csv("high", lambda figure: figure.estimate.high),
    text("", "Plays", lambda figure: phrases.count(figure.estimate.n)),
    for_csv("n", lambda figure: figure.estimate.n),
    text("", "What it counts", lambda figure: figure.measure.help),
)
