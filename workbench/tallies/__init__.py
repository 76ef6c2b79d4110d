"""Tallies: what is added up of the plays of a batch, in whole numbers, so that any order gives the same bits."""
