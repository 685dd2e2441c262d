"""What the card of an attack says about its results: guns alone, units without a retreat, and the defender's fire."""

from __future__ import annotations

import grognard
from grognard import Match
from tests.rules import rule


def effects(match: Match) -> dict[str, tuple[str, str]]:
    """The rule and the harmed side of each result that does something else than the chart says."""
    found = match.game.reading.effects(match.state)
    return {result: (effect.rule, effect.harms) for effect in found for result in effect.results}


def fight(at: str, *plan: str) -> Match:
    match = grognard.setup(f"game hurtgen\nturn 1\nphase us combat\nat {at}\n")
    for text in plan:
        match.play(text)
    return match


@rule("hurtgen", "8.14", "8.15")
def test_weak_results_of_guns_alone_are_named() -> None:
    match = fight("29=0310 45=0410 20=0309 1/985=0709", "attack 0709", "barrage 29", "barrage 45", "barrage 20")
    preview = match.game.reading.preview(match.state)
    assert preview is not None
    found = effects(match)
    assert {"D1", "Br"} & set(preview.chances)
    for result in preview.chances:
        if result[0] == "A":
            assert found[result] == ("8.14", "")
        elif result in ("D1", "Br"):
            assert found[result] == ("8.15", "")
        else:
            assert result not in found


@rule("hurtgen", "7.74")
def test_a_result_that_kills_a_surrounded_defender_says_so() -> None:
    ring = "1/22=0608 2/22=0609 3/22=0708 1/8=0710 2/8=0808 3/8=0809"
    match = fight(f"{ring} 1/985=0709", "attack 0709", "with 1/22", "with 2/22")
    preview = match.game.reading.preview(match.state)
    assert preview is not None
    found = effects(match)
    retreats = [result for result in preview.chances if result in ("D1", "D2", "D3", "D4", "Br")]
    assert retreats
    for result in retreats:
        assert found[result] == ("7.74", "defender")
    assert "De" not in found


def test_a_defender_with_an_open_retreat_has_no_special_results() -> None:
    match = fight("1/22=0608 1/985=0709", "attack 0709", "with 1/22")
    assert not effects(match)


@rule("hurtgen", "8.4")
def test_the_fire_that_the_enemy_could_add_is_listed() -> None:
    match = fight("1/22=0608 1/985=0709 275h=0911", "attack 0709", "with 1/22")
    (note,) = match.view("us").preview["reactions"]
    assert "275h (" in note["text"]
    assert note["rule"] == "8.4"
    far = fight("1/22=0608 1/985=0709 275h=2918", "attack 0709", "with 1/22")
    assert not far.view("us").preview["reactions"]


def test_enemies_that_need_not_be_attacked_are_drawn_thin() -> None:
    match = fight("1/22=0608 1/985=0709 2/985=1212 29=0610")
    label = match.game.board.grid.parse
    faint = match.game.reading.faint(match.state)
    assert faint == 1 << label("1212")
