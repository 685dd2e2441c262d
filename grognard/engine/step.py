"""Steps: the decision points and automatic procedures of a game.

Steps lie on the agenda, a stack inside the state. The top step is the one in force: it says whose
decision it is, what may be done and what each action does. Doing an action changes the state and the
agenda: a step leaves by :meth:`Step.pop` and calls another by :meth:`Step.push`. So the flow of
play is data; any moment can be saved, copied and resumed, and a reaction in the middle of a move is
one more frame on top.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from .action import Action, Refusal

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


class Step:
    """A decision. Subclasses define ``seat``, ``offer``, ``prompt``, ``refuse`` and one method a verb.

    ``args`` names the kinds of the frame's arguments, for the text form. The method for the verb
    ``move`` is ``do_move(state, arg)``.
    """

    name: ClassVar[str] = ""
    args: ClassVar[tuple[str, ...]] = ()
    automatic: ClassVar[bool] = False
    chance: ClassVar[bool] = False

    def __init__(self, game: Any, code: int) -> None:
        self.game: Any = game
        self.code = code
        self.verbs: dict[str, Callable[[Any, int], None]] = {
            attribute[3:].replace("_", "-"): getattr(self, attribute)
            for attribute in dir(self)
            if attribute.startswith("do_")
        }

    # -- what a subclass says ----------------------------------------------------------------

    def seat(self, s: Any) -> str:
        """Whose decision it is: a side, or ``dice``."""
        raise NotImplementedError

    def offer(self, s: Any) -> Offer:
        """The legal actions. Never empty: a state without a legal action is a bug."""
        raise NotImplementedError

    def permits(self, s: Any, verb: str, arg: int) -> bool:
        """Whether one action is legal. A step may answer faster than by its whole offer."""
        return bool(self.offer(s).get(verb, 0) >> arg & 1)

    def prompt(self, s: Any) -> Prompt:
        raise NotImplementedError

    def refuse(self, s: Any, verb: str, arg: int) -> Refusal:
        """Why an action that is not legal here is not legal."""
        return self.out_of_place(s, verb)

    # -- what it can use ---------------------------------------------------------------------

    def out_of_place(self, s: Any, verb: str) -> Refusal:
        """The refusal of a verb that has no place in this step."""
        prompt = self.prompt(s)
        why = f"{verb!r} is not possible now; {self._asked(s)}: {prompt.text}"
        return Refusal(prompt.rule, why, asked=prompt.text)

    def _asked(self, s: Any) -> str:
        seat = self.seat(s)
        return f"the {self.game.side_names.get(seat, seat)} side is asked" if seat != DICE else "the dice decide"

    def push(self, s: Any, step: type[Step], *args: int) -> None:
        """Call another step; this one goes on when that one has left."""
        s.agenda.append((self.game.codes[step], *args))

    def pop(self, s: Any) -> None:
        """Leave: the step below goes on."""
        s.agenda.pop()

    def become(self, s: Any, *args: int) -> None:
        """Change this step's own arguments."""
        s.agenda[-1] = (self.code, *args)


class Procedure(Step):
    """A step without a decision: the engine runs it as soon as it is on top."""

    automatic = True

    def run(self, s: Any) -> None:
        """Change the state and the agenda. Must pop itself, push another step or end the game."""
        raise NotImplementedError

    def seat(self, s: Any) -> str:
        return ""

    def offer(self, s: Any) -> Offer:
        return {}

    def prompt(self, s: Any) -> Prompt:
        return Prompt(self.name, "")


class Chance(Step):
    """A die roll, a chit draw, a shuffle: an action of the seat ``dice``."""

    chance = True

    def seat(self, s: Any) -> str:
        return DICE

    def outcomes(self, s: Any) -> list[tuple[Action, int]]:
        """Every outcome with its weight."""
        raise NotImplementedError

    def offer(self, s: Any) -> Offer:
        out: Offer = {}
        for action, weight in self.outcomes(s):
            if weight > 0:
                out[action.verb] = out.get(action.verb, 0) | 1 << action.arg
        return out

    def refuse(self, s: Any, verb: str, arg: int) -> Refusal:
        legal = ", ".join(self.game.notation.text(a) for a, w in self.outcomes(s) if w > 0)
        return Refusal(self.prompt(s).rule, f"the dice decide now: {legal}" if legal else "the dice decide now")


class Die(Chance):
    """One fair die. ``faces`` is 6 unless a game says otherwise."""

    faces: ClassVar[int] = 6

    def outcomes(self, s: Any) -> list[tuple[Action, int]]:
        return [(Action("roll", face), 1) for face in range(1, self.faces + 1)]


def step_codes(types: tuple[type[Step], ...]) -> dict[type[Step], int]:
    """Numbers of a game's steps. Who calls a shared step gets the game's own form of it, if it has just one."""
    codes = {step: i for i, step in enumerate(types)}
    forms: dict[type[Step], list[int]] = {}
    for i, step in enumerate(types):
        for base in step.__mro__[1:]:
            if issubclass(base, Step) and base not in codes:
                forms.setdefault(base, []).append(i)
    return {**codes, **{base: found[0] for base, found in forms.items() if len(found) == 1}}
