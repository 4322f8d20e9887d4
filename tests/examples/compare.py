"""Compares an answer with what a case expects: listed keys only, lists element by element."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence


def differences(
    expected: object, actual: object, whole: frozenset[str] = frozenset(), place: str = ""
) -> Iterator[str]:
    """Yield where an answer differs from the expectation.

    Args:
        expected: What the case lists.
        actual: What came.
        whole: Keys whose objects are compared as a whole, further keys included.
        place: Where in the answer this is.
    """
    if isinstance(expected, Mapping):
        yield from _in_mapping(expected, actual, whole, place)
    elif isinstance(expected, Sequence) and not isinstance(expected, str):
        yield from _in_sequence(expected, actual, whole, place)
    elif expected != actual or isinstance(expected, bool) != isinstance(actual, bool):
        yield f"{place or 'answer'}: expected {expected!r}, got {actual!r}"


def _in_mapping(
    expected: Mapping[object, object], actual: object, whole: frozenset[str], place: str
) -> Iterator[str]:
    if not isinstance(actual, Mapping):
        yield f"{place or 'answer'}: expected {dict(expected)!r}, got {actual!r}"
        return
    name = place.rsplit(".", 1)[-1]
    if name in whole and set(expected) != set(actual):
        wanted, got = sorted(map(str, expected)), sorted(map(str, actual))
        yield f"{place}: expected the keys {wanted}, got {got}"
    for key, value in expected.items():
        inner = f"{place}.{key}" if place else str(key)
        if key not in actual:
            yield f"{inner}: expected {value!r}, missing"
        else:
            yield from differences(value, actual[key], whole, inner)


def _in_sequence(
    expected: Sequence[object], actual: object, whole: frozenset[str], place: str
) -> Iterator[str]:
    if not isinstance(actual, Sequence) or isinstance(actual, str):
        yield f"{place}: expected {list(expected)!r}, got {actual!r}"
        return
    if len(actual) != len(expected):
        yield f"{place}: expected {list(expected)!r}, got {list(actual)!r}"
        return
    for at, (one, other) in enumerate(zip(expected, actual, strict=True)):
        yield from differences(one, other, whole, f"{place}[{at}]")
