"""Combats of Storming the Reich: positions on clear boards and on the real map, with scripted dice.

On clear boards the fights take place around ``T``, inland and west of the Seine Line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard import Match
from grognard.engine.reading import Preview, SideFire
from tests.kit import Table

TABLE = Table("reich", kept=("entry:", "exit:", "supply:", "fort", "coast", "beach"))
GAME = TABLE.game()
GRID = GAME.board.grid

#: the hex that is attacked, and its neighbours from the north clockwise
T = "1327"
N, NE, SE, S, SW, NW = (GRID.label(GRID.neighbour(GRID.parse(T), d)) for d in range(6))

AMERICAN, BRITISH = GAME.roster.us | GAME.roster.french, GAME.roster.commonwealth


def ids(units: str) -> list[str]:
    """The units of a list such as ``US-1=1326 CW-50=1427``."""
    return [word.partition("=")[0] for word in units.split()]


def armies(at: str) -> list[str]:
    """The Commands of the Allied units, by nation."""
    found: dict[str, list[str]] = {"army21": [], "army12": []}
    for unit in ids(at):
        bit = 1 << GAME.unit_ids[unit]
        if bit & BRITISH:
            found["army21"].append(unit)
        elif bit & GAME.roster.allied:
            found["army12"].append(unit)
    return [f"{name} {' '.join(units)}" for name, units in found.items() if units]


def combat(
    side: str, at: str, *more: str, turn: int = 3, dice: Iterable[int] = (), scenario: str = "campaign", **ground: Any
) -> Match:
    """The Combat Segment of a side; for the Allied one a Duration of 1 has been rolled.

    The side ``offensive`` means the German segment of the counteroffensive.
    """
    ground.setdefault("bare", True)
    phase = "german offensive-combat" if side == "offensive" else f"{side} combat"
    lines = [f"scenario {scenario}", f"turn {turn}", f"phase {phase}", f"at {at}"]
    if side == "offensive":
        lines += [f"offensive {turn}", "points 0 0 0 5 9"]
        dice = [1, *dice]
    if side == "allied":
        named = " ".join(more)
        lines += [line for line in armies(at) if line.split()[0] not in named]
        lines += [] if "points" in named else ["points 8 8 8 0 0"]
        dice = [1, *dice]
    match = TABLE.table("\n".join([*lines, *more]), dice=dice, **ground)
    return match


def on_map(side: str, at: str, *more: str, **options: Any) -> Match:
    """The same on the real map."""
    return combat(side, at, *more, bare=False, **options)


def attack(match: Match, target: str, units: str, *support: str) -> Match:
    """Declare an attack, with support, but do not resolve it."""
    return match.play(f"attack {target}", *(f"with {unit}" for unit in units.split()), *support)


def resolve(match: Match, target: str, units: str, *support: str) -> Match:
    """Make an attack; Allied air is not used in defence."""
    attack(match, target, units, *support).play("resolve")
    return match


def shown(match: Match) -> Preview:
    """The preview of the attack that is being declared."""
    found = match.preview
    assert found is not None
    return found


def fire(match: Match, attacks: bool) -> SideFire:
    """The fire of attacker or defender in the preview."""
    return next(f for f in shown(match).fires if f.attacks == attacks)


def strengths(match: Match) -> tuple[int, int]:
    """The strengths of attacker and defender."""
    return fire(match, True).strength, fire(match, False).strength


def columns(match: Match) -> tuple[str, str]:
    """The columns of attacker and defender."""
    return fire(match, True).column, fire(match, False).column


def totals(match: Match) -> tuple[int, int]:
    """The modifiers of the attacker's and the defender's die."""
    return fire(match, True).total, fire(match, False).total


def words(match: Match, attacks: bool = True) -> set[str]:
    """The names of a side's modifiers."""
    return {m.what for m in fire(match, attacks).modifiers}


def reduced(match: Match) -> set[str]:
    """The units that have lost one of two steps."""
    found = match.state.reduced
    return {c.id for i, c in enumerate(match.game.counters) if found >> i & 1}


def events(match: Match, rule: str) -> list[str]:
    """What the log says by a rule."""
    return [e.text for e in match.events if e.rule == rule]


def alive(match: Match, *units: str) -> set[str]:
    """Those of the units that are on the map."""
    return {unit for unit in units if match.state.at[match.game.unit_ids[unit]] >= 0}


def settle(match: Match) -> Match:
    """Take the losses as proposed, advance with nobody, and send no unit into the Box."""
    answers = {"lose": "propose", "choose-advance": "pass", "air-defence": "pass", "choose-box": "pass"}
    while not match.over and (step := match.game.step(match.state).name) in answers:
        match.play(answers[step])
    return match


def card(match: Match, side: str) -> dict[str, Any]:
    """The attack card as a side sees it."""
    found = match.view(side).preview
    assert found is not None
    return found


def settle_losses(match: Match) -> Match:
    """Take the losses as proposed, but do not decide about the advance."""
    while match.game.step(match.state).name == "lose":
        match.play("propose")
    return match


def exploit(
    side: str, at: str, *more: str, turn: int = 3, die: int = 6, dice: Iterable[int] = (), **ground: Any
) -> Match:
    """An Exploitation Segment: Full Supply, and this Command die for every Command on the map."""
    ground.setdefault("bare", True)
    lines = [f"scenario campaign\nturn {turn}", f"phase {side} exploitation", f"at {at}"]
    named = " ".join(more)
    if "logistics" not in named:
        lines.append("logistics 0")
    units = sum(1 << GAME.unit_ids[unit] for unit in ids(at))
    commands = bool(units & BRITISH) + bool(units & AMERICAN) if side == "allied" else 1
    return TABLE.table("\n".join([*lines, *more]), dice=[*[die] * commands, *dice], **ground)


def take(match: Match, units: str) -> Match:
    """Select a stack."""
    first, *others = units.split()
    return match.play(f"select {first}", *(f"also {unit}" for unit in others))


def assault(match: Match, units: str, target: str, *support: str) -> Match:
    """Select a stack where it is, and make a Mobile Assault with it."""
    return take(match, units).play(f"assault {target}", *support, "resolve")
