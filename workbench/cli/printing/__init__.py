"""How the commands print: tables on standard output, progress on standard error."""
