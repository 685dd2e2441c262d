"""Two positions that look the same to a side, and what it is shown of them."""

from __future__ import annotations

from grognard import Match, Refusal
from grognard.table.match_log import log_of
from tests.kit import in_hex
from tests.rhine.helpers_supply import height

#: Three Allied units in 2011N and three in 2013N, a German stack of three in 2010N and one in 2008N.
ALLIED_TOPS, GERMAN_TOPS = "US1 US2A", "9SS 2Pz"
TOPS = f"tops {ALLIED_TOPS} {GERMAN_TOPS}"


def stacks(*, allied: str = "US4 US4C / US9 US102C", german: str = "12VG 105PB / 183VG 106PB") -> str:
    """The units of the four stacks; the units of the two lists are under the tops."""
    a, b = allied.split("/")
    c, d = german.split("/")
    piles = {"2011N": f"US1 {a}", "2013N": f"US2A {b}", "2010N": f"9SS {c}", "2008N": f"2Pz {d}"}
    return " ".join(in_hex(label, units) for label, units in piles.items())


#: For each side two positions that differ only in what it may not see.
PAIRS = {
    "german": (stacks(), stacks(allied="US9 US102C / US4 US4C")),
    "allied": (stacks(), stacks(german="183VG 106PB / 12VG 105PB")),
}
_SWAPPED = {"US4": "US9", "US4C": "US102C", "12VG": "183VG", "105PB": "106PB"}
#: Each hidden unit and the one that takes its place in the second position of a pair.
EXCHANGE = _SWAPPED | {there: here for here, there in _SWAPPED.items()}
HIDDEN = {"german": "US4 US4C US9 US102C".split(), "allied": "12VG 105PB 183VG 106PB".split()}


def alike(one: Match, other: Match, side: str) -> None:
    """Check that two matches look the same to a side and to a spectator."""
    for viewer in (side, ""):
        assert one.view(viewer) == other.view(viewer)
        game, grid = one.game, one.game.board.grid
        a, b = (game.redact(match.state, viewer) for match in (one, other))
        for label in ("2010N", "2011N", "2012N", "2013N", "2008N"):
            assert game.reading.inspect(a, grid.parse(label)) == game.reading.inspect(b, grid.parse(label))
            assert height(one, viewer, label) == height(other, viewer, label)
        assert game.reading.overlays(a) == game.reading.overlays(b)
        assert game.reading.marks(a) == game.reading.marks(b)
        assert game.reading.badges(a) == game.reading.badges(b)
        assert game.reading.heights(a) == game.reading.heights(b)
        assert game.reading.gauges(a) == game.reading.gauges(b)
        assert game.reading.reach(a) == game.reading.reach(b)
        assert log_of(one, viewer) == log_of(other, viewer)


def answer(match: Match, action: str) -> tuple[str, str]:
    found = match.why_not(action)
    return (found.rule, found.why) if isinstance(found, Refusal) else ("", "legal")


def answered_alike(one: Match, other: Match, side: str) -> None:
    """Check that both matches answer every action of a side in the same way."""
    assert one.side == other.side == side
    hexes = ["2011N", "2012N", "2013N", "2010N", "2009N", "2008N", "2110N", "1910N"]
    units = [*HIDDEN[side], "US1", "US2A", "9SS", "2Pz"]
    verbs = ("attack", "probe", "move", "to", "place", "supply", "land")
    actions = [f"{verb} {label}" for verb in verbs for label in hexes]
    actions += [
        f"{verb} {unit}"
        for verb in ("select", "also", "drop", "with", "top", "lose", "retreat", "advance", "remove", "replace", "lift")
        for unit in units
    ]
    actions += ["done", "resolve", "bombers", "pass", "yield", "stop", "exit", "order move-fight", "full south"]
    assert [answer(one, action) for action in actions] == [answer(other, action) for action in actions]


def both(one: Match, other: Match, side: str, *actions: str) -> None:
    """Play the same in two matches, but in the second with the hidden units exchanged; a side sees no difference."""
    for action in actions:
        one.play(action)
        other.play(" ".join(EXCHANGE.get(word, word) for word in action.split()))
        alike(one, other, side)
