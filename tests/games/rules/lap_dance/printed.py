"""The tables of the rulebook as they are printed (LAP 3), typed from the page.

Nothing here is read from the game: it is what the game's own data is held against.
"""

from __future__ import annotations

FACES = "D1 D2 L1 K1 W2 ST"
TYPES = {
    "md": "male_dancer",
    "fd": "female_dancer",
    "cd": "cheap_drink",
    "ed": "expensive_drink",
    "li": "luxury_item",
    "ls": "luxury_service",
    "ev": "event",
}
COLORS = ("ruby", "gold", "emerald", "sapphire")
TYPED = """
md1 | House Regular       | 4 | 1 | -        | -
md2 | Cowboy Routine      | 2 | 1 | -        | DRAW 1
md3 | Tuxedo Act          | 2 | 0 | 1 dancer | RETURN 1
md4 | Duo Number          | 2 | 0 | 2 dancer | -
md5 | Firefighter Finale  | 1 | 2 | -        | -
md6 | Headliner           | 1 | 1 | 1 dancer | -
fd1 | House Star          | 4 | 1 | -        | -
fd2 | Feather Fan Act     | 2 | 1 | -        | RETURN 1
fd3 | Cabaret Number      | 2 | 0 | 1 dancer | DRAW 1
fd4 | Twin Spotlight      | 2 | 0 | 2 dancer | -
fd5 | Burlesque Classic   | 1 | 2 | -        | -
fd6 | Showstopper         | 1 | 1 | 1 dancer | -
cd1 | Draught Beer        | 4 | 1 | -        | -
cd2 | Rum And Cola        | 3 | 1 | -        | DRAW 1
cd3 | Happy Hour Tray     | 2 | 0 | 1 drink  | DRAW 1
cd4 | Pitcher To Share    | 2 | 0 | 2 drink  | -
cd5 | Two For One         | 1 | 2 | -        | -
ed1 | House Champagne     | 4 | 1 | -        | -
ed2 | Aged Cognac         | 2 | 1 | -        | CASH 1
ed3 | Smoked Cocktail     | 2 | 0 | 1 drink  | CASH 1
ed4 | Magnum Bottle       | 2 | 0 | 2 drink  | -
ed5 | Sparkler Parade     | 1 | 2 | -        | -
ed6 | Reserve Cellar      | 1 | 1 | 1 drink  | -
li1 | Silk Scarf          | 4 | 1 | -        | -
li2 | Fine Cigar Box      | 2 | 1 | -        | FAVOR 1
li3 | Designer Perfume    | 2 | 0 | 1 luxury | RETURN 1
li4 | Gold Watch          | 2 | 0 | 2 luxury | -
li5 | Crystal Tray        | 1 | 2 | -        | -
li6 | Signed Guitar       | 1 | 1 | 1 luxury | -
ls1 | Corner Booth        | 4 | 1 | -        | -
ls2 | Limousine Pick-up   | 2 | 1 | -        | CASH 1
ls3 | Private Host        | 2 | 0 | 1 luxury | FAVOR 1
ls4 | Skybox Suite        | 2 | 0 | 2 luxury | -
ls5 | Red Carpet Entrance | 1 | 2 | -        | -
ls6 | Personal Sommelier  | 1 | 1 | 1 luxury | -
"""
"""Variant, name, copies, die symbols, fixed result, benefit (LAP 3.3)."""
EVENTS = """
ev01 | Big Spender Table  | 2 | 0 | CASH 2
ev02 | Wrong Bill         | 2 | 0 | STEAL_CASH 2 (target)
ev03 | Staff Birthday     | 2 | 1 | FAVOR 1
ev04 | Juicy Gossip       | 2 | 1 | LOSE_FAVOR 1 (target)
ev05 | Fresh Delivery     | 2 | 0 | DRAW 2
ev06 | Coat-check Mix-up  | 2 | 1 | DISCARD_HAND 1 (target)
ev07 | Spilled Tray       | 2 | 0 | DISCARD_STACK 1 (target)
ev08 | Extra Spotlight    | 2 | 0 | DICE +2
ev09 | Flickering Lights  | 2 | 1 | DICE -1 (target)
ev10 | Queue Jump         | 2 | 1 | SWAP_PRIORITY (target)
ev11 | Doubled Tab        | 2 | 1 | ORDER_CASH 1
ev12 | Understudy         | 2 | 1 | SYMBOL 1 of dancer/drink/luxury
ev13 | Poached Regular    | 2 | 0 | TAKE_HAND 1 (target)
ev14 | Round On The House | 2 | 1 | DRAW 1 (all), CASH 1
ev15 | Coffee Break       | 2 | 1 | BLOCK_STAFF
"""
"""Variant, name, copies, die symbols, effects (LAP 3.4)."""
STAFF = """
vladimir | Vladimir the Bouncer      | 1 | 1 / 1 / 2 | CANCEL_EVENT (target)
jerry    | Jerry the Floor Manager   | 1 | 2 / 2 / 3 | DRAW_SPECIAL 1
alfonso  | Alfonso                   | 1 | 2 / 2 / 3 | UNLOCK_REROLL 2
nadia    | Nadia the Choreographer   | 1 | 1 / 1 / 2 | SYMBOL 2 of dancer
bruno    | Bruno the Bartender       | 1 | 1 / 1 / 2 | SYMBOL 2 of drink/luxury
odile    | Odile the Wardrobe Keeper | 1 | 1 / 2 / 2 | RETURN 1, DRAW 1
"""
"""Id, name, cost, slots for 2 / 3 / 4 players, effects (LAP 3.5)."""
SPECIALS = """
sp1 | Bulging Tip Jar  | 2 | OWN_TURN     | CASH 3
sp2 | Light Fingers    | 2 | ANY_TIME     | STEAL_CASH 2 (target)
sp3 | Second Encore    | 2 | OWN_RESOLVE  | REROLL 3
sp4 | Master Key       | 2 | OWN_RESOLVE  | UNLOCK_REROLL 3
sp5 | Secret Recipe    | 2 | OWN_RESOLVE  | SYMBOL 2 of dancer/drink/luxury
sp6 | Wet Floor Sign   | 2 | OTHER_ROLLED | FORCE_REROLL (target)
sp7 | Staff Meeting    | 2 | ANY_TIME     | BLOCK_STAFF
sp8 | Gold-plated Bill | 2 | OWN_RESOLVE  | DOUBLE_ORDER 4
sp9 | Borrowed Act     | 2 | OWN_PREROLL  | TAKE_STACK 1 (target)
"""
"""Variant, name, copies, timing, effect (LAP 3.6)."""
DESIRES = """
d01 | 1 | Quiet Corner        | fd ed li ls | L2 -> 2      | D2 -> 1 + 1F    | D1 K1 L1 -> 3
d02 | 1 | First Visit         | md fd ed ls | D2 -> 2      | K2 -> 1 + 1C    | D2 L1 -> 3
d03 | 1 | After-work Drinks   | md cd ed ls | K2 -> 2      | L2 -> 1 + 1R    | D1 K2 -> 3
d04 | 1 | Small Celebration   | md cd li ls | L2 -> 2      | K2 -> 1 + 1F    | D1 L2 -> 3
d05 | 1 | Front Row Seats     | md fd cd li | D2 -> 2      | L2 -> 1 + 1C    | D2 K1 -> 3
d06 | 1 | Tasting Evening     | fd cd ed li | K2 -> 2      | D2 -> 1 + 1R    | K2 L1 -> 3
d07 | 2 | Birthday Table      | md cd li    | D2 -> 1 + 1F | K3 -> 3         | D2 L2 -> 5
d08 | 2 | Business Dinner     | fd ed ls    | K2 -> 1 + 1C | L3 -> 4         | D3 K1 -> 4
d09 | 2 | Reunion             | md ed ls    | L2 -> 1 + 1R | D3 -> 3         | K2 L2 -> 5
d10 | 2 | Lucky Night         | fd cd li    | D2 -> 2      | K1 L2 -> 2 + 1F | D3 K1 -> 4
d11 | 2 | Dance Lover         | md fd cd    | K2 -> 2      | D3 -> 2 + 1C    | D4 -> 4
d12 | 2 | Connoisseur         | ed li ls    | D2 -> 2      | K3 -> 2 + 1F    | L4 -> 5
d13 | 3 | Grand Opening Party | fd cd ls    | D3 -> 2 + 1F | K2 L2 -> 5      | D2 K1 L1 -> 5
d14 | 3 | Record Deal         | md ed li    | K3 -> 3 + 1C | D2 L2 -> 5      | D1 K2 L2 -> 7
d15 | 3 | Engagement Night    | fd ed li    | L3 -> 3 + 1R | D4 -> 5         | K2 L2 -> 5
d16 | 3 | Championship Win    | md cd ls    | D3 -> 4      | K4 -> 5 + 1F    | D2 L3 -> 7
d17 | 3 | Full Floor Show     | md fd ls    | D3 -> 3 + 1F | L3 -> 4         | D5 -> 7
d18 | 3 | Bottomless Tab      | cd ed li    | K3 -> 4      | L3 -> 3 + 1C    | K4 L1 -> 7
"""
"""Id, level, title, desired types, three orders with their rewards (LAP 3.7)."""
CUSTOMERS = """
c01 | The Night-shift Nurse       | DRAW_ALL 1           | NO_UPPERCASE
c02 | The Retired Magician        | OPEN_STACKS          | MUST_END_WITH abracadabra
c03 | The Card Shark              | FREE_UNLOCK 1        | NO_EMOJI
c04 | The Impatient Broker        | TIMER 30             | MAX_WORDS 4
c05 | The Daydreaming Poet        | TIMER null           | MANUAL
c06 | The Bachelorette Crew       | BASE_DICE 3          | MANUAL
c07 | The Strict Accountant       | STACK_LIMIT 3        | MANUAL
c08 | The Generous Heiress        | ALL_ORDERS_BONUS 2   | MANUAL
c09 | The Dance Judge             | ORDER_BONUS dancer 1 | MANUAL
c10 | The Food Critic             | FAIL_PENALTY 1       | MANUAL
c11 | The Superstitious Sailor    | NO_COMPENSATION      | FORBIDDEN_WORDS luck/lucky
c12 | The Talent Agent            | STAR_CASH 1          | MANUAL
c13 | The Union Delegate          | STAFF_COST +1        | MANUAL
c14 | The Old Friend Of The House | STAFF_COST -1        | MUST_CONTAIN old friend
c15 | The Undercover Inspector    | EVENTS_OFF           | FORBIDDEN_WORDS i/me/my
c16 | The Jet-lagged Pilot        | PRIORITY_REVERSE     | MANUAL
c17 | The Festival Crowd          | STACK_LIMIT 5        | ALL_UPPERCASE
c18 | The Curious Collector       | ANY_TYPE             | MUST_END_WITH ?
"""
"""Id, name, modifier, chat check (LAP 3.8)."""
SANDRA = """
0  | -                       | -
1  | CASH 1                  | -
2  | FAVOR 1                 | UNLOCK_REROLL 1
3  | CASH 2, DRAW 1          | UNLOCK_REROLL 2
4+ | CASH 2, FAVOR 1, DRAW 1 | UNLOCK_REROLL 4
"""
"""Stars, option 1, option 2 (LAP 3.10)."""


def rows(table: str) -> list[list[str]]:
    """Return the cells of each line of a table."""
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


def copies(variant: str, number: int) -> list[str]:
    """Return the ids of a variant's cards: ``md1`` -> ``md1a, md1b, ...``."""
    return [f"{variant}{letter}" for letter in "abcd"[:number]]


IDS = {
    name: copies(variant, int(number))
    for table in (TYPED, EVENTS, SPECIALS)
    for variant, name, number, *_ in rows(table)
}
"""Card ids by printed name."""
