"""Chapter 5: movement.

A unit is taken in hand (``select``) and moved by its cheapest way (``move``); that is one move, and
it cannot be moved again in the phase (5.15). Nothing but its end and its cost matters to the game, so
the way itself is not a decision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import ONLY, Offer, Prompt, Step
from ...hexes import Reach, bits
from . import exits, reinforcements
from .state import DUE, EXITED, HurtgenState
from .units import place

if TYPE_CHECKING:
    from .game import HurtgenGame


def begin_movement_phase(s: HurtgenState) -> None:
    s.moved = 0
    s.entries.clear()
    s.fought = s.struck = s.advanced = s.displaced = 0
    s.duty_attack = s.duty_target = 0


def reach_of(game: HurtgenGame, s: HurtgenState, unit: int) -> Reach:
    """Where a unit on the map can get to: it stops in enemy zones and never enters enemy hexes."""
    side = game.side_of[unit]
    return game.ground[unit].reach(
        s.at[unit], game.roster.movement[unit], stop=game.enemy_zone(s, side), block=s.occupied[1 - side]
    )


def vacated(s: HurtgenState, here: int) -> int:
    """The hex a unit in hand leaves empty; none (-1) if it makes room for another, or comes from off the map."""
    return here if here >= 0 and s.at.count(here) == 1 else -1


def may_exchange(game: HurtgenGame, s: HurtgenState, hexes: int, left: int) -> int:
    """Of these friendly hexes, those whose unit can still make room for a newcomer (5.31).

    It must not have moved, must be free to leave, and must have a vacant hex to go to; ``left`` is
    the hex the newcomer comes from (-1 for none), which is vacant by then.
    """
    side = s.phasing
    free = hexes & ~game.enemy_zone(s, side)
    if not free:
        return 0
    vacant = game.board.playable & ~s.occupied[0] & ~s.occupied[1]
    if left >= 0:
        vacant |= 1 << left
    room = Room(game, vacant)
    out = 0
    for h in bits(free):
        unit = game.unit_at(s, h)
        if not s.moved >> unit & 1 and (room.beside(unit, h) or _has_room(game, s, unit, vacant)):
            out |= 1 << h
    return out


def _has_room(game: HurtgenGame, s: HurtgenState, unit: int, vacant: int) -> bool:
    """Whether a unit can reach one of the vacant hexes, or leave the map."""
    reached = reach_of(game, s, unit)
    return bool(reached.all & vacant & ~(1 << s.at[unit]) or exits.exit_hexes(game, s, unit, reached))


class Room:
    """Which units have a vacant hex right beside them that they can pay for: one question for many units."""

    def __init__(self, game: HurtgenGame, vacant: int) -> None:
        self.game = game
        self.vacant = vacant
        self._beside: dict[tuple[int, int], int] = {}

    def beside(self, unit: int, h: int) -> bool:
        roster = self.game.roster
        budget = roster.movement[unit]
        key = (budget, roster.vehicles >> unit & 1)
        hexes = self._beside.get(key)
        if hexes is None:
            hexes = self._beside[key] = self.game.ground[unit].beside(self.vacant, budget)
        return bool(hexes >> h & 1)


class Movement(Step):
    """The Movement Phase: take a unit in hand, or end the phase (4.1, 5.0)."""

    name = "movement"

    def seat(self, s: HurtgenState) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: HurtgenState) -> Prompt:
        return Prompt("Choose a unit to move, bring on a reinforcement, or end the Movement Phase.", "5.0")

    def offer(self, s: HurtgenState) -> Offer:
        return {"select": self._movable(s), "done": ONLY}

    def _movable(self, s: HurtgenState) -> int:
        game: HurtgenGame = self.game
        side = s.phasing
        locked = game.enemy_zone(s, side)
        room = Room(game, game.board.playable & ~s.occupied[0] & ~s.occupied[1])
        at, out = s.at, 0
        for u in bits(game.units_of[side] & ~s.moved):
            h = at[u]
            if h >= 0:
                if locked >> h & 1:
                    continue
                if room.beside(u, h) or self._can_move(s, u):
                    out |= 1 << u
            elif h == DUE and reinforcements.entry_hexes(game, s, u):
                out |= 1 << u
        return out

    def _can_move(self, s: HurtgenState, unit: int) -> bool:
        return any(Move.options(self.game, s, unit).values())

    def permits(self, s: HurtgenState, verb: str, arg: int) -> bool:
        if verb != "select":
            return verb == "done" and arg == 0
        game: HurtgenGame = self.game
        if arg >= len(s.at) or game.side_of[arg] != s.phasing or s.moved >> arg & 1:
            return False
        h = s.at[arg]
        if h < 0:
            return h == DUE and bool(reinforcements.entry_hexes(game, s, arg))
        if game.enemy_zone(s, s.phasing) >> h & 1:
            return False
        room = Room(game, game.board.playable & ~s.occupied[0] & ~s.occupied[1])
        return room.beside(arg, h) or self._can_move(s, arg)

    def do_select(self, s: HurtgenState, unit: int) -> None:
        self.push(s, Move, unit, -1, 0)

    def do_done(self, s: HurtgenState, _: int) -> None:
        self.pop(s)

    def refuse(self, s: HurtgenState, verb: str, arg: int) -> Refusal:
        game: HurtgenGame = self.game
        if verb != "select":
            return self.out_of_place(s, verb)
        name, h = game.counters[arg].id, s.at[arg]
        if game.side_of[arg] != s.phasing:
            return Refusal("5.11", f"{name} is an enemy unit: units move in their owner's Movement Phase only")
        if s.moved >> arg & 1:
            return Refusal("5.15", f"{name} has finished its move in this Player-Turn")
        if h == DUE:
            return reinforcements.refuse(game, s, arg)
        if h == EXITED:
            return Refusal("14.11", f"{name} has left the map and may not return")
        if h < 0:
            return Refusal("5.0", f"{name} is not on the map")
        if game.enemy_zone(s, s.phasing) >> h & 1:
            return Refusal("5.14", f"{name} stands in an enemy zone of control and may not leave it by movement")
        return Refusal("5.25", f"{name} has no hex it could move to")


class Move(Step):
    """A unit in hand: where does it go? Arguments: the unit, its entry hex (or -1) and half points spent."""

    name = "move"
    args = ("unit", "hex", "number")

    def seat(self, s: HurtgenState) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: HurtgenState) -> Prompt:
        unit, entry = s.agenda[-1][1], s.agenda[-1][2]
        name = self.game.counters[unit].id
        if s.at[unit] == DUE and entry < 0:
            return Prompt(f"Choose the hex where {name} enters.", "13.11")
        if s.at.count(s.at[unit]) > 1 and s.at[unit] >= 0:
            return Prompt(f"{name} must make room for the unit that stopped on it: choose where it goes.", "5.31")
        if entry >= 0:
            return Prompt(f"Move {name} on from {self.game.place_name(entry)}, or let it stop there.", "13.14")
        if self.game.roster.panzer116 >> unit & 1:
            return Prompt(f"Choose the hex {name} moves to, or the edge hex where it leaves the map.", "5.0")
        return Prompt(f"Choose the hex {name} moves to.", "5.0")

    @staticmethod
    def reach(game: HurtgenGame, s: HurtgenState, unit: int, entry: int, spent: int) -> Reach:
        if entry < 0:
            return reach_of(game, s, unit)
        return reinforcements.entry_reach(game, s, unit, entry, spent)

    @staticmethod
    def options(game: HurtgenGame, s: HurtgenState, unit: int, entry: int = -1, spent: int = 0) -> Offer:
        """Destinations and exits of a unit in hand."""
        if s.at[unit] == DUE and entry < 0:
            return {"enter": reinforcements.entry_hexes(game, s, unit)}
        reached = Move.reach(game, s, unit, entry, spent)
        here = s.at[unit]
        friends = s.occupied[s.phasing]
        ends = reached.all
        if here >= 0:
            ends &= ~(1 << here)
        met = ends & friends
        if met:
            ends = ends & ~friends | may_exchange(game, s, met, vacated(s, here))
        out: Offer = {"move": ends}
        if game.roster.panzer116 >> unit & 1:
            out["exit"] = exits.exit_hexes(game, s, unit, reached)
        return out

    def offer(self, s: HurtgenState) -> Offer:
        _, unit, entry, spent = s.agenda[-1]
        return self.options(self.game, s, unit, entry, spent)

    def permits(self, s: HurtgenState, verb: str, arg: int) -> bool:
        game: HurtgenGame = self.game
        _, unit, entry, spent = s.agenda[-1]
        here = s.at[unit]
        if verb != "move" or arg == here or (here == DUE and entry < 0):
            return super().permits(s, verb, arg)
        if not self.reach(game, s, unit, entry, spent).all >> arg & 1:
            return False
        there = 1 << arg
        return not s.occupied[s.phasing] & there or may_exchange(game, s, there, vacated(s, here)) == there

    def do_enter(self, s: HurtgenState, h: int) -> None:
        unit = s.agenda[-1][1]
        spent = reinforcements.entry_cost(self.game, s, unit, h)
        assert spent is not None
        s.entries.append(h)
        self.become(s, unit, h, spent)

    def do_move(self, s: HurtgenState, h: int) -> None:
        game: HurtgenGame = self.game
        _, unit, entry, _ = s.agenda.pop()
        side = s.phasing
        if s.at[unit] == DUE:
            s.tell("13.11", "{} enters at {} and stops in {}", game.counters[unit].id, game.place_name(entry),
                   game.place_name(h))  # fmt: skip
        else:
            s.tell("5.0", "{} moves from {} to {}", game.counters[unit].id, game.place_name(s.at[unit]),
                   game.place_name(h))  # fmt: skip
        # A friend in the way has to move on at once (5.31); offered only if it can.
        friend = game.unit_at(s, h) if s.occupied[side] >> h & 1 else -1
        place(game, s, unit, h)
        s.moved |= 1 << unit
        if friend >= 0:
            self.push(s, Move, friend, -1, 0)

    def do_exit(self, s: HurtgenState, h: int) -> None:
        _, unit, _, _ = s.agenda.pop()
        s.tell("14.0", "{} leaves the map from {}", self.game.counters[unit].id, self.game.place_name(h))
        place(self.game, s, unit, EXITED)
        s.moved |= 1 << unit

    def refuse(self, s: HurtgenState, verb: str, arg: int) -> Refusal:
        game: HurtgenGame = self.game
        _, unit, entry, spent = s.agenda[-1]
        if verb == "enter":
            if entry >= 0:
                return Refusal("13.11", f"{game.counters[unit].id} has entered at {game.place_name(entry)} already")
            return reinforcements.refuse_hex(game, s, unit, arg)
        if s.at[unit] == DUE and entry < 0:
            return Refusal("13.11", f"{game.counters[unit].id} must enter the map first")
        if verb == "exit":
            return exits.refuse(game, s, unit, arg, self.reach(game, s, unit, entry, spent))
        return self._refuse_move(s, unit, entry, spent, arg)

    def _refuse_move(self, s: HurtgenState, unit: int, entry: int, spent: int, h: int) -> Refusal:
        game: HurtgenGame = self.game
        name, there, side = game.counters[unit].id, game.place_name(h), s.phasing
        zone, enemies = game.enemy_zone(s, side), s.occupied[1 - side]
        if h == s.at[unit]:
            return Refusal("5.0", f"{name} is already in {there}")
        if enemies >> h & 1:
            return Refusal("5.12", f"{there} holds an enemy unit")
        reached = self.reach(game, s, unit, entry, spent)
        if reached.all >> h & 1:
            return self._refuse_stack(s, name, h)
        if entry >= 0 and zone >> entry & 1:
            return Refusal("13.21", f"{name} entered an enemy zone of control and must stop there")
        start = entry if entry >= 0 else s.at[unit]
        budget = game.roster.movement[unit]
        ground = game.ground[unit]
        beside = game.board.grid.adjacent(start, h) and not ground.open(start, h)
        if beside or not ground.enter_reach(start, 0, 10_000).all >> h & 1:
            if game.vehicle is ground:
                return Refusal("5.24", f"{name} may go to {there} only by road or trail")
            return Refusal("6.31", f"a river without a bridge bars {name} from {there}")
        if ground.enter_reach(start, spent, budget).all >> h & 1:
            return Refusal("6.0", f"enemy units and their zones, where it must stop, keep {name} from {there}")
        return Refusal("5.13", f"{name} has not enough Movement Points to reach {there}")

    def _refuse_stack(self, s: HurtgenState, name: str, h: int) -> Refusal:
        friend = self.game.counters[self.game.unit_at(s, h)].id
        return Refusal("5.31", f"{name} may not stop on {friend}, which cannot move on in this phase")
