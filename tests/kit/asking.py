"""Questions to a match: what is where, what may be done, and what an attack is worth."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match, Refusal
from grognard.engine.reading import Note, Preview

# -- actions ---------------------------------------------------------------------------------


def offers(match: Match, verb: str) -> set[str]:
    """The arguments now offered for a verb, as words."""
    return {text.partition(" ")[2] for text in match.actions.texts() if text.split()[0] == verb}


def offered(match: Match, action: str) -> bool:
    """Whether an action is legal now; the lazy test and the listed actions must agree."""
    listed = action in match.actions.texts()
    assert (action in match.actions) == listed
    assert (match.why_not(action) is None) == listed
    return listed


def refused(match: Match, action: str, *rules: str) -> Refusal:
    """The action must be refused and change nothing; with rules, one of them must be the reason."""
    before = match.position()
    assert not offered(match, action), f"{action!r} is offered"
    with pytest.raises(Refusal) as caught:
        match.play(action)
    assert match.position() == before, "a refused action changed the position"
    refusal = caught.value
    assert refusal.why
    if rules:
        assert refusal.rule in rules, f"refused by {refusal.rule} ({refusal.why}), expected {' or '.join(rules)}"
    return refusal


def blocked(match: Match, *actions: str, rules: tuple[str, ...] = ()) -> Refusal:
    """Somewhere on this way the program must say no, at the latest at the last action."""
    for action in actions:
        if not offered(match, action):
            return refused(match, action, *rules)
        match.play(action)
    pytest.fail(f"{' / '.join(actions)} was accepted")


def _asked(match: Match, unit: str, verb: str) -> set[str]:
    """The offer after a unit is selected. The match is not changed."""
    match.play(f"select {unit}")
    found = offers(match, verb)
    match.undo()
    return found


def reach(match: Match, unit: str) -> set[str]:
    """Where a unit may move; leaves the match as it was."""
    return _asked(match, unit, "move")


def places(match: Match, unit: str) -> set[str]:
    """Where a unit may be put on the map; leaves the match as it was."""
    return _asked(match, unit, "place")


# -- the position ----------------------------------------------------------------------------


def status(match: Match, side: str = "") -> dict[str, Any]:
    """Turn, phase and so on as a side sees them, by default the first side: see the game's ``status``."""
    return match.view(side or match.game.sides[0]).status


def now(match: Match) -> tuple[int, str]:
    """Turn and phase."""
    found = status(match)
    return found["turn"], found["phase"]


def field(match: Match, name: str) -> list[str]:
    """The words of one field of the position."""
    for line in match.position().splitlines():
        key, _, rest = line.partition(" ")
        if key == name:
            return rest.split()
    return []


def due(match: Match) -> dict[str, int]:
    """Units that arrive or come back, and their turns."""
    return {unit: int(turn) for unit, _, turn in (word.partition("=") for word in field(match, "due_turn"))}


def where(match: Match, unit: str) -> str:
    """The hex or box of a unit."""
    return match.game.place_name(match.state.at[match.game.unit_ids[unit]])


def on_map(match: Match, hex_: str) -> set[str]:
    """The units in a hex."""
    return {unit for unit in match.game.unit_ids if where(match, unit) == hex_}


def owner(match: Match, unit: str) -> str:
    """The side of a unit."""
    return match.game.counters[match.game.unit_ids[unit]].side


def supply(match: Match, unit: str, side: str = "") -> str:
    """The supply of a unit, by default as its owner sees it."""
    found: str = status(match, side or owner(match, unit))["supply"][unit]
    return found


def control(match: Match, label: str) -> str:
    """The side that controls a hex."""
    side: int = match.game.controller(match.state, match.game.board.grid.parse(label))  # type: ignore[attr-defined]
    return match.game.sides[side]


def intact(match: Match, label: str) -> bool:
    """Whether the fortification of a hex still stands."""
    found: bool = match.game.intact(match.state, match.game.board.grid.parse(label))  # type: ignore[attr-defined]
    return found


def notes(match: Match, label: str) -> dict[str, str]:
    """The inspector's lines on a hex, with their rules."""
    found: tuple[Note, ...] = match.game.reading.inspect(match.state, match.game.board.grid.parse(label))
    return {note.text: note.rule for note in found}


def marks(match: Match, unit: str) -> tuple[str, ...]:
    """The marks on a unit."""
    return match.game.reading.marks(match.state).get(match.game.unit_ids[unit], ())


# -- the attack being declared ---------------------------------------------------------------


def forecast(match: Match) -> Preview:
    """The attack being declared or about to be rolled for."""
    found = match.preview
    assert found is not None
    return found


def total(match: Match) -> int:
    """The sum of its modifiers or shifts."""
    return forecast(match).total


def column(match: Match) -> str:
    """Its odds, shifts included."""
    return forecast(match).column


def amount(match: Match, clause: str) -> int:
    """The part that one clause contributes."""
    return sum(m.amount for m in forecast(match).modifiers if m.rule == clause)


def odds(match: Match) -> tuple[str, int]:
    """Column and sum of the modifiers or shifts."""
    return column(match), total(match)
