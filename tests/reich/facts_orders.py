"""Claims of Storming the Reich about standing orders, and of rules that stand between chapters."""

from __future__ import annotations

from tests.kit.facts import Claim

from .facts_plain import ALLIED
from .facts_plain import ReichFacts as F


def no_reaction_left(f: F) -> bool:
    """No counteroffensive can be declared any more, and none is going on whose reaction is still open."""
    may_come = not f.s.offensive and not f.s.declined and f.s.turn <= 11 <= f.s.turns
    return not may_come and (f.s.offensive != f.s.turn or f.s.shaef_used)


ORDERS = (
    Claim("8.5", "{it:unit} is marked out of supply until the next check", lambda f, it: f.marked(it, "oos")),
    Claim(
        "10.7.4",
        "units that have crossed the Rhine stop behind it, and make no Mobile Assault",
        lambda f: f.s.halted and f.s.locked < 0,
    ),
    Claim("10.7.12", "no Strategic Movement has failed: move, or undo", lambda f: f.frame[-1] != 2),
    Claim("17.5.3.A", "this order is in force already", lambda f: f.s.air_wish == f.arg),
    Claim("17.7.5.B", "this order is in force already", lambda f: f.s.shaef_wish == f.arg),
    Claim("17.7.5.A", "there is no SHAEF Reaction any more in this game", no_reaction_left),
    Claim(
        "17.5.3.A",
        "{it:hex} is not under Allied control",
        lambda f, it: not f.units(it, ALLIED) and not (f.has(f.s.allied, it) and f.has(f.game.in_play(f.s), it)),
    ),
    Claim("17.5.3.A", "{it:hex} is marked already", lambda f, it: f.has(f.s.flagged, it)),
    Claim("17.5.3.A", "{it:hex} is not marked", lambda f, it: not f.has(f.s.flagged, it)),
)
