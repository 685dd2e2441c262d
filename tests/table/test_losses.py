"""The overlay of losses: where units were lost, as each side knows it, now and at any earlier moment."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import grognard
from grognard.ai import RandomCommander, consult
from grognard.engine.library import games
from grognard.engine.looks import Box
from grognard.hexes import bits, of
from grognard.table.checkpoints import Checkpoints

from ..engine.fog import Fog, FogReading
from ..engine.skirmish import Skirmish, SkirmishReading
from ..engine.toys import library_of
from .server import Player, Table, serving


class BattleReading(SkirmishReading):
    box_looks = {"lost": Box("Lost", lost=True)}


class Battle(Skirmish):
    """The toy game whose box of lost units is called one."""

    id = "battle"
    reading_type = BattleReading


class DuskReading(FogReading):
    box_looks = {"aside": Box("Set aside", lost=True)}


class Dusk(Fog):
    """Units set aside are lost ones; a stack is seen when it is attacked."""

    id = "dusk"
    reading_type = DuskReading


class Night(Dusk):
    """Here not even an attack shows what lies under the top of a stack."""

    id = "night"

    def known_units(self, s, seat):
        own = self.units_of[self.side_index[seat]] if seat else 0
        under = of(u for u in bits(s.seen & ~s.tops & ~own) if s.at[u] >= 0)
        return super().known_units(s, seat) & ~under


#: Games in which everybody sees every unit, so that the true state tells what is to be shown.
TITLES = {name: grognard.game(name) for name in games()}
OPEN = [name for name, game in TITLES.items() if game.reading.lost_boxes() and not game.secret_fields]


@pytest.fixture(scope="module")
def toys() -> Iterator[None]:
    with library_of(Battle(), Dusk(), Night()):
        yield


def losses(page: dict) -> list[str]:
    found: list[str] = page["board"]["overlays"]["losses"]
    return found


def oracle(match: grognard.Match, number: int) -> list[str]:
    """The same told from the end: a unit is lost if it went from the last hex it stood in to the box of the lost."""
    again = match.before(0)
    states = [again.state.at[:]]
    for entry in match.journal[:number]:
        again.play(entry.action)
        states.append(again.state.at[:])
    out = []
    for history in zip(*states, strict=True):
        stood = [moment for moment, place in enumerate(history) if place >= 0]
        if stood and stood[-1] < number and history[stood[-1] + 1] in match.game.reading.lost_boxes():
            out.append(match.game.place_name(history[stood[-1]]))
    return sorted(out)


# -- real games ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Iterator[Table]:
    folder = tmp_path_factory.mktemp("losses")
    with serving(f"sqlite:///{folder}/table.sqlite", folder) as found:
        yield found


def played(name: str) -> grognard.Match:
    """A match in which units are lost, and come back where a game lets them."""
    match = grognard.new(name, seed=1)
    rng, commander = random.Random(1), RandomCommander()
    while not match.over:
        match.play(consult(commander, match.game, match.state, rng))
    return match


@pytest.mark.parametrize("name", OPEN)
def test_every_unit_lost_is_shown_where_it_last_stood(table, name):
    match = played(name)
    end = len(match.journal)
    made = table.make("/api/matches/import", {"record": match.record()})
    player = table.at(next(iter(made["tokens"].values())))
    assert losses(player.look())
    assert sorted(losses(player.look())) == oracle(match, end)
    for number in (0, end // 3, end // 2, end):
        assert sorted(losses(player.get(f"/replay/{number}").json())) == oracle(match, number)
    table.services.matches._live.pop(made["match"])  # and read again from the store
    assert sorted(losses(player.look())) == oracle(match, end)


@pytest.mark.parametrize("name", OPEN)
def test_following_action_by_action_is_the_same_as_looking_back(name):
    match = played(name)
    live, going = Checkpoints(), match.before(0)
    changes = 0
    before: dict[str, list[str]] = {}
    for number, entry in enumerate(match.journal, 1):
        going.play(entry.action)
        seen = live.follow(going).overlay(match.game.sides[0])
        if seen != before or number == len(match.journal):
            assert Checkpoints().at(match, number)[1].overlay(match.game.sides[0]) == seen
            changes += 1
        before = seen
    assert changes > 1


# -- taking back -----------------------------------------------------------------------------------

FRONT = "game battle\nphase blue moves\nallowance 3\n"
BATTLE = FRONT + "at 1/8=0202 2/8=0303 1/983=0302 2/983=0304\nsteps 2 2 1 1\n"


@pytest.fixture
def fought(toys) -> grognard.Match:
    """Red has to take one loss, and its unit in 0302 has but one step."""
    return grognard.setup(BATTLE, dice=["chit 1", "chit 0", 4, 1]).play("attack 0302", "order hasty", "accept")


def test_an_undone_loss_is_off_the_list(fought):
    live = Checkpoints()
    assert live.follow(fought).overlay("") == {"losses": []}
    fought.play("lose 1/983")
    assert live.follow(fought).overlay("") == {"losses": ["0302"]}
    fought.undo()
    assert live.follow(fought).overlay("") == {"losses": []}
    fought.undo()
    assert live.follow(fought).overlay("") == {"losses": []}
    fought.play("accept", "lose 1/983")
    assert live.follow(fought).overlay("") == {"losses": ["0302"]}


def test_undone_and_done_otherwise_between_two_looks(toys):
    """As many actions as before, but not the same: the last one tells."""
    position = BATTLE.replace("steps 2 2 1 1", "steps 1 1 1 1")
    match = grognard.setup(position, dice=["chit 0", "chit 1", 1, 4]).play("attack 0302", "order hasty")
    live = Checkpoints()
    match.play("lose 1/8")
    assert live.follow(match).overlay("") == {"losses": ["0202"]}
    match.undo().play("lose 2/8")
    assert live.follow(match).overlay("") == {"losses": ["0303"]}


def test_only_what_is_new_is_looked_at(fought, monkeypatch):
    live = Checkpoints()
    live.follow(fought.play("lose 1/983"))
    done = []
    monkeypatch.setattr(fought.game, "do", lambda state, action: done.append(action))
    live.follow(fought)
    assert done == []
    fought.journal.append(fought.journal[-1]._replace(seat="blue"))
    live.follow(fought)
    assert done == [fought.journal[-1].action]


@pytest.fixture
def front(toys, tmp_path) -> Iterator[Table]:
    with serving(f"sqlite:///{tmp_path}/table.sqlite", tmp_path) as found:
        yield found


def entered(front: Table, match: grognard.Match, **seats: str) -> dict[str, Player]:
    """The seats of a match that has come so far."""
    made = front.make("/api/matches/import", {"record": match.record(), "seats": seats})
    return {**{side: front.at(token) for side, token in made["tokens"].items()}, "": front.at(made["spectator"])}


def test_at_the_table_undo_and_take_back_bring_a_unit_back(front, fought):
    red = entered(front, fought)["red"]
    moment = red.look()["board"]["moment"]
    page = red.play("lose 1/983")
    assert losses(page) == ["0302"]
    assert losses(red.get(f"/replay/{moment}").json()) == []
    assert losses(red.get(f"/replay/{moment + 1}").json()) == ["0302"]
    page = red.post("/undo", {"version": page["view"]["version"]}).json()
    assert losses(page) == []
    assert losses(red.play("lose 1/983")) == ["0302"]
    page = red.post("/takeback", {"to": moment}).json()
    assert page["board"]["moment"] == moment
    assert losses(page) == []
    assert losses(red.play("lose 1/983")) == ["0302"]


def test_a_hex_stands_there_once_for_each_unit_lost_in_it(front):
    seats = entered(front, overrun("dusk"), german="friend")
    assert set(seats) == {"allied", "german", ""}
    assert all(losses(player.look()) == ["0100N", "0100N"] for player in seats.values())


# -- secrets ---------------------------------------------------------------------------------------


def overrun(name: str) -> grognard.Match:
    """The Germans overrun a stack of two, of which they see the upper one."""
    position = f"game {name}\nphase turn\nturn 1\nat 1/us=0100N 2/us=0100N 3/us=0101N 1/ge=0200N\n"
    match = grognard.setup(position, dice=[6])
    return match.play("attack 0100N")


def test_what_was_never_seen_is_not_told_by_its_loss(front):
    seats = entered(front, overrun("night"), german="friend")
    assert all(player.look()["board"]["units"]["2/us"]["at"] == "aside" for player in seats.values())
    assert losses(seats["allied"].look()) == ["0100N", "0100N"]
    for side in ("german", ""):
        assert losses(seats[side].look()) == ["0100N"]
        assert losses(seats[side].get("/replay/2").json()) == ["0100N"]
        assert losses(seats[side].get("/replay/1").json()) == []


def test_a_game_without_such_a_box_has_no_such_overlay(light):
    assert "losses" not in light.at(light.new("fog")["spectator"]).look()["board"]["overlays"]


@pytest.fixture
def light(tmp_path) -> Iterator[Table]:
    with library_of(Skirmish(), Fog()), serving(f"sqlite:///{tmp_path}/table.sqlite", tmp_path) as found:
        yield found
