"""The page of that name; everything it shows is in `workbench.app.views.help`."""

from workbench.app.views import help

help.show()
