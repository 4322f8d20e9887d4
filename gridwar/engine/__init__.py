"""The engine: what rules are written in, and what plays, explores and previews them.

``kit`` holds what rules are written with, ``play`` the referee, rehearsals and previews, ``odds``
what explores every outcome, ``insight`` what thinks about squares by these odds, ``gm`` the
commands of the GM, ``session`` the line of play.
May import ``content``, ``grid``, ``dice``, ``model``; knows no rule system.
"""
