"""Short words for play: a unit moved or placed, an attack, its aftermath, and on to a later phase."""

from __future__ import annotations

from collections.abc import Callable

from grognard import Match

from .asking import now, offered, offers, where

# -- units -----------------------------------------------------------------------------------


def place(match: Match, unit: str, to: str) -> Match:
    """Put a unit on the map."""
    return match.play(f"select {unit}", f"place {to}")


def let_go(match: Match) -> Match:
    """End the move of the selected units, if there are any."""
    return match.play("stop") if offered(match, "stop") else match


def move(match: Match, units: str, *way: str) -> Match:
    """Move a unit, or several together, and deselect the rest."""
    first, *others = units.split()
    match.play(f"select {first}", *(f"also {unit}" for unit in others), *(f"move {to}" for to in way))
    return let_go(match)


def take(match: Match, unit: str, *others: str) -> set[str]:
    """Select units and return the hexes they may enter; none if the first cannot be selected."""
    if not offered(match, f"select {unit}"):
        return set()
    match.play(f"select {unit}", *(f"also {other}" for other in others))
    return offers(match, "move")


def left(match: Match, unit: str) -> int:
    """The points left to a selected or selectable unit, with clear terrain all around."""
    grid = match.game.board.grid
    here = grid.parse(where(match, unit))
    hexes = offers(match, "move") or take(match, unit)
    return max((grid.distance(here, grid.parse(label)) for label in hexes), default=0)


# -- attacks ---------------------------------------------------------------------------------


def announce(match: Match, target: str, *units: str) -> Match:
    """Announce an attack and name the units; not yet resolved."""
    return match.play(f"attack {target}", *(f"with {unit}" for unit in " ".join(units).split()))


def fight(match: Match, target: str, *units: str, roll: int = 0) -> Match:
    """The same, resolved, with the combat die entered by hand if it is given."""
    announce(match, target, *units).play("resolve")
    return rolled(match, roll) if roll else match


def probe(match: Match, target: str, *units: str) -> Match:
    """A probing attack by these units, carried out."""
    return match.play(f"probe {target}", *(f"with {unit}" for unit in units), "resolve")


def rolled(match: Match, roll: int) -> Match:
    """Enter a roll by hand."""
    assert match.side == "dice"
    return match.play(f"roll {roll}")


def retreat(match: Match, unit: str, *hexes: str) -> Match:
    """The unit's retreat hex by hex; the unit is named only where there is a choice."""
    if offered(match, f"retreat {unit}"):
        match.play(f"retreat {unit}")
    return match.play(*(f"to {h}" for h in hexes))


def advance(match: Match, *units: str) -> Match:
    """These units advance, the others stay."""
    match.play(*(f"advance {unit}" for unit in units))
    return match.play("pass") if offers(match, "advance") else match


def rest(match: Match) -> Match:
    """Pass whatever may be passed: nobody helps, advances or attacks again."""
    while offered(match, "pass"):
        match.play("pass")
    return match


def settle(match: Match) -> Match:
    """Carry out a result somehow: the first losses and hexes that are offered, and nobody advances."""
    for _ in range(100):
        forced = [f"{verb} {min(offers(match, verb))}" for verb in ("to", "lose", "retreat") if offers(match, verb)]
        if offered(match, "pass"):
            match.play("pass")
        elif forced:
            match.play(forced[0])
        else:
            return match
    raise AssertionError("the attack does not come to an end")


# -- phases ----------------------------------------------------------------------------------


def until(match: Match, turn: int, phase: str, go_on: Callable[[Match], object]) -> list[tuple[int, str]]:
    """Go on until a phase of a turn, or with "" any phase of it, begins or the game is over; the phases before it."""
    seen: list[tuple[int, str]] = []
    for _ in range(1000):
        here = now(match)
        if match.over or here in ((turn, phase), (turn, here[1] if not phase else "")):
            return seen
        if seen[-1:] != [here]:
            seen.append(here)
        go_on(match)
    raise AssertionError(f"turn {turn}, {phase} never comes; now {now(match)}")
