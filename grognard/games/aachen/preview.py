"""Previews of attacks: three ways to make one, each with its exact chances over chits and die (7.5.1)."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from ...engine.reading import Alternative, Modifier, Preview
from ...hexes import bits
from ...mechanics.fog import height
from . import activation, command, drm
from .charts import line_title
from .combat import MODES, Declare
from .drm import Fight
from .state import UNKNOWN, AachenState
from .strength import ratio_column, total

if TYPE_CHECKING:
    from .game import AachenGame


class Outlook(NamedTuple):
    """The odds of one way to attack."""

    modifiers: tuple[Modifier, ...]
    total: int
    #: lowest and highest column
    columns: tuple[int, int]
    #: result -> weight
    results: dict[str, int]
    #: the sum of all weights
    of: int


def outlook(game: AachenGame, s: AachenState, fight: Fight) -> Outlook:
    """The exact chance of each result over both draws and the die, by what is known of the units."""
    found = tuple(drm.modifiers(game, s, fight))
    modifier = sum(m.amount for m in found)
    crt, chits = game.tables.crt, game.tables.chits
    attack = [total(game, s, fight.attackers, i, fight.mode, fight.origin) for i in range(len(chits))]
    defense = [total(game, s, fight.defenders, i, -1, fight.target) for i in range(len(chits))]
    pairs: Counter[int] = Counter()
    for (i, mine), (j, theirs) in product(enumerate(chits), enumerate(chits)):
        pairs[ratio_column(game, fight.target, attack[i], defense[j])] += mine.count * (theirs.count - (i == j))
    results: Counter[str] = Counter()
    for column, weight in sorted(pairs.items()):
        if column < 0:
            results[crt.beyond[0]] += weight * _FACES
        else:
            for roll in range(1, _FACES + 1):
                results[crt.result(column, _clamped(game, roll + modifier))] += weight
    ends = (crt.read_column(min(pairs)), crt.read_column(max(pairs)))
    low = -1 if min(pairs) < 0 else ends[0]
    return Outlook(found, modifier, (low, ends[1]), dict(results), sum(pairs.values()) * _FACES)


_FACES = 10


def _clamped(game: AachenGame, die: int) -> int:
    return min(max(die, 1), len(game.tables.crt.rows))


def victory_weight(game: AachenGame, found: Outlook) -> int:
    """The weight of the results in which the attacker takes fewer hits."""
    results = game.tables.results
    return sum(w for text, w in found.results.items() if results[text].attacker < results[text].defender)


def known_defenders(game: AachenGame, s: AachenState, h: int) -> tuple[int, str]:
    """The enemy units in a hex as far as they are seen, and what is assumed of them in words."""
    seen = s.pile[h] & game.roster.combat
    hidden = height(s, h) - s.pile[h].bit_count()
    words = []
    if any(s.lost[u] == UNKNOWN for u in bits(seen)):
        words.append("at full strength")
    if hidden:
        words.append(f"{hidden} unit{'s' if hidden > 1 else ''} unseen")
    return seen, ", ".join(words)


def preview(game: AachenGame, s: AachenState) -> Preview | None:
    """The attack being declared or fought, or None once its die has been rolled."""
    if s.over or s.target < 0 or not s.attackers or any(s.hits):
        return None
    declared = any(code == game.codes[Declare] for code, *_ in s.agenda)
    seen, assumed = known_defenders(game, s, s.target)
    fights = [Fight(s.origin, s.target, s.attackers, seen, mode, s.phasing) for mode in range(len(MODES))]
    if not seen:
        return None
    found = [outlook(game, s, fight) for fight in fights]
    chosen, line = found[s.mode], game.ground.line(s.target)
    heads = game.tables.crt.lines[line]
    return Preview(
        title=f"{MODES[s.mode].capitalize()} Attack on {game.hex_name(s.target)}",
        modifiers=chosen.modifiers,
        total=chosen.total,
        line=line_title(game, line),
        line_rule="7.5.1",
        column=heads[s.column] if s.column >= 0 else _columns(heads, chosen.columns),
        chances={text: (weight, chosen.of) for text, weight in chosen.results.items()},
        by_roll=_by_roll(game, s),
        column_index=max(s.column, 0),
        about=f"{s.origin}-{s.target}",
        alternatives=tuple(_alternative(game, s, mode, found[mode], heads) for mode in range(len(MODES)) if declared),
        assumed=assumed,
    )


def _columns(heads: tuple[str, ...], columns: tuple[int, int]) -> str:
    low, high = columns
    first = f"below {heads[0]}" if low < 0 else heads[low]
    return first if low == high else f"{first} to {heads[high]}"


def _by_roll(game: AachenGame, s: AachenState) -> tuple[str, ...]:
    """The result for each face, once the draws have settled the column."""
    if s.column < 0 or s.totals == [0, 0]:
        return ()
    crt = game.tables.crt
    return tuple(crt.result(s.column, _clamped(game, roll + s.modifier)) for roll in range(1, _FACES + 1))


def _alternative(game: AachenGame, s: AachenState, mode: int, found: Outlook, heads: tuple[str, ...]) -> Alternative:
    away = s.attackers & ~command.in_command(game, s, s.attackers)
    price = activation.price(game, away, MODES[mode])
    return Alternative(
        action=f"mode {MODES[mode]}",
        title=f"{MODES[mode].capitalize()} Attack",
        price=f"{price} Action Point{'s' if price > 1 else ''}",
        possible=price <= s.purse[s.phasing] and not (away and mode),
        columns=_columns(heads, found.columns),
        modifiers=found.modifiers,
        total=found.total,
        chances={text: (weight, found.of) for text, weight in found.results.items()},
        victory=(victory_weight(game, found), found.of),
        chosen=mode == s.mode,
    )
