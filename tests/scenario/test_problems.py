"""Every problem of a scenario in one report: a line each, with place, value and what is allowed."""

import re

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from workbench.engine.problems import BadInput
from workbench.engine.registry import games
from workbench.scenario import load_scenario
from workbench.scenario.files import ScenarioFile, Workspace, init_workspace
from workbench.scenario.load import KEYS, TABLES

HEAD = 'game = "hitmakers"\n'
GAME_NAMES = ", ".join(f'"{name}"' for name in games())
FILE = "scenarios/hitmakers/v3.toml"
REVISIONS = "2020-03-04, 2021-04-08, concentration, four-players, v3"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory) -> Workspace:
    return init_workspace(tmp_path_factory.mktemp("workspace"))[0]


def lines(workspace: Workspace, content: str | bytes, name: str = "hitmakers/v3", **overrides) -> list[str]:
    """What is said about a file v3 with this content."""
    path = workspace.scenarios / "hitmakers" / "v3.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(BadInput) as caught:
        load_scenario(workspace, name, **overrides)
    return str(caught.value).split("\n")


CHILD = HEAD + 'parent = "2020-03-04"\n[aims]\n'
ONE_PROBLEM = {
    "hand_size = 40": (
        HEAD + "[rules]\nhand_size = 40",
        "rules.hand_size = 40: at most 13 (3 players and 7 stars leave 45 of 52 cards: at most 15)",
    ),
    "cross limit": (
        HEAD + "[rules]\nplayers = 6\nhand_size = 9",
        "rules.hand_size = 9: at most 7 (6 players and 7 stars leave 45 of 52 cards)",
    ),
    "wrong type": (
        HEAD + '[rules]\nproduction_rounds = "7"',
        'rules.production_rounds = "7": must be a whole number from 1 to 13',
    ),
    "missing parent": (
        HEAD + 'parent = "2019-01-01"',
        f'parent = "2019-01-01": no such revision; the revisions of hitmakers are {REVISIONS}',
    ),
    "parent outside": (
        HEAD + 'parent = "../hitmakers/2020-03-04"',
        f'parent = "../hitmakers/2020-03-04": no such revision; the revisions of hitmakers are {REVISIONS}',
    ),
    "own parent": (HEAD + 'parent = "v3"', 'parent = "v3": circular: v3 -> v3; one of them must have no parent'),
    "unknown game": ('game = "chess"', f'game = "chess": no such game; the games are {GAME_NAMES}'),
    "no game": ('title = "x"', 'game: missing; as in game = "hitmakers"'),
    "unknown key": (
        HEAD + "players = 3",
        "players = 3: no such key; "
        "a scenario has game, title, date, parent, reason, hypothesis, [rules], [table], [batch], [goals], [aims]",
    ),
    "unknown table": (
        HEAD + "[rule]\nhand_size = 6",
        "rule = { hand_size = 6 }: no such key; "
        "a scenario has game, title, date, parent, reason, hypothesis, [rules], [table], [batch], [goals], [aims]",
    ),
    "unknown key of a table": (HEAD + "[batch]\ngames = 5", "batch.games = 5: no such key; [batch] has plays, seed"),
    "no table": (HEAD + "rules = 3", "rules = 3: must be a table, [rules] on a line of its own"),
    "text of no type": (HEAD + "title = 3", "title = 3: must be a text in quotes"),
    "no date": (HEAD + 'date = "yesterday"', 'date = "yesterday": must be a date, as in 2021-04-08'),
    "no day": (HEAD + 'date = "2021-02-30"', 'date = "2021-02-30": must be a date, as in 2021-04-08'),
    "date with a time": (
        HEAD + "date = 2021-04-08T10:00:00",
        "date = 2021-04-08T10:00:00: must be a date, as in 2021-04-08",
    ),
    "bots for two seats": (
        HEAD + '[table]\nbots = ["greedy", "random"]',
        'table.bots = "greedy random": 2 given; must be 1 for all seats, or 3, one a seat',
    ),
    "no bots": (HEAD + "[table]\nbots = []", 'table.bots = "none": 0 given; must be 1 for all seats, or 3, one a seat'),
    "bots of no type": (
        HEAD + '[table]\nbots = "greedy"',
        'table.bots = "greedy": must be a list of bots, as in ["greedy"]; '
        "Hitmakers is played by random, greedy, thinker:N, ismcts:N, hoarder, spreader, scout, cautious",
    ),
    "unknown bot": (
        HEAD + '[table]\nbots = ["alphazero"]',
        'table.bots = "alphazero": no such bot; '
        "Hitmakers is played by random, greedy, thinker:N, ismcts:N, hoarder, spreader, scout, cautious",
    ),
    "flag for a number": (
        HEAD + "[batch]\nplays = true",
        "batch.plays = true: must be a whole number from 1 to 2000000000",
    ),
    "too many plays": (
        HEAD + "[batch]\nplays = 2000000001",
        "batch.plays = 2000000001: must be a whole number from 1 to 2000000000",
    ),
    "seed of no type": (
        HEAD + '[batch]\nseed = "abc"',
        'batch.seed = "abc": must be a whole number from 0 to 9223372036854775807',
    ),
    "large seed": (
        HEAD + "[batch]\nseed = 9223372036854775808",
        "batch.seed = 9223372036854775808: must be a whole number from 0 to 9223372036854775807",
    ),
    "goal without bounds": (
        HEAD + "[goals]\ntie_rate = {}",
        "goals.tie_rate = {}: must be { max = 0.10 }, { min = 3 } or { min = 3, max = 5 }",
    ),
    "goal of no type": (
        HEAD + "[goals]\ntie_rate = 0.1",
        "goals.tie_rate = 0.1: must be { max = 0.10 }, { min = 3 } or { min = 3, max = 5 }",
    ),
    "goal with another bound": (
        HEAD + "[goals]\ndeals = { most = 3 }",
        "goals.deals.most = 3: no such bound; a goal has min and max",
    ),
    "bound of no type": (HEAD + '[goals]\ndeals = { max = "3" }', 'goals.deals.max = "3": must be a number'),
    "bound that is none": (HEAD + "[goals]\ndeals = { max = nan }", "goals.deals.max = nan: must be a number"),
    "rate above 1": (
        HEAD + "[goals]\ntie_rate = { max = 10 }",
        "goals.tie_rate.max = 10: must be a number from 0 to 1",
    ),
    "crossed bounds": (
        HEAD + "[goals]\ndeals = { min = 5, max = 3 }",
        "goals.deals = { min = 5, max = 3 }: min must not be above max",
    ),
    "aim without a parent": (
        HEAD + '[aims]\ndeals = "lower"',
        'aims: nothing to hold them against; they need a parent, as in parent = "…"',
    ),
    "aim of an unknown measure": (
        CHILD + 'deels = "lower"',
        'aims.deels = "lower": no such measure; did you mean deals?',
    ),
    "aim seat by seat": (
        CHILD + 'win_rate = "lower"',
        'aims.win_rate = "lower": is counted seat by seat; an aim needs one figure of the table,'
        " as seat_win_rate_spread is",
    ),
    "unknown wish": (CHILD + 'deals = "lowr"', 'aims.deals = "lowr": no such wish; did you mean lower?'),
    "aim of no type": (
        CHILD + "deals = 3",
        'aims.deals = 3: must be "lower", { wish = "lower", by = 0.5 }, { wish = "lower", by = "10 %" }'
        ' or { wish = "not higher", max = 3 }',
    ),
    "aim by more than all": (
        CHILD + 'deals = { wish = "lower", by = "110 %" }',
        'aims.deals.by = "110 %": must be a number above 0, or a part of the parent\'s figure such as "10 %",'
        " at most all of it",
    ),
    "bound of a wish": (
        CHILD + 'deals = { wish = "lower", max = 3 }',
        "aims.deals.max = 3: no such key; “lower” has wish and by",
    ),
    "guardrail with both": (
        CHILD + 'deals = { wish = "not higher", by = 1, max = 3 }',
        'aims.deals = { wish = "not higher", by = 1, max = 3 }: has by or max, not both',
    ),
    "one measure twice": (
        CHILD + 'tie = "lower"\ntie_rate = "not higher"',
        'aims.tie_rate = "not higher": is the same measure as aims.tie; leave one of them out',
    ),
    "guardrail against its goal": (
        CHILD + 'deals = { wish = "not higher", max = 3 }\n[goals]\ndeals = { min = 4 }',
        'aims.deals = { wish = "not higher", max = 3.0 }: contradicts its goal, which is at least 4',
    ),
    "long value": (
        HEAD + f'[rules]\nmay_pass = "{"x" * 500}"',
        f'rules.may_pass = "{"x" * 98}…: must be true or false',
    ),
    "value of several lines": (
        HEAD + '[rules]\nmay_pass = "a\\nb\\u001b[31m"',
        'rules.may_pass = "a\\nb\\x1b[31m": must be true or false',
    ),
}


def facts(line: str) -> list[str]:
    """Where something is wrong and its value, then every number and every name in quotes: not how it is worded."""
    place, _, rest = line.partition(": ")
    return [place, *re.findall(r'"[^"]*"|\w*\d[\w.]*', rest)]


@pytest.mark.parametrize(("content", "told"), ONE_PROBLEM.values(), ids=ONE_PROBLEM)
def test_a_problem_is_told_with_place_value_and_what_is_allowed(workspace, content, told):
    (line,) = lines(workspace, content)
    source, _, message = line.partition(": ")
    assert (source, facts(message)) == (FILE, facts(told))


@pytest.mark.parametrize("table", ["rules", "goals"])
def test_unknown_names_are_told_with_those_there_are(workspace, table):
    value = "{ max = 3 }" if table == "goals" else "6"
    kind = {"rules": "rule; the rules are players, hand_size,", "goals": "measure; the measures are decisions, tie,"}
    (line,) = lines(workspace, HEAD + f"[{table}]\nqqq = {value}")
    assert line.startswith(f"{FILE}: {table}.qqq = {value}: no such {kind[table]}")


UNREADABLE = {
    "empty": (b"", 'empty; it needs at least game = "…"'),
    "only a comment": (b"# nothing yet\n\n", 'empty; it needs at least game = "…"'),
    "binary": (b"game = \x00\x01", "a binary file: byte 7 is 0x00"),
    "picture": (b"\x89PNG\r\n\x1a\n", "not a text file in UTF-8: byte 0 is 0x89"),
    "Latin-1": ('title = "é"'.encode("latin-1"), "not a text file in UTF-8: byte 9 is 0xe9"),
    "no TOML": (b"game = hitmakers\n", "line 1, column 8: not valid TOML: Invalid value"),
    "open text": (b'game = "hitmakers', "line 1, column 18: not valid TOML: Unterminated string"),
    "twice": (b"seed = 1\nseed = 2\n", "line 2, column 9: not valid TOML: Cannot overwrite a value"),
    "deep lists": (b"game = " + b"[" * 100_000, "nested too deep: at most 8 levels"),
    "deep tables": (b"a" + b".a" * 50 + b" = 1", "nested too deep: at most 8 levels"),
    "a key without end": (
        b"[rules]\nx = {" + b"a" + b" . 'a'" * 30_000 + b" = 1}",
        "nested too deep: at most 8 levels",
    ),
    "endless number": (b"game = " + b"1" * 10_000, "a number has too many digits"),
    "huge number": (b"game = 0x1" + b"0" * 100, "a number is beyond what TOML allows: at most 9223372036854775807"),
    "huge file": (b"#" * 1_000_001, "too large for a scenario: 1000001 bytes, at most 1000000"),
}


@pytest.mark.parametrize(("content", "told"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_file_that_tells_nothing_is_told_in_a_line(workspace, content, told):
    assert lines(workspace, content) == [f"{FILE}: {told}"]


def test_a_mark_of_utf_8_does_not_hinder(workspace):
    (workspace.scenarios / "hitmakers" / "v3.toml").write_bytes(b"\xef\xbb\xbf" + HEAD.encode())
    assert load_scenario(workspace, "hitmakers/v3").revision == "v3"


def test_all_problems_of_file_parents_and_overrides_come_together(workspace):
    folder = workspace.scenarios / "hitmakers"
    (folder / "parent.toml").write_text(HEAD + "[rules]\nplayers = 9\nties = 3\n")
    content = (
        HEAD
        + 'parent = "parent"\ncolor = "red"\n[rules]\nhand_size = 40\nplayers = 4\n'
        + "[batch]\nplays = 0\n[goals]\ntie = { max = 2 }"
    )
    told = lines(
        workspace, content, set_=["hand_size=50", "speed=3", "self_poach"], bots="greedy deep", plays="none", seed="1.5"
    )
    (folder / "parent.toml").unlink()
    assert [line.split(" = ")[0] for line in told] == [
        f"{FILE}: color",
        f"{FILE}: batch.plays",
        "--plays",
        "--seed",
        "--set",
        "--set: speed",
        "scenarios/hitmakers/parent.toml: rules.ties",
        "--set: hand_size",
        "scenarios/hitmakers/parent.toml: rules.players",
        f"{FILE}: rules.hand_size",
        "--bots",
        "--bots",
        f"{FILE}: goals.tie.max",
    ]
    assert '--seed = "1.5": must be a whole number from 0 to 18446744073709551615' in told
    assert "--set = self_poach: must be NAME=VALUE, as in hand_size=6" in told
    assert '--bots = "greedy deep": 2 given; must be 1 for all seats, or 4, one a seat' in told


@pytest.mark.parametrize(
    ("overrides", "told"),
    [
        ({"plays": "0"}, '--plays = 0: must be a whole number from 1 to 2000000000'),
        ({"plays": "many"}, '--plays = "many": must be a whole number from 1 to 2000000000'),
        ({"plays": "1" * 5000}, f'--plays = "{"1" * 98}…: must be a whole number from 1 to 2000000000'),
        ({"seed": "abc"}, '--seed = "abc": must be a whole number from 0 to 18446744073709551615'),
        ({"seed": str(2**64)}, f"--seed = {2**64}: must be a whole number from 0 to 18446744073709551615"),
        ({"seed": ""}, '--seed = "": must be a whole number from 0 to 18446744073709551615'),
        ({"bots": ""}, '--bots = "none": 0 given; must be 1 for all seats, or 3, one a seat'),
        ({"bots": "random random"}, '--bots = "random random": 2 given; must be 1 for all seats, or 3, one a seat'),
        ({"set_": ["extra_stars=7"]}, "--set: extra_stars = 7: at most 6"),
        ({"set_": ["may_pass=maybe"]}, '--set: may_pass = "maybe": must be true or false'),
    ],
)  # fmt: skip
def test_overrides_are_told_by_their_option(workspace, overrides, told):
    assert lines(workspace, HEAD, **overrides) == [told]


def test_a_parents_value_is_the_childs_problem_where_the_child_made_it_one(workspace):
    told = lines(workspace, HEAD + 'parent = "2021-04-08"\n[rules]\nplayers = 6\nproduction_rounds = 13\n')
    assert told == [f"{FILE}: rules.hand_size = 7: at most 6 (6 players and 13 stars leave 39 of 52 cards)"]


def test_a_circle_of_parents_is_shown(workspace):
    folder = workspace.scenarios / "hitmakers"
    (folder / "a.toml").write_text(HEAD + 'parent = "b"')
    (folder / "b.toml").write_text(HEAD + 'parent = "a"')
    told = lines(workspace, HEAD + 'parent = "a"')
    (folder / "a.toml").unlink()
    (folder / "b.toml").unlink()
    assert told == ['scenarios/hitmakers/b.toml: parent = "a": circular: a -> b -> a; one of them must have no parent']


def test_a_parent_that_cannot_be_read_is_named(workspace):
    folder = workspace.scenarios / "hitmakers"
    (folder / "torn.toml").write_bytes(b"\xff")
    told = lines(workspace, HEAD + 'parent = "torn"\n[rules]\nmay_pass = 3')
    (folder / "torn.toml").unlink()
    assert told == [
        "scenarios/hitmakers/torn.toml: not a text file in UTF-8: byte 0 is 0xff",
        f"{FILE}: rules.may_pass = 3: must be true or false",
    ]


def test_a_parent_of_another_game_is_refused(workspace):
    folder = workspace.scenarios / "hitmakers"
    (folder / "odd.toml").write_text('game = "chess"')
    told = lines(workspace, HEAD + 'parent = "odd"')
    (folder / "odd.toml").unlink()
    assert told == ['scenarios/hitmakers/odd.toml: game = "chess": must be "hitmakers", the game of its child v3']


def test_a_file_in_another_games_folder_is_refused(workspace):
    (workspace.scenarios / "chess").mkdir(exist_ok=True)
    (workspace.scenarios / "chess" / "x.toml").write_text(HEAD)
    with pytest.raises(BadInput) as caught:
        load_scenario(workspace, "chess/x")
    assert str(caught.value) == (
        'scenarios/chess/x.toml: game = "hitmakers": '
        'must be "chess", as its folder is called, or the file must move to scenarios/hitmakers/'
    )


@pytest.mark.parametrize(
    ("reference", "told"),
    [
        ("hitmakers/v9", 'scenario = "hitmakers/v9": no such revision; the revisions of hitmakers are 2020-03-04,'),
        ("go/v9", f'scenario = "go/v9": no such game; the games are {GAME_NAMES}'),
        ("v9", 'scenario = "v9": must be a path, or game/revision as in hitmakers/2021-04-08'),
        ("", 'scenario = "": must be a path, or game/revision as in hitmakers/2021-04-08'),
        ("\0", 'scenario = "\\u0000": must be a path, or game/revision as in hitmakers/2021-04-08'),
        ("x" * 5000 + ".toml", "x" * 5000 + ".toml: cannot be read: File name too long"),
        ("hitmakers/" + "x" * 5000, 'scenario = "hitmakers/xxx'),
        ("x" * 5000 + "/v1", 'scenario = "xxx'),
        ("x" * 5000, 'scenario = "xxx'),
        ("/dev/zero.toml", "/dev/zero.toml: no such file"),
        ("/dev/zero", "/dev/zero: not a regular file"),
        ("../../etc/passwd.toml", "../../etc/passwd.toml: no such file"),
        ("\0.toml", "\\x00.toml: no such file"),
        ("..", "..: no file but a folder"),
    ],
)
def test_a_scenario_that_is_not_there_is_told_with_those_there_are(workspace, reference, told):
    with pytest.raises(BadInput) as caught:
        load_scenario(workspace, reference)
    (problem,) = caught.value.problems
    assert str(problem).startswith(told)


def test_a_scenario_that_is_not_there_does_not_hide_what_else_is_wrong(workspace):
    with pytest.raises(BadInput) as caught:
        load_scenario(workspace, "go/v9", plays="0", seed="abc")
    assert [problem.place for problem in caught.value.problems] == ["scenario", "--plays", "--seed"]


# Whatever a file holds, the answer is a scenario or lines

NAMES = st.sampled_from(
    [
        *KEYS,
        *TABLES,
        "bots",
        "plays",
        "seed",
        "players",
        "hand_size",
        "ties",
        "criteria_order",
        "tie_rate",
        "min",
        "max",
    ]
)
VALUES = st.recursive(
    st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.dates()
    | st.datetimes()
    | st.sampled_from(["hitmakers", "2021-04-08", "v3", "greedy", "nobody"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text() | NAMES, inner, max_size=3),
    max_leaves=6,
)


def loads_or_lists_problems(workspace: Workspace, **overrides) -> None:
    try:
        load_scenario(workspace, "hitmakers/v3", **overrides)
    except BadInput as bad:
        lines_told = str(bad).split("\n")
        assert len(lines_told) == len(bad.problems) == len(set(lines_told))
        assert all(line.isprintable() and len(line) < 2000 for line in lines_told)


@given(content=st.binary(max_size=60))
def test_any_bytes(workspace, content):
    (workspace.scenarios / "hitmakers" / "v3.toml").write_bytes(content)
    loads_or_lists_problems(workspace)


@given(content=st.dictionaries(NAMES | st.text(), VALUES), game=st.booleans(), setting=st.text())
def test_any_content(workspace, content, game, setting):
    written = tomlkit.dumps(content | ({"game": "hitmakers"} if game else {}))
    (workspace.scenarios / "hitmakers" / "v3.toml").write_text(written, encoding="utf-8", newline="")
    loads_or_lists_problems(workspace, set_=[setting], bots=setting, plays=setting, seed=setting)


def test_a_table_that_is_none_counts_as_empty(tmp_path):
    assert ScenarioFile(tmp_path, "", {"rules": 3}).rules == {}
