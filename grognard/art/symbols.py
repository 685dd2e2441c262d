"""Unit symbols, drawn by the milsymbol package and recoloured for the counters."""

from __future__ import annotations

import re
from functools import lru_cache

from milsymbol import Symbol

from .svg import SANS, fit, num, text

#: Codes of land units in APP-6D: entity, then the first and second modifier.
_ENTITIES = {
    "infantry": "1211000000",
    "mechanized": "1211020000",
    "motorized": "1211040000",
    "armor": "1205000000",
    "recon": "1213000000",
    "armored-recon": "1205010000",
    "cavalry": "1213000000",
    "artillery": "1303000000",
    "sp-artillery": "1303010000",
    "rocket": "1303020000",
    "mortar": "1308000000",
    "engineer": "1407000000",
    "armored-engineer": "1407010000",
    "antitank": "1204000000",
    "sp-antitank": "1204010000",
    "antiaircraft": "1301000000",
    "airborne": "1211000001",
    "glider": "1211000001",
    "mountain": "1211000027",
    "headquarters": "0000000000",
    "supply": "1634000000",
}
_LETTERS = {"font_family": SANS, "font_weight": "bold", "text_anchor": "middle", "fill": "currentColor"}
#: Two wheels: x of the left and the right wheel, y, radius.
_WHEELS = (
    '<g fill="none" stroke="currentColor" stroke-width="6">'
    '<circle cx="{0}" cy="{2}" r="{3}"/><circle cx="{1}" cy="{2}" r="{3}"/></g>'
)
#: Units without a code, drawn on the box (x 25 to 175, y 50 to 150) or on another symbol.
_OWN = {
    "shock": ("infantry", '<path d="M25 50L100 100L25 150Z" fill="currentColor"/>'),
    "fortress": (
        "headquarters",
        '<path d="M45 136V76H65V92H88V70H112V92H135V76H155V136H112V118Q112 106 100 106T88 118V136Z"'
        ' fill="currentColor"/>',
    ),
    "hq": ("headquarters", text((100, 117), "HQ", **_LETTERS, font_size="50")),
    "mg-infantry": ("infantry", text((100, 147), "MG", **_LETTERS, font_size="34")),
    "bicycle-infantry": ("infantry", _WHEELS.format(86, 114, 136, 9)),
    "motorized-engineer": ("engineer", _WHEELS.format(44, 156, 138, 9)),
    "leader": (
        "headquarters",
        '<path d="M100 54L111.2 84.6 143.7 85.8 118 105.8 127 137.2 100 119 73 137.2 82 105.8 56.3 85.8 88.8 84.6Z"'
        ' fill="currentColor"/>',
    ),
    "fighter": (
        "headquarters",
        '<path d="M100 58Q107 62 107 76V84L164 100V111L107 106V124L124 136V143L100 138 76 143V136L93 124V106L36 111V100'
        'L93 84V76Q93 62 100 58Z" fill="currentColor"/>',
    ),
    "bomber": (
        "headquarters",
        '<path d="M100 54Q106 58 106 70V80L170 90V102L106 101V122L128 134V142L100 138 72 142V134L94 122V101L30 102V90'
        'L94 80V70Q94 58 100 54ZM122 74H130V96H122ZM144 78H152V98H144ZM70 74H78V96H70ZM48 78H56V98H48Z"'
        ' fill="currentColor"/>',
    ),
    "flail-tank": (
        "armor",
        '<g stroke="currentColor" stroke-width="6" fill="none"><path d="M138 62H160V138H138M160 72L172 64M160 88L172 80'
        'M160 104L172 96M160 120L172 112M160 136L172 128"/></g>',
    ),
    "heavy-tank": ("armor", '<ellipse cx="100" cy="100" rx="50" ry="25" fill="currentColor"/>'),
    "garrison": (
        "infantry",
        '<path d="M25 150V122H45V133H67V122H89V133H111V122H133V133H155V122H175V150Z" fill="currentColor"/>',
    ),
    "coastal-infantry": (
        "infantry",
        '<path d="M34 136Q45 124 56 136T78 136 100 136 122 136 144 136 166 136" fill="none" stroke="currentColor"'
        ' stroke-width="7"/>',
    ),
    "glider-infantry": (
        "infantry",
        '<path d="M34 120H166L120 131H109V143H91V131H80Z" fill="currentColor"/>',
    ),
    "assault-gun": ("armor", '<path d="M100 122V80M82 80H118" fill="none" stroke="currentColor" stroke-width="8"/>'),
}
_ALIASES = {
    "leg": "infantry",
    "inf": "infantry",
    "grenadier": "infantry",
    "volksgrenadier": "infantry",
    "parachute": "airborne",
    "para": "airborne",
    "panzer": "armor",
    "tank": "armor",
    "armour": "armor",
    "armored": "armor",
    "tiger": "heavy-tank",
    "funnies": "flail-tank",
    "tactical-air": "fighter",
    "coastal": "coastal-infantry",
    "air-landing": "glider-infantry",
    "mech": "mechanized",
    "panzergrenadier": "mechanized",
    "armored-infantry": "mechanized",
    "motorized-infantry": "motorized",
    "tank-destroyer": "sp-antitank",
    "recce": "recon",
    "reconnaissance": "recon",
    "spartillery": "sp-artillery",
    "self-propelled artillery": "sp-artillery",
    "engineers": "engineer",
    "flak": "antiaircraft",
    "at": "antitank",
}
_ECHELONS = {
    "I": "15",
    "II": "16",
    "III": "17",
    "X": "18",
    "XX": "21",
    "XXX": "22",
    "XXXX": "23",
    "XXXXX": "24",
}


def has_symbol(kind: str) -> bool:
    return _ALIASES.get(kind, kind) in {**_ENTITIES, **_OWN}


def _drawn(code: str) -> str:
    """The drawing that milsymbol makes for a code, with the colour left to the user of the symbol."""
    drawn = Symbol(code).as_svg()
    body = drawn[drawn.index(">") + 1 : drawn.rindex("</svg>")]
    body = re.sub(r' fill="rgb\([^"]*\)"', "", body, count=1)
    body = re.sub(r' fill-opacity="[^"]*"', "", body)
    body = body.replace('"black"', '"currentColor"').replace(" >", ">")
    body = re.sub(r"></(path|circle)>", "/>", body)
    return re.sub(r'stroke-width="[34]"', 'stroke-width="7"', body)


@lru_cache(maxsize=64)
def size_mark(size: str) -> str:
    """The mark of a unit's size above the box, I to XXXXX; other sizes are written out."""
    if size not in _ECHELONS:
        return text((100, 40), size, **_LETTERS, font_size=num(fit(size, 32, 150))) if size else ""
    bare, marked = (_drawn("10031000" + code + "0" * 10) for code in ("00", _ECHELONS[size]))
    return marked.removeprefix(bare)


@lru_cache(maxsize=128)
def symbol(kind: str) -> str:
    """The symbol of a type of unit.

    The box inherits ``fill`` from the element that uses it, the rest ``color``. A type without a symbol is an empty
    box with its first letters.
    """
    kind = _ALIASES.get(kind, kind)
    if kind in _OWN:
        below, drawn = _OWN[kind]
        return symbol(below) + drawn
    body = _drawn("1003100000" + _ENTITIES.get(kind, "0000000000"))
    if kind not in _ENTITIES and kind:
        word = kind[:3].upper()
        body += text((100, 116), word, **_LETTERS, font_size=num(fit(word, 46, 120)))
    return body
