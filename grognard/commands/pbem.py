"""Play by mail: the record file goes to and fro, and nothing else is needed.

The file holds the seed, so the dice fall as they would at the table and nobody can roll again; a seal over
its text shows whether it was changed on the way. Anybody can seal a changed file again, so the seal alone proves
nothing. Each player's machine remembers the file as it left it: what comes back must begin with that, follow the same
seeds, and must not hold decisions of one's own side that one never made.
Whoever reads the seed can compute the rolls to come; players who do not trust each other need a table,
which keeps the seed to itself. Nothing less would do: a player whose own machine rolls for him can always try
an attack on a copy of the file first, whatever the roll is made from. Only a roll that wants a secret of the
other player's would help, and then every single roll would cost a letter there and one back.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import typer

import grognard

from ..engine.match import Match
from ..engine.record import RecordError, parse_record
from ..table.checkpoints import Checkpoints
from ..table.settings import data_folder
from ..table.visibility import Visibility
from .common import CommandError, console, read_record, write_text
from .records import print_result

app = typer.Typer(
    help="Play by mail with record files: look at what came, play, send the file on.\n\n"
    "The file holds the seed of the dice. It shows whether anybody rolled again or changed what had happened, but "
    "whoever looks for it can compute the rolls to come, his own and yours: play by mail with people you trust. "
    "A table (grognard table) keeps the seed to itself until the match is over.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Examples:\n\ngrognard pbem status game.txt --as SIDE\n\n"
    "grognard pbem play game.txt --as SIDE 'select 1/8' 'move 0503' done",
)

FILE = typer.Argument(..., metavar="FILE", help="The record file that goes to and fro.")
SIDE = typer.Option(None, "--as", metavar="SIDE", help="The side you play; the side to decide without it.")

_SEAL = '[Seal "'


def seal_of(text: str) -> str:
    """The seal of a record: a digest of everything else in it."""
    lines = [line for line in text.splitlines() if not line.startswith(_SEAL)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def sealed(text: str) -> str:
    """A record with its seal, after the other tags."""
    head, _, actions = text.partition("\n\n")
    tags = [line for line in head.split("\n") if not line.startswith(_SEAL)]
    return "\n".join([*tags, f'{_SEAL}{seal_of(text)}"]', "", actions])


def _folder() -> Path:
    """Where this machine remembers its matches."""
    return data_folder(os.environ) / "pbem"


def _memory(match: Match) -> Path:
    """The file a match is remembered in, by the digest of its dice, which was checked when the record was read."""
    return _folder() / f"{match.seeds[0].digest[:32]}.txt"


def _open(file: Path) -> tuple[Match, int]:
    """The match in a file, proved; and how many of its actions this machine has seen before."""
    text = read_record(file)
    tags = parse_record(text).tags
    if "Seal" in tags and tags["Seal"] != seal_of(text):
        raise CommandError(f"{file} was changed since it was sealed: its seal does not fit")
    match, faults = grognard.verify(text)
    if not match.seeds or not all(mark.seed for mark in match.seeds):
        raise CommandError(
            f"{file} does not show every seed, so nobody could roll: begin with grognard new ... --show-seed"
        )
    last = match.seeds[-1].first
    if last > match.chance_count + 1:
        raise CommandError(f"{file} cannot be right: it has a seed for roll {last} and only {match.chance_count} rolls")
    if faults:
        raise CommandError(f"{file} cannot be right: {faults[0]}")
    return match, _compare(file, match, tags)


def _compare(file: Path, match: Match, tags: dict[str, str]) -> int:
    """Check a file against what this machine remembers of the match."""
    kept = _memory(match)
    if not kept.is_file():
        return 0
    if "Seal" not in tags:
        raise CommandError(f"{file} has lost its seal")
    before = grognard.replay(read_record(kept))
    what = _other_beginning(match, before) or _other_seed(match, before) or _other_past(match, before)
    if what:
        raise CommandError(f"{file} is not the match as you left it: {what}")
    return len(before.journal)


def _other_beginning(match: Match, before: Match) -> str:
    if (match.game.id, match.scenario.id) != (before.game.id, before.scenario.id):
        return f"it was {before.game.title}, {before.scenario.title}"
    return "" if (match.options, match.origin) == (before.options, before.origin) else "it begins from another position"


def _other_seed(match: Match, before: Match) -> str:
    """Nobody chooses new dice after the match has begun."""
    if match.seeds == before.seeds:
        return ""
    first = min(mark.first for mark in {*match.seeds} ^ {*before.seeds})
    return f"from roll {first} on the dice follow another seed"


def _other_past(match: Match, before: Match) -> str:
    if match.journal[: len(before.journal)] == before.journal:
        return ""
    pairs = zip(match.journal, before.journal, strict=False)
    first = next((number for number, (a, b) in enumerate(pairs, 1) if a != b), 0)
    return f"action {first} is another one" if first else "actions are missing at its end"


def _side(match: Match, wanted: str | None) -> str:
    if wanted is not None and wanted not in match.game.sides:
        raise CommandError(f"{match.game.title} has no side {wanted!r}: it has {', '.join(match.game.sides)}", 2)
    return wanted or match.side


def _not_mine(file: Path, match: Match, seen: int, side: str | None) -> None:
    """Nobody but you decides for your side."""
    if not seen:
        _unknown(file, match, side)
        return
    for number, entry in enumerate(match.journal[seen:], seen + 1):
        if entry.seat == side:
            text = match.game.notation.text(entry.action)
            raise CommandError(f"{file}: somebody played {text!r} for {side} as action {number}; that was not you")


def _unknown(file: Path, match: Match, side: str | None) -> None:
    """A match with unknown dice must not go on from one that this machine remembers."""
    known = _played_here(match)
    if side in known or (side is None and known):
        remedy = "" if side else "; if it is another match, name your side with --as"
        raise CommandError(
            f"{file} is not the match as you left it: from roll 1 on the dice follow another seed{remedy}"
        )
    own = sum(entry.seat == side for entry in match.journal)
    if own:
        text = f"This machine does not know this match: {own} actions of {side} in it were not played here."
        console.print(text, markup=False, soft_wrap=True)


def _played_here(match: Match) -> set[str]:
    """The sides for which the beginning of this match was played on this machine, with other dice."""
    actions = [match.game.notation.text(entry.action) for entry in match.journal]
    sides = set()
    for kept in sorted(_folder().glob("*.txt")):
        try:
            played = [text for _, text in parse_record(read_record(kept)).actions]
        except (CommandError, RecordError):
            continue  # nothing can be compared with it
        if actions[: len(played)] == played:
            # Whoever writes a memory has just played.
            seats = [entry.seat for entry in match.journal[: len(played)] if entry.seat in match.game.sides]
            sides |= {*seats[-1:]}
    return sides


def _tell(match: Match, seen: int, side: str) -> None:
    """What is new, as far as the side may know it."""
    told = [True, *Visibility().follow(match, side, Checkpoints())]
    for event in match.events:
        if event.number > seen and (told[event.number] or event.heading):
            console.print(f"  {event.rule:>6}  {event.text}", markup=False)
    if match.result is not None:
        print_result(match, match.result)
        return
    name = match.game.side_names.get(match.side, match.side)
    console.print(f"{name} to decide: {match.prompt.text} ({match.prompt.rule})", markup=False, soft_wrap=True)


def status(file: Path = FILE, side: str | None = SIDE) -> None:
    """What has happened since you last had the file, and who decides. The whole file is checked."""
    match, seen = _open(file)
    _not_mine(file, match, seen, side and _side(match, side))
    new = len(match.journal) - seen
    console.print(f"{match.game.title}, {match.scenario.title}: {len(match.journal)} actions, {new} of them new to you")
    _tell(match, seen, side or match.side)
    if match.side and (side is None or side == match.side):
        counts = {verb: bits.bit_count() for verb, bits in match.actions.offer.items()}
        console.print("You may: " + ", ".join(f"{verb} ({count})" for verb, count in counts.items()), markup=False)


def play(
    file: Path = FILE,
    actions: list[str] = typer.Argument(..., metavar="ACTION...", help="What you do, each action as one word or text."),
    side: str | None = SIDE,
) -> None:
    """Play actions, roll what is to be rolled, and seal the file. An illegal action leaves it as it was."""
    match, seen = _open(file)
    me = _side(match, side)
    _not_mine(file, match, seen, side and me)
    if match.over:
        raise CommandError("the match is over")
    before = len(match.journal)
    match.play(*actions, side=me)
    text = sealed(match.record(seed=True))
    write_text(_memory(match), text)
    write_text(file, text)
    _tell(match, before, me)
    if match.side not in ("", me):
        console.print(f"Send {file} to {match.game.side_names.get(match.side, match.side)}.", markup=False)


_STATUS = ("grognard pbem status game.txt", "grognard pbem status game.txt --as SIDE")
_PLAY = ("grognard pbem play game.txt --as SIDE 'select 1/8' 'move 0503' done",)
app.command("status", epilog="\n\n".join(["Examples:", *_STATUS]))(status)
app.command("play", epilog="\n\n".join(["Examples:", *_PLAY]))(play)
