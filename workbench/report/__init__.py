"""Results for people: documents of blocks, their sentences and charts, and a renderer for each output."""
