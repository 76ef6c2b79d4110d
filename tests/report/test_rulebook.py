"""The living rulebook follows every parameter, and shows what changed."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.scenarios import scenario
from tests.support.strategies import rule_values
from tests.support.thorough import examples
from workbench.engine.parameters import complete
from workbench.engine.problems import BadInput
from workbench.engine.registry import game_named, games
from workbench.report.rulebook import (
    IN_HTML,
    compare_rulebooks,
    render_rulebook,
    rulebook_as_json,
    rulebook_html,
    scenario_rulebook,
    spelled,
    spelled_count,
)

GAME = game_named("hitmakers")
COMPANY = {
    "max_deals": {"score_target": 21},
    "criteria_order": {"one_award_per_seat": True},
    "communist_target_3_players": {"players": 3},
    **{f"ghosts_{name}": {"players": number} for number, name in enumerate(("1_player", "2_players", "3_players"), 1)},
}
"""What makes a parameter matter, where the defaults do not."""


def rulebook(game=GAME, **rules) -> str:
    return render_rulebook(game, complete(game.parameters, rules))


def flat(text: str) -> str:
    """The text on one line, for sentences that run over line ends."""
    return re.sub(r"\s+>?\s*", " ", text)


SOME = 4
"""Of a parameter with hundreds of values so many of the lowest and of the highest."""


def test_every_value_of_every_parameter_gives_another_text():
    for game, name, parameter in [(of, *item) for of in games().values() for item in of.parameters.items()]:
        values = parameter.values()
        values = [*values[:SOME], *values[-SOME:]] if len(values) > 2 * SOME else values
        texts = {rulebook(game, **COMPANY.get(name, {}), **{name: value}) for value in values}
        assert len(texts) == len(values), (game.name, name)


FACTS = {
    "hitmakers": [
        ({}, ["seven cards", "31 cards", "seven rounds", "21 points", "50 deals", "Bo takes three cards"]),
        ({"hand_size": 1, "production_rounds": 1}, ["one card", "one round", "the one star"]),
        ({"extra_stars": 2}, ["two more stars"]),
        ({"bonus_round": True, "players": 4}, ["at least four cards"]),
        ({"concentration": True}, ["seven further cards", "leftmost"]),
        ({"self_poach": True}, ["Bo takes four cards"]),
        ({"broad_appeal": "lowest_rank"}, ["lowest card"]),
        ({"shutout_points": 2}, ["| 2 |"]),
        ({"score_target": 0}, ["one deal"]),
    ],
    "hollywood_1947": [
        ({}, ["three patriots, two communists and one rising star", "two cards", "three times"]),
        ({"players": 2}, ["one patriot and one communist", "(or as many)"]),
        ({"players": 3}, ["three movies"]),
        ({"players": 1}, ["three *ghost* cards", "Eight job cards"]),
        ({"justice_served": True}, ["movie 7"]),
        ({"actress_draws": 3}, ["three cards"]),
        ({"composer_draws": 4}, ["four cards"]),
    ],
    "showbiz_shuffle": [
        ({}, ["five Bods and one Biz card", "two Bods from your hand, one Bod", "36 Supports", "44 cards"]),
        ({"hand_size": 4}, ["four Bods anew"]),
        ({"movies_at_once": 3}, ["three movies"]),
        ({"supports_needed": 1}, ["one Director, two Stars and one Support"]),
        ({"directors_needed": 0, "supports_needed": 0, "stars_needed": 4, "starters": ["star"]}, ["four Stars"]),
        ({"final_turns": 3}, ["three more turns"]),
        ({"score_target": 60}, ["60 points"]),
        ({"max_turns": 30}, ["30 turns"]),
        ({"unfinished_penalty": 2}, ["two times"]),
    ],
    "trickster": [
        ({}, ["13 cards", "13 steps", "four in all", "on your right", "The lowest"]),
        ({"players": 7}, ["seven cards", "three cards that are left over"]),
        ({"rounds": 6}, ["six rounds"]),
        ({"pass_direction": "left"}, ["on your left"]),
        ({"sum_limit": 21}, ["**21**"]),
        ({"faces_count": True}, ["an ace counts 1", "a jack 11", "a queen 12", "a king 13"]),
        ({"ace_value": 14}, ["an ace counts 14"]),
        ({"sum_limit": 55}, ["add up to 55"]),
        ({"winner": "highest"}, ["The highest total"]),
        ({"queen_points": 9}, ["| **queen** | 9 |"]),
    ],
}


@pytest.mark.parametrize(("name", "rules", "facts"), [(name, *row) for name, rows in FACTS.items() for row in rows])
def test_numbers_and_choices_are_those_of_the_rules(name, rules, facts):
    text = flat(rulebook(game_named(name), **rules)).replace("†", "")
    assert [fact for fact in facts if fact not in text] == []


@pytest.mark.parametrize(
    ("rules", "absent"),
    [
        ({}, ["Concentration", "face up in a row", "Bonus round", "more star", "Shutout", "stock runs out"]),
        ({"one_hit_wonder_points": 0}, ["Special case", "One-hit wonder"]),
        ({"market_saturation_points": 0}, ["Market saturation"]),
        ({"score_target": 0}, ["running total", "deals"]),
        ({"concentration": True}, ["A round opens", "left to right"]),
    ],
)
def test_paragraphs_stand_only_where_the_rules_ask_for_them(rules, absent):
    text = flat(rulebook(**rules))
    assert [words for words in absent if words in text] == []


def test_reconstructions_are_marked_until_they_are_changed():
    assert "| 1† |" in rulebook() and "† *Reconstruction.*" in rulebook()
    assert "of your own.†" in rulebook()
    settled = dict.fromkeys(
        ["market_saturation_points", "broad_appeal_points", "critical_prestige_points", "one_hit_wonder_points"], 2
    )
    yes = dict.fromkeys(["self_poach", "one_award_per_seat"], True)
    other = {"may_pass": False, "ties": "everybody", "presentation": "emcee_chooses"}
    assert "†" not in rulebook(**settled, **yes, **other)


@pytest.mark.parametrize("game", games().values(), ids=games())
@given(data=st.data())
@examples(30)
def test_any_rules_make_a_clean_text(game, data):
    text = render_rulebook(game, data.draw(rule_values(game)))
    assert text.startswith(f"# {game.title}\n") and text.endswith("\n")
    assert not re.search(r"\{[{%#]|\n{3}|undefined|None| \n| ,|(?<=[^\s|])  ", text)
    assert not re.search(r"\bone (cards|stars|rounds|points|steps|players)\b", text)
    rows_and_items = re.compile(r"\||- |\d+\. ")  # each on a line, so that a comparison marks what changed in it
    assert all(len(line) <= 100 or rows_and_items.match(line) for line in text.splitlines())
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({row.count("|") for row in table.splitlines()}) == 1
        assert len(table.splitlines()) > 2


@pytest.mark.parametrize(
    ("value", "text"), [(0, "zero cards"), (1, "one card"), (12, "twelve cards"), (13, "13 cards"), (-1, "-1 cards")]
)
def test_counting_in_words(value, text):
    assert spelled_count(value, "card") == text
    assert spelled(value) == text.split()[0]


# As a page


class Tags(HTMLParser):
    """The tags of a page; those that are open at its end."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.open: list[str] = []
        self.links: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        self.links += [value for name, value in attrs if name in ("src", "href")]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_stands_alone():
    page = rulebook_html(rulebook(), "Hitmakers <& friends>")
    tags = Tags(page.replace("<hr />", ""))
    assert tags.open == [] and tags.links == []
    assert {"html", "h1", "h2", "table", "blockquote", "em", "strong", "sup"} <= set(tags.seen)
    assert "<title>Hitmakers &lt;&amp; friends&gt;</title>" in page
    assert "@media print" in page


# Against another


def test_equal_rulebooks_have_no_marks():
    assert compare_rulebooks(rulebook(), rulebook()) == rulebook()


def test_a_changed_row_is_marked_in_its_table():
    text = compare_rulebooks(rulebook(broad_appeal="lowest_rank"), rulebook())
    (table,) = (block for block in text.split("\n\n") if "Market saturation" in block)
    assert table.splitlines()[2:] == [
        "| **Market saturation** | has the most cards of the suit | 1† |",
        "| **Critical prestige** | has the highest card of the suit | 1† |",
        "| ~~**Broad appeal**~~ | ~~has the lowest card of the suit~~ | ~~1†~~ |",
        "| **+** **Broad appeal** | has the widest span in the suit: highest rank minus lowest; "
        "a single card spans 0, and 0 can win | 1† |",
    ]
    assert text.count("~~") == 6 and text.count("**+**") == 1


def test_a_changed_paragraph_follows_what_it_replaces():
    text = compare_rulebooks(rulebook(), rulebook(hand_size=6))
    old = "~~The three players sit in a circle. Shuffle, and give everybody seven cards.~~"
    new = "**+** The three players sit in a circle. Shuffle, and give everybody six cards."
    assert f"{old}\n\n{new}" in text


def test_headings_lists_and_quotations_keep_their_form():
    base = "# Old\n\n- one\n- two\n\n> Said.\n\n1. first\n\nEnd.\n"
    other = "# New\n\n- one\n- three\n\n> Told.\n\nEnd.\n"
    assert compare_rulebooks(base, other).split("\n\n") == [
        "# ~~Old~~",
        "# **+** New",
        "- one\n- ~~two~~\n- **+** three",
        "> ~~Said.~~",
        "1. ~~first~~",
        "> **+** Told.",
        "End.\n",
    ]


def test_in_html_marks_are_insertions_and_deletions():
    text = compare_rulebooks(rulebook(), rulebook(hand_size=6, shutout_points=3), IN_HTML)
    page = rulebook_html(text, "x")
    assert "give everybody <del>seven</del> <ins>six</ins> cards." in page
    assert "<td><ins><strong>Shutout</strong></ins></td>" in page
    assert Tags(page.replace("<hr />", "")).open == []


@given(base=rule_values(GAME), other=rule_values(GAME))
@examples(40)
def test_taking_out_what_is_struck_gives_the_other_rulebook(base, other):
    before, after = render_rulebook(GAME, base), render_rulebook(GAME, other)
    text = compare_rulebooks(before, after, IN_HTML)
    assert words(re.sub(r"<del>.*?</del>", "", text, flags=re.DOTALL)) == words(after)
    assert set(words(re.sub(r"<ins>.*?</ins>", "", text, flags=re.DOTALL))) == set(words(before))
    assert Tags(rulebook_html(text, "x").replace("<hr />", "")).open == []


def words(text: str) -> list[str]:
    return re.findall(r"\w+", re.sub(r"<.*?>", " ", text))


def test_a_scenarios_rulebook_against_another_lists_the_changed_rules():
    base, other = scenario(revision="old", broad_appeal="lowest_rank"), scenario(revision="new")
    text = scenario_rulebook(other, base)
    row = '| broad_appeal | `"lowest_rank"` | `"largest_difference"` |'
    assert text.startswith(f"| Changed rule | old | new |\n|---|---|---|\n{row}\n\n# Hitmakers\n")
    assert scenario_rulebook(base, base).startswith("*hitmakers/old and hitmakers/old have the same rules.*\n\n# ")
    assert "<title>Hitmakers: New, against Old</title>" in scenario_rulebook(other, base, page=True)
    data = rulebook_as_json(other, base)
    assert data["differences"] == {"broad_appeal": ["lowest_rank", "largest_difference"]}
    assert (data["markdown"], data["against"], data["rules"]) == (text, "hitmakers/old", other.rules)
    assert "against" not in rulebook_as_json(other)


def test_rulebooks_of_two_games_are_not_compared():
    class Other:
        name = "chess/x"
        game = object()

    with pytest.raises(BadInput, match=r"^--against = chess/x: of another game than hitmakers/test"):
        scenario_rulebook(scenario(), Other())


def test_words_are_marked_where_most_of_a_sentence_stays_and_whole_sentences_where_not():
    before = "Draw *two cards* and, unless the **hand limit** says no, keep them.\n\nThen the round ends."
    after = "Draw *three cards* and, unless the **hand limit** says no, keep them.\n\nPlay goes on to the left."
    marked = compare_rulebooks(before, after, IN_HTML)
    first, gone, come = marked.strip().split("\n\n")
    assert first == (
        "Draw <del>*two cards*</del> <ins>*three cards*</ins> and, unless the **hand limit** says no, keep them."
    )
    assert (gone, come) == ("<del>Then the round ends.</del>", "<ins>Play goes on to the left.</ins>")


def test_the_name_of_a_card_is_no_markup() -> None:
    game = game_named("hollywood_1947")
    rules = dict(complete(game.parameters, {}))
    genres = rules["genres"]
    place = genres.columns.index("name")
    nasty = "<script>alert(1)</script> [a](javascript:alert(1))"
    rows = [(*row[:place], f"{nasty} {number}", *row[place + 1 :]) for number, row in enumerate(genres.rows)]
    text = rulebook_html(render_rulebook(game, rules | {"genres": replace(genres, rows=tuple(rows))}), "Rules")
    assert "<script" not in text and "<a " not in text and "[a](javascript:alert(1))" in text
    assert "default-src 'none'" in text
