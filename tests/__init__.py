"""The tests of the workbench."""
