"""The rule that a refusal names is the one that forbids the action, and its sentence holds."""

from __future__ import annotations

from grognard import Match
from tests.hurtgen.table import table
from tests.kit import offered, offers, refused
from tests.rules import rule


def says(match: Match, action: str, number: str, *words: str) -> None:
    """The action is refused by a rule, and the sentence has these words."""
    refusal = refused(match, action, number)
    assert all(word in refusal.why for word in words), refusal.why


def declared(at: str, *more: str) -> Match:
    """A German attack being put together."""
    return table("\n".join(("phasing german", f"at {at}", *more, "agenda game-turn 4 / combat / declare")))


@rule("hurtgen", "7.73b", "7.82")
def test_a_route_that_displaces_a_friend_a_second_time_is_refused_for_that() -> None:
    """3/121 must displace one friend either way; 20 has been displaced before."""
    frames = "combat / after-combat / retreats us 1 / retreating 3/121 1 / retreat-step 3/121 1"
    at = "at 3/121=2819 3/13=2818 20=2919 31MG=2619 156=2821 10=2920"
    text = f"{at}\ntargets 31MG\nattackers 3/121\nagenda game-turn 2 / {frames}"
    assert offers(table(text), "to") >= {"2818", "2919"}
    says(table(f"displaced 20\n{text}"), "to 2919", "7.82", "a second time")


@rule("hurtgen", "8.31", "8.32", "8.32a")
def test_artillery_with_an_enemy_on_its_own_bank_is_not_advised_to_fire_across_the_river() -> None:
    """89k in 2902 has 3/28 on its bank, and 1/13 under attack on the other."""
    match = declared(
        "3/22=2904 3/28=2901 1/13=2802 20=2602 1/983=2803 1/984=2601 2/984=2903 89k=2902",
        "duty_attack 1/983 1/984 2/984 89k",
        "duty_target 3/22 3/28 1/13 20",
        "targets 1/13",
        "attackers 1/983",
    )
    says(match, "with 89k", "8.31", "an enemy on its own bank")
    says(match, "barrage 89k", "8.31", "an enemy next to it")


@rule("hurtgen", "11.31", "11.12b")
def test_places_kept_for_other_artillery_are_no_full_places() -> None:
    """116k and 89k have only 45 to attack and take both places; 275h has another enemy."""
    match = declared(
        "42=2802 45=2702 44=2903 275h=2801 116k=2701 89k=2601 344k=2902",
        "duty_attack 275h 116k 89k 344k",
        "duty_target 42 45 44",
        "targets 45",
    )
    says(match, "with 275h", "11.31", "no other target: 116k, 89k")
    says(match.play("with 116k", "with 89k"), "with 275h", "11.31", "at most 2 artillery units")


@rule("hurtgen", "8.31", "11.12b")
def test_artillery_crowded_out_elsewhere_must_join_though_it_has_another_enemy() -> None:
    """353h could attack 43 and 56 as well, but two other batteries have only one of those each."""
    match = declared(
        "43=2721 44=2619 56=2421 89h=2322 116k=2621 89k=2821 344h=2520 353h=2720",
        "duty_attack 89h 116k 89k 353h",
        "duty_target 43 44 56",
        "targets 44",
        "attackers 344h",
    )
    for action in ("resolve", "barrage 89k"):
        says(match, action, "8.31", "other artillery takes all places", "353h")
    assert offered(match.play("with 353h"), "resolve")


@rule("hurtgen", "7.23", "6.33")
def test_a_unit_with_a_river_before_one_of_two_targets_cannot_attack_both() -> None:
    """2/985 in 2806 touches 2805 and 2906, the latter across the river."""
    match = declared(
        "3/22=2906 3/121=2805 29=2707 1/984=2907 2/985=2806",
        "duty_attack 1/984 2/985",
        "duty_target 3/22 29",
        "targets 3/22",
    )
    assert match.game.board.grid.adjacent(*map(match.game.board.grid.parse, ("2806", "2906")))
    says(match, "also 2805", "7.23", "no unit can attack 2805 and the other targets together")


@rule("hurtgen", "7.11", "7.12")
def test_the_phase_ends_only_when_both_duties_are_done() -> None:
    match = table("phase us combat\nat 1/8=1010 1/983=1110 2/8=0505")
    says(match, "done", "7.11", "you must still attack 1/983", "units that must still attack: 1/8")


@rule("hurtgen", "7.96")
def test_a_unit_that_has_advanced_is_refused_for_its_advance() -> None:
    text = "at 1/8=1010 2/8=1009 1/983=1110\nfought 1/8\nstruck 1/983\nadvanced 1/8 1/983\n"
    says(table(f"{text}agenda game-turn 2 / combat"), "attack 1110", "7.96", "has advanced")
    text = "at 1/8=1010 2/8=1009 1/983=1110\nfought 1/8\nadvanced 1/8\ntargets 1/983\n"
    text += "duty_attack 2/8\nduty_target 1/983\n"
    says(table(f"{text}agenda game-turn 2 / combat / declare"), "with 1/8", "7.96", "has advanced")
