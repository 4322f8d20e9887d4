"""Maps from files of others: pictures that become the background of a map.

Owns what is on disk before it is a map: telling formats apart, their bounds, their faults. Knows
neither rule systems nor Qt; nothing here decodes a picture.
"""
