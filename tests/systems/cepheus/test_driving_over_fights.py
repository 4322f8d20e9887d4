"""What is left of driving when a fight is over: nothing but where the machine stands."""

from __future__ import annotations

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.kit.turn_and_move_commands import BeginFight, EndFight
from gridwar.engine.session.session import Session
from gridwar.systems.cepheus.core.machine_records import Going
from gridwar.systems.cepheus.core.sheet import CepheusSheet
from tests.support.every_system import find
from tests.support.fights import on_board
from tests.support.strict_table import StrictTable


def test_a_car_driven_in_one_fight_has_not_been_driven_in_the_next() -> None:
    """The round in which it was driven, minded and silent is a round of one fight alone."""
    now = on_board("cepheus", ground_car=(5, 5), marine=(2, 2))
    sheet = now["ground_car"].sheet
    assert isinstance(sheet, CepheusSheet)
    assert sheet.machine is not None
    driven = Going(driven_round=1, upkeep_round=1, silent_round=1, turned_deg=90)
    sheet = sheet.replace(machine=sheet.machine.replace(going=driven))
    start = now.with_combatant(now["ground_car"].replace(sheet=sheet))
    session = Session(find("cepheus"), start, dice=SeededDice(1), table=StrictTable)
    session.submit(BeginFight())
    session.submit(EndFight())
    after = session.encounter["ground_car"].sheet
    assert isinstance(after, CepheusSheet)
    assert after.machine is not None
    assert after.machine.going == Going(carried=after.machine.going.carried)
