"""Doctrine: what commanders know about a game beyond its rules.

A game's doctrine describes the strength and the worth of its units, the hexes that matter to each side, and the effect
of each result of the combat table. Commanders use the doctrine and the legal actions, and nothing else. All values are
in points, the unit of :meth:`Doctrine.score`.

Six hooks come first and are enough for a captain: ``attack``, ``defense``, ``movement_costs``, ``speed``, ``goals`` and
``chances``; ``effects`` explains the results that ``chances`` names. All other hooks have a default. They are grouped
by topic. Each docstring begins with the lowest level that needs the hook; all higher levels need it as well.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from ..hexes import Costs
from .action import Action
from .state import WarState

if TYPE_CHECKING:
    from .game import AnyGame


class Zones(Protocol):
    """Zones of control of a whole army."""

    def of(self, hexes: int, /) -> int: ...


#: The game that a doctrine describes, and its state.
G = TypeVar("G", bound="AnyGame")
S = TypeVar("S", bound=WarState)


class Effect(NamedTuple):
    """The effect of a combat result: shares of the strength lost, units or steps lost, and whether defenders leave."""

    #: the share that the attacker loses
    own: float = 0.0
    #: the share that the defender loses
    enemy: float = 0.0
    #: whether the defenders leave the hex; defenders who have to leave and cannot are lost
    leaves: bool = False
    #: single units that the attacker loses as well, of its own choice
    own_units: float = 0.0
    #: single units that the defender loses as well, of its own choice
    enemy_units: float = 0.0
    #: whether an attacker who accepts the losses may continue until the hex falls
    storms: bool = False
    #: steps that the attacker loses; the hex is cleared if the defender loses all of its steps
    own_steps: float = 0.0
    #: steps that the defender loses
    enemy_steps: float = 0.0


class Suggestion(NamedTuple):
    """An order that a game recommends: its actions, its points alone and with all that has to follow, its average gain,
    and the hex it is about."""

    actions: tuple[Action, ...]
    price: int
    total: int
    gain: float
    hex: int = -1


class Aim(NamedTuple):
    """A condition of victory: a number of units in some hexes, or leaving the map from them."""

    hexes: int
    #: the units still needed; 0 if the aim is met as long as those that are there stay
    units: int = 1
    #: whether the units have to leave the map from there
    leaves: bool = False
    #: whether they have to be there still after the enemy's turn, in supply
    held: bool = False


class Drop(NamedTuple):
    """An airdrop: its units with their hexes, and the position after it if all enemies there are destroyed."""

    spots: tuple[tuple[int, int], ...]
    #: by hex: the chances that the enemies there are destroyed, and that they leave it
    chances: Mapping[int, tuple[float, float]]
    after: WarState
    #: by unit: the units it is made up of
    parts: Mapping[int, int] = {}


class Role(StrEnum):
    """The purpose of a verb, so that commanders can use verbs of any game."""

    SELECT = "select"
    MOVE = "move"
    PLACE = "place"
    ATTACK = "attack"
    JOIN = "join"
    RESOLVE = "resolve"
    END = "end"
    DESELECT = "deselect"
    PROPOSE = "propose"
    LOSE = "lose"
    RETREAT = "retreat"
    ADVANCE = "advance"
    #: choose between movement first and combat first
    ORDER = "order"
    #: decide what units are able to do, such as which sector is supplied; no shared verb has this role
    ASSIGN = "assign"
    #: select all units of a hex that may act together
    GROUP = "group"
    #: choose how an attack is made
    MODE = "mode"
    #: begin to spend points for orders
    ACTIVATE = "activate"


#: The roles of the verbs that games share.
ROLES: Mapping[str, Role] = {
    "select": Role.SELECT,
    "move": Role.MOVE,
    "enter": Role.MOVE,
    "place": Role.PLACE,
    "attack": Role.ATTACK,
    "probe": Role.ATTACK,
    "with": Role.JOIN,
    "resolve": Role.RESOLVE,
    "done": Role.END,
    "pass": Role.END,
    "stop": Role.DESELECT,
    "propose": Role.PROPOSE,
    "lose": Role.LOSE,
    "remove": Role.LOSE,
    "to": Role.RETREAT,
    "advance": Role.ADVANCE,
    "order": Role.ORDER,
}


class Doctrine(Generic[G, S]):
    """Base of all doctrines. A game's doctrine implements at least the first six hooks."""

    #: Recruit: roles of game-specific verbs, and of verbs whose role differs from :data:`ROLES`; "" for none
    roles: ClassVar[Mapping[str, str]] = {}

    def __init__(self, game: G) -> None:
        self.game = game
        self.role_of: dict[str, str] = {**ROLES, **self.roles}
        #: results that commanders compute once and share between all matches of the game, by the type of the result
        self.cache: dict[type, object] = {}

    # -- the six hooks that a captain needs ----------------------------------------------------

    def attack(self, s: S, unit: int) -> float:
        """Captain: the strength that a unit adds to an attack."""
        raise NotImplementedError

    def defense(self, s: S, unit: int) -> float:
        """Captain: the strength that a unit adds to a defence."""
        raise NotImplementedError

    def movement_costs(self, s: S, unit: int) -> Costs:
        """Captain: the cost of each step for a unit."""
        raise NotImplementedError

    def speed(self, s: S, unit: int) -> int:
        """Captain: how much a unit can spend on its steps in a phase."""
        raise NotImplementedError

    def goals(self, s: S, side: int) -> Mapping[int, float]:
        """Captain: the hexes that a side should take or keep, with their present worth."""
        raise NotImplementedError

    def chances(self, s: S, side: int, attack: float, defense: float, h: int, bonus: int) -> Mapping[str, float]:
        """Captain: the probability of each result if a side attacks a hex; ``bonus`` is the :meth:`attack_bonus`."""
        raise NotImplementedError

    #: Captain: the effect of each result of :meth:`chances`; a result that is missing here has no effect
    effects: ClassVar[Mapping[str, Effect]] = {}

    # -- worth ---------------------------------------------------------------------------------

    def worth(self, s: S, unit: int) -> float:
        """Captain: what the loss of a unit costs its side."""
        return 0.5 * (self.attack(s, unit) + self.defense(s, unit))

    def steps(self, s: S, unit: int) -> int:
        """Captain: the steps that a unit can lose before it is gone; they count where :attr:`effects` have steps."""
        return 1

    #: Captain: the share of its worth that a unit loses while it is out of supply
    supply_penalty: ClassVar[float] = 0.3
    #: Captain: how much each side values ground and enemy losses when it weighs an attack, by side
    boldness: ClassVar[tuple[float, float]] = (1.0, 1.0)
    #: Captain: points for being one move nearer to the enemy, by side
    pursuit: ClassVar[tuple[float, float]] = (0.1, 0.1)

    def preference(self, s: S, side: int, verb: str, arg: int) -> float | None:
        """Captain: a fixed opinion on an action, in points; None for no opinion."""
        return None

    #: Colonel: points for each point of strength on the map; 0 if strength is worth nothing in itself
    strength_value: ClassVar[float] = 0.25
    #: Colonel: how much of the expected loss of threatened units counts; keep it below the units' worth
    danger_weight: ClassVar[float] = 1.0

    def strength_key(self, s: S, side: int) -> tuple[Hashable, ...] | None:
        """Colonel: a cache key with everything but places that attack, defence and worth of a side's units depend on.

        It only saves time; None turns the cache off."""
        return None

    # -- ground --------------------------------------------------------------------------------

    def held(self, s: S, side: int) -> int:
        """Captain: the hexes a side holds. It keeps the goals among them and tries to take the others."""
        return s.occupied[side]

    def zone(self, s: S, side: int) -> int:
        """Captain: the hexes in a side's zones of control, from the game's ``zones``."""
        return self._zones.of(s.occupied[side])

    @cached_property
    def _zones(self) -> Zones:
        found: Zones | None = getattr(self.game, "zones", None)
        if found is None:
            raise NotImplementedError(f"{self.game.id} has no attribute 'zones', so its doctrine must define zone()")
        return found

    #: Captain: whether a unit may leave a hex in an enemy zone by movement
    may_leave_zones: ClassVar[bool] = True
    #: Captain: whether water separates hexes that touch each other, so that distances to goals lead around it
    water_divides: ClassVar[bool] = False
    #: Captain: how many units of ordinary size may be in one hex
    stack_limit: ClassVar[int] = 1

    def has_room(self, s: S, unit: int, h: int) -> bool:
        """Captain: whether a unit may stay in a hex with others of its side."""
        return True

    def speed_outside_zones(self, s: S, unit: int) -> int:
        """Captain: a unit's longer movement if it keeps out of all enemy zones; 0 if it has none."""
        return 0

    def leaps(self, s: S, unit: int) -> int:
        """Captain: the hexes that a unit can be put into now without a path to them: by rail, ship or air."""
        return 0

    def allowed_hexes(self, s: S, unit: int) -> int:
        """Captain: the hexes that the rules allow a unit to enter and to attack; -1 for all."""
        return -1

    def standoff(self, s: S, unit: int) -> int:
        """Captain: the distance from the enemy at which a unit such as artillery works; 0 for all other units."""
        return 0

    def special_goals(self, s: S, side: int) -> Mapping[int, Mapping[int, float]]:
        """Captain: units with goals of their own; such a unit does not fight for anything else."""
        return {}

    def supplied(self, s: S, side: int) -> int:
        """Captain: the hexes in which a side's units are in supply; -1 for all."""
        return -1

    def reinforcements(self, s: S, side: int) -> tuple[int, float]:
        """Captain: the hexes where a side's units may arrive in its next turn, and their total attack strength."""
        return 0, 0.0

    # -- combat --------------------------------------------------------------------------------

    def attack_hexes(self, s: S, h: int) -> int:
        """Captain: the hexes from which a hex can be attacked."""
        return self.game.board.grid.neighbours(1 << h)

    #: Captain: whether all units in contact with the enemy must fight
    must_attack: ClassVar[bool] = False

    def combat_follows(self, s: S) -> bool:
        """Captain: whether combat follows the movement of the side that moves now."""
        return True

    def attack_bonus(self, s: S, side: int, h: int, hexes: int) -> int:
        """Captain: the bonus of an attack on a hex that comes from these hexes: rivers, concentric attacks, support.

        It is in columns of the table or points on the die, whichever :meth:`chances` expects."""
        return 0

    def attack_prize(self, s: S, side: int, h: int, units: Iterable[int]) -> float:
        """Captain: points for attacking a hex with these units, whatever the result."""
        return 0.0

    def chances_key(self, s: S, side: int, h: int) -> Hashable:
        """Captain: a cache key with everything that :meth:`chances` depends on besides its other arguments."""
        return s.turn

    def support(self, s: S, side: int, h: int) -> float:
        """Captain: the strength of distant support for an attack on a hex: artillery, bombers, support points."""
        return 0.0

    #: Captain: how many attacks in a phase may expect distant support, by side
    supported_attacks: ClassVar[tuple[int, int]] = (9, 9)

    # -- bought orders -------------------------------------------------------------------------

    def purse(self, s: S) -> int | None:
        """Captain: the points that the side to decide has for orders now; None where orders cost nothing."""
        return None

    def price(self, s: S, verb: str, arg: int) -> int:
        """Captain: what an order costs: a move or an attack of the selected units, or an order that needs no units."""
        return 1

    def selected(self, s: S) -> Sequence[int]:
        """Captain: the units that the next order is for."""
        return self.game.reading.hand(s)

    def place_gain(self, s: S, side: int, units: Sequence[int], hexes: int) -> Mapping[int, float]:
        """Captain: what it is worth for units to be in each of some hexes instead of their own."""
        return {}

    def attack_gain(self, s: S) -> float:
        """Captain: the average gain of the attack being declared, by what its side knows."""
        return 0.0

    def suggestions(self, s: S, side: int) -> Iterable[Suggestion]:
        """Captain: orders that the game finds by itself, such as the first of several that win together."""
        return ()

    def risk(self, s: S, side: int) -> float:
        """Captain: the points that a side risks by a stroke of the enemy that no unit near it shows.

        It may take long: it is asked for orders that are about to be chosen only."""
        return 0.0

    def openings(self, s: S, side: int, near: int) -> Sequence[S]:
        """Colonel: positions in which a side begins to spend points for orders, one for each choice that it has.

        Only choices with units next to the hexes ``near``, or that can get there at once, are of interest."""
        return ()

    # -- endgame -------------------------------------------------------------------------------

    def vital(self, s: S, side: int) -> int:
        """Captain: the hexes whose loss costs a side the game, or nearly so."""
        return 0

    def garrison_steps(self, s: S, side: int, h: int) -> int:
        """Captain: the least number of steps to hold a vital hex in reach of the enemy, where combat costs steps."""
        return 0

    def always_held(self, s: S, side: int) -> int:
        """Captain: vital hexes that keep a unit even while the enemy cannot reach them in a move."""
        return 0

    def enemy_exits(self, s: S, side: int) -> int:
        """Captain: the hexes from which the enemy of a side may leave the map and win, now or in a later turn."""
        return 0

    def own_exits(self, s: S, side: int) -> int:
        """Captain: the hexes from which a side may leave the map and win in its present or next turn."""
        return self.enemy_exits(s, 1 - side)

    def departures(self, s: S, side: int) -> Mapping[int, int]:
        """Captain: units that win the game now by leaving the map together, each with the hex from which it leaves.

        :meth:`preference` must like the action by which such a unit leaves."""
        return {}

    def score(self, s: S) -> float:
        """Colonel: the first side's lead in points, by the rules of victory."""
        return 0.0

    def has_last_move(self, s: S, side: int) -> bool:
        """Colonel: whether a side is moving and its enemy will not move again before the game is judged."""
        return False

    # -- wins within a turn --------------------------------------------------------------------

    #: Captain: the phases of a turn: movement (m) and combat (f), in each order that a side may choose
    phase_orders: ClassVar[tuple[str, ...]] = ("mf",)
    #: Captain: the points that leaving the map costs
    exit_cost: ClassVar[int] = 1
    #: Captain: whether a unit may move from one enemy zone directly into another
    zone_to_zone: ClassVar[bool] = False

    def aims(self, s: S, side: int) -> Sequence[Sequence[Aim]]:
        """Captain: the ways to win at once; each is a list of aims that have to be met together.

        By default these are the enemy's vital hexes and the side's own exits."""
        found = Aim(self.vital(s, 1 - side)), Aim(self.own_exits(s, side), leaves=True)
        return [[aim] for aim in found if aim.hexes]

    def standing(self, s: S, side: int) -> bool:
        """Captain: whether a side wins at the next check of victory if nothing changes."""
        return False

    def known_win(self, s: S, side: int) -> float:
        """Captain: the chance of the best win within a turn that the game itself finds, where orders are bought."""
        return 0.0

    def movement_follows(self, s: S) -> bool:
        """Captain: whether movement follows the combat of the side that fights now."""
        return False

    def arrivals(self, s: S, side: int) -> Mapping[int, int]:
        """Captain: units that can be placed on the map in a side's present or next turn, with their hexes."""
        return {}

    def drops(self, s: S, side: int) -> Iterable[Drop]:
        """Captain: airdrops that a side can make in its present or next turn, where they could open a path."""
        return ()

    def fights_with(self, s: S, unit: int) -> Hashable:
        """Captain: the group of a unit, if only units of one group may attack together."""
        return 0

    def may_go_on(self, s: S, unit: int) -> bool:
        """Captain: whether a unit that advances after combat may attack again at once."""
        return False

    def may_probe(self, s: S, unit: int, h: int) -> bool:
        """Captain: whether a unit next to an enemy may enter an empty hex in an enemy zone in combat."""
        return False

    def closed_outside_zones(self, s: S, unit: int) -> int:
        """Captain: hexes closed to the longer movement of :meth:`speed_outside_zones`, besides enemy zones."""
        return 0

    #: Colonel: what the loss of a vital hex costs in points, besides the units in it and its worth as a goal
    vital_penalty: ClassVar[float] = 0.0

    def margin(self, s: S) -> float:
        """Tournaments: how well the first side did in a finished game; it compares games with the same winner."""
        return self.score(s)
