"""Actions in a match, and refusals that change nothing. On both databases."""

from __future__ import annotations

import json

import pytest

from .server import Player, Table


@pytest.fixture
def pair(table: Table) -> tuple[Player, Player, Player]:
    """A match of two people, blue and red, with a spectator."""
    made = table.new("skirmish", blue="me", red="friend")
    return table.at(made["tokens"]["blue"]), table.at(made["tokens"]["red"]), table.at(made["spectator"])


def code(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def unchanged(*players: Player):
    return [player.look() for player in players]


# -- beginning -------------------------------------------------------------------------------------


def test_a_new_match_has_a_secret_link_for_every_seat(table):
    made = table.new("skirmish", blue="me", red="friend")
    tokens = [*made["tokens"].values(), made["spectator"]]
    assert len(set(tokens)) == 3
    assert all(len(token) >= 22 for token in tokens)  # at least 128 bits
    assert made["links"] == {
        "blue": f"/m/{tokens[0]}",
        "red": f"/m/{tokens[1]}",
        "spectator": f"/m/{tokens[2]}",
    }
    assert len(made["match"]) >= 12


def test_a_commander_sits_for_a_side_that_only_answers_unless_a_player_wants_it(table):
    def seats(scenario, **wanted):
        body = {"game": "skirmish", "scenario": scenario, "seats": wanted}
        made = table.http.post("/api/matches", json=body).json()
        there = table.at(made["tokens"]["blue"]).look()
        return sorted(made["tokens"]), there["board"]["opponents"].get("red", {}).get("kind")

    assert seats("sea") == (["blue"], "machine")
    assert seats("sea", red="friend") == (["blue", "red"], "person")
    assert seats("sea", blue="me", red="me")[0] == ["blue", "red"]
    assert seats("open")[0] == ["blue", "red"]
    cards = {card["id"]: card for card in table.http.get("/api/library").json()}
    found = {card["id"]: card["answers"] for card in cards["skirmish"]["scenarios"]}
    assert found == {"open": "", "sea": "red"}


def test_what_a_seat_sees(table, pair):
    blue, red, watcher = pair
    page = red.look()
    assert page["seats"] == ["red"]
    assert page["view"]["side"] == "red"
    assert page["view"]["actions"] == {"first": ["blue", "red"]}
    assert page["view"]["prompt"] == "say who goes first"
    assert blue.look()["view"]["actions"] == {}
    assert watcher.look()["view"]["side"] == ""
    assert watcher.look()["view"]["actions"] == {}
    assert set(page["board"]["units"]) == set(table.http.get("/api/games/skirmish").json()["counters"])


def test_actions_change_the_match_for_everybody(pair):
    blue, red, watcher = pair
    page = red.play("first blue")
    assert page["view"]["version"] == 2  # the action and the roll that followed it
    assert [player.look()["view"]["version"] for player in pair] == [2, 2, 2]
    assert blue.look()["board"]["lit"]["units"] == {"select": ["1/8", "2/8"]}
    assert watcher.look()["board"]["lit"] == {"hexes": {}, "units": {}}


def test_several_actions_at_once(pair):
    blue, red, _ = pair
    red.play("first blue")
    page = blue.play("select 1/8", "enter 0201", "halt")
    assert page["board"]["units"]["1/8"]["at"] == "0201"


# -- refusing --------------------------------------------------------------------------------------


def test_a_list_of_actions_is_played_completely_or_not_at_all(pair):
    blue, red, _ = pair
    red.play("first blue")
    before = unchanged(*pair)
    answer = blue.try_("select 1/8", "enter 0404", "halt")
    assert code(answer) == (422, "refused")
    assert unchanged(*pair) == before


def test_a_stale_version_is_refused_with_the_current_match(pair):
    blue, red, _ = pair
    red.play("first blue")
    before = unchanged(*pair)
    answer = blue.try_("select 1/8", version=0)
    assert code(answer) == (409, "stale")
    assert answer.json()["current"]["view"]["version"] == 2
    assert code(blue.try_("select 1/8", version=77)) == (409, "stale")
    assert unchanged(*pair) == before


def test_versions_are_not_reused_so_an_undo_makes_views_stale(pair):
    blue, red, _ = pair
    red.play("first blue")
    page = blue.play("select 1/8")
    version = page["view"]["version"]
    blue.post("/undo", {"version": version})
    page = blue.play("select 2/8")
    assert page["board"]["moment"] == 3
    assert code(blue.try_("halt", version=version)) == (409, "stale")


def test_the_wrong_seat_is_refused(pair):
    blue, _, watcher = pair
    before = unchanged(*pair)
    assert code(blue.try_("first blue")) == (403, "seat")
    assert code(watcher.try_("first blue")) == (403, "seat")
    assert code(watcher.post("/resign")) == (403, "seat")
    assert unchanged(*pair) == before


def test_an_illegal_action_is_refused_with_its_rule(pair):
    blue, red, _ = pair
    red.play("first blue")
    before = unchanged(*pair)
    answer = blue.try_("halt")
    assert code(answer) == (422, "refused")
    assert answer.json()["error"]["rule"]
    assert code(blue.try_("fly 0101")) == (422, "refused")
    assert unchanged(*pair) == before


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"actions"',
        b'{"version": 0}',
        b'{"version": 0, "actions": []}',
        b'{"version": 0, "actions": "done"}',
        b'{"version": 0, "actions": [1]}',
        b'{"version": -1, "actions": ["done"]}',
        b'{"version": 0, "actions": ["done"], "admin": true}',
        b'{"version": 1e99, "actions": ["done"]}',
        b"\xff\xfe",
        json.dumps({"version": 0, "actions": ["x" * 201]}).encode(),
        json.dumps({"version": 0, "actions": ["done"] * 201}).encode(),
    ],
)
def test_a_malformed_message_is_refused(pair, body):
    _, red, _ = pair
    before = unchanged(*pair)
    headers = {**red.headers, "content-type": "application/json"}
    answer = red.http.post("/api/match/actions", headers=headers, content=body)
    assert code(answer) == (400, "malformed")
    assert unchanged(*pair) == before


def test_an_oversized_message_is_refused(pair):
    _, red, _ = pair
    before = unchanged(*pair)
    assert code(red.post("/actions", {"version": 0, "actions": ["x" * 70_000]})) == (413, "too-large")
    headers = {**red.headers, "content-type": "application/json"}
    parts = (b" " * 1000 for _ in range(70))  # without a content length
    assert code(red.http.post("/api/match/actions", headers=headers, content=parts)) == (413, "too-large")
    assert unchanged(*pair) == before


@pytest.mark.parametrize("words", [None, "Bearer", "Basic abc", "Bearer nobody", "Bearer " + "x" * 32, "Bearer ä"])
def test_without_the_token_of_a_seat_nothing_is_shown(table, words):
    headers = {} if words is None else {"authorization": words.encode("latin-1")}
    answer = table.http.get("/api/match", headers=headers)
    assert code(answer) in [(403, "seat"), (404, "not-found")]


def test_unknown_addresses_and_games(table):
    assert code(table.http.get("/api/nothing")) == (404, "not-found")
    assert code(table.http.get("/api/games/chess")) == (404, "not-found")
    assert code(table.http.post("/api/matches", json={"game": "chess"})) == (404, "not-found")
    assert code(table.http.post("/api/matches", json={"game": "fog", "scenario": "x"})) == (404, "not-found")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"seats": {"green": "me"}}, 400),
        ({"seats": {"blue": "you"}}, 400),
        ({"seats": {"blue": "machine:genius"}}, 400),
        ({"seats": {"blue": "me", "red": "friend"}, "seed": "7"}, 422),
        ({"clock": {"days": 0}}, 400),
        ({"clock": {"days": "three"}}, 400),
    ],
)
def test_impossible_matches_are_refused(table, body, status):
    assert table.http.post("/api/matches", json={"game": "skirmish", **body}).status_code == status


# -- hot seat --------------------------------------------------------------------------------------


def test_in_a_hot_seat_match_one_link_plays_both_sides(table):
    made = table.new("skirmish", blue="me", red="me")
    assert made["tokens"]["blue"] == made["tokens"]["red"]
    both = table.at(made["tokens"]["blue"])
    page = both.look()
    assert page["seats"] == ["blue", "red"]
    assert page["view"]["side"] == "red"
    page = both.play("first blue")
    assert page["view"]["side"] == "blue"
    page = both.walk(400)
    assert page["view"]["over"]
    assert page["view"]["result"]["level"]


def test_in_a_hot_seat_match_the_last_action_of_either_side_can_be_undone(table):
    both = table.at(table.new("skirmish", blue="me", red="me")["tokens"]["blue"])
    both.play("first blue")
    page = both.play("select 1/8")
    assert page["view"]["may_undo"]
    page = both.post("/undo", {"version": page["view"]["version"]}).json()
    assert not page["view"]["may_undo"]  # the action before was a roll
    assert page["board"]["moment"] == 2


def test_the_seed_decides_the_dice(table):
    def rolls(seed):
        made = table.make("/api/matches", {"game": "skirmish", "seed": seed})
        player = table.at(made["tokens"]["blue"])
        player.walk(30)
        return [line["action"] for line in player.get("/log").json() if line["seat"] == "dice"]

    assert rolls("1944") == rolls("1944")
    assert any(rolls("1944") != rolls(other) for other in ("1945", "1946", "1947"))


# -- orders for several units ------------------------------------------------------------------------


def send(player, orders, closing="", version=None):
    now = player.look()["view"]["version"] if version is None else version
    return player.post("/orders", {"version": now, "orders": orders, "closing": closing})


def places(player):
    return {unit: piece["at"] for unit, piece in player.look()["board"]["units"].items()}


@pytest.fixture
def moving(table: Table) -> tuple[Player, Player]:
    """Blue may move its two units, three points each."""
    position = "game skirmish\nturn 1\nphase blue moves\nallowance 3\nat 1/8=0101 2/8=0102 1/983=0403"
    made = table.make("/api/matches/setup", {"position": position, "seats": {"blue": "me", "red": "friend"}})
    return table.at(made["tokens"]["blue"]), table.at(made["tokens"]["red"])


def test_orders_for_several_units_are_played_and_undone_together(moving):
    blue, red = moving
    before = places(blue)
    answer = send(blue, [["select 1/8", "enter 0201"], ["select 2/8", "enter 0103"]], "halt")
    assert answer.status_code == 200, answer.text
    assert (answer.json()["orders"], answer.json()["why"]) == (2, "")
    after = places(red)
    assert (after["1/8"], after["2/8"]) == ("0201", "0103")
    page = blue.post("/undo", {"version": blue.look()["view"]["version"]}).json()
    assert places(blue) == before
    assert page["view"]["may_undo"] is False


def test_after_an_undo_actions_are_undone_one_by_one_again(pair):
    blue, red, _ = pair
    red.play("first blue")
    send(blue, [["select 1/8", "enter 0201"]], "halt")
    blue.post("/undo", {"version": blue.look()["view"]["version"]})
    blue.play("select 1/8", "enter 0201", "halt")
    blue.post("/undo", {"version": blue.look()["view"]["version"]})
    assert places(blue)["1/8"] == "0201"


def test_orders_are_carried_out_all_or_none(pair):
    blue, red, _ = pair
    red.play("first blue")
    before = unchanged(*pair)
    answer = send(blue, [["select 1/8", "enter 0201"], ["select 2/8", "enter 0909"]], "halt")
    assert answer.status_code == 422
    assert code(send(blue, [["select 1/8", "enter 0201"]], "halt", version=0)) == (409, "stale")
    assert code(send(red, [["select 1/8", "enter 0201"]], "halt"))[1] == "seat"
    assert send(blue, []).status_code == 400
    assert unchanged(*pair) == before


def test_the_units_that_may_be_selected_are_listed(pair):
    blue, red, watcher = pair
    red.play("first blue")
    assert blue.look()["board"]["waiting"] == {"": ["1/8", "2/8"]}
    assert red.look()["board"]["waiting"] == watcher.look()["board"]["waiting"] == {}
    blue.play("select 1/8")
    assert blue.look()["board"]["waiting"] == {}
