"""The games at hand, as messages list them."""

from workbench.engine.registry import games

KNOWN_GAMES = ", ".join(f'"{name}"' for name in games())
