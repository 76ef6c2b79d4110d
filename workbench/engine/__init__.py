"""The engine: declarations, dispatch, the play loop, chance, cards, trace. It never imports a game."""
