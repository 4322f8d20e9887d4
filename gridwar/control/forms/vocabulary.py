"""The words of a form: titles of values, of names of the rules and of combatants, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct, field

from gridwar.control.forms.naming import CombatantNames, RuleNames, capital
from gridwar.control.forms.shapes import Holds
from gridwar.control.forms.values import choice_id, joined, number_text, read, shown, split
from gridwar.control.records.panel_records import Choice
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.forms.naming import Naming
    from gridwar.control.forms.paths import Node
    from gridwar.control.forms.values import FormValue


class Vocabulary(Struct, frozen=True):
    """What one record of a form is told in.

    Attributes:
        values: what values are called that are not called by themselves.
        names: which fields hold names of the rules, by their own name.
        combatants: who is in the fight.
        texts: what may complete other texts, by the field's own name.
        choosable: texts of which one is to be chosen, by the field's own name: words by text.
    """

    values: Mapping[str, str] = frozendict()
    names: Mapping[str, RuleNames] = frozendict()
    combatants: CombatantNames = field(default_factory=lambda: CombatantNames({}))
    texts: Mapping[str, tuple[str, ...]] = frozendict()
    choosable: Mapping[str, Mapping[str, str]] = frozendict()

    def value(self, value: object) -> str:
        """Return what a value is called, from a fixed set or a mapping's names."""
        if isinstance(value, bool):
            return _("Yes") if value else _("No")
        kept = str(value)
        return self.values.get(kept) or capital(kept)

    def choices(self, node: Node) -> tuple[Choice, ...]:
        """Return what a field offers that holds one of a fixed set, or somebody."""
        shape = node.shape
        if node.field in self.choosable:
            return tuple(Choice(key, words) for key, words in self.choosable[node.field].items())
        if shape.of_combatant and shape.holds is Holds.TEXT:
            everyone = (
                Choice(self.combatants.kept(name), name) for name in self.combatants.known()
            )
            return (Choice("", _("nobody")), *everyone)
        if shape.holds is not Holds.CHOICE:
            return ()
        empty = (Choice("", _("\u2013 none \u2013")),) if shape.optional else ()
        return empty + tuple(Choice(choice_id(one), self.value(one)) for one in shape.choices)

    def naming(self, node: Node) -> Naming | None:
        """Return in what words the texts of a field are told; None where as they are."""
        if node.name is not None:
            return None
        if node.shape.of_combatant:
            return self.combatants if node.shape.holds is Holds.TEXTS else None
        is_text = node.shape.holds in (Holds.TEXT, Holds.TEXTS) and not node.shape.of_numbers
        return self.names.get(node.field) if is_text else None

    def completions(self, node: Node) -> tuple[str, ...]:
        """Return what may complete what is typed into a field."""
        naming = self.naming(node)
        return self.texts.get(node.field, ()) if naming is None else naming.known()

    def entry_title(self, node: Node) -> str:
        """Return what one value of a mapping is called."""
        names = self.names.get(node.field)
        name = node.name or ""
        return self.value(name) if names is None else names.words(name)

    def shown(self, node: Node, value: object) -> FormValue:
        """Return what a field shows of a value."""
        naming = self.naming(node)
        if naming is None or not value:
            return shown(node.shape, value)
        if isinstance(value, list):
            return joined(tuple(naming.words(str(one)) for one in value))
        return naming.words(number_text(value))

    def read(self, node: Node, value: FormValue) -> object:
        """Return the plain data that something typed means."""
        naming = self.naming(node)
        if naming is None or not isinstance(value, str) or not value.strip():
            return read(node.shape, value)
        if node.shape.holds is Holds.TEXTS:
            return [naming.kept(one) for one in split(value)]
        return naming.kept(value)
