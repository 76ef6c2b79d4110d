"""Bots that play every game; they never import one."""
