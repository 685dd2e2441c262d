"""The reason for a move, in a sentence."""

from __future__ import annotations

from ..orders import describe_place, describe_units, sentence
from .planner import Assignment, Planner


def explain_move(planner: Planner, assigned: Assignment, unit: int, there: int) -> str:
    """The reason why a unit goes somewhere, by the hexes that were assigned in the plan."""
    game = planner.game
    name = game.counters[unit].id
    if there < 0:
        return sentence(f"{name} leaves the map for the box {game.place_name(there)}: its time has come")
    where = describe_place(game, there)
    if assigned.garrisons.get(unit) == there:
        return sentence(f"{name} goes to {where}, which must not be lost and which the enemy could reach")
    for assault in assigned.assaults:
        if assault.spots.get(unit) == there:
            others = [u for u in assault.spots if u != unit]
            along = f" together with {describe_units(game, others)}" if others else ""
            gain = f"which promises {assault.gain:.1f} points on the average"
            target = describe_place(game, assault.target)
            return sentence(f"{name} goes to {where} to attack {target}{along}, {gain}")
    if assigned.posts.get(unit) == there:
        if planner.doctrine.has_last_move(planner.s, planner.side):
            return sentence(f"{name} goes to {where} to spoil what the enemy has won: he moves no more")
        if planner.doctrine.vital(planner.s, planner.side) >> there & 1:
            return sentence(f"{name} goes to {where}, which must not be lost and is held weakly")
    if there in (assigned.line.get(unit), assigned.posts.get(unit)):
        return sentence(f"{name} goes to {where} to bar a way the enemy could slip through")
    if planner.places.prizes >> there & 1:
        return sentence(f"{name} goes to {where}: that may decide the game")
    return sentence(f"{name} goes to {where} {_purpose(planner, unit, there)}")


def _purpose(planner: Planner, unit: int, there: int) -> str:
    goal, here = planner.aims.goal_of.get(unit), planner.s.at[unit]
    if planner.doctrine.standoff(planner.s, unit) and not planner.aims.bound(unit):
        return "to support the others from behind"
    if goal is not None and goal.kept and planner.places.corridors.get(there):
        return f"to stand in the enemy's way to {describe_place(planner.game, goal.centre)}"
    if here < 0:
        return f"on its way to {describe_place(planner.game, goal.centre)}" if goal is not None else "as a reserve"
    late = planner.aims.late
    if goal is not None and not goal.kept and late(unit, goal, there) < late(unit, goal, here):
        near = f"to come nearer to {describe_place(planner.game, goal.centre)}"
        return "to take it" if goal.hexes >> there & 1 else near
    if planner.places.danger(planner.s, unit, there) < planner.places.danger(planner.s, unit, here):
        return "to get out of danger"
    if planner.places.supplied >> there & 1 and not planner.places.supplied >> here & 1:
        return "to be in supply"
    return "to be near the enemy" if planner.places.chase[there] < planner.places.chase[here] else "as a reserve"
