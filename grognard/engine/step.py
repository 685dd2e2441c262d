"""Steps: the decisions, chance events and automatic procedures of a game.

Steps are on the agenda, a stack inside the state. The top step is the current one: it determines who decides, what is
legal and what each action does. An action changes the state and the agenda: :meth:`Step.pop` ends a step and
:meth:`Step.push` calls another. The flow of play is therefore data. Every moment can be saved, copied and resumed, and
a reaction in the middle of a move is one more frame on top.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, NamedTuple

from .action import Action, Refusal
from .limits import AnyCase, Case, Choice, G, Law, S
from .state import Seat
from .unrolled import make_offer

#: The legal actions: for each verb the set of its legal arguments, as one int.
Offer = dict[str, int]

#: The set that has only the argument 0, for verbs without an argument.
ONLY = 1

DICE = "dice"


class Prompt(NamedTuple):
    """The decision of the deciding side, its rule and, if it is about a hex, that hex."""

    text: str
    rule: str
    where: int = -1


class Step(Generic[G, S]):
    """A decision of a game with states of one type.

    A subclass defines who decides (``seat``), the prompt (``prompt``), the legal arguments (``choices``: rows for each
    verb), and a method for each verb that does the action: ``do_move(state, arg)`` for the verb ``move``. Offers,
    legality and refusals follow from the rows; see :mod:`.limits`.

    ``args`` lists the kinds of the frame's arguments, for the text form; ``case`` gives them names.
    """

    name: ClassVar[str] = ""
    args: ClassVar[tuple[str, ...]] = ()
    automatic: ClassVar[bool] = False
    chance: ClassVar[bool] = False
    #: whether the decision is small and reveals nothing, so that a hot-seat game needs no handover screen for it
    brief: ClassVar[bool] = False
    #: whether the decision is about the result of the last combat, so that the table asks on the card of that combat
    aftermath: ClassVar[bool] = False
    #: whether the table ends the step after a proposal that leaves nothing else to do
    passes: ClassVar[bool] = False
    #: the facts that the rows read
    case: ClassVar[type[AnyCase]] = Case  # any: a class variable cannot name the class's own G and S
    #: the verbs with their rows, in the order of offers
    choices: ClassVar[tuple[Choice[Any], ...]] = ()  # any: narrowed by each step, which types its lambdas

    def __init__(self, game: G, code: int) -> None:
        self.game = game
        self.code = code
        methods = {name[3:].replace("_", "-"): name for name in dir(self) if name.startswith("do_")}
        self.laws: dict[str, Law] = {choice.verb: choice.bound_to(game) for choice in self.choices}
        self.verbs: dict[str, Callable[[S, int], None]] = {
            verb: getattr(self, name)
            for verb, name in methods.items()
            if verb in game.verbs and self._lists(verb, name)
        }
        rows = [(law.verb, law.tests, law.every, law.keeps) for law in self.laws.values()]
        self._offer: Callable[[S], Offer] = make_offer(self.case, game, rows)

    def _lists(self, verb: str, method: str) -> bool:
        """Whether a step with rows has some for a verb. A shared step may have verbs that only some games list."""
        shared = getattr(type(self), method).__module__.rpartition(".")[0] != type(self).__module__.rpartition(".")[0]
        return verb in self.laws or not self.laws or not shared

    # -- defined by a subclass ---------------------------------------------------------------

    def seat(self, s: S) -> Seat:
        """The deciding seat: the name of a side, or ``dice``."""
        raise NotImplementedError

    def prompt(self, s: S) -> Prompt:
        raise NotImplementedError

    def presets(self, s: S) -> dict[int, str]:
        """The units that the program proposes in a decision about losses and the like, each with what happens to it."""
        return {}

    # -- what follows from the rows ----------------------------------------------------------

    def make_case(self, s: S) -> AnyCase:  # any: each step has its own kind of case
        """The case of the current state, for the rows."""
        return self.case(self.game, s)

    def offer(self, s: S) -> Offer:
        """The legal actions. Never empty: a state without a legal action is a bug.

        A step may override this for speed; a generic test compares its offer with its rows.
        """
        return self._offer(s)

    def permits(self, s: S, verb: str, arg: int) -> bool:
        """Whether one action is legal."""
        law = self.laws.get(verb)
        if law is None:
            return bool(self.offer(s).get(verb, 0) >> arg & 1)
        return law.permits(self.case(self.game, s), arg)

    def refuse(self, s: S, verb: str, arg: int) -> Refusal:
        """The refusal of an illegal action, from the first row that removes it."""
        law = self.laws.get(verb)
        if law is not None:
            c = self.make_case(s)
            row = law.blocking_row(c, arg)
            if row is not None:
                return row.refusal(c, arg, law.kind)
        return self.out_of_place(s, verb)

    def run(self, s: S) -> None:
        """Run an automatic step; see :class:`Procedure`."""
        raise NotImplementedError

    # -- helpers for subclasses --------------------------------------------------------------

    def out_of_place(self, s: S, verb: str) -> Refusal:
        """The refusal of a verb that does not belong to this step."""
        prompt = self.prompt(s)
        why = f"{verb!r} is not possible now; {self._turn_text(s)}: {prompt.text}"
        return Refusal(prompt.rule, why, prompt=prompt.text)

    def _turn_text(self, s: S) -> str:
        seat = self.seat(s)
        return f"the {self.game.side_names.get(seat, seat)} side decides" if seat != DICE else "a roll is due"

    def push(self, s: S, step: type[AnyStep], *args: int) -> None:
        """Call another step. This step continues when the other one has popped itself."""
        s.agenda.append((self.game.codes[step], *args))

    def pop(self, s: S) -> None:
        """End this step. The step below continues."""
        s.agenda.pop()

    def set_args(self, s: S, *args: int) -> None:
        """Change the arguments of this step's frame."""
        s.agenda[-1] = (self.code, *args)


AnyStep = Step[Any, Any]  # any game and state: tables of steps have all kinds


class StandingOrders(Step[G, S]):
    """Orders that a side may give at any time, also while the other one decides: wishes for later, such as not to be
    asked about something.

    A verb takes a side, the one that gives the order; or it belongs to one side and takes what it is about, such as a
    hex or a word. The step is never on the agenda, and no other step has its verbs. An order changes what is asked
    later and nothing else, so it interrupts nobody.
    """

    #: the side of each verb that only one side has; the arguments of all other verbs are sides
    owners: ClassVar[Mapping[str, int]] = {}

    def seat(self, s: S) -> Seat:
        return ""

    def prompt(self, s: S) -> Prompt:
        return Prompt("Standing orders.", "")


class Procedure(Step[G, S]):
    """A step without a decision: the engine runs it as soon as it is on top."""

    automatic = True

    def run(self, s: S) -> None:
        """Change the state and the agenda. Must pop itself, push another step or end the game."""
        raise NotImplementedError

    def seat(self, s: S) -> Seat:
        return ""

    def offer(self, s: S) -> Offer:
        return {}

    def prompt(self, s: S) -> Prompt:
        return Prompt(self.name, "")


class Chance(Step[G, S]):
    """A die roll, a chit draw, a shuffle: an action of the seat ``dice``."""

    chance = True
    #: whether everybody sees the outcome itself, even if its consequences are hidden
    open_outcome: ClassVar[bool] = False

    def seat(self, s: S) -> Seat:
        return DICE

    def outcomes(self, s: S) -> list[tuple[Action, int]]:
        """The possible outcomes with their weights."""
        raise NotImplementedError

    def roller(self, s: S) -> Seat:
        """The side that rolls, for statistics: the side whose phase it is, or the empty string for neither."""
        phasing = getattr(s, "phasing", -1)
        return str(self.game.sides[phasing]) if phasing >= 0 else ""

    def offer(self, s: S) -> Offer:
        out: Offer = {}
        for action, weight in self.outcomes(s):
            if weight > 0:
                out[action.verb] = out.get(action.verb, 0) | 1 << action.arg
        return out

    def refuse(self, s: S, verb: str, arg: int) -> Refusal:
        legal = ", ".join(self.game.notation.text(a) for a, w in self.outcomes(s) if w > 0)
        return Refusal(self.prompt(s).rule, f"a roll is due; possible results: {legal}" if legal else "a roll is due")


class Die(Chance[G, S]):
    """One fair die. ``faces`` is 6 unless a game says otherwise."""

    faces: ClassVar[int] = 6

    def outcomes(self, s: S) -> list[tuple[Action, int]]:
        return [(Action("roll", face), 1) for face in range(1, self.faces + 1)]


def step_codes(types: tuple[type[AnyStep], ...]) -> dict[type[AnyStep], int]:
    """The numbers of a game's steps. A shared step has the number of the game's subclass if there is just one."""
    codes: dict[type[AnyStep], int] = {step: i for i, step in enumerate(types)}
    forms: dict[type[AnyStep], list[int]] = {}
    for i, step in enumerate(types):
        for base in step.__mro__[1:]:
            if issubclass(base, Step) and base not in codes:
                forms.setdefault(base, []).append(i)
    return {**codes, **{base: found[0] for base, found in forms.items() if len(found) == 1}}
