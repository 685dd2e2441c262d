"""The current combat as players see it before the dice: both fires, exact chances, and what each result does here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.reading import Effect, Note, Preview
from ...hexes import bits
from ...mechanics.fire import cleared, joint, named, result_name, side_fires
from . import duties, fires
from .fires import ATTACKER, DEFENDER
from .state import GERMAN, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: The steps of a combat before its last die.
_BEFORE = frozenset({"declare", "mobile-assault", "air-defence", "helped", "shot"})


def is_open(game: ReichGame, s: ReichState) -> bool:
    """Whether there is a combat whose dice are not all rolled."""
    return not s.over and s.target >= 0 and bool(s.attackers) and game.step(s).name in _BEFORE


def repulse(game: ReichGame, s: ReichState) -> int:
    """The steps that the attacker loses besides if the hex is not cleared (14.2.D)."""
    return 1 if s.mobile else 0


def preview(game: ReichGame, s: ReichState) -> Preview | None:
    """The fires of both sides."""
    if not is_open(game, s):
        return None
    table = game.tables.fire
    (ours, theirs), order = fires.fires(game, s), fires.order(game, s)
    chances = joint(table, ours, theirs, order, repulse=repulse(game, s))
    sides = game.sides[s.phasing], game.sides[1 - s.phasing]
    found = tuple(fires.modifiers(game, s, ATTACKER)), tuple(fires.modifiers(game, s, DEFENDER))
    column, sure = table.column(ours.strengths[0]), cleared(chances, theirs)
    about = f"{'Mobile Assault' if s.mobile else 'Attack'} on {game.place_name(s.target)}"
    whole = table.faces**2
    return Preview(
        title=f"{about}: {ours.strengths[0]} against {theirs.strengths[0]}",
        about=about,
        modifiers=found[ATTACKER],
        total=ours.modifier,
        line="",
        line_rule="13.7",
        column="" if column is None else table.heads[column],
        chances=named(table, chances),
        fires=side_fires(table, ours, theirs, order, sides=sides, modifiers=found),
        first=sides[DEFENDER] if order == "defender" else "",
        cleared=(int(sure * whole), whole),
    )


def effects(game: ReichGame, s: ReichState) -> tuple[Effect, ...]:
    """The effects of the results of the current combat: who is gone, who enters, who is repulsed."""
    if not is_open(game, s):
        return ()
    ours, theirs = fires.fires(game, s)
    chances = joint(game.tables.fire, ours, theirs, fires.order(game, s), repulse=repulse(game, s))
    found: dict[tuple[str, str, str], list[str]] = {}
    for own, lost in chances:
        what = _effect(game, s, gone=own == ours.steps, cleared=lost == theirs.steps)
        if what:
            found.setdefault(what, []).append(result_name(own, lost))
    return tuple(Effect(tuple(names), *what) for what, names in found.items())


def _effect(game: ReichGame, s: ReichState, *, gone: bool, cleared: bool) -> tuple[str, str, str] | None:
    """The effect of a result, the rule, and the side that it harms; nothing if some are left on both sides of a normal
    attack."""
    there = game.place_name(s.target)
    if gone:
        what = f"nobody is left, and {there} is empty" if cleared else "no attacker is left"
        return what, "13.7.4", "attacker"
    if cleared:
        if s.mobile:
            return f"{there} is cleared, and the attackers have to enter it", "14.2.C", "defender"
        return f"{there} is cleared, and attackers may advance", "13.8", "defender"
    if s.mobile:
        return f"{there} is not cleared: one of the attacker's steps is lost for that", "14.2.D", "attacker"
    return None


def reactions(game: ReichGame, s: ReichState) -> tuple[Note, ...]:
    """Additions that the enemy may still make to the current combat, and duties from it (6.6)."""
    if not is_open(game, s):
        return ()
    out = []
    if s.phasing == GERMAN and s.air > 0 and not s.air_now and game.step(s).name != "shot":
        out.append(Note("the Allies may add a Tactical Air unit: +1 to their die", "17.5.3"))
    if fires.ignored(game, s):
        out.append(Note("the lone airborne division ignores a loss of 1 step", "3.2.E.4"))
    if not s.mobile and game.step(s).name == "declare":
        left = duties.after(game, s, s.attackers, s.target)
        if left:
            names = ", ".join(game.place_name(h) for h in bits(left))
            out.append(Note(f"after this attack you still have to attack {names}", "6.6"))
    return tuple(out)
