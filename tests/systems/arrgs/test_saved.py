"""What happens with things, reach and readied actions is saved and read back as it was."""

from __future__ import annotations

from gridwar.engine.kit.evolve import evolve
from gridwar.engine.play.play_outcome import Accepted
from gridwar.model.command import Answer, Command
from gridwar.model.geometry import Cell
from gridwar.storage.json_codec import Codec, encode
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.actions.ready import Ready
from gridwar.systems.arrgs.attacks.trip_disarm_reposition_sunder import Disarm, Sunder
from gridwar.systems.arrgs.core.weapon_and_item_records import Item, Weapon
from gridwar.systems.arrgs.gm.checks_and_damage import RollCheck
from gridwar.systems.arrgs.harm.sleep_and_waking import Wake
from gridwar.systems.arrgs.manoeuvres.aid_another_and_change_reach import AidAnother, ChangeReach
from gridwar.systems.arrgs.manoeuvres.complementary_drop_and_draw import Complementary
from gridwar.systems.arrgs.manoeuvres.miscellaneous_handling_and_reload import Miscellaneous, Reload
from tests.systems.arrgs.skirmish import AXE, FIST, board, fighter, session


def test_events_and_commands_of_close_quarters_survive_the_file() -> None:
    """Commands and events read back from JSON are equal, and lead to the same fight."""
    crossbow = Weapon(id="crossbow", category="ranged", capacity=2)
    start = board(
        fighter("A", (4, 4), mods={"melee": 9}, ap_max=20, reach=1, weapons=(AXE, FIST, crossbow)),
        fighter("ally", (4, 3)),
        fighter("B", (5, 4), "2", items=(Item(name="shield", integrity=9),)),
        fighter("C", (9, 9), conditions={"unconscious": 1}),
    )
    fight = session(start, 10, 10, 10, 12, 10, 10, 19)
    done: list[Command] = [
        Disarm(actor="A", target="B", weapon="axe", item="axe"),
        Sunder(actor="A", target="B", weapon="axe", item="shield"),
        ChangeReach(actor="A", shift_by=1),
        Reload(actor="A", weapon="crossbow"),
        AidAnother(actor="A", target="ally"),
        RollCheck(actor="ally", check="melee"),
        Complementary(actor="A", deed="drop", item="axe"),
        Miscellaneous(actor="A", deed="pick_up", place=1),
        Ready(actor="A", points=2, trigger="now", manoeuvre="attack"),
        Wake(actor="C"),
    ]
    codec, state = Codec(SYSTEM), start
    for command in done:
        outcome = fight.submit(command)
        while fight.wanted:
            outcome = fight.answer(fight.wanted[0].key, Answer(cell=Cell(7, 4)))
        assert isinstance(outcome, Accepted), (command, outcome)
        assert codec.command(encode(command)) == command
        for event in outcome.events:
            read = codec.event(encode(event))
            assert read == event
            state = evolve(state, read)
    assert state == fight.encounter
    assert codec.encounter(encode(state)) == state
