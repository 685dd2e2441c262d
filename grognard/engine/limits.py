"""Rules as values: the legal arguments of a step's verbs are written as rows.

A row has the number of a rule, a law that keeps the legal arguments, and a sentence for each argument that the law
removes. The rows determine the offer, whether one action is legal, and the refusal of an illegal one: the first row
that removes it gives the reason. A rule is therefore stated once, with its number next to its law.

    Limit    keeps the arguments that a rule allows; each is judged alone
    Only     tests the situation, not the argument: all or nothing
    Prefer   keeps the best of the remaining arguments, so it compares all of them
    Reason   a weaker form of a later row, used for its sentence only, not for the offer

Rows read a :class:`Case`: the game, the state, the frame's arguments by name, and results that several rows share.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, TypeAlias, TypeVar, overload

from .action import Refusal

if TYPE_CHECKING:
    from .game import AnyGame
    from .state import State

G = TypeVar("G", bound="AnyGame")
S = TypeVar("S", bound="State")
T = TypeVar("T")


class Case(Generic[G, S]):
    """The facts that the rows of a step read. A case is used for one question, so it may cache facts.

    A step with arguments or shared results has its own class of case. Cheap facts are set by its constructor; searches
    are marked :class:`lazy` and run when a row first needs them.
    """

    def __init__(self, game: G, s: S) -> None:
        self.game = game
        self.s = s


AnyCase: TypeAlias = Case[Any, Any]  # any game and state: rows of all games are alike
K = TypeVar("K")
#: A row for a case also works with every case derived from it.
C = TypeVar("C", bound=AnyCase, contravariant=True)


class lazy(Generic[K, T]):
    """A fact of a case, or of another object of short life, that is computed on first use and then kept."""

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


#: Returns the arguments that a rule leaves. It adds none, and it gives the same result for each argument alone.
Keep = Callable[[C, int], int]
#: Why an argument is removed: a text for :func:`str.format`, in which ``{it}`` is the argument and ``{c.name}`` a fact
#: of the case, or a function. A function may return a :class:`Refusal` with another rule than the row's.
Why = str | Callable[[C, int], "str | Refusal"]


def written_here(depth: int = 1) -> tuple[str, int]:
    """The file and line of a caller: 1 for the function's own caller, 2 for the caller of that one."""
    frame = sys._getframe(depth)
    return frame.f_code.co_filename, frame.f_lineno


class Row(Generic[C]):
    """One rule about the arguments of a verb."""

    __slots__ = ("keep", "location", "rule", "why")

    keep: Any  # any: a Keep, or for Only a test of the case
    #: whether the row decides what is legal, or only explains
    binds: ClassVar[bool] = True
    #: whether it must see all arguments to judge one
    compares: ClassVar[bool] = False

    def __init__(self, rule: str, keep: Keep[C], why: Why[C]) -> None:
        self.rule, self.keep, self.why = rule, keep, why
        #: the file and line where the row is written
        self.location = written_here(2)

    def written_at(self, location: tuple[str, int]) -> Self:
        """The row with another location: that of its rule, if a function makes rows for several rules."""
        self.location = location
        return self

    def remaining(self, c: C, args: int) -> int:
        """The arguments that the row keeps."""
        found: int = self.keep(c, args)
        return found

    def refusal(self, c: C, arg: int, kind: str) -> Refusal:
        """Why the row removes an argument."""
        if isinstance(self.why, str):
            return Refusal(self.rule, self.why.format(it=argument_text(c.game, kind, arg), c=c))
        found = self.why(c, arg)
        return found if isinstance(found, Refusal) else Refusal(self.rule, found)


AnyRow: TypeAlias = Row[Any]  # any case: each step's rows read their own


class Limit(Row[C]):
    """Keeps the arguments that a rule allows; each is judged alone."""

    __slots__ = ()


class Only(Row[C]):
    """Keeps all arguments or none: the rule tests the situation, not the argument."""

    __slots__ = ()

    def __init__(self, rule: str, test: Callable[[C], object], why: Why[C]) -> None:
        self.rule, self.keep, self.why = rule, test, why
        self.location = written_here(2)

    def remaining(self, c: C, args: int) -> int:
        return args if self.keep(c) else 0


class Prefer(Row[C]):
    """Keeps the best of the remaining arguments, so it compares all of them."""

    __slots__ = ()
    compares = True


class Reason(Row[C]):
    """A weaker form of a later row, used for its sentence: it removes nothing that the later row keeps."""

    __slots__ = ()
    binds = False


def allowed_by(rows: Sequence[Row[C]], c: C, args: int) -> int:
    """The arguments that all rows keep, for code outside the step of the rows."""
    for row in rows:
        if row.binds and args:
            args = row.remaining(c, args)
    return args


class Choice(Generic[C]):
    """A verb with its rows. The order of the rows is the order of the reasons.

    ``most`` is the greatest argument if the verb takes a number.
    """

    def __init__(self, verb: str, *rows: Row[C], most: int = 63) -> None:
        self.verb = verb
        self.rows = rows
        self.most = most

    def bound_to(self, game: AnyGame) -> Law:
        """The choice prepared for the steps of a game."""
        kind = game.verbs[self.verb].kind
        every = (2 << self.most) - 1 if kind == "number" else game.notation.all_of_kind(kind)
        tests = tuple(row.keep for row in self.rows if isinstance(row, Only))
        rows = [row for row in self.rows if row.binds and not isinstance(row, Only)]
        return Law(
            self.verb, kind, every, tests, tuple(row.keep for row in rows), self.rows, any(row.compares for row in rows)
        )


class Law(NamedTuple):
    """The rows of one verb, arranged for speed: tests of the situation first, then the limits in order."""

    verb: str
    kind: str
    #: all arguments that exist in the game
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
        """The first row that removes an argument."""
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
    """Format an argument for a sentence."""
    if kind == "side":
        return game.side_names.get(game.sides[arg], game.sides[arg])
    return game.notation.word(kind, arg)
