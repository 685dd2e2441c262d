"""Helpers for SVG: numbers, elements, paths, widths of text, repeatable noise."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]

SERIF = "'Palatino Linotype',Palatino,'Book Antiqua','Liberation Serif','DejaVu Serif',serif"
SANS = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif"

#: Advance widths of the bold sans font in thousandths of the size; other characters count as _OTHER.
_WIDTHS = {
    **dict.fromkeys("0123456789", 556),
    **dict.fromkeys("iIjl.,:;'|!", 278),
    **dict.fromkeys("-()frt/ [] ", 340),
    **dict.fromkeys("mMWw%@", 880),
    **dict.fromkeys("ABCDHKNRUVXYZEGOPQST", 722),
}
_OTHER = 600


def num(value: float) -> str:
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def pair(p: Point) -> str:
    return f"{num(p[0])} {num(p[1])}"


def polyline(points: Iterable[Point], *, closed: bool = False) -> str:
    """Path data of straight lines."""
    return "M" + "L".join(pair(p) for p in points) + ("Z" if closed else "")


def attrs(**values: object) -> str:
    """Attributes. ``None`` is left out; ``class_`` becomes ``class`` and ``stroke_width`` ``stroke-width``."""
    parts = []
    for key, value in values.items():
        if value is None:
            continue
        text = num(value) if isinstance(value, float) else str(value)
        parts.append(f" {key.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    return "".join(parts)


def tag(name: str, body: str = "", /, **values: object) -> str:
    head = f"<{name}{attrs(**values)}"
    return f"{head}>{body}</{name}>" if body else f"{head}/>"


def group(parts: Iterable[str], **values: object) -> str:
    return f"<g{attrs(**values)}>" + "".join(parts) + "</g>"


def text(p: Point, words: str, /, **values: object) -> str:
    return f'<text x="{num(p[0])}" y="{num(p[1])}"{attrs(**values)}>{escape(words)}</text>'


def text_width(words: str, size: float, *, spacing: float = 0.0) -> float:
    """The approximate width of a line of bold sans text, rather too wide than too narrow."""
    return sum(_WIDTHS.get(c, _OTHER) for c in words) * size / 1000 + spacing * len(words)


def exact_width(width: float) -> dict[str, str]:
    """The attributes that give a text this width in every font."""
    return {"textLength": num(width), "lengthAdjust": "spacingAndGlyphs"}


def fit(words: str, size: float, room: float) -> float:
    """The largest font size, at most ``size``, at which the text fits into the width ``room``."""
    width = text_width(words, size)
    return size if width <= room else size * room / width


def lerp(a: Point, b: Point, t: float) -> Point:
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)


def noise(*keys: int) -> float:
    """Repeatable noise from 0 to 1: the number depends only on the keys, so every drawing is the same."""
    x = 0x9E3779B97F4A7C15
    for key in keys:
        x ^= (key * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        x ^= x >> 31
    return x / 2**64


def signed_noise(*keys: int) -> float:
    """Repeatable noise from -1 to 1."""
    return noise(*keys) * 2 - 1
