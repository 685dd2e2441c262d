"""Answers have only what the client lacks, and together they are the whole page; none has a secret."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import grognard
from grognard.table.parts import HEADER

from .pages import Keeper, some_action
from .server import Player, Table


def sit(table: Table, game: str, **seats: str) -> dict[str, Keeper]:
    made = table.new(game, **seats)
    tokens = {**made["tokens"], "": made["spectator"]}
    return {side: Keeper(table.at(token)) for side, token in tokens.items()}


def whole(player: Player) -> dict[str, Any]:
    """The page as a client without a header gets it, as far as the keeper has it too."""
    page = player.look()
    page["board"]["overlays"] = {}
    page["view"].pop("facts")
    return {"view": page["view"], "board": page["board"]}


def check(keepers: dict[str, Keeper]) -> None:
    """Every seat has the page and the log that it would have if it had asked for all."""
    for keeper in keepers.values():
        keeper.look()
        assert keeper.page == whole(keeper.player)
        assert keeper.log == keeper.player.get("/log").json()


@pytest.mark.parametrize("game", ["skirmish", "fog"])
def test_the_answers_to_a_client_that_keeps_its_page_make_up_the_whole_page(light_table: Table, game: str) -> None:
    keepers = sit(light_table, game, **dict.fromkeys(grognard.game(game).sides, "friend"))
    rng = random.Random(1)
    check(keepers)
    for number in range(40):
        keeper = next((k for k in keepers.values() if k.look()["view"]["actions"]), None)
        if keeper is None:
            break
        before = keeper.page["board"]["moment"]
        keeper.play(some_action(keeper.page, rng))
        assert keeper.page == whole(keeper.player)
        assert keeper.log == keeper.player.get("/log").json()
        if number % 5 == 4 and keeper.page["view"]["may_undo"]:
            keeper.post("/undo", {"version": keeper.page["view"]["version"]})
            assert keeper.answer["log"]["after"] == before
        if number % 10 == 9:
            check(keepers)
    check(keepers)


def test_at_one_screen_each_side_has_its_own_log(light_table: Table) -> None:
    made = light_table.new("fog", allied="me", german="me")
    screen = Keeper(light_table.at(made["tokens"]["allied"]))
    rng = random.Random(3)
    knowers = set()
    screen.look()
    for _ in range(12):
        if not screen.page["view"]["actions"]:
            break
        screen.play(some_action(screen.page, rng))
        knowers.add(screen.answer["log"]["knower"])
        assert screen.log == screen.player.get("/log").json()
    assert knowers >= {"allied", "german"}


def test_what_has_not_changed_is_not_sent(light_table: Table) -> None:
    blue = sit(light_table, "skirmish", blue="friend", red="friend")["blue"]
    blue.look()
    first = set(blue.answer["tags"])
    assert {"board.units", "view.status"} & first
    reply = blue.player.http.get("/api/match", headers=blue.player.headers | blue.known()).json()
    assert reply["tags"] == {}
    assert not {part.split(".")[1] for part in first} & {*reply["view"], *reply["board"]}
    assert reply["log"]["lines"] == []


def test_an_action_that_came_too_late_is_answered_with_what_is_missing(light_table: Table) -> None:
    keepers = sit(light_table, "skirmish", blue="friend", red="friend")
    for keeper in keepers.values():
        keeper.look()
    mover = next(k for k in keepers.values() if k.page["view"]["actions"])
    other = Keeper(mover.player)
    other.look()
    mover.play(some_action(mover.page, random.Random(1)))
    body = {"version": other.page["view"]["version"], "actions": ["done"]}
    reply = other.player.http.post("/api/match/actions", headers=other.player.headers | other.known(), json=body)
    assert reply.status_code == 409
    current = reply.json()["error"] and reply.json()["current"]
    assert [line["number"] for line in current["log"]["lines"]] == [
        line["number"] for line in mover.log if line["number"] > other.page["board"]["moment"]
    ]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"parts": 1}', '{"more": {}}', '{"log": {"us": [-1, 0]}}', "{}" * 9000]
)
def test_a_header_that_is_not_valid_is_refused(light_table: Table, text: str) -> None:
    player = sit(light_table, "skirmish", blue="friend", red="friend")["blue"].player
    reply = player.http.get("/api/match", headers=player.headers | {HEADER: text})
    assert (reply.status_code, reply.json()["error"]["code"]) == (400, "malformed")


# -- secrets ---------------------------------------------------------------------------------------


def replies(table: Table, choice: str) -> dict[str, list[Any]]:
    """All that the seats are sent before and after a secret choice of the Allied side, and after the next action."""
    keepers = sit(table, "fog", allied="friend", german="friend")
    out: dict[str, list[Any]] = {side: [] for side in keepers}

    def look(side: str) -> None:
        keeper = keepers[side]
        keeper.overlays = sorted(keeper.player.get("/overlays").json())
        known = keeper.known()
        keeper.look()
        text = json.dumps([known, keeper.answer], sort_keys=True)
        out[side].append(text.replace(keeper.player.look()["match"], ""))

    for act in (None, f"favour {choice}"):
        if act:
            keepers["allied"].play(act)
            out["allied"].append(keepers["allied"].answer["log"])
        for side in keepers:
            look(side)
    return out


def test_parts_tags_and_logs_do_not_depend_on_what_a_side_may_not_know(light_table: Table) -> None:
    """Also their lengths: a part that has changed in secret is not sent, and keeps its tag."""
    seen = [replies(light_table, choice) for choice in ("north", "south", "north", "south")]
    for side in ("german", ""):
        assert len({json.dumps(one[side]) for one in seen}) == 1
    assert len({json.dumps(one["allied"]) for one in seen}) == 2


@pytest.mark.parametrize(
    "log", [{"allied": [0, 0]}, {"german": [0, 0]}, {"german": [3, 9_999]}, {"": [0, 0]}, {"x": [1, 1]}]
)
def test_a_client_cannot_ask_for_the_log_of_another_side(light_table: Table, log: dict[str, list[int]]) -> None:
    keepers = sit(light_table, "fog", allied="friend", german="friend")
    keepers["allied"].look()
    keepers["allied"].play("favour south")
    german = keepers["german"].player
    known = {HEADER: json.dumps({"log": log})}
    answer = german.http.get("/api/match", headers=german.headers | known).json()
    mine = german.get("/log").json()
    assert answer["log"]["knower"] == "german"
    assert answer["log"]["lines"] == [line for line in mine if line["number"] > answer["log"]["after"]]
    assert "sector 2" not in json.dumps(answer)


def test_the_tags_of_another_seat_bring_nothing_of_it(light_table: Table) -> None:
    """A tag that fits leaves a part out; it never puts one in."""
    keepers = sit(light_table, "fog", allied="friend", german="friend")
    keepers["allied"].look()
    keepers["allied"].play("favour south")
    german = keepers["german"]
    german.tags = dict(keepers["allied"].tags)
    reply = german.player.http.get("/api/match", headers=german.player.headers | german.known()).json()
    page = german.player.look()
    for name in ("view", "board"):
        assert all(page[name][field] == value for field, value in reply[name].items() if field != "overlays")
