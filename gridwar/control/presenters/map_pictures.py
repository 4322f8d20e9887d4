"""The scene of a picture of the map: for players made from what they may see, for the GM from all.

Owns what of a scene belongs in no picture that is kept or printed: marks of the moment, whose turn
it is, what is being aimed. What players may see is ``players_record``'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.records import scene_records as sr
from gridwar.control.records.pin_records import PinOverlay

if TYPE_CHECKING:
    from gridwar.control.maps.map_picture_choices import PictureChoices
    from gridwar.control.presenters.scene import ScenePresenter

_OF_THE_MAP = frozenset(
    {
        sr.RegionRole.ZONE,
        sr.RegionRole.SMOKE,
        sr.RegionRole.DARK,
        sr.RegionRole.LIT,
        sr.RegionRole.THING,
        sr.RegionRole.HARD_COVER,
        sr.RegionRole.SOFT_COVER,
        sr.RegionRole.DIFFICULT,
    }
)
"""Areas that are there without anybody."""


def picture_scene(scenes: ScenePresenter, choices: PictureChoices) -> sr.SceneView:
    """Return what a picture of the map shows.

    Args:
        scenes: Makes the scene as it is now; for nothing else.
        choices: For whom it is, and what is to be on it.
    """
    scenes.hurried = choices.whom == "players"  # nothing that has to be worked out is theirs
    scenes.without_selection = True
    if choices.whom == "players":
        scene = scenes.presented.scene()
        tokens = tuple(map(_at_rest, scene.tokens))
    else:
        scene = scenes.for_gm()
        tokens = tuple(_at_rest(one) for one in scene.tokens if not one.ghost)
    overlays = tuple(map(_unpointed, scene.overlays))
    if not choices.tokens:
        tokens, overlays = (), tuple(filter(_is_of_the_map, overlays))
    return sr.SceneView(
        ground=replace(scene.ground, grid=choices.grid),
        tokens=tokens,
        overlays=overlays,
        most_tags=scene.most_tags,
        fog=scene.fog if choices.whom == "players" else None,
    )


def map_scene(scenes: ScenePresenter) -> sr.SceneView:
    """Return what a small picture of a fight shows, by which it is known again: as players see it.

    It stands in lists that players may look at too.
    """
    scenes.hurried = True
    scene = scenes.presented.scene()
    return sr.SceneView(
        ground=replace(scene.ground, grid=False),
        tokens=tuple(replace(_at_rest(one), bar=None, bars=(), badges=()) for one in scene.tokens),
        overlays=tuple(filter(_is_of_the_map, scene.overlays)),
        fog=scene.fog,
    )


def _at_rest(token: sr.TokenView) -> sr.TokenView:
    """Return a token without the marks of the moment."""
    return replace(
        token,
        selected=False,
        turn=False,
        turn_sign="",
        target=False,
        caught=None,
        lifted=False,
        faint=False,
        trail=(),
    )


def _unpointed(overlay: sr.OverlayView) -> sr.OverlayView:
    """Return a pin as it is where nobody points at it; anything else as it is."""
    return replace(overlay, on=False) if isinstance(overlay, PinOverlay) else overlay


def _is_of_the_map(overlay: sr.OverlayView) -> bool:
    if isinstance(overlay, PinOverlay):
        return True  # the players' scene has none
    return isinstance(overlay, sr.RegionOverlay) and overlay.role in _OF_THE_MAP
