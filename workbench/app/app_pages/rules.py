"""The page of that name; everything it shows is in `workbench.app.views.rules`."""

from workbench.app.views import rules

rules.show()
