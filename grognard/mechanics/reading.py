"""Texts for players that several games share: the beginning of the status, the last notes on a hex, tracks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from ..engine.reading import Note, Objective, Reading, Track, Turn
from ..hexes import Reach, bits
from .attacks import AttackGame, AttackState
from .stacks import units_in
from .turn_game import TurnGame, W

G = TypeVar("G", bound=TurnGame[Any])  # any state: games are not alike in it
A = TypeVar("A", bound=AttackState)
F = TypeVar("F", bound=AttackGame[Any])  # any state: games are not alike in it


#: The phases at whose end a side is warned, and the number of places that a warning names.
_TURNS = ("movement", "combat")
_NAMED = 4


class TurnGameReading(Reading[G, W]):
    """Texts that all games played in turns share."""

    def status_head(self, s: W) -> dict[str, Any]:  # any: the head of a status
        """The entries that every status begins with."""
        game = self.game
        return {"turn": s.turn, "turns": s.turns, "phase": game.phase_of(s), "phasing": game.sides[s.phasing]}

    def reach_of_selected(self, s: W) -> Reach | None:
        """The reach of the selected unit, if one is moving."""
        return None

    def path(self, s: W, h: int) -> tuple[int, ...]:
        found = self.reach_of_selected(s)
        return tuple(found.path(h)) if found is not None and found.all >> h & 1 else ()

    def entries(self, s: W, side: int) -> int:
        """The hexes that units of a side could enter in its next move; only needed if some objective is sudden."""
        return 0

    def warnings(self, s: W) -> tuple[Note, ...]:
        """Objectives that the enemy could enter in its next move, before a decision that may end one's own phase."""
        game = self.game
        if s.over or self.hand(s) or not game.phase_of(s).endswith(_TURNS) or game.seat(s) != game.sides[s.phasing]:
            return ()
        enemy = 1 - s.phasing
        wanted = [aim for aim in self.objectives(s) if aim.sudden and aim.side == enemy]
        reach = self.entries(s, enemy) & ~s.occupied[s.phasing] if wanted else 0
        return tuple(self._warning(enemy, aim, aim.hexes & reach) for aim in wanted if aim.hexes & reach)

    def _warning(self, enemy: int, aim: Objective, hexes: int) -> Note:
        game = self.game
        found = [game.place_name(h) for h in bits(hexes)]
        named = ", ".join(found[:_NAMED]) + (f" and {len(found) - _NAMED} more" if len(found) > _NAMED else "")
        return Note(f"{game.side_names[game.sides[enemy]]} units could reach {named} next: {aim.text}", aim.rule)

    def closing_notes(self, s: W, h: int, zone: str, rule: str, *more: Note) -> tuple[Note, ...]:
        """The last notes on a hex: zones of control, notes of the game, and the source of the hex."""
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
        """The neighbours of a hex across hexsides of a kind, as text."""
        board = self.game.board
        return ", ".join(board.grid.label(n) for n in board.grid.neighbour_list(h) if board.kind_between(h, n) == kind)


class AttackReading(TurnGameReading[F, A]):
    """Texts that games with attacks on one hex at a time share."""

    def hand(self, s: A) -> tuple[int, ...]:
        """The unit in the frame of the current step, or the stack that is about to move."""
        return super().hand(s) or (() if s.over else tuple(s.hand))

    def marked(self, s: A) -> dict[str, int]:
        """The units with each mark for moves and attacks."""
        phase = self.game.phase_of(s)
        target = units_in(s.at, s.target) if s.target >= 0 else 0
        return {
            "moved": s.moved if phase.endswith("movement") else 0,
            "fought": self.game.attacks.spent(s) if phase.endswith("combat") else 0,
            "target": target & self.game.units_of[1 - s.phasing],
            "attacking": s.attackers,
            "advanced": s.advanced,
        }

    def on_track(self, s: A, phases: Iterable[tuple[str, str]], turns: Iterable[Turn]) -> Track:
        """The phases, each with its side and its name, and the turns, with the current phase and turn."""
        names, titles = self.game.side_names, self.game.game_turn.titles

        def title(side: str, phase: str) -> str:
            if side in names:
                side = self.game.sides[self.game.game_turn.owner(self.game.side_index[side], phase)]
            return f"{names.get(side, '')} {titles.get(phase, phase.capitalize())}"

        listed = tuple(title(side, phase) for side, phase in phases)
        side, _, phase = self.game.phase_of(s).partition(" ")
        current = title(side, phase)
        return Track(listed, listed.index(current) if current in listed else -1, tuple(turns), s.turn)
