"""How a prop is called, and what it means to the rules in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.map_words import degree_words
from gridwar.engine.kit.sight_and_cover import degree_title
from gridwar.model.cover_kinds import CoverDegree, CoverForm
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.model.props import Prop, PropTraits


def prop_title(prop: Prop) -> str:
    """Return what a prop is called."""
    return prop.name or _("Prop")


def traits_words(traits: PropTraits) -> str:
    """Return cover, height and what moving onto it costs."""
    words = []
    if traits.cover is not CoverDegree.NONE:
        hardness = _("hard") if traits.hard else _("soft")
        words.append(
            _("cover: {how_much}, {hardness}").format(
                how_much=degree_words(traits.cover), hardness=hardness
            )
        )
        if traits.form is CoverForm.AREA:
            words.append(_("for those inside"))
    if traits.height_m is not None:
        words.append(_("{n:g} m high").format(n=traits.height_m))
    words.append(onto_words(traits))
    return "; ".join(words)


def brief_words(traits: PropTraits) -> str:
    """Return the same where there is little room."""
    words = []
    if traits.cover is not CoverDegree.NONE:
        words.append(
            degree_title(traits.cover)
            if traits.hard
            else _("{cover}, soft").format(cover=degree_title(traits.cover))
        )
    if traits.height_m is not None:
        words.append(_("{n:g} m").format(n=traits.height_m))
    if traits.is_barred:
        words.append(_("no way in"))
    elif traits.extra_steps:
        steps = traits.extra_steps
        words.append(ngettext("+{n} step", "+{n} steps", steps).format(n=steps))
    return " \u00b7 ".join(words)


def onto_words(traits: PropTraits) -> str:
    """Return what moving onto a prop costs."""
    if traits.is_barred:
        return _("cannot be entered")
    steps = traits.extra_steps
    if not steps:
        return _("free to enter")
    text = ngettext("{n} step more to enter", "{n} steps more to enter", steps).format(n=steps)
    return _("{what}, stood on").format(what=text) if traits.is_stood_on else text
