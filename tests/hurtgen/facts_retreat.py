"""Claims of Hürtgen Forest about retreat, displacement and advance, with a search that tries every route."""

from __future__ import annotations

from collections.abc import Iterator

from tests.kit.facts import Claim

from .facts_plain import HurtgenFacts as F

#: Friends displaced, and how many of them for a second time in the phase (7.73, 7.82).
Price = tuple[int, int]
Places = dict[int, int]
#: The search gives up on routes that displace more friends than this.
MOST = 7


def closed(f: F, unit: int, here: int, h: int) -> bool:
    """Where no retreating unit goes: over closed hexsides, onto enemies and into their zones (7.71, 7.72)."""
    side = f.side(unit)
    return f.price(unit, here, h) is None or bool(f.units(h, 1 - side)) or f.zone(h, 1 - side)


def friends(f: F, *, but: int) -> Places:
    """The other units of the side, by hex."""
    return {f.at(u): u for u in f.army(f.side(but)) if u != but}


def shoves(
    f: F, unit: int, here: int, taken: Places, waiting: set[int], most: int
) -> Iterator[tuple[int, Places, int, int]]:
    """Each way to displace a unit by a hex: where it goes, who is where then, and what it costs (7.81, 7.82)."""
    if most < 1:
        return
    again = int(f.has(f.s.displaced, unit))
    options = [h for h in f.near(here) if h not in waiting and not closed(f, unit, here, h)]
    vacant = [h for h in options if h not in taken]
    for h in vacant:
        yield h, moved(taken, unit, here, h), 1, again
    for h in () if vacant else options:
        for _, after, count, twice in shoves(f, taken[h], h, taken, waiting | {h}, most - 1):
            yield h, moved(after, unit, here, h), count + 1, twice + again


def moved(taken: Places, unit: int, here: int, there: int) -> Places:
    out = {h: u for h, u in taken.items() if h != here}
    out[there] = unit
    return out


def least(f: F, unit: int, here: int, origin: int, length: int, taken: Places, most: int) -> Price | None:
    """The least price of the rest of a retreat, if it can be completed within a bound (7.74)."""
    if f.distance(origin, here) >= length:
        return 0, 0
    prices = [through(f, unit, here, h, origin, length, taken, most) for h in f.near(here)]
    return min((price for price in prices if price), default=None)


def through(f: F, unit: int, here: int, h: int, origin: int, length: int, taken: Places, most: int) -> Price | None:
    """The same with the next hex given."""
    if f.distance(origin, h) != f.distance(origin, here) + 1 or closed(f, unit, here, h):
        return None
    ways: list[tuple[Places, int, int]] = [(taken, 0, 0)]
    if h in taken:
        ways = [(after, n, twice) for _, after, n, twice in shoves(f, taken[h], h, taken, {here, h}, most)]
    out = []
    for after, count, twice in ways:
        rest = least(f, unit, h, origin, length, after, most - count)
        if rest:
            out.append((count + rest[0], twice + rest[1]))
    return min(out, default=None)


# -- the retreating unit --------------------------------------------------------------------------------


def origin(f: F) -> int:
    """The combat hex of the unit that retreats: the first of the path in the making."""
    path: list[int] = []
    for h in f.s.path_hexes:
        path = [*path, h] if h >= 0 else []
    return path[0] if path else f.at(retreating(f)[0])


def retreating(f: F) -> tuple[int, int]:
    """The unit that retreats, and how far it has to."""
    for frame in reversed(f.s.agenda):
        if f.game.steps[frame[0]].name == "retreating":
            return frame[1], frame[2]
    raise AssertionError("nobody retreats")


def price_of(f: F, h: int) -> Price | None:
    """What the retreat costs through a hex, tried with ever more friends displaced."""
    unit, length = retreating(f)
    for most in range(MOST + 1):
        found = through(f, unit, f.at(unit), h, origin(f), length, friends(f, but=unit), most)
        if found:
            return found
    return None


def best(f: F) -> Price | None:
    prices = [price_of(f, h) for h in f.near(f.at(retreating(f)[0]))]
    return min((price for price in prices if price), default=None)


def fewer_elsewhere(f: F, there: int) -> bool:
    price, other = price_of(f, there), best(f)
    return there == f.arg and bool(price and other and other[0] < price[0])


def fewer_twice_elsewhere(f: F, there: int) -> bool:
    price, other = price_of(f, there), best(f)
    return there == f.arg and bool(price and other and other[0] == price[0] and other[1] < price[1])


def no_full_retreat(f: F, there: int, unit: int, length: int) -> bool:
    return there == f.arg and retreating(f) == (unit, length) and price_of(f, there) is None


def friend_in_the_way(f: F, friend: int, there: int, unit: int) -> bool:
    price, other = price_of(f, there), best(f)
    return f.at(friend) == there == f.arg and (price is None or (other is not None and other[0] < price[0]))


# -- the displaced unit -----------------------------------------------------------------------------------


def shoved_prices(f: F) -> dict[int, Price]:
    """What the whole retreat costs from here on, for each hex the displaced unit may go to."""
    unit = f.frame[0]
    chain = []
    for frame in reversed(f.s.agenda[:-1]):
        if f.game.steps[frame[0]].name != "make-room":
            break
        chain.append((frame[1], frame[2]))
    retreater, length = retreating(f)
    waiting = {f.at(mover) for mover, _ in chain} | {f.at(unit)}
    out: dict[int, Price] = {}
    for most in range(1, MOST + 1):
        for h, after, count, twice in shoves(f, unit, f.at(unit), friends(f, but=retreater), waiting, most):
            for mover, there in chain[:-1]:
                after = moved(after, mover, f.at(mover), there)
            rest = least(f, retreater, chain[-1][1], origin(f), length, after, most - count)
            if rest:
                price = (count + rest[0], twice + rest[1])
                out[h] = min(price, out.get(h, price))
        if out:
            return out
    return out


def may_not_shove(f: F, unit: int, there: int) -> bool:
    """It has another way, or that friend has none."""
    prices = shoved_prices(f)
    return there == f.arg and bool(f.units(there, f.me)) and any(h != there for h in prices)


def spoils_the_retreat(f: F, unit: int, there: int, retreater: int) -> bool:
    prices = shoved_prices(f)
    worse = there not in prices or prices[there][0] > min(prices.values())[0]
    return there == f.arg and retreating(f)[0] == retreater and worse


# -- advance ------------------------------------------------------------------------------------------------


def paths(f: F) -> list[list[int]]:
    """The paths of retreat (7.91)."""
    out: list[list[int]] = [[]]
    for h in f.s.path_hexes:
        if h >= 0:
            out[-1].append(h)
        else:
            out.append([])
    return [path for path in out if path]


def fought_beside(f: F, unit: int) -> bool:
    """Whether a unit attacked from next door, or defended, on the side that has won."""
    return f.mine(unit) and f.has(f.s.attackers if f.me == f.s.phasing else f.s.targets, unit)


def beginnings(f: F, unit: int) -> list[int]:
    return [path[0] for path in paths(f) if f.beside(f.at(unit), path[0])]


def barred(f: F, unit: int, there: int) -> bool:
    here = f.at(unit)
    return there in beginnings(f, unit) and all(f.price(unit, here, h) is None for h in beginnings(f, unit))


def follows(f: F, unit: int) -> set[int]:
    """The vacant hexes of paths that a unit can follow (7.91 to 7.95)."""
    out = set()
    for path in paths(f):
        here = f.at(unit)
        for h in path if f.beside(here, path[0]) else []:
            if h != here and (f.price(unit, here, h) is None or f.units(h, 1 - f.me)):
                break
            if not f.units(h):
                out.add(h)
            here = h
    return out


RETREAT: tuple[Claim, ...] = (
    Claim("7.62", "{it:unit} does not have to retreat now", lambda f, it: not (f.mine(it) and f.has(f.s.pending, it))),
    Claim(
        "7.7",
        "{it:hex} is not next to {unit:unit}, which moves one hex at a time",
        lambda f, it, unit: f.frame[0] == unit and not f.beside(f.at(unit), it),
    ),
    Claim("5.12", "{it:hex} holds an enemy unit", lambda f, it: f.enemy_in(it)),
    Claim("7.72", "{unit:unit} may not cross into {it:hex}", lambda f, unit, it: f.price(unit, f.at(unit), it) is None),
    Claim("7.71", "{it:hex} is in an enemy Zone of Control", lambda f, it: f.enemy_zone(it)),
    Claim(
        "7.74",
        "each hex of the retreat must take {unit:unit} further away from {start:hex}",
        lambda f, unit, start: start == origin(f) and f.distance(start, f.arg) <= f.distance(start, f.at(unit)),
    ),
    Claim("7.73", "another route displaces fewer friendly units than the one through {there:hex}", fewer_elsewhere),
    Claim(
        "7.82",
        "another route displaces fewer friendly units a second time than the one through {there:hex}",
        fewer_twice_elsewhere,
    ),
    Claim(
        "7.82",
        "{friend:unit} in {there:hex} cannot make room for a full retreat of {unit:unit}, or only by "
        "displacing many others",
        friend_in_the_way,
    ),
    Claim("7.74", "from {there:hex} {unit:unit} could not complete its retreat of {length:n} hexes", no_full_retreat),
    Claim(
        "7.82",
        "{unit:unit} may not displace the unit in {there:hex}: it can move elsewhere, or that unit cannot move",
        may_not_shove,
    ),
    Claim(
        "7.82",
        "with {unit:unit} in {there:hex}, {retreater:unit} could not retreat, or would displace more units",
        spoils_the_retreat,
    ),
    Claim("7.92", "{it:unit} has already advanced", lambda f, it: f.has(f.s.advanced, it)),
    Claim(
        "7.94",
        "{it:unit} is not a unit of the winning side that was adjacent to the enemy in this combat",
        lambda f, it: not fought_beside(f, it),
    ),
    Claim(
        "5.24",
        "{unit:unit} may not cross into {there:hex} without a road or trail",
        lambda f, unit, there: f.vehicle(unit) and barred(f, unit, there),
    ),
    Claim(
        "7.91",
        "{unit:unit} may not cross the river into {there:hex}",
        lambda f, unit, there: f.river(f.at(unit), there) and barred(f, unit, there),
    ),
    Claim(
        "7.91",
        "{it:unit} can follow no path of retreat to a vacant hex",
        lambda f, it: not follows(f, it),
    ),
    Claim("7.95", "{it:hex} is not on a path of retreat", lambda f, it: not any(it in path for path in paths(f))),
    Claim("5.31", "{it:hex} is not vacant", lambda f, it: f.units(it)),
    Claim(
        "7.91", "{unit:unit} cannot follow the path as far as {it:hex}", lambda f, unit, it: it not in follows(f, unit)
    ),
)
