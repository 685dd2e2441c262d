"""Chapter 3.4: the set-up of Final Battles in ten steps, each by its player in turn.

The steps of scenarios.toml name units that leave, are reduced, set aside or placed, and how many more are chosen. What
is placed hex by hex is in :mod:`.deployment`. Units that are not placed yet are aside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.bounds import Bound
from ...engine.contents import Scenario
from ...engine.limits import Choice, Limit, Only
from ...engine.step import AnyStep, Procedure
from ...engine.verbs import Verb
from ...hexes import bits, of
from ...mechanics import choosing
from ...mechanics.choosing import Task, available, chosen, has_enough, has_room, lacks_units, unchosen
from . import deployment
from .pieces import attack_of, defense_of, put
from .sequence import GameTurn
from .setup import place_arrivals
from .state import ASIDE, ENGLAND, FULL, REMOVED, SETTLED, SUPPORT, WATCH, ReichState

if TYPE_CHECKING:
    from .game import ReichGame

#: The fate of chosen units, in words.
_PURPOSE = {"remove": "to be removed", "reduce": "to be reduced", "keep": "to be set aside"}


def start(game: ReichGame, scenario: Scenario) -> ReichState:
    """The state before the first choice of the Allied player (3.4.A)."""
    s = game.blank(scenario)
    place_arrivals(game, s, scenario)
    _conditions(game, s)
    game.refresh(s)
    s.agenda = [(game.codes[GameTurn], 0)]
    for step in reversed(scenario.words["steps"]):
        s.agenda.append((game.codes[SetUpStep], step["number"]))
    game.run(s)
    return s


def _conditions(game: ReichGame, s: ReichState) -> None:
    """Control and the course of the game so far (3.4.D, 3.4.E.2, rulings 3.4.E.2f and 3.4.E.2g, 3.4.E)."""
    regions, refit = game.board.regions, game.tables.lists["refit"]
    s.allied = regions["Allied side December 1944"].set
    s.razed = (game.ground.forts["coastal"] | game.ground.forts["metz"]) & s.allied
    s.antwerp = s.antwerp_held = True
    s.logistics, s.grounding_done = FULL, True
    s.released = s.west_free = s.seine_crossed = True
    s.paris = SETTLED
    s.bombers_spent = 3
    s.refit_cw, s.refit_us, s.refit_german = (len(refit[name]) for name in ("commonwealth", "us", "german"))
    for u in bits(game.roster.support):
        s.at[u], s.due[u] = (REMOVED if game.roster.types["bomber"] >> u & 1 else SUPPORT), 0


def words_of(game: ReichGame, s: ReichState, number: int) -> dict[str, Any]:  # any: the words of a data file
    """The words of one step of the set-up."""
    steps = game.scenario_of(s).words["steps"]
    found: dict[str, Any] = next(step for step in steps if step["number"] == number)
    return found


class SetUpStep(Procedure["ReichGame", ReichState]):
    """One step of 3.4.A: what needs no choice, then its choices and placements. Argument: its number (3.4.A.2,
    3.4.A.4, 3.4.A.7)."""

    name = "final-set-up"
    args = ("number",)

    def run(self, s: ReichState) -> None:
        game = self.game
        _, number = s.agenda.pop()
        words = words_of(game, s, number)
        s.phasing = game.sides.index(words["side"])
        s.begin("Set-up", f"Step {number}")
        self._named(s, words)
        for part in reversed(deployment.lists_of(number)):
            self.push(s, deployment.Deploy, part, -1)
            self.push(s, deployment.BeginDeployment)
        for k in reversed(range(len(words.get("chosen", ())))):
            self.push(s, BeginFinalChoice, 10 * number + k)

    def _named(self, s: ReichState, words: dict[str, Any]) -> None:  # any: the words of a data file
        game, ids = self.game, self.game.unit_ids
        for key, box in (("removed", REMOVED), ("england", ENGLAND), ("box", WATCH)):
            for unit in words.get(key, ()):
                put(game, s, ids[unit], box)
        s.reduced |= of(ids[unit] for unit in words.get("reduced", ()))
        s.kept |= of(ids[unit] for unit in words.get("kept", ()))
        for unit, label in words.get("placed", {}).items():
            put(game, s, ids[unit], game.board.grid.parse(label))


def strength(game: ReichGame, s: ReichState, unit: int) -> int:
    """Attack and Defense Strength together."""
    return attack_of(game, s, unit) + defense_of(game, s, unit)


# -- choices -----------------------------------------------------------------------------------


class FinalChoosing(choosing.Choosing["ReichGame", ReichState]):
    """A choice of the set-up."""

    @property
    def kind(self) -> str:
        """The units that may be chosen, in words."""
        return str(self.words["of"])

    @property
    def rule(self) -> str:
        return f"3.4.A.{self.index // 10}"

    @property
    def words(self) -> dict[str, Any]:  # any: the words of a data file
        found: dict[str, Any] = words_of(self.game, self.s, self.index // 10)["chosen"][self.index % 10]
        return found


class FinalChoice(choosing.ChooseUnits["ReichGame", ReichState]):
    """The choice of units to be removed, reduced or set aside (3.4.A.3, 3.4.A.8).

    Argument: ten times its step, and its place there.
    """

    name = "final-choice"
    case = FinalChoosing
    choices: ClassVar[tuple[Choice[Any], ...]] = (
        Choice(
            "choose",
            Limit("3.4.A", available, "{it} is not among the {c.kind} to choose from"),
            Limit("3.4.A", unchosen, "{it} is chosen already"),
            Only("3.4.A", has_room, "{c.task.most} units are chosen already"),
        ),
        Choice("return", Limit("3.4.A", chosen, "{it} is not chosen")),
        Choice("propose", Only("3.4.A", lacks_units, "enough units are chosen")),
        Choice("done", Only("3.4.A", has_enough, "{c.missing} more must be chosen")),
        Choice("everything"),
    )

    def task(self, s: ReichState, index: int) -> Task:
        game = self.game
        step = words_of(game, s, index // 10)
        words = step["chosen"][index % 10]
        units = game.roster.groups[words["of"]] & ~s.kept & ~s.reduced
        units = of(u for u in bits(units) if s.at[u] == ASIDE)
        side = game.sides.index(step["side"])
        purpose = f"{_PURPOSE[words['what']]} ({words['of']})"
        return Task(side, units, words["count"], words["count"], f"3.4.A.{index // 10}", purpose)

    def apply(self, s: ReichState, index: int, units: int) -> None:
        game = self.game
        what = words_of(game, s, index // 10)["chosen"][index % 10]["what"]
        if what == "remove":
            for u in bits(units):
                put(game, s, u, REMOVED)
        elif what == "reduce":
            s.reduced |= units
        else:
            s.kept |= units
        s.report(f"3.4.A.{index // 10}", "{} {}", game.names(units), _PURPOSE[what])

    def worth(self, s: ReichState, index: int, unit: int) -> float:
        """The cost of a choice: the strength that is lost; the divisions that are set aside are full and strong."""
        game = self.game
        what = words_of(game, s, index // 10)["chosen"][index % 10]["what"]
        whole = strength(game, s, unit)
        if what == "keep":
            return float(self._preference(s, unit) - whole)
        back = game.roster.attack[unit][1] + game.roster.defense[unit][1]
        return float(whole if what == "remove" else whole - back)

    def _preference(self, s: ReichState, unit: int) -> int:
        """Set aside infantry for the cities behind the front: one division of the 6th Army Group, three of the 12th."""
        roster = self.game.roster
        red = roster.commands["6AG"]
        if red >> unit & 1:
            best = max(bits(red & roster.divisions & ~s.reduced), key=lambda u: (strength(self.game, s, u), -u))
            return -99 if unit == best else 99
        return 20 if roster.types["armored"] >> unit & 1 else 0

    def do_everything(self, s: ReichState, _: int) -> None:
        deployment.set_up_everything(self.game, s)


class BeginFinalChoice(choosing.BeginChoice["ReichGame", ReichState]):
    """Begins a choice of the set-up."""

    name = "begin-final-choice"
    form = FinalChoice


VERBS = {
    **choosing.VERBS,
    "everything": Verb("none", "Set up everything as proposed", quiet=True),
}
STEPS: tuple[type[AnyStep], ...] = (SetUpStep, FinalChoice, BeginFinalChoice, *deployment.STEPS)
BOUNDS = {
    "final-set-up": (Bound(2, 10, "3.4.A"),),
    "final-choice": (Bound(20, 109, "3.4.A"),),
    "begin-final-choice": (Bound(20, 109, "3.4.A"),),
    **deployment.BOUNDS,
}
