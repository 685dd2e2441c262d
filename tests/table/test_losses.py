"""The overlay of losses: hexes where units were lost, as each side knows them, now and at earlier moments."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import grognard
from grognard.ai import RandomCommander, consult
from grognard.engine.library import games
from grognard.engine.looks import Box
from grognard.hexes import bits, of
from grognard.table.trail import Trail

from ..engine.fog import Fog, FogReading
from ..engine.skirmish import Skirmish, SkirmishReading
from ..engine.toys import library_of
from .server import Player, Table, serving


class BattleReading(SkirmishReading):
    box_looks = {"lost": Box("Lost", lost=True)}


class Battle(Skirmish):
    """The toy game with a box of lost units."""

    id = "battle"
    reading_type = BattleReading


class DuskReading(FogReading):
    box_looks = {"aside": Box("Set aside", lost=True)}


class Dusk(Fog):
    """Units in the box aside count as lost; a stack is revealed when it is attacked."""

    id = "dusk"
    reading_type = DuskReading


class Night(Dusk):
    """Here not even an attack reveals the lower units of a stack."""

    id = "night"

    def known_units(self, s, seat):
        own = self.units_of[self.side_index[seat]] if seat else 0
        under = of(u for u in bits(s.seen & ~s.tops & ~own) if s.at[u] >= 0)
        return super().known_units(s, seat) & ~under


#: Games in which everybody sees every unit, so that the true state is what is shown.
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
    """The losses found by looking back: a unit is lost if it went from its last hex to the box of lost units."""
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
def test_every_lost_unit_is_shown_in_its_last_hex(table, name):
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
def test_following_each_action_gives_the_same_losses_as_looking_back(name):
    match = played(name)
    going = match.before(0)
    live, looking = Trail.along(going), Trail.along(match)
    changes = 0
    before: dict[str, list[str]] = {}
    for number, entry in enumerate(match.journal, 1):
        going.play(entry.action)
        seen = live.watch.overlay(match.game.sides[0])
        if seen != before or number == len(match.journal):
            assert looking.at(match, number)[1].overlay(match.game.sides[0]) == seen
            changes += 1
        before = seen
    assert changes > 1


# -- taking back -----------------------------------------------------------------------------------

FRONT = "game battle\nphase blue moves\nallowance 3\n"
BATTLE = FRONT + "at 1/8=0202 2/8=0303 1/983=0302 2/983=0304\nsteps 2 2 1 1\n"


@pytest.fixture
def fought(toys) -> grognard.Match:
    """Red has to take one loss, and its unit in 0302 has only one step."""
    return grognard.setup(BATTLE, dice=["chit 1", "chit 0", 4, 1]).play("attack 0302", "order hasty", "accept")


def test_an_undone_loss_is_removed(fought):
    live = Trail.along(fought)
    assert live.watch.overlay("") == {"losses": []}
    fought.play("lose 1/983")
    assert live.watch.overlay("") == {"losses": ["0302"]}
    fought.undo()
    assert live.watch.overlay("") == {"losses": []}
    fought.undo()
    assert live.watch.overlay("") == {"losses": []}
    fought.play("accept", "lose 1/983")
    assert live.watch.overlay("") == {"losses": ["0302"]}


def test_undo_and_another_action_in_its_place(toys):
    """The number of actions is the same, but the last one differs."""
    position = BATTLE.replace("steps 2 2 1 1", "steps 1 1 1 1")
    match = grognard.setup(position, dice=["chit 0", "chit 1", 1, 4]).play("attack 0302", "order hasty")
    live = Trail.along(match)
    match.play("lose 1/8")
    assert live.watch.overlay("") == {"losses": ["0202"]}
    match.undo().play("lose 2/8")
    assert live.watch.overlay("") == {"losses": ["0303"]}


def test_a_copy_of_a_trail_goes_its_own_way(fought):
    live = Trail.along(fought)
    kept = live.copy()
    fought.play("lose 1/983")
    assert kept.watch.overlay("") == {"losses": []}
    assert live.watch.overlay("") == {"losses": ["0302"]}


@pytest.fixture
def front(toys, tmp_path) -> Iterator[Table]:
    with serving(f"sqlite:///{tmp_path}/table.sqlite", tmp_path) as found:
        yield found


def entered(front: Table, match: grognard.Match, **seats: str) -> dict[str, Player]:
    """The seats of a match after some actions."""
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


@pytest.mark.parametrize("name", ["battle", "dusk"])
def test_an_action_of_a_player_is_played_once(front, monkeypatch, name):
    """Not a second time for the journal, the losses or the log."""
    game, done = grognard.game(name), []
    made = front.new(name, **dict.fromkeys(game.sides, "me"))
    player = front.at(next(iter(made["tokens"].values())))
    page = player.look()
    original = type(game).do
    monkeypatch.setattr(
        type(game), "do", lambda self, state, action: done.append(action) or original(self, state, action)
    )
    verb, words = next(iter(page["view"]["actions"].items()))
    after = player.play(f"{verb} {words[0]}".strip())
    player.get("/log")
    assert len(done) == after["board"]["moment"] - page["board"]["moment"] > 0


def test_a_hex_is_listed_once_for_each_unit_lost_in_it(front):
    seats = entered(front, overrun("dusk"), german="friend")
    assert set(seats) == {"allied", "german", ""}
    assert all(losses(player.look()) == ["0100N", "0100N"] for player in seats.values())


# -- secrets ---------------------------------------------------------------------------------------


def overrun(name: str) -> grognard.Match:
    """The Germans overrun a stack of two units and see only the upper one."""
    position = f"game {name}\nphase turn\nturn 1\nat 1/us=0100N 2/us=0100N 3/us=0101N 1/ge=0200N\n"
    match = grognard.setup(position, dice=[6])
    return match.play("attack 0100N")


def test_the_loss_of_an_unseen_unit_does_not_reveal_it(front):
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
