"""Thinking about squares: danger, chance, who sees whom; worked out once for equal situations.

``chart`` asks for squares, ``begun_turn`` when foes would act, ``strikes`` what an attack comes
to, ``going_down`` what several come to, ``signature`` which situations are
equal because the procedure says so, ``watch`` whether a procedure reads a place too late for that,
``what_is_left_of_body`` what a suspended procedure carries on.
May import ``odds``, ``play``, ``grid`` and what is below; systems know nothing of it, and nothing
here is written for one of them.
"""
