"""Where the fonts, icons and the palette lie, installed or in a checkout.

Owns the look-up only; what the files mean is for palette, fonts and icons.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def asset_path(*parts: str) -> Path:
    """Return the path of one asset: in the installed package, else beside it in the checkout."""
    installed = _PACKAGE / "_data" / "assets"
    root = installed if installed.is_dir() else _PACKAGE.parent / "assets"
    return root.joinpath(*parts)
