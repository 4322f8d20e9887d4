"""The editor of a combatant: its token and its sheet as one form.

For those in the fight, for new ones, and for entries of the library alike. What stands first, and
in which words, the sheet declares.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace
from pydantic import ValidationError

from gridwar.control.combatant_letters import CombatantLetters, choices, given_letters
from gridwar.control.forms.combatant_head_fields import (
    find_field,
    picture_field,
    size_field,
    start_field,
)
from gridwar.control.forms.field_types import Holds
from gridwar.control.forms.form_problems import count_words
from gridwar.control.forms.layout_builder import PlacedSection, plain_layout
from gridwar.control.forms.list_entries import tables_at
from gridwar.control.forms.names_and_completions import known_texts, sheet_words, token_words
from gridwar.control.forms.record_form import FormPart, RecordForm
from gridwar.control.forms.token_fields import OF_BOTH, TokenFields, token_fields
from gridwar.control.records.form_records import PickOption
from gridwar.control.records.panel_records import TokenBit
from gridwar.model.form_layout import FormLayout, rooted
from gridwar.model.geometry import Size
from gridwar.model.raw_parts import RawSheet
from gridwar.storage.json_codec import data_of
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.forms.paths_and_defaults import FormData
    from gridwar.control.forms.value_texts import FormValue
    from gridwar.control.records.form_records import FieldView, FormView
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.form_layout import FormSection

TOKEN, SHEET = "token", "sheet"
PICTURE = f"{TOKEN}.picture"
START = f"{TOKEN}.-start"
"""The field in which a sample is chosen to begin with."""
SIZE = f"{TOKEN}.-size"
FIND = f"{TOKEN}.-find"
"""The field in which a field is looked for."""
_LINE: Final = {"name": 10, "side": 8, "label": 4}
"""The shares of the first line."""


class Start(Struct, frozen=True):
    """Whom a new combatant may begin as: a note beside the name, and its picture by hash."""

    combatant: Combatant
    note: str = ""
    pictures: Mapping[str, bytes] = frozendict()


class CombatantForm(RecordForm):
    """The form of a combatant; a new one may begin as any sample."""

    def __init__(
        self,
        system: System,
        one: Combatant,
        encounter: Encounter,
        primary: str,
        starts: Mapping[str, Start] = frozendict(),
    ) -> None:
        """Begin with a combatant as it is.

        Args:
            system: Its rules.
            one: Who it is.
            encounter: The fight: its sides, and who else is in it.
            primary: The one button.
            starts: Whom a new one may begin as, by key; without any it is somebody there is.
        """
        self._sides, self._starts = encounter.sides, starts
        self._system, self._encounter = system, encounter
        self.letters = CombatantLetters()
        """Who in the fight has which."""
        self.second = ""
        """What else can be done with it beside the one button."""
        self._begun_as = ""
        self._sound = one
        """The combatant as the form said last without an error."""
        self._worth_of: tuple[Combatant | None, Mapping[str, str]] = (None, frozendict())
        self.combatant = one
        """Whom the form began with: what it does not show stays theirs."""
        self._layouts = tuple(type(one.sheet).forms)
        self.pictures: dict[str, bytes] = {}
        """Pictures that the fight may not have yet, by hash."""
        parts = [
            FormPart(TOKEN, token_fields(one), words=token_words(system, encounter.sides, one.side))
        ]
        if not isinstance(one.sheet, RawSheet):
            names_by_id = {who: other.name for who, other in encounter.combatants.items()}
            layout = self._layouts[0] if self._layouts else FormLayout(first=())
            words = sheet_words(layout, known_texts(system, one.sheet), names_by_id)
            parts.append(FormPart(SHEET, one.sheet, words=words))
        templates = {f"{SHEET}.{name}": found for name, found in system.templates().items()}
        super().__init__(one.name, tuple(parts), primary, templates)

    # --- layout ----------------------------------------------------------------------------------

    @property
    def _layout(self) -> FormLayout | None:
        """The layout that fits the sheet as it stands in the form."""
        data = self._data.get(SHEET)
        if data is None:
            return None
        fits = (one for one in self._layouts if not one.when or data.get(one.when))
        return next(fits, None) or plain_layout(type(self._parts[SHEET].record))

    def sections(self) -> tuple[PlacedSection, ...]:
        """Return the first screen, the folded sections of the sheet, the token, this fight."""
        token, sheet = TokenFields.forms, self._layout
        first = rooted(token.first, TOKEN) + (rooted(sheet.first, SHEET) if sheet else ())
        found = [PlacedSection(f"{TOKEN}.-first", "", first)]
        if sheet is not None:
            found += [_placed(one, SHEET, at) for at, one in enumerate(sheet.sections)]
        found += [_placed(one, TOKEN, at) for at, one in enumerate(token.sections)]
        if sheet is not None and sheet.in_fight:
            hint = _("this fight only; gone when it is over")
            entries = rooted(sheet.in_fight, SHEET)
            found.append(PlacedSection(f"{SHEET}.-late", _("In this fight"), entries, hint=hint))
        return tuple(found)

    def form_data(self) -> FormData:
        """Return what the layout is filled from."""
        layout = self._layout
        refers = layout.refers if layout is not None else {}
        named = {name: f"{SHEET}.{key}" for name, key in refers.items()}
        return replace(super().form_data(), refers=frozendict(named), worth=self._worth())

    def _worth(self) -> Mapping[str, str]:
        one = self._sound
        if isinstance(one.sheet, RawSheet):
            return frozendict()
        if self._worth_of[0] is not one:
            found = self._system.cards.worth(self.among_the_others(), one.id)
            by_key = {f"{SHEET}.{path}": words for path, words in found.items()}
            self._worth_of = (one, frozendict(by_key))
        return self._worth_of[1]

    def fields(self) -> tuple[FieldView, ...]:
        """Return the fields; size and picture stand in the first line."""
        views: list[FieldView] = []
        for one in super().fields():
            name = one.key.removeprefix(f"{TOKEN}.")
            if name == "label":
                views.append(size_field(SIZE, self._data[TOKEN]))
                label = replace(one, placeholder=self._own_letters(), half=True, rest=0)
                views.append(replace(label, weight=_LINE[name]))
                views.append(picture_field(PICTURE, self.token()))
            else:
                views.append(replace(one, weight=_LINE.get(name, 1)))
        return tuple(views)

    def _pickers(self) -> tuple[FieldView, ...]:
        found = find_field(FIND, self.form_data(), self.sections())
        if not self._starts:
            return (found,)
        options = tuple(
            PickOption(key, one.combatant.name, one.note) for key, one in self._starts.items()
        )
        return (start_field(START, options), found)

    def _own_letters(self) -> str:
        """Return the letters it has without any of its own: no one else's in the fight."""
        one, encounter = self._sound, self._encounter
        others = (other for other in encounter.combatants.values() if other.id != one.id)
        taken = {self.letters.of(encounter, other).casefold() for other in others}
        name = str(self._data[TOKEN]["name"])
        return given_letters((one.replace(name=name or "?", label=""),), taken)[one.id]

    def token(self) -> TokenBit:
        """Return the token as it is now."""
        data = self._data[TOKEN]
        side = self._sides.get(str(data["side"]))
        digest, index = data["picture"], 5 if side is None else side.index
        initials = str(data["label"]) or self._own_letters() or next(choices(str(data["name"])))
        return TokenBit(initials, index, picture=digest if isinstance(digest, str) else None)

    def view(self, editing: str = "") -> FormView:
        """Return the form as it is to be shown, headed by the name that stands in it."""
        self.sound()
        name = str(self._data[TOKEN]["name"]).strip()
        title = _("New combatant") if self._starts else name or _("Somebody without a name")
        begun = _("begun from {name}").format(name=self._begun_as) if self._begun_as else ""
        return replace(
            super().view(editing),
            title=title,
            subtitle=begun,
            is_sheet=True,
            rules=self._system.title,
            pickers=self._pickers(),
            second=self.second,
            error=self.refusal,  # how many values do not fit, the card says
        )

    def sound(self) -> Combatant:
        """Return the combatant as the form says, or said last before something did not fit."""
        with suppress(ValidationError):
            now = self.edited()
            self._sound = self._sound if now == self._sound else now
        return self._sound

    def among_the_others(self) -> Encounter:
        """Return the fight with the combatant in it as the form says."""
        one = self._sound
        return self._encounter.replace(combatants=self._encounter.combatants | {one.id: one})

    def status(self) -> tuple[str, bool]:
        """Return whether something is missing, in words, and whether nothing is."""
        problems = len(self.problems())
        if problems:
            return count_words(problems), False
        typed = len(self._typed)
        if not typed:
            return _("Nothing is missing: what is not typed is as the rulebook has it."), True
        words = ngettext(
            "{n} value typed, the rest from the rulebook.",
            "{n} values typed, the rest from the rulebook.",
            typed,
        ).format(n=typed)
        return f"{_('Nothing is missing.')} {words}", True

    # --- editing ---------------------------------------------------------------------------------

    def act(self, key: str, act: str, choice: str = "") -> None:
        """Do something; choosing whom to begin with fills the form with them.

        A silhouette is chosen for the token, or nothing; a picture is fetched by the window.
        """
        if key == FIND:
            self._unfold_to(choice)
            node = self.form_data().node(choice)
            is_list = node is not None and node.shape.holds in (Holds.RECORDS, Holds.TABLE)
            adds = is_list and node is not None and node.name is None
            self.focus = self._adder_of(choice) if adds else choice
            return
        if key == START:
            if act == "add":
                self._begin_as(self._starts[choice])
            return
        if key == PICTURE:
            self.refusal = ""
            self.set_picture(choice or None)
            return
        super().act(key, act, choice)

    def _adder_of(self, key: str) -> str:
        """Return the field that adds to a list: the first, where several tables are of it."""
        tables = tables_at(self.sections(), key)
        return f"{tables[0].key if tables else key}.-add"

    def type(self, key: str, value: FormValue) -> None:
        """Take what was typed; a size is two numbers."""
        if key == SIZE:
            self.steps.note(key)
            across, _mark, down = str(value).partition("x")
            self._data[TOKEN] |= {"width": int(across), "height": int(down)}
            return
        super().type(key, value)

    def _begin_as(self, start: Start) -> None:
        """Fill the form with somebody; a name and a side that were chosen before stay."""
        self.steps.note("")
        self.refusal = ""
        self._begun_as = start.combatant.name
        one, now, first = start.combatant, self._data[TOKEN], self._first.data[TOKEN]
        self.pictures |= start.pictures
        self.combatant = one.replace(id=self.combatant.id)
        token = data_of(token_fields(one))
        if one.side not in self._sides:
            token["side"] = first["side"]
        token |= {name: now[name] for name in ("name", "side") if now[name] != first[name]}
        self._data[TOKEN] = token
        if SHEET in self._data and not isinstance(one.sheet, RawSheet):
            self._data[SHEET] = data_of(one.sheet)
        self._typed, self._unfolded = {}, set()
        self.focus = f"{TOKEN}.name"

    def set_picture(self, digest: str | None, data: bytes | None = None) -> None:
        """Put a picture on the token, or take it off.

        Args:
            digest: Its hash; None for no picture.
            data: The picture, where the fight does not have it yet.
        """
        self.steps.note("")
        self._data[TOKEN]["picture"] = digest
        if digest is not None and data is not None:
            self.pictures[digest] = data

    @property
    def is_square(self) -> bool:
        """Whether the token, as it stands in the form, is as wide as it is high."""
        data = self._data[TOKEN]
        return data["width"] == data["height"]

    def picture_bytes(self, digest: str) -> bytes | None:
        """Return a picture that the fight may not have yet."""
        return self.pictures.get(digest)

    # --- what comes of it ------------------------------------------------------------------------

    def new_pictures(self) -> dict[str, bytes]:
        """Return the picture on the token, where the fight may not have it yet."""
        digest = self._data[TOKEN]["picture"]
        return {digest: self.pictures[digest]} if digest in self.pictures else {}

    def edited(self) -> Combatant:
        """Return the combatant as a form without errors says it should be.

        Raises:
            pydantic.ValidationError: Something in the form does not fit.
        """
        one, token = self.combatant, self.record(TOKEN)
        assert isinstance(token, TokenFields)
        changes = {name: getattr(token, name) for name in OF_BOTH}
        changes["size"] = Size(token.width, token.height)
        if SHEET in self._parts:
            changes["sheet"] = self.record(SHEET)
        if token.distance_m is not None and token.distance_m != one.distance_m:
            changes["pos"] = None
        return one.replace(**changes)


def _placed(section: FormSection, root: str, at: int) -> PlacedSection:
    optional = f"{root}.{section.optional}" if section.optional else ""
    entries = rooted(section.entries, root)
    return PlacedSection(optional or f"{root}.-{at}", section.title, entries, optional)
