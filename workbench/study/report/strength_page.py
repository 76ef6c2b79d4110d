"""A study of strength as one HTML file; it opens without a net, as the page of a comparison does."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.study.report import advice, robin_charts, strength_charts, strength_tables
from workbench.study.report.charts import Chart
from workbench.study.report.page import chart_parts, rendered
from workbench.study.report.strength_tables import Table
from workbench.study.scenario import Scenario
from workbench.study.strength import Ladder, Strategies, words


@dataclass(frozen=True)
class Section:
    """A part of the page: sentences, charts, and a table."""

    title: str
    sentences: Sequence[str]
    charts: Sequence[Chart]
    table: Table
    definitions: Sequence[str]


def ladder_page(found: Ladder) -> str:
    """A skill ladder."""
    steps = Section(
        "The ladder",
        [words.skill_sentence(found), words.doubling_sentence(found), *map(words.rung_sentence, found.rungs)],
        [strength_charts.rungs_chart(found)],
        strength_tables.rung_table(found),
        [words.SHARE_DEFINITION, words.SKILL_DEFINITION, words.LEAD_DEFINITION, words.DOUBLING_DEFINITION],
    )
    luck = Section(
        "The shuffle",
        [*words.luck_sentences(found.luck), words.SKILL_AND_LUCK],
        [strength_charts.seed_effect(found.luck)],
        [],
        [words.LUCK_DEFINITION],
    )
    head = [words.ladder_headline(found), strength_tables.ladder_played(found)]
    return sections_page(f"Skill ladder of {_named(found.scenario)}", head, advice.on_ladder(found), [steps, luck])


def strategies_page(found: Strategies) -> str:
    """What kinds of action are worth, and how styles stand to each other."""
    actions = Section(
        "Kinds of action",
        [words.mechanism_sentence(found.mechanisms, kind) for kind in found.mechanisms.kinds],
        [strength_charts.mechanisms(found.mechanisms)],
        strength_tables.mechanism_table(found.mechanisms),
        [words.VALUE_DEFINITION],
    )
    robin = found.robin
    styles = Section(
        "Styles against each other",
        words.robin_sentences(robin),
        [robin_charts.matrix(robin), robin_charts.equilibrium(robin.equilibrium), robin_charts.ratings(robin.ratings)],
        strength_tables.robin_table(robin),
        [words.SHARE_DEFINITION, words.EQUILIBRIUM_DEFINITION, words.RATING_DEFINITION],
    )
    head = [words.mechanisms_headline(found.mechanisms), strength_tables.strategies_played(found)]
    asked = [*advice.on_mechanisms(found.mechanisms), *advice.on_styles(robin)]
    return sections_page(f"Strategies of {_named(robin.scenario)}", head, asked, [actions, styles])


def _named(scenario: Scenario) -> str:
    return f"{scenario.game.title}, {scenario.revision}"


def sections_page(title: str, head: Sequence[str], asked: Sequence[str], sections: Sequence[Section]) -> str:
    """A page of sections; `head` are its headline and whose plays it tells of, `asked` what to look at."""
    parts = [{**vars(each), "charts": [chart_parts(chart) for chart in each.charts]} for each in sections]
    return rendered("strength.html", title=title, head=head, advice=asked, sections=parts)
