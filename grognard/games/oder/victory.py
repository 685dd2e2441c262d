"""Chapter 4: sudden death and Victory Points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.game import Result
from ...engine.step import Procedure
from ...hexes import bits
from ...mechanics.stacks import units_in, units_on
from . import supply
from .state import GERMAN, SOVIET, OderState
from .units import controlled

if TYPE_CHECKING:
    from .game import OderGame


def german_sudden_death(game: OderGame, s: OderState) -> list[str]:
    """The reasons for German sudden death: two units in supply, not by air, on the east edge (4.1.1)."""
    kept = [
        game.counters[u].id
        for u in bits(units_on(s.at, game.units_of[GERMAN], game.edges["east"]))
        if supply.kind_of(game, s, u) not in (supply.NONE, supply.AERIAL)
    ]
    return [f"German units in supply on the east edge: {', '.join(kept)} (4.1.1)"] if len(kept) >= 2 else []


def soviet_conditions(game: OderGame, s: OderState) -> list[str]:
    """The conditions of 4.1.2 that hold."""
    out = []
    west = units_on(s.at, game.units_of[SOVIET], game.edges["west"])
    kept = [game.counters[u].id for u in bits(west) if supply.in_supply(game, s, u)]
    if len(kept) >= 2:
        out.append(f"Soviet units in supply on the west edge: {', '.join(kept)} (4.1.2a)")
    if _holds(game, s, 1 << game.koenigsberg):
        out.append("Königsberg is Soviet (4.1.2b)")
    if _holds(game, s, game.usir):
        out.append("a hex of the Upper Silesian Industrial Region is Soviet (4.1.2c)")
    return out


def _holds(game: OderGame, s: OderState, hexes: int) -> bool:
    """Whether the Soviets control one of the hexes; any units there must be in supply."""
    for h in bits(hexes & controlled(game, s, SOVIET)):
        units = units_in(s.at, h)
        if all(supply.in_supply(game, s, u) for u in bits(units)):
            return True
    return False


class SuddenDeath(Procedure["OderGame", OderState]):
    """Check for sudden death at the end of a Player Turn, for the side that may win (4.1, 5.1)."""

    name = "sudden-death"
    args = ("side",)

    def run(self, s: OderState) -> None:
        game = self.game
        _, side = s.agenda.pop()
        if side == GERMAN:
            won = bool(german_sudden_death(game, s))
        else:
            won = len(soviet_conditions(game, s)) >= 2
        if won:
            s.won = side + 1
            s.over = True
            s.report("4.1", "Sudden Death: the {} Player wins", game.side_names[game.sides[side]])


def result(game: OderGame, s: OderState) -> Result:
    """The result of the game, by sudden death (4.1) or by Victory Points (4.0, 4.2)."""
    score = {"german": s.vp_german, "soviet": s.vp_soviet}
    if s.won:
        side = s.won - 1
        reasons = german_sudden_death(game, s) if side == GERMAN else soviet_conditions(game, s)
        return Result(game.sides[side], "Sudden Death", tuple(reasons), score)
    points = f"German {s.vp_german}, Soviet {s.vp_soviet}"
    if s.vp_german < game.tables.german_least:
        why = f"{points}: the German Player needs at least {game.tables.german_least} (4.3)"
        return Result("soviet", "Victory Points", (why,), score)
    if 2 * s.vp_soviet == s.vp_german:
        return Result("", "Draw", (f"{points}: the Soviet Player has exactly half (4.3)",), score)
    winner = "soviet" if 2 * s.vp_soviet > s.vp_german else "german"
    half = "more" if winner == "soviet" else "less"
    return Result(winner, "Victory Points", (f"{points}: the Soviet Player has {half} than half (4.3)",), score)
