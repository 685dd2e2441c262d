"""Facts for finding wins within a turn: arrivals (9.4), airdrops and their chances (12.3, 12.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ...engine.doctrine import Drop
from ...hexes import bits
from . import supply
from .arrivals import ports
from .drop import available, completes, eligible, open_country, year_bit
from .pieces import enter, place, steps_of
from .state import AIRBORNE, ALLIED, DUE, ELIMINATED, GERMAN, RHINE, RhineState

if TYPE_CHECKING:
    from .doctrine import RhineDoctrine
    from .game import RhineGame

#: Units with their steps.
Steps = tuple[tuple[int, int], ...]

#: Steps in which a side's arrivals, or its airdrop, are over for this turn.
_ARRIVED = frozenset({"movement", "move", "walk", "combat", "declare", "momentum"})
_DROPPED = _ARRIVED | {"reinforce"}


def coming(game: RhineGame, s: RhineState, side: int, over: frozenset[str]) -> int:
    """The turn in which a side's next phase of a kind comes: this one, the next one, or 0 if it is over."""
    if s.phasing == side:
        return 0 if any(game.steps[code].name in over for code, *_ in s.agenda) else s.turn
    swapped = s.watch == RHINE and s.turn >= game.tables.watch.turn
    first = GERMAN if swapped and s.turn > game.tables.watch.turn else ALLIED
    return s.turn if s.phasing == first else s.turn + 1


def arrivals(game: RhineGame, s: RhineState, side: int) -> Mapping[int, int]:
    """The units that can be placed in a side's present or next turn, with their hexes."""
    turn = coming(game, s, side, _ARRIVED)
    if not turn:
        return {}
    due = [u for u in game.members_of[side] if s.at[u] == DUE and s.due_turn[u] <= turn]
    if s.watch != RHINE:
        due = [u for u in due if not game.roster.codes["WR"] >> u & 1]
    return {u: hexes for u in due if (hexes := ports(game, s, u))}


def drops(doctrine: RhineDoctrine, s: RhineState, side: int) -> Iterator[Drop]:
    """The airdrops that remove German units: both corps on one hex, or on two."""
    game = doctrine.game
    turn = coming(game, s, side, _DROPPED) if side == ALLIED else 0
    if not turn or s.dropped & (1 if game.tables.year(turn) == 1944 else 2) or not s.occupied[GERMAN]:
        return
    corps = [c for c in (game.corps1, game.corps18) if _can_drop(game, s, c)]
    if not corps:
        return
    hexes = open_country(game) & ~game.hook & ~supply.frozen(game, s) & s.occupied[GERMAN]
    if s.phasing == ALLIED:  # in the German turn either sector may get full supply next
        hexes &= supply.full_sector(game, s)
    held = list(bits(hexes))
    for h in held:
        yield _drop(doctrine, s, dict.fromkeys(corps, h))
    for i, h in enumerate(held) if len(corps) == 2 else ():
        for other in held[:i]:
            if game.board.grid.distance(h, other) <= game.tables.airborne_apart:
                one, two = (h, other) if doctrine.defense_in(s, h) >= doctrine.defense_in(s, other) else (other, h)
                strong = sorted(corps, key=lambda c: -game.roster.defense[c][steps_of(game, s, c)])
                yield _drop(doctrine, s, {strong[0]: one, strong[1]: two})


def _can_drop(game: RhineGame, s: RhineState, corps: int) -> bool:
    if s.phasing == ALLIED and s.boxed:
        return bool(eligible(game, s) >> corps & 1)
    if s.at[corps] != AIRBORNE:
        return False
    trial = s.copy()
    for u in bits(game.roster.paratroops):
        if s.at[u] == AIRBORNE:
            trial.boxed |= 1 << u
    trial.dropped &= ~year_bit(game, trial)
    return completes(game, trial, corps, 0)


def _drop(doctrine: RhineDoctrine, s: RhineState, spots: Mapping[int, int]) -> Drop:
    game, after, chances = doctrine.game, s.copy(), dict[int, tuple[float, float]]()
    for h in sorted(set(spots.values())):
        chances[h] = _takes(doctrine, s, [c for c in spots if spots[c] == h], h)
        for u in bits(s.pile[h] & game.units_of[GERMAN]):
            place(game, after, u, ELIMINATED)
    for c, h in spots.items():
        enter(game, after, c, h)
    parts = {c: _parts(game, s, c) for c in spots}
    return Drop(tuple(spots.items()), chances, after, parts)


def _parts(game: RhineGame, s: RhineState, corps: int) -> int:
    """The components of a corps: all that fit, the larger first."""
    made = 0
    for u in sorted(bits(available(game, s, corps)), key=lambda u: -steps_of(game, s, u)):
        if completes(game, s, corps, made | 1 << u):
            made |= 1 << u
    return made


def _takes(doctrine: RhineDoctrine, s: RhineState, corps: list[int], h: int) -> tuple[float, float]:
    """The chances that the Germans in the drop hex of some corps are eliminated, and that they leave it (12.4)."""
    game = doctrine.game
    mine = tuple(sorted(((c, steps_of(game, s, c)) for c in corps), key=lambda pair: -pair[1]))
    foes = tuple((u, steps_of(game, s, u)) for u in bits(s.pile[h] & game.units_of[GERMAN]))
    return _rounds(doctrine, s, h, mine, foes)


def _rounds(doctrine: RhineDoctrine, s: RhineState, h: int, mine: Steps, foes: Steps) -> tuple[float, float]:
    if not foes or not mine:
        return float(bool(mine)), 0.0
    factors = doctrine.game.roster.defense
    attack = sum(factors[u][steps] for u, steps in mine)
    defense = sum(factors[u][steps] for u, steps in foes)
    dead = gone = again = 0.0
    for result, p in doctrine.chances(s, ALLIED, attack, defense, h, 0).items():
        if result in ("DE", "DR"):
            all_one = result == "DE" and all(steps == 1 for _, steps in foes)
            dead, gone = dead + p * all_one, gone + p * (not all_one)
        elif result == "AS":
            again += p
        else:
            then = _rounds(doctrine, s, h, _less(mine), foes if result == "AL1" else _less(foes))
            dead, gone = dead + p * then[0], gone + p * then[1]
    return (dead / (1.0 - again), gone / (1.0 - again)) if again < 1.0 else (0.0, 0.0)


def _less(units: Steps) -> Steps:
    """The units after the loss of a step: two-step units first (11.22)."""
    u, steps = max(units, key=lambda pair: pair[1])
    rest = tuple(pair for pair in units if pair[0] != u)
    return (*rest, (u, steps - 1)) if steps > 1 else rest


def fights_with(game: RhineGame, unit: int) -> str:
    """The army group of a unit: no two attack together (11.1)."""
    group = game.roster.group[unit]
    return "us" if game.roster.us_or_f >> unit & 1 or group == "1aaa" else group


def goes_on(game: RhineGame, s: RhineState, unit: int) -> bool:
    """Whether a unit may probe and make momentum attacks: an Allied one needs full supply (ruling 11.24j)."""
    if game.roster.static >> unit & 1:
        return False
    here = s.at[unit]
    fed = s.phasing != ALLIED or bool(supply.full_sector(game, s) >> here & 1) if here >= 0 else True
    return game.side_of[unit] == GERMAN or fed
