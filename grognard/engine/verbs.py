"""Verbs: what a player may do, what its argument means, and how it is worded and shown.

A game declares its verbs in ``Game.verbs``. Most of them mean the same in every game and are taken from here:

    verbs = {**shared("select move done"), "flood": Verb("none", "Open the dam", "strike")}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Literal

#: How an action is shown: a step forward, an attack, a cautious attack, help for something, or something given up.
Tone = Literal["go", "strike", "probe", "aid", "leave"]

#: What a click on something does first. ``helps``: this verb goes before verbs for the same unit that help or give up
#: something (tones probe, aid and leave); ``all``: before everything else.
Before = Literal["", "helps", "all"]


@dataclass(frozen=True)
class Verb:
    """One verb. ``kind`` is the kind of its argument, as in :mod:`~grognard.engine.action`."""

    kind: str
    #: the words of one action; ``{}`` stands for the argument. Without words the verb speaks for itself.
    say: str = ""
    tone: Tone = "go"
    _: KW_ONLY
    #: the words above a list of such actions; usually those of one action without its argument
    ask: str = ""
    #: the words of each argument that is a word (kind ``word:...``), where it does not speak for itself
    words: Mapping[str, str] = field(default_factory=dict)
    #: whether it may be the one big button
    main: bool = False
    #: whether a plain click never means it: it is found in the menus
    quiet: bool = False
    before: Before = ""
    #: what the side under attack may still do before the roll, if this verb does it
    answer: str = ""


#: Verbs that mean the same in every game.
SHARED: Mapping[str, Verb] = {
    "select": Verb("unit", "Select {}", before="helps"),
    "move": Verb("hex", "Move to {}"),
    "enter": Verb("hex", "Enter at {}"),
    "place": Verb("hex", "Place in {}"),
    "to": Verb("hex", "Go to {}"),
    "done": Verb("none", "Done", main=True),
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
    """Some of the shared verbs, by name."""
    return {name: SHARED[name] for name in names.split()}


def plain(name: str) -> str:
    """A name as words: the first letter large, no dashes."""
    return name[:1].upper() + name[1:].replace("_", " ").replace("-", " ")


def wording(name: str, verb: Verb) -> tuple[str, str]:
    """The words of one action, with ``{}`` for its argument, and those above a list of such actions."""
    say = verb.say or (plain(name) if verb.kind == "none" else f"{plain(name)} {{}}")
    return say, verb.ask or " ".join(say.replace("{}", "").split()) or plain(name)


def argument_words(verb: Verb) -> dict[str, str]:
    """The words of each argument of a verb that takes words."""
    known = verb.kind.removeprefix("word:").split() if verb.kind.startswith("word:") else ()
    return {word: word_of(verb, word) for word in known}


def word_of(verb: Verb, word: str) -> str:
    """The words of one argument that is a word, for use inside a sentence."""
    return verb.words.get(word) or word.replace("_", " ").replace("-", " ")
