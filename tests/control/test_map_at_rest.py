"""What the map shows at rest, while all is asked for, while somebody drags, and to players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.map_at_rest import TAGS_AT_REST
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records import scene_records as sr
from gridwar.control.records.layer_records import NO_LAYERS
from gridwar.control.state.map_layers import AT_REST, Layer
from gridwar.control.tools.toolbox import Toolbox
from gridwar.control.user_settings import SettingsKeeper, load_settings
from gridwar.storage.new_open_and_sample_fights import open_fight, samples
from gridwar.systems import find_system
from tests.support.fights import begun
from tests.support.longer_step import at_once

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gridwar.engine.kit import Ring

REACH = (sr.RegionRole.REACH1, sr.RegionRole.REACH2, sr.RegionRole.REACH3)
AREAS = tuple(role for role in sr.RegionRole if role.value.startswith("area_"))
SAMPLES = sorted(samples(), key=lambda one: one.path.stem)
SHOWN = (
    "a-drowned-heron",
    "b-toll-vault",
    "e-chase",
    "j-station-hall",
    "l-courtyard",
    "p-plaza",
)
"""One of each system, and one with vehicles; the others are left to the longer step."""


class Shown:
    """A fight as the map shows it."""

    def __init__(self, controller: Controller) -> None:
        self.controller = controller
        self.tools = Toolbox(controller)
        self._scene = ScenePresenter(controller, self.tools)

    def scene(self, **view: object) -> sr.SceneView:
        """Return the scene with something of the view changed."""
        self.controller.show(**view)
        return self._scene.present()

    def regions(self, *roles: sr.RegionRole, **view: object) -> list[sr.RegionOverlay]:
        """Return the regions of some roles that are drawn."""
        regions = (o for o in self.scene(**view).overlays if isinstance(o, sr.RegionOverlay))
        return [one for one in regions if one.role in roles]

    def lines(self, **view: object) -> set[sr.LineRole]:
        """Return which kinds of lines are drawn."""
        return {o.role for o in self.scene(**view).overlays if isinstance(o, sr.LineOverlay)}

    def drag(self) -> None:
        """Let whoever acts be dragged a square."""
        who = self.controller.actor
        assert who is not None
        mover = self.controller.system.board.body(self.controller.encounter, who).mover
        at = self.controller.encounter[mover].pos
        assert at is not None
        self.controller.move_planning.plan(mover, at.shifted(1, 0))


@pytest.fixture(params=at_once(SAMPLES, SHOWN, lambda one: one.path.stem))
def sample(request: pytest.FixtureRequest) -> Iterator[Shown]:
    """A sample fight as it opens, of every system."""
    fight = open_fight(request.param.path, find_system)
    yield Shown(Controller(fight.session))
    assert fight.journal is not None
    fight.journal.close()


@pytest.fixture
def inn() -> Iterator[Shown]:
    """Somebody with three prices of moving, foes near and far, an aim and links of comms."""
    path = next(one.path for one in SAMPLES if "heron" in one.path.stem)
    fight = open_fight(path, find_system)
    yield Shown(Controller(fight.session))
    assert fight.journal is not None
    fight.journal.close()


def test_at_rest_a_sample_shows_the_place_and_the_people(sample: Shown) -> None:
    """One zone of reach, edges of threats, zones and areas, no cost of ground, six tags."""
    scene = sample.scene()
    assert len(sample.regions(*REACH)) <= 1
    assert all(one.role is sr.RegionRole.REACH1 for one in sample.regions(*REACH))
    assert not sample.regions(sr.RegionRole.DIFFICULT, sr.RegionRole.AREA_OVERLAP)
    edges = (sr.RegionRole.THREAT, sr.RegionRole.ZONE, sr.RegionRole.SMOKE, *AREAS)
    assert not [one for one in sample.regions(*edges) if one.filled]
    assert not [one for one in scene.overlays if isinstance(one, sr.RingOverlay)]
    assert scene.most_tags == TAGS_AT_REST
    if sample.controller.encounter.round:
        ties = {sr.LineRole.AIM, sr.LineRole.CONTACT, sr.LineRole.TIE, sr.LineRole.LINK}
        assert not sample.lines() & ties


def test_all_of_a_sample_is_shown_while_it_is_asked_for_and_no_longer(sample: Shown) -> None:
    """Every zone of reach, everybody named; then it is the very same map as before."""
    before = sample.scene()
    found = sample.scene(shows_all=True)
    assert all(one.named for one in found.tokens)
    assert found.most_tags is None
    assert {*before.legend} - {*found.legend} <= {
        one for one in before.legend if one.key == "threats"
    }
    after = sample.scene(shows_all=False)
    assert (after.overlays, after.tokens) == (before.overlays, before.tokens)


def test_a_drag_in_a_sample_shows_every_reach_with_its_price(sample: Shown) -> None:
    """As many zones as are worked out, each named, whatever is hidden at rest."""
    controller = sample.controller
    if controller.actor is None or not controller.encounter.round:
        return
    sample.controller.show(layers=frozenset())
    sample.drag()
    plan = controller.view.plan
    if plan is None or plan.free:
        return
    planner = controller.move_planning.planner(plan.mover)
    found = controller.move_planning.zones(planner)
    assert found is not None
    wanted = [label for label, cells in found[1] if cells]
    assert [one.label.removesuffix(", in its turn") for one in sample.regions(*REACH)] == wanted


def test_at_rest_nothing_of_aims_and_links_is_drawn(inn: Shown) -> None:
    """With all asked for an aim, a link and an edge of reach are drawn, each in its own way."""
    assert not inn.lines()
    assert inn.lines(shows_all=True) >= {sr.LineRole.AIM, sr.LineRole.CONTACT}
    assert {one.role for one in inn.regions(*REACH)} == {*REACH}
    words = [o.label for o in inn.scene().overlays if isinstance(o, sr.LineOverlay)]
    assert "Nils Corrow at Ilse Quarrel: aims +1" in words


def test_whoever_is_pointed_at_shows_ties(inn: Shown) -> None:
    """Aims and links of the one under the pointer come, and go with it."""
    who = next(w for w, one in inn.controller.encounter.combatants.items() if "Nils" in one.name)
    assert sr.LineRole.AIM in inn.lines(hovered=(who,))
    assert not inn.lines(hovered=())


def test_lines_of_contact_are_named_while_they_are_drawn(inn: Shown) -> None:
    """Who is in touch shows as a dotted line that the legend explains, and only then."""
    named = sr.LineRole.CONTACT
    assert named not in {one.role for one in inn.scene(hovered=()).legend}
    texts = [one.text for one in inn.scene(hovered=("maro",)).legend if one.role is named]
    assert texts == ["in touch"]


def test_all_threats_are_named_one_by_one(inn: Shown) -> None:
    """At rest those that touch the cheapest way are one edge; asked for, each foe has its own."""
    (near,) = inn.regions(sr.RegionRole.THREAT)
    names = {one.label for one in inn.regions(sr.RegionRole.THREAT, shows_all=True)}
    assert near.label == ""
    assert names == {"Gant Vale", "Nils Corrow", "Sister Bly", "Tomas Reck"}


def test_an_eye_shows_a_layer_at_rest_or_hides_it(inn: Shown) -> None:
    """The list says which are on, what there is of each, and how many more there are."""
    first = {row.key: row for row in inn.scene().layers.rows}
    assert {key for key, row in first.items() if row.on} == {str(one) for one in AT_REST}
    assert first[Layer.THREATS].note == "Tomas Reck"
    more = inn.scene().layers.more
    inn.controller.layers.turn(Layer.FURTHER)
    assert len(inn.regions(*REACH)) == 3
    assert inn.scene().layers.more == more - 1
    inn.controller.layers.turn(Layer.REACH)
    assert {one.role for one in inn.regions(*REACH)} == {*REACH[1:]}
    inn.controller.layers.turn(Layer.THREATS)
    assert not inn.regions(sr.RegionRole.THREAT)


def test_what_is_shown_is_kept_for_each_system(tmp_path: Path) -> None:
    """The next fight by the same rules opens with it; one by other rules, as from the start."""
    settings = SettingsKeeper(tmp_path / "settings.json")
    first = Controller(begun("alley", hero=(3, 3)))
    first.layers.keep_in(settings)
    first.layers.show(Layer.AREAS, on=False)
    first.layers.show(Layer.NAMES, on=True)
    again, other = Controller(begun("alley", hero=(3, 3))), Controller(begun("arrgs", guard=(3, 3)))
    for one in (again, other):
        one.layers.keep_in(load_settings(tmp_path / "settings.json"))
    assert again.view.layers == (AT_REST | {Layer.NAMES}) - {Layer.AREAS}
    assert other.view.layers == AT_REST


def test_players_see_no_layer_and_no_list(sample: Shown) -> None:
    """Neither reach nor threat, nor ties, nor what only the game master works out."""
    seen = sample.scene(presenting=True, shows_all=True, layer_list=True)
    roles = {one.role for one in seen.overlays if isinstance(one, sr.RegionOverlay)}
    assert not roles & {*REACH, sr.RegionRole.THREAT, sr.RegionRole.DIFFICULT}
    assert not [one for one in seen.overlays if isinstance(one, sr.LineOverlay | sr.LabelOverlay)]
    assert seen.layers == NO_LAYERS
    advice = {a.label for a in sample.controller.rules_cache.areas() if a.is_advice}
    assert not advice & {o.label for o in seen.overlays if isinstance(o, sr.RegionOverlay)}


def test_the_bonus_step_is_not_for_players() -> None:
    """The game master sees where it leads when asking for all; players never do."""
    path = next(one.path for one in SAMPLES if one.system == "fluid")
    fight = open_fight(path, find_system)
    shown = Shown(Controller(fight.session))
    labels = {area.label for area in shown.controller.rules_cache.areas()}
    assert "Bonus step" in labels
    assert "Bonus step" not in {one.label for one in shown.regions(*AREAS)}
    assert "Bonus step" in {one.label for one in shown.regions(*AREAS, shows_all=True)}
    shown.controller.show(shows_all=False)
    assert "Bonus step" not in {one.label for one in shown.regions(*AREAS, presenting=True)}
    assert fight.journal is not None
    fight.journal.close()


def test_the_reach_says_its_price_and_how_far_it_goes(inn: Shown) -> None:
    """On the map stands what it takes and how many squares that is; where it says so, once."""
    (reach,) = inn.regions(*REACH)
    assert (reach.label, reach.second) == ("1 move", "4 squares")


def test_all_there_is_has_the_bands_of_the_weapon_in_hand(sample: Shown) -> None:
    """They come with everything else of whoever is selected or acts, and go with it."""
    controller = sample.controller
    rings: tuple[Ring, ...] = ()
    if controller.actor is not None and controller.encounter[controller.actor].pos is not None:
        rings = controller.rules_cache.overlays(controller.actor, "").rings
    named = {one.label for one in rings}

    def bands(**view: object) -> set[str]:
        overlays = sample.scene(**view).overlays
        regions = (one for one in overlays if isinstance(one, sr.RingOverlay | sr.RegionOverlay))
        labels = [one.label for one in regions]
        return {name for name in named if any(label.startswith(f"{name} ") for label in labels)}

    assert not bands()
    if rings and not controller.view.show_bands:
        assert bands(shows_all=True)
        assert not bands(shows_all=False)


def test_lines_between_people_say_between_whom(inn: Shown) -> None:
    """What ties two together is drawn from token to token, wherever these are drawn."""
    ties = {(one.a, one.b) for one in inn.controller.rules_cache.scenery().ties}
    overlays = inn.scene(shows_all=True).overlays
    kinds = {sr.LineRole.AIM, sr.LineRole.CONTACT, sr.LineRole.TIE}
    lines = [one for one in overlays if isinstance(one, sr.LineOverlay) and one.role in kinds]
    assert lines
    assert {one.between for one in lines} <= ties
