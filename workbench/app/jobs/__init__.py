"""Background jobs: they run in one queue, and any page can show them."""
