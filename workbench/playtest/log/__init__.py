"""A live session as a log that only grows: its entries, what they add up to, and what they say."""
