"""The grid that is printed on a picture: how long its cells are, where they begin, how sure it is.

A printed line is darker, or lighter, than both its neighbours along a whole column or row, always
in the same sense, while texture cancels out. So the signed second difference is averaged along
every column and row (``line_profiles``), folded by each length a cell may have
(``folding_by_lengths``), and the best ones are fitted to the lines that are there
(``fitting_lines``). Begin with ``finding_the_grid``. Knows no files and decodes no pictures: it is
handed rows of grey bytes, and does nothing to a map.
"""
