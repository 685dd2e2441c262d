"""Chapters 7.5 and 7.5.1: declaring an attack, chits, and the die."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Action
from ...engine.limits import Case, Choice, Limit, Only, lazy
from ...engine.state import Seat
from ...engine.step import AnyStep, Chance, Procedure, Prompt
from ...hexes import bits
from ...mechanics.phasing import Phasing
from . import activation, command, displacement, drm, effectiveness, support
from .bonus import offer_bonus
from .drm import Fight
from .formations import disclose
from .luck import AachenDie
from .pieces import drop_improved
from .results import Results
from .state import HASTY, PREPARED, REGULAR, AachenState
from .strength import ratio_column, total

if TYPE_CHECKING:
    from .game import AachenGame

MODES = ("hasty", "regular", "prepared")

_CHECKED, _CHITS, _DIE, _DEFENDER, _ATTACKER, _HQS, _VICTORY = range(7)


def begin(game: AachenGame, s: AachenState, target: int) -> None:
    """The selected units declare an attack on a hex; nothing is spent before it is resolved."""
    s.origin, s.target = s.at[s.hand[0]], target
    s.attackers = sum(1 << u for u in s.hand)
    s.mode = HASTY
    _, hq = s.agenda[-1]
    s.agenda.append((game.codes[Declare], hq))


def clear(s: AachenState) -> None:
    """The combat is over, or was not begun: nothing of it is left."""
    s.origin = s.target = s.column = -1
    s.refuge = -1
    s.attackers = s.defenders = s.withheld = s.seen = s.failed = s.pending = s.choice = 0
    s.mode, s.modifier, s.die, s.owed = HASTY, 0, 0, 0
    s.chits, s.totals, s.hits, s.red = [-1, -1], [0, 0], [0, 0], [0, 0]
    s.wounds = [0] * len(s.wounds)


def attackable(game: AachenGame, s: AachenState, side: int, origin: int) -> int:
    """The hexes next to a hex with enemy combat units; an HQ alone is nobody to fight (ruling 7.5f)."""
    return game.board.grid.neighbours(1 << origin) & s.manned[1 - side] & game.area(s)


class Declaring(Case["AachenGame", AachenState]):
    """The attack being declared."""

    def __init__(self, game: AachenGame, s: AachenState) -> None:
        super().__init__(game, s)
        self.side = s.phasing
        self.purse = s.purse[s.phasing]

    @property
    def here(self) -> str:
        return self.game.place_name(self.s.origin)

    @lazy
    def winners(self) -> int:
        """The units that a bonus is for; without one every unit (7.5.3)."""
        below = self.s.agenda[-2]
        if self.game.steps[below[0]].name == "bonus":
            return sum(1 << u for u in below[2:5] if u >= 0)
        return self.s.on_map

    @lazy
    def able(self) -> int:
        """Undisrupted units of the hex that may act with those declared."""
        s, game = self.s, self.game
        found = s.pile[s.origin] & game.roster.combat & ~s.disrupted & self.winners
        formations = {game.formation_of(s, u) for u in bits(s.attackers)}
        return sum(1 << u for u in bits(found) if not formations or game.formation_of(s, u) in formations)

    @lazy
    def away(self) -> int:
        """Attackers out of command or isolated."""
        return self.s.attackers & ~command.in_command(self.game, self.s, self.s.attackers)

    def price(self, mode: int) -> int:
        return activation.price(self.game, self.away, MODES[mode])

    @lazy
    def supporters(self) -> int:
        """The units and the HQ that could support the attack as it is declared."""
        s = self.s
        fight = Fight(s.origin, s.target, s.attackers, 0, s.mode, self.side)
        return support.possible(self.game, s, fight, self.side)


def _modes(c: Declaring, modes: int) -> int:
    """Regular and Prepared Attacks are for units in command only (5.8.3)."""
    return modes & (1 << HASTY) if c.away else modes


def _affordable(c: Declaring, modes: int) -> int:
    return sum(1 << m for m in bits(modes) if c.price(m) <= c.purse)


def _payable(c: Declaring, units: int) -> int:
    """Units out of command raise the cost (5.8.3): those for which there are points enough."""
    if c.purse >= c.game.tables.out_of_command:
        return units
    return command.in_command(c.game, c.s, units & c.s.on_map)


class Declare(Phasing["AachenGame", AachenState]):
    """Choose the target, who attacks and how, then resolve; or give it up (7.5.1 A). Argument: the HQ that acts."""

    game: AachenGame
    name = "declare"
    args = ("unit",)
    case = Declaring
    choices: ClassVar[tuple[Choice[Declaring], ...]] = (
        Choice(
            "attack",
            Limit(
                "7.5",
                lambda c, hexes: hexes & attackable(c.game, c.s, c.side, c.s.origin),
                "no enemy combat unit is in {it}, next to {c.here}",
            ),
            Limit("7.5", lambda c, hexes: hexes & ~(1 << c.s.target), "{it} is the target already"),
        ),
        Choice(
            "with",
            Limit("7.5.1", lambda c, units: units & c.s.pile[c.s.origin], "{it} is not in {c.here}: one hex attacks"),
            Limit("7.5", lambda c, units: units & ~c.game.roster.hqs, "{it} is an HQ and takes no part in combat"),
            Limit("5.6.3", lambda c, units: units & ~c.s.disrupted, "{it} is disrupted: all it may do is refit"),
            Limit("7.5.3", lambda c, units: units & c.winners, "{it} took no part in the battle, or is not in command"),
            Limit("7.2", lambda c, units: units & c.able, "{it} is not of the formation that attacks"),
            Limit("5.8.3", _payable, "{it} is not in command: with it the attack costs more points than are left"),
            Limit("7.5.1", lambda c, units: units & ~c.s.attackers, "{it} attacks already"),
        ),
        Choice(
            "leave",
            Limit("7.5.1", lambda c, units: units & c.s.attackers, "{it} does not attack"),
            Only("7.5.1", lambda c: c.s.attackers & (c.s.attackers - 1), "somebody has to attack"),
        ),
        Choice(
            "mode",
            Limit("5.8.3", _modes, "units out of command make Hasty Attacks only"),
            Limit("7.1", _affordable, "a {it} attack costs more Action Points than are left"),
            Limit("7.5.1", lambda c, modes: modes & ~(1 << c.s.mode), "it is a {it} attack already"),
        ),
        Choice(
            "forgo",
            Limit("7.1", lambda c, units: units if c.s.mode != HASTY else 0, "nothing supports a Hasty Attack"),
            Limit("7.5.1.2", lambda c, units: units & c.supporters, "{it} cannot support this attack"),
            Limit("7.5.1.2", lambda c, units: units & ~c.s.withheld, "the attack does without {it} already"),
        ),
        Choice(
            "support",
            Limit("7.5.1.2", lambda c, units: units & c.s.withheld, "{it} is not left out of the support"),
        ),
        Choice("resolve", Only("7.1", lambda c: c.price(c.s.mode) <= c.purse, "too few Action Points are left")),
        Choice("pass"),
    )

    def prompt(self, s: AachenState) -> Prompt:
        c = Declaring(self.game, s)
        price = c.price(s.mode)
        mode = MODES[s.mode].capitalize()
        points = f"{price} of {c.purse} Action Points"
        return Prompt(
            f"{mode} Attack on {self.game.hex_name(s.target)} for {points}: resolve or change it, or pass to give up.",
            "7.5",
            s.target,
        )

    def do_attack(self, s: AachenState, h: int) -> None:
        s.target, s.withheld = h, 0

    def do_forgo(self, s: AachenState, unit: int) -> None:
        s.withheld |= 1 << unit

    def do_support(self, s: AachenState, unit: int) -> None:
        s.withheld &= ~(1 << unit)

    def do_with(self, s: AachenState, unit: int) -> None:
        s.attackers |= 1 << unit
        self._fit_mode(s)

    def do_leave(self, s: AachenState, unit: int) -> None:
        s.attackers &= ~(1 << unit)

    def do_mode(self, s: AachenState, mode: int) -> None:
        s.mode = mode

    def _fit_mode(self, s: AachenState) -> None:
        """With a unit out of command the attack is a Hasty one."""
        if Declaring(self.game, s).away:
            s.mode = HASTY

    def do_pass(self, s: AachenState, _: int) -> None:
        self.pop(s)
        clear(s)

    def do_resolve(self, s: AachenState, _: int) -> None:
        game = self.game
        c = Declaring(game, s)
        isolated = sum(1 << u for u in bits(s.attackers) if command.status(game, s, u) == command.ISOLATED)
        self.pop(s)
        activation.pay(game, s, c.price(s.mode))
        activation.take_part(game, s, s.attackers)
        drop_improved(s, s.origin, "a unit in it carries out an Action")
        s.hand = []
        self.push(s, Battle, _CHECKED)
        if isolated:
            effectiveness.check(game, s, s.phasing, isolated, effectiveness.ISOLATION)


class Battle(Procedure["AachenGame", AachenState]):
    """An attack from its first check to its bonus. Argument: what comes next."""

    game: AachenGame
    name = "battle"
    args = ("number",)

    def run(self, s: AachenState) -> None:
        game = self.game
        _, stage = s.agenda[-1]
        self.set_args(s, stage + 1)
        if stage == _CHECKED:
            self._after_checks(s)
        elif stage == _CHITS:
            self._reveal(s)
            defender = 1 - s.phasing
            if s.asks >> defender & 1 and support.possible(game, s, drm.fight_of(s), defender):
                self.push(s, support.Support, defender)
            self.push(s, DrawChit, 1)
            self.push(s, DrawChit, 0)
        elif stage == _DIE:
            self._compare(s)
        elif stage in (_DEFENDER, _ATTACKER):
            self.push(s, Results, 1 - s.phasing if stage == _DEFENDER else s.phasing, 0)
        elif stage == _HQS:
            for h, side in ((s.origin, s.phasing), (s.target, 1 - s.phasing)):  # the defender's goes first
                if s.occupied[side] & ~s.manned[side] & 1 << h:
                    for hq in bits(s.pile[h] & game.roster.hqs):
                        displacement.displace_hq(game, s, hq)
        else:
            self.pop(s)
            self._end(s)

    def _after_checks(self, s: AachenState) -> None:
        """Isolated units that failed take no part; their owner may call the attack off (5.8.4)."""
        checked, s.attackers, s.failed = s.failed, s.attackers & ~s.failed, 0
        isolated = any(command.status(self.game, s, u) == command.ISOLATED for u in bits(s.attackers))
        if not s.attackers:
            self.pop(s)
            clear(s)
        elif checked or isolated:
            self.push(s, CallOff)

    def _reveal(self, s: AachenState) -> None:
        """The attack is binding, and both sides see who fights (5.3.4, ruling 5.3.4f)."""
        game = self.game
        s.defenders = s.pile[s.target] & game.roster.combat
        s.seen |= s.attackers | s.defenders
        s.announce(
            "7.5.1",
            "{}: {} Attack on {} by {} against {}",
            game.side_names[game.sides[s.phasing]],
            MODES[s.mode].capitalize(),
            game.hex_name(s.target),
            game.names(s.attackers),
            game.names(s.defenders),
        )

    def _compare(self, s: AachenState) -> None:
        """Strengths, column and modifiers; left of the table it is 5/0 without a die or a check (ruling 7.5.1e)."""
        game = self.game
        s.totals = [
            total(game, s, s.attackers, s.chits[0], s.mode, s.origin),
            total(game, s, s.defenders, s.chits[1], -1, s.target),
        ]
        fight = drm.fight_of(s)
        disclose(game, s, drm.supporting(game, s, fight))
        s.column = min(ratio_column(game, s.target, *s.totals), game.tables.crt.width() - 1)
        found = drm.modifiers(game, s, fight)
        s.modifier = sum(m.amount for m in found)
        s.announce("7.5.1.1", "strength {} against {}", *s.totals)
        for m in found:
            s.announce(m.rule, "{}: {:+d}", m.what, m.amount)
        if s.column < 0:
            apply_result(game, s, game.tables.crt.beyond[0])
        else:
            self.push(s, CombatDie, 0, 0)

    def _end(self, s: AachenState) -> None:
        """The side with fewer hits wins, unless all of its units are gone (7.5.3)."""
        game = self.game
        attackers, defenders, hits, attacker = s.attackers, s.defenders, list(s.hits), s.phasing
        clear(s)
        if hits[0] < hits[1] and attackers:
            offer_bonus(game, s, attacker, attackers)
        elif hits[1] < hits[0] and defenders:
            offer_bonus(game, s, 1 - attacker, defenders)


class CallOff(Phasing["AachenGame", AachenState]):
    """Isolated attackers were checked: go through with the attack, or call it off without the points (5.8.4)."""

    game: AachenGame
    name = "call-off"
    choices = (Choice("resolve"), Choice("pass"))

    def prompt(self, s: AachenState) -> Prompt:
        return Prompt("The points are spent: resolve the attack, or call it off.", "5.8.4", s.target)

    def do_resolve(self, s: AachenState, _: int) -> None:
        self.pop(s)

    def do_pass(self, s: AachenState, _: int) -> None:
        self.pop(s)
        self.pop(s)
        clear(s)


class DrawChit(Chance["AachenGame", AachenState]):
    """A side draws its combat chit; the second comes from the eleven left (7.5.1.1). Argument: 0 for the attacker."""

    game: AachenGame
    name = "draw-chit"
    open_outcome = True
    args = ("number",)

    def outcomes(self, s: AachenState) -> list[tuple[Action, int]]:
        _, defends = s.agenda[-1]
        drawn = s.chits[0] if defends else -1
        return [(Action("chit", i), kind.count - (i == drawn)) for i, kind in enumerate(self.game.tables.chits)]

    def roller(self, s: AachenState) -> Seat:
        _, defends = s.agenda[-1]
        return self.game.sides[1 - s.phasing if defends else s.phasing]

    def prompt(self, s: AachenState) -> Prompt:
        _, defends = s.agenda[-1]
        who = "defender" if defends else "attacker"
        return Prompt(f"The {who} draws a combat chit.", "7.5.1.1", s.target)

    def do_chit(self, s: AachenState, chit: int) -> None:
        _, defends = s.agenda.pop()
        s.chits[defends] = chit
        kind = self.game.tables.chits[chit].kind
        s.announce("7.5.1.1", "the {} draws the chit {:+d}", "defender" if defends else "attacker", kind)


class CombatDie(AachenDie):
    """The attacker's die (7.5.1 D)."""

    game: AachenGame
    name = "combat-die"
    args = ("number", "number")

    def side(self, s: AachenState) -> int:
        return s.phasing

    def prompt(self, s: AachenState) -> Prompt:
        return Prompt("Roll the die for the attack.", "7.5.1", s.target)

    def may_improve(self, s: AachenState, roll: int) -> bool:
        crt = self.game.tables.crt
        return crt.result(s.column, self.faces + s.modifier) != crt.result(s.column, roll + s.modifier)

    def effect(self, s: AachenState, roll: int) -> None:
        self.pop(s)
        crt = self.game.tables.crt
        s.die = min(max(roll + s.modifier, 1), len(crt.rows))
        result = crt.result(s.column, s.die)
        s.announce("7.5.1", "a {} {:+d} is {}: {}", roll, s.modifier, s.die, result)
        apply_result(self.game, s, result)


def apply_result(game: AachenGame, s: AachenState, text: str) -> None:
    """Note the hits of both sides, and which are printed in red."""
    result = game.tables.results[text]
    s.hits = [result.attacker, result.defender]
    s.red = [int(result.attacker_red), int(result.defender_red)]
    if s.column < 0:
        s.announce("7.5.1", "the odds are below the table: {}", text)


__all__ = ["HASTY", "PREPARED", "REGULAR", "Declare", "attackable", "begin"]

STEPS: tuple[type[AnyStep], ...] = (Declare, Battle, CallOff, DrawChit, CombatDie)
