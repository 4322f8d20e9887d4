"""How the log calls what the GM did to sources of light: one short line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.light_words import light_figures
from gridwar.control.maps.map_words import capital
from gridwar.engine.gm.light_commands import GiveLight, PutLights, SwitchLights, UseImportedLights
from gridwar.engine.perception.light_of_fight import light_name
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.control.presenters.log_map_edits import Words
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


def describe_light_edit(command: Command, before: Encounter, after: Encounter) -> Words | None:
    """Return headline and result of a change of lights; None for any other command."""
    known = {one.id: one for one in before.map.light_sources}
    match command:
        case PutLights():
            return _lights(command, before, after)
        case SwitchLights(lights=ids, on=on):
            names = [light_name(before, known[one]) for one in ids if one in known]
            return capital(", ".join(names)), _("lit") if on else _("put out")
        case GiveLight(light=light_id, to=to):
            name = known[light_id].name if light_id in known else light_id
            bearer = after.combatants[to].name if to in after else to
            return _("{who} carries {light}").format(who=bearer, light=name), ""
        case UseImportedLights():
            count = len(before.map.lights)
            text = ngettext("Uses {n} light of the map", "Uses {n} lights of the map", count)
            return text.format(n=count), ""
        case _:
            return None


def _lights(command: PutLights, before: Encounter, after: Encounter) -> Words:
    """Say what was put, moved, changed or taken away, with the figures of what is new."""
    known = {one.id: one for one in before.map.light_sources}
    lost = [light_name(before, known[one]) for one in command.gone if one in known]
    names = ", ".join(light_name(after, one) for one in command.put)
    if lost:
        words = _("Changes {what}") if names else _("Takes away {what}")
        return words.format(what=", ".join(filter(None, (names, *lost)))), ""
    olds = [known.get(one.id) for one in command.put]
    stays = [
        old is not None and old.replace(at=new.at, carried_by=new.carried_by) == new
        for old, new in zip(olds, command.put, strict=True)
    ]
    text = _("Changes {what}") if any(olds) else _("Puts {what}")
    if stays and all(stays):
        return _("Moves {what}").format(what=names), ""
    figures = light_figures(command.put[0]) if len(command.put) == 1 else ""
    return text.format(what=names), figures
