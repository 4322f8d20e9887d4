"""What the editor of a freeform combatant shows: four numbers."""

from __future__ import annotations

from gridwar.engine.kit import FormLayout

FORMS = (FormLayout(first=(("hp_full", "hp", "initiative", "speed_cells"),)),)
