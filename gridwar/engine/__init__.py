"""The engine: what rules are written in, and what plays, explores and previews them.

``procedure`` (the requests), ``table`` (what a procedure sees), ``tally`` (sums), ``referee``
(plays), ``odds`` (explores), ``preview``, ``walk`` (moves tokens), ``system`` (the contract),
``evolve`` (events into states), ``gm`` (the GM's own commands), ``session`` (the line of play).
May import ``content``, ``grid``, ``dice``, ``model``; knows no rule system.
"""
