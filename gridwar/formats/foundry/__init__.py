"""Scenes of Foundry (JSON by Export Data, 0.7 to 14): read with a report, and written.

A scene names its picture by a path and does not hold it; walls lie on a canvas that is wider than
the picture. Owns what was learnt of the versions. Two doors: ``read_scene`` by way of
``reading_any_map``, and ``write_scene``.
"""
