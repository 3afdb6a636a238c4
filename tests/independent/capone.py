"""Capone, modelled from the rules and the protocol texts alone, to be compared with the referee.

A position is the plain dict of the protocol file; nothing else is kept. A force is a pair: the
tuple of its members, highest first, and its number of bodyguards. Card lists (but the deck) and
member lists are always sorted, so equal positions are equal dicts. The only chance event after
`new` is the deal of a year; `apply` reads its outcome from the engine's position and checks that it
is a possible one.
"""

import itertools
from functools import lru_cache

GAME = "capone"
PLAYERS = (3, 6)
GAMES = 40

# ---- tables ----------------------------------------------------------------------------------

ILLEGAL = {  # CPN-2: business and value
    "weapon": 30,
    "bank": 30,
    "casino": 20,
    "club": 20,
    "print": 20,
    "jewel": 10,
    "loan": 10,
    "still": 10,
    "pawn": 5,
    "bar": 5,
}
LEGAL = ["pasta", "laundry", "florist", "undertaker", "cinema", "bakery", "garage", "grocer"]
REST = ["penthouse", "barber", "restaurant"]
OTHERS = ["fbi", "protection", "takeover", "hit"]
CARDS = [*ILLEGAL, *LEGAL, *REST, *OTHERS]
CARD_ORDER = {card: place for place, card in enumerate(CARDS)}
SPACES = [(business, space) for business in ILLEGAL for space in (1, 2)]  # board order

FAMILY = [100, 60, 50, 40, 40, 30, 30, 20]  # CPN-1
VALUES = [100, 60, 50, 40, 30, 20]
DON, MAMMA = 100, 60
GUARDS = 8
GUARD = 5

START_CASH = 100  # CPN-5
STEP_PRICE, STEP_SALE, GOAL = 100, 50, 10  # CPN-27 to CPN-29
LEGAL_INCOME = [0, 10, 20, 30, 30, 40, 40, 50, 50, 60]  # CPN-17, by steps
PROTECTION = [0, 10, 10, 20, 20, 30, 30, 40, 40, 50]  # CPN-20, by steps
MOST_CASH = 32000

PHASES = ["swap", "play", "force", "rehire", "invest", "over"]
PAYOUTS = ["pieces", "original", "yaourt", "jeuxoc"]
DISCARDS = ["hidden", "open"]
YEARS = ["60", *(str(years) for years in range(1, 60))]

KEYS = [
    "game",
    "players",
    "options",
    "year",
    "first",
    "phase",
    "turn",
    "pending",
    "deck",
    "seats",
    "illegal",
    "legal",
    "rest",
    "prison",
]
OPTION_KEYS = ["first", "payout", "years", "discards"]
SEAT_KEYS = [
    "cash",
    "steps",
    "hand",
    "swapped",
    "used",
    "discarded",
    "home",
    "park",
    "harbour",
    "lost",
]
CARD_LISTS = ["hand", "swapped", "used", "discarded"]
SECRET_LISTS = ["hand", "swapped", "discarded"]  # CPN-31


# ---- small things ----------------------------------------------------------------------------


def require(condition, message):
    if not condition:
        raise AssertionError(message)


def copied(value):
    """A copy of a JSON value that shares nothing with it."""
    if isinstance(value, dict):
        return {key: copied(part) for key, part in value.items()}
    if isinstance(value, list):
        return [copied(part) for part in value]
    return value


def by_card(cards):
    return sorted(cards, key=CARD_ORDER.__getitem__)


def put_card(cards, card):
    cards.append(card)
    cards.sort(key=CARD_ORDER.__getitem__)


def put_members(members, more):
    members.extend(more)
    members.sort(reverse=True)


def distinct(values):
    """The values without repetitions, in their order."""
    return list(dict.fromkeys(values))


def worth(members, guards):
    return sum(members) + GUARD * guards


def standing(there):
    """The total of what stands on a held space."""
    return worth(there["members"], there["guards"])


def hand_size(players):
    return 4 if players == 6 else 5  # CPN-7


def all_cards(players):
    """The cards of the game in card order (CPN-4)."""
    copies = {business: 3 if players == 3 else 4 for business in ILLEGAL} | {"hit": 2}
    return [card for card in CARDS for _ in range(copies.get(card, 1))]


def rank(pos, seat):
    """How many seats come before this one in the order of the year (CPN-6)."""
    return (seat - pos["first"]) % pos["players"]


def in_order(pos):
    return sorted(range(pos["players"]), key=lambda seat: rank(pos, seat))


# ---- options and the deal --------------------------------------------------------------------


def option_values(players):
    """All values of each option, the default first."""
    firsts = ["random"] + [str(seat) for seat in range(players)]
    return {"first": firsts, "payout": PAYOUTS, "years": YEARS, "discards": DISCARDS}


def full_options(options, players):
    return {name: options.get(name, values[0]) for name, values in option_values(players).items()}


def random_options(rng, players):
    options = {}
    for name, values in option_values(players).items():
        if rng.random() < 0.7:
            options[name] = rng.choice(values)
    if rng.random() < 0.7:  # most games short, so that there are many
        options["years"] = rng.choice(["1", "2", "3", "4", "5"])
    return options


def bad_options():
    return [
        (3, {"first": "3"}),
        (5, {"first": "5"}),
        (6, {"first": "6"}),
        (4, {"first": "-1"}),
        (4, {"first": "00"}),
        (4, {"first": ""}),
        (4, {"first": "Random"}),
        (4, {"first": "0 "}),
        (3, {"payout": "piece"}),
        (3, {"payout": "Yaourt"}),
        (3, {"payout": ""}),
        (6, {"years": "0"}),
        (6, {"years": "61"}),
        (6, {"years": "05"}),
        (3, {"years": "-1"}),
        (3, {"years": "1.0"}),
        (3, {"years": "random"}),
        (3, {"years": "316"}),
        (3, {"discards": "face up"}),
        (5, {"discards": ""}),
        (4, {"year": "5"}),
        (4, {"": "0"}),
        (4, {"second_pair": "redraw"}),
        (4, {"payout": "pieces", "First": "0"}),
        (4, {"payout": "pieces", "years": "sixty"}),
    ]


def check_dealt(pos):
    """CPN-7: all cards are in the deck and in full hands."""
    hands = [seat["hand"] for seat in pos["seats"]]
    dealt = sum(hands, pos["deck"])
    require(all(card in CARD_ORDER for card in dealt), "deal: no such card")
    require(
        all(len(hand) == hand_size(pos["players"]) for hand in hands),
        "deal: a hand of a wrong size",
    )
    require(all(hand == by_card(hand) for hand in hands), "deal: a hand out of order")
    require(by_card(dealt) == all_cards(pos["players"]), "deal: these are not the cards")


def check_deal(pos, options):
    shape(pos)
    players = pos["players"]
    expected = start_of_game(players, full_options(options, players))
    if expected["options"]["first"] == "random":  # ALL-2
        require(0 <= pos["first"] < players, "deal: no such first player")
        expected["first"] = expected["turn"] = pos["first"]
    check_dealt(pos)
    adopt_deal(expected, pos)
    require(pos == expected, "deal: not the start of a game")
    require(check(pos) is None, "deal: " + str(check(pos)))


def start_of_game(players, options):
    """The position before the first deal; seat 0 first for `random`."""
    first = 0 if options["first"] == "random" else int(options["first"])
    return {
        "game": GAME,
        "players": players,
        "options": options,
        "year": 0,
        "first": first,
        "phase": "swap",
        "turn": first,
        "pending": None,
        "deck": [],
        "seats": [
            {
                "cash": START_CASH,
                "steps": 0,
                "hand": [],
                "swapped": [],
                "used": [],
                "discarded": [],
                "home": {"members": list(FAMILY), "guards": GUARDS},
                "park": 0,
                "harbour": [],
                "lost": 0,
            }
            for _ in range(players)
        ],
        "illegal": {business: [None, None] for business in ILLEGAL},
        "legal": {business: None for business in LEGAL},
        "rest": {place: None for place in REST},
        "prison": [None, None, None],
    }


def adopt_deal(pos, after):
    """Gives the seats the hands, and the deck the order, that they have in `after`."""
    pos["deck"] = list(after["deck"])
    for seat, dealt in zip(pos["seats"], after["seats"]):
        seat.update(hand=list(dealt["hand"]), swapped=[], used=[], discarded=[])


# ---- forces ----------------------------------------------------------------------------------


def may_share(members):
    """CPN-14: may these members of one family stand on one space?"""
    if DON in members:
        return len(members) == 1
    return MAMMA not in members or len(members) <= 2


@lru_cache(maxsize=None)
def member_sets(home):
    """All choices from these members that may share a space, in the order of `force`."""
    counts = itertools.product(*(range(home.count(value) + 1) for value in VALUES))
    sets = (sum(((value,) * n for value, n in zip(VALUES, count)), ()) for count in counts)
    return [members for members in sets if may_share(members)]


def any_force(home):
    """All forces from home, without regard to what stands on the space."""
    for members in member_sets(tuple(home["members"])):
        for guards in range(home["guards"] + 1):
            if members or guards:
                yield members, guards


def last_force(home, spaces, seat, value):
    """CPN-16: the one force that the last card of the year takes, if there is one: the first of
    these that one of the two spaces of the business allows."""
    tried = [((), value // GUARD)] if home["guards"] >= value // GUARD else []
    tried += [((member,), 0) for member in sorted(home["members"]) if member >= value]
    allowed = (force for force in tried if any(fits(force, there, seat, value) for there in spaces))
    return list(allowed)[:1]


def fits(force, there, seat, value):
    """CPN-12 to CPN-14: may the seat put this force on this space with a card of this value?"""
    members, guards = force
    placed = worth(members, guards)
    if there is None:
        return may_share(members) and placed >= value
    if there["seat"] == seat:
        return may_share([*there["members"], *members]) and standing(there) + placed >= value
    return may_share(members) and placed >= value and placed >= standing(there) + 5


def forces(pos, seat, card, business, space, last):
    """The legal forces for a card on a space, in protocol order; `last`: it is the last card."""
    home = pos["seats"][seat]["home"]
    there = pos["illegal"][business][space - 1]
    if card == "takeover":  # CPN-21
        if there is not None and there["seat"] != seat:
            total = standing(there)
            yield from (force for force in any_force(home) if worth(*force) == total)
        return
    value = ILLEGAL[business]
    spaces = pos["illegal"][business]
    choice = last_force(home, spaces, seat, value) if last else any_force(home)
    yield from (force for force in choice if fits(force, there, seat, value))


def force_text(force):
    members, guards = force
    return " ".join(["force", *map(str, members), *([f"g{guards}"] if guards else [])])


def parse_force(words):
    guards = int(words[-1][1:]) if words[-1][0] == "g" else 0
    return [int(word) for word in words if word[0] != "g"], guards


# ---- legal actions ---------------------------------------------------------------------------


def actors(pos):
    return [] if pos["phase"] == "over" else [pos["turn"]]


def legal(pos, seat):
    if seat not in actors(pos):
        return []
    return LEGAL_IN[pos["phase"]](pos, seat)


def legal_swap(pos, seat):
    """CPN-8. Combinations of a sorted hand come in protocol order, some of them repeated."""
    hand = pos["seats"][seat]["hand"]
    choices = (
        choice for size in range(len(hand) + 1) for choice in itertools.combinations(hand, size)
    )
    return [" ".join(["swap", *choice]) for choice in distinct(choices)]


def legal_play(pos, seat):
    cards = distinct(pos["seats"][seat]["hand"])
    uses = [f"use {use}" for card in cards for use in uses_of(pos, seat, card)]
    return legal_bail(pos, seat) + uses + [f"discard {card}" for card in cards]


def legal_bail(pos, seat):
    """CPN-10."""
    prisoners = {block["member"] for block in pos["prison"] if block and block["seat"] == seat}
    affordable = means(pos["seats"][seat])
    return [f"bail {member}" for member in VALUES if member in prisoners and member <= affordable]


def means(own):
    """CPN-29: the most that a seat can pay."""
    return own["cash"] + STEP_SALE * own["steps"]


def uses_of(pos, seat, card):
    """The ways to use a card, in protocol order, without the word `use`."""
    own = pos["seats"][seat]
    if card in ILLEGAL:
        last = len(own["hand"]) == 1
        return [
            f"{card} {space}"
            for space in (1, 2)
            if any(True for _ in forces(pos, seat, card, card, space, last))
        ]
    if card in LEGAL:  # CPN-17
        return [card] if own["steps"] >= 1 and own["home"]["guards"] >= 1 else []
    if card in REST:  # CPN-18
        return [f"{card} {target}" for target in members_on_spaces(pos, seat)]
    if card == "fbi":  # CPN-19
        resting = [f"{place} {guest['member']}" for place, guest in guests(pos, seat)]
        return [f"fbi {target}" for target in members_on_spaces(pos, seat) + resting]
    if card == "protection":  # CPN-20
        return [
            f"protection {other}"
            for other, victim in enumerate(pos["seats"])
            if other != seat and victim["steps"] >= 1
        ]
    if card == "takeover":  # CPN-21
        return [
            f"takeover {business} {space}"
            for business, space, _ in spaces_of_others(pos, seat)
            if any(True for _ in forces(pos, seat, card, business, space, False))
        ]
    held = [f"{business} {space}" for business, space, _ in spaces_of_others(pos, seat)]
    resting = [place for place, _ in guests(pos, seat)]
    return [f"hit {target}" for target in held + resting]  # CPN-22


def spaces_of_others(pos, seat):
    """Business, space and what stands there, of each space held by another seat; board order."""
    for business, space in SPACES:
        there = pos["illegal"][business][space - 1]
        if there is not None and there["seat"] != seat:
            yield business, space, there


def members_on_spaces(pos, seat):
    """`SPACE MEMBER` for each member of another family on an illegal space; board order."""
    return [
        f"{business} {space} {member}"
        for business, space, there in spaces_of_others(pos, seat)
        for member in distinct(there["members"])
    ]


def guests(pos, seat):
    """Place and guest of each rest place where a member of another family is; board order."""
    for place in REST:
        guest = pos["rest"][place]
        if guest is not None and guest["seat"] != seat:
            yield place, guest


def legal_force(pos, seat):
    return [force_text(force) for force in pending_forces(pos)]


def pending_forces(pos):
    pending = pos["pending"]
    last = not pos["seats"][pos["turn"]]["hand"]
    return forces(pos, pos["turn"], pending["card"], pending["business"], pending["space"], last)


def legal_rehire(pos, seat):
    """CPN-25."""
    own = pos["seats"][seat]
    most = min(own["park"], means(own) // GUARD)
    return [f"rehire {count}" for count in range(most + 1)]


def legal_invest(pos, seat):
    """CPN-27, CPN-29."""
    own = pos["seats"][seat]
    most = min(own["cash"] // STEP_PRICE, GOAL - own["steps"])
    return (
        legal_bail(pos, seat)
        + [f"invest {count}" for count in range(most + 1)]
        + [f"sell {count}" for count in range(1, own["steps"] + 1)]
    )


LEGAL_IN = {
    "swap": legal_swap,
    "play": legal_play,
    "force": legal_force,
    "rehire": legal_rehire,
    "invest": legal_invest,
}


# ---- the effect of an action -----------------------------------------------------------------


def apply(pos, seat, action, after):
    pos = copied(pos)
    require(actors(pos) == [seat], f"seat {seat} is not to decide")
    verb, *words = action.split(" ")
    EFFECTS[verb](pos, seat, words)
    if pos["phase"] == "deal":  # chance: adopt the engine's deal if it is a possible one
        check_dealt(after)
        adopt_deal(pos, after)
        pos["phase"] = "swap"
    return pos


def do_swap(pos, seat, cards):
    """CPN-8."""
    own = pos["seats"][seat]
    for card in cards:
        own["hand"].remove(card)
    own["swapped"] = cards
    own["hand"] = by_card(own["hand"] + pos["deck"][: len(cards)])
    del pos["deck"][: len(cards)]
    if rank(pos, seat) == pos["players"] - 1:
        pos["phase"] = "play"
    pos["turn"] = (seat + 1) % pos["players"]


def do_bail(pos, seat, words):
    """CPN-10: of two equal ones the one in the higher block goes free."""
    member = int(words[0])
    block = max(
        block
        for block, prisoner in enumerate(pos["prison"])
        if prisoner == {"seat": seat, "member": member}
    )
    pay(pos["seats"][seat], member)
    pos["prison"][block] = None
    put_members(pos["seats"][seat]["home"]["members"], [member])


def pay(own, amount):
    """CPN-29: takes the amount from the cash; as few steps as needed are sold first."""
    while own["cash"] < amount:
        own["steps"] -= 1
        own["cash"] += STEP_SALE
    own["cash"] -= amount


def do_discard(pos, seat, words):
    """CPN-9."""
    own = pos["seats"][seat]
    own["hand"].remove(words[0])
    put_card(own["discarded"], words[0])
    next_card(pos)


def do_use(pos, seat, words):
    card, *target = words
    own = pos["seats"][seat]
    own["hand"].remove(card)
    put_card(own["used"], card)
    if card in ILLEGAL or card == "takeover":
        business, space = [card, *target][-2:]
        pos["phase"] = "force"
        pos["pending"] = {"card": card, "business": business, "space": int(space)}
        return
    if card in LEGAL:
        open_legal(pos, seat, card)
    elif card in REST:
        pos["rest"][card] = take_member(pos, target)
    elif card == "fbi":
        pos["prison"][2] = take_member(pos, target)  # CPN-19
    elif card == "protection":
        extort(pos, seat, int(target[0]))
    else:
        assassinate(pos, target)
    next_card(pos)


def open_legal(pos, seat, business):
    """CPN-17."""
    own = pos["seats"][seat]
    own["home"]["guards"] -= 1
    own["cash"] += LEGAL_INCOME[own["steps"]]
    pos["legal"][business] = seat


def take_member(pos, target):
    """CPN-18, CPN-19: takes a member off an illegal space or a rest place, and names it."""
    if target[0] in REST:
        guest = pos["rest"][target[0]]
        pos["rest"][target[0]] = None
        return guest
    business, space, member = target[0], int(target[1]), int(target[2])
    there = pos["illegal"][business][space - 1]
    there["members"].remove(member)
    if not there["members"] and not there["guards"]:
        pos["illegal"][business][space - 1] = None
    return {"seat": there["seat"], "member": member}


def extort(pos, seat, other):
    """CPN-20. The price goes by the steps before a sale (CPN-29)."""
    victim = pos["seats"][other]
    price = PROTECTION[victim["steps"]]
    pay(victim, price)
    pos["seats"][seat]["cash"] += price


def assassinate(pos, target):
    """CPN-22."""
    if target[0] in REST:
        guest = pos["rest"][target[0]]
        put_members(pos["seats"][guest["seat"]]["harbour"], [guest["member"]])
        pos["rest"][target[0]] = None
    else:
        business, space = target[0], int(target[1])
        kill(pos, pos["illegal"][business][space - 1])
        pos["illegal"][business][space - 1] = None


def kill(pos, there):
    """CPN-13, CPN-22: members to the harbour, bodyguards to the park."""
    owner = pos["seats"][there["seat"]]
    put_members(owner["harbour"], there["members"])
    owner["park"] += there["guards"]


def send_home(pos, there):
    """CPN-21, CPN-24."""
    home = pos["seats"][there["seat"]]["home"]
    put_members(home["members"], there["members"])
    home["guards"] += there["guards"]


def do_force(pos, seat, words):
    members, guards = parse_force(words)
    home = pos["seats"][seat]["home"]
    for member in members:
        home["members"].remove(member)
    home["guards"] -= guards
    place_force(pos, seat, members, guards)
    pos["phase"] = "play"
    pos["pending"] = None
    next_card(pos)


def place_force(pos, seat, members, guards):
    pending = pos["pending"]
    spaces, index = pos["illegal"][pending["business"]], pending["space"] - 1
    there = spaces[index]
    if there is not None and there["seat"] == seat:  # CPN-12
        put_members(there["members"], members)
        there["guards"] += guards
        return
    if pending["card"] == "takeover":  # CPN-21
        send_home(pos, there)
    elif there is not None:  # CPN-13
        kill(pos, there)
    spaces[index] = {"seat": seat, "members": members, "guards": guards}


def next_card(pos):
    """CPN-9: the next seat plays, or the year ends."""
    pos["turn"] = (pos["turn"] + 1) % pos["players"]
    if not any(seat["hand"] for seat in pos["seats"]):
        pay_out(pos)
        all_home(pos)
        next_rehire(pos, in_order(pos))


def pay_out(pos):
    """CPN-23."""
    for business, space in SPACES:
        there = pos["illegal"][business][space - 1]
        if there is not None:
            income = payout(pos["options"]["payout"], ILLEGAL[business], there)
            pos["seats"][there["seat"]]["cash"] += income


def payout(rule, value, there):
    """What one held space earns (CPN-23)."""
    if rule == "pieces":
        return standing(there)
    if rule == "original":
        return value
    if rule == "yaourt":
        return standing(there) if standing(there) >= value else 0
    return value + max(there["members"], default=GUARD)  # jeuxoc


def all_home(pos):
    """CPN-24."""
    for business, space in SPACES:
        if pos["illegal"][business][space - 1] is not None:
            send_home(pos, pos["illegal"][business][space - 1])
            pos["illegal"][business][space - 1] = None
    for business in LEGAL:
        if pos["legal"][business] is not None:
            pos["seats"][pos["legal"][business]]["home"]["guards"] += 1
            pos["legal"][business] = None
    for place in REST:
        guest = pos["rest"][place]
        if guest is not None:
            put_members(pos["seats"][guest["seat"]]["home"]["members"], [guest["member"]])
            pos["rest"][place] = None


def next_rehire(pos, seats):
    """CPN-25: asks the first of these seats that has bodyguards in the park, if any."""
    asked = [seat for seat in seats if pos["seats"][seat]["park"]]
    if asked:
        pos["phase"], pos["turn"] = "rehire", asked[0]
    else:
        move_prisoners(pos)
        pos["phase"], pos["turn"] = "invest", pos["first"]


def do_rehire(pos, seat, words):
    """CPN-25."""
    own, count = pos["seats"][seat], int(words[0])
    pay(own, GUARD * count)
    own["home"]["guards"] += count
    own["lost"] += own["park"] - count
    own["park"] = 0
    next_rehire(pos, in_order(pos)[rank(pos, seat) + 1 :])


def move_prisoners(pos):
    """CPN-26."""
    free, *others = pos["prison"]
    if free is not None:
        put_members(pos["seats"][free["seat"]]["home"]["members"], [free["member"]])
    pos["prison"] = [*others, None]


def do_invest(pos, seat, words):
    """CPN-27."""
    own, count = pos["seats"][seat], int(words[0])
    own["cash"] -= STEP_PRICE * count
    own["steps"] += count
    next_invest(pos)


def do_sell(pos, seat, words):
    """CPN-29."""
    own, count = pos["seats"][seat], int(words[0])
    own["cash"] += STEP_SALE * count
    own["steps"] -= count
    next_invest(pos)


def next_invest(pos):
    """The next seat invests, or the game ends, or a new year begins (CPN-6)."""
    pos["turn"] = (pos["turn"] + 1) % pos["players"]
    if pos["turn"] != pos["first"]:
        return
    if must_end(pos):
        pos["phase"], pos["turn"] = "over", None
    else:
        pos["year"] += 1
        pos["first"] = pos["turn"] = (pos["first"] + 1) % pos["players"]
        pos["phase"] = "deal"


def must_end(pos):
    """CPN-28, CPN-30, after all have invested."""
    return (
        any(seat["steps"] == GOAL for seat in pos["seats"])
        or pos["year"] + 1 == int(pos["options"]["years"])
        or all(
            seat["lost"] == GUARDS and len(seat["harbour"]) == len(FAMILY) for seat in pos["seats"]
        )
    )


EFFECTS = {
    "swap": do_swap,
    "bail": do_bail,
    "use": do_use,
    "discard": do_discard,
    "force": do_force,
    "rehire": do_rehire,
    "invest": do_invest,
    "sell": do_sell,
}


def result(pos):
    """CPN-28, ALL-1."""
    marks = [
        (seat["steps"], seat["cash"], sum(FAMILY) - sum(seat["harbour"])) for seat in pos["seats"]
    ]
    return {
        "scores": [seat["steps"] for seat in pos["seats"]],
        "places": [1 + sum(other > mark for other in marks) for mark in marks],
    }


# ---- who knows what --------------------------------------------------------------------------


def view(pos, seat):
    """CPN-31."""
    seen = copied(pos)
    seen["deck"] = [None] * len(pos["deck"])
    for other, shown in enumerate(seen["seats"]):
        if other != seat:
            shown.update({name: [None] * len(shown[name]) for name in secret_lists(pos)})
    return seen


def secret_lists(pos):
    """CPN-9: what is thrown away face up is no secret."""
    open_discards = pos["options"]["discards"] == "open"
    return [name for name in SECRET_LISTS if name != "discarded" or not open_discards]


def hidden(pos, action, own):
    verb, *words = action.split(" ")
    is_secret = verb == "swap" or verb == "discard" and "discarded" in secret_lists(pos)
    if own or not is_secret:
        return action
    return " ".join([verb, *("?" for _ in words)])


def sealed(pos):
    """One seat decides at a time."""
    return None


# ---- shape -----------------------------------------------------------------------------------


def shape(pos, ordered=True):
    """AssertionError unless keys, their order and the types are those of a position or a view.

    For `set`, which takes keys in any order, `ordered` is false.
    """
    keys_are(pos, KEYS, "position", ordered)
    is_text(pos["game"], "game")
    is_number(pos["players"], "players")
    keys_are(pos["options"], OPTION_KEYS, "options", ordered)
    for name in OPTION_KEYS:
        is_text(pos["options"][name], name)
    is_number(pos["year"], "year")
    is_number(pos["first"], "first")
    is_text(pos["phase"], "phase")
    if pos["turn"] is not None:
        is_number(pos["turn"], "turn")
    pending_shape(pos["pending"], ordered)
    are_cards(pos["deck"], "deck", True)
    is_list(pos["seats"], pos["players"], "seats")
    for seat in pos["seats"]:
        seat_shape(seat, ordered)
    board_shape(pos, ordered)


def pending_shape(pending, ordered):
    if pending is not None:
        keys_are(pending, ["card", "business", "space"], "pending", ordered)
        is_text(pending["card"], "pending card")
        is_text(pending["business"], "pending business")
        is_number(pending["space"], "pending space")


def seat_shape(seat, ordered):
    keys_are(seat, SEAT_KEYS, "seat", ordered)
    for name in ("cash", "steps", "park", "lost"):
        is_number(seat[name], name)
    for name in CARD_LISTS:
        are_cards(seat[name], name, name in SECRET_LISTS)
    keys_are(seat["home"], ["members", "guards"], "home", ordered)
    are_numbers(seat["home"]["members"], "members at home")
    is_number(seat["home"]["guards"], "bodyguards at home")
    are_numbers(seat["harbour"], "harbour")


def board_shape(pos, ordered):
    keys_are(pos["illegal"], list(ILLEGAL), "illegal", ordered)
    for business, spaces in pos["illegal"].items():
        is_list(spaces, 2, business)
        for there in spaces:
            if there is not None:
                keys_are(there, ["seat", "members", "guards"], business, ordered)
                is_number(there["seat"], f"seat on {business}")
                are_numbers(there["members"], f"members on {business}")
                is_number(there["guards"], f"bodyguards on {business}")
    keys_are(pos["legal"], LEGAL, "legal", ordered)
    for business, seat in pos["legal"].items():
        if seat is not None:
            is_number(seat, business)
    keys_are(pos["rest"], REST, "rest", ordered)
    is_list(pos["prison"], 3, "prison")
    for guest in [*pos["rest"].values(), *pos["prison"]]:
        if guest is not None:
            keys_are(guest, ["seat", "member"], "member away", ordered)
            is_number(guest["seat"], "seat of a member away")
            is_number(guest["member"], "member away")


def keys_are(value, keys, what, ordered):
    require(type(value) is dict, f"{what}: not an object")
    right = list(value) == keys if ordered else sorted(value) == sorted(keys)
    require(right, f"{what}: keys other than {keys}")


def is_text(value, what):
    require(type(value) is str, f"{what}: not a text")


def is_number(value, what):
    require(type(value) is int, f"{what}: not a whole number")


def is_list(value, length, what):
    require(type(value) is list and len(value) == length, f"{what}: not {length} elements")


def are_numbers(values, what):
    require(type(values) is list, f"{what}: not an array")
    for value in values:
        is_number(value, what)


def are_cards(cards, what, may_hide):
    require(type(cards) is list, f"{what}: not an array")
    for card in cards:
        require(type(card) is str or (may_hide and card is None), f"{what}: not a card")


# ---- what `set` refuses ----------------------------------------------------------------------


def check(pos):
    try:
        shape(pos, ordered=False)
        check_frame(pos)
        check_cards(pos)
        check_played(pos)
        check_families(pos)
        check_spaces(pos)
        check_away(pos)
        check_park(pos)
        check_money(pos)
        check_pending(pos)
        require(pos["phase"] != "over" or must_end(pos), "over without a reason")
    except AssertionError as complaint:
        return str(complaint)
    return None


def check_frame(pos):
    players, options = pos["players"], pos["options"]
    require(pos["game"] == GAME, "another game")
    require(PLAYERS[0] <= players <= PLAYERS[1], "a wrong number of players")
    for name, values in option_values(players).items():
        require(options[name] in values, f"option {name} has no such value")
    require(0 <= pos["year"] < int(options["years"]), "the year is not below years")
    require(0 <= pos["first"] < players, "first is no seat")
    if options["first"] != "random":  # CPN-6
        require(
            pos["first"] == (int(options["first"]) + pos["year"]) % players,
            "first against its option",
        )
    require(pos["phase"] in PHASES, "no such phase")
    require((pos["turn"] is None) == (pos["phase"] == "over"), "turn is null only when over")
    require(pos["turn"] is None or 0 <= pos["turn"] < players, "turn is no seat")


def check_cards(pos):
    lists = [seat[name] for seat in pos["seats"] for name in CARD_LISTS]
    cards = sum(lists, pos["deck"])
    require(all(card in CARD_ORDER for card in cards), "no such card")
    require(by_card(cards) == all_cards(pos["players"]), "these are not the cards of the game")
    require(all(cards == by_card(cards) for cards in lists), "cards out of order")


def check_played(pos):
    """Each seat has swapped and played as much as phase and turn say."""
    size, phase = hand_size(pos["players"]), pos["phase"]
    played = [len(seat["used"]) + len(seat["discarded"]) for seat in pos["seats"]]
    for seat, own in enumerate(pos["seats"]):
        require(len(own["hand"]) + played[seat] == size, "a seat with too many or too few cards")
        require(len(own["swapped"]) <= size, "a seat swapped more than its hand")
        if phase == "swap":
            before = rank(pos, seat) < rank(pos, pos["turn"])
            require(before or not own["swapped"], "a seat swapped before its turn")
            require(played[seat] == 0, "a card was played before the swap is over")
        elif phase in ("play", "force"):
            require(
                played[seat] == turns_had(pos, seat, played[pos["turn"]]),
                "a seat played more or fewer cards than the turn says",
            )
        else:
            require(played[seat] == size, "a card is still in hand after the play")
    require(phase != "play" or played[pos["turn"]] < size, "play with an empty hand")
    require(phase != "force" or played[pos["turn"]] > 0, "force without a card played")


def turns_had(pos, seat, played_by_turn):
    """The cards that a seat has played when the seat to decide has played so many (CPN-9)."""
    if rank(pos, seat) < rank(pos, pos["turn"]):
        return played_by_turn + (pos["phase"] == "play")
    if seat == pos["turn"]:
        return played_by_turn
    return played_by_turn - (pos["phase"] == "force")


def check_families(pos):
    """Each family has its eight members and eight bodyguards; members stand highest first."""
    members = [[*own["home"]["members"], *own["harbour"]] for own in pos["seats"]]
    guards = [[own["home"]["guards"], own["park"], own["lost"]] for own in pos["seats"]]
    stacks = [stack for own in pos["seats"] for stack in (own["home"]["members"], own["harbour"])]
    for there in held_spaces(pos):
        is_seat(pos, there["seat"])
        members[there["seat"]] += there["members"]
        guards[there["seat"]].append(there["guards"])
        stacks.append(there["members"])
    for guest in [*pos["rest"].values(), *pos["prison"]]:
        if guest is not None:
            is_seat(pos, guest["seat"])
            members[guest["seat"]].append(guest["member"])
    for seat in pos["legal"].values():
        if seat is not None:
            is_seat(pos, seat)
            guards[seat].append(1)
    require(
        all(sorted(family, reverse=True) == FAMILY for family in members),
        "a family without its eight members",
    )
    require(
        all(min(counts) >= 0 and sum(counts) == GUARDS for counts in guards),
        "a family without its eight bodyguards",
    )
    require(all(stack == sorted(stack, reverse=True) for stack in stacks), "members out of order")


def is_seat(pos, seat):
    require(0 <= seat < pos["players"], "no such seat")


def held_spaces(pos):
    return [there for spaces in pos["illegal"].values() for there in spaces if there is not None]


def check_spaces(pos):
    """Illegal and legal places against the cards used this year."""
    in_play = pos["phase"] in ("play", "force")
    require(in_play or not held_spaces(pos), "a space held outside the play")
    for business, spaces in pos["illegal"].items():
        for there in spaces:
            if there is not None:
                used = pos["seats"][there["seat"]]["used"]
                require(there["members"] or there["guards"], "a held space without a piece")
                require(may_share(there["members"]), "members who may not share a space")
                require(business in used or "takeover" in used, "a space held without a card")
    for business, holder in pos["legal"].items():
        users = [seat for seat, own in enumerate(pos["seats"]) if business in own["used"]]
        expected = users[0] if users and in_play else None
        require(holder == expected, "a legal place not held by the seat that used its card")


def check_away(pos):
    """Rest places and block 3 of the prison against the cards used this year."""
    rest_time = ("play", "force")
    for place, guest in pos["rest"].items():
        if guest is not None:
            require(pos["phase"] in rest_time, "a member at rest outside the play")
            require(used_by_another(pos, place, guest["seat"]), "nobody sent this member to rest")
    prisoner = pos["prison"][2]
    if prisoner is not None:
        require(pos["phase"] in (*rest_time, "rehire"), "a prisoner who should have moved on")
        require(used_by_another(pos, "fbi", prisoner["seat"]), "nobody sent this member to prison")


def used_by_another(pos, card, seat):
    return any(card in own["used"] for other, own in enumerate(pos["seats"]) if other != seat)


def check_park(pos):
    for seat, own in enumerate(pos["seats"]):
        if pos["phase"] in ("swap", "invest", "over"):
            require(own["park"] == 0, "bodyguards in the park")
        elif pos["phase"] == "rehire" and rank(pos, seat) < rank(pos, pos["turn"]):
            require(own["park"] == 0, "bodyguards in the park of a seat that has decided")
    require(
        pos["phase"] != "rehire" or pos["seats"][pos["turn"]]["park"] > 0,
        "rehire with nobody in the park",
    )


def check_money(pos):
    for seat, own in enumerate(pos["seats"]):
        require(0 <= own["cash"] <= MOST_CASH and own["cash"] % 5 == 0, "impossible cash")
        require(0 <= own["steps"] <= GOAL, "impossible steps")
        invested = pos["phase"] == "over" or (
            pos["phase"] == "invest" and rank(pos, seat) < rank(pos, pos["turn"])
        )
        require(own["steps"] < GOAL or invested, "ten steps of a seat that has not just invested")


def check_pending(pos):
    pending = pos["pending"]
    require((pending is not None) == (pos["phase"] == "force"), "pending goes with the phase force")
    if pending is None:
        return
    card, business = pending["card"], pending["business"]
    require(business in ILLEGAL and pending["space"] in (1, 2), "pending: no such space")
    require(card in (business, "takeover"), "pending: the card does not fit the business")
    require(card in pos["seats"][pos["turn"]]["used"], "pending: the card was not used")
    require(any(True for _ in pending_forces(pos)), "pending: no legal force")


# ---- illegal actions -------------------------------------------------------------------------


def illegal(pos, seat, rng):
    good = legal(pos, seat)
    while True:
        if good and rng.random() < 0.5:
            text = damaged(rng.choice(good), rng)
        else:
            text = well_formed(rng)
        if text not in good:
            return text


def well_formed(rng):
    """An action that may be legal in some position."""
    verb = rng.choice([*EFFECTS, "use", "force"])
    number = rng.choice([0, 1, 2, 3, 8, 9, 10, 11, 99, 256, 4294967296])
    if verb == "swap":
        return " ".join([verb, *by_card(rng.choices(CARDS, k=rng.randrange(1, 6)))])
    if verb == "bail":
        return f"bail {rng.choice(VALUES)}"
    if verb == "discard":
        return f"discard {rng.choice(CARDS)}"
    if verb == "force":
        members = sorted(rng.choices(VALUES, k=rng.randrange(4)), reverse=True)
        return force_text((members, rng.randrange(10)))
    if verb == "use":
        return well_formed_use(rng)
    return f"{verb} {number}"


def well_formed_use(rng):
    card, member = rng.choice([*CARDS, *OTHERS, *OTHERS]), rng.choice(VALUES)
    place = f"{rng.choice(list(ILLEGAL))} {rng.randrange(1, 3)}"
    if rng.random() < 0.2:
        place = rng.choice(REST)
    if card in ILLEGAL:
        return f"use {card} {rng.randrange(1, 3)}"
    if card in LEGAL:
        return f"use {card}"
    if card in REST or card == "fbi":
        return f"use {card} {place} {member}"
    if card == "protection":
        return f"use protection {rng.randrange(7)}"
    return f"use {card} {place}"


def damaged(text, rng):
    """A text made from an action by one small change."""
    words = text.split(" ")
    at = rng.randrange(len(words))
    changes = [
        lambda: " " + text,
        lambda: text + " ",
        lambda: text.replace(" ", "  ", 1),
        lambda: text.replace(" ", "\t", 1),
        lambda: text.upper(),
        lambda: text[:-1],
        lambda: text + rng.choice(["0", "s", "?", " 1", " g0", " g1", " 20", " bar", " hit"]),
        lambda: " ".join(words[:at] + words[at + 1 :]),
        lambda: " ".join(words[:at] + [words[at]] + words[at:]),
        lambda: " ".join(words[:1] + words[:0:-1]),
        lambda: " ".join(words[:at] + [other_word(words[at], rng)] + words[at + 1 :]),
        lambda: " ".join(words[:at] + [other_word(words[at], rng)] + words[at + 1 :]),
    ]
    return rng.choice(changes)()


def other_word(word, rng):
    if word.isdigit():
        number = int(word)
        return rng.choice(
            [
                str(number + 1),
                str(number - 1),
                "0" + word,
                "+" + word,
                word + ".0",
                str(rng.choice(VALUES)),
                str(number + 256),
                str(number + 2**32),
                "-0",
                f"g{word}",
            ]
        )
    if word[0:1] == "g" and word[1:].isdigit():
        return rng.choice(
            [
                "g0",
                "g9",
                "g0" + word[1:],
                "g",
                word[1:],
                word.upper(),
                "g-1",
                f"g{int(word[1:]) + 1}",
                f"g{int(word[1:]) + 256}",
            ]
        )
    return rng.choice([rng.choice(CARDS), rng.choice(list(EFFECTS)), word.capitalize(), "?", ""])


# ---- changed positions -----------------------------------------------------------------------


def mutate(pos, rng):
    """A copy with one or two small changes; some results are still legal positions."""
    changed = copied(pos)
    changes = rng.choices(CHANGES, k=rng.choice([1, 1, 1, 2]))
    if rng.random() < 0.2:
        changes[-1] = break_json
    for change in changes:
        try:
            change(changed, rng)
        except LookupError:  # the first change took away what the second one needs
            break
    return changed


def some_seat(pos, rng):
    return rng.randrange(len(pos["seats"]))


def change_cash(pos, rng):
    own = pos["seats"][some_seat(pos, rng)]
    own["cash"] = rng.choice(
        [
            own["cash"] + 5,
            own["cash"] - 5,
            own["cash"] + 1,
            0,
            5,
            -5,
            300,
            MOST_CASH - 2000,
            MOST_CASH + 5,
            own["cash"] + 65536,
        ]
    )


def change_steps(pos, rng):
    own = pos["seats"][some_seat(pos, rng)]
    own["steps"] = rng.choice([own["steps"] + 1, own["steps"] - 1, 0, 9, 10, 11, -1, 256])


def change_frame(pos, rng):
    """The phase, the turn or the year's first player, often without what belongs to it."""
    kind = rng.randrange(4)
    if kind == 0:
        pos["phase"] = rng.choice([*PHASES, "deal", ""])
        pos["turn"] = None if pos["phase"] == "over" else pos["turn"] or 0
    elif kind == 1:
        pos["turn"] = rng.choice([some_seat(pos, rng), pos["players"], -1, None])
    elif kind == 2:
        pos["first"] = rng.choice([some_seat(pos, rng), pos["players"], -1])
    else:
        pos["year"] = rng.choice(
            [
                pos["year"] + 1,
                pos["year"] - 1,
                int(pos["options"]["years"]),
                pos["year"] + pos["players"],
                59,
                60,
                pos["year"] + 256,
            ]
        )


def change_option(pos, rng):
    name = rng.choice(OPTION_KEYS)
    values = [*option_values(pos["players"])[name], "random", ""]
    if name == "years":
        values = [str(pos["year"] + more) for more in range(-1, 3)] + ["60", "61", "0", "07"]
    if name == "first":
        values += [str(pos["players"]), "random"]
    pos["options"][name] = rng.choice(values)


def change_players(pos, rng):
    pos["players"] += rng.choice([1, -1, 256])
    if rng.random() < 0.3:
        pos["seats"] = (pos["seats"] * 2)[: pos["players"]]


def shift_years(pos, rng):
    """The same place in the order, some years later."""
    more = rng.randrange(1, 4) * rng.choice([1, pos["players"]])
    pos["year"] += more
    if rng.random() < 0.5:
        pos["first"] = (pos["first"] + more) % pos["players"]


def finish(pos, rng):
    """To the phase `over`, for one of the reasons of CPN-28 and CPN-30 or for none."""
    pos["phase"], pos["turn"] = "over", None
    reason = rng.randrange(4)
    if reason == 0:
        pos["options"]["years"] = str(min(pos["year"] + 1, 60))
    elif reason == 1:
        pos["seats"][some_seat(pos, rng)]["steps"] = GOAL
    elif reason == 2:
        wipe_out(pos, rng)


def wipe_out(pos, rng):
    """All pieces at home die; sometimes one stays."""
    for own in pos["seats"]:
        put_members(own["harbour"], own["home"]["members"])
        own["lost"] += own["home"]["guards"]
        own["home"] = {"members": [], "guards": 0}
    if rng.random() < 0.4:
        move_guard(pos, rng)


def change_phase_kept(pos, rng):
    """Between phases that can have the same cards."""
    pos["phase"] = {
        "swap": "play",
        "play": "swap",
        "rehire": "invest",
        "invest": "rehire",
        "over": "invest",
        "force": "play",
    }[pos["phase"]]
    pos["pending"] = None
    pos["turn"] = rng.choice([pos["first"], some_seat(pos, rng)])


def move_guard(pos, rng):
    """One or all bodyguards of one place of a family to another."""
    seat = some_seat(pos, rng)
    own = pos["seats"][seat]
    places = [(own["home"], "guards"), (own, "park"), (own, "lost")]
    places += [(there, "guards") for there in held_spaces(pos) if there["seat"] == seat]
    filled = [(place, key) for place, key in places if place[key]]
    (place, key), (other, other_key) = rng.choice(filled or places), rng.choice(places)
    count = rng.choice([1, place[key]])
    place[key] -= count
    other[other_key] += count


def change_park(pos, rng):
    """Bodyguards from home to the park, or all back; sometimes as a decision to rehire them."""
    seat = some_seat(pos, rng)
    own = pos["seats"][seat]
    count = rng.choice([min(own["home"]["guards"], 2), -own["park"]])
    own["home"]["guards"] -= count
    own["park"] += count
    if pos["phase"] in ("rehire", "invest") and rng.random() < 0.6:
        pos["phase"], pos["turn"] = "rehire", rng.choice([seat, some_seat(pos, rng)])


def add_guard(pos, rng):
    own = pos["seats"][some_seat(pos, rng)]
    place, key = rng.choice([(own["home"], "guards"), (own, "park"), (own, "lost")])
    place[key] += rng.choice([1, -1, 256])


def move_member(pos, rng):
    """A member of a family to another place: home, harbour, a space, a rest place, the prison."""
    seat = some_seat(pos, rng)
    own = pos["seats"][seat]
    lists = [own["home"]["members"], own["harbour"]]
    lists += [there["members"] for there in held_spaces(pos) if there["seat"] == seat]
    cells = [(pos["rest"], place) for place in REST]
    cells += [(pos["prison"], block) for block in range(3)]
    own_cells = [(cell, key) for cell, key in cells if cell[key] and cell[key]["seat"] == seat]
    sources = [stack for stack in lists if stack]
    if own_cells and (not sources or rng.random() < 0.4):
        cell, key = rng.choice(own_cells)
        member, cell[key] = cell[key]["member"], None
    else:
        member = take_any(rng.choice(sources), rng)
    if rng.random() < 0.5:
        put_members(rng.choice(lists), [member])
    else:
        cell, key = rng.choice(cells)
        if cell[key]:
            old = cell[key]
            put_members(pos["seats"][old["seat"]]["home"]["members"], [old["member"]])
        cell[key] = {"seat": seat, "member": member}


def take_any(values, rng):
    return values.pop(rng.randrange(len(values)))


def change_member(pos, rng):
    """A member becomes another, is doubled or is left out."""
    own = pos["seats"][some_seat(pos, rng)]
    stack = rng.choice([own["home"]["members"], own["harbour"]])
    if stack and rng.random() < 0.5:
        take_any(stack, rng)
    if rng.random() < 0.7:
        put_members(stack, [rng.choice([*VALUES, 10, 0, 5])])


def disorder(pos, rng):
    """Two elements of a list change places; in the deck that is allowed."""
    stacks = [own[name] for own in pos["seats"] for name in CARD_LISTS]
    stacks += [own["home"]["members"] for own in pos["seats"]] + [pos["deck"], pos["deck"]]
    stacks += [there["members"] for there in held_spaces(pos)]
    stack = rng.choice([stack for stack in stacks if len(stack) > 1])
    one, other = rng.sample(range(len(stack)), 2)
    stack[one], stack[other] = stack[other], stack[one]


def card_stacks(pos):
    return [pos["deck"]] + [own[name] for own in pos["seats"] for name in CARD_LISTS]


def move_card(pos, rng):
    source = rng.choice([cards for cards in card_stacks(pos) if cards])
    card, target = take_any(source, rng), rng.choice(card_stacks(pos))
    target.append(card)
    sort_cards(pos)


def swap_cards(pos, rng):
    """Exchanges two cards; often the position stays legal."""
    one, other = (rng.choice([cards for cards in card_stacks(pos) if cards]) for _ in range(2))
    here, there = rng.randrange(len(one)), rng.randrange(len(other))
    one[here], other[there] = other[there], one[here]
    if rng.random() < 0.9:
        sort_cards(pos)


def change_card(pos, rng):
    cards = rng.choice([cards for cards in card_stacks(pos) if cards])
    cards[rng.randrange(len(cards))] = rng.choice([*CARDS, "Bar", "cards", ""])
    if all(card in CARD_ORDER for cards in card_stacks(pos) for card in cards):
        sort_cards(pos)


def sort_cards(pos):
    if all(card in CARD_ORDER for cards in card_stacks(pos) for card in cards):
        for own in pos["seats"]:
            own.update({name: by_card(own[name]) for name in CARD_LISTS})


def play_card(pos, rng):
    """A card from hand to the used or discarded ones, or back, or from one to the other."""
    own = pos["seats"][some_seat(pos, rng)]
    names = ["hand", "used", "discarded"]
    source = rng.choice([name for name in names if own[name]] or names)
    if own[source]:
        own[rng.choice(names)].append(take_any(own[source], rng))
    sort_cards(pos)


def change_space(pos, rng):
    """A space is cleared, given away, emptied of pieces or exchanged with another."""
    held = [
        (business, space - 1) for business, space in SPACES if pos["illegal"][business][space - 1]
    ]
    if not held:
        return occupy(pos, rng)
    business, index = rng.choice(held)
    spaces = pos["illegal"][business]
    kind = rng.randrange(5)
    if kind == 0:
        send_home(pos, spaces[index])
        spaces[index] = None
    elif kind == 1:
        kill(pos, spaces[index])
        spaces[index] = None
    elif kind == 2:
        spaces[index]["seat"] = rng.choice([some_seat(pos, rng), pos["players"], -1])
    elif kind == 3:
        spaces[index], spaces[1 - index] = spaces[1 - index], spaces[index]
    else:
        send_home(pos, spaces[index])
        spaces[index].update(members=[], guards=0)
    return None


def occupy(pos, rng):
    """Pieces from home on a space; rarely such as may not share it."""
    seat = some_seat(pos, rng)
    own = pos["seats"][seat]
    known = [card for card in own["used"] if card in ILLEGAL]
    business = rng.choice(known or list(ILLEGAL))
    if rng.random() < 0.2:
        business = rng.choice(list(ILLEGAL))
    index = rng.randrange(2)
    if pos["illegal"][business][index] is None:
        home = own["home"]
        members = [
            take_any(home["members"], rng)
            for _ in range(min(len(home["members"]), rng.choice([0, 1, 1, 2, 3])))
        ]
        guards = rng.randint(0, max(home["guards"], 0))
        home["guards"] -= guards
        pos["illegal"][business][index] = {
            "seat": seat,
            "members": sorted(members, reverse=True),
            "guards": guards,
        }


def change_legal(pos, rng):
    """A bodyguard goes on or off a legal place, with its home most often put right."""
    used = [business for business in LEGAL if pos["legal"][business] is not None]
    business = rng.choice(used or LEGAL)
    old, new = pos["legal"][business], rng.choice([some_seat(pos, rng), None, pos["players"]])
    pos["legal"][business] = new
    if old is not None and 0 <= old < pos["players"]:
        pos["seats"][old]["home"]["guards"] += 1
    if new is not None and new < pos["players"] and rng.random() < 0.9:
        pos["seats"][new]["home"]["guards"] -= 1
        if rng.random() < 0.2:
            pos["seats"][new]["used"] = by_card([*pos["seats"][new]["used"], business])


def change_guest(pos, rng):
    """A member at rest or in prison changes its family, its name or its place."""
    cells = [(pos["rest"], place) for place in REST]
    cells += [(pos["prison"], block) for block in range(3)]
    full = [(cell, key) for cell, key in cells if cell[key]]
    if not full:
        return move_member(pos, rng)
    cell, key = rng.choice(full)
    kind = rng.randrange(4)
    if kind == 0:
        cell[key]["seat"] = rng.choice([some_seat(pos, rng), pos["players"], -1])
    elif kind == 1:
        cell[key]["member"] = rng.choice([*VALUES, 0, 5])
    elif kind == 2:
        other, place = rng.choice(cells)
        cell[key], other[place] = other[place], cell[key]
    else:
        cell[key] = None
    return None


def change_pending(pos, rng):
    """Another space, card or business to put a force on; sometimes from the phase `play`."""
    if pos["phase"] == "force" and rng.random() < 0.5:
        pending = pos["pending"] or {"card": "bar", "business": "bar", "space": 1}
        key, values = rng.choice(
            [
                ("card", [*ILLEGAL, "takeover", "takeover", "fbi"]),
                ("business", [*ILLEGAL, "pasta"]),
                ("space", [0, 1, 2, 3]),
            ]
        )
        pos["pending"] = pending | {key: rng.choice(values)}
        return
    seat = rng.choice([pos["turn"] or 0, some_seat(pos, rng)])
    if not 0 <= seat < pos["players"]:
        return
    used = [card for card in pos["seats"][seat]["used"] if card in ILLEGAL or card == "takeover"]
    card = rng.choice(used or ["takeover", "bar"])
    business = rng.choice(list(ILLEGAL)) if card == "takeover" else card
    pos["pending"] = {"card": card, "business": business, "space": rng.randrange(1, 3)}
    if rng.random() < 0.8:
        pos["phase"], pos["turn"] = "force", seat


def exchange_seats(pos, rng):
    """Two seats change their cards, their money or all they have."""
    one, other = rng.sample(pos["seats"], 2)
    keys = rng.choice(
        [
            SEAT_KEYS,
            CARD_LISTS,
            ["cash", "steps"],
            ["hand"],
            ["swapped"],
            ["used", "discarded"],
            ["home", "park", "harbour", "lost"],
        ]
    )
    for key in keys:
        one[key], other[key] = other[key], one[key]


CHANGES = [
    change_cash,
    change_steps,
    change_frame,
    change_option,
    change_players,
    shift_years,
    finish,
    change_phase_kept,
    move_guard,
    move_guard,
    change_park,
    add_guard,
    move_member,
    move_member,
    change_member,
    disorder,
    move_card,
    swap_cards,
    swap_cards,
    change_card,
    play_card,
    change_space,
    change_space,
    occupy,
    change_legal,
    change_guest,
    change_pending,
    change_pending,
    exchange_seats,
    wipe_out,
]


def break_json(pos, rng):
    """One value of the JSON is lost, doubled, added or replaced."""
    container, key = rng.choice(list(json_parts(pos)))
    value = container[key]
    kind = rng.randrange(4)
    if kind == 0:
        del container[key]
    elif kind == 1:
        container[key] = rng.choice(
            [
                None,
                True,
                False,
                1.5,
                -1,
                0,
                256,
                2**32,
                2**63 - 1,
                "",
                "0",
                str(value),
                [],
                {},
                [value],
                {"seat": 0},
            ]
        )
    elif kind == 2 and isinstance(container, list):
        container.insert(key, rng.choice([copied(value), None]))
    elif kind == 2:
        container[str(key) + "s"] = value
    elif type(value) is int:
        container[key] = value + rng.choice([1, -1, 5, -5, 256, 65536, 2**32])
    else:
        container[key] = None


def json_parts(value):
    """Each container and key (or index) of a JSON value."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from json_parts(value[key])
