"""Settings that hold lists have a form of records: fluid's list of actions."""

from __future__ import annotations

import json

from gridwar.control.controller.controller import Controller
from gridwar.control.forms.house_rules_settings_sides import SettingsForm, holds_lists
from gridwar.engine.gm.side_and_setting_commands import SetSetting
from gridwar.engine.session.session import Session
from gridwar.model.encounter import Settings
from gridwar.systems import find_system
from gridwar.systems.fluid.core.house_rules_and_settings import FluidSettings, settings_of
from tests.support.fights import on_board


def test_a_list_of_actions_is_edited_in_a_form() -> None:
    """A name is changed, an action added like another and one taken out; what comes back fits."""
    assert holds_lists(FluidSettings())
    assert not holds_lists(Settings())
    form = SettingsForm(FluidSettings())
    form.type("settings.visual_limit_ft", "60")
    form.type("settings.actions.0.name", "Run")
    form.act("settings.actions.1", "copy")
    form.act("settings.actions.3", "drop")
    assert not form.problems()
    changed = dict(form.values())
    assert set(changed) == {"visual_limit_ft", "actions"}
    system = find_system("fluid")
    controller = Controller(Session(system, on_board("fluid", iris=(1, 1))))
    for name, value in changed.items():
        controller.submit(SetSetting(name=name, value=value))
    settings = settings_of(controller.encounter)
    assert settings.visual_limit_ft == 60
    assert settings.actions[0].name == "Run"
    ids = [one.id for one in settings.actions]
    assert len(ids) == len(set(ids)) == len(FluidSettings().actions)


def test_what_does_not_fit_is_said_beside_it() -> None:
    """A cost that nobody knows stays in the form with its error, and nothing comes of it."""
    form = SettingsForm(FluidSettings())
    form.type("settings.visual_limit_ft", "far")
    assert "settings.visual_limit_ft" in form.problems()
    untouched = SettingsForm(FluidSettings())
    assert json.dumps(dict(untouched.values())) == "{}"
