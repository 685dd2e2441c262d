"""Chapter 8.4: US replacements and German reorganization."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.games.aachen.pieces import german_losses
from tests.aachen.kit import improved, lost, step, table, where
from tests.kit import offered, offers, refused
from tests.rules import rule

US = "1-HQ=1703 1-I/16=1704 1-II/16=1705 1-745=1706 1-634=1804 1-1=1805 526-HQ=3518"


def segment(at: str, *more: str, **ground: object) -> Match:
    return table("replacement", at, *more, turn=2, **ground)  # type: ignore[arg-type]


def losses(match: Match) -> int:
    return german_losses(match.game, match.state)[0]


@rule("aachen", "8.4.1a", "8.4.1b", "8.4g", "8.4h")
def test_two_infantry_and_three_tank_points_each_for_its_type() -> None:
    m = segment(US, "lost 1-I/16=3 1-745=1")
    assert (m.side, m.state.points) == ("us", [2, 2, 3])
    m.play("replace 1-I/16", "replace 1-I/16")
    assert lost(m, "1-I/16") == 1
    refused(m, "replace 1-I/16", "8.4.1")
    m.play("replace 1-745")
    assert lost(m, "1-745") == 0
    assert step(m) != "replace", "nobody is left who could take a point"


@rule("aachen", "8.4.1c", "8.4.1d", "8.4.1f")
@pytest.mark.parametrize("unit", ["1-634", "1-1"])
def test_pitfall_51_tank_destroyers_and_engineers_receive_nothing(unit: str) -> None:
    m = segment(US, f"lost 1-I/16=1 {unit}=1")
    refused(m, f"replace {unit}", "8.4.1")


@rule("aachen", "8.4b", "8.4c", "8.4j", "8.4i")
def test_units_receive_points_undisrupted_in_command_and_up_to_their_printed_strength() -> None:
    at = US.replace("1-II/16=1705", "1-II/16=4003") + " 1-III/16=1904 1-I/18=eliminated"
    m = segment(at, "lost 1-I/16=1 1-II/16=1 1-III/16=1 1-I/18=10", "disrupted 1-III/16")
    refused(m, "replace 1-III/16", "8.4")
    refused(m, "replace 1-II/16", "8.4")
    refused(m, "replace 1-I/18", "8.4")
    m.play("replace 1-I/16")
    refused(segment(US, "lost 1-I/16=1"), "replace 1-II/16", "8.4")


@rule("aachen", "8.4d")
def test_an_hq_without_supply_brings_no_replacements() -> None:
    ring = "526-328=1804 526-453=1805 526-473=1905 526-536=2005 353-941=2004 353-942=1903"
    m = segment(f"1-HQ=1904 1-I/16=1904 3A-HQ=1703 3A-I/32=1702 526-HQ=3518 {ring}", "lost 1-I/16=1 3A-I/32=1")
    refused(m, "replace 1-I/16", "8.4")
    assert offered(m, "replace 3A-I/32")


@rule("aachen", "8.4e")
def test_an_enemy_zone_does_not_matter() -> None:
    m = segment("1-HQ=1703 1-I/16=1704 526-HQ=3518 526-328=1705", "lost 1-I/16=1")
    assert offered(m, "replace 1-I/16")


@rule("aachen", "8.4f", "8.4.1e")
def test_points_left_over_are_lost() -> None:
    m = segment(US, "lost 1-I/16=1 1-II/16=1").play("done")
    assert step(m) != "replace"
    while m.side != "dice":
        m.play("done")
    assert m.state.points == [0, 0, 0]


GERMANS = "1-HQ=1703 12-HQ=3317 12-I/27=3218 12-II/27=3217 12-12P=3318 12-12F=3117 116P-HQ=2710 116P-I/60=2810"


@rule("aachen", "8.4a")
def test_the_german_side_reorganizes_after_the_us_side() -> None:
    m = segment(GERMANS + " 1-I/16=1704", "lost 1-I/16=1 12-I/27=1")
    assert m.side == "us"
    refused(m, "give 12-II/27")
    assert (m.play("done").side, step(m)) == ("german", "reorganize")


@rule("aachen", "8.4.2a", "8.4.2b", "8.4.2f", "8.4.2s", "8.4.2u", "8.4k")
def test_a_unit_is_given_up_for_others_and_counts_as_lost() -> None:
    m = segment(GERMANS, "lost 12-I/27=2 12-12F=0")
    printed = m.game.roster.strength[m.game.unit_ids["12-II/27"]]
    before = losses(m)
    m.play("give 12-II/27")
    assert where(m, "12-II/27") == "reorganized"
    m.play("rebuild 12-I/27", "rebuild 12-I/27")
    assert lost(m, "12-I/27") == 0
    assert losses(m) == before + printed - 2
    assert m.state.given == 0, "points that nobody can take are lost at once"


@rule("aachen", "8.4.2u", "8.4.2a")
def test_pitfall_51_a_worn_unit_gives_its_current_strength_and_counts_with_its_printed_one() -> None:
    m = segment(GERMANS, "lost 12-I/27=5 12-II/27=4")
    printed = m.game.roster.strength[m.game.unit_ids["12-II/27"]]
    before = losses(m)
    m.play("give 12-II/27")
    assert m.state.given == printed - 4
    assert losses(m) == before - 4 + printed


@rule("aachen", "8.4.2c", "8.4.2d", "8.4.2e", "8.4.2i", "8.4.2j")
def test_who_may_be_given_up() -> None:
    at = GERMANS + " 116P-116A=2811 12-I/48=4203 1012=3316"
    m = segment(at, "disrupted 12-I/27", "assigned 1012=12")
    refused(m, "give 12-I/27", "8.4")
    refused(m, "give 12-I/48", "8.4")
    refused(m, "give 1012", "8.4.2")
    refused(m, "give 12-HQ", "8.4.2")
    refused(m, "give 1-HQ", "8.4")
    cut = segment("1-HQ=1703 12-HQ=waiting 12-I/27=3218 526-HQ=3518 526-328=3517")
    refused(cut, "give 12-I/27", "8.4")
    assert offered(cut, "give 526-328")


@rule("aachen", "8.4.2g", "8.4.2h", "8.4.2r", "8.4.2v")
def test_who_may_receive() -> None:
    at = GERMANS + " 12-I/48=3116 12-II/48=4203 12-I/89=eliminated 34MG=3219"
    m = segment(
        at, "lost 12-I/27=2 116P-I/60=1 12-I/48=1 12-II/48=1 12-I/89=9", "assigned 34MG=12", "disrupted 12-I/48"
    )
    m.play("give 34MG")
    refused(m, "rebuild 116P-I/60", "8.4.2")
    refused(m, "rebuild 12-I/48", "8.4")
    refused(m, "rebuild 12-II/48", "8.4")
    refused(m, "rebuild 12-I/89", "8.4")
    assert offers(m, "rebuild") == {"12-I/27"}


@rule("aachen", "8.4.2k", "8.4.2l", "8.4.2m", "8.4.2n", "8.4.2o", "8.4.2p", "8.4.2q")
def test_pitfall_51_which_type_feeds_which() -> None:
    m = segment(GERMANS)
    table_ = m.game.tables.reorganization
    assert table_ == {
        "infantry": {"infantry", "bicycle-infantry", "mg-infantry", "engineer"},
        "motorized-infantry": {"motorized-infantry", "motorized-engineer"},
        "armored-infantry": {"armored-infantry", "armored-engineer"},
        **{
            kind: {kind}
            for kind in (
                "bicycle-infantry",
                "mg-infantry",
                "engineer",
                "motorized-engineer",
                "armored-engineer",
                "recce",
            )
        },
    }
    m = segment(GERMANS, "lost 12-I/27=1 12-12P=1")
    m.play("give 12-II/27")
    refused(m, "rebuild 12-12P", "8.4.2")


@rule("aachen", "8.4.2t")
def test_the_hq_goes_with_the_last_unit_given_up() -> None:
    m = segment("1-HQ=1703 12-HQ=3317 12-I/27=3218 526-HQ=3518 526-328=3517").play("give 12-I/27")
    assert where(m, "12-HQ") == "eliminated"


@rule("aachen", "7.7")
def test_an_improved_defense_stays_unless_nobody_is_left() -> None:
    at = GERMANS + " 394=3217"
    m = segment(at, "improved 3217 3218", "assigned 394=12").play("give 12-II/27")
    assert improved(m, "3217")
    m.play("give 12-I/27")
    assert not improved(m, "3218")
