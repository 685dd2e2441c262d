"""Actions of a seat in its match. A refused action changes nothing."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from ..engine.action import Refusal
from ..engine.dice import new_seed
from ..engine.match import Match
from ..engine.orders import Sent
from ..engine.orders import send as send_orders
from ..engine.step import DICE
from .errors import Problem
from .journal import AUTO, FRIEND, ME, Entry, Live, Progress, header_of, rows_of
from .matches import Matches, Opened, Seat

#: More decisions in a row than the other side has in any lesson.
_PATIENCE = 500


def check_version(live: Live, version: int) -> None:
    if version != live.version:
        raise Problem(
            "stale", f"the match has moved on: this action is for version {version}, the current one is {live.version}"
        )


def check_running(live: Live) -> None:
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
        check_running(live)
        check_version(live, version)
        draft, now = live.progress.copy(), time.time()
        for number, text in enumerate(actions, 1):
            if draft.over:
                raise Problem("over", f"the match is over before action {number} of {len(actions)}")
            check_turn(live, draft.match, seat, text)
            try:
                draft.play(text, now)
            except Refusal as refusal:
                raise Problem.of(refusal) from None
        _answer(live, draft, now)
        await matches.commit(live, draft, rows_of(draft.match, live.moment, live.version + 1, now))
        return live


async def send(
    matches: Matches, seat: Seat, version: int, orders: list[list[str]], closing: str, *, through: bool = False
) -> tuple[Live, Sent]:
    """Carry out orders for several units, all or none, as far as the first that asks for a roll or a decision.

    They are undone together.
    """
    seat.player()
    async with matches.using(seat.match, fresh=False) as live:
        if version > live.version:
            live = await matches.refresh(live)
        check_running(live)
        check_version(live, version)
        draft, now = live.progress.copy(), time.time()
        check_turn(live, draft.match, seat)
        first = live.moment
        try:
            sent = send_orders(draft.match, orders, closing, through=through)
        except Refusal as refusal:
            raise Problem.of(refusal) from None
        draft.acted(now)
        _answer(live, draft, now)
        rows = rows_of(draft.match, first, live.version + 1, now)
        group = Entry(rows[-1].number + 1, "group", live.seat, f"{first} {draft.moment}", now)
        draft.take(group)
        await matches.commit(live, draft, [*rows, group])
        return live, sent


def check_turn(live: Live, draft: Match, seat: Seat, text: str = "") -> None:
    """Only the side that decides may act; a standing order is for the side that it names."""
    giver = draft.giver(text)
    if giver not in seat.sides:
        if giver != draft.side:
            raise Problem("seat", f"this order is for the {_name(live, giver)} side to give")
        whose = "the dice" if draft.side == DICE else _name(live, draft.side)
        raise Problem("seat", f"it is not your turn: waiting for {whose}")


def why_no_hints(live: Live) -> str:
    """The reason why hints are off in this match, or an empty string.

    The creator of a match may decide; by default hints are off in a match between two people.
    """
    if live.header.lesson:
        return "hints are off in lessons; the lesson shows what to do"
    allowed = FRIEND not in live.header.seats.values() if live.header.hints is None else live.header.hints
    return "" if allowed else "hints are turned off in this match"


def _answer(live: Live, draft: Progress, now: float) -> None:
    """In a lesson, play the first legal action for the other side."""
    text = live.game.notation.text
    for _ in range(_PATIENCE):
        if draft.over or live.header.seats.get(draft.seat) != AUTO:
            return
        draft.play(text(draft.match.actions[0]), now)


async def undo(matches: Matches, seat: Seat, version: int) -> Live:
    seat.player()
    async with matches.using(seat.match) as live:
        check_running(live)
        check_version(live, version)
        last = live.match.journal[-1].seat if live.match.journal else ""
        refusal = live.match.no_undo(last if last in seat.sides else seat.sides[0])
        if refusal is not None:
            raise Problem.of(refusal)
        if live.moment <= live.header.given:
            raise Problem("refused", "the match started here; earlier actions cannot be undone")
        draft, rows = live.progress.copy(), [_row(live, "undo", last)]
        first = max(live.header.given, draft.groups.get(draft.moment, draft.moment - 1))
        draft.take(rows[0])
        while draft.moment > first and draft.match.may_undo(last):
            rows.append(msgspec.structs.replace(rows[-1], number=rows[-1].number + 1))
            draft.take(rows[-1])
        await matches.commit(live, draft, rows)
        return live


def _row(live: Live, kind: str, seat: str, text: str = "") -> Entry:
    return Entry(live.version + 1, kind, seat, text, time.time())


def _me(live: Live, seat: Seat) -> str:
    """The side that a seat acts for; if it plays several, the one to decide."""
    return live.seat if live.seat in seat.sides else seat.sides[0]


async def resign(matches: Matches, seat: Seat) -> Live:
    seat.player()
    async with matches.using(seat.match) as live:
        check_running(live)
        await matches.add(live, _row(live, "resign", _me(live, seat)))
        return live


async def claim_time(matches: Matches, seat: Seat) -> Live:
    """Claim victory after the opponent's clock has run out."""
    seat.player()
    async with matches.using(seat.match) as live:
        check_running(live)
        if live.deadline is None or time.time() < live.deadline:
            raise Problem("refused", "no clock has run out")
        if live.seat in seat.sides or live.seat not in live.people():
            raise Problem("seat", "the clock that has run out is not your opponent's")
        await matches.add(live, _row(live, "timeout", live.seat))
        return live


# -- taking back across a roll ---------------------------------------------------------------------


async def takeback(matches: Matches, seat: Seat, accept: bool | None, to: int | None) -> Live:
    """Offer to return to an earlier moment, or answer such an offer. New dice are rolled from there."""
    seat.player()
    async with matches.using(seat.match) as live:
        check_running(live)
        if accept is None:
            await _propose(matches, live, seat, to)
            return live
        offer = live.progress.offer
        if offer is None:
            raise Problem("refused", "no take-back has been offered")
        mine = offer.by in seat.sides
        if accept and mine and not _alone(live, seat):
            raise Problem("seat", "your opponent has to agree")
        if accept:
            await matches.add(live, _row(live, "takeback", _me(live, seat), f"{offer.to} {new_seed()}"))
        else:
            await matches.add(live, _row(live, "decline", _me(live, seat)))
        return live


def _alone(live: Live, seat: Seat) -> bool:
    """Whether no other person plays in the match."""
    return all(side in seat.sides for side in live.people())


async def _propose(matches: Matches, live: Live, seat: Seat, to: int | None) -> None:
    if live.progress.offer is not None:
        raise Problem("refused", "a take-back has already been offered")
    by = _me(live, seat)
    if to is None:
        to = _before_my_last(live, seat)
    if not live.header.given <= to < live.moment:
        raise Problem("refused", f"cannot go back to moment {to}: it is not an earlier moment of this match")
    state, _ = live.progress.trail.at(live.match, to)
    if live.game.seat(state) == DICE:
        raise Problem("refused", "a roll is due at that moment; choose the moment of a decision")
    if _alone(live, seat):
        await matches.add(live, _row(live, "takeback", by, f"{to} {new_seed()}"))
    else:
        await matches.add(live, _row(live, "offer", by, str(to)))


def _before_my_last(live: Live, seat: Seat) -> int:
    for number in range(live.moment, 0, -1):
        if live.match.journal[number - 1].seat in seat.sides:
            return number - 1
    raise Problem("refused", "you have no action to take back yet")


# -- further matches -------------------------------------------------------------------------------


async def rematch(matches: Matches, seat: Seat, fresh: Match) -> Live:
    """Ask for a rematch with the same seats; it starts when all people have asked."""
    seat.player()
    async with matches.using(seat.match) as live:
        if not live.over:
            raise Problem("refused", "the match is not over yet")
        if live.progress.rematch_id:
            return live
        wanted = {*live.progress.again, *seat.sides}
        if set(live.progress.again) >= set(seat.sides):
            return live
        mine = ",".join(side for side in seat.sides if side not in live.progress.again)
        if not wanted >= set(live.people()):
            await matches.add(live, _row(live, "rematch", mine))
            return live
        header = header_of(fresh, live.header.seats, days=live.header.days, hints=live.header.hints)
        opened = await matches.open(fresh, header)
        await matches.add(live, _row(live, "rematch", mine, opened.match))
        return live


async def fork(matches: Matches, seat: Seat, at: int, account: int | None, take: str = "") -> Opened:
    """A new match from a moment of this one, with new dice."""
    async with matches.using(seat.match) as live:
        if not live.over and FRIEND in live.header.seats.values():
            raise Problem(
                "refused", "a match between two players can be continued from an earlier moment only when it is over"
            )
        if not 0 <= at <= live.moment:
            raise Problem("not-found", f"the match has {live.moment} actions, so moment {at} does not exist")
        if not seat.sides and not live.over:
            raise Problem("seat", "spectators can continue a match from an earlier moment only when it is over")
        match = live.match.fork(at)
        who: dict[str, Any] = {
            side: ME if kind in (FRIEND, AUTO) or (take == "all" and live.over) else kind
            for side, kind in live.header.seats.items()
        }
        if not any(kind == ME for kind in who.values()):
            who[match.side if match.side in who else next(iter(who))] = ME
        header = header_of(match, who)
    return await matches.open(match, header, account=account)
