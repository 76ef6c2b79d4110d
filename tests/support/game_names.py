"""The games at hand, as messages list them."""

from workbench.engine.registry import games

GAME_NAMES = ", ".join(f'"{name}"' for name in games())
