"""Parts of a window made on first use: the popovers and the manager of combatants.

The start does not wait for what nobody sees before the first attack, question or library; what
these are made of is loaded once the window is there.
"""

from __future__ import annotations

from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING

from gridwar.ui.map.tokens.token_portraits import PORTRAITS
from gridwar.ui.tasks.deferred_calls import soon
from gridwar.ui.tasks.stepped_task import SteppedTask
from gridwar.ui.window import pins_shown, signal_wiring

if TYPE_CHECKING:
    from collections.abc import Generator

    from gridwar.control.records.ground_records import PictureSource
    from gridwar.engine.kit.rule_system import System
    from gridwar.ui.combatants.combatant_manager import CombatantManager
    from gridwar.ui.popovers.attack_popover import AttackPopover
    from gridwar.ui.popovers.choice_popover import ChoicePopover
    from gridwar.ui.popovers.effect_popover import EffectPopover
    from gridwar.ui.popovers.form_popover import FormPopover
    from gridwar.ui.popovers.forms_shown_and_kept import Forms
    from gridwar.ui.popovers.map_picture_popover import MapPicturePopover
    from gridwar.ui.popovers.notes_popover import NotesPopover
    from gridwar.ui.popovers.pin_card import PinCard
    from gridwar.ui.popovers.popover_placing import PopoverPlaces
    from gridwar.ui.popovers.questions_popover import AskPopover
    from gridwar.ui.popovers.rule_cards import RuleCards
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.window.saving_map_pictures import MapPictures
    from gridwar.ui.window.window_parts import Parts

_REST_MS = 700
MODULES = (
    "gridwar.ui.popovers.attack_popover",
    "gridwar.ui.popovers.questions_popover",
    "gridwar.ui.popovers.effect_popover",
    "gridwar.ui.popovers.choice_popover",
    "gridwar.ui.popovers.rule_cards",
    "gridwar.ui.popovers.form_popover",
    "gridwar.ui.popovers.forms_shown_and_kept",
    "gridwar.ui.combatants.combatant_manager",
    "gridwar.ui.popovers.notes_popover",
    "gridwar.ui.popovers.pin_card",
    "gridwar.ui.popovers.map_picture_popover",
    "gridwar.ui.window.saving_map_pictures",
)
"""What the parts are made of, the sooner the more likely it is needed."""


def load_ahead(system: System) -> Generator[None, None, None]:
    """Load what the parts are made of, one module a step: the first use is not to wait for it."""
    for name in MODULES:
        import_module(name)
        yield
    system.data.samples()


class OnDemand:
    """Makes each of its parts on first access (`cached_property`)."""

    parts: Parts
    """The window's, which knows this; given before anything is read."""

    def __init__(self, theme: Theme, places: PopoverPlaces, pictures: PictureSource | None) -> None:
        """Prepare to make them.

        Args:
            theme: How they look.
            places: Where popovers float.
            pictures: Where the fight's pictures are.
        """
        self._theme = theme
        self._places = places
        self.pictures = pictures
        if pictures is not None:
            PORTRAITS.look_into(pictures)
        self._loading = SteppedTask()

    def load_soon(self) -> None:
        """Load what the parts are made of once the window has rested for a moment."""
        soon(self.parts.window, self._load, _REST_MS)

    def _load(self) -> None:
        self._loading.begin(load_ahead(self.parts.controller.system))

    @cached_property
    def attack(self) -> AttackPopover:
        """The popover of an attack."""
        from gridwar.ui.popovers.attack_popover import AttackPopover

        popover = AttackPopover(self._theme, self.parts.window)
        self._places.add(popover)
        signal_wiring.wire_attack(self.parts, popover)
        return popover

    @cached_property
    def question(self) -> AskPopover:
        """The popover of a question."""
        from gridwar.ui.popovers.questions_popover import AskPopover

        popover = AskPopover(self._theme, self.parts.window)
        self._places.add(popover)
        signal_wiring.wire_question(self.parts, popover)
        return popover

    @cached_property
    def effect(self) -> EffectPopover:
        """The popover on which an effect is written."""
        from gridwar.ui.popovers.effect_popover import EffectPopover

        popover = EffectPopover(self._theme, self.parts.map)
        popover.is_about_selected = True
        self._places.add(popover)
        signal_wiring.wire_effect(self.parts, popover)
        return popover

    @cached_property
    def notes(self) -> NotesPopover:
        """The page of notes."""
        from gridwar.ui.popovers.notes_popover import NotesPopover

        popover = NotesPopover(self._theme, self.parts.window)
        self._places.add(popover)
        signal_wiring.wire_notes(self.parts, popover)
        return popover

    @cached_property
    def pin_card(self) -> PinCard:
        """The card of a pin."""
        from gridwar.ui.popovers.pin_card import PinCard

        card = PinCard(self._theme, self.parts.map)
        self._places.add(card)
        pins_shown.wire_card(self.parts, card)
        return card

    @cached_property
    def choice(self) -> ChoicePopover:
        """The popover that asks which way to go on."""
        from gridwar.ui.popovers.choice_popover import ChoicePopover

        popover = ChoicePopover(self._theme, self.parts.map)
        popover.is_about_selected = True
        self._places.add(popover)
        return popover

    @cached_property
    def form(self) -> FormPopover:
        """The popover of every form."""
        from gridwar.ui.popovers.form_popover import FormPopover

        popover = FormPopover(self._theme, self.parts.window)
        self._places.add(popover)
        return popover

    @cached_property
    def forms(self) -> Forms:
        """Shows forms and hands back what was filled in."""
        from gridwar.ui.popovers.forms_shown_and_kept import Forms

        return Forms(self.form)

    @cached_property
    def combatants(self) -> CombatantManager:
        """Work on combatants, the library with it."""
        from gridwar.ui.combatants.combatant_manager import CombatantManager

        parts = self.parts
        made = CombatantManager(
            parts.controller, self._theme, parts.map, self.forms, parts.host, self.pictures
        )
        made.shown.on_left = partial(parts.columns.show_panel, "library", on=False)
        return made

    @cached_property
    def map_picture_popover(self) -> MapPicturePopover:
        """The popover on which a picture of the map is chosen."""
        from gridwar.ui.popovers.map_picture_popover import MapPicturePopover

        popover = MapPicturePopover(self._theme, self.parts.window)
        self._places.add(popover)
        return popover

    @cached_property
    def map_pictures(self) -> MapPictures:
        """Saves pictures of the map."""
        from gridwar.ui.window.saving_map_pictures import MapPictures

        return MapPictures(self.parts, self.map_picture_popover, self.pictures)

    @cached_property
    def cards(self) -> RuleCards:
        """The rule cards."""
        from gridwar.ui.popovers.rule_cards import RuleCards

        parts = self.parts
        over = (parts.window, parts.map)
        made = RuleCards(self._theme, over, parts.controller, self._places)
        signal_wiring.wire_cards(parts, made)
        return made

    def set_theme(self, theme: Theme) -> None:
        """Take on another theme; the popovers that are there are told by the window."""
        self._theme = theme
        if self.has("combatants"):
            self.combatants.set_theme(theme)
        if self.has("cards"):
            self.cards.theme = theme

    def has(self, name: str) -> bool:
        """Return whether a part was made already."""
        return name in vars(self)
