"""PDFs built wrong in one place each, by families and numbers: the same number is the same file.

Each is a small good file of which one part says what it should not: where objects are, how long
data are and how they are packed, how pages hang together, how large they are, what draws what.
"""

from __future__ import annotations

import random
import zlib
from typing import TYPE_CHECKING, Final

from tests.support.pdf_files import Page, at, form, pdf, picture, printed_grid, raw_pdf, stream

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

_NUMBERS: Final = (
    b"-1",
    b"0",
    b"1",
    b"2147483647",
    b"2147483648",
    b"-2147483648",
    b"99999999999999999999",
    b"1e38",
    b"0.0000001",
    b"null",
    b"(nine)",
    b"/Nine",
    b"[]",
    b"<<>>",
    b"9 0 R",
    b"4 0 R",
)
_DRAWN: Final = b"0 0 300 300 re f 0 0 m 300 300 l S"
_CATALOG: Final = b"<</Type/Catalog/Pages 2 0 R>>"
_PAGES: Final = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"


def _page(entries: bytes = b"", box: bytes = b"[0 0 300 300]", things: bytes = b"") -> bytes:
    return (
        b"<</Type/Page/Parent 2 0 R/MediaBox%b/Contents 4 0 R/Resources<</XObject<<%b>>>>%b>>"
        % (box, things, entries)
    )


def _file(content: bytes, page: bytes = b"", *more: bytes, pages: bytes = _PAGES) -> bytes:
    return raw_pdf([_CATALOG, pages, page or _page(), content, *more])


def _tables(chance: Random) -> bytes:
    """Say wrongly where objects are."""
    whole = _file(stream(_DRAWN))
    begin, start = whole.index(b"xref\n0"), whole.rindex(b"startxref\n")
    table, rest = whole[begin:start], whole[start:]
    number = chance.choice(_NUMBERS)
    wrong: tuple[Callable[[], bytes], ...] = (
        lambda: whole[:start] + b"startxref\n" + number + b"\n%%EOF",
        lambda: whole[:begin] + table.replace(b"0 5", b"0 " + number) + rest,
        lambda: whole[:begin] + table.replace(b"00000000", b"99999999") + rest,
        lambda: whole[:begin] + table.replace(b"/Size 5", b"/Size " + number) + rest,
        lambda: whole[:begin] + table.replace(b"/Root 1 0 R", b"/Root 4 0 R") + rest,
        lambda: whole[:begin] + table.replace(b"/Size", b"/Prev %d/Size" % begin) + rest,
        lambda: whole[:begin] + table.replace(b"/Size", b"/XRefStm %d/Size" % begin) + rest,
        lambda: whole[:begin] + b"\n".join(chance.sample(table.split(b"\n"), 6)) + rest,
        lambda: whole[:begin] + rest,
        lambda: whole.replace(b"4 0 obj", b"3 0 obj"),
    )
    return chance.choice(wrong)()


def _lengths(chance: Random) -> bytes:
    """Say wrongly how long data are."""
    data = zlib.compress(_DRAWN)
    entries = b"<</Length %b/Filter/FlateDecode>>\nstream\n" % chance.choice(_NUMBERS)
    end = chance.choice((b"\nendstream", b"", b"endstream endobj endstream", b"\nendstrea"))
    return _file(entries + data[: chance.randrange(len(data) + 1)] + end)


_FILTERS: Final = (
    b"FlateDecode LZWDecode ASCII85Decode ASCIIHexDecode RunLengthDecode CCITTFaxDecode "
    b"JBIG2Decode DCTDecode JPXDecode Crypt Nobody"
).split()


def _filters(chance: Random) -> bytes:
    """Pack data otherwise than is said, many times over, or with figures that cannot be."""
    names = b"".join(b"/" + chance.choice(_FILTERS) for _ in range(chance.choice((1, 2, 40))))
    figures = b"/Predictor %b/Columns %b/Colors %b/BitsPerComponent %b/K %b/Rows %b" % tuple(
        chance.choice(_NUMBERS) for _ in range(6)
    )
    says = b"/Filter[%b]/DecodeParms[<<%b>>]" % (names, figures)
    data = chance.choice((zlib.compress(_DRAWN * 50), chance.randbytes(400), b"<~87cURD]~>", b""))
    if chance.random() < 0.5:
        return _file(stream(data, says))
    image = b"/Type/XObject/Subtype/Image/Width 64/Height 64/BitsPerComponent 8"
    pixels = stream(data, image + b"/ColorSpace/DeviceRGB" + says)
    return _file(stream(at(0, 0, 300, 300)), _page(things=b"/I 5 0 R"), pixels)


def _trees(chance: Random) -> bytes:
    """Hang pages together in circles, in depths, or in no way at all."""
    count, deep = chance.choice(_NUMBERS), chance.choice((3, 60, 3000))
    kids = b"<</Type/Pages/Kids[%b]/Count %b/Parent %b>>"
    chain = [kids % (b"%d 0 R" % (at_ + 6), b"1", b"%d 0 R" % (at_ + 4)) for at_ in range(deep)]
    content = stream(_DRAWN)
    wrong: tuple[Callable[[], bytes], ...] = (
        lambda: _file(content, pages=kids % (b"2 0 R 3 0 R", count, b"2 0 R")),
        lambda: _file(content, pages=kids % (b"3 0 R " * 2000, count, b"null")),
        lambda: _file(content, pages=b"<</Type/Pages/Kids %b/Count %b>>" % (count, count)),
        lambda: _file(content, pages=kids % (count, b"1", count)),
        lambda: _file(content, b"", *chain, pages=kids % (b"5 0 R", count, b"null")),
        lambda: _file(content, b"", *chain[:-1], _page(), pages=kids % (b"5 0 R", b"1", b"null")),
        lambda: _file(content, b"<</Type/Page/Parent 3 0 R/MediaBox[0 0 9 9]>>"),
        lambda: _file(content, _page(b"/Parent 3 0 R/Contents[4 0 R 3 0 R %b]" % count)),
        lambda: raw_pdf([b"<</Type/Catalog/Pages 1 0 R/Kids[1 0 R]/Count %b>>" % count]),
    )
    return chance.choice(wrong)()


def _boxes(chance: Random) -> bytes:
    """Make pages of sizes, turns and units that no paper has."""
    sides = [chance.choice(_NUMBERS) for _ in range(4)]
    box = b"[%b %b %b %b]" % tuple(sides)
    more = (
        b"",
        b"/CropBox%b" % box,
        b"/UserUnit %b" % sides[0],
        b"/Rotate %b" % sides[1],
        b"/Rotate 45",
    )
    good = b"[0 0 300 300]"
    which = chance.choice((box, good, b"[0 0 %b 300]" % sides[2], b"[300 300 0 0]", sides[3]))
    return _file(stream(_DRAWN), _page(chance.choice(more), which))


def _forms(chance: Random) -> bytes:
    """Draw forms in forms, with boxes and matrices that cannot be, in tiles without end."""
    number, deep = chance.choice(_NUMBERS), chance.choice((2, 8, 12, 400))
    twice = b"/F Do " * (2 if deep < 13 else 1)
    nested = [form(twice, b"/F %d 0 R" % (5 + at_ + 1)) for at_ in range(deep)]
    nested.append(form(_DRAWN, box=b"0 0 %b %b" % (number, number)))
    says = b"/Type/XObject/Subtype/Form/BBox[0 0 300 300]/Matrix[%b 0 0 %b 0 0]" % (number, b"1e30")
    tile = b"/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/Resources<<>>"
    tile += b"/XStep %b/YStep 0.0001" % number
    resources = b"/Resources<</Pattern<</P 5 0 R>>/XObject<</F 5 0 R>>>>"
    uses = stream(b"/Pattern cs /P scn 0 0 300 300 re f")
    wrong: tuple[Callable[[], bytes], ...] = (
        lambda: _file(stream(b"/F Do"), _page(things=b"/F 5 0 R"), *nested),
        lambda: _file(stream(b"/F Do"), _page(things=b"/F 5 0 R"), stream(_DRAWN, says)),
        lambda: _file(uses, _page(resources), stream(b"0 0 1 1 re f", tile)),
        lambda: _file(stream(b"q " * 100_000 + b"0 0 9 9 re f"), _page()),
        lambda: _file(stream(b"%b 0 0 %b 0 0 cm " % (number, number) * 900 + _DRAWN), _page()),
        lambda: _file(stream(b"[" * 20_000 + b"1" + b"]" * 20_000 + b" 0 d " + _DRAWN), _page()),
        lambda: _file(stream(b"BI /W %b /H %b /BPC 8 /CS /RGB ID xx EI" % (number, number))),
    )
    return chance.choice(wrong)()


def _pictures(chance: Random) -> bytes:
    """Say of pictures what their pixels are not, and let colours lead back to themselves."""
    number = [chance.choice(_NUMBERS) for _ in range(4)]
    colours = (
        b"/DeviceRGB",
        b"[/Indexed 6 0 R 255 6 0 R]",
        b"[/ICCBased 5 0 R]",
        b"[/Separation/X 6 0 R 6 0 R]",
        b"6 0 R",
        number[3],
    )
    says = b"/Type/XObject/Subtype/Image/Width %b/Height %b/BitsPerComponent %b/ColorSpace %b" % (
        chance.choice((b"64", number[0])),
        chance.choice((b"64", number[1])),
        chance.choice((b"8", b"1", b"16", number[2])),
        chance.choice(colours),
    )
    says += chance.choice((b"", b"/SMask 5 0 R", b"/Mask 5 0 R", b"/Decode[%b]" % number[0]))
    pixels = stream(zlib.compress(bytes(64 * 64 * 3)), says, packed=True)
    looped = b"[/Indexed 6 0 R 3 5 0 R]"
    return _file(stream(at(0, 0, 300, 300)), _page(things=b"/I 5 0 R"), pixels, looped)


def _locked(chance: Random) -> bytes:
    """Ask for keys that nobody has, in versions that do not exist."""
    secret = b"<" + chance.randbytes(chance.choice((0, 16, 32, 48, 127))).hex().encode() + b">"
    version, kind = (
        chance.choice(_NUMBERS),
        chance.choice((b"Standard", b"Nobody", b"Adobe.PubSec")),
    )
    says = b"<</Filter/%b/V %b/R %b/P -4/Length %b/O %b/U %b/OE %b/UE %b" % (
        kind,
        chance.choice((b"1", b"2", b"4", b"5", version)),
        chance.choice((b"2", b"3", b"4", b"6", version)),
        chance.choice((b"40", b"128", b"256", version)),
        *[secret] * 4,
    )
    says += b"/CF<</StdCF<</CFM/AESV3/Length 32>>>>/StmF/StdCF/StrF/StdCF>>"
    objects = [_CATALOG, _PAGES, _page(), stream(chance.randbytes(64)), says]
    return raw_pdf(objects, b"/Encrypt 5 0 R/ID[<00><00>]")


def _packed_objects(chance: Random) -> bytes:
    """Keep objects in a stream that says wrongly which, or holds itself."""
    inner = b"1 0 3 30 " + _CATALOG + b" " + _page()
    says = b"/Type/ObjStm/N %b/First %b/Extends %b" % (
        chance.choice((b"2", *_NUMBERS)),
        chance.choice((b"9", *_NUMBERS)),
        chance.choice((b"5 0 R", b"null")),
    )
    held = stream(zlib.compress(inner), says, packed=True)
    rows = bytes(chance.randrange(256) for _ in range(4 * 7))
    table = b"/Type/XRef/Size %b/Root 1 0 R/W[%b 2 %b]/Index[0 %b]" % (
        *(chance.choice((b"1", *_NUMBERS)) for _ in range(3)),
        chance.choice((b"7", *_NUMBERS)),
    )
    whole = _file(stream(_DRAWN), b"", held, stream(zlib.compress(rows), table, packed=True))
    last = whole.rindex(b"6 0 obj")
    return whole[: whole.rindex(b"startxref")] + b"startxref\n%d\n%%%%EOF" % last


def _good() -> bytes:
    pages = [Page(printed_grid(), (300, 400)), Page(at(72, 72, 100, 100), things=b"/I 3 0 R")]
    return pdf(pages, [picture(8, 8, bytes(192))])


def _cut(chance: Random) -> bytes:
    """End too soon, or go on where it has ended."""
    whole = _good()
    end = chance.randrange(len(whole))
    return whole[:end] + (whole[: chance.randrange(len(whole))] if chance.random() < 0.3 else b"")


def _flipped(chance: Random) -> bytes:
    """Have some bits otherwise."""
    found = bytearray(_good())
    for _ in range(chance.choice((1, 3, 20, 200))):
        found[chance.randrange(len(found))] ^= 1 << chance.randrange(8)
    return bytes(found)


FAMILIES: Final[Mapping[str, Callable[[Random], bytes]]] = {
    "tables": _tables,
    "lengths": _lengths,
    "filters": _filters,
    "trees": _trees,
    "boxes": _boxes,
    "forms": _forms,
    "pictures": _pictures,
    "locked": _locked,
    "packed objects": _packed_objects,
    "cut": _cut,
    "flipped": _flipped,
}


def built_wrong(family: str, number: int) -> bytes:
    """Return a file of a family by its number."""
    return FAMILIES[family](random.Random(f"{family}:{number}"))
