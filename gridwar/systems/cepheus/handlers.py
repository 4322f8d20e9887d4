"""Which procedure plays which command of attacks and machines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict

from gridwar.systems.cepheus.attacks import (
    apply_damage,
    attack,
    blast,
    reactions,
    sensor_scan,
    suppression,
)
from gridwar.systems.cepheus.harm import wounds
from gridwar.systems.cepheus.vehicles.handlers import VEHICLE_COMMANDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Command, Handler

_PLAYED: Final[dict[type[Command], Handler]] = {
    attack.Attack: attack.attack,
    **VEHICLE_COMMANDS,
    attack.ThrowAt: attack.throw_at,
    attack.FireBlind: attack.fire_blind,
    suppression.Suppress: suppression.suppress,
    sensor_scan.Scan: sensor_scan.scan,
    sensor_scan.Brace: sensor_scan.brace,
    reactions.React: reactions.react,
    blast.Explode: blast.explode_there,
    blast.BlastHits: blast.blast_hits,
    wounds.TakeDamage: apply_damage.take_damage,
}
HANDLERS: Final[Mapping[type[Command], Handler]] = frozendict(_PLAYED)
