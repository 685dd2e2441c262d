"""Records: a whole match as plain text.

    [Grognard "1"]
    [Game "hurtgen"]
    [Scenario "historical"]
    [Version "0.2.0"]
    [Rules "1"]
    [Data "a90dc4bed97369e9"]
    [Dice "1 9f86d0…"]

    ; Game-Turn 1, U.S. Movement Phase
    select 1/8
    move 0503
    roll 4

The tags come first, then one action on each line, rolls included; ``;`` starts a comment. A record needs no seed to be
replayed, because the rolls are in it. ``[Dice "n digest"]`` binds the rolls from the n-th chance event on to a seed.
``[Seed "n seed"]``, added when the game is over, lets anybody verify them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .action import Refusal
from .data import DIGITS as DATA_DIGITS
from .dice import DIGITS, KeyedDice, digest, is_hex
from .game import AnyGame
from .match import Match, SeedMark
from .position import position_state
from .step import Chance
from .version import VERSION

FORMAT = "1"
#: Most characters of a record. Larger texts are refused without being parsed.
LIMIT = 20_000_000

_TAG = re.compile(r'\[([A-Za-z]+) "((?:[^"\\]|\\.)*)"\]\s*(?:;.*)?\Z')
_MARK = re.compile(r"([1-9][0-9]{0,8}) (.+)\Z", re.DOTALL)
#: Tags with a digest, and the number of its hex digits. In ``Dice`` the digest follows the number of a roll.
_DIGESTS = {"Data": DATA_DIGITS, "Dice": DIGITS, "Seal": DIGITS}


class RecordError(ValueError):
    """A record that is not valid; names the line and the reason."""


@dataclass
class Record:
    """A parsed record: its tags, its seeds and its actions with their line numbers."""

    tags: dict[str, str] = field(default_factory=dict)
    seeds: list[SeedMark] = field(default_factory=list)
    actions: list[tuple[int, str]] = field(default_factory=list)


def made_with(game: AnyGame) -> dict[str, str]:
    """The tags with the versions of program, rules and data."""
    return {"Version": VERSION, "Rules": str(game.rules_version), "Data": game.data_digest}


def describe_origin(game: AnyGame, tags: Mapping[str, str]) -> str:
    """The versions of program, rules and data that wrote a record, next to those in use here."""
    here = made_with(game)
    wrote = {name: tags.get(name, "")[:40] for name in here}
    now = f"Grognard {here['Version']} with rules {here['Rules']} and data {here['Data']}"
    if wrote == here:
        return f"written by this version: {now}"
    program = f"Grognard {wrote['Version']}" if wrote["Version"] else "an unknown version"
    rules = f"rules {wrote['Rules']}" if wrote["Rules"] else "unknown rules"
    data = f"data {wrote['Data']}" if wrote["Data"] else "unknown data"
    return f"written by {program} with {rules} and {data}; this is {now}"


def record_text(match: Match, *, show_seed: bool, borrowed: bool = True) -> str:
    """A match as text; :func:`replay` is the inverse.

    If ``borrowed`` is true, the seed of an unfinished match that this one was forked from is shown too.
    """
    tags = [("Grognard", FORMAT), ("Game", match.game.id), ("Scenario", match.scenario.id)]
    if match.options:
        tags.append(("Options", json.dumps(match.options, sort_keys=True)))
    tags += made_with(match.game).items()
    if match.origin:
        tags.append(("Position", match.origin))
    tags += [("Dice", f"{mark.first} {mark.digest}") for mark in match.seeds if mark.digest]
    if show_seed:
        own = [mark for mark in match.seeds if borrowed or mark.first > match.borrowed]
        tags += [("Seed", f"{mark.first} {mark.seed}") for mark in own if mark.seed]
    result = match.result
    if result:
        tags.append(("Result", result.level))
    lines = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in tags]
    lines.append("")
    comments = {event.number: event.text for event in match.events if event.heading}
    if 0 in comments:
        lines.append(f"; {comments[0]}")
    text = match.game.notation.text
    for number, entry in enumerate(match.journal, 1):
        lines.append(text(entry.action))
        if number in comments:
            lines.append(f"; {comments[number]}")
    return "\n".join(lines) + "\n"


def parse_record(text: str) -> Record:
    """Parse a record. Every line is a tag, a comment, an action or empty."""
    if len(text) > LIMIT:
        raise RecordError(f"a record has at most {LIMIT} characters, this text has {len(text)}")
    record = Record()
    found: dict[int, dict[str, str]] = {}
    # Not splitlines: a quoted text may have characters that splitlines takes for the end of a line.
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if not line.startswith("["):
            line = line.split(";", 1)[0].rstrip()
        if not line:
            continue
        if line.startswith("["):
            _read_tag(record, found, number, line)
        else:
            record.actions.append((number, line))
    for first in sorted(found):
        record.seeds.append(SeedMark(first, found[first].get("Dice", ""), found[first].get("Seed", "")))
    format = record.tags.get("Grognard")
    if format != FORMAT:
        missing = f'the tag [Grognard "{FORMAT}"] is missing'
        other = f"its format is {format!r}, which needs another version of the program"
        raise RecordError(f"line 1: not a Grognard record of format {FORMAT}: {other if format else missing}")
    if "Game" not in record.tags:
        raise RecordError("the tag [Game ...] is missing")
    return record


def _read_tag(record: Record, found: dict[int, dict[str, str]], number: int, line: str) -> None:
    tag = _TAG.match(line)
    if not tag:
        raise RecordError(f'line {number}: a tag must look like [Name "value"], not {line[:60]!r}')
    if record.actions:
        raise RecordError(f"line {number}: tags must come before the first action")
    name = tag[1]
    try:
        value = json.loads(f'"{tag[2]}"', strict=False)
        value.encode()
    except ValueError:
        raise RecordError(f"line {number}: the value of {name} is not a valid quoted text") from None
    mark = _MARK.match(value) if name in ("Dice", "Seed") else None
    if name in ("Dice", "Seed") and not mark:
        raise RecordError(f'line {number}: {name} must be "number text", and the first roll has the number 1')
    _check_digest(number, name, mark[2] if mark else value)
    if mark:
        seeds = found.setdefault(int(mark[1]), {})
        if name in seeds:
            raise RecordError(f"line {number}: the tag {name} {mark[1]} is given twice")
        seeds[name] = mark[2]
    elif name in record.tags:
        raise RecordError(f"line {number}: the tag {name} is given twice")
    else:
        record.tags[name] = value


def _check_digest(number: int, name: str, text: str) -> None:
    digits = _DIGESTS.get(name)
    if digits and not is_hex(text, digits):
        wanted = f"a digest of {digits} hex digits (0-9, a-f)"
        raise RecordError(f"line {number}: {name} must have {wanted}, not {text[:80]!r}")


def replay(game_of: Callable[[str], AnyGame], text: str) -> Match:
    """Replay a record. The state is always identical, and every action is checked again.

    The match continues with the dice of the last seed if the record shows it. Otherwise rolls have to be entered, or
    the match needs :meth:`Match.reseed`.
    """
    record = parse_record(text)
    try:
        game = game_of(record.tags["Game"])
    except KeyError as error:
        wrote = record.tags.get("Version", "of an unknown version")[:40]
        raise RecordError(f"{error.args[0]} (written by Grognard {wrote}; this is Grognard {VERSION})") from None
    try:
        match = _opening(game, record)
    except RecordError as error:
        raise RecordError(f"{error} ({describe_origin(game, record.tags)})") from None
    notation, state = game.notation, match.state
    for number, line in record.actions:
        try:
            action = notation.parse(line)
            if state.over or not game.accepts(state, action):
                raise game.refusal(state, action)
        except Refusal as error:
            raise RecordError(_blame(game, record, number, line, error)) from None
        match._do(action)
    match.seeds = record.seeds
    last = record.seeds[-1] if record.seeds else None
    if last and last.seed:
        match.dice = KeyedDice(last.seed)
        if not record_complete(match):
            match._settle()
    return match


def record_complete(match: Match) -> bool:
    """Whether no roll is due."""
    return match.over or not match.game.step(match.state).chance


def _blame(game: AnyGame, record: Record, number: int, line: str, error: Refusal) -> str:
    return f"line {number}: {line!r}: {error} ({describe_origin(game, record.tags)})"


def _opening(game: AnyGame, record: Record) -> Match:
    name = record.tags.get("Scenario", "")
    scenario = game.scenarios.get(name)
    if scenario is None:
        raise RecordError(f"{game.title} has no scenario {name!r}; choose from: {', '.join(game.scenarios)}")
    try:
        options = json.loads(record.tags.get("Options", "{}"))
    except (ValueError, RecursionError):
        raise RecordError("the tag Options must be JSON") from None
    if not isinstance(options, dict):
        raise RecordError("the tag Options must be a JSON object: {...}")
    origin = record.tags.get("Position", "")
    try:
        state = position_state(game, origin) if origin else game.start(scenario, options)
    except (ValueError, Refusal) as error:
        raise RecordError(f"the tag {'Position' if origin else 'Options'}: {error}") from None
    return Match(game, scenario, state, options=options, origin=origin)


def _seed_errors(seeds: list[SeedMark]) -> list[str]:
    """Errors in the seeds themselves: each seed must match a digest published before."""
    errors = [f"the seed from roll {m.first} on has no digest (tag Dice)" for m in seeds if m.seed and not m.digest]
    return errors + [
        f"the seed from roll {m.first} on does not match its digest (tag Dice)"
        for m in seeds
        if m.seed and m.digest and digest(m.seed) != m.digest
    ]


def verify(game_of: Callable[[str], AnyGame], text: str) -> tuple[Match, list[str]]:
    """Replay a record and verify every roll; return the match and the errors found."""
    match = replay(game_of, text)
    errors = _seed_errors(match.seeds)
    claimed = parse_record(text).tags.get("Result")
    true = match.result.level if match.result else None
    if claimed is not None and claimed != true:
        errors.append(f"the record claims the result {claimed!r}, its actions give {true or 'none yet'!r}")
    marks = match.seeds
    if not any(m.seed for m in marks):
        return match, [*errors, "the record shows no seed, so its rolls cannot be verified"]
    again = match.before(0)
    chance = 0
    for number, entry in enumerate(match.journal, 1):
        if entry.seat == "dice":
            chance += 1
            mark = next((m for m in reversed(marks) if m.first <= chance), None)
            step = again.game.step(again.state)
            assert isinstance(step, Chance)
            if mark is None or not mark.seed:
                errors.append(f"roll {chance} has no seed")
            else:
                drawn = KeyedDice(mark.seed).draw(chance, step.outcomes(again.state), again.game.notation)
                if drawn != entry.action:
                    written, fair = again.game.notation.text(entry.action), again.game.notation.text(drawn)
                    errors.append(f"roll {chance} (action {number}) is {written!r}, but the seed gives {fair!r}")
        again._do(entry.action)
    return match, errors
