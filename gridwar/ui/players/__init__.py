"""The players' window: a record shown on a screen of its own, and what of it the GM's window shows.

It has no controller, tool, tooltip, menu, drop or clipboard; what is shown is ``players_record``'s.
"""
