"""Thinking about squares: danger, chance, who sees whom; worked out once for equal situations.

``fight_as_known`` is what all of it goes by; ``chart`` asks for squares (``danger_and_chance``),
``arrival`` for one that somebody has really gone to, ``best_attacks`` for the best attack of each
(``begun_turn``: when it would act; ``equal_foes``: of equal ones one represents all,
``duels_anywhere``: where nothing turns on their places),
``strikes`` what an attack comes to (``late_readers`` which cannot be shared), ``going_down`` what
several come to; ``after_moves`` what foes do once they have moved (``stands_to_strike_from`` where
to, ``moves_rehearsed`` how that goes, ``spent_on_the_way`` what they can do there), ``on_the_way``
what the way to a square opens, ``ways_of_moving`` where that leads. ``signature`` tells which
situations are equal because the procedure says so, ``what_is_left_of_body`` what a suspended
procedure carries on, ``rehearsed_by_answers`` what a command comes to there by the questions of
places that it asks before, ``places_asked`` what it asks of places after its first roll, ``watch``
whether it reads one in another way (``watch_of_sheets``: or what was spent), and
``explored_anywhere`` goes on from what was solved where it reads none. ``provisional`` tells
squares by others that look the same on the grid (``classes_by_grid``) until they are rehearsed. May
import ``odds``, ``play``, ``grid`` and what is below; systems know nothing of it, and nothing here
is written for one of them.
"""
