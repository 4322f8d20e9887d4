"""Dark sight and blindness of whoever has them on a sheet."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.perception.detection import seen_by
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.model.memory import FogMode, Vision
from gridwar.model.zones import Light
from tests.support.crowds import crowd
from tests.support.every_system import every_id, find


@pytest.mark.parametrize("system_id", ["freeform", "arrgs", "drive", "percentile"])
def test_dark_sight_reaches_so_many_squares_and_the_blind_see_nothing(system_id: str) -> None:
    """The foe stands 22 squares off in the dark; the card says either."""
    here = crowd(system_id, 1).encounter
    night = here.map.replace(light=Light.DARK)
    foe = here["foe"].replace(pos=Cell(24, 2))
    here = here.with_combatant(foe).replace(
        map=night, vision=Vision(mode=FogMode.BY_SIGHT, counts_light=True)
    )
    controller = Controller(Session(find(system_id), here))

    def told(**values: object) -> tuple[bool, str]:
        for name, value in values.items():
            words = str(value).lower()
            controller.submit(SetValue(who=("goblin0",), field=f"sheet.{name}", value=words))
        now = controller.encounter
        card = controller.system.cards.card(now, "goblin0")
        figures = [one.value for one in card.figures if one.label == "Senses"]
        return "foe" in seen_by(now, now["goblin0"].side).seen, "".join(figures)

    assert told() == (False, "")
    unit = here.map.scale.unit
    for squares, is_seen in ((21, False), (22, True)):
        far = f"{round(squares * here.map.scale.cell_size, 2):g} {unit}"
        assert told(dark_sight_cells=squares) == (is_seen, f"dark sight {far}")
    assert told(blind=True) == (False, "blind")


@pytest.mark.parametrize("system_id", every_id())
def test_no_line_of_a_card_stands_there_twice(system_id: str) -> None:
    """Whoever of the samples it is of: the senses among them are told once."""
    system, here = find(system_id), crowd(system_id, 1).encounter
    for sample in system.data.samples():
        one = sample.replace(id="one", pos=Cell(5, 5))
        figures = system.cards.card(here.with_combatant(one), "one").figures
        assert [line for line in figures if figures.count(line) > 1] == [], sample.name
