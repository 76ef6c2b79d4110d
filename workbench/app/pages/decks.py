"""The page Decks: what a card list is made of, and which of its cards win."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st

from workbench.app import address, navigation
from workbench.app.jobs.batch_job import Key, Phase
from workbench.app.jobs.study_job import Address, StudyJob
from workbench.app.place import here
from workbench.app.services import services
from workbench.app.widgets import job_progress, study_page
from workbench.app.widgets.charts import chart, contents, no_lists, preload_charts
from workbench.app.widgets.choices import BatchChoice, BatchSetup, choose_batch, choose_card_list
from workbench.app.widgets.downloads import file_button
from workbench.app.widgets.messages import caveats
from workbench.app.widgets.text import literal
from workbench.engine.batch import cores, game_code_hash
from workbench.engine.card_lists.cards import Cards
from workbench.engine.card_lists.lists import CardList, card_lists
from workbench.engine.wording import about_words
from workbench.report import tables
from workbench.report.downloads import file_stem
from workbench.report.findings import batch_asked
from workbench.report.pages import deck_page, playing_charts
from workbench.report.text import advice, decks, lessons, phrases, scenarios
from workbench.scenario import Scenario
from workbench.stats.evidence import enough
from workbench.store import Run, Status, runs
from workbench.study import card_verdicts
from workbench.study.batch_player import RunOptions
from workbench.study.card_verdicts import Deck
from workbench.study.decks import (
    LONG,
    CardCounts,
    CardFigure,
    card_lists_of,
    count_card_plays,
    deck_figures,
    make_up,
    quick_plays,
    save_counts,
    stored_counts,
)
from workbench.study.outcome import make_batch
from workbench.study.strength import Follow, StudyProgress
from workbench.study.strength.contest import play_cost
from workbench.study.workload import pace_of

Figures = Mapping[str, Sequence[CardFigure]]
TELLS = (
    "**Which kinds win:** how often the seats win that draw a card of each kind.",
    "**Which cards stand out:** how often the seats win that draw a card, compared with others of its kind.",
    "**Which cards nobody plays,** and how a card's numbers relate to winning.",
)
HIDDEN = "This game does not record who draws or plays the cards of this list, so there is nothing to count."
COUNTED = "Already counted. Choose more plays, another seed or other bots to count again."
LATEST = 30
"""Stored runs among which the latest of the revision is looked for."""


@dataclass(frozen=True)
class DecksChoice(BatchChoice):
    """A card list of a revision, and the plays that show which cards win; no list where the game has none."""

    card_list: str = ""


def choose(place: Any) -> DecksChoice:
    """The controls; the plays only where they can say anything of the list."""
    chosen = here()
    if not card_lists(chosen.game.parameters):
        return DecksChoice(**vars(chosen), batch=BatchSetup())
    listed = choose_card_list(chosen.game, place)
    played = listed in chosen.game.card_uses
    batch = choose_batch(chosen, place, [chosen.revision], usual=quick_plays)[0] if played else BatchSetup()
    return DecksChoice(**vars(chosen), batch=batch, card_list=listed)


def show(choice: DecksChoice) -> None:
    """Start the plays, read what they say of each card; below, what the list is made of."""
    if not choice.card_list:
        no_lists(choice.game)
        return
    played = choice.card_list in choice.game.card_uses
    known = choice.revisions.sound
    read = (lambda: choice.scenario) if played else (lambda: known[choice.revision])
    scenario = study_page.read_chosen(choice, read)
    if scenario is None:
        return
    declared = card_lists(choice.game.parameters)[choice.card_list]
    if played:
        _plays(scenario, declared, choice)
    else:
        _unrecorded(scenario, declared)
    _make_up(scenario, declared)


def _unrecorded(scenario: Scenario, declared: CardList) -> None:
    """What the list alone says, where plays say nothing of its cards."""
    with st.container(border=True):
        made_of = make_up(declared, card_lists_of(scenario)[declared.name])
        st.markdown(f"## {literal(decks.on_contents(declared, made_of))}", anchors=False)
        st.caption(HIDDEN)


# The plays


def _plays(scenario: Scenario, declared: CardList, choice: DecksChoice) -> None:
    job = services().jobs.latest(StudyJob, _key(scenario))
    if job is None and stored_counts(services().store, scenario):
        job = _begin(scenario, choice)
    _start(scenario, job, choice)
    if job is None:
        preload_charts()
        _preview(scenario)
    elif not job.ended:
        job_progress.follow_study(job)
    elif job.found is None:
        _broken(job)
    else:
        _found(scenario, declared, job.found[declared.name])
    caveats(scenario)


def _key(scenario: Scenario) -> Key:
    played = scenario.rules_hash, game_code_hash(scenario.game), scenario.bots, scenario.seed, scenario.plays
    return ("decks", scenario.name, *played)


def _start(scenario: Scenario, job: StudyJob | None, choice: DecksChoice) -> None:
    """The button that starts it, off while it runs and when all is played; and the ways to other pages."""
    finished = job is not None and job.found is not None
    quick = _is_quick(scenario, choice)
    with st.container(horizontal=True, vertical_alignment="center"):
        label = "Quick look" if quick else "Start"
        if job_progress.start_button("start_decks", job, finished, label=label, again=COUNTED):
            _begin(scenario, choice)
            st.rerun()
        if quick:
            _offer_long(scenario, choice)
        _latest_run(scenario)
        navigation.link("cards", "Edit the cards", {})
        navigation.link("results", f"Play {literal(scenario.title)}", {"against": ""})


def _is_quick(scenario: Scenario, choice: DecksChoice) -> bool:
    """Whether these plays take half a minute at most on two cores."""
    model = choice.revisions.sound[choice.revision]
    return scenario.plays <= quick_plays(replace(scenario, plays=model.plays))


def _offer_long(scenario: Scenario, choice: DecksChoice) -> None:
    """The button for the long study, with the time that it takes."""
    plays = LONG * scenario.plays
    pace = pace_of(scenario)
    seconds = play_cost(scenario, pace.decisions) * plays / (pace.speed * cores())
    st.button(
        f"Long study, {about_words(seconds)}",
        icon=":material/hourglass_top:",
        key="long_study",
        on_click=_go_long,
        args=[replace(scenario, plays=plays), choice],
        help=f"{phrases.number_of(plays, 'play')}: they decide more. The counts are stored.",
    )


def _go_long(scenario: Scenario, choice: DecksChoice) -> None:
    address.write("plays", scenario.plays)
    _begin(scenario, choice)


def _begin(scenario: Scenario, choice: DecksChoice) -> StudyJob:
    batch = batch_asked(scenario.bots, scenario.plays, scenario.seed)
    place = Address("decks", {"game": choice.game.name, "revision": choice.revision, **batch})
    return services().jobs.study(
        _key(scenario),
        f"Cards of {scenario.title}",
        place,
        partial(_ask, scenario),
        keeps=False,
        quick=_is_quick(scenario, choice),
    )


def _ask(scenario: Scenario, options: RunOptions, follow: Follow) -> Figures:
    """The figures of the batch, stored or played; none before all is played, since watched intervals mislead."""
    store = options.store
    counts = stored_counts(store, scenario) if store else None
    if counts is None:
        counts = _count(scenario, options, follow)
        if store:
            save_counts(store, scenario, counts)
    return deck_figures(scenario, counts)


def _count(scenario: Scenario, options: RunOptions, follow: Follow) -> dict[str, CardCounts]:
    """Play the batch for its cards."""
    if not make_batch(scenario).use_kernel.is_warm:
        options.compiling()
    began = time.perf_counter()

    def watch(done: int, counts: Mapping[str, CardCounts]) -> None:
        share, elapsed_s = done / scenario.plays, time.perf_counter() - began
        left_s = elapsed_s * (1 / share - 1)
        follow(
            StudyProgress(scenarios.bots_phrase(scenario.bots), 1, 1, done, scenario.plays, share, elapsed_s, left_s)
        )

    return count_card_plays(scenario, jobs=options.jobs, watch=watch, stop=options.stop)


def _latest_run(scenario: Scenario) -> None:
    """The latest stored run of these very rules, where other plays are chosen."""
    run = _latest(scenario)
    if run is None or (tuple(run.bots), run.plays, run.seed) == (scenario.bots, scenario.plays, scenario.seed):
        return
    label = f"{scenarios.bots_label(run.bots)} · {phrases.number_of(run.plays, 'play')} · seed {run.seed}"
    st.button(
        "Use the latest run",
        icon=":material/history:",
        key="use_latest",
        on_click=_choose,
        args=[run],
        help=f"Count the cards in the plays of the latest stored run of these rules: {label}.",
    )


def _latest(scenario: Scenario) -> Run | None:
    store = services().store
    found = runs(store, scenario.game.name, LATEST) if store.path.exists() else []
    same = (run for run in found if run.rules_hash == scenario.rules_hash and run.status is Status.DONE)
    return next(same, None)


def _choose(run: Run) -> None:
    for name, value in batch_asked(tuple(run.bots), run.plays, run.seed).items():
        st.session_state[name] = value


def _preview(scenario: Scenario) -> None:
    """Before anything is played: what the page will tell."""
    with st.container(border=True):
        st.markdown("\n".join(f"- {line}" for line in TELLS))
        st.caption(
            f"{phrases.number_of(scenario.plays, 'play')} by {scenarios.bots_phrase(scenario.bots)}, the same as in a"
            " run with these choices. The counts are stored, so they are there at once next time."
        )


def _broken(job: StudyJob) -> None:
    if job.phase is Phase.FAILED:
        job_progress.ended(job)
    else:
        st.info(
            "Nothing was kept: counts are stored only when all plays are done.",
            title=f"{job.title} was cancelled",
            icon=":material/stop_circle:",
        )


# Which cards win


def _found(scenario: Scenario, declared: CardList, figures: Sequence[CardFigure]) -> None:
    cards = card_lists_of(scenario)[declared.name]
    found = card_verdicts.judged(declared, cards, figures, scenario.plays)
    with st.container(border=True):
        st.markdown(f"## {literal(lessons.on_deck(found))}", anchors=False)
        if enough(found.plays) and found.ranked:
            st.markdown(literal(decks.headline(found)))
        for line in advice.on_cards(found, kinds=False):
            name, _, finding = line.partition(":")
            st.markdown(f":material/lightbulb: **{name}:**{literal(finding)}" if finding else literal(line))
        played = f"{phrases.number_of(scenario.plays, 'play')} · {scenarios.bots_phrase(scenario.bots)}"
        st.caption(literal(f"{played}. {decks.unplayed(found)}"), help=literal(advice.correction(found)))
        study_page.who_played(scenario)
    _charts(declared, found)
    st.caption(literal(decks.CAUTION))
    _table(scenario, declared, cards, found)
    study_page.details(decks.how_cards_were_played(scenario))


def _charts(declared: CardList, found: Deck) -> None:
    """The ranking, as high as it is, beside the others."""
    charts = playing_charts(declared, found)
    if charts:
        first, *others = charts
        left, right = st.columns(2, gap="medium")
        with left:
            chart(first, first.name, decks.PLAYED_DEFINITION, "seat", "interval")
        with right:
            for each in others:
                chart(each, each.name, decks.PLAYED_DEFINITION, "seat")


def _table(scenario: Scenario, declared: CardList, cards: Cards, found: Deck) -> None:
    st.markdown("## Every card", anchors=False)
    st.caption("Click a heading to sort. Use the magnifier to search.")
    st.dataframe(
        tables.card_table(declared, found),
        hide_index=True,
        key="cards_table",
        column_config=_columns(),
        alt="Every card with its win rates",
    )
    stem = file_stem("cards", scenario.game.name, scenario.revision, declared.name)
    with st.container(horizontal=True):
        about = "Every card with all columns of its row, and its figures in full precision."
        csv = partial(tables.cards_csv, declared, found, scenario)
        file_button("Table as CSV", csv, f"{stem}.csv", "csv_study", about=about)
        html = partial(deck_page, scenario, declared, cards, found)
        file_button("Report as HTML", html, f"{stem}.html", "html_study", about=study_page.REPORT_ABOUT)


def _columns() -> dict[str, Any]:
    number = st.column_config.NumberColumn
    return {
        "Card": st.column_config.TextColumn(pinned=True, width=150),
        **{name: number(format="%.1f %%") for name in tables.SHARES},
        tables.GAP: number(
            format="%+.1f",
            help="How many percentage points more often a seat wins by drawing it than by drawing another of its kind.",
        ),
        "Drawn a play": number(format="%.2f", help="Seats per play that had it in hand."),
        "Played a play": number(format="%.2f", help="Seats per play that played it."),
    }


# What the list is made of


def _make_up(scenario: Scenario, declared: CardList) -> None:
    st.header(f"Contents of the list {declared.label}", anchor=False)
    contents(declared, card_lists_of(scenario)[declared.name])
