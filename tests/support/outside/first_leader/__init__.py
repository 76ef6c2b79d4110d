"""A study from outside: how often does the leader after an early stage win?"""

from first_leader.question import LeaderQuestion

from workbench.studies.study import Study

STUDY = Study(
    name="first-leader",
    question=LeaderQuestion,
    title="First leader",
    summary="Does an early lead decide the game?",
    about=["**What is an early lead worth?** How often who leads alone after a stage wins."],
    icon=":material/flag:",
)
