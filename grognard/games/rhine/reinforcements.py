"""Chapter 9: the Reinforcement Phase.

Where units arrive is in :mod:`.arrivals`, replacements, returns and withdrawals are in :mod:`.replacements`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.action import Refusal
from ...engine.limits import Choice, Limit, Only, Reason, lazy
from ...engine.step import Prompt
from ...hexes import bits, of
from ...mechanics.phasing import Phase
from ...mechanics.stacks import units_in
from . import replacements, supply
from .airborne import bound_in_corps
from .area import entry
from .arrivals import arrivals, place_arrival, ports, with_entry
from .asides import LIFT, NO_TOP, SUPPLY, Asides
from .ground import distances
from .pieces import place
from .stacking import having_room, refuse_stacking
from .state import AIRBORNE, ALLIED, DUE, ELIMINATED, GERMAN, RHINE, RhineState

if TYPE_CHECKING:
    from .game import RhineGame


class Bringing(Phase["RhineGame", RhineState]):
    """The Reinforcement Phase of a side, and the unit being placed (or -1)."""

    def __init__(self, game: RhineGame, s: RhineState) -> None:
        super().__init__(game, s)
        _, self.unit = s.agenda[-1]

    @property
    def name(self) -> str:
        return self.game.counters[self.unit].id

    @property
    def rule(self) -> str:
        """The clause of the side's reinforcements."""
        return "9.4" if self.side == ALLIED else "9.1"

    @lazy
    def due(self) -> int:
        """Units of the side that are due, including those that had to wait."""
        return arrivals(self.game, self.s, self.side)

    @lazy
    def must(self) -> int:
        """Units that have to be placed and can be (9.1, 9.4)."""
        return with_entry(self.game, self.s, self.due)

    @lazy
    def may(self) -> int:
        """Airborne units that may enter from the holding box, and arriving ones, which may go into it (12.2)."""
        game, s = self.game, self.s
        if self.side == GERMAN:
            return 0
        units = game.roster.paratroops & ~bound_in_corps(game, s)
        return with_entry(game, s, units & units_in(s.at, AIRBORNE)) | self.due & game.roster.paratroops

    @property
    def airborne(self) -> bool:
        """Whether the selected unit is an airborne division or brigade."""
        return self.unit >= 0 and bool(self.game.roster.paratroops >> self.unit & 1)

    @lazy
    def ports(self) -> int:
        """The hexes where the unit arrives, whether there is room or not."""
        return ports(self.game, self.s, self.unit) if self.unit >= 0 else 0

    @lazy
    def entry(self) -> int:
        """The entry hexes of an Allied unit, whichever side holds them."""
        return entry(self.game, self.s, self.unit) if self.unit >= 0 else 0


def free(c: Bringing) -> bool:
    """Whether no unit is selected: units are placed one at a time (9.1, 9.4)."""
    return c.unit < 0


def why_first(c: Bringing, _: int) -> Refusal:
    return Refusal(c.rule, f"place {c.name} first")


def why_enemy(c: Bringing, unit: int) -> Refusal:
    return Refusal(c.rule, f"{c.game.counters[unit].id} is an enemy unit")


def why_placed(c: Bringing, unit: int) -> Refusal:
    return Refusal(c.rule, f"{c.game.counters[unit].id} is already on the map")


def why_later(c: Bringing, unit: int) -> Refusal:
    return Refusal(c.rule, f"{c.game.counters[unit].id} arrives on Turn {c.s.due_turn[unit]}")


def why_none(c: Bringing, _: int) -> Refusal:
    return Refusal(c.rule, "no unit has to be placed")


def why_held_back(c: Bringing, _: int) -> Refusal:
    return Refusal(c.rule, f"these units still have to be placed: {c.game.names(c.must)}")


def of_this_war(c: Bringing, units: int) -> int:
    """Units marked WR arrive only with Watch on the Rhine (9.2)."""
    return units if c.s.watch == RHINE else units & ~c.game.roster.codes["WR"]


def due_by_now(c: Bringing, units: int) -> int:
    waiting = units & units_in(c.s.at, DUE)
    return units & ~of(u for u in bits(waiting) if c.s.due_turn[u] > c.s.turn)


def not_in_a_corps(c: Bringing, units: int) -> int:
    """Units that make up a corps on the map may not be used otherwise (12.2)."""
    return units & ~(bound_in_corps(c.game, c.s) & units_in(c.s.at, AIRBORNE))


def arriving(c: Bringing, units: int) -> int:
    return units & (c.must | c.may)


def why_absent(c: Bringing, unit: int) -> Refusal:
    name, at = c.game.counters[unit].id, c.s.at[unit]
    if at == ELIMINATED:
        return Refusal(c.rule, f"{name} is in the dead pile")
    if at in (DUE, AIRBORNE):
        return Refusal(c.rule, f"there is no hex where {name} could arrive, so it waits")
    return Refusal(c.rule, f"{name} does not arrive now")


def dry(c: Bringing, hexes: int) -> int:
    """No unit is placed in the flood of Turns 2 and 3 (ruling 10.18aa)."""
    return hexes & ~supply.frozen(c.game, c.s)


def fed_wall(c: Bringing, hexes: int) -> int:
    """German units arrive in West Wall hexes only if they are in supply there (9.1)."""
    if c.side == ALLIED:
        return hexes
    return hexes & ~(supply.intact(c.game, c.s) & ~c.ports)


def sources_or_wall(c: Bringing, hexes: int) -> int:
    """Germans arrive at their sources and in the intact West Wall (9.1)."""
    if c.side == ALLIED:
        return hexes
    return hexes & (supply.sources(c.game, c.s, GERMAN) | supply.intact(c.game, c.s))


def own_entry(c: Bringing, hexes: int) -> int:
    """Allied units arrive at the edge hexes of their army group and code, later also in Antwerp (9.5)."""
    return hexes & c.entry if c.side == ALLIED else hexes


def why_elsewhere(c: Bringing, h: int) -> str:
    ends = ", ".join(c.game.place_name(x) for x in bits(c.entry))
    return f"{c.name} arrives at {ends}, not at {c.game.place_name(h)}"


def with_room(c: Bringing, hexes: int) -> int:
    """Stacking limits apply (9.1, 9.4)."""
    return having_room(c.game, c.s, hexes, 1 << c.unit) if hexes else 0


def waiting(game: RhineGame, s: RhineState, units: int) -> str:
    """Units that wait for an entry hex, with the reason."""
    full = of(u for u in bits(units) if ports(game, s, u))
    parts = (
        (full, "wait: every hex where they could arrive is full"),
        (units & ~full, "wait: no hex where they could arrive is open"),
    )
    return " ".join(f"{game.names(some)} {why}." for some, why in parts if some)


class Reinforce(Asides):
    """The Reinforcement Phase of a side. Argument: the unit being placed."""

    name = "reinforce"
    args = ("unit",)
    case = Bringing
    choices: ClassVar[tuple[Choice[Bringing], ...]] = (
        Choice(
            "place",
            Only("9.4", lambda c: c.unit >= 0, lambda c, _: Refusal(c.rule, "first choose a unit to place")),
            Reason("10.18", dry, "{it} is flooded"),
            Reason("9.1", sources_or_wall, "{it} is neither a German supply source nor in the intact West Wall"),
            Reason("9.1", fed_wall, "{it} is in the West Wall but not in supply"),
            Reason("9.5", own_entry, why_elsewhere),
            Limit("9.4", lambda c, hexes: hexes & c.ports, "{it} is held by the Germans and is not a supply source"),
            Limit("6.2", with_room, lambda c, h: refuse_stacking(c.game, c.s, h, 1 << c.unit)),
        ),
        Choice(
            "box",
            Only("12.2", lambda c: c.unit >= 0, "first choose a unit for the holding box"),
            Only("12.2", lambda c: c.airborne, "{c.name} is not an airborne division or brigade"),
            Only("12.2", lambda c: c.s.at[c.unit] == DUE, "{c.name} is already in the holding box"),
        ),
        Choice(
            "select",
            Only("9.4", free, why_first),
            Limit("9.4", lambda c, units: units & c.mine, why_enemy),
            Reason("12.8", lambda c, units: units & ~c.game.roster.corps, "{it} arrives only by airdrop"),
            Reason("9.4", lambda c, units: units & ~c.s.on_map, why_placed),
            Reason("9.2", of_this_war, "{it} arrives only if Watch on the Rhine is launched"),
            Reason("9.4", due_by_now, why_later),
            Reason("12.2", not_in_a_corps, "{it} is part of a corps on the map"),
            Limit("9.4", arriving, why_absent),
        ),
        Choice("propose", Only("9.4", free, why_first), Only("9.4", lambda c: c.must, why_none)),
        Choice("done", Only("9.4", free, why_first), Only("9.4", lambda c: not c.must, why_held_back)),
        Choice("replace", Only("9.4", free, why_first), *replacements.REPLACE),
        Choice("reclaim", Only("9.4", free, why_first), *replacements.RECLAIM),
        Choice("lift", Only("9.4", free, why_first), *LIFT),
        Choice("supply", Only("9.4", free, why_first), *SUPPLY),
        Choice("recall", Only("9.1", free, why_first), *replacements.RECALL),
        Choice("top", *NO_TOP),
    )

    def prompt(self, s: RhineState) -> Prompt:
        c = Bringing(self.game, s)
        if c.unit >= 0:
            return Prompt(f"Choose the hex where {c.name} arrives.", c.rule)
        if c.must:
            return Prompt("Choose a unit to place, or let the program place them all.", c.rule)
        placed = waiting(self.game, s, c.due) if c.due else "All reinforcements have been placed."
        if s.phasing == ALLIED:
            us, bc = (replacements.left(self.game, s, group) for group in ("us", "bc"))
            steps = f"U.S. and French {us}, Commonwealth {bc}"
            return Prompt(f"{placed} Take replacements (steps left: {steps}), or end the phase.", "9.6")
        return Prompt(f"{placed} End the phase when ready.", c.rule)

    def do_select(self, s: RhineState, unit: int) -> None:
        self.set_args(s, unit)

    def do_place(self, s: RhineState, h: int) -> None:
        _, unit = s.agenda[-1]
        place_arrival(self.game, s, unit, h)
        self.set_args(s, -1)

    def do_box(self, s: RhineState, _: int) -> None:
        game = self.game
        _, unit = s.agenda[-1]
        s.report("12.2", "{} goes into the holding box", game.counters[unit].id)
        place(game, s, unit, AIRBORNE)
        self.set_args(s, -1)

    def do_propose(self, s: RhineState, _: int) -> None:
        game = self.game
        far = distances(game.board, s.occupied[1 - s.phasing], game.ports)
        known: dict[tuple[str, str, int], int] = {}  # not updated while placing: good enough for a proposal
        for unit in bits(Bringing(game, s).must):
            key = (game.roster.group[unit], game.roster.code[unit], game.roster.us_or_f >> unit & 1)
            if key not in known:
                known[key] = ports(game, s, unit)
            hexes = having_room(game, s, known[key], 1 << unit)
            if hexes and s.at[unit] == DUE:
                # The arrival hex nearest to the enemy, those with the fewest friends first.
                place_arrival(game, s, unit, min(bits(hexes), key=lambda h: (s.pile[h].bit_count(), far.get(h, 0), h)))

    def do_done(self, s: RhineState, _: int) -> None:
        self.pop(s)

    def do_replace(self, s: RhineState, unit: int) -> None:
        replacements.replace(self.game, s, unit)

    def do_reclaim(self, s: RhineState, unit: int) -> None:
        replacements.reclaim(self.game, s, unit)

    def do_recall(self, s: RhineState, unit: int) -> None:
        replacements.recall(self.game, s, unit)
