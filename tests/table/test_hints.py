"""Hints: what a player may ask a commander, and what the commander gets to know."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from grognard.table import hints
from grognard.table.worker import advise

from ..engine import fog
from .server import Player, Table, serving
from .test_play import code


class Desk(ThreadPoolExecutor):
    """Runs commanders in this process, which knows the toy games, and only when a test lets them."""

    def __init__(self) -> None:
        super().__init__(4)
        self.asked: list[tuple[Any, ...]] = []
        self.may = threading.Event()
        self.may.set()
        self.begun = threading.Semaphore(0)

    def submit(self, work: Any, *args: Any, **more: Any) -> Future[Any]:
        self.asked.append(args)

        def later() -> Any:
            self.begun.release()
            assert self.may.wait(30)
            return work(*args, **more)

        return super().submit(later)


@pytest.fixture
def desk(light_table: Table, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    with Desk() as found:
        monkeypatch.setattr(light_table.services.machines, "pool", lambda name, workers=1: found)
        yield found
        found.may.set()


def seat_of(table: Table, side: str, game: str = "skirmish", **more: Any) -> Player:
    return table.at(table.make("/api/matches", {"game": game, **more})["tokens"][side])


def ask(player: Player, version: int | None = None, level: str = "random") -> httpx.Response:
    now = player.look()["view"]["version"] if version is None else version
    return player.post("/hint", {"version": now, "level": level})


def test_a_hint_can_be_carried_out(light_table, desk):
    player = seat_of(light_table, "red")
    for _ in range(12):
        version = player.look()["view"]["version"]
        found = ask(player).json()
        assert (found["version"], found["level"]) == (version, "random")
        assert found["sentence"]
        player.play(*found["texts"])


def test_the_same_question_has_the_same_answer(light_table, desk):
    player = seat_of(light_table, "red")
    player.play("first blue")
    assert len({ask(player).text for _ in range(4)}) == 1


def test_a_hint_changes_nothing(light_table, desk):
    player = seat_of(light_table, "red")
    before = player.look()
    ask(player)
    assert player.look() == before


# -- refusing --------------------------------------------------------------------------------------


def test_spectators_get_no_hint(light_table, desk):
    watcher = light_table.at(light_table.new("skirmish")["spectator"])
    answer = ask(watcher)
    assert code(answer) == (403, "seat")
    assert "spectators cannot act" in answer.json()["error"]["message"]
    assert watcher.look()["board"]["hints"] is False
    assert desk.asked == []


def test_only_the_side_to_play_gets_a_hint(light_table, desk):
    player = seat_of(light_table, "blue", seats={"red": "friend"}, hints=True)
    answer = ask(player)
    assert code(answer) == (403, "seat")
    assert "not your turn" in answer.json()["error"]["message"]
    assert desk.asked == []


def test_a_hint_for_another_version_is_stale(light_table, desk):
    player = seat_of(light_table, "red")
    page = player.play("first blue")
    answer = ask(player, 0)
    assert code(answer) == (409, "stale")
    assert answer.json()["current"] == page


def test_no_hint_when_the_match_is_over(light_table, desk):
    player = seat_of(light_table, "red")
    player.post("/resign")
    assert code(ask(player)) == (410, "over")


@pytest.mark.parametrize(
    "body",
    [{}, {"version": 0}, {"level": "random"}, {"version": 0, "level": ""}, {"version": 0, "level": "field marshal"}],
)
def test_a_malformed_question(light_table, desk, body):
    answer = seat_of(light_table, "red").post("/hint", body)
    assert code(answer) == (400, "malformed")
    if body.get("level") == "field marshal":
        assert "unknown commander 'field marshal'; choose one of: random" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("seats", "said", "allowed"),
    [
        ({}, None, True),
        ({}, False, False),
        ({"blue": "machine:random"}, None, True),
        ({"blue": "machine:random"}, False, False),
        ({"blue": "friend"}, None, False),
        ({"blue": "friend"}, True, True),
    ],
)
def test_the_creator_of_a_match_decides_whether_there_are_hints(light_table, desk, seats, said, allowed):
    player = seat_of(light_table, "red", seats=seats, hints=said)
    assert player.look()["board"]["hints"] is allowed
    answer = ask(player)
    if allowed:
        assert answer.status_code == 200
    else:
        assert code(answer) == (422, "refused")
        assert "hints are turned off" in answer.json()["error"]["message"]


def test_a_rematch_keeps_the_setting_for_hints(light_table, desk):
    red = seat_of(light_table, "red", hints=False)
    red.post("/resign")
    link = red.post("/rematch").json()["board"]["rematch"]["link"]
    assert light_table.at(link.removeprefix("/m/")).look()["board"]["hints"] is False


def test_a_record_may_be_continued_without_hints(light_table, desk):
    record = seat_of(light_table, "red").get("/record").text
    made = light_table.make("/api/matches/import", {"record": record, "hints": False})
    assert light_table.at(made["tokens"]["red"]).look()["board"]["hints"] is False


# -- one at a time ---------------------------------------------------------------------------------


@pytest.fixture
def slow(desk: Desk) -> Desk:
    desk.may.clear()
    return desk


def test_one_hint_at_a_time(light_table, slow):
    player = seat_of(light_table, "red")
    with ThreadPoolExecutor() as hands:
        first = hands.submit(ask, player)
        slow.begun.acquire()
        player.play("first blue")  # a player may act while waiting
        second = ask(player)
        assert code(second) == (429, "rate")
        assert "still thinking" in second.json()["error"]["message"]
        slow.may.set()
        assert first.result().json()["version"] == 0
    assert ask(player).json()["version"] == 2


def test_the_same_question_again_shares_the_pending_answer(light_table, slow):
    player = seat_of(light_table, "red")
    with ThreadPoolExecutor() as hands:
        first = hands.submit(ask, player)
        slow.begun.acquire()
        # The answer is the same whether the question arrives before or after it.
        second = hands.submit(ask, player)
        slow.may.set()
        assert first.result().json() == second.result().json()


def test_too_many_hints_at_once_are_refused(light_table, slow, monkeypatch):
    monkeypatch.setattr(hints, "AT_ONCE", 1)
    one, other = (seat_of(light_table, "red") for _ in range(2))
    with ThreadPoolExecutor() as hands:
        first = hands.submit(ask, one)
        slow.begun.acquire()
        assert code(ask(other)) == (503, "unavailable")
        slow.may.set()
        assert first.result().status_code == 200
    assert ask(other).status_code == 200


def test_hints_count_as_costly_requests(toys, tmp_path):
    with serving(f"sqlite:///{tmp_path}/t.sqlite", tmp_path, rate_new=4) as table:
        answers = [table.http.post("/api/match/hint", json={"version": 0, "level": "random"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [403, 403, 429]


# -- what the commander knows ----------------------------------------------------------------------


def test_a_commander_knows_nothing_that_is_hidden_from_its_side(light_table, desk):
    """Supply in the north or south, and another order of the deck: the German side cannot see the difference."""
    states = {"allied": set(), "german": set()}
    for choice in ("north", "south", "north", "south"):
        made = light_table.make("/api/matches", {"game": "fog", "seats": {"german": "friend"}, "hints": True})
        seats = {side: light_table.at(token) for side, token in made["tokens"].items()}
        seats["allied"].play(f"favour {choice}")
        assert ask(seats["german"]).status_code == 200
        states["german"].add(pickle.dumps(desk.asked[-1]))
        seats["german"].walk(1)
        assert ask(seats["allied"]).status_code == 200
        states["allied"].add(pickle.dumps(desk.asked[-1]))
    assert len(states["german"]) == 1
    assert len(states["allied"]) == 2
    game, level, known, _ = pickle.loads(states["german"].pop())
    assert (game, level) == ("fog", "random")
    assert fog.GAME.redact(known, "german") == known
    assert known.log is None


def test_in_a_hot_seat_match_the_commander_knows_what_the_side_to_play_knows(light_table, desk):
    both = seat_of(light_table, "allied", "fog")
    both.play("favour south")
    assert ask(both).status_code == 200
    known = desk.asked[-1][2]
    assert fog.GAME.seat(known) == "german"
    assert fog.GAME.redact(known, "german") == known
    assert known.supply == fog.FACE_DOWN


def test_the_failure_of_a_commander_is_reported(light_table, desk, monkeypatch):
    def confused(*_: Any) -> None:
        raise KeyError("secret")

    monkeypatch.setattr(hints, "advise", confused)
    player = seat_of(light_table, "red")
    answer = ask(player)
    assert code(answer) == (503, "unavailable")
    assert "secret" not in answer.text
    monkeypatch.setattr(hints, "advise", advise)
    assert ask(player).status_code == 200
