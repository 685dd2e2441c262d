"""Verbs: the actions of players, the kinds of their arguments, their words and their style.

A game declares its verbs in ``Game.verbs``. Most verbs mean the same in every game and are defined here:

    verbs = {**shared("select move done"), "flood": Verb("none", "Open the dam", "strike")}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Literal

#: The style of an action: a normal action, an attack, a cautious attack, support, or giving something up.
Tone = Literal["go", "strike", "probe", "aid", "leave"]

#: Priority of the verb for a click. ``helps``: before verbs for the same unit with the tones probe, aid and leave;
#: ``all``: before all other verbs.
Before = Literal["", "helps", "all"]


@dataclass(frozen=True)
class Verb:
    """One verb. ``kind`` is the kind of its argument, as in :mod:`~grognard.engine.action`."""

    kind: str
    #: the text of one action; ``{}`` is the argument. The default is the verb itself.
    say: str = ""
    tone: Tone = "go"
    _: KW_ONLY
    #: the heading of a list of such actions; the default is the text of one action without its argument
    ask: str = ""
    #: the text of each argument of the kind ``word:...``; the default is the word itself
    words: Mapping[str, str] = field(default_factory=dict)
    #: whether it may be the main button
    main: bool = False
    #: whether it is available in menus only, not by a click
    quiet: bool = False
    before: Before = ""
    #: what the defender may still do before the roll, if it is done with this verb
    answer: str = ""
    #: a small letter, the key that does this at the table while it is legal; it goes before other uses of the key
    key: str = ""
    #: whether the number that the screen proposes is in the middle of those that are legal, and not the greatest
    middle: bool = False
    #: for a verb whose dice may be rolled for several units together: the verb without an argument that lets go of a
    #: unit that may still do something else
    together: str = ""
    #: whether a click with Shift on the unit does it while others are selected
    shift: bool = False

    def __post_init__(self) -> None:
        if self.key and not (len(self.key) == 1 and "a" <= self.key <= "z"):
            raise ValueError(f"not a key of a verb: {self.key!r}; use one small letter")


#: Verbs that mean the same in every game.
SHARED: Mapping[str, Verb] = {
    "select": Verb("unit", "Select {}", before="helps"),
    "move": Verb("hex", "Move to {}"),
    "enter": Verb("hex", "Enter at {}"),
    "place": Verb("hex", "Place in {}"),
    "to": Verb("hex", "Go to {}"),
    "done": Verb("none", "Continue", main=True),
    "pass": Verb("none", "Pass", main=True),
    "stop": Verb("none", "Stop here", main=True),
    "propose": Verb("none", "Place automatically", main=True),
    "attack": Verb("hex", "Attack {}", "strike"),
    "probe": Verb("hex", "Probe {}", "probe"),
    "with": Verb("unit", "Attack with {}", "aid"),
    "also": Verb("unit", "Also {}", "strike"),
    "drop": Verb("unit", "Leave {} behind", "leave"),
    "resolve": Verb("none", "Roll the die", "strike", main=True),
    "roll": Verb("number", "Roll {}"),
    "lose": Verb("unit", "Take the loss on {}", "leave"),
    "remove": Verb("unit", "Remove {}", "leave"),
    "retreat": Verb("unit", "Retreat {} first"),
    "advance": Verb("unit", "Advance with {}"),
    "order": Verb(
        "word:move-fight fight-move",
        "{}",
        ask="Order of phases",
        words={"move-fight": "move, then fight", "fight-move": "fight, then move"},
    ),
}


def shared(names: str) -> dict[str, Verb]:
    """The shared verbs with these names."""
    return {name: SHARED[name] for name in names.split()}


def plain(name: str) -> str:
    """A name as text: capitalized, without dashes."""
    return name[:1].upper() + name[1:].replace("_", " ").replace("-", " ")


def wording(name: str, verb: Verb) -> tuple[str, str]:
    """The text of one action, with ``{}`` for its argument, and the heading of a list of such actions."""
    say = verb.say or (plain(name) if verb.kind == "none" else f"{plain(name)} {{}}")
    return say, verb.ask or " ".join(say.replace("{}", "").split()) or plain(name)


def argument_words(verb: Verb) -> dict[str, str]:
    """The texts of the arguments of a verb that takes words."""
    known = verb.kind.removeprefix("word:").split() if verb.kind.startswith("word:") else ()
    return {word: word_of(verb, word) for word in known}


def word_of(verb: Verb, word: str) -> str:
    """The text of one argument that is a word, for use inside a sentence."""
    return verb.words.get(word) or word.replace("_", " ").replace("-", " ")
