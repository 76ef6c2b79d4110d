"""The page of that name; everything it shows is in `workbench.app.views.exchange`."""

from workbench.app.views import exchange

exchange.show()
