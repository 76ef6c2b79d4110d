"""For all tests and the processes they start: one place for compiled code, so that a second run compiles nothing."""

import os

from hypothesis import settings

from workbench.engine.compiling import cache_root

os.environ.setdefault("WORKBENCH_CACHE_DIR", str(cache_root()))
settings.register_profile("workbench", deadline=None)  # the first call of something compiles or loads it
settings.load_profile("workbench")
