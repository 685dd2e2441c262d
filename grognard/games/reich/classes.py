"""Which units can move, answered for classes of units that the rules treat alike (10.1.B)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...hexes import Costs, bits
from . import limits, roer
from .allowance import allowance
from .movement import March, costs_of, mover_of
from .state import ALLIED, ReichState

if TYPE_CHECKING:
    from .game import ReichGame


class Group(NamedTuple):
    """Units with the same costs, points and limits, wherever they are."""

    mover: str
    points: int
    units: int


class Answer(NamedTuple):
    """The hexes from which the units of a group can move, and those where a search must decide."""

    easy: int
    doubtful: int


class Classes:
    """The units of both sides by class, with recent answers."""

    def __init__(self, game: ReichGame) -> None:
        self.game = game
        alike: dict[tuple[str, str, int], int] = {}
        for u in bits(sum(game.combat_of)):
            key = mover_of(game, u), game.areas.kind_of[u], game.roster.movement[u]
            alike[key] = alike.get(key, 0) | 1 << u
        #: units whose points depend on their pool only, as long as they have no markers
        self._alike = [(key[0], units) for key, units in alike.items()]
        self._groups: dict[tuple[object, ...], list[Group]] = {}
        self._answers: dict[tuple[object, ...], dict[Group, Answer]] = {}
        self._near: dict[tuple[Costs, int, int, int, int], tuple[int, int]] = {}

    def groups(self, s: ReichState, side: int) -> tuple[tuple[object, ...], list[Group]]:
        """The groups of a side in this step, with the facts that they depend on."""
        marked = s.oos | s.dropped | s.priority | s.red_ball | s.strafed
        key = (
            side,
            s.step,
            s.declared,
            *s.points,
            *s.strafers,
            marked,
            s.oos,
            s.red_ball,
            s.priority,
            s.dropped,
            s.priority_moved,
            s.army21,
            s.army6,
            s.offensive == s.turn,
        )
        found = self._groups.get(key)
        if found is None:
            if len(self._groups) > 16:
                self._groups.clear()
            found = self._groups[key] = self._find(s, side, marked)
        return key, found

    def _find(self, s: ReichState, side: int, marked: int) -> list[Group]:
        game, out = self.game, []
        armies = (s.army21, s.army6, ~(s.army21 | s.army6)) if side == ALLIED else (-1,)
        for mover, units in self._alike:
            units &= game.combat_of[side]
            for army in armies:
                plain = units & army & ~marked
                if plain:
                    out.append(Group(mover, allowance(game, s, _first(plain)), plain))
            out += [Group(mover, allowance(game, s, u), 1 << u) for u in bits(units & marked)]
        return [group for group in out if group.points]

    def able(self, s: ReichState, side: int, zone: int, units: int) -> int:
        """The units of a side on the map, among the given ones, that can reach a hex where they may stop."""
        known, groups = self.groups(s, side)
        answers, at, out = self._known(s, side, zone, known), s.at, 0
        for group in groups:
            members = group.units & units
            if not members:
                continue
            if group.mover == "staff":
                out |= self._able_staff(s, side, zone, group, members)
                continue
            answer = answers.get(group)
            if answer is None:
                answer = answers[group] = self._answer(s, side, zone, group)
            easy, doubtful = answer
            hexes = easy | doubtful
            while members:
                low = members & -members
                members ^= low
                unit = low.bit_length() - 1
                h = at[unit]
                if hexes >> h & 1 and (easy >> h & 1 or March(self.game, s, [unit]).can_go()):
                    out |= low
        return out

    def _known(self, s: ReichState, side: int, zone: int, groups: tuple[object, ...]) -> dict[Group, Answer]:
        """The answers for groups in this situation that have been found.

        Limits depend on the kind of a unit and on lasting facts.
        """
        game = self.game
        key = (
            *groups,
            s.occupied[1 - side],
            zone,
            s.scenario_index,
            s.breakout,
            s.west_free,
            s.antwerp,
            s.offensive,
            s.antwerp_held,
            s.brittany_turn,
            s.allied >> game.lines.antwerp & 1,
            s.ike_lifted,
            s.bridge,
            s.blown,
            roer.stage(s),
            side == ALLIED and limits.holland_closed(game, s),
        )
        found = self._answers.get(key)
        if found is None:
            if len(self._answers) > 16:
                self._answers.clear()
            found = self._answers[key] = {}
        return found

    def _answer(self, s: ReichState, side: int, zone: int, group: Group) -> Answer:
        """The answer for a group. A unit in a zone must step out of all zones (6.5).

        One affordable step into a hex where they may stop is enough. Where hexes are near in which they may not stop,
        on the Rhine and around a Blind Spot that may be full, only a search decides.
        """
        game, first = self.game, _first(group.units)
        costs: Costs = costs_of(game, s, side, group.mover)
        closed = s.occupied[1 - side] | limits.closed_to(game, s, first)
        endless = limits.no_end(game, s, first)
        key = costs, group.points, closed, endless, zone
        found = self._near.get(key)
        if found is None:
            if len(self._near) > 64:
                self._near.clear()
            found = self._near[key] = _near(*key)
        easy, doubtful = found
        if side == ALLIED:
            doubtful |= game.rhine.banks
            if not s.ike_lifted and group.units & game.areas.american_divisions:
                doubtful |= game.areas.ike_rim
                easy &= ~game.areas.ike_rim
        return Answer(easy, doubtful)

    def _able_staff(self, s: ReichState, side: int, zone: int, group: Group, units: int) -> int:
        """The HQs and Leaders among these units that can move: few units, whose limits change with others' moves."""
        game, first, out = self.game, _first(group.units), 0
        steps = costs_of(game, s, side, group.mover).from_hex
        closed = s.occupied[1 - side] | limits.closed_to(game, s, first)
        endless = limits.no_end(game, s, first)
        for unit in bits(units):
            h, good = s.at[unit], 0
            for cost, hexes in steps[h]:
                if cost <= group.points:
                    good |= hexes
            good &= ~(closed | zone) if zone >> h & 1 else ~closed
            doubtful = good or (side == ALLIED and game.rhine.banks >> h & 1)
            if good & ~endless or (doubtful and March(game, s, [unit]).can_go()):
                out |= 1 << unit
        return out


def _near(costs: Costs, points: int, closed: int, endless: int, zone: int) -> tuple[int, int]:
    """The hexes from which one affordable step is enough, and those next to hexes where a move may not end."""
    good = costs.grid.all & ~(closed | endless)
    easy = costs.beside(good, points) & ~zone | costs.beside(good & ~zone, points) & zone
    return easy, costs.next(endless & ~closed)


def _first(units: int) -> int:
    return (units & -units).bit_length() - 1


def able_to_step(game: ReichGame, s: ReichState, units: int) -> int:
    """The units, among the given ones on the map, that can reach a hex where they may stop."""
    units &= s.fielded
    if not units & (units - 1):
        return units if units and March(game, s, [_first(units)]).can_go() else 0
    return game.classes.able(s, s.phasing, game.zone(s, 1 - s.phasing), units)
