"""Hidden facts: nothing sent to a seat depends on what its side must not know."""

from __future__ import annotations

import json

import pytest

from .server import Player, Table


def opened(table: Table, **seats: str) -> dict[str, Player]:
    made = table.make("/api/matches", {"game": "fog", "seats": seats or {"german": "friend"}})
    return {**{side: table.at(token) for side, token in made["tokens"].items()}, "": table.at(made["spectator"])}


def everything(player: Player) -> str:
    """Everything that a seat can request, as one text without the parts that differ in every match."""
    page = player.look()
    moment = page["board"]["moment"]
    parts = [page, player.get("/log").json(), player.get("/report").json()]
    parts += [player.get(f"/replay/{n}").json() for n in range(moment + 1)]
    parts += [player.get(f"/inspect/{label}").json() for label in ("0100N", "0300N")]
    parts += [player.get("/why", action=action).json() for action in ("favour north", "attack 0300N", "select 3/us")]
    parts += [player.get("/path/0100N").json(), player.get("/record").json()]
    text = json.dumps(parts, sort_keys=True)
    return text.replace(page["match"], "")


def test_matches_that_differ_only_in_hidden_facts_look_the_same_to_a_side(light_table):
    """Supply in the north or south, and another order of the deck: only the Allied side may see the difference."""
    seen: dict[str, set[str]] = {"allied": set(), "german": set(), "": set()}
    for choice in ("north", "south", "north", "south"):
        seats = opened(light_table)
        seats["allied"].play(f"favour {choice}")
        for side, player in seats.items():
            seen[side].add(everything(player))
    assert len(seen["german"]) == 1
    assert len(seen[""]) == 1
    assert len(seen["allied"]) == 2


def test_open_events_of_a_hidden_action_are_public(light_table):
    """The choice of a sector is secret, but not the fact that it was made."""
    seats = opened(light_table)
    seats["allied"].play("favour south")
    lines = {side: player.get("/log").json()[4] for side, player in seats.items()}
    said = {side: [event["text"] for event in line["events"]] for side, line in lines.items()}
    assert said["allied"] == ["full supply goes to sector 2", "the Allied side has put its supply marker down"]
    assert said["german"] == said[""] == ["the Allied side has put its supply marker down"]
    assert [lines[side]["action"] for side in ("allied", "german", "")] == ["favour south", "", ""]


def test_the_sheet_shows_whether_a_game_has_secrets(light_table):
    sheets = {name: light_table.http.get(f"/api/games/{name}").json() for name in ("fog", "skirmish")}
    assert {name: sheet["secrets"] for name, sheet in sheets.items()} == {"fog": True, "skirmish": False}


def test_units_under_a_stack_are_seen_by_their_own_side_only(light_table):
    seats = opened(light_table)
    for side in ("german", ""):
        player = seats[side]
        units = player.look()["board"]["units"]
        assert [units[unit]["at"] for unit in ("1/us", "2/us", "3/us")] == ["0100N", "unseen", "0101N"]
        assert player.get("/replay/3").json()["board"]["units"] == units
        assert player.get("/inspect/0100N").json()["units"] == ["1/us"]
        assert player.get("/report").json()["turns"][-1]["boxes"]["unseen"]["allied"] == 1
    own = seats["allied"].look()["board"]["units"]
    assert [own[unit]["at"] for unit in ("1/us", "2/us", "3/us")] == ["0100N", "0100N", "0101N"]
    assert seats["allied"].get("/inspect/0100N").json()["units"] == ["1/us", "2/us"]


def test_what_was_hidden_is_seen_when_it_is_turned_over(light_table):
    shown = set()
    for choice in ("north", "south"):
        seats = opened(light_table)
        seats["allied"].play(f"favour {choice}")
        seats["german"].walk(1)
        assert seats["german"].look()["view"]["facts"]["supply"] == "9"
        seats["allied"].play("turn-over")
        shown.add(seats["german"].look()["view"]["facts"]["supply"])
    assert shown == {"1", "2"}


def test_the_log_reveals_no_secret_choice_and_no_card(light_table):
    seats = opened(light_table)
    seats["allied"].play("favour south")
    log = seats["german"].get("/log").json()
    assert [line["seat"] for line in log] == ["", "dice", "dice", "dice", "allied"]
    assert [line["action"] for line in log] == ["", "", "", "", ""]
    assert seats["allied"].get("/log").json()[4]["action"] == "favour south"


def test_the_log_shows_public_facts(light_table):
    seats = opened(light_table)
    seats["allied"].play("favour south")
    seats["german"].walk(1)
    seats["allied"].play("turn-over")
    assert seats["german"].get("/log").json()[-1]["action"] == "turn-over"


def test_the_record_is_refused_while_it_would_reveal_secrets(light_table):
    seats = opened(light_table)
    for player in seats.values():
        answer = player.get("/record")
        assert answer.status_code == 422
        assert answer.json()["error"]["code"] == "refused"
    seats["german"].post("/resign")
    assert all(player.get("/record").status_code == 200 for player in seats.values())


def test_in_a_hot_seat_match_the_view_is_that_of_the_side_to_play(light_table):
    both = opened(light_table, allied="me", german="me")["allied"]
    page = both.play("favour south")
    assert page["view"]["side"] == "german"
    assert page["view"]["facts"]["supply"] == "9"
    both.play(f"place {page['view']['actions']['place'][0]}")
    assert both.look()["view"]["side"] == "allied"
    assert both.look()["view"]["facts"]["supply"] == "2"


def test_a_side_learns_nothing_by_asking_about_actions_of_the_other(light_table):
    seats = opened(light_table)
    answers = [seats["german"].get("/why", action=f"favour {word}").json() for word in ("north", "south", "west")]
    assert len({json.dumps(answer) for answer in answers}) == 1
    assert not answers[0]["legal"]


@pytest.mark.parametrize("side", ["german", ""])
def test_replay_shows_what_was_known_then(light_table, side):
    seats = opened(light_table)
    seats["allied"].play("favour south")
    seats["german"].walk(1)
    seats["allied"].play("turn-over")
    then = seats[side].get("/replay/4").json()
    assert then["view"]["facts"]["supply"] == "9"
    assert seats[side].get("/replay/6").json()["view"]["facts"]["supply"] == "2"
    assert seats["allied"].get("/replay/4").json()["view"]["facts"]["supply"] == "2"


def test_in_a_hot_seat_match_the_replay_hides_the_past_of_the_waiting_side(light_table):
    both = opened(light_table, allied="me", german="me")["allied"]
    page = both.play("favour south")
    assert page["view"]["side"] == "german"
    for moment in range(page["board"]["moment"] + 1):
        then = both.get(f"/replay/{moment}").json()
        assert then["view"]["side"] == "german"
        assert then["view"]["facts"]["supply"] != "2"


def test_the_log_stays_right_when_something_is_taken_back(light_table):
    """Earlier results for the log are reused only for actions that are still in force."""
    seats = opened(light_table)
    german = seats["german"]
    page = seats["allied"].play("favour south")
    assert german.get("/log").json()[-1]["action"] == ""
    seats["allied"].post("/undo", {"version": page["view"]["version"]})
    assert [line["seat"] for line in german.get("/log").json()] == ["", "dice", "dice", "dice"]
    seats["allied"].play("favour north")
    german.walk(1)
    seats["allied"].play("turn-over")
    log = german.get("/log").json()
    assert [bool(line["action"]) for line in log[4:]] == [False, True, True]
    assert log[-1]["action"] == "turn-over"
