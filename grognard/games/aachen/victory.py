"""Chapters 9 and 10: how a match is won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.contents import Scenario
from ...engine.game import Result
from ...hexes import bits
from . import command
from .control import controls
from .pieces import german_losses
from .state import UNKNOWN, AachenState
from .units import GERMAN, US

if TYPE_CHECKING:
    from .game import AachenGame

#: Why a match ended before its time.
CLEARED, BREAKTHROUGH = 1, 2


def check(game: AachenGame, s: AachenState) -> None:
    """Whether what has just happened ends the game at once (10.1, 10.4)."""
    clear, road = game.at_once[s.scenario_index]
    if clear:
        if not s.manned[GERMAN] & clear:
            _win(s, CLEARED)
            s.announce("10.1", "the three hexes are clear")
        return
    there = s.manned[GERMAN] & road
    if not there:
        return
    for h in bits(there):
        if command.in_command(game, s, s.pile[h] & game.roster.combat):
            _win(s, BREAKTHROUGH)
            s.announce("10.4", "a German unit in command has reached {} on the road of U.S. supply", game.hex_name(h))
            return


def hexes_at_once(game: AachenGame, scenario: Scenario) -> tuple[int, int]:
    """The hexes of a scenario that end the game: those to clear (10.1), and those that Germans may not reach (10.4)."""
    words, regions = scenario.words, game.board.regions
    if "clear" in words:
        return regions[words["clear"]["objectives"]].set, 0
    road = words["victory"].get("instant_victory")
    return 0, regions[road].set if road else 0


def _win(s: AachenState, reason: int) -> None:
    s.won = reason
    s.over = True


def points(game: AachenGame, s: AachenState) -> int:
    """The Victory Points of the US side by what is known of its plan (9).

    A hex controlled by both sides counts (ruling 9.controlj); of the Roer area one hex is enough (3.1.5).
    """
    words = game.scenario_of(s).words.get("victory", {})
    held = controls(s, US)
    board = game.board
    found = 0
    for region, worth in words.get("points", {}).items():
        found += int(worth) * (board.regions[region].set & held).bit_count()
    if words.get("plans"):
        found += sum(int(worth) for region, worth in plan_points(game, s).items() if board.regions[region].set & held)
    if words.get("losses"):
        found += game.tables.loss_victory_points(*german_losses(game, s))
    return found


def plan_points(game: AachenGame, s: AachenState) -> dict[str, int]:
    """The points of the first plan drawn that is not a dummy; none if no such plan is known (8.3)."""
    plans = list(game.tables.plans.values())
    for marker in s.plans:
        if marker != UNKNOWN and marker < len(plans):
            return dict(plans[marker])
    return {}


def result(game: AachenGame, s: AachenState) -> Result | None:
    """How the match ended."""
    if not s.over:
        return None
    words = game.scenario_of(s).words
    if "clear" in words:
        return _first_blood(s, words["clear"])
    if s.won == BREAKTHROUGH:
        return Result("german", "decisive", ("10.4: a German unit in command stands on the road of U.S. supply",))
    total = points(game, s)
    decisive = words["victory"].get("decisive")
    there = s.occupied[US] & game.board.regions[decisive].set if decisive else 0
    if there:
        why = f"10.2: a U.S. unit is in the Aachen city hex {game.place_name(next(bits(there)))}"
        return Result("us", "decisive", (why,), {"us": total})
    band = max((b for b in words["victory"]["bands"] if b["from"] <= total), key=lambda b: int(b["from"]))
    return Result(band["winner"], band["grade"], tuple(account(game, s, total)), {"us": total})


def account(game: AachenGame, s: AachenState, total: int) -> list[str]:
    """How the points came about, in words (9)."""
    words = game.scenario_of(s).words["victory"]
    out = [f"9: {total} Victory Points"]
    if words.get("plans"):
        names = list(game.tables.plans)
        plan = next((marker for marker in s.plans if marker < len(names)), -1)
        out.append(f"8.3: Victory Plan {names[plan]}" if plan >= 0 else "8.3: no Victory Plan was drawn")
    if words.get("losses"):
        infantry, afv = german_losses(game, s)
        worth = game.tables.loss_victory_points(infantry, afv)
        out.append(f"9: {worth} of them for German losses ({infantry} infantry-type and {afv} AFV points)")
    return out


def _first_blood(s: AachenState, words: dict[str, object]) -> Result:
    grades = words["grades"]
    assert isinstance(grades, list)
    if s.won != CLEARED:
        return Result("german", "poor", ("10.1: the three hexes were not cleared in five activations",))
    grade = next(g for g in grades if s.activations <= g["until"])
    winner = "german" if grade["grade"] == "poor" else "us"
    return Result(winner, grade["grade"], (f"10.1: cleared in activation {s.activations}",))
