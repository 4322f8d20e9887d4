"""What a rule id means, in words: its title, and the house rule that belongs to it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from gridwar.content.folder import rules_folder
from gridwar.control.forms.house_rules_form import choice_words
from gridwar.errors import GridwarError
from gridwar.model.switches import switch_infos
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.content.records import Rule
    from gridwar.control.controller import Controller

RULE_ID: Final = re.compile(r"\b[A-Z]{2,4}[-\u2011][A-Z]{2,5}[-\u2011]\d{2,3}\b")


def rule_ids(text: str) -> tuple[str, ...]:
    """Return the rule ids that a text names, each once, in its order."""
    found = (one.replace("\u2011", "-") for one in RULE_ID.findall(text))
    return tuple(dict.fromkeys(found))


def rule_words(controller: Controller, rule_id: str) -> str:
    """Return a rule's id and title, then its switch and how it stands; empty where unknown."""
    rule = all_rules(controller.system.id).get(rule_id)
    if rule is None:
        return ""
    lines = [f"{rule_id}  {rule.title}", rule.text]
    chosen = controller.encounter.switches
    for switch in switch_infos(type(chosen)):
        if switch.rule == rule_id:
            value = choice_words(getattr(chosen, switch.name))
            lines += (switch.text, _("House rule now: {value}").format(value=value))
    return "\n".join(lines)


def condition_words(controller: Controller, condition: str) -> str:
    """Return the rule that has the name of a condition, such as ``Prone``; empty for none."""
    name = condition.casefold().rstrip("0123456789 ")
    rules = all_rules(controller.system.id)
    found = next((one for one, rule in rules.items() if rule.title.casefold() == name), "")
    return rule_words(controller, found) if found else ""


@lru_cache(maxsize=8)
def all_rules(system_id: str) -> Mapping[str, Rule]:
    """Return all rules of a rulebook by id."""
    from gridwar.content.rulebook import index

    try:
        return dict(index(rules_folder(system_id)).root)
    except GridwarError:
        return {}
