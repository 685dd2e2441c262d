"""Accounts: a name and a password, a cookie, and one's own matches. On both databases."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from sqlalchemy import select

from grognard.table.schema import accounts, sessions
from grognard.table.store import opened

from .test_play import code

_NAMES = iter(range(10_000))


@pytest.fixture
def browser(table):
    """A browser with its own cookies."""
    with httpx.Client(base_url=table.url, timeout=20) as http:
        yield http


@pytest.fixture
def name() -> str:
    return f"Ömer {next(_NAMES)}"


def enter(http: httpx.Client, name: str, password: str = "correct horse") -> httpx.Response:
    return http.post("/api/account", json={"name": name, "password": password})


def test_creating_an_account_logs_in(browser, name):
    assert browser.get("/api/me").json() == {"name": "", "matches": []}
    answer = enter(browser, name)
    assert answer.status_code == 201
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
    assert browser.get("/api/me").json() == {"name": name, "matches": []}


def test_passwords_and_cookies_are_stored_as_hashes(table, browser, name):
    enter(browser, name, "a long secret")

    async def read():
        async with opened(table.settings.database) as store:
            return await store.read(select(accounts)), await store.read(select(sessions))

    people, open_sessions = asyncio.run(read())
    mine = next(row for row in people if row.name == name)
    assert mine.password.startswith("$argon2id$")
    assert "a long secret" not in str(people)
    assert browser.cookies["grognard"] not in str(open_sessions)


def test_logging_in_and_out(browser, name):
    enter(browser, name)
    assert browser.post("/api/logout").json()["name"] == ""
    assert browser.get("/api/me").json()["name"] == ""
    assert code(browser.post("/api/login", json={"name": name, "password": "wrong horse"})) == (403, "seat")
    assert code(browser.post("/api/login", json={"name": name + "x", "password": "correct horse"})) == (403, "seat")
    answer = browser.post("/api/login", json={"name": name.upper(), "password": "correct horse"})
    assert answer.json()["name"] == name


def test_a_cookie_is_invalid_after_logging_out(browser, name):
    enter(browser, name)
    kept = browser.cookies["grognard"]
    browser.post("/api/logout")
    browser.cookies.set("grognard", kept)
    assert browser.get("/api/me").json()["name"] == ""


def test_a_name_can_be_taken_once_only(browser, name):
    assert enter(browser, name).status_code == 201
    assert code(enter(browser, name.lower())) == (422, "refused")
    assert code(enter(browser, "x")) == (400, "malformed")
    assert code(enter(browser, name + " 2", "short")) == (400, "malformed")
    assert code(enter(browser, " \t ", "long enough")) == (400, "malformed")


def test_an_account_lists_its_matches(table, browser, name):
    enter(browser, name)
    made = browser.post("/api/matches", json={"game": "skirmish", "seats": {"red": "friend"}}).json()
    (mine,) = browser.get("/api/me").json()["matches"]
    assert mine["match"] == made["match"]
    assert mine["link"] == made["links"]["blue"]
    assert mine["sides"] == ["blue"]
    assert mine["seat"] == "red"
    assert not mine["your_turn"]
    table.at(made["tokens"]["red"]).play("first blue")
    (mine,) = browser.get("/api/me").json()["matches"]
    assert mine["your_turn"]
    assert made["tokens"]["red"] not in str(browser.get("/api/me").json())


def test_opening_a_link_while_logged_in_adds_the_match_to_the_account(table, browser, name):
    made = table.new("skirmish", blue="me", red="friend")
    enter(browser, name)
    browser.get("/api/match", headers={"authorization": f"Bearer {made['tokens']['red']}"})
    browser.get("/api/match", headers={"authorization": f"Bearer {made['spectator']}"})
    (mine,) = browser.get("/api/me").json()["matches"]
    assert mine["link"] == made["links"]["red"]
    with httpx.Client(base_url=table.url) as other:
        enter(other, name + " the other")
        other.get("/api/match", headers={"authorization": f"Bearer {made['tokens']['red']}"})
        assert other.get("/api/me").json()["matches"] == []


def opponents(player) -> dict:
    found: dict = player.look()["board"]["opponents"]
    return found


def test_opponents_are_shown_with_their_account_names(table, browser, name):
    enter(browser, name)
    made = browser.post("/api/matches", json={"game": "skirmish", "seats": {"red": "friend"}}).json()
    blue, red = (table.at(made["tokens"][side]) for side in ("blue", "red"))
    watcher = table.at(made["spectator"])
    assert opponents(red) == {"blue": {"kind": "person", "here": False, "name": name}}
    assert opponents(blue) == {"red": {"kind": "person", "here": False}}
    assert opponents(watcher) == {**opponents(red), **opponents(blue)}
    with httpx.Client(base_url=table.url) as other:
        enter(other, name + " the other")
        other.get("/api/match", headers=red.headers)
    assert opponents(blue)["red"]["name"] == name + " the other"
    page = red.play("first blue")
    assert page["board"]["opponents"]["blue"]["name"] == name
    table.services.matches._live.pop(made["match"])  # the first request after a restart is an action
    answer = blue.post("/actions", {"version": page["view"]["version"], "actions": ["select 1/8"]})
    assert answer.json()["board"]["opponents"]["red"]["name"] == name + " the other"
