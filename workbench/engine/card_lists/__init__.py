"""Card lists: parameters whose value is a file of rows that a designer edits."""
