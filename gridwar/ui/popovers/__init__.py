"""The popovers that float over the map: attack, questions, effects, forms."""
