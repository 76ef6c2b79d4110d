"""The page of that name; everything it shows is in `workbench.app.views.strategies`."""

from workbench.app.views import strategies

strategies.show()
