"""Where somebody could stand: a sentence of chips, each a mask of the map, joined by "and".

``chips`` says what can be asked and in which words, ``fight_for_stands`` what is known of the fight
it is asked of, ``known_of_squares`` distances and threats, ``lines_to_squares`` and
``cover_at_squares`` answer for many squares at once what the rules say of one, ``masks`` makes the
mask of a chip, ``sentence`` joins them and tells what each costs, ``ranking`` puts the squares that
fit in order.
"""
