"""Gridwar, a desktop tactical grid for game masters.

Packages, importing downwards only: ``ui`` (Qt), ``control``, ``systems`` | ``storage`` |
``formats``, ``engine``, ``content``, ``grid`` | ``dice``, ``model``, ``errors``.
"""

__version__ = "0.3.0"
HOMEPAGE = "https://github.com/gridwar/gridwar"
ISSUES = f"{HOMEPAGE}/issues"
