"""Results as single HTML files that open without a network."""
