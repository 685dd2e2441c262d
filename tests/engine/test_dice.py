"""Auditable dice: promised at the start, shown at the end, proved by anybody."""

from __future__ import annotations

import re
from collections import Counter

import grognard
from grognard import Action, KeyedDice
from grognard.engine.dice import digest
from grognard.engine.step import Chance

from .helpers import SCENARIOS, played, walk
from .skirmish import GAME

SIX = [(Action("roll", n), 1) for n in range(1, 7)]


def rolls(match: grognard.Match) -> list[Action]:
    return [entry.action for entry in match.journal if entry.seat == "dice"]


def faults(record: str) -> list[str]:
    return grognard.verify(record)[1]


def test_the_digest_is_in_the_record_from_the_start_and_the_seed_only_at_the_end() -> None:
    match = grognard.new("skirmish", seed="secret-1944")
    for _ in walk(match, 1):
        record = match.record()
        assert f'[Dice "1 {digest("secret-1944")}"]' in record
        assert ("secret-1944" in record) == match.over
    assert '[Seed "1 secret-1944"]' in match.record()


def test_the_seed_can_be_asked_for_and_kept_back() -> None:
    match = played("skirmish", 5, steps=4)
    assert '[Seed "1 5"]' in match.record(seed=True)
    assert "[Seed " not in played("skirmish", 5).record(seed=False)


def test_the_digest_does_not_tell_the_seed() -> None:
    assert len({digest(str(n)) for n in range(500)}) == 500
    assert re.fullmatch("[0-9a-f]{64}", digest("1"))
    assert KeyedDice("1").digest == digest("1")


def test_seed_and_number_decide_and_nothing_else() -> None:
    one, two = KeyedDice(7), KeyedDice("7")
    backwards = [two.draw(n, SIX, GAME.notation) for n in reversed(range(1, 50))]
    assert [one.draw(n, SIX, GAME.notation) for n in range(1, 50)] == backwards[::-1]
    assert [KeyedDice(8).draw(n, SIX, GAME.notation) for n in range(1, 50)] != backwards[::-1]


def test_the_die_is_fair() -> None:
    dice = KeyedDice("fair")
    count = Counter(dice.draw(n, SIX, GAME.notation).arg for n in range(12_000))
    assert all(abs(count[face] - 2000) < 180 for face in range(1, 7))
    pairs = Counter(
        (dice.draw(n, SIX, GAME.notation).arg, dice.draw(n + 1, SIX, GAME.notation).arg) for n in range(1, 18_000)
    )
    assert all(abs(pairs[a, b] - 500) < 120 for a in range(1, 7) for b in range(1, 7))


def test_what_weighs_nothing_never_comes_up() -> None:
    dice = KeyedDice("weights")
    loaded = [(Action("roll", 1), 0), (Action("roll", 2), 1), (Action("roll", 3), 0)]
    assert {dice.draw(n, loaded, GAME.notation) for n in range(200)} == {Action("roll", 2)}

    class Loaded(Chance):
        def outcomes(self, s: object) -> list[tuple[Action, int]]:
            return loaded

    step = Loaded(GAME, 0)
    assert step.offer(None) == {"roll": 1 << 2}
    assert not step.permits(None, "roll", 1)


def test_every_roll_of_an_honest_record_is_proved() -> None:
    for name, scenario in SCENARIOS:
        for seed in range(5):
            match = played(name, seed, scenario=scenario)
            again, found = grognard.verify(match.record())
            assert found == []
            assert again.state == match.state
            assert rolls(again) == rolls(match) != []


def test_a_record_of_an_unfinished_match_is_proved_with_its_seed() -> None:
    assert faults(played("skirmish", 5, steps=7).record(seed=True)) == []


def test_a_missing_seed_proves_nothing() -> None:
    record = played("skirmish", 3).record(seed=False)
    assert faults(record) == ["the record shows no seed, so its rolls cannot be verified"]


def test_a_forged_roll_is_caught() -> None:
    caught = 0
    lines = played("skirmish", 3).record().splitlines()
    for number, line in enumerate(lines):
        found = re.fullmatch("roll ([1-6])", line)
        if not found:
            continue
        for face in set(range(1, 7)) - {int(found[1])}:
            forged = "\n".join([*lines[:number], f"roll {face}", *lines[number + 1 :]])
            try:
                said = faults(forged)
            except grognard.RecordError:
                continue  # after another roll the rest of the game was not legal
            assert any(f"is 'roll {face}', but the seed gives 'roll {found[1]}'" in fault for fault in said)
            caught += 1
    assert caught > 5


def test_a_changed_seed_is_caught() -> None:
    record = played("skirmish", 3).record().replace('[Seed "1 3"]', '[Seed "1 4"]')
    said = faults(record)
    assert said[0] == "the seed from roll 1 on does not match its digest (tag Dice)"
    assert len(said) > 1, "and the rolls are not its rolls"


def test_a_seed_that_was_never_promised_is_caught() -> None:
    record = re.sub(r"\[Dice .*\n", "", played("skirmish", 3).record())
    assert faults(record) == ["the seed from roll 1 on has no digest (tag Dice)"]
    again = grognard.replay(record)
    assert faults(again.record()) == ["the seed from roll 1 on has no digest (tag Dice)"]


def test_a_forged_result_is_caught() -> None:
    record = played("skirmish", 3).record()
    said = re.search(r'\[Result "(.*)"\]', record)
    assert said
    assert any("claims the result '9:0'" in f for f in faults(record.replace(f'"{said[1]}"]', '"9:0"]')))


def test_rolls_by_hand_are_bound_to_no_seed() -> None:
    match = grognard.new("skirmish", dice=[4]).play("first blue")
    match.reseed("later")
    match.play("done")
    assert faults(match.record(seed=True)) == ["roll 1 has no seed"]


def test_rolls_after_the_known_seeds_are_bound_to_none() -> None:
    match = grognard.new("skirmish", seed="a").play("first blue")
    match.reseed("b")
    match.play("done")
    record = re.sub(r'\[Seed "2 b"\]\n', "", match.record(seed=True))
    assert faults(record) == ["roll 2 has no seed"]


def test_the_dice_of_a_fork_are_its_own() -> None:
    match = grognard.new("skirmish", seed=1)
    first = {match.fork().play("first blue").state.allowance for _ in range(60)}
    assert first == {1, 2, 3}, "forks without a seed roll their own dice"
    one, two = (match.fork(seed="x").play("first blue").state for _ in range(2))
    assert one == two, "forks with the same seed roll the same"


def test_a_record_of_a_fork_is_proved() -> None:
    for name, scenario in SCENARIOS:
        match = played(name, 12, scenario=scenario)
        for at in range(0, match.version, 3):
            fork = match.fork(at)
            for _ in walk(fork, 12):
                pass
            assert fork.over
            again, found = grognard.verify(fork.record())
            assert found == []
            assert again.state == fork.state


def test_a_finished_fork_does_not_give_away_the_dice_of_a_match_that_goes_on() -> None:
    match = grognard.new("skirmish", seed="to-be-kept").play("first blue")
    fork = match.fork(seed="free")
    for _ in walk(fork, 1):
        pass
    assert "to-be-kept" not in fork.record()
    second = fork.fork(2)
    for _ in walk(second, 1):
        pass
    assert second.over
    assert "to-be-kept" not in second.record(), "nor does a fork of it"
    assert faults(fork.record()) == ["roll 1 has no seed"]
    assert faults(fork.record(seed=True)) == []
    for _ in walk(match, 1):
        pass
    assert "to-be-kept" in match.fork(2).record(seed=True)


def test_a_record_goes_on_with_its_own_dice_if_it_shows_them() -> None:
    match = grognard.new("skirmish", seed=2).play("first blue", "done")
    record = match.record(seed=True)
    cut = record[: record.rindex("roll")]
    assert grognard.replay(cut).state == match.state, "the roll that was cut off is rolled again"
    blind = grognard.replay(cut.replace('[Seed "1 2"]\n', ""))
    assert blind.side == "dice"
    blind.reseed("new")
    assert blind.side == "red"
