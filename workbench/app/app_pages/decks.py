"""The page of that name; everything it shows is in `workbench.app.views.decks`."""

from workbench.app.views import decks

decks.show()
