"""The editor of a combatant: its token and its sheet as one form.

For those in the fight, for new ones, and for entries of the library alike. What stands first, and
in which words, the sheet declares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from gridwar.control.combatant_letters import choices
from gridwar.control.forms.layout_builder import PlacedSection, plain_layout
from gridwar.control.forms.names_and_completions import known_texts, sheet_words, token_words
from gridwar.control.forms.record_form import FormPart, RecordForm
from gridwar.control.records.form_records import FieldKind, FieldView, FormAct, PickOption
from gridwar.control.records.panel_records import TokenBit
from gridwar.control.silhouettes import SILHOUETTES
from gridwar.model.form_layout import FormLayout, FormSection, rooted
from gridwar.model.geometry import Size
from gridwar.model.raw_parts import RawSheet
from gridwar.model.record import Record
from gridwar.storage.json_codec import data_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.forms.paths_and_defaults import FormData
    from gridwar.control.records.form_records import FormView
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

TOKEN, SHEET = "token", "sheet"
PICTURE = f"{TOKEN}.picture"
START = f"{TOKEN}.-start"
"""The field in which a sample is chosen to begin with."""
MOST_CELLS = 50


class TokenFields(Record):
    """What the form shows of a combatant itself; the rest is its sheet."""

    forms: ClassVar[FormLayout] = FormLayout(
        first=(("name", "side"),),
        sections=(
            FormSection(
                _("Token and place"),
                (
                    ("label", "group", "width", "height"),
                    ("altitude", "distance_m", "facing_deg"),
                    ("hidden", "locked", "aside"),
                ),
            ),
            FormSection(_("Note"), (("note",),)),
        ),
        kept=("picture",),
    )

    name: str = Field(title=_("Name"), min_length=1, max_length=200)
    side: str = Field(default="1", title=_("Side"))
    picture: str | None = Field(default=None, title=_("Picture"))
    label: str = Field(
        default="",
        max_length=3,
        title=_("Letters"),
        description=_("Letters on the token; empty: made from the name."),
    )
    group: str = Field(
        default="",
        title=_("Group"),
        description=_("Combatants of one group roll Initiative together."),
    )
    width: int = Field(default=1, ge=1, le=MOST_CELLS, title=_("Squares across"))
    height: int = Field(default=1, ge=1, le=MOST_CELLS, title=_("Squares down"))
    altitude: float = Field(
        default=0,
        ge=-100_000,
        le=100_000,
        title=_("Height"),
        description=_("Above the ground, in the unit of the map."),
    )
    distance_m: float | None = Field(
        default=None,
        ge=0,
        le=1_000_000,
        title=_("Beyond the map (m)"),
        description=_("Metres from everybody, for somebody beyond its edge; empty: on the map."),
    )
    facing_deg: int | None = Field(
        default=None,
        ge=0,
        le=359,
        title=_("Facing (degrees)"),
        description=_("0 is up, then clockwise; empty: no facing."),
    )
    hidden: bool = Field(default=False, title=_("Hidden"), description=_("Only the GM sees it."))
    locked: bool = Field(
        default=False,
        title=_("Locked"),
        description=_("Stays where it is when others are dragged."),
    )
    aside: bool = Field(
        default=False,
        title=_("Set aside"),
        description=_("Off the board and out of the order, but kept."),
    )
    note: str = Field(default="", max_length=20_000, title=_("Note"))


_OF_BOTH = tuple(TokenFields.model_fields.keys() - {"width", "height"})
"""What a combatant and its token have under the same name."""


def token_fields(one: Combatant) -> TokenFields:
    """Return what the form shows of a combatant itself."""
    same = {name: getattr(one, name) for name in _OF_BOTH}
    return TokenFields.model_construct(**same, width=one.size.w, height=one.size.h)


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
            starts: Whom a new one may begin as, by key.
        """
        self._sides, self._starts = encounter.sides, starts
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
        return replace(super().form_data(), refers=frozendict(named))

    def fields(self) -> tuple[FieldView, ...]:
        """Return the fields, headed by the picture; above it whom to begin as."""
        head = [self._start()] if self._starts else []
        return (*head, self._picture(), *super().fields())

    def _start(self) -> FieldView:
        options = tuple(
            PickOption(key, one.combatant.name, one.note) for key, one in self._starts.items()
        )
        label = _("Begin with somebody of the library \u2026")
        return FieldView(START, label, FieldKind.PICK, options=options, icon="users")

    def _picture(self) -> FieldView:
        data = self._data[TOKEN]
        side = self._sides.get(str(data["side"]))
        name, label = str(data["name"]), str(data["label"])
        initials = label or next(choices(name))
        digest, index = data["picture"], 5 if side is None else side.index
        token = TokenBit(initials, index, picture=digest if isinstance(digest, str) else None)
        acts = [
            FormAct("file", "image", _("Picture from a file \u2026")),
            FormAct("paste", "copy", _("Picture that was copied")),
        ]
        if data["picture"]:
            acts.append(FormAct("clear", "trash-2", _("No picture")))
        label = _("Picture of the token")
        return FieldView(
            PICTURE,
            label,
            FieldKind.PICTURE,
            choices=SILHOUETTES,
            token=token,
            acts=tuple(acts),
        )

    def view(self) -> FormView:
        """Return the form as it is to be shown, headed by the name that stands in it."""
        name = str(self._data[TOKEN]["name"]).strip()
        return replace(super().view(), title=name or _("Somebody without a name"))

    # --- editing ---------------------------------------------------------------------------------

    def act(self, key: str, act: str, choice: str = "") -> None:
        """Do something; choosing whom to begin with fills the form with them.

        A silhouette is chosen for the token, or nothing; a picture is fetched by the window.
        """
        if key == START:
            if act == "add":
                self._begin_as(self._starts[choice])
            return
        if key == PICTURE:
            self.refusal = ""
            self.set_picture(choice or None)
            return
        super().act(key, act, choice)

    def _begin_as(self, start: Start) -> None:
        """Fill the form with somebody; a name and a side that were chosen before stay."""
        self._note("")
        self.refusal = ""
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
        self._note("")
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
        changes = {name: getattr(token, name) for name in _OF_BOTH}
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
