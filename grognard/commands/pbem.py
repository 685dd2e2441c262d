"""Play by mail: the players send the record file back and forth; nothing else is needed.

The file holds the seed, so a roll is the same on every machine and cannot be repeated. A seal over the text shows
whether the file was changed on the way. Anyone can seal a changed file again, so the seal alone proves nothing. Each
player's machine also keeps the file as it left it. The file that comes back must begin with the same actions, follow
the same seeds, and hold no decision of the player's own side that was made elsewhere.

Anyone who reads the seed can compute the coming rolls. Players who do not trust each other need a table, which keeps
the seed secret. There is no simpler remedy: if a player's own machine rolls, they can try an attack on a copy of the
file first, however the roll is made. A roll that needs a secret of both players would prevent this, but every roll
would cost a mail in each direction.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import typer

import grognard

from ..engine.match import Match
from ..engine.record import RecordError, parse_record
from ..table.settings import data_folder
from .common import CommandError, console, count, read_record, side_to_play, write_text
from .records import print_result

app = typer.Typer(
    help="Play by mail with record files: read what is new, play your actions, send the file on.\n\n"
    "Start a match with `grognard new GAME --show-seed -o FILE`. The file holds the seed of the dice. The program "
    "notices if a roll is repeated or the past is changed. But anyone who reads the file can compute the rolls to "
    "come, so play by mail with people you trust. "
    "A table (grognard table) keeps the seed secret until the match is over.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Examples:\n\ngrognard pbem status game.record --as SIDE\n\n"
    "grognard pbem play game.record --as SIDE 'select 1/8' 'move 0503' done",
)

FILE = typer.Argument(..., metavar="FILE", help="The record file that the players send each other.")
SIDE = typer.Option(None, "--as", metavar="SIDE", help="The side you play. Default: the side to play.")

_SEAL = '[Seal "'


def seal_of(text: str) -> str:
    """The seal of a record: a digest of the rest of it."""
    lines = [line for line in text.splitlines() if not line.startswith(_SEAL)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def sealed(text: str) -> str:
    """The record with its seal as the last tag."""
    head, _, actions = text.partition("\n\n")
    tags = [line for line in head.split("\n") if not line.startswith(_SEAL)]
    return "\n".join([*tags, f'{_SEAL}{seal_of(text)}"]', "", actions])


def _folder() -> Path:
    """The folder in which this machine keeps its matches."""
    return data_folder(os.environ) / "pbem"


def _kept_file(match: Match) -> Path:
    """The file that keeps a match, named after the digest of its dice. The digest was checked by the reader."""
    return _folder() / f"{match.seeds[0].digest[:32]}.txt"


def _read_match(file: Path) -> tuple[Match, int]:
    """Read and prove the match in a file. Return it with the number of actions this machine has seen before."""
    text = read_record(file)
    tags = parse_record(text).tags
    if "Seal" in tags and tags["Seal"] != seal_of(text):
        raise CommandError(
            f"{file} has been changed since it was sealed: its seal does not match; ask for the file again"
        )
    match, faults = grognard.verify(text)
    if not match.seeds or not all(mark.seed for mark in match.seeds):
        raise CommandError(
            f"{file} does not hold every seed of its dice, so nobody can roll; start with: grognard new ... --show-seed"
        )
    last = match.seeds[-1].first
    if last > match.chance_count + 1:
        raise CommandError(
            f"{file} is not valid: it has a seed for roll {last}, but only {count(match.chance_count, 'roll')}"
        )
    if faults:
        raise CommandError(f"{file} is not valid: {faults[0]}")
    return match, _compare(file, match, tags)


def _compare(file: Path, match: Match, tags: dict[str, str]) -> int:
    """Compare a file with the one this machine keeps; return the number of actions it has seen."""
    kept = _kept_file(match)
    if not kept.is_file():
        return 0
    if "Seal" not in tags:
        raise CommandError(f"{file} has no seal any more; ask for the file again")
    before = grognard.replay(read_record(kept))
    what = _changed_start(match, before) or _changed_seed(match, before) or _changed_past(match, before)
    if what:
        raise CommandError(f"{file} is not the match as you left it: {what}")
    return len(before.journal)


def _changed_start(match: Match, before: Match) -> str:
    if (match.game.id, match.scenario.id) != (before.game.id, before.scenario.id):
        return f"yours was {before.game.title}, {before.scenario.title}"
    return "" if (match.options, match.origin) == (before.options, before.origin) else "it starts from another position"


def _changed_seed(match: Match, before: Match) -> str:
    """A changed seed; nobody may choose new dice after the start."""
    if match.seeds == before.seeds:
        return ""
    first = min(mark.first for mark in {*match.seeds} ^ {*before.seeds})
    return f"from roll {first} on, the dice follow another seed"


def _changed_past(match: Match, before: Match) -> str:
    if match.journal[: len(before.journal)] == before.journal:
        return ""
    pairs = zip(match.journal, before.journal, strict=False)
    first = next((number for number, (a, b) in enumerate(pairs, 1) if a != b), 0)
    return f"action {first} is different" if first else "its last actions are missing"


def _own_side(match: Match, wanted: str | None) -> str:
    if wanted is not None and wanted not in match.game.sides:
        raise CommandError(f"{match.game.title} has no side {wanted!r}; choose from: {', '.join(match.game.sides)}", 2)
    return wanted or match.side


def _check_own_actions(file: Path, match: Match, seen: int, side: str | None) -> None:
    """Refuse actions of the player's own side that were made elsewhere."""
    if not seen:
        _check_unknown_match(file, match, side)
        return
    for number, entry in enumerate(match.journal[seen:], seen + 1):
        if entry.seat == side:
            text = match.game.notation.text(entry.action)
            raise CommandError(
                f"{file}: action {number}, {text!r}, was played for your side ({side}), but not on this machine"
            )


def _check_unknown_match(file: Path, match: Match, side: str | None) -> None:
    """Refuse a match with unknown dice that continues one kept on this machine."""
    known = _played_here(match)
    if side in known or (side is None and known):
        remedy = "" if side else "; if this is another match, name your side with --as"
        raise CommandError(
            f"{file} is not the match as you left it: from roll 1 on, the dice follow another seed{remedy}"
        )
    own = sum(entry.seat == side for entry in match.journal)
    if own:
        text = f"This match is new to this machine: {count(own, 'action')} of {side} played elsewhere."
        console.print(text, markup=False, soft_wrap=True)


def _played_here(match: Match) -> set[str]:
    """The sides for which this machine played the beginning of the match, but with other dice."""
    actions = [match.game.notation.text(entry.action) for entry in match.journal]
    sides = set()
    for kept in sorted(_folder().glob("*.txt")):
        try:
            played = [text for _, text in parse_record(read_record(kept)).actions]
        except (CommandError, RecordError):
            continue  # unreadable: nothing to compare
        if actions[: len(played)] == played:
            # A file is kept right after an action of the player.
            seats = [entry.seat for entry in match.journal[: len(played)] if entry.seat in match.game.sides]
            sides |= {*seats[-1:]}
    return sides


def _print_news(match: Match, seen: int, side: str) -> None:
    """Print the new events that the side may know, and the result or next decision."""
    visible = [True, *(entry.known_to(side) for entry in match.watched().journal)]
    for event in match.events:
        if event.number > seen and (visible[event.number] or event.heading):
            console.print(f"  {event.rule:>6}  {event.text}", markup=False)
    if match.result is not None:
        print_result(match, match.result)
        return
    console.print(
        f"{side_to_play(match)} to play: {match.prompt.text} ({match.prompt.rule})", markup=False, soft_wrap=True
    )


def status(file: Path = FILE, side: str | None = SIDE) -> None:
    """Check the file, and show what is new and whose decision it is."""
    match, seen = _read_match(file)
    _check_own_actions(file, match, seen, side and _own_side(match, side))
    new = len(match.journal) - seen
    console.print(
        f"{match.game.title}, {match.scenario.title}: {count(len(match.journal), 'action')}, {new} new to you"
    )
    _print_news(match, seen, side or match.side)
    if match.side and (side is None or side == match.side):
        counts = {verb: bits.bit_count() for verb, bits in match.actions.offer.items()}
        console.print("You may: " + ", ".join(f"{verb} ({count})" for verb, count in counts.items()), markup=False)


def play(
    file: Path = FILE,
    actions: list[str] = typer.Argument(
        ..., metavar="ACTION...", help="Your actions, each in quotes if it has a space."
    ),
    side: str | None = SIDE,
) -> None:
    """Play actions, roll the dice and seal the file. An illegal action leaves the file unchanged."""
    match, seen = _read_match(file)
    me = _own_side(match, side)
    _check_own_actions(file, match, seen, side and me)
    if match.over:
        raise CommandError(f"{file}: the match is over")
    before = len(match.journal)
    match.play(*actions, side=me)
    text = sealed(match.record(seed=True))
    write_text(_kept_file(match), text)
    write_text(file, text)
    _print_news(match, before, me)
    if match.side not in ("", me):
        console.print(f"Send {file} to {match.game.side_names.get(match.side, match.side)}.", markup=False)


_STATUS = ("grognard pbem status game.record", "grognard pbem status game.record --as SIDE")
_PLAY = ("grognard pbem play game.record --as SIDE 'select 1/8' 'move 0503' done",)
app.command("status", epilog="\n\n".join(["Examples:", *_STATUS]))(status)
app.command("play", epilog="\n\n".join(["Examples:", *_PLAY]))(play)
