"""The verbs that the commands and the dashboard share: load, simulate, compare, check, replay."""
