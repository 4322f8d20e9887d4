"""Rulebooks as data: typed reading of ``rules/<id>/`` and its lint.

Owns the files every rulebook has (``manifest.toml``, ``index.toml``), the reading of any further
table by a model that its system brings, house versions laid over them by the GM, and the hash of
what is in effect. Knows no rule and no system. May import
``grid`` (the names of metrics), ``model``, ``paths`` and ``errors``.
"""
