"""The view of one side: what it knows, and the data for its screens.

Everything in a view is computed from the redacted state. Secrets are declared once, with their fields, so prompts, odds
and overlays cannot reveal them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from .actions import Actions
from .state import Seat

if TYPE_CHECKING:
    from .game import AnyGame
    from .match import Event, Match

#: The lines of a status. Any: words, numbers and tables of them, ready to be sent.
Card: TypeAlias = dict[str, Any]


class View(msgspec.Struct, frozen=True):
    """A moment as one seat knows it, as plain data that can be sent."""

    game: str
    scenario: str
    #: the seat whose view it is
    side: Seat
    #: whose decision it is; empty when the game is over
    seat: Seat
    #: number of actions so far; a reply must include it
    version: int
    prompt: str
    rule: str
    #: the hex that the decision is about, if any
    where: str
    #: verb -> arguments as words; empty unless this seat decides
    actions: dict[str, list[str]]
    #: the text form of the state's fields
    facts: dict[str, str]
    status: Card
    preview: Card | None
    over: bool
    result: Card | None
    may_undo: bool
    #: the selected units, the last one selected at the end
    hand: list[str]
    #: whether the decision is small, so that one screen for both sides need not change hands for it
    brief: bool = False
    #: standing orders that this seat may give now, in its own decisions and in others
    orders: dict[str, list[str]] = {}
    #: whether the view shows only what both sides may see, with the actions of the side that decides
    public: bool = False
    #: in such a view, units of the side that decides with a short text each: shown only while a key is held
    reminders: dict[str, str] = {}


class SeatView(View, frozen=True, dict=True):
    """A view that also has the events its seat knows. They are found when they are asked for, and are not sent."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events up to this moment that the seat may know, in order."""
        match = self.__dict__["match"].watched()
        plain = not match.game.secret_fields
        return tuple(
            event
            for event in match.events
            if event.number <= self.version
            and (event.open or (match.journal[event.number - 1].known_to(self.side) if event.number else plain))
        )


def seat_view(match: Match, seat: Seat) -> SeatView:
    """The view of a seat, with its events."""
    plain = make_view(match, seat)
    view = SeatView(**{name: getattr(plain, name) for name in plain.__struct_fields__})
    msgspec.structs.force_setattr(view, "match", match)
    return view


# Any: the state of any game.
def _card(game: AnyGame, state: Any) -> Card | None:
    """The current attack, with the effects of its results here and the reactions that the enemy still has."""
    reading = game.reading
    preview = reading.preview(state)
    if preview is None:
        return None
    full = replace(preview, effects=reading.effects(state), reactions=reading.reactions(state))
    card: Card = msgspec.to_builtins(full)
    return card


def make_view(match: Match, seat: Seat, asked: Seat = "") -> View:
    """The view of a seat.

    If ``asked`` names a side, a spectator's view has the prompt and the actions of that side: at one screen for both
    sides a brief decision is made in front of both players.
    """
    game = match.game
    if seat and seat not in game.sides:
        raise ValueError(f"unknown side {seat!r} of {game.title}; choose from: {', '.join(game.sides)}")
    moment = match.moment()
    state = moment.shown(seat)
    decides = seat or asked
    mine = decides == match.side and decides != ""
    prompt = game.prompt(moment.shown(decides))
    word = game.notation.word
    actions: dict[str, list[str]] = {}
    if mine:
        for verb, args in Actions(game, moment.shown(decides)).offer.items():
            kind = game.verbs[verb].kind
            actions[verb] = [""] if kind == "none" else game.notation.words(kind, args)
    result = match.result
    return View(
        game=game.id,
        scenario=match.scenario.id,
        side=decides,
        seat=match.side,
        version=len(match.journal),
        prompt=prompt.text,
        rule=prompt.rule,
        where=word("hex", prompt.where) if prompt.where >= 0 else "",
        actions=actions,
        facts=match.facts(seat),
        status=moment.once("status", seat, game.reading.status),
        preview=_card(game, state),
        over=match.over,
        result=None if result is None else msgspec.to_builtins(result),
        may_undo=bool(seat) and match.may_undo(seat),
        hand=[game.counters[unit].id for unit in game.reading.hand(state)],
        brief=match.brief,
        orders=match.orders(seat),
        public=bool(asked) and not seat,
        reminders=_reminders(game, moment.shown(asked), asked) if asked and not seat else {},
    )


# Any: the state of any game.
def _reminders(game: AnyGame, state: Any, side: Seat) -> dict[str, str]:
    """The units that a side is reminded of, by their names."""
    return {game.counters[unit].id: text for unit, text in game.reading.reminders(state, game.side_index[side]).items()}
