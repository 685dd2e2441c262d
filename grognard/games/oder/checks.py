"""Checks of positions: the invariants of the game, and errors in positions written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.bounds import FLAG, POINTS, Bound, Bounds
from ...hexes import bits
from ...mechanics.stacks import units_in
from .sequence import STAGES
from .state import OderState

if TYPE_CHECKING:
    from .game import OderGame


def bounds(game: OderGame) -> Bounds:
    """The bounds of the numbers in a position."""
    turns = max(scenario.turns for scenario in game.scenarios.values())
    return Bounds(
        fields={
            "turn": Bound(1, turns),
            "turns": Bound(1, turns),
            "order": Bound(0, 2, "5.3"),
            "due_turn": Bound(0, turns),
            "left": Bound(0, max(game.tables.movement.values()), "10.1"),
            "vp_german": POINTS,
            "vp_soviet": POINTS,
            "won": Bound(0, 2),
        },
        steps={
            "game-turn": (Bound(0, len(STAGES)),),
            "move": (FLAG,),
            "losses": (FLAG,),
            "lose": (FLAG,),
            "set-up": (Bound(0, len(game.placed_in) - 1),),
            "regroup-die": (Bound(1, 2, "9.1"), Bound(0, 6, "9.1")),
        },
    )


def position_errors(game: OderGame, s: OderState) -> list[str]:
    return [*_places(game, s), *_numbers(game, s), *_hand(game, s), *_combat(game, s)]


def _places(game: OderGame, s: OderState) -> list[str]:
    out = []
    for h in bits(s.occupied[0] & s.occupied[1]):
        out.append(f"units of both sides in {game.place_name(h)}: {game.names(units_in(s.at, h))} (6.0)")
    for u, h in enumerate(s.at):
        if h >= 0 and (game.sea >> h & 1 or not game.board.playable >> h & 1):
            out.append(f"{game.counters[u].id} is placed in the sea or off the map")
    return out


def _numbers(game: OderGame, s: OderState) -> list[str]:
    out = []
    if s.turn > s.turns:
        out.append(f"turn: {s.turn} is after the last Game Turn ({s.turns})")
    if s.agenda and game.steps[s.agenda[0][0]].name != "game-turn":
        out.append("the agenda does not begin with the Game Turn")
    if s.aerial >= 0 and (s.at[s.aerial] < 0 or game.side_of[s.aerial] != 0):
        out.append("aerial: the marker must be on a German unit on the map (8.3)")
    if s.naval >= 0 and not game.coast >> s.naval & 1:
        out.append(f"naval: {game.place_name(s.naval)} is not a coastal hex (5.4)")
    return out


def _hand(game: OderGame, s: OderState) -> list[str]:
    moving = bool(s.agenda) and game.steps[s.agenda[-1][0]].name == "move"
    if not s.hand and not moving:
        return []
    places = {s.at[u] for u in s.hand}
    wrong = len(places) != 1 or min(places) < 0 or len(s.left) != len(s.hand) or len(set(s.hand)) != len(s.hand)
    if wrong or any(game.side_of[u] != s.phasing for u in s.hand):
        return [
            "hand: the selected units must be in one hex and of the phasing side, each with its movement factors left"
        ]
    return []


def _combat(game: OderGame, s: OderState) -> list[str]:
    names = [game.steps[frame[0]].name for frame in s.agenda]
    fighting = any(n in ("declare", "combat-die", "aerial-answer", "lose", "losses", "retreats") for n in names)
    out = []
    if s.target < 0 and fighting:
        out.append("target: an attack has no target hex")
    if s.attackers & ~game.units_of[s.phasing]:
        out.append("attackers: a unit of the wrong side")
    before = s.target >= 0 and any(n in ("declare", "combat-die") for n in names)
    if before and any(not game.lines.next(1 << s.target) >> s.at[u] & 1 for u in bits(s.attackers) if s.at[u] >= 0):
        out.append("attackers: a unit that is not adjacent to the target")
    if before and not s.probe and not s.occupied[1 - s.phasing] >> s.target & 1:
        out.append("target: there is no enemy")
    if before and "combat-die" in names and not s.attackers:
        out.append("attackers: there are no attackers")
    if any(s.at[u] < 0 for u in bits(s.attackers | s.pending | s.advanced)):
        out.append("the current combat names a unit that is not on the map")
    for frame, name in zip(s.agenda, names, strict=True):
        if name in ("retreating", "retreat-step") and s.at[frame[1]] < 0:
            out.append(f"{name}: {game.counters[frame[1]].id} is not on the map")
        if name == "remove-overstack" and frame[1] not in s.at:
            out.append(f"{name}: there is no unit in {game.place_name(frame[1])}")
        if name == "arrivals" and frame[2] >= 0 and s.at[frame[2]] >= 0:
            out.append(f"{name}: {game.counters[frame[2]].id} is already on the map")
    return out
