"""Attacks for the rule tests of chapter 7.5.

The fight is in the middle of a clear board: the U.S. attack from 2408 on 2409. Both hexes have 2308 and 2508 for
neighbours, 2309, 2410 and 2509 are next to 2409 only, 2307, 2407 and 2507 next to 2408 only. U.S. supply lies to the
west, German supply to the east.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import grognard
from grognard import Match
from tests.aachen.kit import act

#: An HQ of each side in command of everything here.
US_HQ, GERMAN_HQ = "1-HQ=2405", "12-HQ=2413"
#: A battalion of each side, next to the other.
US, GERMAN = "1-I/16=2408", "12-I/27=2409"
DUEL = f"{US_HQ} {US} {GERMAN_HQ} {GERMAN}"
#: Tanks of each side, and their HQs.
TANKS = "3A-HQ=2405 3A-I/32=2408"
PANZERS = "116P-HQ=2413 116P-I/24=2409"
#: The chit that changes nothing: kinds run from -2 to +2.
EVEN = 2


def declare(match: Match, units: str, target: str = "2409", mode: str = "hasty") -> Match:
    """Units of one hex declare an attack, not resolved yet."""
    first, *others = units.split()
    match.play(f"select {first}", *(f"also {unit}" for unit in others), f"attack {target}")
    return match if mode == "hasty" else match.play(f"mode {mode}")


def _quiet(rerolls: bool) -> list[str]:
    """The line of a position that switches off the windows of both sides."""
    return [] if rerolls else ["quiet 3"]


def attack(
    at: str,
    units: str,
    mode: str = "hasty",
    *more: str,
    who: str = "us 1-HQ",
    target: str = "2409",
    chits: tuple[int, int] = (EVEN, EVEN),
    dice: Iterable[int | str] = (),
    rerolls: bool = False,
    **ground: Any,  # any: passed on to the kit
) -> Match:
    """An attack with both chits drawn; without further dice it waits for the combat die.

    With ``rerolls`` the holder of the marker is asked about dice.
    """
    drawn = [f"chit {chit}" for chit in chits]
    match = act(who, at, *more, *_quiet(rerolls), dice=[*drawn, *dice], **ground)
    return declare(match, units, target, mode).play("resolve")


def totals(match: Match) -> tuple[int, int]:
    """The strengths of attacker and defender."""
    attacker, defender = match.state.totals  # type: ignore[attr-defined]
    return attacker, defender


def head(match: Match) -> str:
    """The heading of the column of the combat results table."""
    game: Any = match.game  # any: the kit returns matches of any game
    state: Any = match.state
    crt = game.tables.crt
    return str(crt.lines[game.ground.line(state.target)][crt.read_column(state.column)])


def modifier(match: Match) -> int:
    """The sum of all modifiers of the die."""
    return int(match.state.modifier)  # type: ignore[attr-defined]


def parts(match: Match) -> dict[str, int]:
    """The modifiers by the letter of their paragraph in 7.5.1.2, as reported to both sides."""
    found: dict[str, int] = {}
    for event in match.events:
        if event.rule.startswith("7.5.1.2 "):
            letter = event.rule[-1]
            found[letter] = found.get(letter, 0) + int(event.text.rpartition(" ")[2])
    return found


def outcome(
    text: str,
    at: str,
    attackers: str,
    defenders: str,
    *more: str,
    who: str = "us 1-HQ",
    hexes: tuple[str, str] = ("2408", "2409"),
    dice: Iterable[int | str] = (),
    rerolls: bool = False,
    **ground: Any,  # any: passed on to the kit
) -> Match:
    """A battle of which the result is known, such as "2/2r", and nothing is applied yet."""
    match = act(who, at, *more, *_quiet(rerolls), **ground)
    lines = [line for line in match.position().splitlines() if not line.startswith(("seen ", "hand "))]
    *kept, agenda = lines
    frames = agenda.rpartition(" / ")[0]
    hits = [part.rstrip("r") for part in text.split("/")]
    red = [str(int(part.endswith("r"))) for part in text.split("/")]
    kept += [
        f"origin {hexes[0]}",
        f"target {hexes[1]}",
        f"attackers {attackers}",
        f"defenders {defenders}",
        f"seen {attackers} {defenders}",
        f"hits {' '.join(hits)}",
        f"red {' '.join(red)}",
        "mode 2",
        "chits 2 2",
        "totals 20 10",
        "column 3",
        "die 10",
        f"{frames} / battle 3",
    ]
    return grognard.setup("\n".join(kept), dice=dice, of=match.game)


def alive(match: Match, unit: str) -> bool:
    """Whether a unit is still on the map."""
    return bool(match.state.on_map >> match.game.unit_ids[unit] & 1)  # type: ignore[attr-defined]


def order(match: Match, *words: str) -> list[int]:
    """The places in the log of the first events with these words, to compare their order."""
    texts = [event.text for event in match.events]
    return [next(i for i, text in enumerate(texts) if word in text) for word in words]
