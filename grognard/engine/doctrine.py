"""Doctrine: what commanders know of a game beyond its rules.

A game describes itself here: what its units can do and are worth, which hexes matter to which side, and what the
results of its combat table mean. Commanders know nothing else of a game; everything they do is made of this and of the
legal actions. All values are in points, the measure of :meth:`Doctrine.score`.

Six hooks are enough for a captain and come first: ``attack``, ``defense``, ``ground``, ``speed``, ``goals`` and
``chances``, with ``effects`` as the legend of ``chances``. All others have a default. They are grouped by what they are
about, and each begins with the lowest level that needs it; all higher levels need it too.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from ..hexes import Costs
from .state import WarState

if TYPE_CHECKING:
    from .game import AnyGame


class Zones(Protocol):
    """Zones of control of whole armies."""

    def of(self, hexes: int, /) -> int: ...


#: The game that a doctrine is about, and its state.
G = TypeVar("G", bound="AnyGame")
S = TypeVar("S", bound=WarState)


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
    "take",
    "go",
    "put",
    "strike",
    "join",
    "launch",
    "end",
    "let go",
    "propose",
    "lose",
    "flee",
    "follow",
    "order",
    "allot",
)
ROLES: Mapping[str, str] = {
    "select": TAKE,
    "move": GO,
    "enter": GO,
    "place": PUT,
    "attack": STRIKE,
    "probe": STRIKE,
    "with": JOIN,
    "resolve": LAUNCH,
    "done": END,
    "pass": END,
    "stop": LET_GO,
    "propose": PROPOSE,
    "lose": LOSE,
    "remove": LOSE,
    "to": FLEE,
    "advance": FOLLOW,
    "order": ORDER,
}
#: Every part a verb may have; the last, which no shared verb has, decides what units are able to do, such as supply.
ALL_ROLES = (*dict.fromkeys(ROLES.values()), ALLOT)


class Doctrine(Generic[G, S]):
    """Base of every game's doctrine. A game says at least the first six hooks."""

    #: Recruit: verbs with another part than in :data:`ROLES`, or game-specific verbs
    roles: ClassVar[Mapping[str, str]] = {}

    def __init__(self, game: G) -> None:
        self.game = game
        self.role_of: dict[str, str] = {**ROLES, **self.roles}
        #: what commanders have worked out of the game and keep for all its matches, by the type of the note
        self.notes: dict[type, object] = {}

    # -- the six: enough for a captain ---------------------------------------------------------

    def attack(self, s: S, unit: int) -> float:
        """Captain: what a unit adds to an attack."""
        raise NotImplementedError

    def defense(self, s: S, unit: int) -> float:
        """Captain: what a unit adds to a defence."""
        raise NotImplementedError

    def ground(self, s: S, unit: int) -> Costs:
        """Captain: the costs of steps for a unit."""
        raise NotImplementedError

    def speed(self, s: S, unit: int) -> int:
        """Captain: how much a unit can spend on its steps in a phase."""
        raise NotImplementedError

    def goals(self, s: S, side: int) -> Mapping[int, float]:
        """Captain: the hexes that matter to a side, to take or to keep, and their worth at this time."""
        raise NotImplementedError

    def chances(self, s: S, side: int, attack: float, defense: float, h: int, favour: int) -> Mapping[str, float]:
        """Captain: how likely each result is when a side attacks a hex with these strengths and this :meth:`favour`."""
        raise NotImplementedError

    #: Captain: what each result of :meth:`chances` does; a result without an entry does nothing
    effects: ClassVar[Mapping[str, Effect]] = {}

    # -- worth ---------------------------------------------------------------------------------

    def worth(self, s: S, unit: int) -> float:
        """Captain: what the loss of a unit costs its side."""
        return 0.5 * (self.attack(s, unit) + self.defense(s, unit))

    #: Captain: the share of a unit's worth that is lost when it stands out of supply
    unsupplied_loss: ClassVar[float] = 0.3
    #: Captain: how strong each side's mind is set on attack: what it sees in ground and in the enemy's losses, by side
    boldness: ClassVar[tuple[float, float]] = (1.0, 1.0)
    #: Captain: points for being one move nearer to the enemy, by side
    pursuit: ClassVar[tuple[float, float]] = (0.1, 0.1)

    def preference(self, s: S, side: int, verb: str, arg: int) -> float | None:
        """Captain: what experience says of an action, in points; None: nothing."""
        return None

    #: Colonel: points for a point of strength on the map in the worth of a position; 0 where only victory counts
    strength_weight: ClassVar[float] = 0.25
    #: Colonel: the share of what the enemy may take from units in danger that counts there; no more than their worth
    danger_weight: ClassVar[float] = 1.0

    def strength_key(self, s: S, side: int) -> tuple[Hashable, ...] | None:
        """Colonel, for speed: all that attack, defence and worth of a side's units depend on besides their places. The
        worth of a side is remembered under this key; without a key nothing is."""
        return None

    # -- ground --------------------------------------------------------------------------------

    def held(self, s: S, side: int) -> int:
        """Captain: the hexes a side holds. Goals among them are to be kept, the others to be taken."""
        return s.occupied[side]

    def zone(self, s: S, side: int) -> int:
        """Captain: the hexes in a side's zones of control, as the game's ``zones`` say."""
        return self._zones.of(s.occupied[side])

    @cached_property
    def _zones(self) -> Zones:
        found: Zones | None = getattr(self.game, "zones", None)
        if found is None:
            raise NotImplementedError(f"{self.game.id} has no zones, so its doctrine must say what a zone covers")
        return found

    #: Captain: whether a unit may leave a hex in an enemy zone by movement
    leaves_zones: ClassVar[bool] = True
    #: Captain: whether water separates hexes that touch each other, so that distances to goals lead around it
    water_separates: ClassVar[bool] = False
    #: Captain: how many units of ordinary size one hex holds
    stack: ClassVar[int] = 1

    def has_room(self, s: S, unit: int, h: int) -> bool:
        """Captain: whether a unit may stay in a hex with others of its side."""
        return True

    def speed_outside_zones(self, s: S, unit: int) -> int:
        """Captain: how much a unit can spend if it keeps out of all enemy zones, where that is more; else 0."""
        return 0

    def allowed_hexes(self, s: S, unit: int) -> int:
        """Captain: the hexes a unit may go to and attack, where the rules keep it out of others."""
        return -1

    def standoff(self, s: S, unit: int) -> int:
        """Captain: how many hexes away from the enemy a unit does its work, such as artillery; 0 for all others."""
        return 0

    def unit_goals(self, s: S, side: int) -> Mapping[int, Mapping[int, float]]:
        """Captain: units with goals of their own, which fight for nothing else."""
        return {}

    def supplied(self, s: S, side: int) -> int:
        """Captain: the hexes in which a side's units are in supply; all of them where there is no supply."""
        return -1

    def reserve(self, s: S, side: int) -> tuple[int, float]:
        """Captain: the hexes in which units of a side may arrive in its next turn, and their attack in all."""
        return 0, 0.0

    # -- combat --------------------------------------------------------------------------------

    def near(self, s: S, h: int) -> int:
        """Captain: the hexes from which a hex can be attacked."""
        return self.game.board.grid.neighbours(1 << h)

    #: Captain: whether everybody in contact must fight
    must_attack: ClassVar[bool] = False

    def fights_next(self, s: S) -> bool:
        """Captain: whether the side that moves now fights after it."""
        return True

    def favour(self, s: S, side: int, h: int, hexes: int) -> int:
        """Captain: by how much an attack of a side on a hex is better for coming out of these hexes: rivers, concentric
        attacks, support. In columns or points of the die, as :meth:`chances` takes it."""
        return 0

    def chances_key(self, s: S, side: int, h: int) -> Hashable:
        """Captain: what the chances depend on besides the strengths and the hex. Averages are kept under it."""
        return s.turn

    def remote_support(self, s: S, side: int, h: int) -> float:
        """Captain: what an attack on a hex may count on from afar: artillery, bombers, support points."""
        return 0.0

    #: Captain: how many attacks a phase can count on help from afar, by side
    remote_support_limit: ClassVar[tuple[int, int]] = (9, 9)

    # -- endgame -------------------------------------------------------------------------------

    def vital(self, s: S, side: int) -> int:
        """Captain: the hexes a side must not let the enemy into: with one of them it loses the game, or nearly."""
        return 0

    def enemy_exits(self, s: S, side: int) -> int:
        """Captain: the hexes from which the enemy of a side may leave the map and win."""
        return 0

    def own_exits(self, s: S, side: int) -> int:
        """Captain: the hexes over which a side may leave the map and win in its turn, this one or the next."""
        return self.enemy_exits(s, 1 - side)

    def score(self, s: S) -> float:
        """Colonel: how the game stands for the first side, in points, by the rules of victory."""
        return 0.0

    def has_last_move(self, s: S, side: int) -> bool:
        """Colonel: whether a side moves now and its enemy moves no more before the game is judged."""
        return False

    #: Colonel: points that a vital hex costs beyond the units in it and the ground, if it is stormed
    vital_loss: ClassVar[float] = 0.0

    def margin(self, s: S) -> float:
        """Tournaments: how well the first side did in a finished game, to compare games that the same side won."""
        return self.score(s)
