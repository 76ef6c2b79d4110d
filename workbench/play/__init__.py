"""Playing batches: sources, sinks and the loop."""
