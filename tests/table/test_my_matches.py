"""The list of a player's matches: by the tokens of their seats, and by an account that takes them over."""

from __future__ import annotations

import httpx
import pytest


@pytest.fixture
def http(table):
    with httpx.Client(base_url=table.url, timeout=20) as client:
        yield client


def opened(http: httpx.Client, **seats: str) -> dict:
    return http.post("/api/matches", json={"game": "skirmish", "seats": seats}).json()


def test_a_list_names_the_turn_the_opponent_and_whose_move_it_is(http):
    made = opened(http, blue="me", red="friend")
    mine, friend = made["tokens"]["blue"], made["tokens"]["red"]
    found = {
        match["token"]: match for match in http.post("/api/seats", json={"tokens": [mine, friend, "x" * 43]}).json()
    }
    assert set(found) == {mine, friend}
    assert [found[token]["your_turn"] for token in (mine, friend)] == [False, True]
    assert (found[mine]["sides"], found[mine]["seat"], found[mine]["over"]) == (["blue"], "red", False)
    assert found[mine]["rivals"] == [{"side": "red"}]
    assert found[friend]["rivals"] == [{"side": "blue"}]


def test_a_small_map_shows_the_counters_that_the_seat_may_see(http):
    token = opened(http, blue="me", red="me")["tokens"]["blue"]
    answer = http.get("/api/match/glance", headers={"Authorization": f"Bearer {token}"}).json()
    assert answer["units"]
    for dot in answer["units"]:
        assert 0 < dot["x"] < answer["width"]
        assert 0 < dot["y"] < answer["height"]
        assert dot["side"] in (0, 1)
    assert http.get("/api/match/glance").status_code == 403


def test_seats_are_taken_over_by_an_account_unless_they_have_one(http, table):
    token = opened(http, blue="me", red="friend")["tokens"]["blue"]
    assert http.post("/api/me/seats", json={"tokens": [token]}).status_code == 403
    http.post("/api/account", json={"name": "Keeper", "password": "correct horse"})
    assert [match["token"] for match in http.post("/api/me/seats", json={"tokens": [token]}).json()] == [token]
    assert [match["link"] for match in http.get("/api/me").json()["matches"]] == [f"/m/{token}"]
    with httpx.Client(base_url=table.url, timeout=20) as other:
        other.post("/api/account", json={"name": "Second", "password": "correct horse"})
        other.post("/api/me/seats", json={"tokens": [token]})
        assert other.get("/api/me").json()["matches"] == []
