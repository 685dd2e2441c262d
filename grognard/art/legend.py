"""The margin: title, scale, sources of the map, and the key."""

from __future__ import annotations

from ..engine.board import Board
from .marks import bridgehead, bunker, closed, entrance, flood
from .network import Curve
from .plan import Plan
from .roads import Roads
from .style import FAINT, INK, ground, hexside, is_hexside, road, word
from .svg import SERIF, exact_width, fit, group, num, polyline, tag, text, text_width
from .terrain import Ground
from .texture import TEXTURES, MarkPaths
from .towns import Places
from .water import ACROSS, Water, across, along

LEGEND_HEIGHT = 202.0
#: Sizes of the title, and of the lines under it.
_HEADING, _LINE = 44.0, 18.0
_SWATCH = 0.42
_BLOCKS = "M-15-12h9v8h-9zm12 0h13v5h-13zm0 8h6v9h-6zm9 0h7v6h-7zm-21 3h9v6h-9zm0 9h12v5h-12zm15 0h9v5h-9z"
_HOUSES = "M-11-6h10v7h-10zm13 3h9v6h-9zm-9 8h8v6h-8z"


def _scale(plan: Plan) -> float:
    """The scale of the legend: larger on wide maps, which are shown smaller."""
    return min(2.2, max(1.0, plan.width / 2700))


def legend_height(plan: Plan) -> float:
    return LEGEND_HEIGHT * _scale(plan)


def legend(plan: Plan, land: Ground, water: Water, roads: Roads, places: Places) -> str:
    """The block under the map."""
    scale = _scale(plan)
    top, left, right = 0.0, 96.0 / scale, (plan.width - 96.0) / scale
    board = plan.board
    clip = polyline(plan.around((0.0, 0.0), _SWATCH), closed=True)
    parts = [f'<clipPath id="swatch"><path d="{clip}"/></clipPath>']
    parts += [tag("path", d=f"M{num(left)} {num(top)}H{num(right)}", stroke=FAINT, stroke_width="1.2")]
    parts.append(_title(plan, left, top))
    notes = [board.note, f"Sources: {board.credits}" if board.credits else ""]
    for i, line in enumerate(n for n in notes if n):
        parts.append(
            text(
                (left, top + 171 + 19 * i), line, font_size=num(fit(line, 14, right - left)), fill=FAINT, class_="note"
            )
        )
    end = right
    if "north" in board.look:
        parts.append(_compass(right - 46, top + 76, float(board.look["north"])))
        end -= 110
    parts.append(_key(plan, land, water, roads, places, left + _title_width(plan) + 50, top + 18, end))
    place = f"translate(0 {num(plan.height - 14 * scale)}) scale({scale:.3f})"
    return group(parts, id="legend", font_family=SERIF, fill=INK, transform=place)


def _compass(x: float, y: float, north: float) -> str:
    """A compass rose. ``north`` is in degrees clockwise from the top of the sheet."""
    rose = (
        '<path d="M0-46L7-7 28 0 7 7 0 28-7 7-28 0-7-7Z" fill="#f6f0e1" stroke="#3a3026" stroke-width="1.4"/>'
        '<path d="M0-46V0L-7-7ZM28 0H0L7-7ZM0 28V0L7 7ZM-28 0H0L-7 7Z" fill="#3a3026"/>'
        '<text y="-51" text-anchor="middle" font-size="18" font-weight="bold">N</text>'
    )
    return f'<g transform="translate({num(x)} {num(y)}) rotate({num(north)})">{rose}</g>'


def _title_width(plan: Plan) -> float:
    look = plan.board.look
    return max(_heading_width(plan), text_width(str(look.get("subtitle", "")), _LINE), 260.0)


def _heading_width(plan: Plan) -> float:
    return text_width(plan.board.title, _HEADING, spacing=0.5)


def _title(plan: Plan, left: float, top: float) -> str:
    look = plan.board.look
    style = exact_width(_heading_width(plan))
    parts = [text((left, top + 58), plan.board.title, font_size=num(_HEADING), font_weight="bold", **style)]
    for i, line in enumerate(str(look[k]) for k in ("subtitle", "scale") if look.get(k)):
        ink = {"font_style": "italic"} if i == 0 else {"fill": FAINT}
        width = exact_width(text_width(line, _LINE))
        parts.append(text((left, top + 90 + 26 * i), line, font_size=num(_LINE), **ink, **width))
    return "".join(parts)


def _swatch(plan: Plan, style: str, x: float, y: float) -> str:
    """A small hex of a terrain, with its texture."""
    look = ground(style)
    out = MarkPaths()
    texture = TEXTURES.get(look.texture)
    if texture:
        close = texture.spacing < 26
        spots = ((-9, -5), (9, -7), (0, 6), (-12, 10), (12, 9)) if close else ((-7, -3), (8, 9))
        for n, spot in enumerate(spots):
            texture.mark(out, spot, n, 5)
    shape = polyline(plan.around((0.0, 0.0), _SWATCH), closed=True)
    houses = tag("path", d=_HOUSES, fill="#77665a") if look.built else ""
    inside = group([tag("path", d=shape, fill=look.fill), out.draw(id_=""), houses], clip_path="url(#swatch)")
    edge = tag("path", d=shape, fill="none", stroke="#5d4f3d", stroke_width="1.2")
    return group([inside, edge], transform=f"translate({num(x)} {num(y)})")


def _key(
    plan: Plan, land: Ground, water: Water, roads: Roads, places: Places, left: float, top: float, right: float
) -> str:
    """The key: entries in columns, each with the game's own word."""
    entries: list[tuple[str, str]] = []
    board = plan.board
    for terrain in _ordered(board.look.get("terrain", {}), set(board.terrain_at.values())):
        entries.append((terrain, "terrain"))
    for kind in _once(_ordered(board.look.get("hexside", {}), {h.kind for h in board.hexsides.values()}), board):
        entries.append((kind, "hexside"))
    if any(h.bridge for h in board.hexsides.values()):
        entries.append(("bridge", "bridge"))
    for kind in _ordered(board.look.get("road", {}), {r.kind for r in board.roads.values()}):
        entries.append((kind, "road"))
    entries += [(name, "line") for name, line, curves in water.region_curves if curves and not is_hexside(line)]
    entries += [(mark, "mark") for mark in _marked(plan, places)]
    columns = max(1, int((right - left) // 168))
    rows = -(-len(entries) // columns)
    columns = -(-len(entries) // rows)
    step = max(120.0, min(190.0, (right - left) / columns))
    parts = []
    for n, (name, kind) in enumerate(entries):
        x, y = left + (n // rows) * step + 26, top + (n % rows) * (136 / rows) + 22
        parts.append(_sample(plan, water, places, name, kind, x, y))
        words = _own_word(board, name) if kind == "mark" else name
        parts.append(text((x + 35, y + 5.5), words, font_size=num(fit(words, 17, step - 65))))
    return "".join(parts)


def _marked(plan: Plan, places: Places) -> list[str]:
    """The marks in use, in the order of the key."""
    found = {m for h in plan.hexes for m in places.marks(h)}
    order = (
        "settlement",
        "city",
        "objective",
        "pillbox",
        "bunker",
        "westwall",
        "fortification",
        "bridgehead",
        "hill",
        "port",
        "beach",
        "dam",
        "floodplain",
        "closed",
        "entrance",
    )
    return [mark for mark in order if mark in found]


def _own_word(board: Board, mark: str) -> str:
    """The game's word for a mark; an objective has the same word in every game."""
    words = [own for own, style in board.look.get("features", {}).items() if word(style) == mark]
    return words[0].replace("-", " ") if words and mark != "objective" else mark


def _once(kinds: list[str], board: Board) -> list[str]:
    """The kinds of hexsides without duplicates: of those that look the same, the first."""
    looks = board.look.get("hexside", {})
    return list({word(looks.get(kind, kind)): kind for kind in reversed(kinds)}.values())[::-1]


def _ordered(look: dict[str, str], used: object) -> list[str]:
    """The words in use: first those in board.toml, in its order, then others."""
    words = set(used)  # type: ignore[call-overload]
    return [w for w in look if w in words] + sorted(words - set(look))


def _sample(plan: Plan, water: Water, places: Places, name: str, kind: str, x: float, y: float) -> str:
    look = plan.board.look
    wave = f"M{num(x - 24)} {num(y + 4)}Q{num(x - 8)} {num(y - 10)} {num(x)} {num(y)}T{num(x + 24)} {num(y - 4)}"
    curve = Curve("line", name, (x - 24, y), [((x - 12, y - 4), (x, y)), ((x + 12, y + 4), (x + 24, y))])
    if kind == "terrain":
        return _swatch(plan, look.get("terrain", {}).get(name, name), x, y)
    if kind == "hexside":
        line = hexside(look.get("hexside", {}).get(name, name))
        if line.way in ACROSS:
            return group([across(line, 0)], transform=f"translate({num(x)} {num(y)})")
        if line.way != "water":
            return along(curve, line)
        width = min(line.width, 17.0)
        return tag("path", d=wave, fill="none", stroke=line.casing, stroke_width=width + 2.4) + tag(
            "path", d=wave, fill="none", stroke=line.tone, stroke_width=width
        )
    if kind == "road":
        line = road(look.get("road", {}).get(name, name))
        if line.way == "trail":
            return tag(
                "path", d=wave, fill="none", stroke=line.tone, stroke_width=line.width, stroke_dasharray=line.dash
            )
        return tag("path", d=wave, fill="none", stroke=line.casing, stroke_width=line.width + 2.2) + tag(
            "path", d=wave, fill="none", stroke=line.tone, stroke_width=line.width
        )
    if kind == "line":
        style = next(line for found, line, _ in water.region_curves if found == name)
        return along(curve, style)
    at = f"translate({num(x)} {num(y)})"
    if kind == "bridge":
        river = tag("path", d="M0-16V16", stroke="#7fb2d4", stroke_width="8")
        return group([river, '<use href="#bridge"/>'], transform=at)
    if name == "objective":
        return tag("path", d=_HOUSES, fill="#97402f", transform=at)
    if name == "city":
        return tag("path", d=_BLOCKS, fill="#8d7b74", stroke="#4d423e", stroke_width="0.8", transform=at)
    if name in ("westwall", "fortification"):
        d = polyline(plan.around((x, y), 0.36), closed=True)
        return tag("path", d=d, fill="none", stroke="#3f3a34", stroke_width="5", stroke_dasharray="3 3")
    if name == "bunker":
        return bunker(plan.around((x, y), 0.36)) + f'<use href="#mark-bunker" transform="{at} scale(.7)"/>'
    if name == "bridgehead":
        return bridgehead(plan.around((x, y), 0.36))
    if name == "floodplain":
        return flood(plan.around((x, y), 0.36))
    if name == "closed":
        return closed(plan.around((x, y), 0.36))
    if name == "entrance":
        return entrance(plan.around((x, y), 0.36))
    mark = "pillbox" if name == "pillbox" else f"mark-{name}"
    return f'<use href="#{mark}" transform="{at}"/>'
