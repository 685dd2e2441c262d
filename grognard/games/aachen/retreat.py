"""Chapter 7.5.2: forced and voluntary retreats of one hex."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Case, Choice, Limit, Prefer, lazy
from ...engine.step import AnyStep, Prompt
from ...hexes import bits, lowest
from ...mechanics.phasing import Owned
from ...mechanics.retreat_to_supply import distances
from . import control, displacement, victory
from .pieces import drop_improved, lose_points, place
from .state import AachenState
from .zones import enemy_zone

if TYPE_CHECKING:
    from .game import AachenGame


def start_of(s: AachenState, side: int) -> int:
    """The hex that the units of a side fight from."""
    return s.origin if side == s.phasing else s.target


def open_hexes(game: AachenGame, s: AachenState, side: int, units: int) -> int:
    """The hexes next to some units of one hex that are open to all of them, in enemy zones or not.

    Enemy units of any kind close a hex, and so do the Roer, terrain that a unit may not enter (ruling 7.5.2ao), and
    what is closed to the side.
    """
    here = s.at[lowest(units)]
    found = ~s.occupied[1 - side] & ~game.closed_hexes(s, side)
    for mover in {game.roster.mover[u] for u in bits(units)}:
        found &= game.ground.steps[mover].retreat.next(1 << here)
    return found & game.board.playable


def towards_supply(game: AachenGame, s: AachenState, side: int, here: int, hexes: int) -> int:
    """Those of some hexes that are nearer to the side's supply, or all if there are none (ruling 7.5.2an).

    First Blood has no German supply in its area: the nearest of the whole map counts (ruling 10.1x).
    """
    sources = game.ground.supply[side] & game.area(s) or game.ground.supply[side]
    far = distances(game.board.grid, hexes | 1 << here, sources)
    nearer = sum(1 << h for h in bits(hexes) if far[h] < far[here])
    return nearer or hexes


def forced_hexes(game: AachenGame, s: AachenState, side: int, units: int) -> int:
    """Where units that must retreat may go: an enemy zone only if no other hex is left."""
    found = open_hexes(game, s, side, units)
    free = found & ~enemy_zone(game, s, side)
    return towards_supply(game, s, side, s.at[lowest(units)], free or found) if found else 0


def voluntary_hexes(game: AachenGame, s: AachenState, side: int, units: int) -> int:
    """Where units may go of their own will: never into an enemy zone."""
    free = open_hexes(game, s, side, units) & ~enemy_zone(game, s, side)
    return towards_supply(game, s, side, s.at[lowest(units)], free) if free else 0


def may_follow(game: AachenGame, s: AachenState, side: int) -> bool:
    """Whether the units that passed can go where those that failed went."""
    return s.refuge >= 0 and bool(open_hexes(game, s, side, s.pending) & ~enemy_zone(game, s, side) & 1 << s.refuge)


def forced(game: AachenGame, s: AachenState, side: int) -> None:
    """The units in ``pending`` must retreat together; if they cannot, each loses two more points."""
    s.refuge = -1
    hexes = forced_hexes(game, s, side, s.pending)
    if not hexes:
        s.announce("7.5.2", "{} cannot retreat", game.names(s.pending))
        for unit in bits(s.pending):
            lose_points(game, s, unit, 2, "7.5.2")
        control.update(game, s)
        victory.check(game, s)
    elif hexes & (hexes - 1):
        s.agenda.append((game.codes[RetreatTo], side, 1))
    else:
        go(game, s, side, lowest(hexes), must=True)


def voluntary(game: AachenGame, s: AachenState, side: int) -> None:
    """The units in ``pending`` retreat of their own will: behind those that had to, or where they like."""
    units = s.pending
    hexes = 1 << s.refuge if s.refuge >= 0 else voluntary_hexes(game, s, side, units)
    if hexes & (hexes - 1):
        s.agenda.append((game.codes[RetreatTo], side, 0))
    else:
        go(game, s, side, lowest(hexes), must=False)


def go(game: AachenGame, s: AachenState, side: int, h: int, *, must: bool) -> None:
    """The units in ``pending`` go to a hex, where stacking is judged at once (ruling 7.5.2av)."""
    units, here, zone = s.pending, start_of(s, side), enemy_zone(game, s, side)
    who = game.names_with(units, "retreats", "retreat") if not must else f"{game.names(units)} must retreat"
    s.announce("7.5.2", "{} to {}", who, game.hex_name(h))
    for unit in bits(units):
        place(game, s, unit, h)
    drop_improved(s, here, "a unit leaves it")
    drop_improved(s, h, "a unit retreats into it")
    s.refuge, s.pending = h, 0
    if must and zone >> h & 1:
        for unit in bits(units):
            lose_points(game, s, unit, 1, "7.5.2")
    control.update(game, s)
    victory.check(game, s)
    displacement.judge(game, s, h)


class Retreating(Case["AachenGame", AachenState]):
    """The units that retreat, and where they may go."""

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        super().__init__(game, s)
        _, self.side, self.must = s.agenda[-1]
        self.here = start_of(s, self.side)
        self.zone = enemy_zone(game, s, self.side)

    @lazy
    def open(self) -> int:
        return open_hexes(self.game, self.s, self.side, self.s.pending)

    @property
    def names(self) -> str:
        return self.game.names(self.s.pending)

    def free(self, hexes: int) -> int:
        """An enemy zone only in a forced retreat, and only if no other hex is left."""
        outside = hexes & ~self.zone
        return outside or hexes if self.must else outside

    def nearer(self, hexes: int) -> int:
        return towards_supply(self.game, self.s, self.side, self.here, hexes) if hexes else 0


def _why_closed(c: Retreating, h: int) -> str | Refusal:
    game, there = c.game, c.game.place_name(h)
    if not game.board.grid.adjacent(h, c.here):
        return f"nobody retreats more than one hex, and {there} is not next to {game.place_name(c.here)}"
    if c.s.occupied[1 - c.side] >> h & 1:
        return f"an enemy unit is in {there}"
    if game.closed_hexes(c.s, c.side) >> h & 1:
        return Refusal("10" if not game.area(c.s) >> h & 1 else "7.3.8", f"{there} is closed to this side")
    return f"{there} is not open to {c.names}"


class RetreatTo(Owned["AachenGame", AachenState]):
    """The owner chooses the hex that units retreat to, all together. Arguments: the side, and whether they must."""

    game: AachenGame
    name = "retreat-to"
    args = ("side", "number")
    brief = True
    case = Retreating
    choices: ClassVar[tuple[Choice[Retreating], ...]] = (
        Choice(
            "to",
            Limit("7.5.2", lambda c, hexes: hexes & c.open, _why_closed),
            Prefer("7.5.2", lambda c, hexes: c.free(hexes), "{it} is in an enemy zone of control"),
            Prefer("7.5.2", lambda c, hexes: c.nearer(hexes), "another open hex is nearer to supply than {it}"),
        ),
    )

    def prompt(self, s: AachenState) -> Prompt:
        _, side, _ = s.agenda[-1]
        who = self.game.names_with(s.pending, "retreats", "retreat")
        return Prompt(f"Choose the hex that {who} to.", "7.5.2", start_of(s, side))

    def do_to(self, s: AachenState, h: int) -> None:
        _, side, must = s.agenda.pop()
        go(self.game, s, side, h, must=bool(must))


STEPS: tuple[type[AnyStep], ...] = (RetreatTo,)
