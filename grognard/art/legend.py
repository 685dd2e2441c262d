"""The margin: title, scale, where the map comes from, and the key to what is drawn on it."""

from __future__ import annotations

from .network import Curve
from .plan import Plan
from .roads import Roads
from .style import FAINT, INK, ground, hexside, road
from .svg import SERIF, fit, group, num, polyline, tag, text, text_width
from .terrain import Ground
from .texture import TEXTURES, Strewn
from .towns import Places
from .water import Water, _along

LEGEND_HEIGHT = 190.0
_SWATCH = 0.42


def legend(plan: Plan, land: Ground, water: Water, roads: Roads, places: Places) -> str:
    """The block under the map."""
    top = plan.height - 14
    left, right = 96.0, plan.width - 96.0
    board = plan.board
    parts = [tag("path", d=f"M{num(left)} {num(top)}H{num(right)}", stroke=FAINT, stroke_width="1.2")]
    parts.append(_title(plan, left, top))
    notes = [board.note, f"Sources: {board.credits}" if board.credits else ""]
    for i, line in enumerate(n for n in notes if n):
        parts.append(
            text((left, top + 158 + 20 * i), line, font_size=num(fit(line, 14, right - left)), fill=FAINT, class_="note")
        )
    parts.append(_key(plan, land, water, roads, places, left + _title_width(plan) + 50, top + 18, right))
    return group(parts, id="legend", font_family=SERIF, fill=INK)


def _title_width(plan: Plan) -> float:
    look = plan.board.look
    return max(text_width(plan.board.title, 42), text_width(str(look.get("subtitle", "")), 18), 260.0)


def _title(plan: Plan, left: float, top: float) -> str:
    look = plan.board.look
    parts = [text((left, top + 58), plan.board.title, font_size="44", font_weight="bold", letter_spacing="0.5")]
    for i, line in enumerate(str(look[k]) for k in ("subtitle", "scale") if look.get(k)):
        style = {"font_style": "italic"} if i == 0 else {"fill": FAINT}
        parts.append(text((left, top + 90 + 26 * i), line, font_size="18", **style))
    return "".join(parts)


def _swatch(plan: Plan, style: str, x: float, y: float, places: Places) -> str:
    """A small hex of a terrain with its texture."""
    look = ground(style)
    out = Strewn()
    texture = TEXTURES.get(look.texture)
    if texture:
        spots = ((-9, -4), (9, -6), (0, 8), (-12, 11), (12, 9)) if texture.spacing < 26 else ((-7, -3), (8, 8))
        for n, (dx, dy) in enumerate(spots):
            texture.mark(out, (x + dx, y + dy), n, 5)
    marks = out.draw().replace(' id="textures"', "")
    shape = polyline(plan.around((x, y), _SWATCH), closed=True)
    house = ""
    if look.built:
        house = tag("path", d=f"M{num(x - 11)} {num(y - 6)}h10v7h-10zm13 3h9v6h-9zm-9 8h8v6h-8z", fill="#77665a")
    return (
        tag("path", d=shape, fill=look.fill) + marks + house
        + tag("path", d=shape, fill="none", stroke="#5d4f3d", stroke_width="1.2")
    )


def _key(plan: Plan, land: Ground, water: Water, roads: Roads, places: Places, left: float, top: float, right: float) -> str:
    """Entries in columns, each under the game's own word."""
    entries: list[tuple[str, str]] = []
    board = plan.board
    for terrain in _ordered(board.look.get("terrain", {}), board.terrain):
        entries.append((terrain, "terrain"))
    for kind in _ordered(board.look.get("hexside", {}), {h.kind for h in board.hexsides.values()}):
        entries.append((kind, "hexside"))
    if any(h.bridge for h in board.hexsides.values()):
        entries.append(("bridge", "bridge"))
    for kind in _ordered(board.look.get("road", {}), {r.kind for r in board.roads.values()}):
        entries.append((kind, "road"))
    entries += [(name, "line") for name, _, curves in water.region_curves if curves]
    marks = {m for h in plan.hexes for m in places.marks(h)}
    entries += [(m, "mark") for m in ("objective", "pillbox", "westwall", "fortification", "hill", "port") if m in marks]
    columns = max(1, int((right - left) // 168))
    rows = -(-len(entries) // columns)
    columns = -(-len(entries) // max(1, rows))
    step = min(190.0, (right - left) / columns)
    parts = []
    for n, (name, kind) in enumerate(entries):
        x, y = left + (n // rows) * step + 26, top + (n % rows) * (136 / rows) + 22
        parts.append(_sample(plan, water, places, name, kind, x, y))
        parts.append(text((x + 32, y + 5.5), name, font_size=num(fit(name, 17, step - 62))))
    return "".join(parts)


def _ordered(look: dict[str, str], used: object) -> list[str]:
    """The words in use, in the order of board.toml, then any others."""
    words = set(used)  # type: ignore[call-overload]
    return [w for w in look if w in words] + sorted(words - set(look))


def _sample(plan: Plan, water: Water, places: Places, name: str, kind: str, x: float, y: float) -> str:
    look = plan.board.look
    wave = f"M{num(x - 24)} {num(y + 4)}Q{num(x - 8)} {num(y - 10)} {num(x)} {num(y)}T{num(x + 24)} {num(y - 4)}"
    curve = Curve("line", name, (x - 24, y), [((x - 12, y - 4), (x, y)), ((x + 12, y + 4), (x + 24, y))])
    if kind == "terrain":
        return _swatch(plan, look.get("terrain", {}).get(name, name), x, y, places)
    if kind == "hexside":
        line = hexside(look.get("hexside", {}).get(name, name))
        if line.way != "water":
            return _along(curve, line)
        return tag("path", d=wave, fill="none", stroke=line.casing, stroke_width=line.width + 2.4) + tag(
            "path", d=wave, fill="none", stroke=line.tone, stroke_width=line.width
        )
    if kind == "road":
        line = road(look.get("road", {}).get(name, name))
        if line.way == "trail":
            return tag("path", d=wave, fill="none", stroke=line.tone, stroke_width=line.width, stroke_dasharray=line.dash)
        return tag("path", d=wave, fill="none", stroke=line.casing, stroke_width=line.width + 2.2) + tag(
            "path", d=wave, fill="none", stroke=line.tone, stroke_width=line.width
        )
    if kind == "line":
        style = next(line for found, line, _ in water.region_curves if found == name)
        return _along(curve, style)
    at = f"translate({num(x)} {num(y)})"
    if kind == "bridge":
        river = tag("path", d="M0-16V16", stroke="#7fb2d4", stroke_width="8")
        return group([river, '<use href="#bridge"/>'], transform=at)
    if name == "objective":
        return tag("path", d=f"M{num(x - 11)} {num(y - 8)}h10v7h-10zm13 3h9v6h-9zm-9 8h8v6h-8z", fill="#97402f")
    if name in ("westwall", "fortification"):
        d = polyline(plan.around((x, y), 0.36), closed=True)
        return tag("path", d=d, fill="none", stroke="#3f3a34", stroke_width="5", stroke_dasharray="3 3")
    mark = "pillbox" if name == "pillbox" else f"mark-{name}"
    return f'<use href="#{mark}" transform="{at}"/>'
