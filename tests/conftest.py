"""How hard Hypothesis tries: `HYPOTHESIS_PROFILE=thorough` tries twenty times as hard.

On a build machine (`CI` is set) the examples are the same in every run.
"""

import os

from hypothesis import settings

settings.register_profile("default", max_examples=50, deadline=None)
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True)
settings.register_profile("thorough", max_examples=1000, deadline=None)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "default")
)
