"""How Gridwar is packed, one module a kind of package. Standard library only; ``build.py`` calls.

Also read by ``gridwar.spec`` (``contents``) and by tests.
"""
