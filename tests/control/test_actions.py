"""The list of what somebody could do."""

from __future__ import annotations

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.card_actions_effects import present_actions
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from tests.support.fights import begun


def test_a_key_is_promised_once() -> None:
    """A guard attacks with sword or fist; the key A is the sword's, as it stands first."""
    session = begun("arrgs", 4, 4, guard=(3, 3))
    session.submit(TakeTurn(actor="guard"))
    actions = present_actions(Controller(session, odds_patience_s=60)).actions
    attacks = [one for one in actions if one.title.startswith("Attack")]
    assert [one.shortcut for one in attacks] == ["A", *[""] * (len(attacks) - 1)]
    assert len(attacks) > 1


def test_an_action_that_is_refused_names_its_rules() -> None:
    """Chosen although it is not possible, it says why and by which rule, and nothing happens."""
    session = begun("cepheus", *[3] * 8, marine=(3, 3), brawler=(13, 3))
    session.submit(TakeTurn(actor="marine"))
    controller = Controller(session, odds_patience_s=60)
    before = controller.encounter
    controller.selection.select("brawler")
    refused = next(
        one for one in controller.rules_cache.actions("brawler") if one.refusal is not None
    )
    controller.actions.choose(refused.id)
    notice = controller.view.notice
    assert notice is not None
    assert refused.refusal is not None
    assert (notice.text, notice.rule_ids) == (refused.refusal.text, refused.refusal.rule_ids)
    assert notice.rule_ids
    assert controller.encounter is before
