"""The .gridwar file: the journal of a fight as one SQLite database, and its exchange as JSON.

Owns what is on disk and nothing of what it means: rules come as a ``System``. May import
``engine`` and below; knows neither rule systems by name (a ``Finder`` brings them) nor Qt.
Doors: ``new_open_and_sample_fights`` for the program, ``open_gridwar_file`` for a single file.
"""
