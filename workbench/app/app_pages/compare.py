"""The page of that name; everything it shows is in `workbench.app.views.compare`."""

from workbench.app.views import compare

compare.show()
