"""Actions and their text form.

An action is a verb and at most one argument. Arguments are ints inside the program and words outside it. The game
declares in ``verbs`` which kind of argument each verb takes:

    none     no argument                 ``pass``
    unit     a counter                   ``select 1/8``
    hex      a hex                       ``move 0503``
    number   a whole number from 0       ``roll 4``
    side     one of the game's sides     ``first german``
    word:... one of the listed words     ``order move-fight``
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..hexes import LabelError, members

if TYPE_CHECKING:
    from .game import AnyGame

#: Arguments are members of a set kept as one int, so they are small. A larger argument is not legal anywhere.
ARGUMENT_LIMIT = 1 << 20


class Action(NamedTuple):
    """A verb and its argument. Immutable, comparable, hashable."""

    verb: str
    arg: int = 0


class Refusal(Exception):
    """The answer to an illegal action: the rule that forbids it, and the reason in our own words.

    ``prompt`` is the decision that is due instead, if the verb does not belong to the current step at all.
    """

    def __init__(self, rule: str, why: str, *, prompt: str = "") -> None:
        super().__init__(rule, why)
        self.rule = rule
        self.why = why
        self.prompt = prompt

    def __str__(self) -> str:
        return f"{self.rule}: {self.why}" if self.rule else self.why


class NotationError(Refusal):
    """Text that is not an action of the game."""

    def __init__(self, why: str) -> None:
        super().__init__("", why)

    def __reduce__(self) -> tuple[type[NotationError], tuple[str]]:
        return NotationError, (self.why,)


class Notation:
    """Formats and parses the words of one game. Both directions are cached because records repeat themselves."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        #: cached texts of parts of fields, by the field's name, the first counter or member, and the values
        self.pieces: dict[tuple[str, int, object], str] = {}
        self._texts: dict[Action, str] = {}
        self._actions: dict[str, Action] = {}

    def word(self, kind: str, value: int) -> str:
        """Format one argument."""
        if kind == "unit":
            return self.game.counters[value].id if value >= 0 else "-"
        if kind == "hex":
            return self.game.board.grid.label(value) if value >= 0 else "-"
        if kind == "place":
            return self.game.place_name(value)
        if kind == "side":
            return self.game.sides[value] if value >= 0 else "-"
        if kind.startswith("word:"):
            return kind[5:].split()[value] if value >= 0 else "-"
        return str(int(value))

    def words(self, kind: str, args: int) -> list[str]:
        """Format a set of arguments, lowest first."""
        if kind == "hex":
            return [self.game.board.grid.label(h) for h in members(args)]
        if kind == "unit":
            return [self.game.counters[unit].id for unit in members(args)]
        return [self.word(kind, arg) for arg in members(args)]

    def is_valid(self, kind: str, value: int) -> bool:
        """Whether an argument of this kind exists in the game."""
        if not 0 <= value < ARGUMENT_LIMIT:
            return False
        if kind == "unit":
            return value < len(self.game.counters)
        if kind in ("hex", "place"):
            return value in self.game.board.grid
        if kind == "side":
            return value < len(self.game.sides)
        if kind.startswith("word:"):
            return value < len(kind[5:].split())
        return kind != "none" or value == 0

    def all_of_kind(self, kind: str) -> int:
        """All arguments of a kind as one int. Not for numbers, which have no end."""
        if kind == "unit":
            return (1 << len(self.game.counters)) - 1
        if kind == "hex":
            return self.game.board.grid.all
        if kind == "side":
            return (1 << len(self.game.sides)) - 1
        if kind.startswith("word:"):
            return (1 << len(kind[5:].split())) - 1
        return 1

    def value(self, kind: str, word: str) -> int:
        """Parse one argument; raise NotationError if the word is unknown."""
        game = self.game
        if word == "-" and kind not in ("number", "flag", "place"):
            return -1
        if kind == "unit":
            found = game.unit_ids.get(word)
            if found is None:
                raise NotationError(f"unknown unit {word!r} in {game.title}")
            return found
        if kind == "hex":
            try:
                return game.board.grid.parse(word)
            except LabelError as error:
                raise NotationError(str(error)) from None
        if kind == "place":
            return game.place(word)
        if kind == "side":
            return _index(game.sides, word, "side")
        if kind.startswith("word:"):
            return _index(tuple(kind[5:].split()), word, "word")
        if kind == "flag":
            return bool(_index(("0", "1"), word, "flag"))
        if word.isascii() and word.removeprefix("-").isdigit() and len(word) < 20:
            return int(word)
        raise NotationError(f"{word!r} is not a number")

    def text(self, action: Action) -> str:
        """The text form of an action."""
        found = self._texts.get(action)
        if found is None:
            kind = self.game.verbs[action.verb].kind
            found = action.verb if kind == "none" else f"{action.verb} {self.word(kind, action.arg)}"
            self._texts[action] = found
        return found

    def parse(self, text: str) -> Action:
        """Parse an action: the inverse of :meth:`text`. Extra spaces do not matter."""
        found = self._actions.get(text)
        if found is None:
            found = self._parse(text)
            if len(self._actions) < 100_000:
                self._actions[text] = found
        return found

    def _parse(self, text: str) -> Action:
        words = text.split()
        if not words or len(text) > 200:
            raise NotationError("an action is a verb and at most one argument")
        verb, *rest = words
        if verb not in self.game.verbs:
            known = ", ".join(sorted(self.game.verbs))
            raise NotationError(f"unknown action {verb!r} in {self.game.title}; choose from: {known}")
        kind = self.game.verbs[verb].kind
        if kind == "none":
            if rest:
                raise NotationError(f"{verb!r} takes no argument")
            return Action(verb)
        if len(rest) != 1:
            raise NotationError(f"{verb!r} takes one argument, a {kind.split(':')[0]}")
        return Action(verb, self.value(kind, rest[0]))


def _index(words: tuple[str, ...], word: str, what: str) -> int:
    if word not in words:
        raise NotationError(f"unknown {what} {word!r}; choose from: {', '.join(words)}")
    return words.index(word)
