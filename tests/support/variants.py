"""Rule systems with something changed: what tests play where no system has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.system import Handler, System
    from gridwar.model.command import Command


def with_handlers(
    system: System, handlers: Mapping[type[Command], Handler], **changes: Any
) -> System:
    """Return a system that plays some commands more (or otherwise)."""
    both = {**system.play.handlers, **handlers}
    return replace(system, play=replace(system.play, handlers=both), **changes)
