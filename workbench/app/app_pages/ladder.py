"""The page of that name; everything it shows is in `workbench.app.views.ladder`."""

from workbench.app.views import ladder

ladder.show()
