"""Notes of the game master's: kept with the fight, ticked, and unseen by players."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.log import LogPresenter
from gridwar.control.presenters.notes import (
    OF_FIGHT,
    headed,
    heading_level,
    keep_notes,
    next_line_begins,
    present_notes,
    tick_of,
    ticked,
)
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.presenters.turn_order import present_order
from gridwar.control.text_format import NOTE_ICON
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.combatant_commands import RemoveCombatants
from tests.support.fights import begun


@pytest.fixture
def controller() -> Controller:
    """A marine, selected, and a brawler."""
    session = begun("cepheus", 4, 4, 1, 1, 1, 2, marine=(3, 3), brawler=(6, 3))
    made = Controller(session, odds_patience_s=60)
    made.show(selected=("marine",))
    return made


def test_notes_are_one_step_that_can_be_undone(controller: Controller) -> None:
    """However long they are; and the log says so in two words."""
    keep_notes(controller, OF_FIGHT, "# Inn\n- [ ] ask Tilde")
    assert controller.encounter.notes == "# Inn\n- [ ] ask Tilde"
    assert "Notes of the fight" in str(LogPresenter(controller).present()[-1])
    before = controller.session.position
    keep_notes(controller, OF_FIGHT, "# Inn\n- [ ] ask Tilde")
    assert controller.session.position == before, "nothing was changed"
    controller.session.undo()
    assert controller.encounter.notes == ""


def test_a_note_to_a_combatant_is_theirs(controller: Controller) -> None:
    """It is the note that their sheet shows."""
    keep_notes(controller, "brawler", "owes 400 Cr")
    assert controller.encounter["brawler"].note == "owes 400 Cr"
    assert controller.encounter.notes == ""
    assert "Note on" in str(LogPresenter(controller).present()[-1])


def test_the_page_offers_the_fight_and_whoever_is_selected(controller: Controller) -> None:
    """And whose note it shows, selected or not; the fight's where that one is gone."""
    assert [one.id for one in present_notes(controller, OF_FIGHT).places] == ["", "marine"]
    assert [one.id for one in present_notes(controller, "brawler").places] == [
        "",
        "brawler",
        "marine",
    ]
    controller.submit(RemoveCombatants(who=("brawler",)))
    assert present_notes(controller, "brawler").whose == OF_FIGHT
    before = controller.session.position
    keep_notes(controller, "brawler", "late")
    assert controller.session.position == before
    assert controller.encounter.notes == ""


def test_who_has_a_note_bears_a_sign_that_players_do_not_see(controller: Controller) -> None:
    """In the order and on the map; neither sign nor words reach the players' map."""
    keep_notes(controller, "marine", "# A spy\nof the guild")
    row = next(one for one in present_order(controller).rows if one.id == "marine")
    assert [one.text for one in row.badges if one.icon == NOTE_ICON] == ["Note: A spy"]
    scenes = ScenePresenter(controller, Toolbox(controller))
    by_whom = {
        whom: {badge.icon for token in scene.tokens for badge in token.badges}
        for whom, scene in (("gm", scenes.for_gm()), ("players", scenes.presented.scene()))
    }
    assert NOTE_ICON in by_whom["gm"]
    assert NOTE_ICON not in by_whom["players"]
    assert "spy" not in repr(scenes.presented.scene())


@pytest.mark.parametrize(
    ("line", "then"),
    [
        ("- [ ] ask", "- [x] ask"),
        ("- [x] ask", "- [ ] ask"),
        ("  * [X] ask", "  * [ ] ask"),
        ("- ask", "- [ ] ask"),
        ("  ask", "  - [ ] ask"),
        ("", "- [ ] "),
    ],
)
def test_a_line_is_ticked(line: str, then: str) -> None:
    """One without a box gets an empty one."""
    assert ticked(line) == then


def test_headings_go_round() -> None:
    """Large, small, none; a third is read, and more is none."""
    assert headed("Inn") == "# Inn"
    assert headed("# Inn") == "## Inn"
    assert headed("## Inn") == "Inn"
    assert [heading_level(one) for one in ("# a", "### a", "#### a", "#a", "a")] == [1, 3, 0, 0, 0]


def test_a_list_goes_on_until_a_line_is_left_empty() -> None:
    """With the same dash, and an empty box where the line has one."""
    assert next_line_begins("  - [x] ask") == "  - [ ] "
    assert next_line_begins("* ask") == "* "
    assert next_line_begins("ask") == ""
    assert next_line_begins("- ") is None
    assert next_line_begins("- [ ] ") is None
    assert tick_of("- [x] a") == (2, 5, True)
    assert tick_of("a [x]") is None
