"""Chapter 9: reinforcements, replacements and withdrawals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.action import Refusal
from ...engine.step import ONLY, Offer, Prompt, Step
from ...hexes import bits, of
from . import supply
from .airborne import bind, bound_in_corps
from .area import entry
from .asides import Asides
from .ground import distances
from .pieces import enter, place
from .stacking import rooms
from .state import AIRBORNE, ALLIED, DUE, ELIMINATED, GERMAN, REMOVED, RHINE, RhineState

if TYPE_CHECKING:
    from .game import RhineGame


def arrivals(game: RhineGame, s: RhineState, side: int) -> int:
    """Units on the track that are due, those that had to wait among them (rulings 9.1l, 9.4j).

    Those marked WR come only with Watch on the Rhine (9.2).
    """
    at, due, turn = s.at, s.due_turn, s.turn
    found = of(u for u in game.members_of[side] if at[u] == DUE and due[u] <= turn)
    return found if s.watch == RHINE else found & ~game.roster.codes["WR"]


def strength_to_come(game: RhineGame, s: RhineState, side: int) -> tuple[int, float]:
    """Where a side's next units may come on, and the attack factors of those that are due."""
    units, hexes, total = list(bits(arrivals(game, s, side))), 0, 0.0
    for u in units:
        total += max(game.roster.attack[u])
    for u in units[:1] if side == GERMAN else units:  # the Germans all come on in the same hexes
        hexes |= ports(game, s, u)
    return hexes, total


def entry_hexes(game: RhineGame, s: RhineState, unit: int) -> int:
    """Where a unit may be placed: functioning sources of its group, or for Germans the intact wall (9.1, 9.4)."""
    return rooms(game, s, ports(game, s, unit), 1 << unit)


def with_entry(game: RhineGame, s: RhineState, units: int) -> int:
    """Those of the units that have a hex to come on in; units of one kind have the same."""
    known: dict[tuple[str, str, str, int], bool] = {}
    out = 0
    for u in bits(units):
        key = (game.roster.group[u], game.roster.code[u], game.counters[u].size, game.roster.us_or_f >> u & 1)
        if key not in known:
            known[key] = bool(entry_hexes(game, s, u))
        if known[key]:
            out |= 1 << u
    return out


def ports(game: RhineGame, s: RhineState, unit: int) -> int:
    """The hexes where a unit comes on, whether there is room or not."""
    side = game.side_of[unit]
    if side == ALLIED:
        found = supply.sources(game, s, ALLIED) & entry(game, s, unit)
    else:
        wall = supply.intact(game, s) & supply.line_hexes(game, s, GERMAN)
        found = supply.sources(game, s, GERMAN) | wall
    return found & ~s.occupied[1 - side] & ~supply.frozen(game, s) & game.land & ~game.hook


def put_in(game: RhineGame, s: RhineState, unit: int, h: int) -> None:
    enter(game, s, unit, h)
    if game.side_of[unit] == ALLIED:
        bind(game, s, unit)
    rule = "9.4" if game.side_of[unit] == ALLIED else "9.1"
    s.tell(rule, "{} arrives in {}", game.counters[unit].id, game.place_name(h))


class Reinforce(Asides):
    """The Reinforcement Phase of a side. Argument: the unit in hand."""

    name = "reinforce"
    args = ("unit",)
    orders_stacks = False

    def seat(self, s: RhineState) -> str:
        return str(self.game.sides[s.phasing])

    def prompt(self, s: RhineState) -> Prompt:
        unit = s.agenda[-1][1]
        rule = "9.4" if s.phasing == ALLIED else "9.1"
        if unit >= 0:
            return Prompt(f"Choose the hex where {self.game.counters[unit].id} arrives.", rule)
        if self.must(s):
            return Prompt("Choose a unit to place, or let the program place all.", rule)
        if s.phasing == ALLIED:
            steps = f"U.S. and French {self._left(s, 'us')}, Commonwealth {self._left(s, 'bc')}"
            return Prompt(f"All arrivals stand: take replacements (steps left: {steps}), or end the phase.", "9.6")
        return Prompt("All arrivals stand: end the phase.", rule)

    def must(self, s: RhineState) -> int:
        """Units that have to be placed and can be."""
        game: RhineGame = self.game
        return with_entry(game, s, arrivals(game, s, s.phasing))

    def _may(self, s: RhineState) -> int:
        """Airborne units: those of the box that may come on, and arrivals, which may go into it (12.2)."""
        game: RhineGame = self.game
        if s.phasing == GERMAN:
            return 0
        units = game.roster.paratroops & ~bound_in_corps(game, s)
        boxed = with_entry(game, s, of(u for u in bits(units) if s.at[u] == AIRBORNE))
        return boxed | arrivals(game, s, ALLIED) & game.roster.paratroops

    def offer(self, s: RhineState) -> Offer:
        game: RhineGame = self.game
        unit = s.agenda[-1][1]
        if unit >= 0:
            out: Offer = {"place": entry_hexes(game, s, unit)}
            if game.roster.paratroops >> unit & 1 and s.at[unit] == DUE:
                out["box"] = ONLY
            return out
        must = self.must(s)
        out = {"select": must | self._may(s)}
        out["propose" if must else "done"] = ONLY
        if s.phasing == ALLIED:
            return {**out, "replace": self.replaceable(s), "reclaim": self.reclaimable(s), **self.aside_offer(s)}
        out["recall"] = self.recallable(s)
        return out

    def do_select(self, s: RhineState, unit: int) -> None:
        self.become(s, unit)

    def do_place(self, s: RhineState, h: int) -> None:
        put_in(self.game, s, s.agenda[-1][1], h)
        self.become(s, -1)

    def do_box(self, s: RhineState, _: int) -> None:
        game: RhineGame = self.game
        unit = s.agenda[-1][1]
        s.tell("12.2", "{} goes into the holding box", game.counters[unit].id)
        place(game, s, unit, AIRBORNE)
        self.become(s, -1)

    def do_propose(self, s: RhineState, _: int) -> None:
        game: RhineGame = self.game
        far = distances(game.board, s.occupied[1 - s.phasing])
        known: dict[tuple[str, str, int], int] = {}  # the first look is good enough for a proposal
        for unit in bits(self.must(s)):
            key = (game.roster.group[unit], game.roster.code[unit], game.roster.us_or_f >> unit & 1)
            if key not in known:
                known[key] = ports(game, s, unit)
            hexes = rooms(game, s, known[key], 1 << unit)
            if hexes and s.at[unit] == DUE:
                # The arrival hex nearest to the enemy, those with the fewest friends first.
                put_in(game, s, unit, min(bits(hexes), key=lambda h: (s.pile[h].bit_count(), far.get(h, 0), h)))

    def do_done(self, s: RhineState, _: int) -> None:
        self.pop(s)

    # -- Allied replacements (9.6 to 9.9) -----------------------------------------------------

    def _left(self, s: RhineState, group: str) -> int:
        rates = self.game.tables.replacements
        return int(rates["bc"] - s.used_bc if group == "bc" else rates["us"] - s.used_us)

    def _may_take(self, s: RhineState, unit: int, *, dead: bool) -> bool:
        """Whether a unit's nation has a step for it: in 1945 BC armor on the map only (9.8)."""
        game: RhineGame = self.game
        group = game.roster.group[unit]
        if self._left(s, group) <= 0 or s.rebuilt >> unit & 1:
            return False
        if group == "bc" and game.tables.year(s.turn) > 1944:
            return not dead and bool(game.roster.bc_armor >> unit & 1)
        return True

    def replaceable(self, s: RhineState) -> int:
        """Reduced divisions on the map in full overland supply (9.6)."""
        game: RhineGame = self.game
        reduced = [u for u in game.rebuildable if s.steps[u] == 1 and s.at[u] >= 0 and game.roster.steps[u] == 2]
        if not reduced:
            return 0
        good = supply.overland(game, s, ALLIED)
        return of(u for u in reduced if good >> s.at[u] & 1 and self._may_take(s, u, dead=False))

    def reclaimable(self, s: RhineState) -> int:
        """Divisions in the dead pile, and the Polish parachute brigade (rulings 9.6n, 9.9d)."""
        game: RhineGame = self.game
        return of(u for u in game.rebuildable if s.at[u] == ELIMINATED and self._may_take(s, u, dead=True))

    def _spend(self, s: RhineState, unit: int) -> None:
        if self.game.roster.group[unit] == "bc":
            s.used_bc += 1
        else:
            s.used_us += 1
        s.rebuilt |= 1 << unit

    def do_replace(self, s: RhineState, unit: int) -> None:
        s.tell("9.6", "{} is brought back to full strength", self.game.counters[unit].id)
        s.steps[unit] = 0
        self._spend(s, unit)

    def do_reclaim(self, s: RhineState, unit: int) -> None:
        game: RhineGame = self.game
        s.tell("9.6", "{} comes back from the dead pile", game.counters[unit].id)
        s.steps[unit] = 1 if game.roster.steps[unit] == 2 else 0
        s.due_turn[unit] = s.turn
        place(game, s, unit, DUE)
        self._spend(s, unit)

    # -- German returns (9.2) -----------------------------------------------------------------

    def recallable(self, s: RhineState) -> int:
        watch = self.game.tables.watch
        if s.watch != RHINE or s.turn != watch.turn + 1 or s.recalled >= watch.returned:
            return 0
        dead = sum(1 << u for u in bits(self.game.units_of[GERMAN]) if s.at[u] == ELIMINATED)
        return with_entry(self.game, s, dead)

    def do_recall(self, s: RhineState, unit: int) -> None:
        game: RhineGame = self.game
        s.tell("9.2", "{} comes back from the dead pile", game.counters[unit].id)
        s.steps[unit] = 0
        s.due_turn[unit] = s.turn
        s.recalled += 1
        place(game, s, unit, DUE)

    def refuse(self, s: RhineState, verb: str, arg: int) -> Refusal:
        from .refusals import refuse_reinforcement

        if verb in ("top", "lift", "supply") and s.agenda[-1][1] < 0:
            return self.refuse_aside(s, verb, arg)
        found = refuse_reinforcement(self, s, verb, arg)
        return found if found is not None else self.out_of_place(s, verb)


def withdrawable(game: RhineGame, s: RhineState) -> int:
    """German units that may be withdrawn: mobile, on the map, in supply (9.3)."""
    units = (game.roster.withdraw_divisions | game.roster.withdraw_brigades) & s.on_map
    return of(u for u in bits(units) if supply.kind_of(game, s, u) != supply.NONE)


def still_to_go(game: RhineGame, s: RhineState) -> tuple[int, int]:
    """How many divisions and brigades have still to be withdrawn."""
    watch = game.tables.watch
    divisions = watch.divisions - (s.withdrawn & game.roster.withdraw_divisions).bit_count()
    brigades = watch.brigades - (s.withdrawn & game.roster.withdraw_brigades).bit_count()
    return divisions, brigades


class Withdraw(Step):
    """Turn 9 after Watch on the Rhine: units leave for the east (9.3)."""

    name = "withdraw"

    def seat(self, s: RhineState) -> str:
        return str(self.game.sides[GERMAN])

    def prompt(self, s: RhineState) -> Prompt:
        divisions, brigades = still_to_go(self.game, s)
        return Prompt(f"Withdraw {divisions} mobile divisions and {brigades} brigades.", "9.3")

    def offer(self, s: RhineState) -> Offer:
        divisions, brigades = still_to_go(self.game, s)
        roster = self.game.roster
        out = (roster.withdraw_divisions if divisions else 0) | (roster.withdraw_brigades if brigades else 0)
        return {"withdraw": s.leaving & out}

    def do_withdraw(self, s: RhineState, unit: int) -> None:
        game: RhineGame = self.game
        s.tell("9.3", "{} is withdrawn", game.counters[unit].id)
        s.withdrawn |= 1 << unit
        s.leaving &= ~(1 << unit)
        place(game, s, unit, REMOVED)
        if not any(still_to_go(game, s)):
            s.leaving = 0
            self.pop(s)

    def refuse(self, s: RhineState, verb: str, arg: int) -> Refusal:
        if verb != "withdraw":
            return self.out_of_place(s, verb)
        game: RhineGame = self.game
        name = game.counters[arg].id
        mobile = game.roster.withdraw_divisions | game.roster.withdraw_brigades
        if not mobile >> arg & 1:
            return Refusal("9.3", f"{name} is no panzer, panzer grenadier or assault gun unit of the size asked for")
        if s.at[arg] < 0:
            return Refusal("9.3", f"{name} is not on the map")
        if not s.leaving >> arg & 1:
            return Refusal("9.3", f"{name} was not in supply when the withdrawal began")
        return Refusal("9.3", "enough units of this size have been withdrawn")


def begin_withdrawal(game: RhineGame, s: RhineState) -> None:
    """Who may go is judged once, for all are picked up together; who cannot send them all forfeits the game (9.3)."""
    from .victory import NO_WITHDRAWAL, win

    s.leaving = withdrawable(game, s)
    divisions, brigades = still_to_go(game, s)
    have = s.leaving & game.roster.withdraw_divisions, s.leaving & game.roster.withdraw_brigades
    if have[0].bit_count() < divisions or have[1].bit_count() < brigades:
        win(game, s, NO_WITHDRAWAL)
    else:
        s.agenda.append((game.codes[Withdraw],))
