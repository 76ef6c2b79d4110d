"""A session of a revision, held against a batch of it."""

import numpy as np

from tests.support.scenarios import scenario
from workbench.play.outcome import Outcome
from workbench.playtest.log.recording import begin
from workbench.playtest.people_and_bots import compare_with_bots
from workbench.playtest.sessions import header_of
from workbench.report.text.playtests import people_words
from workbench.store import Store
from workbench.studies.people_and_bots.measure import simulated


def test_a_session_of_a_revision_beside_its_batch(store: Store) -> None:
    revision = scenario(score_target=10, shutout_points=1)
    results = np.zeros(50, revision.game.result)
    results["points"][:, :3] = np.arange(150).reshape(50, 3) % 17
    results["winners"], results["deals"] = 1, 2
    log = begin(store, header_of(revision))
    for seat in range(3):
        log.score(log.add_player(f"P{seat}", seat).data["player"], 0, seat + 5, "shutout")
    log.end(finished=True)
    session = log.session()
    assert session.scores.sheet == revision.game.sheet(revision.rules)
    assert session.scores.sheet.target == 10
    answer = compare_with_bots(simulated(Outcome(revision, results, "", 0.0)), [session])
    assert [figure.name for figure in answer.figures] == ["score", "margin", "length"]
    assert "quick bots" in people_words(answer).headline
    assert len(people_words(answer).things) == 6
