"""What players read in the games of the library: the head of the status, the tail of what is said of a hex, tracks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from ..engine.reading import Note, Reading, Track, Turn
from ..hexes import Reach
from .assault import AssaultGame, AssaultState, spent
from .stacks import units_in
from .turn_game import TurnGame, W

G = TypeVar("G", bound=TurnGame[Any])  # any state: games are not alike in it
A = TypeVar("A", bound=AssaultState)
F = TypeVar("F", bound=AssaultGame[Any])  # any state: games are not alike in it


class TurnGameReading(Reading[G, W]):
    """What the games of the library tell alike."""

    def status_head(self, s: W) -> dict[str, Any]:  # any: the head of a status
        """With what each status begins."""
        game = self.game
        return {"turn": s.turn, "turns": s.turns, "phase": game.phase_of(s), "phasing": game.sides[s.phasing]}

    def reach_of_selected(self, s: W) -> Reach | None:
        """Where the unit in hand can go, if there is one on its way."""
        return None

    def path(self, s: W, h: int) -> tuple[int, ...]:
        found = self.reach_of_selected(s)
        return tuple(found.path(h)) if found is not None and found.all >> h & 1 else ()

    def closing_notes(self, s: W, h: int, zone: str, rule: str, *more: Note) -> tuple[Note, ...]:
        """What is said of a hex at the end: zones of control, what the game adds, and where the hex comes from."""
        game = self.game
        out = [
            Note(zone.format(game.side_names[side]), rule)
            for index, side in enumerate(game.sides)
            if game.zone(s, index) >> h & 1
        ]
        out += more
        if game.board.sources.get(h) == "reconstructed":
            out.append(Note("this hex is reconstructed, not taken from the printed map"))
        return tuple(out)

    def neighbours_across(self, h: int, kind: str) -> str:
        """The neighbours of a hex beyond hexsides of a kind, for a sentence."""
        board = self.game.board
        return ", ".join(board.grid.label(n) for n in board.grid.neighbour_list(h) if board.kind_between(h, n) == kind)


class AssaultReading(TurnGameReading[F, A]):
    """What games with attacks on one hex at a time tell alike."""

    def hand(self, s: A) -> tuple[int, ...]:
        """The unit that the step in force names, or the stack that is about to move."""
        return super().hand(s) or (() if s.over else tuple(s.hand))

    def marked(self, s: A) -> dict[str, int]:
        """What the markers on the counters would say of moves and attacks: for each word its units."""
        phase = self.game.phase_of(s)
        target = units_in(s.at, s.target) if s.target >= 0 else 0
        return {
            "moved": s.moved if phase.endswith("movement") else 0,
            "fought": spent(s) if phase.endswith("combat") else 0,
            "target": target & self.game.units_of[1 - s.phasing],
            "attacking": s.attackers,
            "advanced": s.advanced,
        }

    def on_track(self, s: A, phases: Iterable[tuple[str, str]], turns: Iterable[Turn]) -> Track:
        """The phases, each by its side and its name, and the turns, with the phase and the turn that it is."""
        names, titles = self.game.side_names, self.game.game_turn.titles

        def title(side: str, phase: str) -> str:
            return f"{names.get(side, '')} {titles.get(phase, phase.capitalize())}"

        listed = tuple(title(side, phase) for side, phase in phases)
        side, _, phase = self.game.phase_of(s).partition(" ")
        current = title(side, phase)
        return Track(listed, listed.index(current) if current in listed else -1, tuple(turns), s.turn)
