"""The engine carries what the larger rulebooks need, on toys: every flow is frames on the agenda."""

from __future__ import annotations

from collections import Counter

import grognard
from grognard.engine.dice import KeyedDice

from .fog import GAME as FOG
from .helpers import offers, played, refused, where
from .skirmish import GAME
from .skirmish_steps import CHITS

FRONT = "game skirmish\nturn 1\nphase blue moves\nallowance 2\n"


def names(match: grognard.Match) -> list[str]:
    return [match.game.steps[frame[0]].name for frame in match.state.agenda]


class TestReaction:
    """aachen 6.4: a mover enters a hex next to an enemy, who may interrupt."""

    NEAR = FRONT + "at 1/8=0101 1/983=0301 2/983=0404"

    def test_nobody_is_asked_away_from_the_enemy(self) -> None:
        match = grognard.setup(FRONT + "at 1/8=0101 1/983=0404", dice=[])
        match.play("select 1/8", "enter 0102")
        assert match.side == "blue"
        assert names(match) == ["turn", "moves", "moving"]

    def test_the_other_side_interrupts_in_the_middle_of_the_move(self) -> None:
        match = grognard.setup(self.NEAR, dice=[]).play("select 1/8", "enter 0201")
        assert match.side == "red"
        assert match.prompt.rule == "6.4"
        assert offers(match, "react") == {"1/983"}, "only a unit next to the mover may react"
        assert names(match) == ["turn", "moves", "moving", "react"]

    def test_passing_gives_the_move_back(self) -> None:
        match = grognard.setup(self.NEAR, dice=[]).play("select 1/8", "enter 0201", "pass")
        assert match.side == "blue"
        match.play("enter 0202")
        assert where(match, "1/8") == "0202"

    def test_a_failed_check_lets_the_mover_go_on(self) -> None:
        match = grognard.setup(self.NEAR, dice=[4]).play("select 1/8", "enter 0201", "react 1/983")
        assert match.side == "blue"
        assert names(match) == ["turn", "moves", "moving"]
        match.play("enter 0202")
        assert match.side == "blue", "the unit that failed may not try again"

    def test_a_passed_check_ends_the_move_and_the_reactor_acts_first(self) -> None:
        match = grognard.setup(self.NEAR, dice=[3]).play("select 1/8", "enter 0201", "react 1/983")
        assert match.side == "red"
        assert names(match) == ["turn", "moves", "reaction"]
        match.play("enter 0302")
        assert (where(match, "1/8"), where(match, "1/983")) == ("0201", "0302")
        assert match.side == "blue"
        assert names(match) == ["turn", "moves"], "the interrupted move is over; the phase goes on"
        refused(match, "enter 0202")
        match.play("select 1/8", "halt")

    def test_the_middle_of_a_reaction_can_be_saved_and_resumed(self) -> None:
        match = grognard.setup(self.NEAR, dice=[]).play("select 1/8", "enter 0201", "react 1/983")
        assert match.side == "dice"
        again = grognard.setup(match.position(), dice=[1])
        assert again.side == "red"
        assert again.state == match.play("roll 1").state


class TestCommandRoll:
    """reich 10.2: how far units go is rolled for, each phase and side by itself."""

    def test_the_roll_decides_how_much_may_move(self) -> None:
        for roll, allowance in ((1, 1), (2, 1), (4, 2), (6, 3)):
            match = grognard.new("skirmish", dice=[roll]).play("first blue")
            assert match.state.allowance == allowance

    def test_each_side_rolls_for_itself_when_its_phase_begins(self) -> None:
        match = grognard.new("skirmish", dice=[6, 1]).play("first blue")
        assert (match.side, match.state.allowance) == ("blue", 3)
        match.play("done")
        assert (match.side, match.state.allowance) == ("red", 1)
        match.play("select 1/983", "halt")
        assert offers(match, "select") == set(), "no movement points are left"


class TestSimultaneousLosses:
    """reich 13.7: both sides roll, then the attacker distributes losses, then the defender."""

    BATTLE = FRONT + "at 1/8=0201 2/8=0202 1/983=0302\nactive blue"

    def test_both_rolls_come_before_any_loss_and_the_attacker_loses_first(self) -> None:
        match = grognard.setup(self.BATTLE, dice=["chit 2", "chit 2", 6, 5]).play("attack 0302", "order hasty")
        assert match.state.losses == [2, 2], "the defender fires back although he will be destroyed"
        assert match.state.steps == [2, 2, 2, 1], "nothing is taken off yet"
        assert match.side == "blue"
        assert offers(match, "lose") == {"1/8", "2/8"}
        match.play("lose 1/8")
        why = refused(match, "lose 1/8")
        assert why.rule == "13.7.4", "no unit dies while another has two steps"
        match.play("lose 2/8")
        assert match.side == "red"
        match.play("lose 1/983", "lose 1/983")
        assert where(match, "1/983") == "lost"
        assert match.state.steps[:2] == [1, 1]

    def test_a_loss_is_a_choice_even_of_one(self) -> None:
        match = grognard.setup(self.BATTLE, dice=["chit 0", "chit 0", 1, 1]).play("attack 0302", "order hasty")
        assert (match.side, match.actions.texts()) == ("blue", ["accept"])
        match.play("accept")
        assert (match.side, match.actions.texts()) == ("red", ["accept"])
        match.play("accept")
        assert match.side == "blue"
        assert match.state.target == -1


class TestChitsAndShuffles:
    """aachen 7.5.1.1: one chit for each side, all back in the cup; a deck is drawn without return."""

    def test_both_draws_of_a_battle_are_from_the_full_cup(self) -> None:
        match = grognard.setup(TestSimultaneousLosses.BATTLE, dice=[]).play("attack 0302", "order prepared")
        for chit in (2, 2):
            assert offers(match, "chit") == {"0", "1", "2"}
            match.play(f"chit {chit}")
        assert match.state.chits == [3, 3]
        assert offers(match, "roll") == set("123456")

    def test_keyed_dice_draw_chits_by_their_number_in_the_cup(self) -> None:
        step = next(step for step in GAME.steps if step.name == "draw")
        dice = KeyedDice("cup")
        drawn = Counter(dice.draw(n, step.outcomes(None), GAME.notation).arg for n in range(6000))
        for chit, (_, count) in CHITS.items():
            assert abs(drawn[chit] - 1000 * count) < 150

    def test_a_shuffle_returns_nothing(self) -> None:
        match = grognard.new("fog", dice=["card 2"])
        assert match.side == "dice"
        assert offers(match, "card") == {"1", "3"}
        refused(match, "card 2")
        match.play("card 1", "card 3")
        assert match.state.deck == [2, 1, 3]
        assert {tuple(played("fog", seed, steps=0).state.deck) for seed in range(60)} == {
            (a, b, c) for a in (1, 2, 3) for b in (1, 2, 3) for c in (1, 2, 3) if len({a, b, c}) == 3
        }


class TestBoxesAndSheets:
    """reich 5.4: boxes off the map; rhine 1.4: two sheets whose hexes carry a suffix."""

    def test_units_wait_in_a_box_land_and_sail(self) -> None:
        match = grognard.new("skirmish", "sea", dice=[6]).play("first blue")
        assert where(match, "1/8") == where(match, "2/8") == "england"
        match.play("land 0103")
        assert (where(match, "1/8"), where(match, "2/8")) == ("0103", "england")
        match.play("select 1/8", "sail lisbon")
        assert where(match, "1/8") == "lisbon"
        assert "at 1/8=lisbon 2/8=england" in match.position()
        assert grognard.setup(match.position(), dice=[]).state == match.state

    def test_the_seam_of_two_sheets_has_two_names_and_one_text_form(self) -> None:
        match = grognard.new("fog", dice=["card 1", "card 2", "card 3"]).play("favour north")
        action = FOG.notation.parse("place 0300N")
        assert FOG.notation.parse("place 0100S") == action
        assert FOG.notation.text(action) == "place 0300N"
        match.play("place 0100S")
        assert where(match, "3/ge") == "0300N"
        assert match.record().splitlines()[-1] == "place 0300N"

    def test_the_same_number_on_the_other_sheet_is_another_hex(self) -> None:
        parse = FOG.board.grid.parse
        assert parse("0200N") != parse("0200S")
        assert FOG.board.grid.adjacent(parse("0300N"), parse("0200S"))


class TestSecretChoice:
    """rhine 3.6, 3.7: one side chooses face down, the other acts, then the marker is turned over."""

    def test_the_other_side_acts_before_it_knows(self) -> None:
        views = []
        for choice in ("north", "south"):
            match = grognard.new("fog", dice=["card 1", "card 2", "card 3"]).play(f"favour {choice}")
            assert match.side == "german"
            views.append(match.view("german"))
            match.play("place 0300N")
            views.append(match.view("german"))
            assert match.view("allied").facts["supply"] == {"north": "1", "south": "2"}[choice]
            match.play("turn-over")
            assert match.view("german").facts["supply"] == match.view("allied").facts["supply"]
        assert views[0] == views[2]
        assert views[1] == views[3]
        assert views[0].facts["supply"] == "9"
