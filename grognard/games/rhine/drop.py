"""Chapter 12: airdrops of the First Allied Airborne Army (12.2 to 12.4, 12.8).

The rules for a corps on the map are in :mod:`.airborne`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.limits import Choice, Limit, Only, Reason, Row, allowed_by
from ...engine.step import Procedure, Prompt
from ...hexes import bits, of
from ...mechanics.phasing import Phase
from ...mechanics.stacks import units_in
from . import supply
from .airborne import bound_in_corps, components, set_components
from .asides import LIFTED, MARKERS, NO_TOP, Asides
from .pieces import enter, place, steps_of
from .stacking import legal, load, refuse_stacking
from .state import AIRBORNE, ALLIED, GERMAN, LANDING, RhineState

if TYPE_CHECKING:
    from .game import RhineGame

#: The stacking value of a corps, which limits its components, in half divisions (12.9, ruling 12.2p).
_SIZE = 4


def of_nation(game: RhineGame, corps: int) -> int:
    """The units of a corps' nation: British for the 1st Corps, American for the 18th (12.2)."""
    return game.roster.groups["bc" if corps == game.corps1 else "us"]


def available(game: RhineGame, s: RhineState, corps: int) -> int:
    """Units that may be components of a corps: of its nation, in the box since the game turn began (12.2)."""
    units = s.boxed & game.roster.paratroops & of_nation(game, corps) & ~bound_in_corps(game, s)
    return units & units_in(s.at, AIRBORNE)


def steps_in(game: RhineGame, s: RhineState, units: int) -> int:
    return sum(steps_of(game, s, u) for u in bits(units))


def year_bit(game: RhineGame, s: RhineState) -> int:
    """The bit of the current year: there may be one airdrop turn in 1944 and one in 1945 (12.8)."""
    return 1 if game.tables.year(s.turn) == 1944 else 2


def eligible(game: RhineGame, s: RhineState) -> int:
    """The corps that may be dropped now."""
    if s.dropped & year_bit(game, s):
        return 0
    return of(c for c in (game.corps1, game.corps18) if s.at[c] == AIRBORNE and completes(game, s, c, 0))


def completes(game: RhineGame, s: RhineState, corps: int, made: int) -> bool:
    """Whether these units, with others of the box, can reach three steps within two divisions (12.2)."""
    if steps_in(game, s, made) >= game.tables.airborne_steps:
        return True
    return any(
        load(game, made | 1 << u) <= _SIZE and completes(game, s, corps, made | 1 << u)
        for u in bits(available(game, s, corps) & ~made)
    )


def landing(game: RhineGame, s: RhineState, h: int) -> int:
    """The corps with this drop hex."""
    return (1 << game.corps1 if s.land1 == h else 0) | (1 << game.corps18 if s.land18 == h else 0)


def prepared(game: RhineGame, s: RhineState) -> int:
    """The corps that have a drop hex."""
    return (1 << game.corps1 if s.land1 >= 0 else 0) | (1 << game.corps18 if s.land18 >= 0 else 0)


class AirbornePhase(Procedure["RhineGame", RhineState]):
    """The 1AAA Entry Phase; the Allied player is asked only if a corps may be dropped (12.8)."""

    name = "airborne-phase"

    def run(self, s: RhineState) -> None:
        self.pop(s)
        if eligible(self.game, s):
            self.push(s, AirborneEntry, -1)


# -- preparing a corps -----------------------------------------------------------------------


class Preparing(Phase["RhineGame", RhineState]):
    """The corps being prepared (or -1), and the corps that are ready to drop."""

    corps: int

    def __init__(self, game: RhineGame, s: RhineState, corps: int | None = None) -> None:
        super().__init__(game, s)
        _, given = s.agenda[-1]
        self.corps = given if corps is None else corps

    @property
    def name(self) -> str:
        return self.game.counters[self.corps].id

    @property
    def made(self) -> int:
        """The components chosen so far."""
        return components(self.game, self.s, self.corps)

    @property
    def ready(self) -> int:
        """The corps that have a drop hex."""
        return prepared(self.game, self.s)

    @property
    def ready_names(self) -> str:
        return self.game.names(self.ready)

    @property
    def enough(self) -> bool:
        return steps_in(self.game, self.s, self.made) >= self.game.tables.airborne_steps


def free(c: Preparing) -> bool:
    """Whether no corps is selected: corps are prepared one at a time (12.2)."""
    return c.corps < 0


def chosen(c: Preparing) -> bool:
    return c.corps >= 0


def first_of_the_year(c: Preparing) -> bool:
    return not c.s.dropped & year_bit(c.game, c.s)


def in_box(c: Preparing, units: int) -> int:
    return units & units_in(c.s.at, AIRBORNE)


def can_be_made(c: Preparing, units: int) -> int:
    """Corps with at least three steps of their nation in the box (12.2)."""
    return units & eligible(c.game, c.s)


def with_a_drop_hex(c: Preparing, units: int) -> int:
    return of(u for u in bits(units) if drop_hexes(Preparing(c.game, c.s, u)))


def boxed_in_time(c: Preparing, units: int) -> int:
    """Units that have been in the holding box since the game turn began (12.2)."""
    return units & available(c.game, c.s, c.corps)


def within_its_size(c: Preparing, units: int) -> int:
    """A corps has at most two divisions (ruling 12.2p)."""
    return of(u for u in bits(units) if load(c.game, c.made | 1 << u) <= _SIZE)


def leading_to_enough(c: Preparing, units: int) -> int:
    """Units with which the corps can still reach three steps (12.2)."""
    return of(u for u in bits(units) if completes(c.game, c.s, c.corps, c.made | 1 << u))


def dry(c: Preparing, hexes: int) -> int:
    """No corps is dropped into the flood of Turns 2 and 3 (10.18)."""
    return hexes & ~supply.frozen(c.game, c.s)


def in_full_sector(c: Preparing, hexes: int) -> int:
    """Until Antwerp is open, corps drop in the sector with full supply (12.3)."""
    return hexes & supply.full_sector(c.game, c.s)


def near_the_other(c: Preparing, hexes: int) -> int:
    """Two drop hexes are at most six hexes apart (12.3)."""
    other = c.s.land18 if c.corps == c.game.corps1 else c.s.land1
    return hexes & c.game.board.grid.within(other, c.game.tables.airborne_apart) if other >= 0 else hexes


def open_ground(c: Preparing, hexes: int) -> int:
    """A drop hex is clear terrain or a town (12.3)."""
    return hexes & open_country(c.game)


def open_country(game: RhineGame) -> int:
    """Clear terrain and towns."""
    return (game.board.terrain.get("clear", 0) | game.towns) & ~game.cities & ~game.ruhr & game.land


def with_room(c: Preparing, hexes: int) -> int:
    """Allied units may be in the drop hex, within the stacking limit and army groups (ruling 12.3j)."""
    game, s = c.game, c.s
    held = hexes & s.occupied[ALLIED]
    return hexes & ~of(h for h in bits(held) if not legal(game, s, s.pile[h] | landers(c, h), h))


def landers(c: Preparing, h: int) -> int:
    return 1 << c.corps | landing(c.game, c.s, h)


#: Hexes where a corps may be dropped.
GROUND: tuple[Row[Preparing], ...] = (
    Limit("12.3", lambda c, hexes: hexes & c.game.land, "{it} is sea"),
    Limit("10.18", dry, "{it} is flooded"),
    Limit("10.7", lambda c, hexes: hexes & ~c.game.hook, "no unit may enter {it}"),
    Limit("12.3", in_full_sector, "{it} is not in the sector with full supply"),
    Limit("12.3", near_the_other, "{it} is more than {c.game.tables.airborne_apart} hexes from the other drop hex"),
    Limit("12.3", open_ground, "{it} is neither clear terrain nor a town"),
    Limit("6.3", with_room, lambda c, h: refuse_stacking(c.game, c.s, h, landers(c, h))),
)


def drop_hexes(c: Preparing) -> int:
    """The hexes where a corps may be dropped. Enemy zones do not matter (7.7)."""
    return allowed_by(GROUND, c, c.game.land)


#: Other actions are allowed while no corps is selected or ready.
BETWEEN: tuple[Row[Preparing], ...] = (
    Only("12.2", free, "first choose the units and the drop hex of {c.name}"),
    Only(
        "12.3", lambda c: not c.ready, "nothing else may be done before the drop, as a corps is ready: {c.ready_names}"
    ),
)


class AirborneEntry(Asides):
    """Choosing the components and drop hexes of corps. Argument: the corps being prepared."""

    name = "airborne-entry"
    args = ("unit",)
    case = Preparing
    choices: ClassVar[tuple[Choice[Preparing], ...]] = (
        Choice(
            "select",
            Only("12.3", free, "first choose the units and the drop hex of {c.name}"),
            Limit("12.2", lambda c, units: units & c.game.roster.corps, "{it} is not an airborne corps"),
            Limit("12.3", lambda c, units: units & ~c.ready, "{it} already has a drop hex"),
            Only("12.8", first_of_the_year, "there has already been an airdrop turn this year"),
            Reason("12.5", in_box, "{it} is not in the holding box"),
            Limit(
                "12.2",
                can_be_made,
                "{it} needs three steps of units that have been in the holding box since the turn began",
            ),
            Limit("12.3", with_a_drop_hex, "there is no legal drop hex for {it}"),
        ),
        Choice("done", Only("12.3", free, "{c.name} has no drop hex yet")),
        Choice("lift", *BETWEEN, *LIFTED),
        Choice("supply", *BETWEEN, *MARKERS),
        Choice(
            "with",
            Only("12.2", chosen, "first choose a corps"),
            Reason(
                "12.2", lambda c, units: units & c.game.roster.paratroops, "{it} is not an airborne division or brigade"
            ),
            Reason(
                "12.2",
                lambda c, units: units & of_nation(c.game, c.corps),
                "{it} is not of the same nation as {c.name}",
            ),
            Reason("12.2", lambda c, units: units & ~bound_in_corps(c.game, c.s), "{it} is already part of {c.name}"),
            Limit("12.2", boxed_in_time, "{it} has not been in the holding box since the turn began"),
            Limit("12.2", within_its_size, "with {it} the corps would be larger than two divisions"),
            Limit("12.2", leading_to_enough, "with {it} the corps could not reach three steps"),
        ),
        Choice(
            "land",
            Only("12.2", chosen, "first choose a corps"),
            Only("12.2", lambda c: c.enough, "{c.name} does not have three steps yet"),
            *GROUND,
        ),
        Choice("top", *NO_TOP),
    )

    def prompt(self, s: RhineState) -> Prompt:
        c = Preparing(self.game, s)
        if c.corps < 0:
            if not c.ready:
                return Prompt("Choose a corps for an airdrop, or end the 1AAA Entry Phase.", "12.2")
            ready = f"Ready to drop: {c.ready_names}."
            return Prompt(f"{ready} Choose another corps, or end the 1AAA Entry Phase to carry out the drop.", "12.2")
        if c.enough:
            return Prompt(f"Choose the drop hex of {c.name}, or add a unit to it.", "12.3")
        return Prompt(f"Choose the units that make up {c.name}: at least three steps.", "12.2")

    def do_select(self, s: RhineState, corps: int) -> None:
        set_components(self.game, s, corps, 0)
        self.set_args(s, corps)

    def do_with(self, s: RhineState, unit: int) -> None:
        _, corps = s.agenda[-1]
        set_components(self.game, s, corps, components(self.game, s, corps) | 1 << unit)

    def do_land(self, s: RhineState, h: int) -> None:
        _, corps = s.agenda[-1]
        if corps == self.game.corps1:
            s.land1 = h
        else:
            s.land18 = h
        self.set_args(s, -1)

    def do_done(self, s: RhineState, _: int) -> None:
        game = self.game
        self.pop(s)
        corps = prepared(game, s)
        if not corps:
            return
        s.dropped |= 1 if game.tables.year(s.turn) == 1944 else 2
        s.aerial = 0  # the markers are removed at once (ruling 8.18l)
        s.no_air = True
        for unit in bits(corps):
            s.steps[unit] = 0  # ruling 12.8e
            place(game, s, unit, LANDING)
        self.push(s, Landings)


# -- the landing -----------------------------------------------------------------------------


class Landings(Procedure["RhineGame", RhineState]):
    """Land the corps, empty hexes first; in hexes with Germans fight until the battle is decided (12.4)."""

    name = "landings"

    def run(self, s: RhineState) -> None:
        game = self.game
        ends = [h for h in dict.fromkeys((s.land1, s.land18)) if h >= 0]
        ends.sort(key=lambda h: s.occupied[GERMAN] >> h & 1)
        if not ends:
            self.pop(s)
            s.target, s.attackers = -1, 0
            return
        h = ends[0]
        corps = sum(1 << c for c in bits(landing(game, s, h)) if s.at[c] == LANDING)
        if not corps:
            self._forget(s, h)
        elif s.occupied[GERMAN] >> h & 1:
            self._fight(s, h, corps)
        else:
            self._forget(s, h)
            for unit in bits(corps):
                s.report("12.3", "{} lands in {}", game.counters[unit].id, game.place_name(h))
                enter(game, s, unit, h)

    @staticmethod
    def _forget(s: RhineState, h: int) -> None:
        if s.land1 == h:
            s.land1 = -1
        if s.land18 == h:
            s.land18 = -1

    def _fight(self, s: RhineState, h: int, corps: int) -> None:
        from .results import resolve

        game = self.game
        s.target, s.attackers = h, corps
        s.bombers = s.short = False
        s.bombs = s.pending = 0
        s.report("12.4", "airdrop on {} by {}", game.place_name(h), game.names(corps))
        self.push(s, AfterDrop)
        resolve(game, s)


class AfterDrop(Procedure["RhineGame", RhineState]):
    """End a round of an airdrop battle; no unit advances, as the corps is already in the hex."""

    name = "after-drop"

    def run(self, s: RhineState) -> None:
        s.target = -1
        s.attackers = s.pending = s.advanced = 0
        self.pop(s)
