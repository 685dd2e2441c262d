"""The steps of the toy game Fog, and what changes in it and is hidden: see fog.py."""

from __future__ import annotations

from typing import Any

from grognard.engine.action import Action
from grognard.engine.limits import Case, Choice, Limit, Only, lazy
from grognard.engine.state import State, field
from grognard.engine.step import Chance, Die, Prompt, StandingOrders, Step
from grognard.hexes import bits, of

from .toys import counter

SIDES = ("allied", "german")
COUNTERS = (
    counter("1/us", "allied", strength=1),
    counter("2/us", "allied", strength=2),
    counter("3/us", "allied", strength=3),
    counter("1/ge", "german", strength=1),
    counter("2/ge", "german", strength=2),
    counter("3/ge", "german", strength=3),
)
#: ``unseen`` is where a side believes the enemy units to be that it does not see
BOXES = ("aside", "unseen")
ASIDE, UNSEEN = -1, -2
CARDS = (1, 2, 3)
FACE_DOWN = 9
LAST = 4


def _shown_at(game: Any, s: Any, seat: str) -> list[int]:
    known = game.known_units(s, seat)
    return [place if known >> unit & 1 else UNSEEN for unit, place in enumerate(s.at)]


def shown_supply(game: Any, s: Any, seat: str) -> int:
    return FACE_DOWN if s.supply and not s.open and seat != "allied" else s.supply


def _shown_quick(game: Any, s: Any, seat: str) -> int:
    return s.quick if seat == "allied" else FACE_DOWN


def _shown_in_hand(game: Any, s: Any, seat: str) -> int:
    return s.in_hand if s.in_hand < 0 or game.known_units(s, seat) >> s.in_hand & 1 else -1


def _nobody(game: Any, s: Any, seat: str) -> list[int]:
    return [FACE_DOWN] * len(s.deck)


def _shown_hand(owner: str) -> Any:
    def shown(game: Any, s: Any, seat: str) -> list[int]:
        hand: list[int] = getattr(s, f"hand_{owner}")
        return hand[:] if seat == owner else [FACE_DOWN] * len(hand)

    return shown


class FogState(State):
    turn: int = field("number")
    at: list[int] = field("places", [ASIDE] * len(COUNTERS), shown=_shown_at)
    #: how many units lie in each hex: everybody can count a stack
    heights: list[int] = field("numbers", [0] * 20)
    tops: int = field("units")
    seen: int = field("units")
    in_hand: int = field("unit", -1, shown=_shown_in_hand)
    supply: int = field("number", 0, shown=shown_supply)
    open: int = field("number")
    #: whether the Allied side wants its marker turned over at once; its own business
    quick: int = field("number", 0, shown=_shown_quick)
    deck: list[int] = field("numbers", [], shown=_nobody)
    hand_allied: list[int] = field("numbers", [], shown=_shown_hand("allied"))
    hand_german: list[int] = field("numbers", [], shown=_shown_hand("german"))
    played: list[int] = field("numbers", [])
    #: strength of each side on the map, as far as it is seen
    mass: list[int] = field("numbers", [0, 0], derived=True)


class Shuffle(Chance):
    """The deck is laid down card by card; each is a chance event among those left."""

    name = "shuffle"

    def outcomes(self, s: Any) -> list[tuple[Action, int]]:
        return [(Action("card", card), 1) for card in CARDS if card not in s.deck]

    def prompt(self, s: Any) -> Prompt:
        return Prompt("shuffle the deck", "2.1")

    def do_card(self, s: Any, card: int) -> None:
        s.deck.append(card)
        if len(s.deck) == len(CARDS):
            self.pop(s)


class Supply(Step):
    """The secret choice."""

    name = "supply"
    choices = (Choice("favour"),)

    def seat(self, s: Any) -> str:
        return "allied"

    def prompt(self, s: Any) -> Prompt:
        return Prompt("choose the sector with full supply, secretly", "3.6")

    def do_favour(self, s: Any, sector: int) -> None:
        s.supply = 1 + sector
        s.report("3.6", "full supply goes to sector {}", s.supply)
        s.announce("3.6", "the Allied side has put its supply marker down")
        self.pop(s)


class Reserve(Step):
    """The German side sets up its reserve before it knows the choice."""

    name = "reserve"
    choices = (
        Choice("place", Limit("3.7", lambda c, hexes: hexes & c.game.hexes_of(c.s, 1), "no unit of yours is in {it}")),
    )

    def seat(self, s: Any) -> str:
        return "german"

    def prompt(self, s: Any) -> Prompt:
        return Prompt("place the reserve with some unit", "3.7")

    def do_place(self, s: Any, h: int) -> None:
        s.at[5] = h
        self.game.count(s)
        self.pop(s)
        if s.quick:
            s.open = 1
        else:
            self.push(s, Reveal)


class Reveal(Step):
    """The marker is turned over by its owner."""

    name = "reveal"
    choices = (Choice("turn-over"),)

    def seat(self, s: Any) -> str:
        return "allied"

    def prompt(self, s: Any) -> Prompt:
        return Prompt("turn the supply marker over", "8.1")

    def do_turn_over(self, s: Any, _: int) -> None:
        s.open = 1
        self.pop(s)


class Orders(StandingOrders):
    """Whether the Allied side wants to be asked to turn its marker over."""

    name = "orders"
    choices = (
        Choice(
            "quick",
            Limit("8.1", lambda c, sides: sides & 1, "only the Allied side has a marker"),
            Limit("8.1", lambda c, sides: sides * (not c.s.quick), "the marker is turned over at once already"),
        ),
        Choice("slow", Limit("8.1", lambda c, sides: sides & 1 & c.s.quick, "the marker waits already")),
    )

    def do_quick(self, s: Any, _: int) -> None:
        s.quick = 1

    def do_slow(self, s: Any, _: int) -> None:
        s.quick = 0


class Mover(Case[Any, FogState]):
    """The side whose turn it is."""

    def __init__(self, game: Any, s: FogState) -> None:
        super().__init__(game, s)
        self.me = s.turn % 2

    @lazy
    def theirs(self) -> int:
        """The hexes of the enemy, as far as they are seen."""
        found: int = self.game.hexes_of(self.s, 1 - self.me)
        return found

    @property
    def seen(self) -> list[int]:
        return sorted(self.s.at)

    @property
    def hand(self) -> list[int]:
        found: list[int] = getattr(self.s, f"hand_{SIDES[self.me]}")
        return found


class Turn(Step[Any, FogState]):
    """One action of the side whose turn it is."""

    name = "turn"
    case = Mover
    choices = (
        Choice(
            "select",
            Limit(
                "10.1",
                lambda c, units: units & c.game.units_of[c.me],
                lambda c, unit: f"{COUNTERS[unit].id} is at {c.game.place_name(c.s.at[unit])}",
            ),
            Limit("10.1", lambda c, units: of(u for u in bits(units) if c.s.at[u] >= 0), "{it} is not on the map"),
        ),
        Choice(
            "attack",
            Limit("11.1", lambda c, hexes: hexes & c.theirs, "no enemy is in {it}; you see {c.seen}"),
            Limit(
                "11.1",
                lambda c, hexes: hexes & c.game.board.grid.neighbours(c.game.hexes_of(c.s, c.me)),
                "{it} is not next to a unit of yours",
            ),
        ),
        Choice("draw", Only("2.1", lambda c: c.s.deck, "the deck is empty")),
        Choice("play", Limit("2.2", lambda c, cards: cards & of(c.hand), "card {it} is not in your hand")),
        Choice("pass"),
    )

    def seat(self, s: Any) -> str:
        return SIDES[s.turn % 2]

    def prompt(self, s: Any) -> Prompt:
        return Prompt("move, attack, draw, play a card or pass", "5.0")

    def do_select(self, s: Any, unit: int) -> None:
        s.in_hand = unit
        self.push(s, Go)

    def do_attack(self, s: Any, h: int) -> None:
        s.seen |= of(u for u in bits(self.game.units_of[1 - s.turn % 2]) if s.at[u] == h)
        self.push(s, Fight, h)

    def do_draw(self, s: Any, _: int) -> None:
        getattr(s, f"hand_{self.seat(s)}").append(s.deck.pop(0))
        self.game.next(s)

    def do_play(self, s: Any, card: int) -> None:
        getattr(s, f"hand_{self.seat(s)}").remove(card)
        s.played.append(card)
        self.game.next(s)

    def do_pass(self, s: Any, _: int) -> None:
        self.game.next(s)


class Go(Step):
    """Move the selected unit one hex."""

    name = "go"
    case = Mover
    choices = (
        Choice(
            "to",
            Limit(
                "10.2",
                lambda c, hexes: hexes & c.game.board.grid.neighbours(1 << c.s.at[c.s.in_hand]),
                "{it} is not the next hex",
            ),
            Limit("10.2", lambda c, hexes: hexes & ~c.theirs, "an enemy is in {it}"),
        ),
        Choice("stay"),
    )

    def seat(self, s: Any) -> str:
        return SIDES[s.turn % 2]

    def prompt(self, s: Any) -> Prompt:
        return Prompt(f"move {COUNTERS[s.in_hand].id if s.in_hand >= 0 else 'some unit'}", "10.2")

    def do_to(self, s: Any, h: int) -> None:
        unit, s.in_hand = s.in_hand, -1
        s.at[unit] = h
        s.seen &= ~(1 << unit)
        self.pop(s)
        self.game.count(s)
        self.game.next(s)

    def do_stay(self, s: Any, _: int) -> None:
        s.in_hand = -1
        self.pop(s)


class Fight(Die):
    """The attack: a high roll sets the whole stack aside."""

    name = "fight"
    args = ("hex",)

    def prompt(self, s: Any) -> Prompt:
        return Prompt("roll for the attack", "11.2", s.agenda[-1][1])

    def do_roll(self, s: Any, roll: int) -> None:
        h = s.agenda[-1][1]
        self.pop(s)
        if roll > 4:
            s.at = [ASIDE if place == h else place for place in s.at]
            self.game.count(s)
        self.game.next(s)
