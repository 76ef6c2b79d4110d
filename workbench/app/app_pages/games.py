"""The page of that name; everything it shows is in `workbench.app.views.games`."""

from workbench.app.views import games

games.show()
