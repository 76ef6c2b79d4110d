"""The pages, one module or folder each."""
