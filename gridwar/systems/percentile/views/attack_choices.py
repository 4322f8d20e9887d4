"""What is chosen about any attack: the score that is tested, and what the lowest die counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import CommandChoice, CommandOption, _
from gridwar.systems.percentile.core.scores import SCORE_WORDS, score, weapon_of
from gridwar.systems.percentile.core.state import sheet_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter
    from gridwar.systems.percentile.attacks.multiple import MultipleAttack
    from gridwar.systems.percentile.attacks.single import WeaponAct
    from gridwar.systems.percentile.charges.charging import Charge
    from gridwar.systems.percentile.grapples.options import GrappleTakeDown
    from gridwar.systems.percentile.manoeuvres.take_down import TakeDown
    from gridwar.systems.percentile.ships.ramming import Ram

_SCORES = ("ws", "bs", "s", "t", "ag")


def score_choice(encounter: Encounter, command: WeaponAct | Charge) -> CommandChoice:
    """Return which score an attack tests: the usual one is named by nothing.

    Rules: PC-ATK-04, PC-ATK-05
    """
    sheet = sheet_of(encounter[command.actor])
    weapon = weapon_of(encounter[command.actor], command.weapon)
    usual = "bs" if weapon is not None and weapon.kind == "ranged" else "ws"
    return CommandChoice(
        "score",
        _("Test with"),
        tuple(
            CommandOption(
                "" if name == usual else name,
                SCORE_WORDS[name],
                command.replace(score="" if name == usual else name),
                str(score(sheet, name)),
            )
            for name in _SCORES
        ),
        command.score,
    )


def die_choice(
    command: WeaponAct | MultipleAttack | Charge | Ram | TakeDown | GrappleTakeDown,
) -> CommandChoice:
    """Return whether degrees may take the place of a damage die.

    Rules: PC-ATK-12
    """
    options = {"degrees": (_("Degrees, if higher"), True), "rolled": (_("As rolled"), False)}
    return CommandChoice(
        "die",
        _("Lowest die"),
        tuple(
            CommandOption(key, words, command.replace(replace_die=replaces))
            for key, (words, replaces) in options.items()
        ),
        "degrees" if command.replace_die else "rolled",
    )
