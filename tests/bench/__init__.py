"""How fast Gridwar is beside its peers: ``python -m tests.bench``.

``frame`` says what a row is; a module that names ``ROWS`` is found by itself.
"""
