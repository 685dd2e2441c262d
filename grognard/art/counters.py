"""Counters: the body in the side's colour, the stripe of the formation, unit symbol, strengths, and the back.

A counter with two steps has a back with lower strengths. The drawing of a single counter holds both, the back hidden;
the classes ``front`` and ``back`` select one. On a drawn board a counter shows its back if one of its marks turns it
over.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from html import escape
from types import MappingProxyType

from ..engine.contents import Counter
from ..engine.game import Game
from ..engine.looks import Badge
from .figures import draw_figures
from .figures import stripe as diagonal
from .palettes import Palette, SideTones, stripe, stripes
from .palettes import palette as palette_named
from .svg import SANS, Point, fit, group, num, pair, tag, text
from .symbols import size_mark, symbol
from .tokens import badge, height, state_marks

#: Edge length of a counter on a board whose hexes are 100 apart.
SIZE = 70.0
_HALF = SIZE / 2
#: Width of a line of text.
TEXT_ROOM = SIZE - 7.0
#: The scale of counters in a stack of three or more, and the offset of each counter from the one below it, so that
#: the names below can be read.
_SMALLER = {1: 1.0, 2: 0.86}
_SMALLEST = 0.76
_STEP = 16.5
#: The greatest size of a stack.
_STACK_ROOM = 88.0

_WHITE_BAND = "#fdfbf4"
#: The numbers of a line of strengths, in order, for counters with a back.
_STRENGTHS = ("attack", "defense", "movement")


def side_tones(side: str, sides: Sequence[str], colours: Palette) -> SideTones:
    """The colours of a side: the first side is light, the next dark."""
    place = sides.index(side) if side in sides else 0
    return colours.sides[place % len(colours.sides)]


def back_line(counter: Counter) -> str:
    """The line of strengths on the back; empty if the counter has none.

    The names of the values on the back end with 2. A value without one is the same on both sides.
    """
    values = counter.values
    if counter.figures:
        return _changed_line(counter)
    if not any(f"{name}2" in values for name in _STRENGTHS):
        return ""
    return "-".join(str(values.get(f"{name}2", values[name])) for name in _STRENGTHS if name in values)


def _changed_line(counter: Counter) -> str:
    """The printed line with the numbers of the back, replaced in the order of the values."""
    parts, start = counter.printed.split("-"), 0
    second = [name for name in counter.values if f"{name}2" in counter.values]
    for name in second:
        start = parts.index(str(counter.values[name]), start) + 1
        parts[start - 1] = str(counter.values[f"{name}2"])
    return "-".join(parts) if second else ""


def has_back(counter: Counter) -> bool:
    """Whether a counter has anything on its back."""
    return bool(counter.back or back_line(counter))


def face(counter: Counter, tones: SideTones, band: str, side: str = "front") -> str:
    """A counter with its centre at the origin: ``front``, ``back``, or ``both`` with the back hidden."""
    turns = side != "front" and has_back(counter)
    parts = [_body(counter, tones, band)]
    if turns:
        parts.append(group([_back(counter, tones)], class_="back", display="none" if side == "both" else None))
    if not turns or side == "both":
        front = draw_figures(counter.figures, tones.ink) or _strengths(counter.printed, tones)
        parts.append(group([front], class_="front") if turns else front)
    return "".join(parts)


def _back(counter: Counter, tones: SideTones) -> str:
    if counter.back:
        return diagonal(_HALF, tones.edge) + draw_figures(counter.back, tones.ink)
    return _foot(tones) + _strengths(back_line(counter), tones)


def _strengths(words: str, tones: SideTones) -> str:
    return _line(words, _HALF - 5.4, 18, tones.ink)


def _body(counter: Counter, tones: SideTones, band: str) -> str:
    """The parts that front and back share."""
    h, body = _HALF, {"width": SIZE, "height": SIZE, "rx": "6"}
    top = f"M{num(-h)} {num(-h + 16)}v-10q0-6 6-6h{num(SIZE - 12)}q6 0 6 6v10z"
    light = f"M{num(-h + 2)} {num(h - 6)}V{num(-h + 17)}"
    parts = [
        tag("rect", x=-h + 1.6, y=-h + 2.4, **body, fill="#1d1812", fill_opacity="0.34"),
        tag("rect", x=-h, y=-h, **body, fill=tones.body, stroke=tones.edge, stroke_width="1.6"),
        tag("path", d=top, fill=_WHITE_BAND if counter.white_band else band, stroke=tones.edge, stroke_width="1"),
        tag("path", d=light, stroke="#fff", stroke_opacity="0.35", stroke_width="1.6"),
        _line(counter.name, -h + 12.2, 12.6, "#1d1812" if counter.white_band else "#ffffff"),
        *(_use(key, ink, tones.box) for key, ink in _symbols(counter, tones)),
    ]
    return "".join(parts)


def _foot(tones: SideTones) -> str:
    """The darker foot under a dashed line, which marks a back."""
    h = _HALF
    foot = f"M{num(-h)} {num(h - 20)}H{num(h)}V{num(h - 6)}q0 6-6 6H{num(-h + 6)}q-6 0-6-6z"
    stripe = f"M{num(-h + 1)} {num(h - 20.5)}H{num(h - 1)}"
    return tag("path", d=foot, fill=tones.edge, fill_opacity="0.22") + tag(
        "path", d=stripe, stroke=tones.ink, stroke_width="2.2", stroke_dasharray="5 3"
    )


def _line(words: str, y: float, size: float, ink: str) -> str:
    if not words:
        return ""
    fitted = fit(words, size, TEXT_ROOM)
    # Fonts differ in width: a text that had to shrink is as wide as its line, whatever font the reader has.
    full = {"textLength": TEXT_ROOM, "lengthAdjust": "spacingAndGlyphs"} if fitted < size else {}
    return text((0, y), words, font_size=f"{fitted:.2f}", fill=ink, **full)


def _use(key: str, ink: str, box: str) -> str:
    """A symbol of 200 units with its centre at 100, scaled to the centre of the counter."""
    return f'<use href="#{key}" transform="translate(-23.5 -22.4) scale(.235)" color="{ink}" fill="{box}"/>'


def _symbols(counter: Counter, tones: SideTones) -> list[tuple[str, str]]:
    """The symbol in its box, and the size mark above it in the counter's ink."""
    size = [(f"size-{_slug(counter.size)}", tones.ink)] if counter.size else []
    return [(f"type-{_slug(counter.type)}", tones.mark), *size]


def _slug(words: str) -> str:
    return re.sub(r"[^A-Za-z0-9-]", lambda m: f"_{ord(m[0]):x}", words)


def symbol_defs(counters: Iterable[Counter]) -> str:
    """Definitions of the symbols in use."""
    counters = list(counters)
    types = {c.type: f'<g id="type-{_slug(c.type)}">{symbol(c.type)}</g>' for c in counters}
    sizes = {c.size: f'<g id="size-{_slug(c.size)}">{size_mark(c.size)}</g>' for c in counters if c.size}
    return "".join([*types.values(), *sizes.values()])


def counter_svg(
    counter: Counter,
    palette: str | Palette = "default",
    *,
    sides: Sequence[str] = (),
    band: str = "",
    size: float | None = None,
) -> str:
    """Draw a single counter.

    ``sides`` are the sides of the game in order (without them the counter has the light colours); ``band`` is the
    colour of the stripe, if the caller assigns colours to formations.
    """
    chosen = palette_named(palette) if isinstance(palette, str) else palette
    tones = side_tones(counter.side, sides, chosen)
    shown = f' width="{num(size)}" height="{num(size)}"' if size else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-38 -38 76 76"{shown}>'
        f"<defs>{symbol_defs([counter])}</defs>"
        + group([face(counter, tones, band or stripe(counter.formation, chosen), "both")], **FONT)
        + "</svg>"
    )


FONT = {"font_family": SANS, "font_weight": "bold", "text_anchor": "middle"}


class Faces:
    """The counters of a game in a palette."""

    def __init__(self, game: Game, colours: Palette) -> None:
        self.game = game
        self.counters = game.counters
        self.sides = game.sides
        self.colours = colours
        self.bands = stripes((c.formation for c in game.counters), colours)

    def defs(self, units: Iterable[int], turned: Container[int] = ()) -> str:
        """Definitions of symbols and faces of these counters; those in ``turned`` show their backs."""
        units = list(units)
        faces = []
        for i in units:
            c = self.counters[i]
            tones = side_tones(c.side, self.sides, self.colours)
            drawn = face(c, tones, self.bands[c.formation], "back" if i in turned else "front")
            faces.append(f'<g id="face-{i}">{drawn}</g>')
        return symbol_defs(self.counters[i] for i in units) + "".join(faces)

    def layer(
        self,
        at: Sequence[int],
        place: Mapping[int, Point],
        label: Mapping[int, str],
        marks: Mapping[int, Iterable[str]],
        turned: Container[int] = (),
        badges: Mapping[int, Badge] = MappingProxyType({}),
        heights: Mapping[int, int] = MappingProxyType({}),
    ) -> str:
        """The counters on the map in stacks, and the height of stacks that are not fully visible."""
        stacks: dict[int, list[int]] = {}
        for i, h in enumerate(at):
            if h in place:
                stacks.setdefault(h, []).append(i)
        parts = []
        for h in sorted(stacks, key=lambda h: (place[h][1], place[h][0])):
            for i, off, scale in _stacked(stacks[h]):
                spot = (place[h][0] + off, place[h][1] + off)
                more = badge(badges[i]) if i in badges else ""
                if h in heights and i == stacks[h][-1]:
                    more += height(heights[h])
                parts.append(self._unit(i, spot, scale, label[h], marks.get(i, ()), more, turned=i in turned))
        return group(parts, id="counters", **FONT)

    def _unit(
        self, i: int, spot: Point, scale: float, hex_name: str, marks: Iterable[str], more: str, *, turned: bool
    ) -> str:
        c = self.counters[i]
        lower = back_line(c) if turned else ""
        about = " · ".join(w for w in (c.name, c.formation, f"{c.type} {c.size}".strip(), lower or c.printed) if w)
        key = escape(c.id, quote=True)
        # A counter that shows its back needs no letter for that mark.
        flat = not has_back(c)
        marks = [mark for mark in marks if not self.game.reading.look_of(mark).turns or flat]
        put = f"translate({pair(spot)})" + (f" scale({scale:g})" if scale != 1 else "")
        return (
            f'<g id="unit-{key.replace(" ", "_")}" class="counter {escape(c.side, quote=True)}" data-unit="{key}"'
            f' data-hex="{hex_name}" transform="{put}"><title>{escape(about)}</title>'
            f'<use href="#face-{i}"/>{state_marks(self.game, marks)}{more}</g>'
        )


def _stacked(stack: Sequence[int]) -> list[tuple[int, float, float]]:
    """The counters of a stack, lowest first, each with its offset from the centre and its scale."""
    scale = _SMALLER.get(len(stack), _SMALLEST)
    step = min(_STEP, (_STACK_ROOM - SIZE * scale) / max(1, len(stack) - 1))
    return [(i, (n - (len(stack) - 1) / 2) * step, scale) for n, i in enumerate(stack)]
