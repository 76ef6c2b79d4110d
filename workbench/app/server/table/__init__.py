"""The table: a play step by step, as a plain page."""
