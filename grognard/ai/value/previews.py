"""The value of an attack at a glance: the chances of its preview, weighted by the effects of the results."""

from __future__ import annotations

from collections.abc import Mapping

from ...engine.doctrine import Effect
from ...engine.reading import Preview

_NOTHING = Effect()


def preview_value(preview: Preview | None, effects: Mapping[str, Effect]) -> float:
    """Return the value of an attack: about 1.4 if it surely destroys the enemy, -1 if it destroys the attacker."""
    if preview is None:
        return 0.0
    out = 0.0
    own = max(1, sum(fire.steps for fire in preview.fires if fire.attacks))
    enemy = max(1, sum(fire.steps for fire in preview.fires if not fire.attacks))
    for result, (n, of) in preview.chances.items():
        e = effects.get(result, _NOTHING)
        leaves = e.leaves or (bool(preview.fires) and e.enemy_steps >= enemy)
        out += n / of * (e.enemy + 0.5 * e.enemy_units + (0.4 if leaves else 0.0) - e.own - 0.5 * e.own_units)
        out += n / of * (e.enemy_steps / enemy - e.own_steps / own)
    return out
