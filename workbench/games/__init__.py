"""The games that come with the workbench, one folder each."""
