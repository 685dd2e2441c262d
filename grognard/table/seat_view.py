"""The match as one seat sees it: the engine's view and the board, both from the redacted state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

import msgspec

from ..art.plan import part_of
from ..engine.game import Game
from ..engine.looks import Badge, Gauge
from ..engine.match import Match
from ..engine.reading import Note, Track
from ..engine.view import View, make_view
from ..hexes import bits, of
from .catalogue import plan_of
from .journal import MACHINE, Live, copy_match
from .lessons import LessonState, lesson_state
from .losses import Watch
from .play import why_no_hints


class Piece(msgspec.Struct, omit_defaults=True):
    at: str
    marks: list[str] = []
    badge: Badge | None = None


class Lit(msgspec.Struct):
    hexes: dict[str, list[str]]
    units: dict[str, list[str]]


class Unused(msgspec.Struct):
    """The part of the board that the scenario does not use: its outline as SVG, and the frame of the rest."""

    outline: str
    #: left, top, width and height on the drawing
    frame: tuple[float, float, float, float]


class Aim(msgspec.Struct):
    """Hexes that a side wants, for marks on the map."""

    text: str
    rule: str
    side: str
    hexes: list[str]


class ChatLine(msgspec.Struct):
    seat: str
    text: str
    at: float


class ClockState(msgspec.Struct):
    days: float | None
    seat: str
    deadline: float | None


class Opponent(msgspec.Struct, omit_defaults=True):
    kind: str
    here: bool
    #: the level of a computer player, or the account name of a person if there is one
    name: str = ""
    trouble: str = ""


class OfferState(msgspec.Struct):
    by: str
    to: int
    mine: bool


class RematchState(msgspec.Struct):
    wanted: list[str]
    link: str = ""


class SpotlightCard(msgspec.Struct):
    """Facts shown while the pointer is on a hex."""

    hexes: list[str]
    notes: list[Note]


class BoardState(msgspec.Struct, kw_only=True):
    """The facts that clients draw, besides the view."""

    #: number of actions in force; the last moment of the replay
    moment: int
    units: dict[str, Piece]
    reach: dict[str, str]
    lit: Lit
    overlays: dict[str, list[str]]
    #: number of counters in each hex where some are hidden
    heights: dict[str, int]
    gauges: list[Gauge]
    track: Track | None
    #: hexes in reach that are drawn paler, and those with a ring because the enemy may interrupt there
    faint: list[str] = []
    #: what the enemy could do at once if the side to decide ends its turn now
    warnings: list[Note] = []
    ringed: list[str] = []
    #: the hexes that decide the game or score
    objectives: list[Aim] = []
    #: hexes that this side has marked for its standing orders, and the verbs of the orders that concern the decision
    flagged: list[str] = []
    wishes: list[str] = []
    #: facts that help with the decision
    remarks: list[Note] = []
    #: hexes to which some unit may go by a verb whose dice are rolled together
    leaps: dict[str, list[str]] = {}
    #: what follows from the numbers that may be chosen, by verb and number
    consequences: dict[str, dict[int, str]] = {}
    #: whether the decision is about the result of the last combat, and the units that the program proposes in it
    aftermath: bool = False
    #: whether the decision is over when a proposal leaves nothing else to do
    passes: bool = False
    proposed: dict[str, str] = {}
    #: by hex: what is shown while the pointer is there
    spotlights: dict[str, SpotlightCard] = {}
    #: units that may be selected now, by group; the group without a name has those that are in no other
    waiting: dict[str, list[str]] = {}
    #: the part of the board that the scenario does not use; None if it uses all of it
    unused: Unused | None = None
    chat: list[ChatLine] = []
    notes: str = ""
    offers: dict[str, OfferState | None] = {}
    clock: ClockState | None = None
    opponents: dict[str, Opponent] = {}
    resigned: str = ""
    rematch: RematchState | None = None
    lesson: LessonState | None = None
    may_fork: bool = False
    #: whether this seat may ask commanders for hints
    hints: bool = False


class Page(msgspec.Struct, kw_only=True):
    """A match as one seat sees it."""

    match: str
    seats: list[str]
    view: View
    board: BoardState


def view_of(live: Live, side: str, sides: tuple[str, ...]) -> View:
    """The engine's view with the table's version, and with results by resignation or time."""
    match = live.match
    view = make_view(match, side, match.side if not side and match.side in sides else "")
    # In a hot-seat match the last action may be the other side's, which this seat plays too.
    last = match.journal[-1].seat if match.journal else ""
    undo = last in sides and live.moment > live.header.given and match.may_undo(last)
    changes: dict[str, Any] = {"version": live.version, "may_undo": undo}
    if len(sides) > 1:  # at one screen both sides may say what they want at any time
        every = [match.orders(mine) for mine in sides]
        changes["orders"] = {verb: [w for some in every for w in some.get(verb, ())] for part in every for verb in part}
    if live.over and not live.match.over:
        result = live.result
        changes |= {
            "over": True,
            "seat": "",
            "actions": {},
            "orders": {},
            "preview": None,
            "may_undo": False,
            "rule": "",
            "where": "",
            "prompt": "The match is over.",
            "result": None if result is None else msgspec.to_builtins(result),
        }
    return msgspec.structs.replace(view, **changes)


@lru_cache(maxsize=4096)
def _labels(game: Game, hexes: int) -> list[str]:
    """The labels of a set of hexes. Cached, since overlays rarely change."""
    return [game.board.grid.label(h) for h in bits(hexes)]


def _spotlights(game: Game, state: Any) -> dict[str, SpotlightCard]:
    lights = game.reading.spotlights(state).items()
    label = game.board.grid.label
    return {label(h): SpotlightCard(_labels(game, light.hexes), list(light.notes)) for h, light in lights}


def _waiting(game: Game, state: Any, view: View) -> dict[str, list[str]]:
    """The units that may be selected now, by group."""
    verbs = [verb for verb in view.actions if game.verbs[verb].kind == "unit" and game.verbs[verb].before]
    left = of(game.unit_ids[unit] for verb in verbs for unit in view.actions[verb])
    out: dict[str, list[str]] = {}
    for name, units in game.reading.groups(state).items() if left else ():
        if units & left:
            out[name] = [game.counters[u].id for u in bits(units & left)]
            left &= ~units
    if left:
        out[""] = [game.counters[u].id for u in bits(left)]
    return out


@lru_cache(maxsize=64)
def _unused(game: Game, used: int) -> Unused | None:
    """The unused part of the board of a game."""
    part = None if used == game.board.playable else part_of(plan_of(game), used)
    if part is None:
        return None
    frame = part.frame
    return Unused(part.rest, (round(frame.x, 2), round(frame.y, 2), round(frame.w, 2), round(frame.h, 2)))


# Any: the state of any game.
def _pieces(game: Game, state: Any) -> dict[str, Piece]:
    """All counters with their places, marks and badges."""
    marks, badges = game.reading.marks(state), game.reading.badges(state)
    return {
        counter.id: Piece(game.place_name(place), list(marks.get(number, ())), badges.get(number))
        for number, (counter, place) in enumerate(zip(game.counters, state.at, strict=True))
    }


def overlays_of(match: Match, side: str, seen: Watch) -> dict[str, list[str]]:
    """All overlays of the map, as a side knows them."""
    game = match.game
    sets = game.reading.overlays_in_play(match.moment().shown(side))
    return {name: _labels(game, hexes) for name, hexes in sets.items()} | seen.overlay(side)


def board_of(match: Match, side: str, view: View, seen: Watch, wanted: Sequence[str] | None = None) -> BoardState:
    """The pieces and highlights; ``seen`` has the losses, which the state does not contain.

    Only the wanted overlays are computed, by default all.
    """
    game, moment = match.game, match.moment()
    state: Any = moment.shown(side)
    reading = game.reading
    label = game.board.grid.label
    mine = bool(view.actions)
    lit = Lit({}, {})
    for verb, words in view.actions.items():
        kind = game.verbs[verb].kind
        if kind == "hex":
            lit.hexes[verb] = words
        elif kind == "unit":
            lit.units[verb] = words
    overlays = overlays_of(match, side, seen) if wanted is None or wanted else {}
    if wanted is not None:
        overlays = {name: hexes for name, hexes in overlays.items() if name in wanted}
    return BoardState(
        moment=len(match.journal),
        units=moment.once("units", side, partial(_pieces, game)),
        reach={label(h): cost for h, cost in reading.reach(state).items()} if mine else {},
        faint=_labels(game, reading.faint(state)) if mine else [],
        ringed=_labels(game, reading.ringed(state)) if mine else [],
        flagged=_labels(game, reading.flagged(state, game.side_index[side])) if side else [],
        wishes=list(reading.wishes(state)) if not state.over else [],
        passes=not state.over and game.step(state).passes,
        aftermath=not state.over and game.step(state).aftermath,
        proposed=_proposed(game, state) if mine else {},
        remarks=list(reading.remarks(state)) if mine else [],
        leaps={verb: _labels(game, hexes) for verb, hexes in reading.leaps(state).items() if hexes} if mine else {},
        consequences={verb: dict(texts) for verb, texts in reading.consequences(state).items()} if mine else {},
        spotlights=_spotlights(game, state) if mine else {},
        lit=lit,
        overlays=overlays,
        heights={label(h): many for h, many in reading.heights(state).items()},
        gauges=list(reading.gauges(state)),
        track=moment.once("turn track", side, reading.track),
        warnings=list(reading.warnings(state)) if mine else [],
        objectives=[
            Aim(aim.text, aim.rule, game.sides[aim.side], _labels(game, aim.hexes)) for aim in reading.objectives(state)
        ],
        waiting=_waiting(game, state, view),
        unused=_unused(game, game.in_play(state)),
    )


def _proposed(game: Game, state: Any) -> dict[str, str]:
    """The units that the program proposes in the current decision, by name."""
    return {game.counters[unit].id: what for unit, what in game.step(state).presets(state).items()}


def page_of(live: Live, side: str, sides: tuple[str, ...], overlays: Sequence[str] | None = None) -> Page:
    """The page of a seat now, as far as it follows from the journal, with the given overlays, by default all."""
    view = view_of(live, side, sides)
    board = board_of(live.match, side, view, live.progress.trail.watch, overlays)
    board.clock = ClockState(live.header.days, live.seat, live.deadline)
    board.resigned = live.progress.resigned
    offer = live.progress.offer
    board.offers = {"takeback": None if offer is None else OfferState(offer.by, offer.to, offer.by in sides)}
    board.opponents = {
        who: Opponent("machine", False, kind.removeprefix(MACHINE), live.machine_trouble)
        if kind.startswith(MACHINE)
        else Opponent("person", False)
        for who, kind in live.header.seats.items()
        if who not in sides
    }
    board.rematch = RematchState(live.progress.again) if live.over else None
    board.lesson = lesson_state(live)
    board.may_fork = live.over or "friend" not in live.header.seats.values()
    board.hints = bool(sides) and not why_no_hints(live)
    return Page(match=live.id, seats=list(sides), view=view, board=board)


def past_match(match: Match, number: int, state: Any) -> Match:
    """A match as it was after ``number`` actions, to look at and not to play."""
    other = copy_match(match)
    other.state = state
    del other.journal[number:]
    other.events = [event for event in match.events if event.number <= number]
    return other


def earlier(live: Live, number: int, side: str, sides: tuple[str, ...]) -> tuple[Match, str, Watch]:
    """The match at an earlier moment, the side whose knowledge is shown, and the losses seen by then."""
    state, seen = live.progress.trail.at(live.match, number)
    match = past_match(live.match, number, state)
    return match, _knower(live, match, side, sides), seen


def _knower(live: Live, match: Match, side: str, sides: tuple[str, ...]) -> str:
    """The side whose knowledge is shown.

    In a running match it is the side that sees the screen now, so that its player does not see the enemy's past.
    """
    if not live.over:
        return side
    return match.side if len(sides) > 1 and match.side in sides else side


def moment_of(
    live: Live, number: int, side: str, sides: tuple[str, ...], overlays: Sequence[str] | None = None
) -> Page:
    """The page of a seat at an earlier moment, with the given overlays, by default all."""
    match, side, seen = earlier(live, number, side, sides)
    view = make_view(match, side)
    view = msgspec.structs.replace(view, actions={}, orders={}, may_undo=False, version=live.version)
    return Page(match=live.id, seats=list(sides), view=view, board=board_of(match, side, view, seen, overlays))


__all__ = ["BoardState", "ChatLine", "Page", "board_of", "earlier", "moment_of", "page_of", "view_of"]
