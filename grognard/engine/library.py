"""The library: every game with a folder in ``grognard/games``. It names none of them."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType

from .data import Overlay, overlay_folder
from .dice import Dice, KeyedDice
from .game import AnyGame, Game
from .match import Match
from .position import PositionError, position_header, position_state
from .record import replay as _replay
from .record import verify as _verify


@cache
def _game_types() -> dict[str, type[AnyGame]]:
    """The game class of each package in the folder."""
    package = importlib.import_module("grognard.games")
    return {
        info.name: game_in(importlib.import_module(f"grognard.games.{info.name}"))
        for info in pkgutil.iter_modules(package.__path__)
        if info.ispkg
    }


def game_in(module: ModuleType) -> type[AnyGame]:
    """The only game class in a package."""
    found = [thing for thing in vars(module).values() if isinstance(thing, type) and issubclass(thing, Game)]
    if len(found) != 1:
        raise ImportError(f"{module.__name__} must contain exactly one game class, not {len(found)}")
    return found[0]


def games() -> dict[str, str]:
    """The titles of all games by id."""
    return {name: kind.title for name, kind in sorted(_game_types().items())}


@cache
def _load(name: str, overlay: Path | None) -> AnyGame:
    return _game_types()[name].load(overlay)


def game(name: str, overlay: Overlay | None = None) -> AnyGame:
    """Load a game by its id, with the given overlay or the user's own. Loaded games are cached."""
    if name not in _game_types():
        raise KeyError(f"unknown game {name!r}; choose from: {', '.join(games())}")
    if isinstance(overlay, Mapping):
        return _game_types()[name].load(overlay)
    return _load(name, overlay or overlay_folder(name))


def new(
    name: str | AnyGame,
    scenario: str | None = None,
    seed: int | str | None = None,
    options: Mapping[str, object] | None = None,
    *,
    dice: Dice | Iterable[int | str] | None = None,
) -> Match:
    """Start a match. The default scenario is the game's first, the default seed cannot be guessed.

    ``dice`` scripts the rolls: a list of numbers. Further rolls have to be entered.
    """
    title = name if isinstance(name, Game) else game(name)
    chosen = title.scenarios.get(scenario or next(iter(title.scenarios)))
    if chosen is None:
        raise KeyError(f"{title.title} has no scenario {scenario!r}; choose from: {', '.join(title.scenarios)}")
    state = title.start(chosen, options or {})
    return Match(title, chosen, state, dice=KeyedDice(seed) if dice is None else dice, options=options)


def setup(
    text: str,
    *,
    seed: int | str | None = None,
    dice: Dice | Iterable[int | str] | None = None,
    of: AnyGame | None = None,
) -> Match:
    """Start a match from a position. ``dice`` scripts the rolls."""
    name, scenario = position_header(text)
    if of is not None and of.id != name:
        raise PositionError(f"this is a position of {name!r}, not of {of.id!r}")
    try:
        title = of or game(name)
    except KeyError as error:
        raise PositionError(str(error.args[0])) from None
    chosen = title.scenarios.get(scenario or next(iter(title.scenarios)))
    if chosen is None:
        raise PositionError(f"{title.title} has no scenario {scenario!r}; choose from: {', '.join(title.scenarios)}")
    state = position_state(title, text)
    return Match(title, chosen, state, dice=KeyedDice(seed) if dice is None else dice, origin=text)


def replay(text: str) -> Match:
    """Replay a record."""
    return _replay(game, text)


def verify(text: str) -> tuple[Match, list[str]]:
    """Replay a record and check every roll against its seed; return the match and the errors found."""
    return _verify(game, text)
