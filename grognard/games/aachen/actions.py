"""Chapter 7: the choice of an Action, and the Actions that need no steps of their own: Refit and Improved Defense."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Choice, Limit, Only, Row
from ...engine.step import AnyStep, Offer, Procedure, Prompt
from ...hexes import bits
from ...mechanics.phasing import Phasing
from . import activation, combat, control, displacement, effectiveness, moves, victory
from .activation import Acting, points_text
from .luck import give_marker
from .pieces import drop_improved, recover
from .relocation import Relocate
from .stacking import TOP, PutsInOrder, not_on_top
from .state import AachenState

if TYPE_CHECKING:
    from .game import AachenGame


def _hexes(c: Acting, units: int) -> int:
    """The hexes of some units on the map."""
    out, at, pile = 0, c.s.at, c.s.pile
    while units:
        unit = units.bit_length() - 1
        h = at[unit]
        units &= ~(pile[h] | 1 << unit)
        out |= 1 << h
    return out


def _stack(c: Acting, units: int) -> int:
    """Units in the hex of those selected, all of one formation (7.3.1)."""
    if not c.s.hand:
        return 0
    there = units & c.s.pile[c.s.at[c.s.hand[0]]]
    if not c.bonus:
        return there
    formation = c.game.formation_of(c.s, c.s.hand[0])
    return sum(1 << u for u in bits(there) if c.game.formation_of(c.s, u) == formation)


def _is_whole(c: Acting) -> bool:
    """Whether all units of a stack that are able are selected."""
    return bool(c.hand) and _stack(c, c.able) == c.hand


def _why_apart(c: Acting, unit: int) -> str | Refusal:
    name = c.game.counters[unit].id
    if c.s.pile[c.s.at[c.s.hand[0]]] >> unit & 1:
        return Refusal("7.5.3", f"{name} is of another formation than the selected units")
    return f"{name} is not in the hex of the selected units"


def _one_formation(c: Acting, hexes: int) -> int:
    """Hexes whose able units are all of one formation: each Action is that of one (ruling 7.5.3r)."""
    if not c.bonus:
        return hexes
    return sum(
        1 << h for h in bits(hexes) if len({c.game.formation_of(c.s, u) for u in bits(c.s.pile[h] & c.able)}) == 1
    )


def _alone(c: Acting) -> int:
    """The unit that is selected alone."""
    return c.hand if c.hand.bit_count() == 1 else 0


def _foreign(c: Acting, unit: int) -> str | Refusal:
    name = c.game.counters[unit].id
    if c.bonus:
        return Refusal("7.5.3", f"{name} took no part in the battle, or is not in command")
    return f"{name} does not belong to the {c.formation_name}"


#: Units that may be ordered to move or attack (6.3, 5.6.3, 5.8.3).
ORDERED: tuple[Row[Acting], ...] = (
    Limit("6.3", lambda c, units: units & c.mine, "{it} is an enemy unit"),
    Limit("3.3", lambda c, units: units & ~c.game.roster.hqs, "{it} is an HQ: all it may do is relocate"),
    Limit("7.2", lambda c, units: units & c.units, _foreign),
    Limit("5.6.3", lambda c, units: units & ~c.s.disrupted, "{it} is disrupted: all it may do is refit"),
    Limit(
        "5.8.3",
        lambda c, units: units & c.able,
        lambda c, unit: (
            f"{c.game.counters[unit].id} is not in command: its Actions cost {c.game.tables.out_of_command}"
            " points, more than are left"
        ),
    ),
)


def _refit_in_command(c: Acting, units: int) -> int:
    return units & c.in_command


def improvable(c: Acting) -> int:
    """Hexes whose combat units may all dig in together."""
    game, s, out = c.game, c.s, 0
    able = left = c.units & ~s.disrupted & c.in_command
    while left:
        unit = left.bit_length() - 1
        h = s.at[unit]
        units = s.pile[h] & game.roster.combat
        left &= ~(units | 1 << unit)
        if units & ~able or (c.bonus and len({game.formation_of(s, u) for u in bits(units)}) != 1):
            continue
        out |= 1 << h
    return out


def _why_not_improvable(c: Acting, h: int) -> str:
    units = c.s.pile[h] & c.game.roster.combat
    names = c.game.names
    if units & c.s.disrupted:
        return f"{names(units & c.s.disrupted)} is disrupted"
    if units & ~c.units:
        return f"{names(units & ~c.units)} does not belong to the {c.formation_name}, and a hex improves as a whole"
    if units & ~c.in_command:
        return f"{names(units & ~c.in_command)} is not in command"
    return f"{names(units)} are not of one formation, and a hex improves as a whole"


class Act(PutsInOrder, Phasing["AachenGame", AachenState]):
    """Select units and give them an order, or be done (7.1, 7.2). Argument: the HQ of the formation that acts."""

    game: AachenGame
    name = "act"
    args = ("unit",)
    case = Acting
    choices: ClassVar[tuple[Choice[Acting], ...]] = (
        Choice(
            "select",
            *ORDERED,
            Limit("7.2", lambda c, units: units & ~_alone(c), "{it} is selected already"),
        ),
        Choice(
            "stack",
            Limit("7.3.1", lambda c, hexes: hexes & _hexes(c, c.able), "no unit in {it} may be ordered now"),
            Limit(
                "7.3.1",
                lambda c, hexes: hexes & ~(1 << c.s.at[c.s.hand[0]] if _is_whole(c) else 0),
                "the units in {it} are selected already",
            ),
            Limit("7.5.3", _one_formation, "units of several formations are in {it}: choose those of one of them"),
        ),
        Choice(
            "also",
            *ORDERED,
            Only("7.3.1", lambda c: c.hand, "no unit is selected yet"),
            Limit("7.3.1", _stack, _why_apart),
            Limit("7.3.1", lambda c, units: units & ~c.hand, "{it} is selected already"),
        ),
        Choice(
            "move",
            Only("7.3", lambda c: c.hand, "no unit is selected"),
            Limit("7.3", lambda c, hexes: hexes & c.march.targets, lambda c, h: moves.why_out_of_reach(c.march, h)),
        ),
        Choice(
            "attack",
            Only("7.5.1", lambda c: c.hand, "no unit is selected"),
            Limit(
                "7.5",
                lambda c, hexes: hexes & combat.attackable(c.game, c.s, c.side, c.s.at[c.s.hand[0]]),
                "no enemy combat unit is in {it}, next to the selected units",
            ),
            Only("7.1", lambda c: c.purse >= c.price(c.hand, "hasty"), "too few Action Points are left to attack"),
        ),
        Choice(
            "relocate",
            Limit("7.4", lambda c, units: units & c.mine, "{it} is an enemy unit"),
            Limit("7.4", lambda c, units: units & c.game.roster.hqs, "{it} is not an HQ"),
            Only("7.5.3", lambda c: not c.bonus, "the bonus of a battle is for the units that fought"),
            Limit("7.2", lambda c, units: units & 1 << c.hq, "only the HQ of the {c.formation_name} can act now"),
            Only(
                "7.4",
                lambda c: c.purse >= c.game.roster.relocation[c.hq],
                "too few Action Points are left",
            ),
            Limit(
                "7.4",
                lambda c, units: units if displacement.destinations(c.game, c.s, c.hq) else 0,
                "no town, city or industrial hex is open to {it}",
            ),
        ),
        Choice("leave", Limit("7.3.1", lambda c, units: units & c.hand, "{it} is not selected")),
        Choice(
            "refit",
            Limit("6.3", lambda c, units: units & c.mine, "{it} is an enemy unit"),
            Limit("7.2", lambda c, units: units & c.units, _foreign),
            Limit("7.6", lambda c, units: units & c.s.disrupted, "{it} is not disrupted"),
            Limit("5.8.3", _refit_in_command, "{it} is not in command, so it may not refit"),
            Only(
                "7.6",
                lambda c: c.purse >= c.game.tables.costs["refit"],
                "no Action Points are left for a Refit Action",
            ),
        ),
        Choice(
            "improve",
            Limit("7.7", lambda c, hexes: hexes & _hexes(c, c.units), "no unit of yours that may act is in {it}"),
            Limit("7.7", lambda c, hexes: hexes & ~c.s.improved, "{it} has an Improved Defense already"),
            Limit("7.7", lambda c, hexes: hexes & improvable(c), _why_not_improvable),
            Only(
                "7.7",
                lambda c: c.purse >= c.game.tables.costs["improved_defense"],
                "no Action Points are left for an Improved Defense",
            ),
        ),
        TOP,
        Choice(
            "reroll",
            Only("5.2", lambda c: c.s.fresh and not c.bonus, "the die for Action Points can no longer be rolled again"),
            Only("5.2", lambda c: c.s.snafu == c.side, "the other side has the reroll marker"),
        ),
        Choice("decline", Only("7.5.3", lambda c: c.bonus, "only the bonus of a battle can be declined")),
        Choice("done", Only("7.5.3", lambda c: not c.bonus, "decline the bonus instead")),
    )

    def prompt(self, s: AachenState) -> Prompt:
        c = Acting(self.game, s)
        points = points_text(c.purse)
        if c.bonus:
            return Prompt(f"Battle won: {points} for one Action of the units that fought, or decline.", "7.5.3")
        if s.hand:
            names = self.game.listed(s.hand)
            return Prompt(f"{names}: {self._prices(c)}. The {c.formation_name} has {points}.", "7.2", s.at[s.hand[0]])
        return Prompt(f"The {c.formation_name} has {points}: select units, or finish the activation.", "7.2")

    def _prices(self, c: Acting) -> str:
        """The possible orders to the selected units, with their prices."""
        move, attack = c.price(c.hand, "movement"), c.price(c.hand, "hasty")
        orders = [f"move ({move})", f"attack (from {attack})"]
        if not c.hand & ~c.in_command:
            orders.append(f"improve the defense ({c.game.tables.costs['improved_defense']})")
        return f"{', '.join(orders[:-1])} or {orders[-1]}"

    # -- the offer, which is asked for more often than any other: the same as the rows say -------

    def offer(self, s: AachenState) -> Offer:
        c = Acting(self.game, s)
        out: Offer = {}
        self._offer_units(c, out)
        if c.hand:
            self._offer_orders(c, out)
        if not c.bonus and c.purse >= self.game.roster.relocation[c.hq]:
            out["relocate"] = 1 << c.hq & c.mine if displacement.destinations(self.game, s, c.hq) else 0
        out["leave"] = c.hand
        self._offer_recovery(c, out)
        out["top"] = not_on_top(s, c.mine)
        out["reroll"] = int(bool(s.fresh) and not c.bonus and s.snafu == c.side)
        out["decline" if c.bonus else "done"] = 1
        return {verb: args for verb, args in out.items() if args}

    def _offer_units(self, c: Acting, out: Offer) -> None:
        able = c.able & c.mine & ~self.game.roster.hqs
        stack = _stack(c, able) if c.hand else 0
        out["select"] = able & ~_alone(c)
        out["stack"] = _one_formation(c, _hexes(c, c.able) & ~(1 << c.s.at[c.s.hand[0]] if _is_whole(c) else 0))
        out["also"] = stack & ~c.hand

    def _offer_orders(self, c: Acting, out: Offer) -> None:
        out["move"] = c.march.targets
        if c.purse >= c.price(c.hand, "hasty"):
            out["attack"] = combat.attackable(c.game, c.s, c.side, c.march.here)

    def _offer_recovery(self, c: Acting, out: Offer) -> None:
        disrupted = c.units & c.mine & c.s.disrupted
        if disrupted and c.purse >= c.game.tables.costs["refit"]:
            out["refit"] = disrupted & c.in_command
        if c.purse >= c.game.tables.costs["improved_defense"]:
            out["improve"] = improvable(c) & ~c.s.improved

    # -- who acts ----------------------------------------------------------------------------

    def do_select(self, s: AachenState, unit: int) -> None:
        s.hand, s.fresh = [unit], 0

    def do_stack(self, s: AachenState, h: int) -> None:
        c = Acting(self.game, s)
        s.hand, s.fresh = list(bits(s.pile[h] & c.able)), 0

    def do_also(self, s: AachenState, unit: int) -> None:
        s.hand.append(unit)
        s.fresh = 0

    def do_leave(self, s: AachenState, unit: int) -> None:
        s.hand.remove(unit)
        s.fresh = 0

    def do_move(self, s: AachenState, h: int) -> None:
        self.pop(s)
        moves.begin(self.game, s, h)

    def do_attack(self, s: AachenState, h: int) -> None:
        combat.begin(self.game, s, h)
        del s.agenda[-2]

    def do_relocate(self, s: AachenState, hq: int) -> None:
        self.pop(s)
        self.push(s, Relocate, hq)

    # -- what they do ------------------------------------------------------------------------

    def do_refit(self, s: AachenState, unit: int) -> None:
        game = self.game
        self.pop(s)
        activation.pay(game, s, game.tables.costs["refit"])
        activation.take_part(game, s, 1 << unit)
        drop_improved(s, s.at[unit], "a unit in it carries out an Action")
        self.push(s, Refit, unit)
        effectiveness.check(game, s, s.phasing, 1 << unit, effectiveness.REFIT)

    def do_improve(self, s: AachenState, h: int) -> None:
        game = self.game
        self.pop(s)
        activation.pay(game, s, game.tables.costs["improved_defense"])
        activation.take_part(game, s, s.pile[h] & game.roster.combat)
        s.improved |= 1 << h
        s.announce("7.7", "{} is put into Improved Defense", game.hex_name(h))

    def do_reroll(self, s: AachenState, _: int) -> None:
        """The die for Action Points is rolled again: this happens before anything else is done (5.2)."""
        _, hq = s.agenda.pop()
        column, s.fresh = s.fresh, 0
        give_marker(self.game, s)
        _, _, reaction, _ = s.agenda[-1]
        s.agenda.append((self.game.codes[activation.ActionPointDie], hq, reaction, column, 0, 1))

    def do_decline(self, s: AachenState, _: int) -> None:
        self.pop(s)
        s.purse[s.phasing] -= 1

    def do_done(self, s: AachenState, _: int) -> None:
        self.pop(s)
        activation.finish(self.game, s)


class Refit(Procedure["AachenGame", AachenState]):
    """A unit whose check is passed is turned to its front side (7.6)."""

    name = "refit"
    args = ("unit",)

    def run(self, s: AachenState) -> None:
        _, unit = s.agenda.pop()
        if not s.failed:
            recover(self.game, s, unit, "7.6")
            control.update(self.game, s)
            victory.check(self.game, s)
        s.failed = 0


STEPS: tuple[type[AnyStep], ...] = (Act, Refit)
