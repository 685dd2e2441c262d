"""Chapters 13.6 to 13.8: the dice, losses and advance of a combat."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.bounds import Bound
from ...engine.limits import Choice, Limit, Only, Reason
from ...engine.step import AnyStep, Die, Procedure, Prompt
from ...engine.verbs import Verb
from ...hexes import bits, of
from ...mechanics import advance
from ...mechanics.advance import Advances, Vacated
from ...mechanics.phasing import on_map
from ...mechanics.stacks import units_on
from . import fires, limits
from .fires import ATTACKER, DEFENDER
from .losses import Losses
from .state import OUT_OF_FLOOD, ReichState
from .support import Defence

if TYPE_CHECKING:
    from .game import ReichGame


def push(game: ReichGame, s: ReichState, last: type[AnyStep] = Advances) -> None:
    """Push the steps of a combat (13.7), the last of them first: advances (13.7.5), or the end of a Mobile Assault."""
    s.agenda.append((game.codes[last],))
    together = ((Suffered, DEFENDER), (Suffered, ATTACKER), (Volley, DEFENDER), (Volley, ATTACKER))
    in_turn = ((Suffered, DEFENDER), (Volley, ATTACKER), (Suffered, ATTACKER), (Volley, DEFENDER))
    for step, who in in_turn if fires.order(game, s) == "defender" else together:
        s.agenda.append((game.codes[step], who))
    s.agenda.append((game.codes[Defence],))


def side_of(s: ReichState, who: int) -> int:
    """The side that attacks or defends."""
    return s.phasing if who == ATTACKER else 1 - s.phasing


# -- fire ------------------------------------------------------------------------------------------


class Volley(Procedure["ReichGame", ReichState]):
    """A side fires if it has strength left (ruling 13.7.1d). Argument: attacker or defender."""

    name = "volley"
    args = ("number",)

    def run(self, s: ReichState) -> None:
        _, who = s.agenda.pop()
        game = self.game
        fire = fires.fire(game, s, who, in_turn=False)
        if fire.strengths[0]:
            self.push(s, Shot, who)
        elif fire.steps:
            side = game.side_names[game.sides[side_of(s, who)]]
            s.report("13.7.2", "{} does not fire: its strength is 0", side)


class Shot(Die["ReichGame", ReichState]):
    """The combat die of a side (13.7.3). Argument: attacker or defender."""

    name = "shot"
    args = ("number",)

    def prompt(self, s: ReichState) -> Prompt:
        _, who = s.agenda[-1]
        what = "attack" if who == ATTACKER else "defense"
        return Prompt(f"Roll the die of the {what}.", "13.7.3", s.target)

    def roller(self, s: ReichState) -> str:
        _, who = s.agenda[-1]
        return self.game.sides[side_of(s, who)]

    def do_roll(self, s: ReichState, roll: int) -> None:
        _, who = s.agenda.pop()
        game, table = self.game, self.game.tables.fire
        fire = fires.fire(game, s, who, in_turn=False)
        strength, column = fire.strengths[0], table.column(fire.strengths[0])
        assert column is not None, "a side without strength does not fire"
        s.rolled[who] = roll
        s.hits[who] = table.steps(strength, roll + fire.modifier)
        s.report(
            "13.7.3",
            "{} fires with {} on column {}, roll {} {:+d}: {}",
            game.side_names[game.sides[side_of(s, who)]],
            strength,
            table.heads[column],
            roll,
            fire.modifier,
            f"{s.hits[who]} step{'s' if s.hits[who] > 1 else ''}" if s.hits[who] else "no effect",
        )


class Suffered(Procedure["ReichGame", ReichState]):
    """A side loses the steps that the fire of the other side has hit (13.7.4). Argument: attacker or defender."""

    name = "suffered"
    args = ("number",)

    def run(self, s: ReichState) -> None:
        _, who = s.agenda.pop()
        s.ended[1 - who] = 1
        hits = s.hits[1 - who]
        if who == DEFENDER and hits in fires.ignored(self.game, s):
            s.report("3.2.E.4", "{} ignores the loss of {} step", self.game.names(fires.defenders(self.game, s)), hits)
        elif hits:
            self.push(s, Losses, side_of(s, who), hits)


# -- advance ---------------------------------------------------------------------------------------

Gone = Vacated["ReichGame", ReichState]


def out_of_flood(c: Gone, units: int) -> int:
    """Units that do not attack out of flooded hexes, but for the one that the 79th helps (13.9.D, 17.2.B)."""
    drowned = units_on(c.s.at, units, fires.flooded(c.game, c.s))
    if c.s.funnies == OUT_OF_FLOOD and c.s.helped >= 0:
        drowned &= ~(1 << c.s.helped)
    return units & ~drowned


def in_bounds(c: Gone, units: int) -> int:
    """Units that may enter the hex (10.7.1, 10.7.10, 16.2 and others)."""
    return of(u for u in bits(units) if limits.may_advance(c.game, c.s, u) >> c.target & 1)


def why_out_of_bounds(c: Gone, unit: int) -> Refusal:
    """The limit that keeps a unit out of the hex."""
    return limits.why_no_advance(c.game, c.s, unit, c.target)


class ChooseAdvance(advance.ChooseAdvance["ReichGame", ReichState]):
    """Choose an attacker to advance, all of them, or none (13.8)."""

    brief = aftermath = True
    choices: ClassVar[tuple[Choice[Gone], ...]] = (
        Choice(
            "advance",
            Only("13.8", advance.vacated, "the enemy is still in {c.there}"),
            Reason("13.8", on_map, "{it} is not on the map"),
            Limit("13.8", lambda c, units: units & c.attackers, "{it} did not take part in this attack"),
            Limit("13.8", lambda c, units: units & ~c.s.advanced, "{it} has already advanced"),
            Limit("13.8", in_bounds, why_out_of_bounds),
            Limit("13.9.D", out_of_flood, "{it} attacked out of a flooded hex and may not advance"),
            Limit("5.2", advance.with_room, "{it} would exceed the stacking limits in {c.there}"),
        ),
        Choice("advance-all", Only("5.2", advance.all_with_room, "not all units that may advance have room together")),
        Choice("pass"),
    )


STEPS: tuple[type[AnyStep], ...] = (Volley, Shot, Suffered, Advances, ChooseAdvance)
VERBS: dict[str, Verb] = advance.ALL
BOUNDS = {name: (Bound(0, 1),) for name in ("volley", "shot", "suffered")}
