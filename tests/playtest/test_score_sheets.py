"""What the table of each game writes down: points, penalties, and where there are sides, who took what."""

import pytest

from workbench.engine.measures import Scope
from workbench.engine.parameters import complete
from workbench.engine.registry import game_named, games
from workbench.engine.score_sheet import ScoreSheet, Wins
from workbench.playtest.log.recording import Log, begin
from workbench.playtest.log.sentences import describe
from workbench.store import Store

PATRIOTS, COMMUNISTS, STAR = "patriots", "communists", "rising_stars"


def sheet(game: str, **rules: object) -> ScoreSheet:
    family = game_named(game)
    return family.sheet(complete(family.parameters, rules))


@pytest.mark.parametrize("name", ["hitmakers", "hollywood_1947", "showbiz_shuffle", "trickster"])
def test_what_a_sheet_counts_the_game_measures(name: str) -> None:
    game, score_sheet = games()[name], sheet(name)
    seat = {measure.name for measure in game.all_measures if measure.scope is Scope.SEAT}
    play = {measure.name for measure in game.all_measures if measure.scope is Scope.PLAY}
    assert ({score_sheet.total} - {""}) <= seat
    assert ({score_sheet.length} - {""}) <= play
    assert set(score_sheet.criterion_names) <= seat
    assert [side.name for side in score_sheet.sides] == (list(game.sides.names) if game.sides else [])


def test_trickster_has_a_round_for_each_player_and_the_fewest_points_win() -> None:
    assert (sheet("trickster", players=5).rows, sheet("trickster", rounds=3).rows) == (5, 3)
    assert sheet("trickster").wins is Wins.LOWEST
    assert sheet("trickster", winner="highest").wins is Wins.HIGHEST


def test_showbiz_takes_the_penalty_off_once_however_it_is_written(store: Store) -> None:
    log = begin(store, {"game": "showbiz_shuffle"})
    anna, ben = (log.add_player(name).data["player"] for name in ("Anna", "Ben"))
    for row, points in enumerate((12, 9)):
        log.score(anna, row, points, "movie_points")
    log.score(anna, 0, 5, "penalty")
    log.score(ben, 0, 20, "movie_points")
    log.score(ben, 0, -5, "penalty")
    scores = log.session().scores
    assert scores.totals == {anna: 16, ben: 15}
    assert (scores.row_total(anna, 0), scores.criterion_total(anna, "penalty")) == (12, -5)
    assert sheet("showbiz_shuffle", score_target=60).target == 60
    free = sheet("showbiz_shuffle", unfinished_penalty=0, costed_biz_penalty=False)
    assert free.criterion_names == ("movie_points",)


# Hollywood 1947


@pytest.fixture
def six(store: Store) -> tuple[Log, list[str]]:
    log = begin(store, {"game": "hollywood_1947", "rules": {"players": 6}})
    players = [log.add_player(name, seat).data["player"] for seat, name in enumerate("ABCDEF")]
    return log, players


def test_the_side_with_enough_movies_wins_with_all_its_players(six: tuple[Log, list[str]]) -> None:
    log, players = six
    for movie, side in enumerate((PATRIOTS, COMMUNISTS, PATRIOTS, PATRIOTS)):
        log.outcome(movie, [side])
    for player, side in zip(players, (PATRIOTS, COMMUNISTS, PATRIOTS, STAR, COMMUNISTS, PATRIOTS), strict=True):
        log.side(player, side)
    assert (log.session().scores.winning_sides, log.session().scores.winners) == ((), ())
    log.outcome(4, [PATRIOTS])
    scores = log.session().scores
    assert (scores.winning_sides, scores.rows) == ((PATRIOTS,), 5)
    assert scores.winners == (players[0], players[2], players[5])
    assert scores.win_share(players[0]) == pytest.approx(1 / 3)
    log.side(players[0], None)
    assert log.session().scores.winners == ()


def test_with_a_rising_star_the_table_says_who_won_the_last_movie(six: tuple[Log, list[str]]) -> None:
    log, players = six
    for movie in range(7):
        log.outcome(movie, [(PATRIOTS, COMMUNISTS)[movie % 2]])
    for player, side in zip(players, (PATRIOTS, COMMUNISTS, PATRIOTS, STAR, COMMUNISTS, PATRIOTS), strict=True):
        log.side(player, side)
    assert log.session().scores.winning_sides == ()
    log.outcome(None, [STAR])
    assert log.session().scores.winners == (players[3],)
    log.outcome(None, None)
    log.side(players[3], PATRIOTS)
    assert log.session().scores.winning_sides == (PATRIOTS,)


def test_ties_go_where_the_rules_say() -> None:
    assert sheet("hollywood_1947").outcomes == ((PATRIOTS,), (COMMUNISTS,))
    assert sheet("hollywood_1947", players=2).outcomes[2:] == ((PATRIOTS, COMMUNISTS),)
    assert sheet("hollywood_1947", ties_go_to="nobody").outcomes[2:] == ((),)
    three = sheet("hollywood_1947", players=3)
    assert three.winning_sides([(COMMUNISTS,)] * 3, set()) == (COMMUNISTS,)
    level = sheet("hollywood_1947", ties_go_to="nobody", max_movies=3)
    assert level.winning_sides([(PATRIOTS,), (COMMUNISTS,), ()], {PATRIOTS}) == (PATRIOTS, COMMUNISTS)


def test_the_log_says_it_in_words(six: tuple[Log, list[str]]) -> None:
    log, players = six
    says = {
        "A: side Communist": lambda: log.side(players[0], COMMUNISTS),
        "Movie 3: Patriots": lambda: log.outcome(2, [PATRIOTS]),
        "Movie 4: nobody": lambda: log.outcome(3, []),
        "Won by: Rising star": lambda: log.outcome(None, [STAR]),
    }
    for words, say in says.items():
        say()
        session = log.session()
        assert describe(session.lines[-1], session, lambda player: "A" if player else "") == words
