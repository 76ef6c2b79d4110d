"""The page of that name; everything it shows is in `workbench.app.views.sessions`."""

from workbench.app.views import sessions

sessions.show()
