"""The page of that name; everything it shows is in `workbench.app.views.cards`."""

from workbench.app.views import cards

cards.show()
