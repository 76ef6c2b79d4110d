"""The page of that name; everything it shows is in `workbench.app.views.reality`."""

from workbench.app.views import reality

reality.show()
