"""One renderer for each kind of file that a document is taken away as."""
