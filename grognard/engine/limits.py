"""Rules as values: what a step lets a player choose is written as rows.

A row names a rule, says which arguments the rule leaves, and has a sentence for an argument that it takes away. From
the rows follow what is offered, whether one action is legal, and why one is not: the first row that takes it away. So
a rule is stated in one place, and its number stands beside its law.

    Limit    keeps the arguments that a rule allows, each judged by itself
    Only     looks at the moment, not at the argument: all or nothing
    Prefer   keeps the best of what is left; an argument is judged by looking at all of them
    Reason   a weaker form of a later row, kept for its sentence; never asked what may be done

Rows look at a :class:`Case`: the game, the state, the frame's arguments by name, and the work that several rows share.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar, overload

from .action import Refusal

if TYPE_CHECKING:
    from .game import AnyGame
    from .state import State

G = TypeVar("G", bound="AnyGame")
S = TypeVar("S", bound="State")
T = TypeVar("T")


class Case(Generic[G, S]):
    """What the rows of a step look at. It lives for one question, so facts in it may be kept.

    A step with arguments or shared work has a case of its own: facts that are cheap are set when it is made, searches
    are marked :class:`lazy` and worked out when a row first needs them.
    """

    def __init__(self, game: G, s: S) -> None:
        self.game = game
        self.s = s


AnyCase: TypeAlias = Case[Any, Any]  # any game and state: rows of all games are alike
K = TypeVar("K", bound=AnyCase)
#: A row that looks at a case serves every case made from it.
C = TypeVar("C", bound=AnyCase, contravariant=True)


class lazy(Generic[K, T]):
    """A fact of a case that is worked out when it is first asked for, and then kept."""

    def __init__(self, work: Callable[[K], T]) -> None:
        self.work = work
        self.__doc__ = work.__doc__

    def __set_name__(self, owner: type[K], name: str) -> None:
        self.name = name

    @overload
    def __get__(self, case: None, owner: type[K]) -> lazy[K, T]: ...
    @overload
    def __get__(self, case: K, owner: type[K]) -> T: ...
    def __get__(self, case: K | None, owner: type[K]) -> lazy[K, T] | T:
        if case is None:
            return self
        found = case.__dict__[self.name] = self.work(case)
        return found


#: Which of some arguments a rule leaves: one at a time gives the same as all at once, and none is added.
Keep = Callable[[C, int], int]
#: Why an argument is taken away: a text for :func:`str.format` in which ``{it}`` is the argument and ``{c.name}`` a
#: fact of the case, or a function. A :class:`Refusal` may name another rule than the row does.
Why = str | Callable[[C, int], "str | Refusal"]


class Row(Generic[C]):
    """One rule about the arguments of a verb."""

    __slots__ = ("keep", "location", "rule", "why")

    keep: Any  # any: a Keep, or for Only a test of the case
    #: whether the row decides what may be done, or only explains
    binds: ClassVar[bool] = True
    #: whether it has to see all arguments to judge one
    compares: ClassVar[bool] = False

    def __init__(self, rule: str, keep: Keep[C], why: Why[C]) -> None:
        self.rule, self.keep, self.why = rule, keep, why
        frame = sys._getframe(1)
        #: where the row is written: file and line
        self.location = (frame.f_code.co_filename, frame.f_lineno)

    def remaining(self, c: C, args: int) -> int:
        """The arguments that the row leaves."""
        found: int = self.keep(c, args)
        return found

    def refusal(self, c: C, arg: int, kind: str) -> Refusal:
        """Why the row takes an argument away."""
        if isinstance(self.why, str):
            return Refusal(self.rule, self.why.format(it=argument_text(c.game, kind, arg), c=c))
        found = self.why(c, arg)
        return found if isinstance(found, Refusal) else Refusal(self.rule, found)


AnyRow: TypeAlias = Row[Any]  # any case: each step's rows look at their own


class Limit(Row[C]):
    """Keeps the arguments that a rule allows, each judged by itself."""

    __slots__ = ()


class Only(Row[C]):
    """All or nothing: the rule looks at the moment, not at the argument."""

    __slots__ = ()

    def __init__(self, rule: str, test: Callable[[C], object], why: Why[C]) -> None:
        self.rule, self.keep, self.why = rule, test, why
        frame = sys._getframe(1)
        self.location = (frame.f_code.co_filename, frame.f_lineno)

    def remaining(self, c: C, args: int) -> int:
        return args if self.keep(c) else 0


class Prefer(Row[C]):
    """Keeps the best of what is left: one argument is judged by looking at all of them."""

    __slots__ = ()
    compares = True


class Reason(Row[C]):
    """A weaker form of a later row, kept for its sentence: it takes nothing away that the later row leaves."""

    __slots__ = ()
    binds = False


def allowed_by(rows: Sequence[Row[C]], c: C, args: int) -> int:
    """Those of some arguments that rows leave: for a question to rows from outside their step."""
    for row in rows:
        if row.binds and args:
            args = row.remaining(c, args)
    return args


class Choice(Generic[C]):
    """A verb with its rows. The order of the rows is the order of the reasons.

    ``most`` is the greatest argument of a verb that takes a number.
    """

    def __init__(self, verb: str, *rows: Row[C], most: int = 63) -> None:
        self.verb = verb
        self.rows = rows
        self.most = most

    def bound_to(self, game: AnyGame) -> Law:
        """The choice as a step of a game asks it."""
        kind = game.verbs[self.verb].kind
        every = (2 << self.most) - 1 if kind == "number" else game.notation.all_of_kind(kind)
        tests = tuple(row.keep for row in self.rows if isinstance(row, Only))
        rows = [row for row in self.rows if row.binds and not isinstance(row, Only)]
        return Law(
            self.verb, kind, every, tests, tuple(row.keep for row in rows), self.rows, any(row.compares for row in rows)
        )


class Law(NamedTuple):
    """The rows of one verb, laid out for quick questions: tests of the moment first, then the limits in order."""

    verb: str
    kind: str
    #: every argument that names anything
    every: int
    tests: tuple[Callable[[AnyCase], object], ...]
    keeps: tuple[Callable[[AnyCase, int], int], ...]
    rows: tuple[AnyRow, ...]
    compares: bool

    def legal(self, c: AnyCase) -> int:
        """The legal arguments."""
        for test in self.tests:
            if not test(c):
                return 0
        args = self.every
        for keep in self.keeps:
            args = keep(c, args)
            if not args:
                return 0
        return args

    def permits(self, c: AnyCase, arg: int) -> bool:
        """Whether one argument is legal."""
        args = self.every & 1 << arg
        if not args:
            return False
        if self.compares:
            return bool(self.legal(c) & args)
        for test in self.tests:
            if not test(c):
                return False
        for keep in self.keeps:
            args = keep(c, args)
            if not args:
                return False
        return True

    def blocking_row(self, c: AnyCase, arg: int) -> AnyRow | None:
        """The first row that takes an argument away."""
        bit = 1 << arg
        args = self.every | bit if self.compares else bit
        for row in self.rows:
            if row.binds:
                args = row.remaining(c, args)
                if not args & bit:
                    return row
            elif not row.remaining(c, bit):
                return row
        return None


def argument_text(game: AnyGame, kind: str, arg: int) -> str:
    """An argument as a sentence names it."""
    if kind == "side":
        return game.side_names.get(game.sides[arg], game.sides[arg])
    return game.notation.word(kind, arg)
