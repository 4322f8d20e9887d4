"""Maps from files of others, each format in a room of its own: read with a report, and written.

Owns what is on disk before it is a map: telling formats apart, their bounds, their faults, and the
questions they leave open. Knows neither rule systems nor Qt; nothing here decodes a picture.
"""
