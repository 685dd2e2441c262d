"""The additions to a counter: marks, a badge, and the height of the stack."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ..engine.game import AnyGame
from ..engine.looks import Badge
from .svg import tag, text

#: The colours of letters and badges, and of frames, by look.
_TONES = {"plain": "#3f4650", "spent": "#6b6f76", "duty": "#c0281c", "harm": "#7a3f8c"}
_FRAMES = {"chosen": "#e2a516", "target": "#c0281c", "attacking": "#1f8a4c"}


def state_marks(game: AnyGame, marks: Iterable[str]) -> str:
    """Small round marks on the right side; a mark without a letter is a frame."""
    parts, n = [], 0
    for word in marks:
        mark = game.reading.look_of(word)
        if not mark.letter:
            tone = _FRAMES.get(mark.look, _TONES["plain"])
            edge = {"x": "-37.5", "y": "-37.5", "width": "75", "height": "75", "rx": "8"}
            parts.append(tag("rect", **edge, fill="none", stroke=tone, stroke_width="4", class_=f"mark {mark.look}"))
            continue
        tone, y = _TONES.get(mark.look, _TONES["plain"]), -11.0 + 15 * n
        parts.append(
            tag("circle", cx="31", cy=y, r="7.2", fill=tone, stroke="#fff", stroke_width="1.4", class_=f"mark {word}")
        )
        parts.append(text((31, y + 3.6), mark.letter, font_size="10", fill="#fff"))
        n += 1
    return "".join(parts)


def badge(shown: Badge) -> str:
    """A short text on the left side of a counter, or at its foot."""
    down = 24.0 if shown.foot else 0.0
    width = 13.0 + 8 * len(shown.text)
    left = -width / 2 if shown.foot == "middle" else -37.5
    tone = _TONES.get(shown.look, _TONES["plain"])
    pill = tag(
        "rect",
        x=left,
        y=down - 10,
        width=width,
        height=18,
        rx="9",
        fill=tone,
        stroke="#fff",
        stroke_width="1.6",
        class_=f"badge {shown.look}",
    )
    words = text((left + width / 2, down + 3.8), shown.text, font_size="13", fill="#fff")
    return f"<g><title>{escape(shown.title)}</title>{pill}{words}</g>"


def height(many: int) -> str:
    """The number of counters in a stack, on its top counter."""
    disc = tag("circle", cx=-34, cy=-31, r=10, fill="#1f5fa8", stroke="#fff", stroke_width="1.8", class_="height")
    return f"<g><title>{many} counters</title>{disc}{text((-34, -26.6), str(many), font_size='12.5', fill='#fff')}</g>"
