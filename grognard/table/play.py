"""What the holder of a seat may do with his match. Whatever is refused changes nothing."""

from __future__ import annotations

import time
from typing import Any

from ..engine.action import Refusal
from ..engine.dice import new_seed
from ..engine.match import Match
from ..engine.step import DICE
from .errors import Problem
from .journal import AUTO, FRIEND, ME, Entry, Live, copy_match, header_of, rows_of
from .matches import Matches, Opened, Seat

#: No lesson has this many decisions in a row for the other side.
_PATIENCE = 500


def check_version(live: Live, version: int) -> None:
    if version != live.version:
        raise Problem("stale", f"this answers version {version}, but the match has gone on to version {live.version}")


def going_on(live: Live) -> None:
    if live.over:
        raise Problem("over", "the match is over")


def _name(live: Live, side: str) -> str:
    return live.game.side_names.get(side, side)


async def act(matches: Matches, seat: Seat, version: int, actions: list[str]) -> Live:
    """Play actions, all or none."""
    seat.player()
    async with matches.using(seat.match, fresh=False) as live:
        if version > live.version:
            live = await matches.refresh(live)
        going_on(live)
        check_version(live, version)
        draft = copy_match(live.match)
        for number, text in enumerate(actions, 1):
            if draft.over:
                raise Problem("over", f"the match is over before action {number} of {len(actions)}")
            my_turn(live, draft, seat)
            try:
                draft.play(text)
            except Refusal as refusal:
                raise Problem.of(refusal) from None
        _answer(live, draft)
        await matches.add(live, rows_of(draft, live.moment, live.version + 1), draft)
        return live


def my_turn(live: Live, draft: Match, seat: Seat) -> None:
    if draft.side not in seat.sides:
        whose = "the dice's" if draft.side == DICE else f"{_name(live, draft.side)}'s"
        raise Problem("seat", f"the decision is {whose}, not yours")


def no_hints(live: Live) -> str:
    """Why commanders must not be asked for advice in this match, or nothing.

    Whoever opens a match may say; if he has not, two persons at different screens play without.
    """
    if live.header.lesson:
        return "a lesson shows by itself what to do"
    allowed = FRIEND not in live.header.seats.values() if live.header.hints is None else live.header.hints
    return "" if allowed else "this match is played without hints"


def _answer(live: Live, draft: Match) -> None:
    """In a lesson the other side takes the first action that is legal."""
    for _ in range(_PATIENCE):
        if draft.over or live.header.seats.get(draft.side) != AUTO:
            return
        draft.play(draft.actions[0])


async def undo(matches: Matches, seat: Seat, version: int) -> Live:
    seat.player()
    async with matches.using(seat.match) as live:
        going_on(live)
        check_version(live, version)
        last = live.match.journal[-1].seat if live.match.journal else ""
        draft = copy_match(live.match)
        try:
            draft.undo(last if last in seat.sides else seat.sides[0])
        except Refusal as refusal:
            raise Problem.of(refusal) from None
        if live.moment <= live.header.given:
            raise Problem("refused", "what the match began with cannot be taken back")
        await matches.add(live, [_row(live, "undo", last)])
        return live


def _row(live: Live, kind: str, seat: str, text: str = "") -> Entry:
    return Entry(live.version + 1, kind, seat, text, time.time())


def _me(live: Live, seat: Seat) -> str:
    """The side that somebody speaks for who holds one or several seats."""
    return live.seat if live.seat in seat.sides else seat.sides[0]


async def resign(matches: Matches, seat: Seat) -> Live:
    seat.player()
    async with matches.using(seat.match) as live:
        going_on(live)
        await matches.add(live, [_row(live, "resign", _me(live, seat))])
        return live


async def claim_time(matches: Matches, seat: Seat) -> Live:
    """Win a match whose other side has let its clock run out."""
    seat.player()
    async with matches.using(seat.match) as live:
        going_on(live)
        if live.deadline is None or time.time() < live.deadline:
            raise Problem("refused", "nobody's clock has run out")
        if live.seat in seat.sides or live.seat not in live.people():
            raise Problem("seat", "it is not your opponent whose clock has run out")
        await matches.add(live, [_row(live, "timeout", live.seat)])
        return live


# -- taking back across a roll ---------------------------------------------------------------------


async def takeback(matches: Matches, seat: Seat, accept: bool | None, to: int | None) -> Live:
    """Offer to go back to an earlier moment, or answer such an offer. New dice decide from there on."""
    seat.player()
    async with matches.using(seat.match) as live:
        going_on(live)
        if accept is None:
            await _propose(matches, live, seat, to)
            return live
        offer = live.offer
        if offer is None:
            raise Problem("refused", "no take-back is on offer")
        mine = offer.by in seat.sides
        if accept and mine and not _alone(live, seat):
            raise Problem("seat", "your opponent has to agree")
        if accept:
            await matches.add(live, [_row(live, "takeback", _me(live, seat), f"{offer.to} {new_seed()}")])
        else:
            await matches.add(live, [_row(live, "decline", _me(live, seat))])
        return live


def _alone(live: Live, seat: Seat) -> bool:
    """Whether nobody else is there to be asked."""
    return all(side in seat.sides for side in live.people())


async def _propose(matches: Matches, live: Live, seat: Seat, to: int | None) -> None:
    if live.offer is not None:
        raise Problem("refused", "a take-back is on offer already")
    by = _me(live, seat)
    if to is None:
        to = _before_my_last(live, seat)
    if not live.header.given <= to < live.moment:
        raise Problem("refused", f"there is no earlier moment {to} to go back to")
    before = live.match.before(to)
    if before.side == DICE:
        raise Problem("refused", "the dice decide at that moment; go back to a decision")
    if _alone(live, seat):
        await matches.add(live, [_row(live, "takeback", by, f"{to} {new_seed()}")])
    else:
        await matches.add(live, [_row(live, "offer", by, str(to))])


def _before_my_last(live: Live, seat: Seat) -> int:
    for number in range(live.moment, 0, -1):
        if live.match.journal[number - 1].seat in seat.sides:
            return number - 1
    raise Problem("refused", "you have done nothing yet that could be taken back")


# -- further matches -------------------------------------------------------------------------------


async def rematch(matches: Matches, seat: Seat, fresh: Match) -> Live:
    """Ask for another match with the same seats; it begins when all persons have asked."""
    seat.player()
    async with matches.using(seat.match) as live:
        if not live.over:
            raise Problem("refused", "the match is still going on")
        if live.again_id:
            return live
        wanted = {*live.again, *seat.sides}
        if set(live.again) >= set(seat.sides):
            return live
        mine = ",".join(side for side in seat.sides if side not in live.again)
        if not wanted >= set(live.people()):
            await matches.add(live, [_row(live, "rematch", mine)])
            return live
        header = header_of(fresh, live.header.seats, days=live.header.days, hints=live.header.hints)
        opened = await matches.open(fresh, header)
        await matches.add(live, [_row(live, "rematch", mine, opened.match)])
        return live


async def fork(matches: Matches, seat: Seat, at: int, account: int | None, take: str = "") -> Opened:
    """A new match from a moment of this one, with dice of its own."""
    async with matches.using(seat.match) as live:
        if not live.over and FRIEND in live.header.seats.values():
            raise Problem("refused", "a match between two players can be taken over when it is over")
        if not 0 <= at <= live.moment:
            raise Problem("not-found", f"the record has {live.moment} actions, so there is no moment {at}")
        if not seat.sides and not live.over:
            raise Problem("seat", "spectators may take a match over when it is over")
        match = live.match.fork(at)
        who: dict[str, Any] = {
            side: ME if kind in (FRIEND, AUTO) or (take == "all" and live.over) else kind
            for side, kind in live.header.seats.items()
        }
        if not any(kind == ME for kind in who.values()):
            who[match.side if match.side in who else next(iter(who))] = ME
        header = header_of(match, who)
    return await matches.open(match, header, account=account)
