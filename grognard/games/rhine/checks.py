"""Checks of positions: the invariants of the game, and errors in positions written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.bounds import FLAG, Bound, Bounds
from ...hexes import bits
from .sequence import BEFORE
from .state import AIRBORNE, ASIDE, LANDING, REMOVED, RESERVE, UNSEEN, RhineState
from .victory import REASONS

if TYPE_CHECKING:
    from .game import RhineGame


def bounds(game: RhineGame) -> Bounds:
    """Bounds of the numbers in a position. Ranks and points stay below the values that stand for hidden ones."""
    tables, watch = game.tables, game.tables.watch
    turns, dice = len(tables.track), max(tables.move_fight.dice, tables.fight_move.dice)
    return Bounds(
        fields={
            "turn": Bound(1, turns),
            "turns": Bound(1, turns),
            "due_turn": Bound(0, turns),
            "flood": Bound(0, turns),
            "order": Bound(0, 2, "5.6"),
            "sector": Bound(0, 2, "8.16"),
            "watch": Bound(0, 2, "5.4"),
            "dropped": Bound(0, 3),
            "won": Bound(0, max(REASONS)),
            "bombs": Bound(0, 6 * dice, "11.18"),
            "steps": Bound(0, max(game.roster.steps)),
            "rank": Bound(0, 998),
            "points": Bound(0, 98),
            "spent": Bound(0, 98),
            "aerial_used": Bound(0, tables.aerial_markers),
            "used_us": Bound(0, tables.replacements["us"]),
            "used_bc": Bound(0, tables.replacements["bc"]),
            "recalled": Bound(0, watch.returned),
        },
        steps={
            "game-turn": (Bound(0, len(BEFORE)),),
            "move": (FLAG,),
            "set-up": (Bound(0, 2),),
            "bomber-die": (Bound(1, dice, "11.18"), Bound(0, 6 * (dice - 1), "11.18")),
        },
    )


def position_errors(game: RhineGame, s: RhineState) -> list[str]:
    return [*_places(game, s), *_numbers(game, s), *_stacks(game, s), *_hand(game, s), *_combat(game, s)]


def _places(game: RhineGame, s: RhineState) -> list[str]:
    out = []
    setting_up = any(game.steps[frame[0]].name == "set-up" for frame in s.agenda)
    for h in {h for h in s.at if h >= 0}:
        if s.at.count(h) > 15:
            out.append(f"too many units in {game.place_name(h)}: {s.at.count(h)}, at most 15")
    for h in bits(s.occupied[0] & s.occupied[1]):
        out.append(f"units of both sides in {game.place_name(h)}: {game.names(s.pile[h])} (6.1)")
    for u, h in enumerate(s.at):
        name = game.counters[u].id
        if h >= 0 and (not game.land >> h & 1 or game.hook >> h & 1):
            out.append(f"{name} is in a hex that no unit may enter")
        if s.steps[u] > game.roster.steps[u]:
            out.append(f"steps: {name} cannot have {s.steps[u]} steps")
        if h == UNSEEN:
            out.append(f"{name} is unseen; a position has to say where each unit is")
        if h == RESERVE and not setting_up:
            out.append(f"{name} is in reserve after the set-up (3.5)")
        if game.roster.corps >> u & 1 and h not in (ASIDE, AIRBORNE, LANDING, REMOVED) and h < 0:
            out.append(f"{name} is a corps: it has to be in the holding box, on the map or out of the game (12.8)")
        if h in (AIRBORNE, LANDING) and not (game.roster.paratroops | game.roster.corps) >> u & 1:
            out.append(f"{name} is not an airborne unit and cannot be in the holding box (12.2)")
    return out


def _numbers(game: RhineGame, s: RhineState) -> list[str]:
    out = []
    if s.turn > s.turns:
        out.append(f"turn: {s.turn} is after the last game turn, {s.turns}")
    if s.flood > s.turn:
        out.append(f"flood: the dam cannot have been opened in turn {s.flood}, which has not begun")
    if s.won and not s.over:
        out.append("won: the game is not over, so nobody has won")
    if s.withdrawn & ~(game.roster.withdraw_divisions | game.roster.withdraw_brigades):
        out.append("withdrawn: contains a unit that cannot be withdrawn (9.3)")
    for corps, made, land in ((game.corps1, s.made1, s.land1), (game.corps18, s.made18, s.land18)):
        name = game.counters[corps].id
        if s.at[corps] == LANDING and land < 0:
            out.append(f"{name} is landing but has no drop hex (12.3)")
        if s.at[corps] >= 0 and not made:
            out.append(f"{name} is on the map but has no components (12.2)")
        if made and s.at[corps] in (ASIDE, REMOVED):
            out.append(f"{name} is not in play and cannot have components (12.2)")
    if s.agenda and game.steps[s.agenda[0][0]].name != "game-turn":
        out.append("agenda: has to begin with game-turn")
    if (s.made1 | s.made18) & ~game.roster.paratroops:
        out.append("made1, made18: only airborne units can be components of a corps (12.2)")
    elif any(s.at[u] != AIRBORNE for u in bits(s.made1 | s.made18)):
        out.append("made1, made18: the components of a corps have to be in the holding box (12.2)")
    groups = game.roster.groups
    if s.made1 & s.made18 or s.made1 & ~groups["bc"] or s.made18 & ~groups["us"]:
        out.append("made1, made18: the components of AAA1 are British, those of AAA18 American (12.2)")
    if s.cleared & ~game.west_wall:
        out.append("cleared: contains a hex that is not in the West Wall")
    return out


def _stacks(game: RhineGame, s: RhineState) -> list[str]:
    hexes = sorted({h for h in s.at if h >= 0})
    wrong = [h for h in hexes if (s.pile[h] & s.tops).bit_count() != 1]
    return [f"tops: exactly one unit has to be on top in {game.place_name(h)}" for h in wrong]


def _hand(game: RhineGame, s: RhineState) -> list[str]:
    moving = bool(s.agenda) and game.steps[s.agenda[-1][0]].name == "move"
    if not s.hand and not moving:
        return []
    places = {s.at[u] for u in s.hand}
    wrong = len(places) != 1 or min(places) < 0 or len(set(s.hand)) != len(s.hand)
    if wrong or any(game.side_of[u] != s.phasing or not s.parent >> u & 1 for u in s.hand):
        return ["hand: the selected units have to be in one hex and belong to the phasing side and the parent stack"]
    return []


_FIGHTING = frozenset(
    {
        "declare",
        "bomber-die",
        "resolution",
        "combat-die",
        "lose",
        "losses",
        "bloodbath",
        "escalate",
        "answer",
        "survivors",
        "retreats",
        "retreat-together",
    }
)


def _combat(game: RhineGame, s: RhineState) -> list[str]:
    names = [game.steps[frame[0]].name for frame in s.agenda]
    out = []
    if s.target < 0 and _FIGHTING.intersection(names):
        out.append("target: an attack is under way, but its hex is missing")
    if s.attackers & ~game.units_of[s.phasing]:
        out.append("attackers: contains a unit of the wrong side")
    before = s.target >= 0 and any(n in ("declare", "combat-die") for n in names)
    if before and not s.probe and not s.occupied[1 - s.phasing] >> s.target & 1:
        out.append("target: contains no enemy unit")
    if before and "combat-die" in names and not s.attackers:
        out.append("attackers: the attack has no attackers")
    near = game.estuary_lines.next(1 << s.target) if s.target >= 0 else 0
    if before and any(not near >> s.at[u] & 1 for u in bits(s.attackers) if s.at[u] >= 0):
        out.append("attackers: contains a unit that is not adjacent to the target")
    if any(s.at[u] < 0 and s.at[u] != LANDING for u in bits(s.attackers | s.pending | s.advanced)):
        out.append("the current combat names a unit that is not on the map")
    for frame, name in zip(s.agenda, names, strict=True):
        out += _frame(game, s, name, frame)
    return out


def _frame(game: RhineGame, s: RhineState, name: str, frame: tuple[int, ...]) -> list[str]:
    """Errors in one frame of the agenda: a step about a unit or hex that it cannot be about."""
    if name in ("retreating", "retreat-step") and s.at[frame[1]] < 0:
        return [f"{name}: {game.counters[frame[1]].id} is not on the map"]
    if name == "remove-overstack" and frame[1] not in s.at:
        return [f"{name}: no unit is in {game.place_name(frame[1])}"]
    if name in ("set-up", "reinforce") and frame[-1] >= 0 and s.at[frame[-1]] >= 0:
        return [f"{name}: {game.counters[frame[-1]].id} is already on the map"]
    about_corps = name in ("airborne-entry", "component-loss", "exchange")
    if about_corps and frame[1] >= 0 and not game.roster.corps >> frame[1] & 1:
        return [f"{name}: {game.counters[frame[1]].id} is not a corps"]
    return []
