"""Play it: a play of a revision that people and bots make together, on one device or on several."""
