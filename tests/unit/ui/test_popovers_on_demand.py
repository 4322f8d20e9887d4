"""What a window makes on first use is loaded ahead: the first attack waits for no module."""

from __future__ import annotations

import ast
from pathlib import Path

from gridwar.systems import find_system
from gridwar.ui.window import popovers_on_demand


def test_every_module_that_a_part_is_made_of_is_loaded_ahead() -> None:
    """The list names what the properties import, and nothing else."""
    tree = ast.parse(Path(popovers_on_demand.__file__).read_text(encoding="utf-8"))
    (made,) = (one for one in tree.body if isinstance(one, ast.ClassDef))
    imported = {one.module for one in ast.walk(made) if isinstance(one, ast.ImportFrom)}
    assert imported == set(popovers_on_demand.MODULES)


def test_one_module_is_loaded_in_a_step() -> None:
    """Between two of them other events may come."""
    assert len([*popovers_on_demand.load_ahead(find_system("cepheus"))]) == len(
        popovers_on_demand.MODULES
    )
