"""The chart of how likely each bot is the one that plays like the testers."""

import plotly.graph_objects as go

from workbench.bots.spec import bot_title
from workbench.report.charts.base import blank
from workbench.report.charts.playtests import ROW
from workbench.report.colors import BASE, OTHER
from workbench.report.text.phrases import percent
from workbench.studies.people_and_bots.measure import Testers


def likeness(testers: Testers) -> go.Figure:
    """How likely each bot is the one that the sessions come from."""
    bots = testers.bots[::-1]
    figure = blank(90 + ROW * max(3, len(bots)))
    figure.add_bar(
        x=[100 * bot.posterior for bot in bots],
        y=[bot_title(bot.bot) for bot in bots],
        customdata=[bot.bot for bot in bots],
        orientation="h",
        marker={"color": [OTHER if bot is testers.best else BASE for bot in bots]},
        text=[percent(bot.posterior) for bot in bots],
        textposition="outside",
        cliponaxis=False,
        hovertemplate="%{customdata}: %{text}<extra></extra>",
    )
    figure.update_xaxes(range=[0, 112], tickvals=[0, 25, 50, 75, 100], title="Likely, %", fixedrange=True)
    figure.update_yaxes(fixedrange=True, automargin=True)
    return figure
