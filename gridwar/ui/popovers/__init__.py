"""The sheets that float over the map: attack, questions, effects, forms."""
