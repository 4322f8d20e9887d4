"""The silhouettes that come with Gridwar, for who has no picture: their names in words.

Each is a file of ``assets/silhouettes``. Of one that is not here a token shows its letters.
"""

from __future__ import annotations

from gridwar.control.records.panel_records import Choice
from gridwar.model.silhouettes import drawn
from gridwar.text import _

SILHOUETTES = (
    Choice(drawn("soldier"), _("Soldier")),
    Choice(drawn("marksman"), _("Marksman")),
    Choice(drawn("officer"), _("Officer")),
    Choice(drawn("medic"), _("Medic")),
    Choice(drawn("civilian"), _("Civilian")),
    Choice(drawn("warrior"), _("Warrior")),
    Choice(drawn("archer"), _("Archer")),
    Choice(drawn("rogue"), _("Rogue")),
    Choice(drawn("mage"), _("Mage")),
    Choice(drawn("monster"), _("Monster")),
    Choice(drawn("undead"), _("Undead")),
    Choice(drawn("beast"), _("Beast")),
    Choice(drawn("flyer"), _("Winged")),
    Choice(drawn("mount"), _("Mount")),
    Choice(drawn("robot"), _("Robot")),
    Choice(drawn("drone"), _("Drone")),
    Choice(drawn("car"), _("Vehicle")),
    Choice(drawn("craft"), _("Craft")),
)
"""By what stands in a combatant's ``picture``, in the order in which they are offered."""
