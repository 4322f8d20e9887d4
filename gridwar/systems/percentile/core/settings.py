"""What the GM fills in for one fight: charts and notes that the rulebook leaves to the GM."""

from __future__ import annotations

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.kit import AtLeastOne, FrozenMap, Number, Settings, own_settings


class PercentileSettings(Settings):
    """Charts, notes and figures of the GM's own."""

    lethal_chart: FrozenMap[str, str] = Field(
        default=frozendict({"1": "", "2": "", "3": "", "4": "", "5": ""}),
        description="What each row of the Lethal Damage chart does, rows 1 to 5.",
    )
    condition_notes: FrozenMap[str, str] = Field(
        default=frozendict(
            {"prone": "", "pinned": "", "stunned": "", "immobilised": "", "fatigue": ""}
        ),
        description="What conditions do at this table; shown with their badges.",
    )
    higher_ground: Number = Field(
        default=0, description="Modifier proposed for attacks from higher ground."
    )
    fog: Number = Field(
        default=0, description="Modifier proposed for attacks through fog or smoke."
    )
    fatigue_per_level: Number = Field(
        default=0, description="Modifier proposed for each level of the attacker's Fatigue."
    )
    approved_weapon: Number = Field(
        default=0, description="Modifier of approved weapons between High and the bands below."
    )
    body_parts: tuple[str, ...] = Field(
        default=("head", "body", "left arm", "right arm", "left leg", "right leg"),
        description="What a Called Shot can be aimed at.",
    )
    fall_squares_a_die: AtLeastOne = Field(
        default=10, description="A crash by formula: squares fallen for each die of damage."
    )
    fall_die: int = Field(
        default=10, ge=1, le=100, description="A crash by formula: the sides of those dice."
    )


settings_of = own_settings(PercentileSettings)
