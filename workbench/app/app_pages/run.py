"""The page of that name; everything it shows is in `workbench.app.views.run`."""

from workbench.app.views import run

run.show()
