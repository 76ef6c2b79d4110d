"""Card lists of scenarios: files in data/<game>/, in hashes, in the store, in traces, rulebooks and new revisions."""

import json

import pytest

from tests.support.scenarios import file_rules
from tests.support.seats import PlainBatch
from tests.support.tavern import TAVERN, TEXT
from workbench.engine.batch import Batch
from workbench.engine.card_lists import card_lists
from workbench.engine.cards import Cards
from workbench.engine.problems import BadInput
from workbench.play.films import trace
from workbench.play.forms import request_of, scenario_of
from workbench.report.catalog import describe
from workbench.report.play_table import event_line
from workbench.report.rulebook import rulebook_as_json, scenario_rulebook
from workbench.report.text.scenarios import rule_value
from workbench.scenario import differences, load_scenario
from workbench.scenario.card_lists import card_files, load_cards
from workbench.scenario.files import STARTER, Workspace
from workbench.scenario.model import revision_of
from workbench.scenario.save import RevisionDraft, save_revision
from workbench.store import Store
from workbench.store.runs import create_run, get_run, revisions
from workbench.store.runs import save_revision as keep_revision

REPOSITORY = STARTER.parents[1]
SHIPPED = TAVERN.parameters["drinks"].default
assert isinstance(SHIPPED, Cards)


@pytest.fixture
def workspace(tmp_path, monkeypatch) -> Workspace:
    monkeypatch.setattr("workbench.engine.registry.games", lambda: {"tavern": TAVERN})
    place = Workspace(tmp_path)
    (place.scenarios / "tavern").mkdir(parents=True)
    (place.data / "tavern").mkdir(parents=True)
    write(place, "plain", "")
    return place


def write(workspace: Workspace, name: str, rules: str, head: str = "") -> None:
    text = f'game = "tavern"\n{head}[rules]\n{rules}\n[table]\nbots = ["random"]\n'
    (workspace.scenarios / "tavern" / f"{name}.toml").write_text(text)


def cards(workspace: Workspace, text: str, file: str = "drinks.csv") -> None:
    (workspace.data / "tavern" / file).write_text(text)


def told(workspace: Workspace, name: str, **overrides) -> list[str]:
    with pytest.raises(BadInput) as caught:
        load_scenario(workspace, f"tavern/{name}", **overrides)
    return str(caught.value).split("\n")


CHEAP = TEXT.replace("ale,,beer,3", "ale,,beer,1")


# Which file


def test_without_a_file_of_the_workspace_the_shipped_list_is_played(workspace):
    assert load_scenario(workspace, "tavern/plain").rules["drinks"] is SHIPPED


def test_the_file_of_the_workspace_comes_before_the_shipped_one(workspace):
    cards(workspace, CHEAP)
    drinks = load_scenario(workspace, "tavern/plain").rules["drinks"]
    assert drinks.file == "drinks.csv" and drinks.numbered[0]["price"] == 1


def test_a_list_that_is_cut_off_is_no_fine_one(workspace):
    head, *rows = TEXT.splitlines(keepends=True)
    cards(workspace, "".join([head, *(row.replace("stout,0", ",0") for row in rows[1:])]))
    assert not load_scenario(workspace, "tavern/plain").warnings
    cards(workspace, "".join([head, *rows[:2]]))
    (warning,) = load_scenario(workspace, "tavern/plain").warnings
    told = "data/tavern/drinks.csv: the first 2 of 4 cards of drinks.csv alone: is the file whole?"
    assert str(warning) == told


def test_a_scenario_names_its_file_and_its_children_inherit_it(workspace):
    cards(workspace, CHEAP, "cheap.csv")
    write(workspace, "cheap", 'drinks = "cheap.csv"')
    write(workspace, "child", "players = 3", 'parent = "cheap"\n')
    assert load_scenario(workspace, "tavern/child").rules["drinks"].file == "cheap.csv"
    overridden = load_scenario(workspace, "tavern/child", set_=["drinks=drinks.csv"])
    assert overridden.rules["drinks"] is SHIPPED


def test_files_are_listed(workspace):
    cards(workspace, CHEAP, "cheap.csv")
    cards(workspace, CHEAP, ".hidden.csv")
    cards(workspace, CHEAP, "notes.txt")
    assert card_files(workspace, TAVERN) == ["cheap.csv"]
    assert card_files(Workspace(workspace.root / "nowhere"), TAVERN) == []


def test_a_changed_file_is_read_anew(workspace):
    declared = card_lists(TAVERN.parameters)["drinks"]
    cards(workspace, CHEAP)
    before = load_cards(workspace, TAVERN, declared, "drinks.csv")
    cards(workspace, TEXT)
    assert load_cards(workspace, TAVERN, declared, "drinks.csv") != before


# What is wrong


@pytest.mark.parametrize(
    "name", ["wine.csv", "../drinks.csv", "/etc/passwd", "", "sub/drinks.csv", "drinks", "drinks.xlsx"]
)
def test_a_name_of_no_file_is_told_with_those_there_are(workspace, name):
    wrong = "no CSV file: load it on the page Edit the cards" if name.endswith("xlsx") else "no such card list"
    cards(workspace, CHEAP, "cheap.csv")
    write(workspace, "v", f'drinks = "{name}"')
    place = f'scenarios/tavern/v.toml: rules.drinks = "{name}"'
    assert told(workspace, "v") == [f"{place}: {wrong}; data/tavern/ has cheap.csv"]
    message = f'--set: drinks = "{name}": {wrong}; data/tavern/ has cheap.csv'
    assert told(workspace, "plain", set_=[f"drinks={name}"]) == [message]


def test_a_value_that_is_no_name(workspace):
    write(workspace, "v", "drinks = 3")
    assert told(workspace, "v") == [
        "scenarios/tavern/v.toml: rules.drinks = 3: "
        "must be the name of a file, as in cards.csv, that lists 1 to 6 cards"
    ]


def test_every_problem_of_file_and_scenario_comes_at_once(workspace):
    cards(workspace, TEXT.replace("beer,4", "beer,40").replace("wine", "whine"), "bad.csv")
    write(workspace, "v", 'drinks = "bad.csv"\nplayers = 9')
    assert told(workspace, "v") == [
        'data/tavern/bad.csv: line 2, column price = "40": must be a whole number from 0 to 9',
        'data/tavern/bad.csv: line 5, column kind = "whine": must be one of beer, wine, tea',
        "scenarios/tavern/v.toml: rules.players = 9: at most 4",
    ]


# Hashes and differences


def test_the_hash_of_the_rules_follows_the_cards_and_not_the_name(workspace):
    plain = load_scenario(workspace, "tavern/plain").rules_hash
    cards(workspace, TEXT.replace("\n", "\r\n"), "same.csv")
    assert load_scenario(workspace, "tavern/plain", set_=["drinks=same.csv"]).rules_hash == plain
    cards(workspace, CHEAP)
    assert load_scenario(workspace, "tavern/plain").rules_hash != plain


def test_a_set_is_the_same_in_any_order(workspace):
    one = load_scenario(workspace, "tavern/plain", set_=["allowed=tea,beer"])
    assert one.rules["allowed"] == ["beer", "tea"]
    assert one.rules_hash == load_scenario(workspace, "tavern/plain").rules_hash
    wrong = '--set: allowed = ["gin"]: must be a list of at least 1 of "beer", "wine", "tea"'
    assert told(workspace, "plain", set_=["allowed=gin"]) == [wrong]
    assert told(workspace, "plain", set_=["allowed="]) == [wrong.replace('["gin"]', "[]")]


def test_lists_that_say_the_same_are_no_difference(workspace):
    plain = load_scenario(workspace, "tavern/plain")
    cards(workspace, TEXT, "same.csv")
    cards(workspace, CHEAP, "cheap.csv")
    assert differences(plain, load_scenario(workspace, "tavern/plain", set_=["drinks=same.csv"])) == {}
    cheap = load_scenario(workspace, "tavern/plain", set_=["drinks=cheap.csv"])
    assert differences(plain, cheap) == {"drinks": [SHIPPED, cheap.rules["drinks"]]}
    assert rule_value(TAVERN, "drinks", cheap.rules["drinks"]) == "own list cheap.csv of 4 cards"


# The store


def test_a_stored_run_is_repeated_with_the_cards_it_was_played_with(workspace):
    store = Store(workspace.store_path)
    cards(workspace, CHEAP)
    scenario = load_scenario(workspace, "tavern/plain")
    run = create_run(store, request_of(scenario, {}))
    cards(workspace, TEXT)
    again = scenario_of(get_run(store, run.id))
    assert again.rules == scenario.rules and again.rules_hash == scenario.rules_hash
    assert TAVERN.compile_rules(again.rules).tobytes() == TAVERN.compile_rules(scenario.rules).tobytes()
    assert again.rules != load_scenario(workspace, "tavern/plain").rules


def test_a_kept_revision_has_every_row(workspace):
    store = Store(workspace.store_path)
    revision = revision_of(load_scenario(workspace, "tavern/plain"))
    first = keep_revision(store, revision)
    assert keep_revision(store, revision).saved_at == first.saved_at
    stored_cards = revisions(store, "tavern")[0].rules["drinks"]
    assert (
        len(stored_cards["rows"]) == 4
        and stored_cards["sha256"] == SHIPPED.sha256
        and stored_cards["file"] == "drinks.csv"
    )
    assert Cards.from_whole(stored_cards) == SHIPPED


# What people and programs are told


BRIEF = {"file": "drinks.csv", "sha256": SHIPPED.sha256, "cards": 4}


def test_a_trace_has_the_cards_once(workspace, monkeypatch):
    monkeypatch.setattr(Batch, "kernel", PlainBatch.kernel)
    head = next(trace(load_scenario(workspace, "tavern/plain"), range(1)))
    assert head["rules"]["drinks"] == BRIEF
    assert json.loads(json.dumps(head["card_lists"]))["drinks"][1]["id"] == "ale"
    assert "stout" not in event_line(head)


def test_the_catalog_describes_the_columns():
    described = {parameter["name"]: parameter for parameter in json.loads(json.dumps(describe(TAVERN)["parameters"]))}
    drinks = described["drinks"]
    assert (drinks["type"], drinks["default"], drinks["min"], drinks["max"]) == ("cards", BRIEF, 1, 6)
    assert drinks["columns"][2] == {
        "name": "kind",
        "type": "choice",
        "allowed": "one of beer, wine, tea",
        "optional": False,
        "help": "What it is.",
    }
    assert described["allowed"]["options"] == ["beer", "wine", "tea"]


def test_the_rulebook_reads_the_cards(workspace):
    cards(workspace, CHEAP, "cheap.csv")
    plain = load_scenario(workspace, "tavern/plain")
    cheap = load_scenario(workspace, "tavern/plain", set_=["drinks=cheap.csv"])
    assert "Two players drink four drinks, from drinks.csv; beer and tea only." in scenario_rulebook(plain).replace(
        "two", "Two"
    )
    text = scenario_rulebook(cheap, plain)
    assert f"| drinks | `{SHIPPED}` |" in text and "- ~~ale: 3~~" in text and "- **+** ale: 1" in text
    assert rulebook_as_json(cheap, plain)["differences"]["drinks"][0] == BRIEF


# New revisions


def test_a_new_revision_names_another_file(workspace):
    cards(workspace, CHEAP, "cheap.csv")
    draft = RevisionDraft(TAVERN, "cheap", "plain", "Cheaper.", {"drinks": "cheap.csv"}, bots=("random",))
    revision = save_revision(workspace, draft)
    assert file_rules(revision) == {"drinks": "cheap.csv"}
    assert revision.rules["drinks"].numbered[0]["price"] == 1
    loaded = save_revision(workspace, draft._replace(revision="again", rules=revision.rules))
    assert file_rules(loaded) == {"drinks": "cheap.csv"} and loaded.rules_hash == revision.rules_hash
    with pytest.raises(BadInput, match=r'rules\.drinks = "none\.csv": no such card list'):
        save_revision(workspace, draft._replace(revision="none", rules={"drinks": "none.csv"}))


def test_a_copy_of_a_list_is_a_change_worth_saving(workspace):
    cards(workspace, TEXT, "copy.csv")
    revision = save_revision(workspace, RevisionDraft(TAVERN, "copy", None, "To edit.", {"drinks": "copy.csv"}))
    assert file_rules(revision) == {"drinks": "copy.csv"}


# The repository


def test_the_repositorys_card_lists_are_those_that_are_shipped():
    ours = {path.relative_to(REPOSITORY / "data"): path.read_bytes() for path in (REPOSITORY / "data").rglob("*.csv")}
    shipped = {path.relative_to(STARTER / "data"): path.read_bytes() for path in (STARTER / "data").rglob("*.csv")}
    assert ours == shipped
