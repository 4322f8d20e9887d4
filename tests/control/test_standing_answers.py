"""Standing answers: in words, in the log, and taken back."""

from __future__ import annotations

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.log import LogPresenter
from gridwar.control.presenters.questions import policy_words, present_ask, standing_words
from gridwar.systems import systems
from gridwar.systems.cepheus.harm.wounds import TakeDamage
from tests.support.fights import begun


def test_every_kind_of_window_has_a_name() -> None:
    """What can have a standing answer is called something by the rules that ask."""
    named = {system.id: set(system.play.windows) for system in systems().values()}
    assert named["cepheus"] >= {"wound", "healing", "grapple"}
    assert named["arrgs"] >= {"opportunity"}
    assert named["drive"] == {"shield_order"}
    assert all(one.title for system in systems().values() for one in system.play.windows.values())


def test_a_standing_answer_is_told_in_words_and_taken_back() -> None:
    """The side is not asked while it stands, the log says so, and asking can begin again."""
    controller = Controller(begun("cepheus", 4, 4, 2, 2, 2, 2, marine=(3, 3), brawler=(13, 3)))
    side = controller.encounter["brawler"].side
    key = f"side:{side}:wound"
    controller.answers.stand(key, "never")
    controller.submit(TakeDamage(who="brawler", points=15))
    assert present_ask(controller) is None
    controller.timeline.undo()
    name = controller.encounter.sides[side].name
    words = f"{name}: where a wound goes"
    assert standing_words(controller.system, controller.encounter, key) == words
    assert policy_words(controller.system, key, "never") == "as proposed"
    told = LogPresenter(controller).present()
    assert (words, "as proposed") in [(entry.headline, entry.result) for entry in told]
    controller.answers.stand(key, "ask")
    controller.submit(TakeDamage(who="brawler", points=15))
    assert present_ask(controller) is not None
