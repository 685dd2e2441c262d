"""Chapters 5.3.4 and 7.5: what both sides see of a combat, and what is hidden again after it."""

from __future__ import annotations

from grognard import Match
from grognard.engine.view import make_view
from tests.aachen.helpers_combat import DUEL, US, US_HQ, declare, outcome
from tests.aachen.kit import act, step
from tests.rules import rule

#: The tanks lie on top of the infantry; both belong to the 116th.
HIDDEN = f"{US_HQ} {US} 1-II/16=2404 116P-HQ=2413 116P-I/60=2409 116P-I/24=2409"
TOPS = "tops 1-HQ 1-I/16 1-II/16 116P-HQ 116P-I/24"


def sees(match: Match, side: str, unit: str) -> bool:
    """Whether a side is shown where a unit is."""
    return f"{unit}=2409" in match.facts(side)["at"] or f"{unit}=2408" in match.facts(side)["at"]


def shown(match: Match, side: str, name: str) -> str:
    return match.facts(side).get(name, "")


def log(match: Match) -> list[str]:
    """What everybody may read."""
    return [event.text for event in match.events if event.open]


@rule("aachen", "5.3.4", "7.5.1")
def test_the_stack_is_seen_when_the_attack_is_resolved_and_not_before() -> None:
    match = declare(act("us 1-HQ", HIDDEN, TOPS, "quiet 3"), "1-I/16")
    assert not sees(match, "us", "116P-I/60")
    match.play("resolve")
    assert sees(match, "us", "116P-I/60")
    assert any("by 1-I/16 against 116P-I/24, 116P-I/60" in text for text in log(match))


@rule("aachen", "5.3.4", "7.5")
def test_an_attack_that_is_withdrawn_shows_nothing() -> None:
    match = declare(act("us 1-HQ", HIDDEN, TOPS), "1-I/16").play("pass")
    assert not sees(match, "us", "116P-I/60")
    assert not any("116P-I/60" in event.text for event in match.events)


@rule("aachen", "5.3.4", "7.5.1")
def test_the_attack_is_binding_once_the_stack_is_seen() -> None:
    match = declare(act("us 1-HQ", HIDDEN, TOPS), "1-I/16").play("resolve")
    assert step(match) == "draw-chit"
    assert not match.may_undo()


@rule("aachen", "5.3.4", "7.5")
def test_the_attackers_that_take_part_are_seen_by_the_defender() -> None:
    at = "3A-HQ=2405 3A-I/36=2408 3A-I/33=2408 3A-I/32=2408 12-HQ=2413 12-I/27=2409"
    match = act("us 3A-HQ", at, "tops 3A-HQ 3A-I/32 12-HQ 12-I/27", "quiet 3")
    assert not sees(match, "german", "3A-I/36")
    declare(match, "3A-I/36").play("resolve")
    assert sees(match, "german", "3A-I/36")
    assert not sees(match, "german", "3A-I/33"), "it was left out and stays hidden"


@rule("aachen", "5.3.4", "7.5")
def test_what_was_seen_is_hidden_again_after_the_combat() -> None:
    match = outcome("2/2r", HIDDEN, "1-I/16", "116P-I/24 116P-I/60", TOPS, dice=[1, 1])
    assert sees(match, "us", "116P-I/60")
    match.play("stay", "stay")
    assert step(match) == "act"
    assert not sees(match, "us", "116P-I/60")
    assert shown(match, "us", "defenders") == shown(match, "us", "seen") == ""
    assert shown(match, "german", "attackers") == ""


@rule("aachen", "5.3.4", "7.5.2")
def test_losses_and_checks_in_a_combat_are_read_by_both_sides_and_strengths_are_not_shown() -> None:
    match = outcome("1/1r", HIDDEN, "1-I/16", "116P-I/24 116P-I/60", TOPS, dice=[1, 7])
    texts = log(match)
    assert "116P-I/60 fails its Effectiveness Check with a 7" in texts
    assert "116P-I/60 is disrupted" in texts
    assert "116P-I/24=99" in shown(match, "us", "lost"), "losses of the enemy are never shown"
    assert "116P-I/24=1" in shown(match, "german", "lost").split()


@rule("aachen", "5.3.4", "5.8.4")
def test_the_check_of_an_isolated_attacker_shows_nothing_of_the_defender() -> None:
    cut = f"{HIDDEN} 12-HQ=2415 12-I/48=2306 12-II/48=2506"
    match = declare(act("us 1-HQ", cut, TOPS + " 12-HQ 12-I/48 12-II/48", "quiet 3", dice=[6]), "1-I/16")
    match.play("resolve")
    assert step(match) == "call-off"
    assert not sees(match, "us", "116P-I/60")
    match.play("pass")
    assert not sees(match, "us", "116P-I/60")
    assert not any("116P-I/60" in event.text for event in match.events)


@rule("aachen", "5.3.4", "7.5.1.1")
def test_chits_totals_column_and_modifiers_are_public() -> None:
    match = declare(act("us 1-HQ", DUEL, "quiet 3", dice=["chit 3", "chit 1"]), "1-I/16", mode="prepared")
    match.play("resolve")
    for name in ("chits", "totals", "column", "modifier", "mode", "target", "origin"):
        assert shown(match, "us", name) == shown(match, "german", name) == shown(match, "", name)
    # Rating 6: prepared with +1 is 3, undisrupted with -1 is 2.
    assert match.state.totals == [30, 18]  # type: ignore[attr-defined]


@rule("aachen", "5.3.4")
def test_two_truths_that_a_side_cannot_tell_apart_send_it_the_same() -> None:
    pair = f"{HIDDEN} 116P-II/60=2512 116P-II/16=2512"
    swapped = pair.replace("I/60=2409", "II/60=2409").replace("116P-II/60=2512", "116P-I/60=2512")
    assert swapped != pair
    tops = f"{TOPS} 116P-II/16"
    first = declare(act("us 1-HQ", pair, tops, "lost 116P-I/24=2"), "1-I/16")
    second = declare(act("us 1-HQ", swapped, tops, "lost 116P-I/60=3"), "1-I/16")
    assert first.position() != second.position()
    assert first.facts("us") == second.facts("us")
    assert log(first) == log(second)
    assert first.preview == second.preview
    assert first.actions.texts() == second.actions.texts()


def test_at_one_screen_a_side_is_reminded_of_its_own_strengths_in_the_fight() -> None:
    match = declare(act("us 1-HQ", HIDDEN, TOPS, "quiet 3", "lost 116P-I/60=1", "disrupted 116P-I/60"), "1-I/16")
    match.play("resolve")
    printed = {c.id: match.game.roster.strength[u] for u, c in enumerate(match.game.counters)}
    assert make_view(match, "", "german").reminders == {
        "116P-I/60": f"strength {printed['116P-I/60'] - 1}, disrupted",
        "116P-I/24": f"strength {printed['116P-I/24']}",
    }
    assert make_view(match, "", "us").reminders == {"1-I/16": f"strength {printed['1-I/16']}"}
    assert make_view(match, "us").reminders == make_view(match, "").reminders == {}
