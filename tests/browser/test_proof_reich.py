"""Steps of Normandy Breakout by mouse: what the page sends and shows is what the engine has."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from grognard.engine.reading import Preview

from .hands import asks, click_hex, click_unit, unit
from .proof import Keyboard, Mouse, ask, decided, replayed, settled, take_seat
from .test_access import findings

REICH = "reich"
HEAD = "game reich\nscenario breakout\nturn 3\nlogistics 0\n"
ASSAULT = f"{HEAD}phase allied assault\nat US-1=1325 US-29=1325 US-2A=1326 G-352=1331 G-9SS=tray CW-1AB=england\n"
ARRIVALS = """game reich
scenario breakout
turn 2
phase allied reinforcement
at US-29=0820 CW-50=1020 G-352=1331 US-9=track US-30=track US-2A=track CW-15=track CW-4AB=track CW-HQ21=track
due US-9=2 US-30=2 US-2A=2 CW-15=2 CW-4AB=2 CW-HQ21=2
"""
COMBAT = f"""{HEAD}phase allied combat
air 1
points 0 4 0 0 0
army12 US-1 US-29 US-9
at US-1=1328 US-29=1228 US-9=1128 G-352=1329 G-77=1129
"""
EXPLOITATION = f"{HEAD}phase allied exploitation\nat US-2A=1328 US-3A=1328 G-352=1330 G-77=1326\n"
LEAP = f"{HEAD}unbombed 0\nphase german assault\nat US-1=0820 G-2PZ=2618 G-116PZ=2619 G-9SS=tray G-10SS=tray\n"
AIR = f"{HEAD}phase allied strafing\nat US-1=1325 G-2PZ=1329 G-LEHR=1430 G-12SS=1331 G-IIIFLK=1331\n"


def preview_of(page: Page) -> Preview:
    found = replayed(page).preview
    assert found is not None
    return found


def shows_both_fires(page: Page) -> None:
    """The card has the figures of the engine's preview, side by side."""
    preview = preview_of(page)
    cards = page.locator(".fires .way")
    expect(cards).to_have_count(2)
    for n, fire in enumerate(preview.fires):
        card = cards.nth(n)
        expect(card).to_have_attribute("data-side", fire.side)
        expect(card.locator("h3")).to_contain_text(f": {fire.strength}")
        expect(card.locator("button.link")).to_have_text(f"column {fire.column.replace('-', '–')}")
        expect(card.locator("li.total strong")).to_have_text(f"+{fire.total}" if fire.total > 0 else str(fire.total))
        expect(card.locator("ul:not(.by-roll) li:not(.total)")).to_have_count(len(fire.modifiers))
        results = len([r for i, r in enumerate(fire.by_roll) if i == 0 or fire.by_roll[i - 1] != r])
        expect(card.locator(".by-roll li")).to_have_count(results)
    expect(page.locator(".builder .odds dt")).to_have_text(list(preview.chances))


def test_points_are_declared_and_a_stack_moves_with_one_click(page: Page) -> None:
    take_seat(page, ASSAULT)
    asks(page, "How many Movement Points are spent before combat?")
    # Half of the points are proposed: with all of them there would be no combat.
    steps, most = page.locator(".stepper output"), max(map(int, ask(page, "")["view"]["actions"]["declare"]))
    expect(steps).to_have_text(str(most // 2))
    points = [int(n) for n in ask(page, "")["view"]["facts"]["points"].split()]
    left = page.locator(".stepper .after")
    expect(left).to_have_text(f"leaves US 1st Army {points[1] - most // 2}; combat then takes 1 to 3")
    for _ in range(most):
        page.locator(".stepper button.round").last.click()
    expect(left).to_have_text(f"leaves US 1st Army {points[1] - most}: no combat and no Breakthrough")
    for _ in range(most - most // 2):
        page.locator(".stepper button.round").first.click()
    Mouse(page, REICH).carry_out(["declare 3"])
    expect(page.locator(".prompt")).to_contain_text("Allied Assault Movement")
    page.keyboard.down("Shift")
    click_hex(page, "1325")
    page.keyboard.up("Shift")
    expect(page.locator(".crowd")).to_contain_text("2 units")
    click_hex(page, "1425")
    for name in ("US-1", "US-29"):
        expect(unit(page, name)).to_have_attribute("data-hex", "1425")
    assert findings(page) == []
    page.keyboard.press("Backspace")
    for name in ("US-1", "US-29"):
        expect(unit(page, name)).to_have_attribute("data-hex", "1325")


def test_the_card_of_an_attack_has_both_fires_and_its_losses_are_taken(page: Page) -> None:
    take_seat(page, COMBAT)
    mouse = Mouse(page, REICH)
    mouse.carry_out(["attack 1329", "with US-1", "with US-29"])
    shows_both_fires(page)
    expect(page.locator(".builder")).to_contain_text("you still have to attack 1129")
    page.locator(".acts button", has_text="Add Tactical Air").click()
    settled(page)
    shows_both_fires(page)
    expect(page.locator(".fires .way").first).to_contain_text("+1")
    assert findings(page) == []
    page.locator("#primary").click()
    settled(page)
    dice = [entry.action.arg for entry in replayed(page).journal if entry.seat == "dice"]
    expect(page.locator(".outcome .die.big")).to_have_text([str(die) for die in dice[-2:]])
    asks(page, "Choose the unit that loses a step.")
    click_unit(page, "US-29")
    settled(page)
    assert decided(page)[-1] == "lose US-29"
    match = replayed(page)
    assert match.state.reduced >> match.game.unit_ids["US-29"] & 1


def test_losses_and_advance_are_decided_on_the_card_of_the_combat(page: Page) -> None:
    take_seat(page, COMBAT)
    Mouse(page, REICH).carry_out(["attack 1329", "with US-1", "with US-29"])
    page.locator("#primary").click()
    settled(page)
    dice = [entry.action.arg for entry in replayed(page).journal if entry.seat == "dice"][-2:]
    card = page.locator(".builder")
    # The losses that the program proposes are preset, and one click takes them.
    match = replayed(page)
    proposed = match.game.step(match.state).presets(match.state)
    names = [match.game.counters[unit].id for unit in proposed]
    expect(card.locator(f'.proposed [data-proposed="{" ".join(names)}"]')).to_contain_text("loses 1 step")
    assert findings(page) == []
    card.locator(".aftermath button", has_text="Accept the proposal").click()
    settled(page)
    assert decided(page)[-1] == "propose"
    # The same card, with its dice, asks who advances: all, nobody or single units.
    expect(card.locator(".outcome .die.big")).to_have_text([str(die) for die in dice])
    expect(card.locator(".aftermath button", has_text="Advance with all")).to_be_visible()
    expect(card.locator(".aftermath button", has_text="Pass")).to_be_visible()
    card.locator('.aftermath [data-add="US-29"]').click()
    settled(page)
    assert decided(page)[-1] == "advance US-29"
    card.locator(".aftermath button", has_text="Pass").click()
    settled(page)
    expect(card.locator(".aftermath")).to_have_count(0)
    state = replayed(page).state
    grid, ids = match.game.board.grid, match.game.unit_ids
    assert (state.at[ids["US-29"]], state.at[ids["US-1"]]) == (grid.parse("1329"), grid.parse("1328"))


def test_units_are_strafed_and_the_others_kept(page: Page) -> None:
    take_seat(page, AIR)
    asks(page, "Tactical Air units left: 4.")
    Mouse(page, REICH).carry_out(["strafe G-2PZ"])
    asks(page, "Tactical Air units left: 3.")
    expect(unit(page, "G-12SS")).not_to_have_attribute("data-lit", "")
    assert findings(page) == []
    Mouse(page, REICH).carry_out(["keep"])
    expect(unit(page, "G-2PZ")).to_contain_text("−")
    assert replayed(page).state.air == 3


def test_a_stack_makes_a_mobile_assault(page: Page) -> None:
    take_seat(page, EXPLOITATION)
    mouse = Mouse(page, REICH)
    mouse.carry_out(["select US-2A", "also US-3A", "move 1329", "assault 1330"])
    shows_both_fires(page)
    expect(page.locator(".builder")).to_contain_text("Mobile Assault on 1330")
    assert findings(page) == []
    mouse.do("resolve")
    settled(page)
    expect(page.locator(".outcome .die.big")).to_have_count(2)


def test_the_card_fits_a_phone(new_page: Callable[..., Page]) -> None:
    page = new_page(390, 844)
    take_seat(page, COMBAT)
    keyboard = Keyboard(page, REICH)
    keyboard.search("attack 1329")
    settled(page)
    keyboard.search("with US-1")
    expect(page.locator(".fires .way")).to_have_count(2)
    expect(page.locator(".fires .by-roll").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_allied_player_orders_what_the_air_does_in_defense(page: Page) -> None:
    take_seat(page, AIR)
    card = page.locator(".prompt .order select")
    expect(card).to_have_value("ask")
    Mouse(page, REICH).carry_out(["strafe G-2PZ"])
    card.select_option("marked")
    settled(page)
    assert decided(page)[-1] == "air-defense marked"
    expect(card).to_have_value("marked")
    assert findings(page) == []
    # A hex is marked in the menu of the right button.
    page.evaluate("grognard.show('1325')")
    at = page.evaluate("grognard.where('1325')")
    page.mouse.click(at["x"], at["y"], button="right")
    page.get_by_role("menuitem", name="Mark 1325 for standing orders").click()
    expect(page.locator('.flags .flag[data-hex="1325"]')).to_have_count(1)
    assert replayed(page).state.flagged == 1 << replayed(page).game.board.grid.parse("1325")
    # One undo takes one order back; the question is the same as before.
    page.keyboard.press("Backspace")
    expect(page.locator(".flags .flag")).to_have_count(0)
    asks(page, "Tactical Air units left: 3.")
    # At one screen the order can be changed in the panel at any time, also in the German player's segments.
    Mouse(page, REICH).carry_out(["keep"])
    page.locator(".gauges .order select").first.select_option("never")
    settled(page)
    assert decided(page)[-1] == "air-defense never"


def test_strategic_movement_is_planned_and_all_dice_are_rolled_at_once(page: Page) -> None:
    take_seat(page, LEAP)
    crowd = page.locator(".crowd")
    for name in ("G-9SS", "G-10SS"):
        page.locator(f'.tray [data-pick="{name}"]').click(modifiers=["Shift"])
    expect(crowd).to_contain_text("2 units")
    crowd.locator('[data-plan="strategic"]').click()
    expect(page.locator(".plan path.edge")).to_have_count(1)
    click_hex(page, "1521")
    expect(crowd.locator("[data-planned]")).to_have_count(2)
    page.keyboard.down("Shift")
    click_hex(page, "2618")
    page.keyboard.up("Shift")
    crowd.locator('[data-plan="strategic"]').click()
    other = ask(page, "")["board"]["leaps"]["strategic"][-1]
    assert other != "1521"
    click_hex(page, other)
    expect(crowd.locator("[data-planned]")).to_have_count(3)
    before = len(decided(page))
    assert findings(page) == []
    crowd.locator("[data-roll]").click()
    settled(page)
    made = decided(page)[before:]
    assert made == [
        *("select G-9SS", "strategic 1521", "select G-10SS", "strategic 1521"),
        *("select G-2PZ", f"strategic {other}"),
    ]
    expect(crowd.locator(".results li")).to_have_count(3)
    match = replayed(page)
    dice = [entry.action.arg for entry in match.journal if entry.seat == "dice"][-3:]
    for n, (name, hex_) in enumerate((("G-9SS", "1521"), ("G-10SS", "1521"), ("G-2PZ", other))):
        there = match.state.at[match.game.unit_ids[name]] == match.game.board.grid.parse(hex_)
        assert there is (dice[n] > 1)
        expect(crowd.locator(".results li").nth(n)).to_contain_text("moves to" if there else "fails")
    expect(crowd.locator("[data-planned]")).to_have_count(0)


def test_arrivals_are_proposed_for_the_segment_and_altered_by_hand(page: Page) -> None:
    take_seat(page, ARRIVALS)
    card = page.locator(".builder")

    def shown() -> dict[str, str]:
        rows = card.locator(".proposed li").evaluate_all("all => all.map(e => [e.dataset.proposed, e.textContent])")
        return {unit: text.rsplit(" ", 1)[1] for units, text in rows for unit in units.split()}

    expect(card.locator(".remarks li")).to_have_count(4)
    expect(card.locator(".remarks")).to_contain_text("0820: room for 2 and freely a brigade, an airborne division")
    assert set(shown()) == {"US-9", "US-30", "US-2A", "CW-15", "CW-4AB", "CW-HQ21"}
    assert findings(page) == []
    Mouse(page, REICH).carry_out(["select US-30", "place 0820"])
    expect(card.locator(".remarks")).to_contain_text("0820: room for 1")
    plan = shown()
    assert set(plan) == {"US-9", "US-2A", "CW-15", "CW-4AB", "CW-HQ21"}
    card.locator(".aftermath button", has_text="Accept the proposal").click()
    settled(page)
    match = replayed(page)
    board, ids = match.game.board.grid, match.game.unit_ids
    assert {unit: board.label(match.state.at[ids[unit]]) for unit in plan} == plan
    # Nothing else can be done, so the segment ends by itself; one undo takes the proposal back with it.
    assert decided(page)[-2:] == ["propose", "done"]
    expect(card).to_be_hidden()
    page.keyboard.press("Backspace")
    settled(page)
    assert decided(page) == ["select US-30", "place 0820"]
