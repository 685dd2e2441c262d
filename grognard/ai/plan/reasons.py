"""The reason for a move, as a sentence for players."""

from __future__ import annotations

from ..orders import describe_place, describe_units, expected_gain, sentence
from .planner import Assignment, Planner


def explain_move(planner: Planner, assigned: Assignment, unit: int, there: int) -> str:
    """Explain the move of a unit to a hex by the plan's assignment."""
    game = planner.game
    name = game.counters[unit].id
    if unit in planner.departing:
        return sentence(f"{name} leaves the map, like others in this phase: together they win")
    if there < 0:
        return sentence(f"{name} leaves the map for the box {game.place_name(there)}")
    where = describe_place(game, there)
    if assigned.garrisons.get(unit) == there:
        return sentence(
            f"{name} moves to {where} as a garrison: we must not lose this hex, and the enemy could reach it"
        )
    for planned in assigned.attacks:
        if planned.spots.get(unit) == there:
            others = [u for u in planned.spots if u != unit]
            along = f" together with {describe_units(game, others)}" if others else ""
            gain = expected_gain(planned.gain)
            target = describe_place(game, planned.target)
            return sentence(f"{name} moves to {where} to attack {target}{along}; {gain}")
    if assigned.posts.get(unit) == there:
        if planner.doctrine.has_last_move(planner.s, planner.side):
            return sentence(f"{name} moves to {where} to reduce the enemy's score; the enemy will not move again")
        if planner.doctrine.vital(planner.s, planner.side) >> there & 1:
            return sentence(f"{name} moves to {where} to strengthen the garrison: we must not lose this hex")
    if there in (assigned.line.get(unit), assigned.posts.get(unit)):
        return sentence(f"{name} moves to {where} to block a path that the enemy could break through")
    if planner.hex_values.prizes >> there & 1:
        return sentence(f"{name} moves to {where}: this may decide the game")
    return sentence(f"{name} moves to {where} {_purpose(planner, unit, there)}")


def _purpose(planner: Planner, unit: int, there: int) -> str:
    goal, here = planner.aims.goal_of.get(unit), planner.s.at[unit]
    if planner.doctrine.standoff(planner.s, unit) and not planner.aims.has_special_goal(unit):
        return "to support the others from the rear"
    if goal is not None and goal.kept and planner.hex_values.corridors.get(there):
        return f"to block the enemy's path to {describe_place(planner.game, goal.centre)}"
    if here < 0:
        return f"on its way to {describe_place(planner.game, goal.centre)}" if goal is not None else "as a reserve"
    delay = planner.aims.delay
    if goal is not None and not goal.kept and delay(unit, goal, there) < delay(unit, goal, here):
        closer = f"to get closer to {describe_place(planner.game, goal.centre)}"
        return "to take it" if goal.hexes >> there & 1 else closer
    if planner.hex_values.danger(planner.s, unit, there) < planner.hex_values.danger(planner.s, unit, here):
        return "to get out of danger"
    if planner.hex_values.supplied >> there & 1 and not planner.hex_values.supplied >> here & 1:
        return "to be in supply"
    distance = planner.hex_values.enemy_distance
    return "to get closer to the enemy" if distance[there] < distance[here] else "to stay in reserve"
