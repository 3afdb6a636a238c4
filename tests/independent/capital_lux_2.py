"""Capital Lux 2, written from the rules and protocol texts alone, to be compared with the engine.

A position is the plain dict of the referee's `state` answer. `apply` works on a copy of it.
Chance: a shuffled modifier pile or ROB deck is read off the engine's position `after`. Discarded
citizens that are shuffled and laid under the pile are first unknown cards (`?`); the model plays
on with them, and at the end `Chance.settle` finds out from `after` what each of them was.
Nothing that happens between a shuffle and the next decision depends on their faces.

Words: `who` is a seat or ROB; a citizen is a card of one of four colours, a grey card has none.
"""

from collections import Counter

GAME = "capital-lux-2"
PLAYERS = (1, 4)
GAMES = 80

# --- Material -----------------------------------------------------------------------------------

DISTRICTS = ["blue", "pink", "yellow", "green"]
DISTRICT_OF = {"b": "blue", "p": "pink", "y": "yellow", "g": "green"}
CITIZENS = [colour + str(value) for colour in "bpyg" for value in range(2, 7)]
GREYS = ["x1", "x2", "x3"]
ALL_CITIZENS = Counter({card: 5 for card in CITIZENS})  # CLX-1
ALL_GREYS = Counter({card: 4 for card in GREYS})  # CLX-22, CLX-23
CARDS = CITIZENS + GREYS
UNKNOWN = "?"
CARD_ORDER = {card: i for i, card in enumerate(CARDS + [UNKNOWN])}
MODIFIERS = ["+4", "+2", "-1", "-3"]  # CLX-20
SIDES = {"+": 3, "-": -3}  # CLX-21
ROB = "rob"
ROB_KINDS = [
    f"{colour} {which} {where}"
    for colour in ("red", "blue")
    for which in ("high", "low")
    for where in ("city", "capital")
]
ROB_CARDS = {
    rob: Counter(dict(zip(ROB_KINDS, copies)))
    for rob, copies in {  # CLX-44
        "usual": (2, 1, 1, 2, 2, 2, 2, 2),
        "strong": (2, 0, 1, 0, 4, 1, 4, 2),
        "hard": (1, 0, 1, 0, 4, 2, 4, 2),
    }.items()
}

TILES = {
    "blue": ["agent", "infiltrator", "recruiter", "foreigner"],
    "pink": ["cleric", "prophet", "missionary", "mentalist"],
    "yellow": ["merchant", "disciple", "aristocrat", "sentinel"],
    "green": ["scholar", "proselytiser", "explorer", "dualist"],
}
SETS = {name: [TILES[d][i] for d in DISTRICTS] for i, name in enumerate("ABCD")}  # CLX-5
NOT_IN_SOLO = {"foreigner", "prophet", "proselytiser"}  # CLX-40

PHASES = ["draft", "play", "power", "pay", "bonus", "over"]
AFTER_PLAY = ("pay", "bonus", "over")
DEFAULTS = {"first": "random", "powers": "random", "gold_covers": "1", "rob": "usual"}
RATINGS = [
    (0, "decent"),
    (7, "good"),
    (13, "very_good"),
    (19, "excellent"),
    (25, "extraordinary"),
    (31, "world_class"),
]  # CLX-48: least difference

KEYS = [
    "game",
    "players",
    "options",
    "round",
    "phase",
    "step",
    "turn",
    "second",
    "last",
    "district",
    "drawn",
    "emperor",
    "powers",
    "capital",
    "pile",
    "discard",
    "modifiers",
    "laid",
    "infiltrator",
    "grey",
    "capital_gold",
    "aristocrats",
    "display",
    "seats",
    "rob",
]
SEAT_KEYS = ["hand", "known", "packet", "choice", "city", "gold", "guards", "bonus"]
ROB_KEYS = ["hand", "reserve", "city", "gold", "bonus", "deck", "turned"]
OPTION_KEYS = ["first", "powers", "gold_covers", "rob"]


# --- Small helpers ------------------------------------------------------------------------------


def clone(value):
    if isinstance(value, dict):
        return {key: clone(item) for key, item in value.items()}
    if isinstance(value, list):
        return [clone(item) for item in value]
    return value


def worth(card):
    return int(card[1])


def total(cards):
    return sum(worth(card) for card in cards)


def sort_cards(cards):
    cards.sort(key=CARD_ORDER.__getitem__)


def add_sorted(cards, *new):
    cards.extend(new)
    sort_cards(cards)


def kinds(cards):
    """The different cards of a list, in card order."""
    return sorted(set(cards), key=CARD_ORDER.__getitem__)


def extreme(cards, pick):
    """The different cards of the lowest (pick=min) or highest (pick=max) value."""
    if not cards:
        return []
    value = pick(worth(card) for card in cards)
    return [card for card in kinds(cards) if worth(card) == value]


def remove_newest(cards, card):
    """Takes out the last one like `card`: of several alike the newest is meant."""
    del cards[len(cards) - 1 - cards[::-1].index(card)]


def newest_highest(cards):
    """Where nobody can choose among equals, the newest one goes (CLX-17)."""
    value = max(worth(card) for card in cards)
    return [card for card in cards if worth(card) == value][-1]


def matching(card, source):
    """CLX-12: a grey card goes to the district of the colour it comes from."""
    return DISTRICT_OF.get(card[0], source)


def in_play(pos, tile):
    return tile in pos["powers"].values()


def others(pos, seat):
    return [s for s in range(pos["players"]) if s != seat]


def holder(pos, who):
    return pos["rob"] if who == ROB else pos["seats"][who]


def owners(pos):
    return pos["seats"] + ([pos["rob"]] if pos["rob"] else [])


def clockwise(pos):
    """All cities from the emperor's on, ROB's last (CLX-16)."""
    n = pos["players"]
    seats = [(pos["emperor"] + i) % n for i in range(n)]
    return seats + [ROB] if n == 1 else seats


def leave_hand(pos, seat, card):
    """A card leaves the hand; one like it is known no more."""
    owner = pos["seats"][seat]
    owner["hand"].remove(card)
    for known in owner["known"]:
        if card in known:
            known.remove(card)


def discard(pos, cards):
    add_sorted(pos["discard"], *cards)


# --- Limits, majorities, scores -----------------------------------------------------------------


def open_limit(pos, district):
    """The capital's total without face-down modifiers (CLX-44, CLX-46)."""
    return max(0, total(pos["capital"][district]) + tile_change(pos, district))


def limit(pos, district):
    """The limit of the resolution, all modifiers shown (CLX-16)."""
    laid = sum(int(m["modifier"]) for m in pos["laid"] if m["district"] == district)
    return max(0, total(pos["capital"][district]) + tile_change(pos, district) + laid)


def tile_change(pos, district):
    tile = pos["infiltrator"]
    return SIDES[tile["side"]] if tile and tile["district"] == district else 0


def excess(pos, district, who):
    return total(holder(pos, who)["city"][district]) - limit(pos, district)


def price(pos, district, seat):
    """The gold a seat may pay to save a district (CLX-28); None if there is no such choice."""
    over = excess(pos, district, seat)
    if over <= 0 or not in_play(pos, "merchant"):
        return None
    covers = int(pos["options"]["gold_covers"])
    gold = (over + covers - 1) // covers
    return gold if gold <= pos["seats"][seat]["gold"] else None


def own_total(pos, who, district):
    """What a district of a city counts for majority and points (CLX-23)."""
    cards = holder(pos, who)["city"][district]
    if in_play(pos, "foreigner"):
        cards = [card for card in cards if card not in GREYS]
    return total(cards)


def winners(pos, district):
    """Who has the highest total of at least 1 in a district (CLX-17)."""
    totals = {}
    for who in clockwise(pos):
        real = own_total(pos, who, district)
        if real >= 1:
            tile = who != ROB and pos["aristocrats"][district] == who
            totals[who] = real + (2 if tile else 0)  # CLX-30
    best = max(totals.values(), default=0)
    return [who for who in totals if totals[who] == best]


def score(pos, who):
    """CLX-19."""
    owner = holder(pos, who)
    city = sum(own_total(pos, who, district) for district in DISTRICTS)
    return city + total(owner["bonus"]) + 2 * owner["gold"]


def result(pos):
    if pos["phase"] != "over":
        return {}
    scores = [score(pos, seat) for seat in range(pos["players"])]
    if pos["players"] == 1:
        return solo_result(pos, scores[0])
    ranks = [(-scores[seat], pos["seats"][seat]["gold"]) for seat in range(pos["players"])]
    places = [1 + sum(other < mine for other in ranks) for mine in ranks]  # ALL-1
    return {"scores": scores, "places": places}


def solo_result(pos, own):
    """CLX-48."""
    rob = score(pos, ROB)
    won = own > rob or (own == rob and pos["seats"][0]["gold"] <= pos["rob"]["gold"])
    rating = "lost"
    if won:
        rating = [name for least, name in RATINGS if own - rob >= least][-1]
    return {"scores": [own], "places": [1 if won else 2], "rob": rob, "rating": rating}


# --- Options ------------------------------------------------------------------------------------


def tiles_of(value):
    """The four tiles that a value of `powers` names; None for `random`; ValueError otherwise."""
    if value == "random":
        return None
    tiles = SETS.get(value) or value.split(",")
    if len(tiles) != 4 or any(t not in TILES[d] for t, d in zip(tiles, DISTRICTS)):
        raise ValueError(value)
    return tiles


def option_fault(players, options):
    """Why these options (all four) cannot be; None if they can."""
    firsts = [str(seat) for seat in range(players)] + ["random"]
    if options["first"] not in firsts:
        return "option first has no such value"
    if options["gold_covers"] not in ("1", "2"):
        return "option gold_covers has no such value"
    if options["rob"] not in ROB_CARDS:
        return "option rob has no such value"
    if players > 1 and options["rob"] != "usual":
        return "option rob is for the solo game"
    try:
        tiles = tiles_of(options["powers"])
    except ValueError:
        return "option powers has no such value"
    if players == 1 and tiles and NOT_IN_SOLO & set(tiles):
        return "option powers names a tile not used in solo"
    return None


def random_options(rng, players):
    def tile(district):
        return rng.choice([t for t in TILES[district] if players > 1 or t not in NOT_IN_SOLO])

    values = {
        "first": [str(seat) for seat in range(players)] + ["random"],
        "powers": ["random", "A", "C"] + (["B", "D"] if players > 1 else []),
        "gold_covers": ["1", "2"],
        "rob": list(ROB_CARDS) if players == 1 else ["usual"],
    }
    options = {}
    for name in OPTION_KEYS:
        if rng.random() < 0.8:
            options[name] = rng.choice(values[name])
    if rng.random() < 0.6:
        options["powers"] = ",".join(tile(district) for district in DISTRICTS)
    return options


def bad_options():
    bad = [(players, {"first": str(players)}) for players in range(1, 5)]
    bad += [(2, {"first": value}) for value in ("-1", "", "00", "Random", "one")]
    bad += [(3, {"gold_covers": value}) for value in ("0", "3", "", "one", "1.0")]
    bad += [(1, {"rob": value}) for value in ("", "mild", "Hard")]
    bad += [(players, {"rob": value}) for players in (2, 4) for value in ("strong", "hard")]
    bad += [
        (2, {"powers": value})
        for value in (
            "",
            "E",
            "a",
            "AB",
            "Random",
            "agent",
            "agent,cleric,merchant",
            "agent,cleric,merchant,scholar,scholar",
            "cleric,agent,merchant,scholar",
            "agent, cleric, merchant, scholar",
            "Agent,cleric,merchant,scholar",
            "agent,cleric,merchant,",
            "agent,agent,merchant,scholar",
            "random,random,random,random",
            "BLUE,PINK,YELLOW,GREEN",
            "agent,cleric,merchant,teacher",
        )
    ]
    bad += [
        (1, {"powers": value})
        for value in (
            "B",
            "D",
            "foreigner,cleric,merchant,scholar",
            "agent,prophet,merchant,scholar",
            "agent,cleric,merchant,proselytiser",
            "foreigner,prophet,sentinel,proselytiser",
        )
    ]
    bad += [(2, {"colour": "1"}), (4, {"first": "0", "Powers": "A"})]
    return bad


# --- Powers: choices and effects ----------------------------------------------------------------
# For each tile with a choice: what is drawn beforehand, the choices (as lists of the words after
# the tile's name, in the order of `legal`) and the effect of one. No choices: impossible (CLX-9).


def draw_modifier(pos, seat):
    if pos["modifiers"]:
        pos["drawn"].append(pos["modifiers"].pop(0))


def draw_grey(pos, seat):
    if pos["grey"]:
        pos["drawn"].append(pos["grey"].pop(0))


def draw_two(pos, seat):
    """CLX-33: of one card left there is no choice; it is kept."""
    if len(pos["pile"]) == 1:
        draw_to_hand(pos, seat)
    elif pos["pile"]:
        add_sorted(pos["drawn"], pos["pile"].pop(0), pos["pile"].pop(0))


def draw_to_hand(pos, seat):
    if pos["pile"]:
        add_sorted(pos["seats"][seat]["hand"], pos["pile"].pop(0))


def lowest_cards(pos, districts):
    """District and card, for each different lowest card of these capital districts."""
    return [[d, card] for d in districts for card in extreme(pos["capital"][d], min)]


def agent_choices(pos, seat):
    return [[d] for d in DISTRICTS] if pos["drawn"] else []


def agent(pos, seat, district):
    laid = {"district": district, "seat": seat, "modifier": pos["drawn"][0]}
    pos["laid"].append(laid)


def infiltrator_choices(pos, seat):
    now = pos["infiltrator"]
    return [
        [d, side]
        for d in DISTRICTS
        for side in SIDES
        if not now or [d, side] != [now["district"], now["side"]]
    ]


def infiltrator(pos, seat, district, side):
    pos["infiltrator"] = {"district": district, "side": side}


def recruiter_choices(pos, seat):
    return [[place, d] for place in ("city", "capital") for d in DISTRICTS] if pos["drawn"] else []


def recruiter(pos, seat, place, district):
    target = pos["capital"] if place == "capital" else pos["seats"][seat]["city"]
    target[district].append(pos["drawn"][0])


def foreigner_choices(pos, seat):
    if not pos["drawn"]:
        return []
    return [[str(s), d] for s in others(pos, seat) for d in DISTRICTS]


def foreigner(pos, seat, other, district):
    pos["seats"][int(other)]["city"][district].append(pos["drawn"][0])


def not_pink_choices(pos, seat):
    return lowest_cards(pos, ["blue", "yellow", "green"])


def cleric(pos, seat, district, card):
    remove_newest(pos["capital"][district], card)
    pos["seats"][seat]["city"][matching(card, district)].append(card)


def mentalist(pos, seat, district, card):
    remove_newest(pos["capital"][district], card)
    discard(pos, [card])


def prophet_choices(pos, seat):
    return [
        [d, card, str(s)] for d, card in lowest_cards(pos, DISTRICTS) for s in others(pos, seat)
    ]


def prophet(pos, seat, district, card, other):
    remove_newest(pos["capital"][district], card)
    pos["seats"][int(other)]["city"][matching(card, district)].append(card)


def missionary_choices(pos, seat):
    return [
        [d, card, to] for d, card in lowest_cards(pos, DISTRICTS) for to in DISTRICTS if to != d
    ]


def missionary(pos, seat, district, card, to):
    remove_newest(pos["capital"][district], card)
    pos["capital"][to].append(card)


def disciple_choices(pos, seat):
    return [[d] for d in DISTRICTS]


def disciple(pos, seat, district):
    pos["seats"][seat]["gold"] += 1
    pos["capital_gold"][district] += 1


def aristocrat_choices(pos, seat):
    return [[d] for d in DISTRICTS if pos["aristocrats"][d] != seat]


def aristocrat(pos, seat, district):
    pos["aristocrats"][district] = seat


def sentinel_choices(pos, seat):
    return [[d] for d in DISTRICTS if d not in pos["seats"][seat]["guards"]]


def sentinel(pos, seat, district):
    guards = pos["seats"][seat]["guards"]
    guards.append(district)
    guards.sort(key=DISTRICTS.index)


def proselytiser_choices(pos, seat):
    return [[card, str(s)] for card in kinds(pos["drawn"]) for s in others(pos, seat)]


def proselytiser(pos, seat, card, other):
    kept = list(pos["drawn"])
    kept.remove(card)
    pos["seats"][int(other)]["city"][DISTRICT_OF[card[0]]].append(card)
    add_sorted(pos["seats"][seat]["hand"], *kept)


def explorer_choices(pos, seat):
    return [[card] for card in kinds(pos["display"])]


def explorer(pos, seat, card):
    pos["display"].remove(card)
    owner = pos["seats"][seat]
    add_sorted(owner["hand"], card)
    for s in others(pos, seat):
        add_sorted(owner["known"][s], card)  # all have seen it (CLX-50)
    fill_display(pos)


def fill_display(pos):
    while len(pos["display"]) < 3 and pos["pile"]:
        add_sorted(pos["display"], pos["pile"].pop(0))


def nothing(pos, seat):
    pass


CHOICE_POWERS = {
    "agent": (draw_modifier, agent_choices, agent),  # CLX-20
    "infiltrator": (nothing, infiltrator_choices, infiltrator),  # CLX-21
    "recruiter": (draw_grey, recruiter_choices, recruiter),  # CLX-22
    "foreigner": (draw_grey, foreigner_choices, foreigner),  # CLX-23
    "cleric": (nothing, not_pink_choices, cleric),  # CLX-24
    "prophet": (nothing, prophet_choices, prophet),  # CLX-25
    "missionary": (nothing, missionary_choices, missionary),  # CLX-26
    "mentalist": (nothing, not_pink_choices, mentalist),  # CLX-27
    "disciple": (nothing, disciple_choices, disciple),  # CLX-29
    "aristocrat": (nothing, aristocrat_choices, aristocrat),  # CLX-30
    "sentinel": (nothing, sentinel_choices, sentinel),  # CLX-31
    "proselytiser": (draw_two, proselytiser_choices, proselytiser),  # CLX-33
    "explorer": (nothing, explorer_choices, explorer),  # CLX-34
}


def merchant(pos, seat):
    pos["seats"][seat]["gold"] += 1


def dualist(pos, seat):
    """Once a turn; without a card to play after the draw there is no second one."""
    if not pos["second"]:
        draw_to_hand(pos, seat)
        pos["second"] = bool(pos["seats"][seat]["hand"])


POWERS_AT_ONCE = {
    "merchant": merchant,  # CLX-28
    "scholar": draw_to_hand,  # CLX-32
    "dualist": dualist,  # CLX-35
}


def power_choices(pos, seat):
    """The words of each choice in phase `power`, the tile's name first."""
    tile = pos["powers"][pos["district"]]
    choices = CHOICE_POWERS[tile][1](pos, seat)
    return [[tile] + choice for choice in choices]


# --- Actors and legal actions -------------------------------------------------------------------


def actors(pos):
    if pos["phase"] == "over":
        return []
    if pos["phase"] == "draft":
        return [s for s in range(pos["players"]) if not pos["seats"][s]["choice"]]
    return [pos["turn"]]


def legal(pos, seat):
    if seat not in actors(pos):
        return []
    return LEGAL[pos["phase"]](pos, seat)


def legal_draft(pos, seat):
    packet = pos["seats"][seat]["packet"]
    pairs = {(a, b) for i, a in enumerate(packet) for b in packet[i + 1 :]}
    order = sorted(pairs, key=lambda pair: [CARD_ORDER[card] for card in pair])
    return [f"keep {a} {b}" for a, b in order]


def legal_play(pos, seat):
    cards = kinds(pos["seats"][seat]["hand"])
    return [f"{place} {card}" for place in ("city", "capital") for card in cards]


def legal_power(pos, seat):
    return [" ".join(words) for words in power_choices(pos, seat)]


def legal_pay(pos, seat):
    return ["pay", "lose"]


def legal_bonus(pos, seat):
    return [f"bonus {card}" for card in extreme(pos["capital"][pos["district"]], max)]


LEGAL = {
    "draft": legal_draft,
    "play": legal_play,
    "power": legal_power,
    "pay": legal_pay,
    "bonus": legal_bonus,
}


def illegal(pos, seat, rng):
    """A text that is no legal action of the seat: often well-formed, sometimes not."""
    right = legal(pos, seat)
    while True:
        text = malformed(right, rng) if rng.random() < 0.3 else well_formed(pos, rng)
        if text not in right:
            return text


def well_formed(pos, rng):
    """Any action of the game, with the cards, districts and seats at random."""
    card, other = rng.choice(CITIZENS), rng.choice(CARDS)
    district, to = rng.choice(DISTRICTS), rng.choice(DISTRICTS)
    seat = rng.randrange(pos["players"] + 1)
    place = rng.choice(["city", "capital"])
    return rng.choice(
        [
            f"keep {card} {other}",
            f"city {other}",
            f"capital {other}",
            f"agent {district}",
            f"infiltrator {district} {rng.choice('+-')}",
            f"recruiter {place} {district}",
            f"foreigner {seat} {district}",
            f"cleric {district} {other}",
            f"mentalist {district} {other}",
            f"prophet {district} {other} {seat}",
            f"missionary {district} {other} {to}",
            f"disciple {district}",
            f"aristocrat {district}",
            f"sentinel {district}",
            f"proselytiser {card} {seat}",
            f"explorer {other}",
            "pay",
            "lose",
            f"bonus {other}",
        ]
    )


def malformed(right, rng):
    """A legal action, if there is one, with something wrong in its text."""
    text = rng.choice(right) if right else "city b5"
    words = text.split(" ")
    return rng.choice(
        [
            "",
            text.upper(),
            " " + text,
            text + " ",
            text.replace(" ", "  "),
            text + " b5",
            " ".join(words[:-1]),
            " ".join(words[::-1]),
            text[:-1],
            text + "0",
            "pass",
            "?",
            words[0] + " ?",
            text.replace("b", "x"),
            text.replace(" ", ","),
            text + "\n",
        ]
    )


# --- Applying an action -------------------------------------------------------------------------


class Chance:
    """The outcome of shuffles, read off the engine's position after the action."""

    def __init__(self, after):
        self.after = after
        self.pool = []  # the citizens behind the unknown cards

    def modifiers(self):
        order = list(self.after["modifiers"])
        assert sorted(order) == sorted(MODIFIERS), f"modifiers after a shuffle: {order}"
        return order

    def rob_deck(self):
        """ROB may have turned up the first card already."""
        order = self.after["rob"]["turned"] + self.after["rob"]["deck"]
        cards = ROB_CARDS[self.after["options"]["rob"]]
        assert Counter(order) == cards, f"ROB cards after a shuffle: {order}"
        return order

    def refill(self, pos):
        """The discarded citizens, shuffled, under the pile; grey cards stay (CLX-7)."""
        citizens = [card for card in pos["discard"] if card not in GREYS]
        pos["discard"] = [card for card in pos["discard"] if card in GREYS]
        self.pool += citizens
        pos["pile"] += [UNKNOWN] * len(citizens)

    def refill_and_take_all(self, pos):
        """The whole of pile and discard, where the order of the shuffle changes nothing."""
        cards = pos["pile"] + [card for card in pos["discard"] if card not in GREYS]
        pos["discard"] = [card for card in pos["discard"] if card in GREYS]
        pos["pile"] = []
        return cards

    def settle(self, pos):
        """Puts a face on each unknown card, and checks that it is a possible one."""
        if not self.pool:
            return
        seen = []
        for mine, theirs in zip(self.places(pos), self.places(self.after)):
            if UNKNOWN in mine:
                seen += self.reveal(mine, theirs)
        assert Counter(seen) == Counter(
            self.pool
        ), f"the discard {self.pool} was shuffled, but these came out of it: {seen}"
        ordered = [pos["pile"]] + ([pos["rob"]["hand"]] if pos["rob"] else [])
        for cards in self.places(pos):
            if not any(cards is other for other in ordered):
                sort_cards(cards)

    @staticmethod
    def places(pos):
        """Where citizens drawn after a shuffle can be at the next decision."""
        places = [pos["pile"]]
        for seat in pos["seats"]:
            places += [seat["hand"], seat["packet"]]
        if pos["rob"]:
            places += [pos["rob"]["hand"], pos["rob"]["reserve"]]
        return places

    @staticmethod
    def reveal(mine, theirs):
        """Fills in the unknown cards of one list; order is checked when positions are compared."""
        known = Counter(card for card in mine if card != UNKNOWN)
        new = []
        for card in theirs:
            if known[card] > 0:
                known[card] -= 1
            else:
                new.append(card)
        assert len(mine) == len(theirs) and len(new) == mine.count(
            UNKNOWN
        ), f"{theirs} cannot have come from {mine}"
        faces = iter(new)
        mine[:] = [next(faces) if card == UNKNOWN else card for card in mine]
        return new


def apply(pos, seat, action, after):
    pos = clone(pos)
    chance = Chance(after)
    word, *words = action.split(" ")
    if word in CHOICE_POWERS:
        CHOICE_POWERS[word][2](pos, seat, *words)
        pos["drawn"] = []
        end_turn(pos, seat, chance)
    else:
        ACTIONS[word](pos, seat, chance, *words)
    chance.settle(pos)
    return pos


def ask(pos, phase, turn=None, district=None, step=None):
    """The next decision; what belongs to another phase is cleared."""
    pos.update(phase=phase, step=step, turn=turn, district=district)


# Deal and draft


def new_deal(pos, chance):
    """Step 1 of the protocol."""
    pos["last"], pos["second"] = None, False
    if pos["players"] == 1:
        fill_reserve(pos, chance)
        solo_draft(pos, chance, 1)
        return
    n = pos["players"]
    if len(pos["pile"]) < 6 * n:
        chance.refill(pos)
    size = max(size for size in (0, 2, 4, 6) if size * n <= len(pos["pile"]))  # CLX-7
    for seat in pos["seats"]:
        cards, pos["pile"] = pos["pile"][:size], pos["pile"][size:]
        sort_cards(cards)
        seat["hand" if size == 2 else "packet"] = cards  # the last two need no action
    if size >= 4:
        ask(pos, "draft", step=1)
    else:
        begin_play(pos, chance)


def keep(pos, seat, chance, *cards):
    """CLX-6; the packets go on when the last choice is in."""
    pos["seats"][seat]["choice"] = list(cards)
    if actors(pos):
        return
    rests = []
    for owner in pos["seats"]:
        rest = owner["packet"]
        for card in owner["choice"]:
            rest.remove(card)
        rests.append(rest)
    if pos["players"] == 1:
        discard(pos, rests[0])  # CLX-41
    chosen = [owner["choice"] for owner in pos["seats"]]
    for owner in pos["seats"]:
        add_sorted(owner["hand"], *owner["choice"])
        owner["packet"], owner["choice"] = [], []
    if pos["players"] == 1:
        solo_draft(pos, chance, pos["step"] + 1)
    else:
        pass_on(pos, chance, rests, chosen)


def pass_on(pos, chance, rests, chosen):
    """The packets go to the left; two cards are kept at once, and known to who passed them."""
    n = pos["players"]
    final = len(rests[0]) == 2
    for giver, cards in enumerate(rests):
        taker = (giver + 1) % n
        owner = pos["seats"][taker]
        if not final:
            owner["packet"] = cards
            continue
        add_sorted(owner["hand"], *cards)
        add_sorted(owner["known"][giver], *cards)
        if n == 2 and pos["step"] == 2:  # what was kept of the four: the rest came back
            add_sorted(owner["known"][giver], *chosen[taker])
    if final:
        begin_play(pos, chance)
    else:
        ask(pos, "draft", step=2)


def fill_reserve(pos, chance):
    """CLX-41."""
    reserve = pos["rob"]["reserve"]
    count = 5 - len(reserve)
    add_sorted(reserve, *draw(pos, chance, count))


def solo_draft(pos, chance, step):
    """Packets of three; fewer are kept without an action."""
    owner = pos["seats"][0]
    while step <= 3:
        cards = draw(pos, chance, 3)
        sort_cards(cards)
        if len(cards) == 3:
            owner["packet"] = cards
            ask(pos, "draft", step=step)
            return
        add_sorted(owner["hand"], *cards)
        step += 1
    begin_play(pos, chance)


def draw(pos, chance, count):
    """Solo: so many citizens, or as many as there are, the pile filled up if it is too short."""
    if len(pos["pile"]) < count:
        citizens = sum(card not in GREYS for card in pos["discard"])
        if len(pos["pile"]) + citizens <= count:
            return chance.refill_and_take_all(pos)
        chance.refill(pos)
    cards, pos["pile"] = pos["pile"][:count], pos["pile"][count:]
    return cards


# Play


def begin_play(pos, chance):
    if not any(owner["hand"] for owner in pos["seats"]):
        end_play(pos, chance)  # CLX-7: none dealt
    elif pos["players"] == 1:
        rob_turn(pos)  # CLX-42
        solo_turn(pos)
    else:
        next_turn(pos, pos["emperor"], chance)


def play_city(pos, seat, chance, card):
    leave_hand(pos, seat, card)
    pos["seats"][seat]["city"][DISTRICT_OF[card[0]]].append(card)
    end_turn(pos, seat, chance)


def play_capital(pos, seat, chance, card):
    """CLX-8: the card's district sets off its power, if it can be used (CLX-9)."""
    leave_hand(pos, seat, card)
    district = DISTRICT_OF[card[0]]
    pos["capital"][district].append(card)
    tile = pos["powers"][district]
    if tile in CHOICE_POWERS:
        prepare, choices, _ = CHOICE_POWERS[tile]
        prepare(pos, seat)
        if choices(pos, seat):
            ask(pos, "power", seat, district)
            return
    else:
        had_second = pos["second"]
        POWERS_AT_ONCE[tile](pos, seat)
        if pos["second"] and not had_second:
            return  # the same seat plays its second card
    end_turn(pos, seat, chance)


def end_turn(pos, seat, chance):
    """CLX-13, CLX-36, CLX-45."""
    pos["second"] = False
    empty = not pos["seats"][seat]["hand"]
    if pos["last"] is not None:
        pos["last"] -= 1
    elif empty:
        pos["last"] = max(1, pos["players"] - 1)
    if pos["last"] == 0:
        end_play(pos, chance)
    elif pos["players"] > 1:
        next_turn(pos, (seat + 1) % pos["players"], chance)
    elif pos["last"] is None:
        rob_turn(pos)
        solo_turn(pos)
    else:
        rob_turn(pos)  # his last one
        end_play(pos, chance)


def next_turn(pos, seat, chance):
    """A seat whose hand is empty has thereby had its turn."""
    ask(pos, "play", seat)
    if not pos["seats"][seat]["hand"]:
        end_turn(pos, seat, chance)


def solo_turn(pos):
    """The player's turn after ROB's: three red cards make it the last (CLX-45)."""
    reds = sum(card.startswith("red") for card in pos["rob"]["turned"])
    pos["last"] = 1 if reds >= 3 else None
    ask(pos, "play", 0)


def rob_turn(pos):
    """CLX-43, CLX-44."""
    rob = pos["rob"]
    if rob["deck"]:
        card = rob["deck"].pop(0)
        rob["turned"].append(card)
        if rob["hand"]:
            _, which, place = card.split(" ")
            rob_plays(pos, which, place)
    while len(rob["hand"]) < 2 and pos["pile"]:
        rob["hand"].append(pos["pile"].pop(0))


def rob_plays(pos, which, place):
    rob = pos["rob"]
    value = (max if which == "high" else min)(worth(card) for card in rob["hand"])

    def room(card):
        district = DISTRICT_OF[card[0]]
        return open_limit(pos, district) - total(rob["city"][district])

    candidates = [card for card in rob["hand"] if worth(card) == value]
    card = max(candidates, key=room)  # of equal rooms the first, that is the older card
    rob["hand"].remove(card)
    to_city = place == "city" and worth(card) <= room(card)
    (rob["city"] if to_city else pos["capital"])[DISTRICT_OF[card[0]]].append(card)


# End of the round


def end_play(pos, chance):
    """CLX-14, CLX-46; the modifiers are open from now on (CLX-15)."""
    pos["last"] = None
    for owner in pos["seats"]:
        for card in owner["hand"]:
            owner["city"][DISTRICT_OF[card[0]]].append(card)
        owner["hand"] = []
        owner["known"] = [[] for _ in owner["known"]]
    if pos["rob"]:
        lay_reserve(pos)
    resolution(pos, chance)


def lay_reserve(pos):
    """CLX-46."""
    rob = pos["rob"]
    for district in DISTRICTS:
        cards = [card for card in rob["reserve"] if DISTRICT_OF[card[0]] == district]
        for card in reversed(cards):  # the higher ones first
            if total(rob["city"][district]) + worth(card) <= open_limit(pos, district):
                rob["reserve"].remove(card)
                rob["city"][district].append(card)


def resolution(pos, chance, done=None):
    """CLX-16, from the city after `done` (a district and a seat that has decided)."""
    cities = [(district, who) for district in DISTRICTS for who in clockwise(pos)]
    if done:
        cities = cities[cities.index(done) + 1 :]
    for district, who in cities:
        if excess(pos, district, who) <= 0:
            continue
        if who != ROB and price(pos, district, who) is not None:
            ask(pos, "pay", who, district)
            return
        if who != ROB and district in pos["seats"][who]["guards"]:
            use_guard(pos, district, who)
        else:
            lose_district(pos, district, who)
    bonuses(pos, chance, DISTRICTS)


def lose_district(pos, district, who):
    city = holder(pos, who)["city"]
    discard(pos, city[district])
    city[district] = []


def use_guard(pos, district, seat):
    """CLX-31."""
    owner = pos["seats"][seat]
    owner["guards"].remove(district)
    while excess(pos, district, seat) > 0:
        card = newest_highest(owner["city"][district])
        remove_newest(owner["city"][district], card)
        discard(pos, [card])


def pay(pos, seat, chance):
    district = pos["district"]
    pos["seats"][seat]["gold"] -= price(pos, district, seat)
    resolution(pos, chance, (district, seat))


def lose(pos, seat, chance):
    district = pos["district"]
    lose_district(pos, district, seat)
    resolution(pos, chance, (district, seat))


def bonuses(pos, chance, districts):
    """CLX-17."""
    for district in districts:
        best = winners(pos, district)
        cards = pos["capital"][district]
        if len(best) == 1:
            if best[0] != ROB and len(extreme(cards, max)) > 1:  # CLX-10
                ask(pos, "bonus", best[0], district)
                return
            win(pos, district, best[0], newest_highest(cards) if cards else None)
        elif best:
            for who in best:
                holder(pos, who)["gold"] += 1
            if cards:
                card = newest_highest(cards)
                remove_newest(cards, card)
                discard(pos, [card])
    end_round(pos, chance)


def win(pos, district, who, card):
    """The bonus card, if there is one, and the Disciple's gold (CLX-29)."""
    owner = holder(pos, who)
    if card:
        remove_newest(pos["capital"][district], card)
        add_sorted(owner["bonus"], card)
    owner["gold"] += pos["capital_gold"][district]
    pos["capital_gold"][district] = 0


def bonus(pos, seat, chance, card):
    district = pos["district"]
    win(pos, district, seat, card)
    bonuses(pos, chance, DISTRICTS[DISTRICTS.index(district) + 1 :])


def end_round(pos, chance):
    """Step 5 of the protocol."""
    for owner in pos["seats"]:
        owner["gold"] += len(owner["guards"])  # CLX-31
        owner["guards"] = []
    pos["aristocrats"] = dict.fromkeys(DISTRICTS)  # CLX-30
    if pos["round"] == 3:
        pos["capital_gold"] = dict.fromkeys(DISTRICTS, 0)  # CLX-29
        ask(pos, "over")
        return
    pos["round"] += 1
    pos["emperor"] = (pos["emperor"] + 1) % pos["players"]  # CLX-18
    if in_play(pos, "agent"):
        pos["laid"] = []
        pos["modifiers"] = chance.modifiers()  # CLX-20
    if pos["rob"]:
        pos["rob"]["turned"] = []
        pos["rob"]["deck"] = chance.rob_deck()  # CLX-47
    new_deal(pos, chance)


ACTIONS = {
    "keep": keep,
    "city": play_city,
    "capital": play_capital,
    "pay": pay,
    "lose": lose,
    "bonus": bonus,
}


# --- Views and histories ------------------------------------------------------------------------


def masked(cards):
    """Hidden cards are null in their array, so that sizes stay visible."""
    return [None] * len(cards)


def view(pos, seat):
    """What a seat may know, or a spectator (None)."""
    seen = dict(pos)
    for name in ("pile", "modifiers", "grey"):
        seen[name] = masked(pos[name])
    if seat is None or pos["turn"] != seat:
        seen["drawn"] = masked(pos["drawn"])
    if pos["phase"] not in AFTER_PLAY:  # CLX-15
        seen["laid"] = [
            laid if laid["seat"] == seat else {**laid, "modifier": None} for laid in pos["laid"]
        ]
    seen["seats"] = [
        owner if s == seat else other_seat(pos, s, seat) for s, owner in enumerate(pos["seats"])
    ]
    if pos["rob"]:
        seen["rob"] = {**pos["rob"], "deck": masked(pos["rob"]["deck"])}
    return clone(seen)


def other_seat(pos, s, viewer):
    owner = pos["seats"][s]
    certain = [] if viewer is None else owner["known"][viewer]
    passed = viewer is not None and pos["step"] == 2 and (viewer + 1) % pos["players"] == s
    return {
        **owner,
        "hand": certain + [None] * (len(owner["hand"]) - len(certain)),
        "known": [known if s2 == viewer else None for s2, known in enumerate(owner["known"])],
        "packet": owner["packet"] if passed else masked(owner["packet"]),
        "choice": masked(owner["choice"]),
    }


def hidden(_, action, own):
    """An action in a history; the draft's choices are the only hidden ones."""
    return "keep ? ?" if action.startswith("keep ") and not own else action


def sealed(pos):
    """The open simultaneous decision: a step of a round's draft."""
    return (pos["round"], pos["step"]) if pos["phase"] == "draft" else None


# --- Shape: keys and types ----------------------------------------------------------------------


class Refused(Exception):
    """Why a position is none; the text is a short sentence."""


def need(condition, why):
    if not condition:
        raise Refused(why)


def is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


def need_keys(value, keys, name, ordered):
    need(isinstance(value, dict), f"{name} is no object")
    need(sorted(value) == sorted(keys), f"{name} has not the right keys")
    need(not ordered or list(value) == keys, f"{name} has its keys out of order")


def need_number(value, least, most, name):
    good = is_number(value) and least <= value and (most is None or value <= most)
    need(good, f"{name} is out of range or no number")


def need_text(value, texts, name):
    need(isinstance(value, str) and value in texts, f"{name} is no text that it may be")


def need_texts(value, texts, name, nulls=False):
    """An array of texts; with `nulls` each may be hidden."""
    need(isinstance(value, list), f"{name} is no array")
    for item in value:
        good = isinstance(item, str) and item in texts or (nulls and item is None)
        need(good, f"{name} holds something that it may not")


def need_city(value, name, ordered):
    need_keys(value, DISTRICTS, name, ordered)
    for district in DISTRICTS:
        need_texts(value[district], CARDS, f"{name} {district}")


def structure(pos, views, ordered):
    """Keys, types and ranges. `views`: null where a view hides; `ordered`: keys in order."""
    need_keys(pos, KEYS, "the position", ordered)
    need(pos["game"] == GAME, "game is another one")
    need_number(pos["players"], *PLAYERS, "players")
    n = pos["players"]
    need_keys(pos["options"], OPTION_KEYS, "options", ordered)
    need(all(isinstance(v, str) for v in pos["options"].values()), "an option is no text")
    structure_of_phase(pos, n, views)
    need_keys(pos["powers"], DISTRICTS, "powers", ordered)
    for district in DISTRICTS:
        need_text(pos["powers"][district], TILES[district], f"powers {district}")
    need_city(pos["capital"], "capital", ordered)
    need_texts(pos["pile"], CITIZENS, "pile", views)
    need_texts(pos["discard"], CARDS, "discard")
    need_texts(pos["display"], CITIZENS, "display")
    structure_of_material(pos, n, views, ordered)
    need(isinstance(pos["seats"], list), "seats is no array")
    need(len(pos["seats"]) == n, "seats are not as many as players")
    for s, owner in enumerate(pos["seats"]):
        structure_of_seat(owner, n, f"seat {s}", views, ordered)
    if n > 1:
        need(pos["rob"] is None, "rob is there with several players")
    else:
        structure_of_rob(pos["rob"], views, ordered)


def structure_of_phase(pos, n, views):
    need_number(pos["round"], 1, 3, "round")
    need_text(pos["phase"], PHASES, "phase")
    if pos["step"] is not None:
        need_number(pos["step"], 1, 3 if n == 1 else 2, "step")
    if pos["turn"] is not None:
        need_number(pos["turn"], 0, n - 1, "turn")
    need(isinstance(pos["second"], bool), "second is not true or false")
    if pos["last"] is not None:
        need_number(pos["last"], 1, max(1, n - 1), "last")
    if pos["district"] is not None:
        need_text(pos["district"], DISTRICTS, "district")
    need_texts(pos["drawn"], CARDS + MODIFIERS, "drawn", views)
    need_number(pos["emperor"], 0, n - 1, "emperor")


def structure_of_material(pos, n, views, ordered):
    need_texts(pos["modifiers"], MODIFIERS, "modifiers", views)
    need(isinstance(pos["laid"], list), "laid is no array")
    for laid in pos["laid"]:
        need_keys(laid, ["district", "seat", "modifier"], "a laid modifier", ordered)
        need_text(laid["district"], DISTRICTS, "a laid modifier's district")
        need_number(laid["seat"], 0, n - 1, "a laid modifier's seat")
        if not (views and laid["modifier"] is None):
            need_text(laid["modifier"], MODIFIERS, "a laid modifier")
    tile = pos["infiltrator"]
    if tile is not None:
        need_keys(tile, ["district", "side"], "infiltrator", ordered)
        need_text(tile["district"], DISTRICTS, "the infiltrator's district")
        need_text(tile["side"], SIDES, "the infiltrator's side")
    need_texts(pos["grey"], GREYS, "grey", views)
    for name in ("capital_gold", "aristocrats"):
        need_keys(pos[name], DISTRICTS, name, ordered)
    for district in DISTRICTS:
        need_number(pos["capital_gold"][district], 0, None, "the capital's gold")
        if pos["aristocrats"][district] is not None:
            need_number(pos["aristocrats"][district], 0, n - 1, "an aristocrat's seat")


def structure_of_seat(owner, n, name, views, ordered):
    need_keys(owner, SEAT_KEYS, name, ordered)
    for key in ("hand", "packet", "choice"):
        need_texts(owner[key], CITIZENS, f"{key} of {name}", views)
    need(isinstance(owner["known"], list), f"known of {name} is no array")
    need(len(owner["known"]) == n, f"known of {name} is not one entry a seat")
    for known in owner["known"]:
        if not (views and known is None):
            need_texts(known, CITIZENS, f"known of {name}")
    need_city(owner["city"], f"city of {name}", ordered)
    need_number(owner["gold"], 0, None, f"gold of {name}")
    need_texts(owner["guards"], DISTRICTS, f"guards of {name}")
    need_texts(owner["bonus"], CARDS, f"bonus of {name}")


def structure_of_rob(rob, views, ordered):
    need_keys(rob, ROB_KEYS, "rob", ordered)
    for key in ("hand", "reserve"):
        need_texts(rob[key], CITIZENS, f"ROB's {key}")
    need_city(rob["city"], "ROB's city", ordered)
    need_number(rob["gold"], 0, None, "ROB's gold")
    need_texts(rob["bonus"], CARDS, "ROB's bonus")
    need_texts(rob["deck"], ROB_KINDS, "ROB's deck", views)
    need_texts(rob["turned"], ROB_KINDS, "ROB's turned cards")


def shape(pos):
    """AssertionError unless keys, their order and all types are the protocol's."""
    try:
        structure(pos, views=True, ordered=True)
    except Refused as fault:
        raise AssertionError(str(fault)) from None


# --- What `set` accepts -------------------------------------------------------------------------


def check(pos):
    """None for a position that `set` accepts, else why it refuses it."""
    try:
        structure(pos, views=False, ordered=False)
        check_options(pos)
        check_material(pos)
        check_orders(pos)
        check_places(pos)
        check_hands(pos)
        check_phase(pos)
        CHECK_OF_PHASE.get(pos["phase"], lambda pos: None)(pos)
    except Refused as fault:
        return str(fault)
    return None


def check_options(pos):
    options, n = pos["options"], pos["players"]
    fault = option_fault(n, options)
    need(fault is None, fault)
    if options["first"] != "random":
        emperor = (int(options["first"]) + pos["round"] - 1) % n
        need(pos["emperor"] == emperor, "the emperor is not where the option and round say")
    tiles = tiles_of(options["powers"])
    mine = [pos["powers"][district] for district in DISTRICTS]
    need(tiles in (None, mine), "powers are not those of the option")
    need(n > 1 or not NOT_IN_SOLO & set(mine), "a tile that is not used in solo")


def all_cards(pos):
    """Every list of cards but `known` and `choice`, which repeat cards."""
    lists = [pos["pile"], pos["discard"], pos["grey"], pos["display"], pos["drawn"]]
    lists += pos["capital"].values()
    for owner in pos["seats"]:
        lists += [owner["hand"], owner["packet"], owner["bonus"], *owner["city"].values()]
    if pos["rob"]:
        rob = pos["rob"]
        lists += [rob["hand"], rob["reserve"], rob["bonus"], *rob["city"].values()]
    return lists


def check_material(pos):
    pieces = Counter(piece for cards in all_cards(pos) for piece in cards)
    pieces.update(pos["modifiers"])
    pieces.update(laid["modifier"] for laid in pos["laid"])
    citizens = all(pieces[card] == ALL_CITIZENS[card] for card in CITIZENS)
    need(citizens, "the citizens are not the 100")
    greys = in_play(pos, "recruiter") or in_play(pos, "foreigner")
    need(
        all(pieces[card] == (ALL_GREYS[card] if greys else 0) for card in GREYS),
        "the grey cards are not the right ones",
    )
    modifiers = 1 if in_play(pos, "agent") else 0
    need(all(pieces[m] == modifiers for m in MODIFIERS), "the modifiers are not the right ones")
    if pos["rob"]:
        cards = Counter(pos["rob"]["deck"] + pos["rob"]["turned"])
        need(cards == ROB_CARDS[pos["options"]["rob"]], "the ROB cards are not the 14")
    belongs = {
        "infiltrator": pos["infiltrator"] is None,
        "disciple": not any(pos["capital_gold"].values()),
        "aristocrat": all(seat is None for seat in pos["aristocrats"].values()),
        "explorer": not pos["display"],
        "sentinel": not any(owner["guards"] for owner in pos["seats"]),
    }
    for tile, absent in belongs.items():
        need(absent or in_play(pos, tile), f"there is material of the {tile}")


def check_orders(pos):
    lists = [pos["discard"], pos["display"]]
    for owner in pos["seats"]:
        lists += [owner["hand"], owner["packet"], owner["choice"], owner["bonus"], *owner["known"]]
    if pos["rob"]:
        lists += [pos["rob"]["reserve"], pos["rob"]["bonus"]]
    for cards in lists:
        need(cards == sorted(cards, key=CARD_ORDER.__getitem__), "cards out of order")
    for owner in pos["seats"]:
        guards = [d for d in DISTRICTS if d in owner["guards"]]
        need(owner["guards"] == guards, "guards out of order or twice")


def check_places(pos):
    """A citizen lies under its own colour; in the capital the Missionary may move it."""
    cities = [owner["city"] for owner in owners(pos)]
    if not in_play(pos, "missionary"):
        cities.append(pos["capital"])
    for city in cities:
        for district, cards in city.items():
            need(
                all(matching(card, district) == district for card in cards),
                "a citizen lies under another colour",
            )


def check_hands(pos):
    need(len(pos["display"]) <= 3, "more than three cards in the display")
    for s, owner in enumerate(pos["seats"]):
        hand = Counter(owner["hand"])
        need(len(owner["hand"]) <= 6, "a hand of more than six")
        need(not owner["known"][s], "a seat's own entry of known is not empty")
        for known in owner["known"]:
            need(not Counter(known) - hand, "a known card is not in the hand")
        need(
            not Counter(owner["choice"]) - Counter(owner["packet"]),
            "a chosen card is not in the packet",
        )
    if pos["rob"]:
        need(len(pos["rob"]["hand"]) <= 2, "ROB has more than two cards in hand")
        need(len(pos["rob"]["reserve"]) <= 5, "ROB has more than five cards in reserve")


def check_phase(pos):
    """`step`, `turn`, `district`, `drawn`, `last` and `second` against the phase."""
    phase = pos["phase"]
    need((pos["step"] is not None) == (phase == "draft"), "step against the phase")
    need((pos["turn"] is None) == (phase in ("draft", "over")), "turn against the phase")
    asked = phase in ("power", "pay", "bonus")
    need((pos["district"] is not None) == asked, "district against the phase")
    need(phase == "power" or not pos["drawn"], "drawn against the phase")
    in_turn = phase in ("play", "power")
    need(in_turn or pos["last"] is None, "last against the phase")
    need(in_turn or not pos["second"], "second against the phase")
    need(not pos["second"] or in_play(pos, "dualist"), "second without the Dualist")
    if phase != "draft":
        empty = not any(owner["packet"] or owner["choice"] for owner in pos["seats"])
        need(empty, "packets or choices after the draft")
    if phase in AFTER_PLAY:
        need(not any(owner["hand"] for owner in pos["seats"]), "hands after the end of the play")


def check_draft(pos):
    sizes = {len(owner["packet"]) for owner in pos["seats"]}
    need(len(sizes) == 1, "packets are not all alike")
    step = pos["step"]
    right = {3} if pos["players"] == 1 else {6, 4} if step == 1 else {4}
    need(sizes <= right, "packets do not fit the step")
    for owner in pos["seats"]:
        need(len(owner["hand"]) == 2 * (step - 1), "a hand does not fit the step")
        need(len(owner["choice"]) in (0, 2), "a choice is not of two cards")
    need(actors(pos), "all have chosen")


def check_play(pos):
    need(pos["seats"][pos["turn"]]["hand"], "the seat in turn has no card to play")


def check_power(pos):
    tile = pos["powers"][pos["district"]]
    need(tile in CHOICE_POWERS, "a power without a choice")
    drawn = pos["drawn"]
    if tile == "agent":
        good = len(drawn) == 1 and drawn[0] in MODIFIERS
    elif tile in ("recruiter", "foreigner"):
        good = len(drawn) == 1 and drawn[0] in GREYS
    elif tile == "proselytiser":
        good = (
            len(drawn) == 2
            and all(card in CITIZENS for card in drawn)
            and CARD_ORDER[drawn[0]] <= CARD_ORDER[drawn[1]]
        )
    else:
        good = not drawn
    need(good, "drawn does not fit the power")
    need(power_choices(pos, pos["turn"]), "the power cannot be used")
    full = len(pos["seats"][pos["turn"]]["hand"]) == 6  # although a card was just played
    need(not full or pos["district"] != "green", "the power would give a seventh card")


def check_pay(pos):
    need(price(pos, pos["district"], pos["turn"]) is not None, "the seat cannot choose to pay")


def check_bonus(pos):
    need(winners(pos, pos["district"]) == [pos["turn"]], "the seat is not the sole winner")
    need(len(extreme(pos["capital"][pos["district"]], max)) > 1, "no choice of a bonus card")


def check_over(pos):
    need(pos["round"] == 3, "over before round 3")


CHECK_OF_PHASE = {
    "draft": check_draft,
    "play": check_play,
    "power": check_power,
    "pay": check_pay,
    "bonus": check_bonus,
    "over": check_over,
}


def check_deal(pos, options):
    """AssertionError unless `new` with these options can have given the position."""
    shape(pos)
    fault = check(pos)
    assert fault is None, fault
    n = pos["players"]
    solo = n == 1
    assert pos["options"] == {**DEFAULTS, **options}, "options are not all filled in"
    assert (pos["round"], pos["phase"], pos["step"]) == (1, "draft", 1), "not the first draft"
    assert sum(map(len, pos["capital"].values())) == (4 if solo else 3), "cards in the capital"
    for district, cards in pos["capital"].items():
        assert all(DISTRICT_OF.get(c[0]) == district for c in cards), "a card in a wrong district"
    display = 3 if in_play(pos, "explorer") else 0
    assert len(pos["display"]) == display, "cards in the display"
    assert not pos["discard"] and not pos["laid"] and pos["infiltrator"] is None, "used material"
    assert not any(pos["capital_gold"].values()), "gold in the capital"
    assert set(pos["aristocrats"].values()) == {None}, "an aristocrat is not at the board"
    for owner in pos["seats"]:
        assert len(owner["packet"]) == (3 if solo else 6), "size of a packet"
        rest = [owner[key] for key in ("hand", "choice", "gold", "guards", "bonus")]
        assert not any(rest + owner["known"] + list(owner["city"].values())), "a seat owns more"
    rob = 0
    if solo:
        check_deal_of_rob(pos["rob"])
        rob = 2 + 5 + 1
    dealt = (4 + 3 if solo else 3 + 6 * n) + display + rob
    assert len(pos["pile"]) == 100 - dealt, "size of the pile"


def check_deal_of_rob(rob):
    """CLX-40, CLX-41."""
    assert len(rob["hand"]) == 2 and len(rob["reserve"]) == 5, "ROB's hand or reserve"
    assert sum(map(len, rob["city"].values())) == 1, "ROB's city"
    assert not any(card in GREYS for cards in rob["city"].values() for card in cards), "a grey card"
    assert not rob["gold"] and not rob["bonus"] and not rob["turned"], "ROB owns more"


# --- Mutations of positions ---------------------------------------------------------------------


def mutate(pos, rng):
    """A copy with one or two small changes; some results are still positions."""
    pos = clone(pos)
    for _ in range(rng.choice([1, 1, 2])):
        try:
            rng.choice(MUTATIONS)(pos, rng)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            pass  # an earlier change took away what this one needs
    return pos


def card_lists(pos):
    """All lists of cards, with `known` and `choice`."""
    lists = all_cards(pos)
    for owner in pos["seats"]:
        lists += [owner["choice"], *owner["known"]]
    return lists


def some_list(lists, rng):
    return rng.choice([cards for cards in lists if cards])


def tidy(pos):
    """Puts all sorted lists in order."""
    for owner in owners(pos):
        for key in ("packet", "choice", "bonus", "reserve"):
            sort_cards(owner.get(key, []))
        for cards in owner.get("known", []):
            sort_cards(cards)
    for owner in pos["seats"]:
        sort_cards(owner["hand"])
    sort_cards(pos["discard"])
    sort_cards(pos["display"])


def mutate_move_card(pos, rng):
    source = some_list(all_cards(pos), rng)
    rng.choice(card_lists(pos)).append(source.pop(rng.randrange(len(source))))
    if rng.random() < 0.7:
        tidy(pos)


def mutate_move_home(pos, rng):
    """A card to a district of its own colour."""
    source = some_list(all_cards(pos), rng)
    card = source.pop(rng.randrange(len(source)))
    place = rng.choice([pos["capital"]] + [owner["city"] for owner in owners(pos)])
    place[matching(card, rng.choice(DISTRICTS))].append(card)


def mutate_move_to_sorted(pos, rng):
    """A card of the pile to discard, display, a hand, bonus pile or reserve, in order."""
    lists = [pos["discard"], pos["display"]]
    for owner in owners(pos):
        lists += [owner["hand"], owner["bonus"], owner.get("reserve", owner["hand"])]
    rng.choice(lists).append(pos["pile"].pop())
    tidy(pos)


def mutate_swap_cards(pos, rng):
    one, two = some_list(card_lists(pos), rng), some_list(card_lists(pos), rng)
    i, j = rng.randrange(len(one)), rng.randrange(len(two))
    one[i], two[j] = two[j], one[i]
    if rng.random() < 0.6:
        tidy(pos)


def mutate_reorder(pos, rng):
    rng.shuffle(some_list(card_lists(pos), rng))


def mutate_shuffle_piles(pos, rng):
    for pile in (pos["pile"], pos["modifiers"], pos["grey"], (pos["rob"] or {}).get("deck", [])):
        rng.shuffle(pile)


def mutate_duplicate(pos, rng):
    cards = some_list(card_lists(pos), rng)
    cards.append(rng.choice(cards))
    if rng.random() < 0.6:
        tidy(pos)


def mutate_drop_card(pos, rng):
    some_list(card_lists(pos), rng).pop()


def mutate_change_card(pos, rng):
    cards = some_list(card_lists(pos), rng)
    cards[rng.randrange(len(cards))] = rng.choice(CARDS + ["b7", "x4", "b1", "", "B5"])


def mutate_grey(pos, rng):
    """A grey card to or from somewhere."""
    lists = [cards for cards in all_cards(pos) if any(card in GREYS for card in cards)]
    source = rng.choice(lists)
    card = rng.choice([card for card in source if card in GREYS])
    source.remove(card)
    rng.choice(all_cards(pos)).append(card)
    tidy(pos)


def mutate_number(pos, rng):
    """A number one more or less: gold, round, seats and so on."""
    places = [(pos, key) for key in ("round", "step", "turn", "last", "emperor", "players")]
    places += [(owner, "gold") for owner in owners(pos)]
    places += [(pos[key], d) for key in ("capital_gold", "aristocrats") for d in DISTRICTS]
    places += [(laid, "seat") for laid in pos["laid"]]
    place, key = rng.choice([(p, k) for p, k in places if is_number(p[k])])
    place[key] += rng.choice([-1, 1])


def mutate_gold(pos, rng):
    rng.choice(owners(pos))["gold"] = rng.randrange(9)


def mutate_round(pos, rng):
    """Another round, usually with the emperor that goes with it."""
    step = rng.choice([1, 2])
    pos["round"] = (pos["round"] - 1 + step) % 3 + 1
    if pos["options"]["first"] != "random" and rng.random() < 0.8:
        first = int(pos["options"]["first"])
        pos["emperor"] = (first + pos["round"] - 1) % pos["players"]


def mutate_scalar(pos, rng):
    values = {
        "phase": PHASES + ["deal", ""],
        "step": [None, 1, 2, 3],
        "turn": [None, 0, 1, 2, 3],
        "second": [True, False],
        "last": [None, 0, 1, 2, 3, 4],
        "district": [None] + DISTRICTS,
        "emperor": [0, 1, 2, 3],
        "round": [0, 1, 2, 3, 4],
        "players": [0, 1, 2, 3, 4, 5],
        "game": [GAME, "capitol"],
    }
    key = rng.choice(list(values))
    pos[key] = rng.choice(values[key])


def mutate_turn(pos, rng):
    if pos["turn"] is not None:
        pos["turn"] = rng.randrange(pos["players"])


def mutate_last(pos, rng):
    pos["last"] = rng.choice([None, 1, pos["players"] - 1])


def mutate_second(pos, rng):
    """Usually with the Dualist put in play."""
    pos["second"] = not pos["second"]
    if rng.random() < 0.5:
        put_in_play(pos, "green", "dualist")


def put_in_play(pos, district, tile):
    pos["powers"][district] = tile
    pos["options"]["powers"] = ",".join(pos["powers"][d] for d in DISTRICTS)


def mutate_tile(pos, rng):
    """Another tile, usually with the option that goes with it."""
    district = rng.choice(DISTRICTS)
    tile = rng.choice(TILES[district])
    if rng.random() < 0.7:
        put_in_play(pos, district, tile)
    else:
        pos["powers"][district] = tile


def mutate_option(pos, rng):
    key, value = rng.choice(
        [
            ("first", "0"),
            ("first", "1"),
            ("first", "3"),
            ("first", "random"),
            ("first", "x"),
            ("powers", "random"),
            ("powers", "A"),
            ("powers", "B"),
            ("powers", "C"),
            ("powers", "D"),
            ("powers", ",".join(pos["powers"].values())),
            ("powers", "agent"),
            ("powers", ""),
            ("gold_covers", "1"),
            ("gold_covers", "2"),
            ("gold_covers", "3"),
            ("gold_covers", 1),
            ("rob", "usual"),
            ("rob", "strong"),
            ("rob", "hard"),
            ("rob", "mild"),
        ]
    )
    pos["options"][key] = value


def mutate_power(pos, rng):
    """Phase `power` with some district, and often what is drawn for it."""
    district = rng.choice(DISTRICTS)
    if rng.random() < 0.3:
        put_in_play(pos, district, rng.choice(TILES[district]))
    seat = rng.randrange(pos["players"])
    pos.update(phase="power", step=None, turn=seat, district=district)
    prepare = CHOICE_POWERS.get(pos["powers"][district], [None])[0]
    if prepare and not pos["drawn"] and rng.random() < 0.8:
        prepare(pos, seat)


def mutate_end_play(pos, rng):
    """The hands are laid down; phase `pay`, `bonus` or `over` for some seat and district."""
    for owner in pos["seats"]:
        for card in owner["hand"]:
            owner["city"][DISTRICT_OF[card[0]]].append(card)
        owner.update(hand=[], known=[[] for _ in owner["known"]])
    phase = rng.choice(AFTER_PLAY)
    pos.update(phase=phase, step=None, second=False, last=None, turn=None, district=None)
    if phase == "over":
        if rng.random() < 0.7:
            pos["round"] = 3
            pos["options"]["first"] = "random"
        return
    pos.update(turn=rng.randrange(pos["players"]), district=rng.choice(DISTRICTS))
    if phase == "pay" and rng.random() < 0.8:
        put_in_play(pos, "yellow", "merchant")
        pos["seats"][pos["turn"]]["gold"] = rng.randrange(12)
    elif phase == "bonus" and rng.random() < 0.8:
        best = [d for d in DISTRICTS if winners(pos, d) == [pos["turn"]]]
        pos["district"] = rng.choice(best)
        put_in_play(pos, "pink", "missionary")
        high = extreme(pos["capital"][pos["district"]], max)
        fellow = rng.choice([c for c in pos["pile"] if c[1] == high[0][1] and c not in high])
        pos["pile"].remove(fellow)
        pos["capital"][pos["district"]].append(fellow)


def mutate_known(pos, rng):
    """A card of a hand becomes known to a seat, or a known one is forgotten."""
    owner = rng.choice(pos["seats"])
    known = rng.choice(owner["known"])
    if known and rng.random() < 0.5:
        known.pop(rng.randrange(len(known)))
    else:
        add_sorted(known, rng.choice(owner["hand"]))


def mutate_choice(pos, rng):
    """A choice of one to three cards of a packet is made, or one is taken back."""
    owner = rng.choice(pos["seats"])
    if owner["choice"]:
        owner["choice"] = []
    else:
        owner["choice"] = rng.sample(owner["packet"], rng.choice([1, 2, 2, 2, 3]))
        tidy(pos)


def mutate_packet(pos, rng):
    """Cards from the pile to a packet, or back, or packets of four for all."""
    if rng.random() < 0.4 and pos["step"] == 1:
        for owner in pos["seats"]:
            owner["choice"] = []
            while len(owner["packet"]) > 4:
                pos["pile"].append(owner["packet"].pop())
    elif rng.random() < 0.5:
        pos["pile"].append(rng.choice(pos["seats"])["packet"].pop())
    else:
        add_sorted(rng.choice(pos["seats"])["packet"], pos["pile"].pop())


def mutate_tile_material(pos, rng):
    """Infiltrator, Disciple, Aristocrat, Sentinel, Agent: their pieces somewhere else."""
    kind = rng.randrange(5)
    district = rng.choice(DISTRICTS)
    if kind == 0:
        side = rng.choice(["+", "-", "-", "+", "0"])
        pos["infiltrator"] = rng.choice([None, {"district": district, "side": side}])
    elif kind == 1:
        pos["capital_gold"][district] = rng.choice([0, 1, 2, -1])
    elif kind == 2:
        pos["aristocrats"][district] = rng.choice([None, 0, pos["players"] - 1])
    elif kind == 3:
        guards = rng.choice(pos["seats"])["guards"]
        guards.append(district)
        if rng.random() < 0.6:
            guards.sort(key=DISTRICTS.index)
    else:
        seat = rng.randrange(pos["players"])
        laid = {"district": district, "seat": seat, "modifier": pos["modifiers"].pop()}
        pos["laid"].append(laid)


def mutate_rob(pos, rng):
    rob = pos["rob"]
    kind = rng.randrange(4)
    if kind == 0:
        rob["turned"].append(rob["deck"].pop(0))
    elif kind == 1:
        rob["deck"].insert(0, rob["turned"].pop())
    elif kind == 2:
        rob["deck"][0] = rng.choice(ROB_KINDS + ["red high", "green high city"])
    else:
        rob["reserve"], rob["hand"] = rob["hand"], rob["reserve"]


def mutate_rob_there(pos, rng):
    if rng.random() < 0.2:
        empty = {district: [] for district in DISTRICTS}
        pos["rob"] = (
            None
            if pos["rob"]
            else {
                "hand": [],
                "reserve": [],
                "city": empty,
                "gold": 0,
                "bonus": [],
                "deck": list(ROB_CARDS["usual"].elements()),
                "turned": [],
            }
        )


def some_object(pos, rng):
    """Any object of the position, the position itself included."""
    objects = [
        pos,
        pos["options"],
        pos["powers"],
        pos["capital"],
        pos["capital_gold"],
        pos["aristocrats"],
        *pos["laid"],
        *pos["seats"],
    ]
    objects += [owner["city"] for owner in owners(pos)]
    objects += [value for value in (pos["rob"], pos["infiltrator"]) if value]
    return rng.choice(objects)


def mutate_drop_key(pos, rng):
    target = some_object(pos, rng)
    del target[rng.choice(list(target))]


def mutate_add_key(pos, rng):
    some_object(pos, rng)[rng.choice(["extra", "first", "red", "hands"])] = rng.choice([0, None])


def mutate_type(pos, rng):
    """Something of another type, null included."""
    target = some_object(pos, rng)
    key = rng.choice(list(target))
    target[key] = rng.choice([None, None, True, False, -1, 0, 1, "", "0", "blue", [], [None], {}])


def mutate_null_card(pos, rng):
    """As if it were a view."""
    cards = some_list(card_lists(pos), rng)
    cards[rng.randrange(len(cards))] = None


def mutate_seats(pos, rng):
    if rng.random() < 0.3:
        pos["seats"].append(clone(pos["seats"][0]))
    elif rng.random() < 0.3:
        pos["seats"].pop()
    else:
        rng.shuffle(pos["seats"])


MUTATIONS = [
    mutate_move_card,
    mutate_move_home,
    mutate_move_home,
    mutate_move_to_sorted,
    mutate_swap_cards,
    mutate_reorder,
    mutate_shuffle_piles,
    mutate_duplicate,
    mutate_drop_card,
    mutate_change_card,
    mutate_grey,
    mutate_number,
    mutate_gold,
    mutate_round,
    mutate_scalar,
    mutate_turn,
    mutate_last,
    mutate_second,
    mutate_tile,
    mutate_option,
    mutate_power,
    mutate_end_play,
    mutate_known,
    mutate_choice,
    mutate_packet,
    mutate_tile_material,
    mutate_rob,
    mutate_rob_there,
    mutate_drop_key,
    mutate_add_key,
    mutate_type,
    mutate_null_card,
    mutate_seats,
]
