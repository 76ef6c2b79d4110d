"""The page of that name; everything it shows is in `workbench.app.views.live`."""

from workbench.app.views import live

live.show()
