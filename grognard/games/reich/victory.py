"""Chapters 3.2.C, 3.3.C and 3.4.C: how to win. Somebody always does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.game import Result
from ...engine.step import AnyStep, Procedure
from ...hexes import bits, of
from . import achievements, traces
from .state import ALLIED, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: How a game ends, in the order in which 3.2.C and 3.3.C list it (ruling 3.2.Cc).
(
    BREAKOUT,
    RUHR,
    EXITS,
    NO_ACHIEVEMENTS,
    NO_WITHDRAWAL,
    ACROSS_THE_SEINE,
    BEACH,
    NOT_ACROSS_THE_SEINE,
    METZ,
    ANTWERP,
    TWO_CITIES,
    LAST_TURN,
    SHORT_OF_THE_SEINE,
) = range(1, 14)

_SUDDEN, _END = "Automatic Victory", "End Game Victory"
#: Winner, kind of victory, reason and rule.
REASONS = {
    BREAKOUT: ("allied", _SUDDEN, "the Allies have broken out of Normandy by the end of Turn 4", "17.6"),
    RUHR: ("allied", _SUDDEN, "the Allies control every Ruhr City hex", "3.2.C.1"),
    EXITS: ("allied", _SUDDEN, "ten Allied divisions have left over the East edge in one segment", "3.2.C.1"),
    NO_ACHIEVEMENTS: ("allied", _SUDDEN, "the counteroffensive has missed its Minimum Achievements", "17.7.4"),
    NO_WITHDRAWAL: ("allied", _SUDDEN, "the Germans cannot withdraw four Mechanized divisions", "17.8.C"),
    ACROSS_THE_SEINE: ("allied", _END, "the Allies control Paris and have ten divisions across the Seine", "3.3.C.1"),
    BEACH: ("german", _SUDDEN, "the Germans have captured a Beach", "3.2.C.2"),
    NOT_ACROSS_THE_SEINE: ("german", _SUDDEN, "no supplied Allied division is across the Seine", "3.2.C.2"),
    METZ: ("german", _SUDDEN, "a Metz garrison is left, and there was no counteroffensive", "3.2.C.2"),
    ANTWERP: ("german", _SUDDEN, "the Germans have recaptured Antwerpen", "8.7.E"),
    TWO_CITIES: ("german", _SUDDEN, "the counteroffensive has taken two supplied Cities", "3.2.C.2"),
    LAST_TURN: ("german", _END, "the Allies have not won by the end of the last turn", "3.2.C.3"),
    SHORT_OF_THE_SEINE: ("german", _END, "the Allies have met none of their conditions", "3.3.C.2"),
}


def win(game: ReichGame, s: ReichState, why: int) -> None:
    """End the game at once."""
    if s.won:
        return
    s.won, s.over = why, True
    winner, kind, reason, rule = REASONS[why]
    s.report(rule, "{} {}: {}", game.side_names[winner], kind, reason)


def result(game: ReichGame, s: ReichState) -> Result | None:
    """How the game ended (3.2.C, 3.3.C)."""
    if not s.over:
        return None
    winner, kind, reason, rule = REASONS[s.won or LAST_TURN]
    return Result(winner, kind, (f"{reason} ({rule})",))


# -- conditions ------------------------------------------------------------------------------


def is_campaign(game: ReichGame, s: ReichState) -> bool:
    """Whether the conditions of 3.2.C hold, as in Final Battles too (3.4.C), or those of 3.3.C."""
    return bool(game.scenario_of(s).words["rule"] != "3.3")


def check_ruhr(game: ReichGame, s: ReichState) -> None:
    """All Ruhr City hexes under Allied control together (ruling 3.2.C.1d)."""
    if not game.lines.ruhr & ~s.allied:
        win(game, s, RUHR)


def check_exits(game: ReichGame, s: ReichState) -> None:
    """Ten divisions over the East edge in one Movement Segment (3.2.C.1, 7.1.2.L, ruling 3.2.C.1g)."""
    divisions = (s.exits & game.roster.divisions).bit_count()
    if divisions >= game.tables.numbers["victory"]["exit_divisions"]:
        win(game, s, EXITS)


def check_beach(game: ReichGame, s: ReichState, h: int) -> None:
    """A Beach captured by the Germans (3.2.C.2, 3.3.C.2)."""
    if game.ground.beaches >> h & 1 and s.turn <= game.tables.numbers["victory"]["beaches_last"]:
        win(game, s, BEACH)


def across(game: ReichGame, s: ReichState) -> int:
    """Allied divisions across the Seine Line with a regular Supply Line (rulings 3.2.C.2f and 3.2.C.2g).

    They may be however deep in the areas of the 21st and 12th Army Groups; the 6th Army Group does not count.
    """
    hexes = game.beyond_seine & traces.allied(game, s)
    divisions = game.roster.divisions & game.combat_of[ALLIED] & ~game.roster.commands["6AG"]
    return of(u for u in bits(divisions) if s.at[u] >= 0 and hexes >> s.at[u] & 1)


def holds_paris(game: ReichGame, s: ReichState) -> bool:
    """Whether the Allies control all three hexes of Paris (ruling 3.3.C.1e)."""
    return not game.paris & ~s.allied


def garrisons_left(game: ReichGame, s: ReichState) -> bool:
    return any(s.at[u] >= 0 for u in bits(game.roster.types["garrison"]))


class VictoryCheck(Procedure["ReichGame", ReichState]):
    """The first step of the End Phase (4.1.X.1): Allied conditions first, then German ones (ruling 3.2.Cc)."""

    name = "victory-check"

    def run(self, s: ReichState) -> None:
        game = self.game
        self.pop(s)
        check = self._campaign if is_campaign(game, s) else self._breakout
        check(s)

    def _campaign(self, s: ReichState) -> None:
        game, numbers = self.game, self.game.tables.numbers["victory"]
        if s.offensive == s.turn and not achievements.achieved(game, s):
            win(game, s, NO_ACHIEVEMENTS)
        elif s.turn == numbers["seine"] and not across(game, s):
            win(game, s, NOT_ACROSS_THE_SEINE)
        elif s.turn == numbers["metz"] and not s.offensive and garrisons_left(game, s):
            win(game, s, METZ)
        elif s.turn >= s.turns:
            win(game, s, LAST_TURN)

    def _breakout(self, s: ReichState) -> None:
        game = self.game
        if s.turn < s.turns:
            return
        enough = across(game, s).bit_count() >= game.tables.numbers["victory"]["across"]
        win(game, s, ACROSS_THE_SEINE if enough and holds_paris(game, s) else SHORT_OF_THE_SEINE)


STEPS: tuple[type[AnyStep], ...] = (VictoryCheck,)
