"""The doctrine for Crossing the Line: what commanders know about formations, orders and goals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ...engine.doctrine import Doctrine, Role, Suggestion
from ...hexes import Costs
from . import opinions, postings, raiding, stacking
from .control import controls
from .drm import Fight
from .gains import gain_of, may_still_act, worth_of
from .openings import openings
from .state import AachenState
from .worths import Worths, force, goals, score

if TYPE_CHECKING:
    from .game import AachenGame

#: Steps in which a side spends Action Points.
_BUYING = frozenset({"act", "declare", "move"})
#: The share of the worth of a hex that its attacker has when the defender leaves it.
_TAKEN = 0.5
#: The share of the worth of its own hex that an attacker loses when it has to leave it, and where no enemy can take it.
_LEFT, _SAFE = 0.5, 0.05


class AachenDoctrine(Doctrine["AachenGame", AachenState]):
    """The U.S. side takes hexes for points, the German side holds them; every order costs Action Points."""

    stack_limit = 3
    strength_value = 0.5
    boldness = (1.2, 0.9)
    roles = {
        "act": Role.ACTIVATE,
        "stack": Role.GROUP,
        "mode": Role.MODE,
        "also": "",
        "leave": "",
        "forgo": "",
        "support": "",
        "place": Role.RETREAT,
        "decline": Role.END,
        "keep": Role.END,
        "stay": Role.END,
        "remove": Role.LOSE,
    }

    def __init__(self, game: AachenGame) -> None:
        super().__init__(game)
        self._worths: dict[tuple[object, ...], Worths] = {}
        self._fades: dict[int, list[float]] = {}
        #: the odds of attacks by all that they depend on
        self.odds: dict[tuple[object, ...], tuple[Mapping[str, int], int]] = {}
        #: the most dangerous raid by all that it depends on (10.4)
        self.dangers: dict[tuple[int, ...], tuple[float, raiding.Raid | None]] = {}

    # -- strength and ground -----------------------------------------------------------------

    def attack(self, s: AachenState, unit: int) -> float:
        return force(self.game, s, unit) if self.game.roster.combat >> unit & 1 else 0.0

    def defense(self, s: AachenState, unit: int) -> float:
        return self.attack(s, unit)

    def worth(self, s: AachenState, unit: int) -> float:
        return worth_of(self.game, s, unit) if self.game.roster.combat >> unit & 1 else 4.0

    def movement_costs(self, s: AachenState, unit: int) -> Costs:
        roster = self.game.roster
        return self.game.ground.steps[roster.mover[unit] or f"{self.game.sides[roster.side[unit]]} leg"].costs

    def speed(self, s: AachenState, unit: int) -> int:
        return 0 if s.disrupted >> unit & 1 else 2 * self.game.roster.movement[unit]

    def goals(self, s: AachenState, side: int) -> Mapping[int, float]:
        return goals(self.game, s, side)

    def held(self, s: AachenState, side: int) -> int:
        return controls(s, side)

    def zone(self, s: AachenState, side: int) -> int:
        return self.game.zone(s, side)

    def has_room(self, s: AachenState, unit: int, h: int) -> bool:
        return stacking.has_room(self.game, s, unit, h)

    def allowed_hexes(self, s: AachenState, unit: int) -> int:
        return ~self.game.closed_hexes(s, self.game.side_of[unit])

    def chances(
        self, s: AachenState, side: int, attack: float, defense: float, h: int, bonus: int
    ) -> Mapping[str, float]:
        return {}

    def score(self, s: AachenState) -> float:
        return score(self.game, s)

    # -- bought orders -----------------------------------------------------------------------

    def purse(self, s: AachenState) -> int | None:
        return s.purse[s.phasing] if self.game.step(s).name in _BUYING else None

    def price(self, s: AachenState, verb: str, arg: int) -> int:
        return postings.price(self.game, s, verb, arg)

    def selected(self, s: AachenState) -> Sequence[int]:
        return s.hand

    def worths(self, s: AachenState, side: int) -> Worths:
        """The map as a side values it; the same for all questions about one position."""
        key = (
            side,
            s.scenario_index,
            s.turn,
            tuple(s.at),
            tuple(s.lost),
            s.disrupted,
            s.us_flags,
            s.german_flags,
            s.improved,
            tuple(s.plans),
        )
        found = self._worths.get(key)
        if found is None:
            if len(self._worths) > 64:
                self._worths.clear()
            found = self._worths[key] = Worths(self.game, s, side, self._fades)
        return found

    def place_gain(self, s: AachenState, side: int, units: Sequence[int], hexes: int) -> Mapping[int, float]:
        return postings.place_gain(self.game, s, self.worths(s, side), units, hexes)

    def attack_gain(self, s: AachenState) -> float:
        side = s.phasing
        worths = self.worths(s, side)
        defenders = s.pile[s.target] & self.game.roster.combat
        fight = Fight(s.origin, s.target, s.attackers, defenders, s.mode, side)
        taken = worths.goals.get(s.target, 0.0) + _TAKEN * worths.pull(s.target)
        left = _LEFT if may_still_act(self.game, s, 1 - side) else _SAFE
        given = 0.5 + left * worths.goals.get(s.origin, 0.0)
        return gain_of(self, s, fight, taken, given)

    def suggestions(self, s: AachenState, side: int) -> Iterable[Suggestion]:
        return raiding.suggestions(self, s, side) if self.game.step(s).name == "act" else ()

    def known_win(self, s: AachenState, side: int) -> float:
        return raiding.win_chance(self, s, side)

    def risk(self, s: AachenState, side: int) -> float:
        return raiding.risk(self, s, side)

    def openings(self, s: AachenState, side: int, near: int) -> Sequence[AachenState]:
        return openings(self.game, s, side, near)

    def preference(self, s: AachenState, side: int, verb: str, arg: int) -> float | None:
        return opinions.opinion(self, s, side, verb, arg)
