"""Do the statistics keep their promises? The workbench asks itself; `studies/registry.py` says why it is no study."""
