"""Doctrine: what a commander must be told of a game beyond its rules.

A game describes itself here: what its units are worth, what they can do, which hexes matter to whom and how much,
and what the results of its combat table mean. Commanders know nothing else of a game; everything they do is made of
this and of the legal actions. All values are in points, the measure in which :meth:`Doctrine.score` is given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from ..hexes import Costs


class Effect(NamedTuple):
    """What a combat result does: the share of the attackers and of the defenders that is lost, how many single units
    they lose besides (of their owner's choice), and whether the defenders leave the hex. Who must leave and cannot is
    lost. ``storms``: an attacker who spares nobody may press on until the hex is his."""

    own: float = 0.0
    enemy: float = 0.0
    leaves: bool = False
    own_units: float = 0.0
    enemy_units: float = 0.0
    storms: bool = False


#: Words of the actions that every game shares, by what they are for.
TAKE, GO, PUT, STRIKE, JOIN, LAUNCH, END, LET_GO, PROPOSE, LOSE, FLEE, FOLLOW, ORDER, ALLOT = (
    "take", "go", "put", "strike", "join", "launch", "end", "let go", "propose", "lose", "flee", "follow",
    "order", "allot",
)  # fmt: skip
ROLES: Mapping[str, str] = {
    "select": TAKE, "move": GO, "enter": GO, "place": PUT, "attack": STRIKE, "probe": STRIKE, "with": JOIN,
    "resolve": LAUNCH, "done": END, "pass": END, "stop": LET_GO, "propose": PROPOSE, "lose": LOSE, "remove": LOSE,
    "to": FLEE, "advance": FOLLOW, "order": ORDER,
}  # fmt: skip
#: Every part a verb may have; the last, which no shared verb has, decides what units are able to do, such as supply.
PARTS = (*dict.fromkeys(ROLES.values()), ALLOT)


class Doctrine:
    """Base of every game's doctrine. A game says at least what its units and hexes are worth."""

    #: verbs with another part than in :data:`ROLES`, or verbs of the game's own
    roles: ClassVar[Mapping[str, str]] = {}
    #: results of the combat table
    effects: ClassVar[Mapping[str, Effect]] = {}
    #: whether everybody in contact must fight
    must_attack: ClassVar[bool] = False
    #: whether a unit may leave a hex in an enemy zone by movement
    leaves_zones: ClassVar[bool] = True
    #: whether water keeps hexes apart that touch each other: how far it is to a goal is then counted around it
    shores: ClassVar[bool] = False
    #: how many units of ordinary size one hex holds
    stack: ClassVar[int] = 1
    #: the share of a unit's worth that is lost when it stands out of supply
    hunger: ClassVar[float] = 0.3
    #: how many attacks a phase can count on help from afar, by side
    aids: ClassVar[tuple[int, int]] = (9, 9)
    #: how strong each side's mind is set on attack: what it sees in ground and in the enemy's losses, by side
    boldness: ClassVar[tuple[float, float]] = (1.0, 1.0)
    #: points for being one move nearer to the enemy, by side
    hunt: ClassVar[tuple[float, float]] = (0.1, 0.1)
    #: points for a point of strength on the map in what a position is worth; 0 where only victory counts
    force: ClassVar[float] = 0.25
    #: the share of what the enemy may take from units in danger that counts there; no more than they are worth there
    fear: ClassVar[float] = 1.0
    #: points that a vital hex costs beyond the units in it and the ground, if it is stormed
    ruin: ClassVar[float] = 0.0

    def __init__(self, game: Any) -> None:
        self.game = game
        self.role_of: dict[str, str] = {**ROLES, **self.roles}

    # -- forces ------------------------------------------------------------------------------

    def attack(self, s: Any, unit: int) -> float:
        """What a unit adds to an attack."""
        raise NotImplementedError

    def defense(self, s: Any, unit: int) -> float:
        """What a unit adds to a defence."""
        raise NotImplementedError

    def worth(self, s: Any, unit: int) -> float:
        """What the loss of a unit costs its side."""
        raise NotImplementedError

    def stamp(self, s: Any, side: int) -> tuple[Any, ...] | None:
        """Whatever attack, defence and worth of a side's units depend on beside their places. What a side is worth is
        remembered under it; nothing is if it cannot be told."""
        return None

    def ground(self, s: Any, unit: int) -> Costs:
        """What steps cost a unit."""
        raise NotImplementedError

    def speed(self, s: Any, unit: int) -> int:
        """How much it can spend on its steps in a phase."""
        raise NotImplementedError

    def aid(self, s: Any, side: int, h: int) -> float:
        """What an attack on a hex may count on from afar: artillery, bombers, support points."""
        return 0.0

    def reserve(self, s: Any, side: int) -> tuple[int, float]:
        """The hexes in which units of a side may come on in its next turn, and how strong all of them attack."""
        return 0, 0.0

    def far(self, s: Any, unit: int) -> int:
        """How much it can spend if it keeps out of enemy zones altogether, where that is more; else nothing."""
        return 0

    def bounds(self, s: Any, unit: int) -> int:
        """The hexes a unit may go to and attack, where the rules keep it out of others."""
        return -1

    def standoff(self, s: Any, unit: int) -> int:
        """How many hexes away from the enemy a unit does its work, such as artillery; 0 for all others."""
        return 0

    def room(self, s: Any, unit: int, h: int) -> bool:
        """Whether a unit may stay in a hex where others of its side stand."""
        return True

    # -- aims --------------------------------------------------------------------------------

    def goals(self, s: Any, side: int) -> Mapping[int, float]:
        """The hexes that matter to a side, whether it must take or keep them, and their worth at this time."""
        raise NotImplementedError

    def duties(self, s: Any, side: int) -> Mapping[int, Mapping[int, float]]:
        """Units with goals of their own."""
        return {}

    def held(self, s: Any, side: int) -> int:
        """The hexes a side holds: goals among them are to be kept, others to be taken."""
        raise NotImplementedError

    def vital(self, s: Any, side: int) -> int:
        """The hexes a side must not let the enemy into: with one of them it loses the game, or nearly."""
        return 0

    def doors(self, s: Any, side: int) -> int:
        """The hexes from which the enemy of a side may leave the map and win."""
        return 0

    def leaving(self, s: Any, side: int) -> int:
        """The hexes over which a side may leave the map and win in its turn, if this is its turn or before it."""
        return self.doors(s, 1 - side)

    def score(self, s: Any) -> float:
        """How the game stands for the first side, in points, by the rules of victory."""
        raise NotImplementedError

    def margin(self, s: Any) -> float:
        """The same when the game is over, to compare games that the same side won."""
        return self.score(s)

    def supplied(self, s: Any, side: int) -> int:
        """The hexes in which a side's units are in supply; all of them where there is no supply."""
        return -1

    def fights_next(self, s: Any) -> bool:
        """Whether the side that moves now fights after it."""
        return True

    def last(self, s: Any, side: int) -> bool:
        """Whether the enemy of a side, which moves now, moves no more before the game is judged."""
        return False

    def likes(self, s: Any, side: int, verb: str, arg: int) -> float | None:
        """What is to be said of an action from experience, in points; None: nothing."""
        return None

    # -- combat ------------------------------------------------------------------------------

    def zone(self, s: Any, side: int) -> int:
        """The hexes that a side's zones of control cover: those of the game's ``zones``."""
        return int(self.game.zones.of(s.occupied[side]))

    def near(self, s: Any, h: int) -> int:
        """The hexes from which a hex can be attacked."""
        raise NotImplementedError

    def table(self, s: Any, side: int, h: int) -> Any:
        """What the chances depend on besides the strengths and the hex."""
        return s.turn

    def favour(self, s: Any, side: int, h: int, hexes: int) -> int:
        """By how much an attack of a side on a hex is better for coming out of these hexes: rivers, concentric attacks,
        support. In columns or points of the die, as :meth:`chances` takes it."""
        return 0

    def chances(self, s: Any, side: int, attack: float, defense: float, h: int, favour: int) -> Mapping[str, float]:
        """How likely each result is when a side attacks a hex with these strengths, and so much :meth:`favour`."""
        raise NotImplementedError
