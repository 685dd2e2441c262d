"""Chapters 13.6, 13.7.1 to 13.7.3 and 13.9: strengths, modifiers and order of the two fires of a combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.reading import Modifier
from ...hexes import bits
from ...mechanics.fire import Fire, Order
from ...mechanics.stacks import hexes_of, units_on
from . import pieces, roer, zones
from .ground import Fight
from .state import AGAINST_FIRST_FIRE, ALLIED, BY_DIE, BY_SEA, GERMAN, LIMITED, OUT_OF_FLOOD, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: Attacker and defender, as indices of ``rolled``, ``hits`` and ``ended``.
ATTACKER, DEFENDER = range(2)


def flooded(game: ReichGame, s: ReichState) -> int:
    """Hexes out of which units attack at half strength and do not advance (17.2.B, ruling 17.2.Bo)."""
    return game.ground.valley if roer.is_harmful(s) else 0


def defenders(game: ReichGame, s: ReichState) -> int:
    """The units that defend: all combat units in the hex (13.2.F)."""
    return pieces.units_at(game, s, s.target, 1 - s.phasing)


# -- strengths ---------------------------------------------------------------------------------


def weak(game: ReichGame, s: ReichState, who: int, units: int) -> int:
    """The units whose strength is halved, once whatever the reasons (13.7.1, 12.1, 13.9.D, ruling 13.7.1e, 13.9.C)."""
    found = units & (s.oos | s.disrupted)
    wet = flooded(game, s)
    if who == ATTACKER and wet:
        drowned = units_on(s.at, units, wet)
        if s.funnies == OUT_OF_FLOOD and s.helped >= 0:
            drowned &= ~(1 << s.helped)
        found |= drowned
    return found


def strength(game: ReichGame, s: ReichState, who: int, units: int) -> int:
    """The Combat Strength of units: weak ones are totalled first, halved and rounded down (13.7.1)."""
    of_unit = pieces.attack_of if who == ATTACKER else pieces.defense_of
    halved = weak(game, s, who, units)
    return sum(of_unit(game, s, u) for u in bits(units & ~halved)) + sum(of_unit(game, s, u) for u in bits(halved)) // 2


def _strengths(game: ReichGame, s: ReichState, who: int, units: int) -> tuple[int, ...]:
    """The strength by steps lost, if the owner loses the steps that the program proposes."""
    side = s.phasing if who == ATTACKER else 1 - s.phasing
    after, found = s.copy(), [strength(game, s, who, units)]
    rules = game.step_losses
    for unit in rules.proposal(s, side, rules.total(s, units)):
        if pieces.steps_left(game, after, unit) > 1:
            after.reduced |= 1 << unit
        else:
            units &= ~(1 << unit)
        found.append(strength(game, after, who, units))
    return tuple(found)


# -- modifiers ---------------------------------------------------------------------------------


def modifiers(game: ReichGame, s: ReichState, who: int) -> list[Modifier]:
    """The modifiers of a side's die, each with its rule (13.9.A)."""
    table = game.tables.numbers["modifiers"]
    out: list[Modifier] = []
    if who == ATTACKER:
        out += _terrain(game, s)
        if is_limited(game, s):
            out.append(Modifier("Limited Supply", table["limited"], "9.1.A.2"))
        if s.funnies == BY_DIE:
            out.append(Modifier("79th Armoured Division", table["funnies"], "13.9.B"))
        if is_first_blow(game, s):
            out.append(Modifier("Hitler Counteroffensive", table["counteroffensive"], "17.7.3.C"))
    elif s.disrupted & defenders(game, s):
        out.append(Modifier("disrupted defenders", table["disrupted"], "12.1"))
    if s.air_now and (s.phasing == ALLIED) == (who == ATTACKER):
        out.append(Modifier("Tactical Air", table["air"], "17.5.3"))
    return out


def _terrain(game: ReichGame, s: ReichState) -> list[Modifier]:
    """The one terrain modifier, the best for the defender (13.9.A.1)."""
    ground = game.ground
    fight = Fight(1 - s.phasing, s.turn, forts(game, s), roer.stage(s))
    hexes = hexes_of(s.at, s.attackers)
    sea = 1 << s.at[s.helped] if s.funnies == BY_SEA and s.helped >= 0 else 0
    found = ground.hex_modifiers(s.target, fight)
    river = ground.river_modifier(hexes, s.target, by_sea=sea)
    title, amount = min([*found, ("all attackers across a river", river)], key=lambda row: row[1])
    return [Modifier(title, amount, "13.9.A.1")] if amount else []


def forts(game: ReichGame, s: ReichState) -> int:
    """The forts that protect their defenders now; Cherbourg is an ordinary City in its special assault (8.6.A)."""
    found = zones.intact_forts(game, s)
    return found & ~(1 << game.lines.cherbourg) if game.attacks.at_cherbourg(s) else found


def is_limited(game: ReichGame, s: ReichState) -> bool:
    """Whether a Command in Limited Supply takes part in an Allied attack (9.1.A.2, rulings 13.9.A.2k and l)."""
    if s.phasing != ALLIED or s.logistics != LIMITED or s.turn <= game.tables.numbers["modifiers"]["limited_after"]:
        return False
    return bool(s.attackers & ~s.army6)


def is_first_blow(game: ReichGame, s: ReichState) -> bool:
    """Whether this is one of the first two German attack dice on the turn of the counteroffensive (17.7.3.C)."""
    most = game.tables.numbers["modifiers"]["counteroffensive_attacks"]
    return s.phasing == GERMAN and s.offensive == s.turn and s.german_attacks < most


# -- the fires ---------------------------------------------------------------------------------


def order(game: ReichGame, s: ReichState) -> Order:
    """Whether both sides fire together or the defender fires first (13.6)."""
    if s.phasing == GERMAN and game.ground.fires_first(s.target):
        return "defender"
    standing = [pair for n, pair in enumerate(game.ground.bridges) if not s.blown >> n & 1]
    if game.ground.is_across_rhine(hexes_of(s.at, s.attackers), s.target, standing):
        return "together" if s.funnies == AGAINST_FIRST_FIRE else "defender"
    return "together"


def ignored(game: ReichGame, s: ReichState) -> frozenset[int]:
    """Results that do not hurt the defender: a lone airborne division on Turn 1 ignores a loss of 1 (3.2.E.4)."""
    units = defenders(game, s)
    alone = units.bit_count() == 1 and bool(units & game.roster.types["airborne"])
    return frozenset({1}) if alone and s.turn == 1 and s.phasing == GERMAN else frozenset()


def fire(game: ReichGame, s: ReichState, who: int, *, in_turn: bool = True) -> Fire:
    """The fire of a side. ``in_turn`` is whether its strength after each loss is wanted, too."""
    units = s.attackers if who == ATTACKER else defenders(game, s)
    strengths: tuple[int, ...]
    if in_turn:
        strengths = _strengths(game, s, who, units)
    else:
        now = strength(game, s, who, units)
        strengths = (now,) * game.step_losses.total(s, units) + (0,)
    return Fire(
        strengths,
        sum(m.amount for m in modifiers(game, s, who)),
        ignored(game, s) if who == DEFENDER else frozenset(),
        s.rolled[who],
        bool(s.ended[who]),
    )


def fires(game: ReichGame, s: ReichState) -> tuple[Fire, Fire]:
    """The fires of attacker and defender."""
    in_turn = order(game, s) == "defender"
    return fire(game, s, ATTACKER, in_turn=in_turn), fire(game, s, DEFENDER, in_turn=False)
