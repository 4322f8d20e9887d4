"""UVTT files as files: bounds, damage, pictures in them, lights and what is kept unread."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.errors import Cancelled, MapError
from gridwar.formats.foreign_map_file import MOST_BYTES
from gridwar.formats.uvtt import answer, read_uvtt
from gridwar.model.geometry import Point
from gridwar.model.lights import to_file
from gridwar.model.zones import Light
from tests.support.uvtt import image, light, line, png, portal, reading, told, uvtt, written

if TYPE_CHECKING:
    from pathlib import Path

SOUND = json.dumps(uvtt()).encode()


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (SOUND[: len(SOUND) // 2], "damaged, or cut off"),
        (b'{"resolution": ' + b"[" * 100_000, "damaged, or cut off"),
        (b'{"format": ' + b"9" * 100_000 + b"}", "damaged, or cut off"),
        (b'{"image": "\xff\xfe"}', "damaged, or cut off"),
        (b"[1, 2]", "no map that Gridwar reads: it holds no JSON object"),
        (b'"text"', "not a Universal VTT file: it has none of the keys"),
        (
            b"{}",
            "not a Universal VTT file: it has none of the keys resolution, line_of_sight, image",
        ),
        (b'{"hello": "world"}', "not a Universal VTT file"),
        (b'{"gridwar": 1, "first": {}}', "open it as a fight"),
        (b'{"resolution": {}}', "no picture, no size and no wall"),
        (b"", "is empty"),
    ],
)
def test_what_is_no_such_file_is_refused(tmp_path: Path, raw: bytes, words: str) -> None:
    """The message names the file and says what is wrong."""
    path = tmp_path / "hall.uvtt"
    path.write_bytes(raw)
    with pytest.raises(MapError, match=words) as caught:
        read_uvtt(path)
    assert str(path) in str(caught.value)


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    """Its size is asked before anything of it is read; folders and missing files are named too."""
    huge = tmp_path / "huge.dd2vtt"
    with huge.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    for path, words in (
        (huge, "larger than 117 MB"),
        (tmp_path, "cannot be read"),
        (tmp_path / "no", "cannot be"),
    ):
        with pytest.raises(MapError, match=words) as caught:
            read_uvtt(path)
        assert str(path) in str(caught.value)


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    """Some editors put one in front."""
    path = tmp_path / "hall.dd2vtt"
    path.write_bytes(b"\xef\xbb\xbf" + SOUND)
    assert tuple(read_uvtt(path).map.size) == (8, 6)


def test_reading_can_be_called_off(tmp_path: Path) -> None:
    """Whenever it is asked, it ends with ``Cancelled`` and no map."""
    path = written(tmp_path, uvtt(line_of_sight=[line((1, 1), (2, 1))]))
    asked = 0

    def count() -> bool:
        nonlocal asked
        asked += 1
        return False

    read_uvtt(path, cancelled=count)
    assert asked > 4
    for nth in range(asked):
        left = iter([False] * nth)
        with pytest.raises(Cancelled):
            read_uvtt(path, cancelled=lambda left=left: next(left, True))  # type: ignore[misc]


def test_progress_grows_and_says_what_is_done(tmp_path: Path) -> None:
    """Each step is told in words, with a part between 0 and 1 that never falls."""
    steps: list[tuple[float, str]] = []
    read_uvtt(written(tmp_path, uvtt()), lambda part, words: steps.append((part, words)))
    parts = [part for part, _words in steps]
    assert parts == sorted(parts)
    assert parts[0] == 0
    assert parts[-1] < 1
    assert all(words for _part, words in steps)


def wrapped(text: str) -> str:
    """Break base64 into lines of 76 characters."""
    return "\r\n".join(text[at : at + 76] for at in range(0, len(text), 76))


@pytest.mark.parametrize(
    "text",
    [
        image(80, 60),
        "data:image/png;base64," + image(80, 60),
        wrapped(image(80, 60)),
        "data:image/png;base64,\n" + wrapped(image(80, 60)),
        image(80, 60).rstrip("="),
        image(80, 60).replace("+", "-").replace("/", "_"),
    ],
)
def test_base64_is_read_however_it_is_wrapped(tmp_path: Path, text: str) -> None:
    """Prefix, line breaks, missing padding and the letters for addresses do no harm."""
    found = reading(tmp_path, uvtt(image=text))
    assert found.picture == png(80, 60)
    assert found.map.picture is not None
    assert told(found.report.read)["picture"] == "80 × 60 PNG"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "there is none"),
        ("", "there is none"),
        (5, "it is not text"),
        ("%%%%", "damaged"),
        (image(80, 60)[:-40], "cut off"),
        (base64.b64encode(b"GIF89a" + bytes(50)).decode(), "not a PNG, JPEG or WebP"),
        ("ä" * 8, "damaged"),
    ],
)
def test_a_broken_picture_leaves_the_walls(tmp_path: Path, text: Any, why: str) -> None:
    """A map without its picture is still a map; the report says what is wrong with it."""
    found = reading(tmp_path, uvtt(image=text, line_of_sight=[line((1, 1), (2, 1))]))
    assert (found.picture, found.map.picture) == (None, None)
    assert tuple(found.map.size) == (8, 6)
    assert len(found.map.walls) == 1
    (left,) = [one for one in found.report.left_out if one.text == "Picture"]
    assert why in left.value


def test_a_picture_of_too_many_bytes_is_not_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The length of its text is enough to tell."""
    monkeypatch.setattr("gridwar.formats.uvtt.embedded_picture._MOST_CHARS", len(image(80, 60)) - 1)
    found = reading(tmp_path, uvtt())
    assert "larger than 64 MB" in told(found.report.left_out)["picture_broken"]
    assert found.picture is None


def test_a_huge_picture_is_found_out_by_its_beginning(tmp_path: Path) -> None:
    """A header that claims too many pixels is enough to leave the picture out."""
    start = bytearray(png(1, 1))
    start[16:24] = (30_000).to_bytes(4) * 2
    text = base64.b64encode(bytes(start) + bytes(2 << 20)).decode()
    found = reading(tmp_path, uvtt(image=text))
    assert "30000 x 30000 pixels" in told(found.report.left_out)["picture_broken"]


def test_lights_are_kept_as_they_are(tmp_path: Path) -> None:
    """Place, reach, strength, colour, shadows and unknown keys stay; none shines."""
    data = uvtt(lights=[light(1.5, 2.25, range=9.900001, color="80AABBCC", shadows=False, tag="x")])
    found = reading(tmp_path, data)
    (kept,) = found.map.lights
    assert (kept.x_cells, kept.y_cells, kept.range_cells) == (1.5, 2.25, 9.900001)
    assert (kept.intensity, kept.colour, kept.shadows) == (1, "80aabbcc", False)
    assert json.loads(kept.rest) == {"tag": "x"}
    assert told(found.report.read)["lights"] == "1, kept in the file, not shown"
    assert found.map.light == 0  # bright: darkness is not switched on


def test_lights_are_used_when_it_is_said_and_written_back_as_read(tmp_path: Path) -> None:
    """Bright half as far as dim; off at first; an export gives them back, edited ones changed."""
    stated = light(1.5, 2.25, range=9.9, color="80AABBCC", shadows=False, tag="x")
    data = uvtt(lights=[stated, light(3, 3, range=4)])
    found = reading(tmp_path, data)
    (check,) = found.report.checks
    assert (check.id, check.chosen, found.map.light_sources) == ("lights", "kept", ())
    used = answer(found, "lights", "used")
    one, other = used.map.light_sources
    assert used.map.lights == ()
    assert (one.bright_cells, one.dim_cells, one.colour) == (4.95, 9.9, "aabbcc")
    assert (one.at, one.casts_shadows, one.name) == (Point(1536, 2304), False, "Light 1")
    assert [to_file(each) for each in (one, other)] == list(found.map.lights)
    assert told(used.report.read)["lights"] == "2, in use"
    assert answer(used, "lights", "kept").map == found.map
    moved = to_file(one.placed(Point(2048, 2304)))
    assert moved is not None
    assert (moved.x_cells, moved.colour, moved.rest) == (2, "80aabbcc", found.map.lights[0].rest)
    dark = one.replace(strength=-1)
    assert (to_file(dark), to_file(one.carried("a"))) == (None, None)


@pytest.mark.parametrize(
    ("ambient", "baked", "level"),
    [("ff000000", False, 2), ("FF606060", True, 1), ("ffffffff", False, None)],
)
def test_a_dark_file_proposes_the_light_of_the_map(
    tmp_path: Path, ambient: str, baked: bool, level: int | None
) -> None:
    """It is asked and stays bright until it is answered; the map knows whether light is baked."""
    environment = {"baked_lighting": baked, "ambient_light": ambient}
    found = reading(tmp_path, uvtt(environment=environment))
    assert (found.map.light, found.map.baked_lighting) == (0, baked)
    asked = [one for one in found.report.checks if one.id == "ambient"]
    assert bool(asked) is (level is not None)
    if level is not None:
        word = "dark" if level == Light.DARK else "low light"
        assert asked[0].question == f"The file says that it is {word} here"
        assert answer(found, "ambient", str(level)).map.light == level


def test_lights_inside_a_wall_are_reported(tmp_path: Path) -> None:
    """One that stands on a wall's line, of two."""
    data = uvtt(
        line_of_sight=[line((1, 1), (6, 1))],
        lights=[light(3, 1.01), light(3, 2)],
    )
    assert told(reading(tmp_path, data).report.read)["lights_in_walls"] == "1"


@pytest.mark.parametrize(
    ("stated", "colour"),
    [("eccd8b", "ffeccd8b"), ("#80ECCD8B", "80eccd8b"), ("blue", "ffffffff"), (7, "ffffffff")],
)
def test_colours_are_alpha_red_green_blue(tmp_path: Path, stated: object, colour: str) -> None:
    """Six digits are opaque; what is no colour becomes white, and is told."""
    found = reading(tmp_path, uvtt(lights=[light(1, 1, color=stated)]))
    assert found.map.lights[0].colour == colour
    assert ("light_colour" in told(found.report.mended)) is (colour == "ffffffff")


def test_lights_without_reach_and_doubles_are_left_out(tmp_path: Path) -> None:
    """Some programs write them; each kind is counted."""
    lights = [light(1, 1), light(1, 1), light(2, 2, range=0), {"range": 3}, None, light(3, 3)]
    found = reading(tmp_path, uvtt(lights=lights))
    assert len(found.map.lights) == 2
    assert told(found.report.left_out) | {"ambient": ""} == {
        "lights_broken": "3",
        "lights_double": "1",
        "ambient": "",
    }


def test_unknown_keys_are_kept_and_named(tmp_path: Path) -> None:
    """What nobody knows stays with the map: of the file, its resolution, and single doors."""
    data = uvtt(
        software="Other 1.2", notes={"a": [1, None]}, portals=[portal((1, 1), (2, 1), lock=3)]
    )
    data["resolution"]["dpi"] = 300
    found = reading(tmp_path, data)
    kept = found.map.kept
    assert kept is not None
    assert json.loads(kept.file) == {
        "software": "Other 1.2",
        "notes": {"a": [1, None]},
        "resolution": {"dpi": 300},
    }
    assert json.loads(kept.walls["portal-1"]) == {"lock": 3}
    shown = told(found.report.read)["other_keys"]
    assert shown == "notes, software, dpi, kept in the file"


def test_keys_that_are_too_long_are_left_out(tmp_path: Path) -> None:
    """A megabyte of somebody's data does not go into every save; it is told."""
    found = reading(tmp_path, uvtt(thumbnail="x" * (1 << 20)))
    assert found.map.kept is None
    assert told(found.report.left_out)["keys_too_long"] == "thumbnail"


@pytest.mark.parametrize(
    ("environment", "told_of", "is_kept"),
    [
        ({"baked_lighting": True, "ambient_light": "ffffffff"}, "baked into the picture", False),
        ({"baked_lighting": False, "ambient_light": "FF202040"}, "kept in the file", True),
        ({"baked_lighting": False, "ambient_light": "ffffffff"}, None, True),
        ({"weather": "rain"}, "baked into the picture", True),
        ("dark", None, False),
    ],
)
def test_the_environment_is_kept_and_told(
    tmp_path: Path, environment: object, told_of: str | None, is_kept: bool
) -> None:
    """Ambient light is in the picture or kept for the export; it changes nothing here."""
    found = reading(tmp_path, uvtt(environment=environment))
    assert (found.map.kept is not None) is is_kept
    shown = told(found.report.left_out).get("ambient")
    assert (shown is None) if told_of is None else (shown is not None and told_of in shown)


def test_the_report_reads_as_text(tmp_path: Path) -> None:
    """It has its headings in order, places, and the chosen answers in brackets."""
    data = uvtt(
        line_of_sight=[line((1, 1), (6, 1))],
        portals=[portal((3, 1), (4, 1)), portal((1, 3), (2, 3), closed=False)],
    )
    assert reading(tmp_path, data).report.text() == (
        "hall.dd2vtt\n"
        "Format 0.3, 8 × 6 squares of 10 px\n"
        "Read\n"
        "  Picture: 80 × 60 PNG\n"
        "  Walls: 1 line, 2 segments\n"
        "  Doors: 1\n"
        "  Windows: 1\n"
        "Mended\n"
        "  Wall ran through a door: cut (D 2)\n"
        "Left out\n"
        "  Ambient light: baked into the picture\n"
        "Please check\n"
        "  Opening at B 4 does not stop light (B 4)\n"
        "    Such files use this for windows and for open doors.\n"
        "    [Window], Open door, Nothing\n"
    )


def test_a_light_shines_no_farther_and_no_brighter_than_can_be_kept(tmp_path: Path) -> None:
    """Absurd figures are cut to the largest that are kept."""
    found = reading(tmp_path, uvtt(lights=[light(2, 2, range=1e300, intensity=1e300)]))
    (one,) = found.map.lights
    assert (one.range_cells, one.intensity) == (100_000, 100_000)
