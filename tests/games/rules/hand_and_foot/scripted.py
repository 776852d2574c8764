"""A whole round from a script, in which everything happens that the rules are proud of."""

from __future__ import annotations

from tests.games.rules.hand_and_foot.builder import Table, table
from tests.games.rules.hand_and_foot.words import (
    A,
    B,
    C,
    D,
    cap,
    discard,
    draw,
    go_out,
    lay_off,
    meld,
    no,
    take_new,
    yes,
)

STOCK = "LO 4 7 12 9 6 1 1 LD LD 3 3 JK JK 2 10 4 4 1 1 6 6 5 5 6 3 9 9 1 1 LO 7 8 8"
"""Two cards for each draw, in the order of the turns."""


def seventeen_turns() -> Table:
    """Play it: A goes out in the seventeenth turn, refused once, granted once."""
    at = table(
        hands={
            A: "LO*3 9*4 JS 3",
            B: "7*4 12*2 JK LD 5",
            C: "9*3 8*3 6 JS VL",
            D: "10*2 11 JS 2 4",
        },
        feet={
            A: "6*6 8*4 JK",
            B: "10*2 7*2 12*3 JS 2*3",
            C: "JS*4 8*3 JK LO*2 1",
            D: "LD 2 3 4 5 7 8 10 11 12 LO",
        },
        pile="5",
        stock=STOCK,
        phase="draw",
    )
    at.act(A, draw(), meld("LO*4", "9*4"), discard("JS"))  # opens with 120; m1, m2; freezes
    at.act(B, draw(), meld("7*5", "12*3 JK"), discard("LD"))  # m3, m4; into the foot, way 2
    at.act(C, draw(), lay_off(2, "9*4"), meld("8*3"), discard("6"))  # a clean group; m5
    at.act(D, draw(), discard("10"))
    at.act(A, draw(), cap(2), discard("3"))
    at.act(B, draw(), lay_off(3, "7*2"), lay_off(4, "12*3"), discard("3"))
    at.act(C, draw(), meld("JS JK*2"), discard("VL"))  # m6, wilds only; way 2
    assert at.refused(D, take_new("1 1")) == "pile_blocked"
    at.act(D, draw(), discard("10"))
    at.act(A, draw(), meld("4*3"), discard("LD"))  # m7; way 1
    at.act(B, draw(), discard("10"))
    at.act(C, draw(), lay_off(6, "JS*4"), lay_off(5, "8*3 JK"), lay_off(1, "LO*2"), discard("6"))
    at.act(D, draw(), discard("5"))
    at.act(A, draw(), go_out(meld("6*7"), lay_off(5, "8*4"), lay_off(1, "JK"), last="3"))
    at.act(C, no())
    at.act(A, meld("6*7"), lay_off(5, "8*4"), discard("3"))  # m8
    assert at.refused(B, take_new("3 JS")) == "pile_frozen"
    at.act(B, draw(), discard("9"))
    at.act(C, draw(), lay_off(8, "6*2"), discard("1"))
    at.act(D, take_new("1 1"), discard("VL"))  # m9, with a pair from a frozen pile
    at.act(A, draw(), go_out(lay_off(1, "LO JK"), last="7"))
    return at.act(C, yes())
