"""Steps: the decision points and automatic procedures of a game.

Steps lie on the agenda, a stack inside the state. The top step is the one in force: it says whose
decision it is, what may be done and what each action does. Doing an action changes the state and the
agenda: a step leaves by :meth:`Step.pop` and calls another by :meth:`Step.push`. So the flow of
play is data; any moment can be saved, copied and resumed, and a reaction in the middle of a move is
one more frame on top.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Generic, NamedTuple

from .action import Action, Refusal
from .limits import AnyCase, Case, Choice, G, Law, S
from .state import Seat
from .unrolled import make_offer

#: What may be done: for each verb the set of its legal arguments, as one int.
Offer = dict[str, int]

#: A set with the argument 0 only: what verbs without argument offer.
ONLY = 1

DICE = "dice"


class Prompt(NamedTuple):
    """What the deciding side is asked to do, the rule that asks it, and the hex it is about, if it is about one."""

    text: str
    rule: str
    where: int = -1


class Step(Generic[G, S]):
    """A decision of a game with states of one type.

    A subclass says whose it is (``seat``), what is asked (``prompt``), what may be chosen (``choices``: a row of rules
    for each verb), and has one method a verb that does it: for the verb ``move`` it is ``do_move(state, arg)``. What is
    offered, whether one action is legal and why one is not follow from the rows; see :mod:`.limits`.

    ``args`` names the kinds of the frame's arguments, for the text form; ``case`` gives them their names.
    """

    name: ClassVar[str] = ""
    args: ClassVar[tuple[str, ...]] = ()
    automatic: ClassVar[bool] = False
    chance: ClassVar[bool] = False
    #: whether the decision is small and shows nothing hidden, so that at one screen it is asked without a curtain
    brief: ClassVar[bool] = False
    #: what the rows look at
    case: ClassVar[type[AnyCase]] = Case  # any: a class variable cannot name the class's own G and S
    #: the verbs with their rows, in the order of offers
    choices: ClassVar[tuple[Choice[Any], ...]] = ()  # any: narrowed by each step, which types its lambdas

    def __init__(self, game: G, code: int) -> None:
        self.game = game
        self.code = code
        self.verbs: dict[str, Callable[[S, int], None]] = {
            attribute[3:].replace("_", "-"): getattr(self, attribute)
            for attribute in dir(self)
            if attribute.startswith("do_")
        }
        self.laws: dict[str, Law] = {choice.verb: choice.bound_to(game) for choice in self.choices}
        rows = [(law.verb, law.tests, law.every, law.keeps) for law in self.laws.values()]
        self._offer: Callable[[S], Offer] = make_offer(self.case, game, rows)

    # -- what a subclass says ----------------------------------------------------------------

    def seat(self, s: S) -> Seat:
        """Whose decision it is: a side by its name, or ``dice``."""
        raise NotImplementedError

    def prompt(self, s: S) -> Prompt:
        raise NotImplementedError

    # -- what follows from the rows ----------------------------------------------------------

    def make_case(self, s: S) -> AnyCase:  # any: each step has its own kind of case
        """The facts of this moment, as the rows need them."""
        return self.case(self.game, s)

    def offer(self, s: S) -> Offer:
        """The legal actions. Never empty: a state without a legal action is a bug.

        A step that is asked very often may write its offer by hand; a generic test compares it with its rows.
        """
        return self._offer(s)

    def permits(self, s: S, verb: str, arg: int) -> bool:
        """Whether one action is legal."""
        law = self.laws.get(verb)
        if law is None:
            return bool(self.offer(s).get(verb, 0) >> arg & 1)
        return law.permits(self.case(self.game, s), arg)

    def refuse(self, s: S, verb: str, arg: int) -> Refusal:
        """Why an action that is not legal here is not legal: the first row that takes it away says so."""
        law = self.laws.get(verb)
        if law is not None:
            c = self.make_case(s)
            row = law.blocking_row(c, arg)
            if row is not None:
                return row.refusal(c, arg, law.kind)
        return self.out_of_place(s, verb)

    def run(self, s: S) -> None:
        """What an automatic step does; see :class:`Procedure`."""
        raise NotImplementedError

    # -- what it can use ---------------------------------------------------------------------

    def out_of_place(self, s: S, verb: str) -> Refusal:
        """The refusal of a verb that has no place in this step."""
        prompt = self.prompt(s)
        why = f"{verb!r} is not possible now; {self._turn_text(s)}: {prompt.text}"
        return Refusal(prompt.rule, why, prompt=prompt.text)

    def _turn_text(self, s: S) -> str:
        seat = self.seat(s)
        return f"the {self.game.side_names.get(seat, seat)} side is asked" if seat != DICE else "the dice decide"

    def push(self, s: S, step: type[AnyStep], *args: int) -> None:
        """Call another step; this one goes on when that one has left."""
        s.agenda.append((self.game.codes[step], *args))

    def pop(self, s: S) -> None:
        """Leave: the step below goes on."""
        s.agenda.pop()

    def set_args(self, s: S, *args: int) -> None:
        """Change this step's own arguments."""
        s.agenda[-1] = (self.code, *args)


AnyStep = Step[Any, Any]  # any game and state: tables of steps hold all kinds


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

    def seat(self, s: S) -> Seat:
        return DICE

    def outcomes(self, s: S) -> list[tuple[Action, int]]:
        """Every outcome with its weight."""
        raise NotImplementedError

    def roller(self, s: S) -> Seat:
        """The side whose luck it is, or the empty string for nobody's: the side whose phase it is, if it has one."""
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
        return Refusal(self.prompt(s).rule, f"the dice decide now: {legal}" if legal else "the dice decide now")


class Die(Chance[G, S]):
    """One fair die. ``faces`` is 6 unless a game says otherwise."""

    faces: ClassVar[int] = 6

    def outcomes(self, s: S) -> list[tuple[Action, int]]:
        return [(Action("roll", face), 1) for face in range(1, self.faces + 1)]


def step_codes(types: tuple[type[AnyStep], ...]) -> dict[type[AnyStep], int]:
    """Numbers of a game's steps. Who calls a shared step gets the game's own form of it, if it has just one."""
    codes: dict[type[AnyStep], int] = {step: i for i, step in enumerate(types)}
    forms: dict[type[AnyStep], list[int]] = {}
    for i, step in enumerate(types):
        for base in step.__mro__[1:]:
            if issubclass(base, Step) and base not in codes:
                forms.setdefault(base, []).append(i)
    return {**codes, **{base: found[0] for base, found in forms.items() if len(found) == 1}}
