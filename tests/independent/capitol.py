"""Capitol, modelled from the rules text and the protocol text alone.

A position is the plain dict of the referee's `state` answer. Rule numbers (CTL-..) are those of the
rules text; "protocol" means the notation and JSON of the game. Nothing random happens after the
deal: stacks are turned over, never shuffled (CTL-26), so `apply` needs no outcome of chance.
"""

import json
from collections import Counter

GAME = "capitol"
PLAYERS = (2, 4)
GAMES = 40

# ---------------------------------------------------------------------------------------- tables

DECKS = ("roof", "floor", "permit")
DECK_OF = {"r": "roof", "f": "floor", "b": "permit", "p": "permit", "m": "permit"}
LETTERS = "rfbpm"

# CTL-3: letter, highest value, copies of each value
CARD_TABLE = (("r", 7, 2), ("f", 8, 3), ("b", 8, 1), ("p", 8, 1), ("m", 8, 1))
ALL_CARDS = Counter(
    {
        f"{letter}{value}": copies
        for letter, highest, copies in CARD_TABLE
        for value in range(1, highest + 1)
    }
)

# Card order: the higher value first; equal values in the order r, f, b, p, m.
CARD_ORDER = sorted(ALL_CARDS, key=lambda card: (-int(card[1]), LETTERS.index(card[0])))
RANK = {card: place for place, card in enumerate(CARD_ORDER)}

DECK_SIZE = {
    deck: sum(copies for card, copies in ALL_CARDS.items() if DECK_OF[card[0]] == deck)
    for deck in DECKS
}
DEALT = {"roof": 2, "floor": 2, "permit": 4}  # CTL-5

SHAPES = ("round", "triangular")
ROOFS_OF_A_SHAPE = 5  # CTL-4
ALL_FLOORS = 90  # CTL-4
FIRST_BUILDINGS = ["1 round", "1 triangular", "2 round", "2 triangular"]  # CTL-6

# CTL-2: name, colour of its permits, free small squares (wide, tight), printed fountains
AREA_TABLE = (
    ("campus", "b", {"wide": 5, "tight": 5}, 2),
    ("tiber", "b", {"wide": 7, "tight": 6}, 0),
    ("capitoline", "b", {"wide": 7, "tight": 7}, 0),
    ("quirinal", "p", {"wide": 6, "tight": 5}, 1),
    ("viminal", "p", {"wide": 7, "tight": 6}, 0),
    ("esquiline", "p", {"wide": 7, "tight": 7}, 0),
    ("palatine", "m", {"wide": 6, "tight": 5}, 1),
    ("caelian", "m", {"wide": 7, "tight": 6}, 0),
    ("aventine", "m", {"wide": 7, "tight": 7}, 0),
)
AREAS = tuple(name for name, _, _, _ in AREA_TABLE)
AREA_PLACE = {name: place for place, name in enumerate(AREAS)}
COLOUR = {name: colour for name, colour, _, _ in AREA_TABLE}
PRINTED = sum(printed for _, _, _, printed in AREA_TABLE)

LARGE_TILES = ("amphitheatre", "temple")
AUCTIONS = 3
ROUNDS = 4
SCORE_LIMIT = 240

PHASES = ("build", "put", "bid", "place", "draw", "over")
OPTIONS = {
    "first": ("random", "0", "1", "2", "3"),
    "board": ("wide", "tight"),
    "zero_bids": ("unsold", "consul"),
    "draw": ("six", "up_to_six"),
    "floors": ("free", "tallest"),
}

KEYS = [
    "game",
    "players",
    "options",
    "round",
    "consul",
    "phase",
    "turn",
    "auction",
    "left",
    "first_floor",
    "supply",
    "decks",
    "areas",
    "seats",
]
PILE_KEYS = ["stack", "unseen", "discard"]
AREA_KEYS = ["name", "free", "fountains", "large", "shape", "built"]
SEAT_KEYS = ["hand", "known", "bid", "done", "works", "buildings", "roofs", "score"]


# ---------------------------------------------------------------------------- small common parts


def need(condition, message):
    """An assert that is not switched off by `python -O`."""
    if not condition:
        raise AssertionError(message)


def copied(value):
    """A deep copy of an object or a list; only those among its items need a copy of their own."""
    if type(value) is dict:
        return {
            key: copied(item) if type(item) in (dict, list) else item for key, item in value.items()
        }
    return [copied(item) if type(item) in (dict, list) else item for item in value]


def in_card_order(cards):
    return sorted(cards, key=RANK.__getitem__)


def different(cards):
    """The different cards among `cards`, in card order: equal cards are interchangeable."""
    return in_card_order(set(cards))


def whole_hand(seat):
    return [card for deck in DECKS for card in seat["hand"][deck]]


def hand_size(seat):
    return sum(len(seat["hand"][deck]) for deck in DECKS)


def parse_building(text):
    height, kind = text.split(" ")
    return int(height), kind


def building_order(text):
    height, kind = parse_building(text)
    return height, SHAPES.index(kind)


def turn_order(pos, start):
    players = pos["players"]
    return [(start + step) % players for step in range(players)]


def first_values(players):
    return ["random"] + [str(seat) for seat in range(players)]


def tile(pos):
    """CTL-14: what the present auction is about."""
    if pos["auction"] < AUCTIONS:
        return "fountain"
    return "amphitheatre" if pos["round"] <= 2 else "temple"


# ----------------------------------------------------------------------------------------- shape


def is_number(value):
    return type(value) is int


def is_text(value):
    return type(value) is str


def need_list(value, good, where):
    need(type(value) is list and all(good(item) for item in value), f"{where} is not such a list")


def shape(pos, whole=False, ordered=True):
    """Keys, their order and the types. `whole`: null is not allowed where only a view has it; not
    `ordered`: the keys may come in any order, as in `set`."""

    def need_keys(value, keys, where):
        need(type(value) is dict, f"{where} is not an object")
        right = list(value) == list(keys) if ordered else set(value) == set(keys)
        need(right, f"{where} has the keys {list(value)}, not {list(keys)}")

    def is_card(value):
        return is_text(value) or (value is None and not whole)

    def is_none_or(good):
        return lambda value: value is None or good(value)

    need_keys(pos, KEYS, "position")
    for key in ("game", "phase"):
        need(is_text(pos[key]), f"{key} is not a text")
    for key in ("players", "round", "consul", "auction", "left", "supply"):
        need(is_number(pos[key]), f"{key} is not a number")
    need(is_none_or(is_number)(pos["turn"]), "turn is neither a seat nor null")
    need(is_none_or(is_text)(pos["first_floor"]), "first_floor is neither a text nor null")
    need_keys(pos["options"], OPTIONS, "options")
    for key, value in pos["options"].items():
        need(is_text(value), f"option {key} is not a text")

    need_keys(pos["decks"], DECKS, "decks")
    for deck, pile in pos["decks"].items():
        need_keys(pile, PILE_KEYS, deck)
        need_list(pile["stack"], is_card, f"{deck} stack")
        need(is_number(pile["unseen"]), f"{deck} unseen is not a number")
        need_list(pile["discard"], is_text, f"{deck} discard")

    need(type(pos["areas"]) is list, "areas is not a list")
    for area in pos["areas"]:
        need_keys(area, AREA_KEYS, "area")
        need(is_text(area["name"]), "area name is not a text")
        for key in ("free", "fountains"):
            need(is_number(area[key]), f"area {key} is not a number")
        for key in ("large", "shape"):
            need(is_none_or(is_text)(area[key]), f"area {key} is neither a text nor null")
        need(type(area["built"]) is list, "built is not a list")
        for heights in area["built"]:
            need_list(heights, is_number, "built")

    need(type(pos["seats"]) is list, "seats is not a list")
    for seat in pos["seats"]:
        need_keys(seat, SEAT_KEYS, "seat")
        for key, good in (("hand", is_card), ("known", is_text)):
            need_keys(seat[key], DECKS, key)
            for deck in DECKS:
                need_list(seat[key][deck], good, f"{key} {deck}")
        if seat["bid"] is not None or whole:
            need_list(seat["bid"], is_text, "bid")
        need(type(seat["done"]) is bool, "done is not a boolean")
        need_list(seat["works"], is_number, "works")
        need_list(seat["buildings"], is_text, "buildings")
        need_keys(seat["roofs"], SHAPES, "roofs")
        for kind in SHAPES:
            need(is_number(seat["roofs"][kind]), f"roofs {kind} is not a number")
        need(is_number(seat["score"]), "score is not a number")


# --------------------------------------------------------------------------------------- options


def random_options(rng, players):
    """Each option is left out now and then, and then has its default."""
    options = {}
    for name, values in OPTIONS.items():
        if rng.random() < 0.7:
            options[name] = rng.choice(first_values(players) if name == "first" else values)
    return options


def bad_options():
    return [
        (2, {"first": "2"}),
        (3, {"first": "3"}),
        (4, {"first": "4"}),
        (2, {"first": "-1"}),
        (2, {"first": "00"}),
        (2, {"first": ""}),
        (3, {"first": "Random"}),
        (3, {"first": "1 "}),
        (2, {"board": "narrow"}),
        (2, {"board": "Wide"}),
        (3, {"board": ""}),
        (2, {"zero_bids": "sold"}),
        (4, {"zero_bids": "0"}),
        (2, {"draw": "seven"}),
        (4, {"draw": "6"}),
        (3, {"draw": "up to six"}),
        (2, {"floors": "highest"}),
        (4, {"floors": ""}),
        (2, {"colour": "blue"}),
        (2, {"Board": "wide"}),
        (4, {"": ""}),
        (3, {"board": "tight", "draw": "six", "zero_bids": "never"}),
        (3, {"board": "tight", "second_pair": "redraw"}),
    ]


def check_deal(pos, options):
    """CTL-5, CTL-6, ALL-2; the cards themselves are checked by `check`."""
    shape(pos, whole=True)
    fault = check(pos)
    need(fault is None, f"the deal is not a legal position: {fault}")
    expected = {name: options.get(name, values[0]) for name, values in OPTIONS.items()}
    need(pos["options"] == expected, "options are not those asked for")
    players = pos["players"]
    if expected["first"] != "random":
        need(pos["consul"] == int(expected["first"]), "the consul is not the first player")
    need(pos["round"] == 1 and pos["phase"] == "build", "not the start of round 1")
    need(pos["turn"] == pos["consul"], "the consul does not begin")
    need(pos["auction"] == 0 and pos["left"] == 0, "auction or left is not 0")
    need(pos["first_floor"] is None, "a first floor")
    need(pos["supply"] == ALL_FLOORS - 6 * players, "supply")
    for deck, pile in pos["decks"].items():
        size = DECK_SIZE[deck] - DEALT[deck] * players
        need(len(pile["stack"]) == size and pile["unseen"] == size - 1, f"{deck} stack")
        need(pile["discard"] == [], f"{deck} discard")
    for area, (name, _, squares, printed) in zip(pos["areas"], AREA_TABLE):
        need(
            area
            == {
                "name": name,
                "free": squares[expected["board"]],
                "fountains": printed,
                "large": None,
                "shape": None,
                "built": [[] for _ in range(players)],
            },
            f"area {name}",
        )
    for seat in pos["seats"]:
        for deck in DECKS:
            need(len(seat["hand"][deck]) == DEALT[deck], f"{deck} cards dealt")
            need(seat["known"][deck] == [], "nothing is known of a hand after the deal")
        need(seat["bid"] == [] and seat["done"] is False and seat["works"] == [], "seat")
        need(seat["buildings"] == FIRST_BUILDINGS, "first buildings")
        need(seat["roofs"] == {"round": 3, "triangular": 3}, "roofs")
        need(seat["score"] == 0, "score")


# ----------------------------------------------------------------------------------------- legal


def actors(pos):
    if pos["phase"] == "bid":
        return [number for number, seat in enumerate(pos["seats"]) if not seat["done"]]
    return [] if pos["phase"] == "over" else [pos["turn"]]


def legal(pos, seat):
    if seat not in actors(pos):
        return []
    return LEGAL[pos["phase"]](pos, pos["seats"][seat])


def may_stand(areas, area, height, roof):
    """CTL-10, CTL-11: may a building of this height and roof be put in this area?"""
    if area["free"] == 0:
        return False
    if area["shape"] is not None:
        tallest = max(max(heights, default=0) for heights in area["built"])
        return roof == area["shape"] and height in (tallest, tallest + 1)  # (b), (c)
    others = [
        other["shape"]
        for other in areas
        if other is not area and COLOUR[other["name"]] == COLOUR[area["name"]]
    ]
    return height == 1 and others != [roof, roof]  # (b), (d)


def legal_build(pos, seat):
    actions = []
    if pos["supply"] > 0:  # CTL-8
        actions += [f"floor {card}" for card in different(seat["hand"]["floor"])]
    roofs = [
        (height, roof)
        for height in sorted(set(seat["works"]))
        for roof in SHAPES
        if seat["roofs"][roof] > 0
    ]  # CTL-9
    actions += [
        f"roof {card} {height} {roof}"
        for card in different(seat["hand"]["roof"])
        for height, roof in roofs
    ]
    sites = [
        (building, area["name"])
        for building in sorted(set(seat["buildings"]), key=building_order)
        for area in pos["areas"]
        if may_stand(pos["areas"], area, *parse_building(building))
    ]
    actions += [
        f"permit {card} {building} {name}"
        for card in different(seat["hand"]["permit"])
        for building, name in sites
        if COLOUR[name] == card[0]
    ]
    actions += [f"null {card}" for card in different(whole_hand(seat))]  # CTL-12
    return actions + ["pass"]


def legal_put(pos, seat):
    """CTL-8: anywhere; or, with `tallest`, where the first floor of the card lets it."""
    heights = sorted(set(seat["works"]))
    if pos["options"]["floors"] == "tallest":
        heights = [1] if pos["first_floor"] == "new" else heights[-1:]
    actions = [f"put {height}" for height in heights]
    return actions if pos["first_floor"] == "highest" else actions + ["put new"]


def legal_bid(_, seat):
    rest = Counter(whole_hand(seat)) - Counter(seat["bid"])
    last = RANK[seat["bid"][-1]] if seat["bid"] else 0
    return [f"bid {card}" for card in different(rest) if RANK[card] >= last] + ["stop"]


def legal_place(pos, _):
    return [f"{tile(pos)} {area['name']}" for area in pos["areas"] if has_square(pos, area)]


def legal_draw(pos, _):
    return [f"draw {deck}" for deck in DECKS if pos["decks"][deck]["stack"]]


LEGAL = {
    "build": legal_build,
    "put": legal_put,
    "bid": legal_bid,
    "place": legal_place,
    "draw": legal_draw,
}


def has_square(pos, area):
    """CTL-18: is there a square of this area for the tile of the present auction?"""
    return area["free"] > 0 if tile(pos) == "fountain" else area["large"] is None


# ----------------------------------------------------------------------------------------- apply


def apply(pos, seat, action, after=None):
    """The position after the action. `after` is not looked at: there is no chance (CTL-26)."""
    need(action in legal(pos, seat), f"seat {seat} may not {action}")
    pos = copied(pos)
    verb, *words = action.split(" ")
    APPLY[verb](pos, seat, *words)
    return pos


def turn_over(pile):
    """CTL-26: at once, the oldest discard on top, all of it known."""
    if not pile["stack"] and pile["discard"]:
        pile["stack"] = pile["discard"][::-1]
        pile["discard"] = []
        pile["unseen"] = 0


def discard(pos, seat, card):
    """CTL-13, CTL-16: from the hand, and from what is known of it, to the discard pile."""
    deck = DECK_OF[card[0]]
    for cards in (pos["seats"][seat]["hand"][deck], pos["seats"][seat]["known"][deck]):
        if card in cards:
            cards.remove(card)
    pos["decks"][deck]["discard"].insert(0, card)
    turn_over(pos["decks"][deck])


def next_builder(pos, seat):
    """CTL-7: the next in turn who has not passed; when all have, the first auction."""
    pos["left"] = 0
    for other in turn_order(pos, (seat + 1) % pos["players"]):
        if not pos["seats"][other]["done"]:
            pos["phase"], pos["turn"] = "build", other
            return
    start_auction(pos, 1)


def apply_floor(pos, seat, card):
    """CTL-8: two floors, or the last one."""
    discard(pos, seat, card)
    pos["phase"] = "put"
    pos["left"] = min(2, pos["supply"])
    pos["supply"] -= pos["left"]


def apply_put(pos, seat, height):
    works = pos["seats"][seat]["works"]
    if height == "new":
        works.append(1)
    else:
        works[works.index(int(height))] += 1
    works.sort()
    pos["left"] -= 1
    pos["first_floor"] = None
    if pos["left"] == 0:
        next_builder(pos, seat)
    elif pos["options"]["floors"] == "tallest":
        pos["first_floor"] = "new" if height == "new" else "highest"


def apply_roof(pos, seat, card, height, roof):
    """CTL-9"""
    discard(pos, seat, card)
    own = pos["seats"][seat]
    own["works"].remove(int(height))
    own["roofs"][roof] -= 1
    own["buildings"].append(f"{height} {roof}")
    own["buildings"].sort(key=building_order)
    next_builder(pos, seat)


def apply_permit(pos, seat, card, height, roof, name):
    """CTL-10"""
    discard(pos, seat, card)
    pos["seats"][seat]["buildings"].remove(f"{height} {roof}")
    area = pos["areas"][AREA_PLACE[name]]
    area["free"] -= 1
    area["shape"] = roof
    area["built"][seat].append(int(height))
    area["built"][seat].sort()
    next_builder(pos, seat)


def apply_null(pos, seat, card):
    """CTL-12"""
    discard(pos, seat, card)
    next_builder(pos, seat)


def apply_pass(pos, seat):
    pos["seats"][seat]["done"] = True
    next_builder(pos, seat)


def start_auction(pos, number):
    pos["phase"], pos["turn"], pos["auction"] = "bid", None, number
    for seat in pos["seats"]:
        seat["bid"], seat["done"] = [], False


def end_auction(pos):
    """The tile is placed or has left the game: the next auction, or the scoring."""
    if pos["auction"] < AUCTIONS:
        start_auction(pos, pos["auction"] + 1)
    else:
        score(pos)


def apply_bid(pos, seat, card):
    pos["seats"][seat]["bid"].append(card)


def apply_stop(pos, seat):
    pos["seats"][seat]["done"] = True
    if all(other["done"] for other in pos["seats"]):
        show_bids(pos)


def winner_of(pos):
    """CTL-16, CTL-17: the winner's seat, or None if the tile is unsold."""

    def strength(seat):
        values = [int(card[1]) for card in pos["seats"][seat]["bid"]]
        return sum(values), max(values, default=0)

    order = turn_order(pos, pos["consul"])
    best = max(order, key=strength)  # the first of equals in turn order
    if pos["seats"][best]["bid"]:
        return best
    return pos["consul"] if pos["options"]["zero_bids"] == "consul" else None


def show_bids(pos):
    """CTL-15 to CTL-18, CTL-29"""
    for seat in pos["seats"]:
        for deck in DECKS:
            shown = Counter(card for card in seat["bid"] if DECK_OF[card[0]] == deck)
            known = Counter(seat["known"][deck]) | shown  # of each card the greater number
            seat["known"][deck] = in_card_order(known.elements())
    winner = winner_of(pos)
    if winner is not None:
        for card in pos["seats"][winner]["bid"]:
            discard(pos, winner, card)
    for seat in pos["seats"]:
        seat["bid"], seat["done"] = [], False
    if winner is not None and any(has_square(pos, area) for area in pos["areas"]):
        pos["phase"], pos["turn"] = "place", winner
    else:
        end_auction(pos)


def apply_fountain(pos, _, name):
    area = pos["areas"][AREA_PLACE[name]]
    area["free"] -= 1
    area["fountains"] += 1
    end_auction(pos)


def apply_amphitheatre(pos, _, name):
    pos["areas"][AREA_PLACE[name]]["large"] = "amphitheatre"
    end_auction(pos)


def apply_temple(pos, _, name):
    pos["areas"][AREA_PLACE[name]]["large"] = "temple"
    end_auction(pos)


def ranking(area):
    """CTL-19 to CTL-22: the seats that are first in an area, and those that are second."""
    floors = {seat: sum(heights) for seat, heights in enumerate(area["built"]) if heights}
    if not floors:
        return [], []
    most = max(floors.values())
    tied = [seat for seat in floors if floors[seat] == most]
    if len(tied) == 1:
        rest = {seat: count for seat, count in floors.items() if seat not in tied}
        next_most = max(rest.values(), default=0)
        return tied, [seat for seat in rest if rest[seat] == next_most]  # CTL-19, CTL-22
    tallest = max(max(area["built"][seat]) for seat in tied)
    first = [seat for seat in tied if max(area["built"][seat]) == tallest]
    if len(first) == 1:
        return first, [seat for seat in tied if seat not in first]  # CTL-20
    return first, []  # CTL-21


def score(pos):
    for area in pos["areas"]:
        times = 2 if area["large"] == "temple" else 1  # CTL-23
        first, second = ranking(area)
        for seat in first:
            pos["seats"][seat]["score"] += times * (2 + area["fountains"])
        for seat in second:
            pos["seats"][seat]["score"] += times * area["fountains"]
    pos["auction"] = 0
    if pos["round"] == ROUNDS:
        pos["phase"], pos["turn"] = "over", None
    else:
        pos["phase"] = "draw"
        next_drawer(pos, turn_order(pos, pos["consul"]))


def extra_cards(pos, seat):
    """CTL-25"""
    extra = 0
    for area in pos["areas"]:
        if area["large"] == "amphitheatre":
            first, second = ranking(area)
            extra += 2 * (seat in first) + (seat in second)
    return extra


def cards_due(pos, seat):
    """CTL-24, CTL-25: how many cards a seat with this hand draws."""
    six = 6
    if pos["options"]["draw"] == "up_to_six":
        six = max(0, 6 - hand_size(pos["seats"][seat]))
    return six + extra_cards(pos, seat)


def no_card_left(pos):
    return all(not pile["stack"] for pile in pos["decks"].values())


def next_drawer(pos, waiting):
    """The first of the seats `waiting` that has cards to draw; if there is none, the next round."""
    if not no_card_left(pos):
        for seat in waiting:
            due = cards_due(pos, seat)
            if due > 0:
                pos["turn"], pos["left"] = seat, due
                return
    pos["round"] += 1
    pos["consul"] = (pos["consul"] + 1) % pos["players"]  # CTL-27
    pos["phase"], pos["turn"], pos["left"] = "build", pos["consul"], 0


def apply_draw(pos, seat, deck):
    pile = pos["decks"][deck]
    card = pile["stack"].pop(0)
    pile["unseen"] = max(0, pile["unseen"] - 1)  # the next card is now in sight
    turn_over(pile)
    for cards in (pos["seats"][seat]["hand"][deck], pos["seats"][seat]["known"][deck]):
        cards.append(card)
        cards.sort(key=RANK.__getitem__)
    pos["left"] -= 1
    if pos["left"] == 0 or no_card_left(pos):
        order = turn_order(pos, pos["consul"])
        next_drawer(pos, order[order.index(seat) + 1 :])


APPLY = {
    "floor": apply_floor,
    "put": apply_put,
    "roof": apply_roof,
    "permit": apply_permit,
    "null": apply_null,
    "pass": apply_pass,
    "bid": apply_bid,
    "stop": apply_stop,
    "fountain": apply_fountain,
    "amphitheatre": apply_amphitheatre,
    "temple": apply_temple,
    "draw": apply_draw,
}


# ----------------------------------------------------------------------------- views and results


def view(pos, seat):
    """CTL-29: the position as a seat, or a spectator (None), may know it."""
    seen = copied(pos)
    for pile in seen["decks"].values():
        if pile["unseen"] > 0:
            pile["stack"][-pile["unseen"] :] = [None] * pile["unseen"]
    for number, other in enumerate(seen["seats"]):
        if number == seat:
            continue
        for deck in DECKS:
            unknown = len(other["hand"][deck]) - len(other["known"][deck])
            other["hand"][deck] = other["known"][deck] + [None] * unknown
        if pos["phase"] == "bid":
            other["bid"] = None
    return seen


def hidden(_, action, own):
    """Every action of Capitol is open once it appears in the history."""
    return action


def sealed(pos):
    """ALL-5: the bids of an auction appear together, when the last seat has stopped."""
    return ("bid", pos["round"], pos["auction"]) if pos["phase"] == "bid" else None


def result(pos):
    """CTL-28, ALL-1; empty while the game is not over."""
    if pos["phase"] != "over":
        return {}
    scores = [seat["score"] for seat in pos["seats"]]
    places = [1 + sum(other > mine for other in scores) for mine in scores]
    return {"scores": scores, "places": places}


# ----------------------------------------------------------------------------------------- check


def check(pos):
    """None if `set` must accept the position, else why it must refuse it."""
    try:
        shape(pos, whole=True, ordered=False)
        for part in (
            check_frame,
            check_cards,
            check_seats,
            check_areas,
            check_material,
            check_tiles,
            check_phase,
            check_draw,
        ):
            part(pos)
    except AssertionError as fault:
        return str(fault)
    return None


def check_frame(pos):
    players = pos["players"]
    need(pos["game"] == GAME, "another game")
    need(PLAYERS[0] <= players <= PLAYERS[1], "players out of range")
    for name, value in pos["options"].items():
        values = first_values(players) if name == "first" else OPTIONS[name]
        need(value in values, f"option {name} has no such value")
    need(1 <= pos["round"] <= ROUNDS, "round out of range")
    need(0 <= pos["consul"] < players, "consul is no seat")
    first = pos["options"]["first"]
    if first != "random":  # CTL-27
        need(
            pos["consul"] == (int(first) + pos["round"] - 1) % players,
            "consul does not follow from first and round",
        )
    need(pos["phase"] in PHASES, "unknown phase")
    need(len(pos["seats"]) == players, "not one seat a player")
    need(tuple(area["name"] for area in pos["areas"]) == AREAS, "not the nine areas in order")
    need(pos["supply"] >= 0, "supply below 0")


def need_cards(cards, deck, where, ordered):
    for card in cards:
        need(card in ALL_CARDS and DECK_OF[card[0]] == deck, f"{where}: {card} is no {deck} card")
    if ordered:
        need(cards == in_card_order(cards), f"{where}: not in card order")


def check_cards(pos):
    """CTL-3: the 62 cards, in the right decks; what is unseen of the stacks."""
    all_cards = Counter()
    for deck, pile in pos["decks"].items():
        stack, unseen = pile["stack"], pile["unseen"]
        need_cards(stack, deck, f"{deck} stack", False)
        need_cards(pile["discard"], deck, f"{deck} discard", False)
        need(stack or not pile["discard"], f"{deck}: an empty stack beside a discard pile")
        need(unseen in (0, max(0, len(stack) - 1)), f"{deck}: neither 0 nor all but the top unseen")
        need(
            unseen <= DECK_SIZE[deck] - DEALT[deck] * pos["players"] - 1,
            f"{deck}: more unseen than the deal left",
        )
        all_cards.update(stack)
        all_cards.update(pile["discard"])
        for seat in pos["seats"]:
            hand, known = seat["hand"][deck], seat["known"][deck]
            need_cards(hand, deck, f"{deck} hand", True)
            need_cards(known, deck, f"{deck} known", True)
            need(not Counter(known) - Counter(hand), f"{deck}: known cards not in the hand")
            need(len(hand) - len(known) <= DEALT[deck], f"{deck}: more unknown than dealt")
            all_cards.update(hand)
    need(all_cards == ALL_CARDS, "not the 62 cards")


def check_seats(pos):
    for seat in pos["seats"]:
        need(all(height >= 1 for height in seat["works"]), "a work without floors")
        need(seat["works"] == sorted(seat["works"]), "works not ascending")
        for text in seat["buildings"]:
            height, _, kind = text.partition(" ")
            # ASCII digits without a leading zero, and a shape
            need(
                height.isascii() and height.isdigit() and height[0] != "0" and kind in SHAPES,
                f"{text!r} is no building",
            )
        need(
            seat["buildings"] == sorted(seat["buildings"], key=building_order),
            "buildings not in order",
        )
        need(all(count >= 0 for count in seat["roofs"].values()), "roofs below 0")
        need(0 <= seat["score"] <= SCORE_LIMIT, "score out of range")
        need(
            seat["score"] == 0 or pos["round"] > 1 or pos["phase"] == "draw",
            "a score before the first scoring",
        )
        for card in seat["bid"]:
            need(card in ALL_CARDS, f"bid: {card} is no card")
        need(seat["bid"] == in_card_order(seat["bid"]), "bid not in card order")
        need(not Counter(seat["bid"]) - Counter(whole_hand(seat)), "a bid that is not in the hand")


def check_areas(pos):
    """CTL-2, CTL-11"""
    shapes = {"b": [], "p": [], "m": []}
    for area, (name, colour, squares, printed) in zip(pos["areas"], AREA_TABLE):
        need(area["large"] in (None, *LARGE_TILES), f"{name}: unknown large tile")
        need(area["shape"] in (None, *SHAPES), f"{name}: unknown shape")
        need(len(area["built"]) == pos["players"], f"{name}: built not for each seat")
        for heights in area["built"]:
            need(heights == sorted(heights), f"{name}: heights not ascending")
        heights = [height for own in area["built"] for height in own]
        need(area["free"] >= 0 and area["fountains"] >= printed, f"{name}: too few squares")
        need(
            area["free"] + area["fountains"] - printed + len(heights)
            == squares[pos["options"]["board"]],
            f"{name}: squares do not add up",
        )
        need((area["shape"] is None) == (not heights), f"{name}: shape against the buildings")
        # (b), (c): laid in ascending order, from 1 on and without a gap
        need(set(heights) == set(range(1, len(set(heights)) + 1)), f"{name}: heights")
        shapes[colour].append(area["shape"])
    for three in shapes.values():  # (d)
        need(three not in ([kind] * 3 for kind in SHAPES), "three areas of a colour of one shape")


def check_material(pos):
    """CTL-4: 90 floors, and of each seat five roofs of each shape."""
    floors = pos["supply"] + (pos["left"] if pos["phase"] == "put" else 0)
    for number, seat in enumerate(pos["seats"]):
        roofs = Counter(seat["roofs"])
        floors += sum(seat["works"])
        for text in seat["buildings"]:
            height, kind = parse_building(text)
            floors += height
            roofs[kind] += 1
        for area in pos["areas"]:
            floors += sum(area["built"][number])
            if area["built"][number]:
                roofs[area["shape"]] += len(area["built"][number])
        need(all(roofs[kind] == ROOFS_OF_A_SHAPE for kind in SHAPES), "not five roofs of a shape")
    need(floors == ALL_FLOORS, "not 90 floors")


def check_tiles(pos):
    """CTL-14, CTL-17: tiles on the board against the auctions that are over. There are always free
    squares (40 buildings and 8 fountains on 54 or more), so with `consul` every tile is there."""
    auctions = pos["auction"] - 1 if pos["phase"] in ("bid", "place") else 0
    if pos["phase"] in ("draw", "over"):
        auctions = AUCTIONS
    offered = Counter(fountain=0, amphitheatre=0, temple=0)
    for number in range(1, pos["round"] + 1):
        held = AUCTIONS if number < pos["round"] else auctions
        offered["fountain"] += min(held, 2)
        offered["amphitheatre" if number <= 2 else "temple"] += held == AUCTIONS
    placed = Counter(area["large"] for area in pos["areas"])
    placed["fountain"] = sum(area["fountains"] for area in pos["areas"]) - PRINTED
    for kind, count in offered.items():
        need(placed[kind] <= count, f"more tiles than offered: {kind}")
        if pos["options"]["zero_bids"] == "consul":
            need(placed[kind] == count, f"fewer tiles than offered: {kind}")


def check_phase(pos):
    phase, turn, seats = pos["phase"], pos["turn"], pos["seats"]
    if phase in ("bid", "over"):
        need(turn is None, f"turn in {phase}")
    else:
        need(turn is not None and 0 <= turn < pos["players"], "turn is no seat")
    if phase in ("bid", "place"):
        need(1 <= pos["auction"] <= AUCTIONS, "auction out of range")
    else:
        need(pos["auction"] == 0, f"auction in {phase}")
    if phase == "put":
        need(1 <= pos["left"] <= 2, "left out of range")
    elif phase != "draw":
        need(pos["left"] == 0, f"left in {phase}")
    check_first_floor(pos)
    done = [seat["done"] for seat in seats]
    if phase in ("build", "put"):
        need(not done[turn], "the seat in turn has passed")
    elif phase == "bid":
        need(not all(done), "all have stopped")
    else:
        need(not any(done), f"done in {phase}")
    if phase != "bid":
        need(not any(seat["bid"] for seat in seats), f"a bid in {phase}")
    need(phase != "draw" or pos["round"] < ROUNDS, "draw in the last round")
    need(phase != "over" or pos["round"] == ROUNDS, "over before the last round")


def check_first_floor(pos):
    """CTL-8: told only while one of two floors is left, and then it agrees with the works."""
    first = pos["first_floor"]
    if pos["options"]["floors"] == "free" or pos["phase"] != "put" or pos["left"] != 1:
        need(first is None, "a first floor where there is none")
        return
    works = sorted(pos["seats"][pos["turn"]]["works"])
    if first is None:
        need(pos["supply"] == 0, "no first floor though the card took two")
    elif first == "new":
        need(1 in works, "a new work that is not there")
    else:
        need(first == "highest", "no such first floor")
        need(works[-1:] >= [2] and works.count(works[-1]) == 1, "no single highest work")


def check_draw(pos):
    """CTL-24, CTL-25. With `up_to_six` a card drawn makes the hand larger and what is left smaller,
    so that what the present hand is due bounds what is left in the middle of a draw too."""
    if pos["phase"] == "draw":
        need(pos["left"] >= 1, "nothing left to draw")
        need(pos["left"] <= cards_due(pos, pos["turn"]), "more to draw than is due")
        need(not no_card_left(pos), "no card to draw")


# --------------------------------------------------------------------------- illegal action texts

MALFORMED = (
    "",
    " ",
    "?",
    "pass ",
    " pass",
    "PASS",
    "pass pass",
    "passe",
    "pass\t",
    "floor",
    "floor ",
    "floor f9",
    "floor f0",
    "floor 5",
    "floor F5",
    "roof",
    "roof r1",
    "roof r1 1",
    "roof r8 1 round",
    "roof r1 0 round",
    "roof r1 1 square",
    "roof r1 round 1",
    "roof r1 01 round",
    "permit",
    "permit b1 1 round",
    "permit b1 1 round rome",
    "permit b1 0 round campus",
    "null",
    "null ?",
    "null r8",
    "null m9",
    "put",
    "put 0",
    "put 01",
    "put -1",
    "put +1",
    "put 1.0",
    "put NEW",
    "put new 1",
    "put 99999999999999999999",
    "bid",
    "bid ?",
    "bid r8",
    "bid b9",
    "bid f1 f1",
    "bid stop",
    "stop 1",
    "Stop",
    "fountain",
    "fountain rome",
    "fountain 0",
    "temple",
    "temple Campus",
    "amphitheatre",
    "amphitheater campus",
    "draw",
    "draw card",
    "draw r1",
    "draw roof roof",
    "draw permits",
    "place campus",
    "build",
    "stay",
    "null null",
)


def random_action(rng):
    """A well-formed action of any phase."""
    verb = rng.choice(tuple(APPLY))
    card = rng.choice(CARD_ORDER)
    height = str(rng.choice((1, 1, 1, 2, 2, 3, 4, 5)))
    roof = rng.choice(SHAPES)
    area = rng.choice(AREAS)
    words = {
        "floor": [card],
        "put": [rng.choice((height, "new"))],
        "roof": [card, height, roof],
        "permit": [card, height, roof, area],
        "null": [card],
        "pass": [],
        "bid": [card],
        "stop": [],
        "draw": [rng.choice(DECKS)],
    }
    return " ".join([verb] + words.get(verb, [area]))


def bent_action(action, rng):
    """A legal action with one word changed, left out or added, or with other spacing."""
    words = action.split(" ")
    place = rng.randrange(len(words))
    kind = rng.randrange(6)
    if kind == 0:
        words[place] = rng.choice((*APPLY, *CARD_ORDER, *SHAPES, *AREAS, *DECKS, "0", "1", "2"))
    elif kind == 1:
        del words[place]
    elif kind == 2:
        words.insert(place, rng.choice((*CARD_ORDER, *AREAS, "1", "new", "")))
    elif kind == 3:
        words[place] = words[place].upper()
    elif kind == 4:
        return rng.choice((action + " ", " " + action, action.replace(" ", "  ", 1)))
    else:
        other = rng.choice(CARD_ORDER)
        words = [other if word in ALL_CARDS else word for word in words]
    return " ".join(words)


def illegal(pos, seat, rng):
    actions = legal(pos, seat)
    while True:
        kind = rng.randrange(4)
        if kind == 0:
            text = rng.choice(MALFORMED)
        elif kind == 1 or not actions:
            text = random_action(rng)
        else:
            text = bent_action(rng.choice(actions), rng)
        if text not in actions:
            return text


# ---------------------------------------------------------------------------------------- mutate
# Every change takes a copy of a position and the generator, and changes the copy. It may find
# nothing to change, or, after another change, not find what it expects: mutate() sees to both.


def change_number(pos, rng):
    key = rng.choice(("players", "round", "consul", "turn", "auction", "left", "supply"))
    pos[key] = (pos[key] or 0) + rng.choice((-1, 1))


def change_turn(pos, rng):
    pos["turn"] = rng.choice((*range(pos["players"]), pos["players"], -1, None))


def change_round(pos, rng):
    """Round and consul together, as they belong together."""
    steps = rng.choice((-1, 1))
    pos["round"] += steps
    pos["consul"] = (pos["consul"] + steps) % pos["players"]


def change_option(pos, rng):
    name = rng.choice(tuple(OPTIONS))
    pos["options"][name] = rng.choice((*OPTIONS[name], *OPTIONS[name], "", "none"))


def change_first(pos, rng):
    pos["options"]["first"] = "random"
    if rng.random() < 0.5:
        pos["consul"] = rng.randrange(pos["players"])


def change_phase(pos, rng):
    pos["phase"] = rng.choice(PHASES)


def enter_phase(pos, rng):
    """Another phase with what belongs to it."""
    phase = pos["phase"] = rng.choice(PHASES)
    pos["turn"] = None if phase in ("bid", "over") else rng.randrange(pos["players"])
    pos["auction"] = rng.randint(1, AUCTIONS) if phase in ("bid", "place") else 0
    pos["left"], pos["first_floor"] = 0, None
    for seat in pos["seats"]:
        seat["bid"], seat["done"] = [], False
    if phase == "put":
        pos["left"] = rng.randint(1, 2)
        pos["supply"] -= pos["left"]
        if rng.random() < 0.7:
            put_first_floor(pos, rng)
    elif phase == "draw":
        pos["left"] = rng.randint(1, cards_due(pos, pos["turn"]) + 1)


def put_first_floor(pos, rng):
    pos["first_floor"] = rng.choice(("highest", "new", None))
    if rng.random() < 0.7:
        pos["options"]["floors"] = "tallest"


def change_first_floor(pos, rng):
    pos["first_floor"] = rng.choice(("highest", "new", None, None, "tallest", ""))


def change_left(pos, rng):
    if pos["phase"] == "draw":
        pos["left"] = cards_due(pos, pos["turn"]) + rng.choice((-1, 0, 1))
    else:
        pos["left"] = rng.randrange(4)


def change_left_and_supply(pos, rng):
    step = rng.choice((-1, 1))
    pos["left"] += step
    pos["supply"] -= step


def piles(pos):
    """All places of cards, each with its deck and whether it is sorted."""
    found = []
    for deck in DECKS:
        found.append((pos["decks"][deck]["stack"], deck, False))
        found.append((pos["decks"][deck]["discard"], deck, False))
        found += [(seat["hand"][deck], deck, True) for seat in pos["seats"]]
    return found


def sort_piles(pos):
    for cards, _, ordered in piles(pos):
        if ordered:
            cards.sort(key=RANK.__getitem__)


def swap_cards(pos, rng):
    """Two cards of one deck, or now and then of any two."""
    cards, deck, _ = rng.choice([pile for pile in piles(pos) if pile[0]])
    other, _, _ = rng.choice(
        [pile for pile in piles(pos) if pile[0] and (pile[1] == deck or rng.random() < 0.05)]
    )
    one, two = rng.randrange(len(cards)), rng.randrange(len(other))
    cards[one], other[two] = other[two], cards[one]
    if rng.random() < 0.9:
        sort_piles(pos)


def move_card(pos, rng):
    cards, deck, _ = rng.choice([pile for pile in piles(pos) if pile[0]])
    other, _, _ = rng.choice(
        [pile for pile in piles(pos) if pile[1] == deck or rng.random() < 0.05]
    )
    card = cards.pop(rng.randrange(len(cards)))
    other.insert(rng.randrange(len(other) + 1), card)
    fit_unseen(pos, rng)
    if rng.random() < 0.9:
        sort_piles(pos)


def fit_unseen(pos, rng):
    """Mostly: the unseen cards again as a stack of this length has them."""
    if rng.random() < 0.8:
        for pile in pos["decks"].values():
            pile["unseen"] = pile["unseen"] and max(0, len(pile["stack"]) - 1)


def change_card(pos, rng):
    """A card more, a card less, another card."""
    cards, deck, _ = rng.choice([pile for pile in piles(pos) if pile[0]])
    place = rng.randrange(len(cards))
    kind = rng.randrange(3)
    if kind == 0:
        cards.insert(place, cards[place])
    elif kind == 1:
        del cards[place]
    else:
        cards[place] = rng.choice(
            [card for card in CARD_ORDER if DECK_OF[card[0]] == deck]
            + ["f9", "r0", "x1", "", "b", "F1"]
        )
    if rng.random() < 0.5:
        fit_unseen(pos, rng)
        sort_piles(pos)


def move_stack(pos, rng):
    """A whole stack to the discard pile or to a hand, or a discard pile under the stack."""
    deck = rng.choice(DECKS)
    pile = pos["decks"][deck]
    kind = rng.randrange(4)
    if kind == 0:
        pile["discard"], pile["stack"] = pile["stack"] + pile["discard"], []
    elif kind == 1:
        pile["stack"], pile["discard"] = pile["stack"] + pile["discard"][::-1], []
        pile["unseen"] = 0 if rng.random() < 0.5 else max(0, len(pile["stack"]) - 1)
    else:
        seat = rng.choice(pos["seats"])
        decks = DECKS if kind == 3 else (deck,)
        for name in decks:
            taken = pos["decks"][name]
            cards = taken["stack"] + taken["discard"]
            taken["stack"], taken["discard"], taken["unseen"] = [], [], 0
            seat["hand"][name] = in_card_order(seat["hand"][name] + cards)
            seat["known"][name] = in_card_order(seat["known"][name] + cards)


def change_unseen(pos, rng):
    pile = pos["decks"][rng.choice(DECKS)]
    size = len(pile["stack"])
    pile["unseen"] = rng.choice((0, 0, 1, size - 1, size - 1, size, pile["unseen"] - 1, -1))


def change_known(pos, rng):
    seat = rng.choice(pos["seats"])
    deck = rng.choice(DECKS)
    known = seat["known"][deck]
    kind = rng.randrange(4)
    if kind == 0:
        known.append(rng.choice(seat["hand"][deck]))
    elif kind == 1:
        known.remove(rng.choice(known))
    elif kind == 2:
        known.append(rng.choice([card for card in CARD_ORDER if DECK_OF[card[0]] == deck]))
    else:
        seat["known"][deck] = known = list(rng.choice((seat["hand"][deck], [])))
    if rng.random() < 0.9:
        known.sort(key=RANK.__getitem__)


def change_bid(pos, rng):
    seat = rng.choice(pos["seats"])
    kind = rng.randrange(5)
    if kind <= 1:
        seat["bid"].append(rng.choice(whole_hand(seat)))
    elif kind == 2:
        seat["bid"].append(rng.choice(CARD_ORDER))
    elif kind == 3:
        seat["bid"].pop(rng.randrange(len(seat["bid"])))
    else:
        seat["bid"].reverse()
    if kind <= 2 and rng.random() < 0.8:
        seat["bid"].sort(key=RANK.__getitem__)


def change_done(pos, rng):
    seat = rng.choice(pos["seats"])
    seat["done"] = not seat["done"]


def all_done(pos, rng):
    for seat in pos["seats"]:
        seat["done"] = True
    if rng.random() < 0.5:
        rng.choice(pos["seats"])["done"] = False


def change_works(pos, rng):
    """A floor more or less on a work, mostly from or to the supply."""
    works = rng.choice(pos["seats"])["works"]
    kind = rng.randrange(4)
    step = 1
    if kind == 0:
        works.append(1)
    elif kind == 1:
        works[rng.randrange(len(works))] += 1
    elif kind == 2:
        works[rng.randrange(len(works))] -= 1
        step = -1
    else:
        step = -works.pop(rng.randrange(len(works)))
    if rng.random() < 0.7:
        pos["supply"] -= step
    if rng.random() < 0.9:
        works.sort()


def change_building(pos, rng):
    """Another height or shape of a finished building, mostly with what goes with it."""
    seat = rng.choice(pos["seats"])
    place = rng.randrange(len(seat["buildings"]))
    height, kind = parse_building(seat["buildings"][place])
    if rng.random() < 0.5:
        step = rng.choice((-1, 1, 8))
        height += step
        if rng.random() < 0.7:
            pos["supply"] -= step
    else:
        other = SHAPES[1 - SHAPES.index(kind)]
        if rng.random() < 0.7:
            seat["roofs"][kind] += 1
            seat["roofs"][other] -= 1
        kind = other
    seat["buildings"][place] = f"{height} {kind}"
    if rng.random() < 0.8:
        seat["buildings"].sort(key=building_order)


def misspell_building(pos, rng):
    seat = rng.choice(pos["seats"])
    place = rng.randrange(len(seat["buildings"]))
    text = seat["buildings"][place]
    seat["buildings"][place] = rng.choice(
        (
            text + " ",
            " " + text,
            "0" + text,
            text.upper(),
            text.replace(" ", "  "),
            text[:-1],
            text.split(" ")[0],
            text.split(" ")[1],
            "+" + text,
            "-" + text,
            "0 round",
            "2 square",
            "",
        )
    )


def finish_work(pos, rng):
    """A roof on a work, whether or not it is there."""
    seat = rng.choice(pos["seats"])
    height = seat["works"].pop(rng.randrange(len(seat["works"])))
    kind = rng.choice(SHAPES)
    seat["roofs"][kind] -= 1
    seat["buildings"] = sorted(seat["buildings"] + [f"{height} {kind}"], key=building_order)


def strip_buildings(pos, _rng):
    """All finished buildings of all seats taken down: roofs and floors go back."""
    for seat in pos["seats"]:
        for text in seat["buildings"]:
            height, kind = parse_building(text)
            pos["supply"] += height
            seat["roofs"][kind] += 1
        seat["buildings"] = []


def use_up_supply(pos, rng):
    """The supply, or all of it but one or two floors, in one work."""
    seat = rng.choice(pos["seats"])
    kept = rng.randrange(3)
    seat["works"] = sorted(seat["works"] + [pos["supply"] - kept])
    pos["supply"] = kept


def change_roofs(pos, rng):
    rng.choice(pos["seats"])["roofs"][rng.choice(SHAPES)] += rng.choice((-1, 1))


def change_score(pos, rng):
    """Up to the limit only when the game is over: the next scoring would go beyond it."""
    seat = rng.choice(pos["seats"])
    high = (239, 240) if pos["phase"] == "over" else (100, 180)
    seat["score"] = rng.choice((seat["score"] - 1, seat["score"] + 1, 0, -1, *high, 241))


def change_area(pos, rng):
    area = rng.choice(pos["areas"])
    kind = rng.randrange(5)
    if kind == 0:
        area["free"] += rng.choice((-1, 1))
    elif kind == 1:
        area["fountains"] += rng.choice((-1, 1))
    elif kind == 2:
        step = rng.choice((-1, 1))
        area["free"] -= step
        area["fountains"] += step
    elif kind == 3:
        area["large"] = rng.choice((*LARGE_TILES, *LARGE_TILES, None, "fountain", ""))
    else:
        area["shape"] = rng.choice((*SHAPES, None, "square"))


def move_tile(pos, rng):
    """A fountain or a large tile to another area."""
    one, two = rng.sample(pos["areas"], 2)
    if rng.random() < 0.5:
        one["large"], two["large"] = two["large"], one["large"]
    else:
        one["fountains"] -= 1
        one["free"] += 1
        two["fountains"] += 1
        two["free"] -= 1


def build_on_board(pos, rng):
    """A finished building on the board, whether or not it may stand there."""
    number = rng.randrange(pos["players"])
    seat = pos["seats"][number]
    text = rng.choice(seat["buildings"])
    height, kind = parse_building(text)
    area = rng.choice(pos["areas"])
    if rng.random() < 0.5:
        area = rng.choice(
            [one for one in pos["areas"] if may_stand(pos["areas"], one, height, kind)]
        )
    seat["buildings"].remove(text)
    area["free"] -= 1
    area["shape"] = area["shape"] or kind
    area["built"][number] = sorted(area["built"][number] + [height])


def take_from_board(pos, rng):
    """A building on the board back to its seat, or to another one, or higher or lower."""
    area = rng.choice([one for one in pos["areas"] if any(one["built"])])
    number = rng.choice([seat for seat, heights in enumerate(area["built"]) if heights])
    heights = area["built"][number]
    place = rng.randrange(len(heights))
    kind = rng.randrange(3)
    if kind == 0:
        seat = pos["seats"][number]
        seat["buildings"].append(f"{heights.pop(place)} {area['shape']}")
        seat["buildings"].sort(key=building_order)
        area["free"] += 1
        if not any(area["built"]) and rng.random() < 0.8:
            area["shape"] = None
    elif kind == 1:
        other = rng.randrange(pos["players"])
        area["built"][other] = sorted(area["built"][other] + [heights.pop(place)])
    else:
        step = rng.choice((-1, 1))
        heights[place] += step
        pos["supply"] -= step
        heights.sort()


def change_order(pos, rng):
    """Two neighbours of a sorted list of any kind, or two objects of a list."""
    lists = [pos["areas"], pos["seats"]]
    for seat in pos["seats"]:
        lists += [seat["works"], seat["buildings"], seat["bid"]]
        lists += [seat[key][deck] for key in ("hand", "known") for deck in DECKS]
    for area in pos["areas"]:
        lists += [area["built"], *area["built"]]
    chosen = rng.choice([some for some in lists if len(some) > 1])
    place = rng.randrange(len(chosen) - 1)
    chosen[place], chosen[place + 1] = chosen[place + 1], chosen[place]


def change_length(pos, rng):
    """A seat, an area or a seat's buildings in an area more or less."""
    chosen = rng.choice((pos["areas"], pos["seats"], rng.choice(pos["areas"])["built"]))
    if rng.random() < 0.5:
        chosen.pop()
    else:
        chosen.append(copied(chosen[-1]))


def places(value):
    """All pairs of a container in the position and a key or index in it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in inner:
        yield value, key
        if isinstance(item, (dict, list)):
            yield from places(item)


def replaced(value, rng):
    """Something else of the same or another type."""
    if type(value) is int and rng.random() < 0.5:
        return value + rng.choice((-2, -1, 1, 2, 0.5, 100, -100, 2**31, 2**32, 2**40))
    if type(value) is bool and rng.random() < 0.5:
        return int(value)
    return rng.choice(
        (
            None,
            None,
            0,
            1,
            -1,
            1.5,
            True,
            False,
            "",
            "0",
            "1",
            "round",
            "r1",
            [],
            {},
            [value],
            {"": value},
            str(value),
        )
    )


def break_value(pos, rng):
    container, key = rng.choice(list(places(pos)))
    container[key] = replaced(container[key], rng)


def break_keys(pos, rng):
    """A key left out, added, renamed or moved to the end."""
    objects = [pos] + [box[key] for box, key in places(pos) if isinstance(box[key], dict)]
    chosen = rng.choice((pos, rng.choice(objects)))
    key = rng.choice(list(chosen))
    kind = rng.randrange(4)
    value = chosen[key]
    if kind == 0:
        del chosen[key]
    elif kind == 1:
        chosen[rng.choice(("extra", "", "Round", "tile"))] = rng.choice((None, 0, "", []))
    elif kind == 2:
        del chosen[key]
        chosen[key.upper()] = value
    else:
        del chosen[key]
        chosen[key] = value


SENSIBLE = (
    change_number,
    change_turn,
    change_round,
    change_option,
    change_first,
    change_first_floor,
    change_phase,
    enter_phase,
    enter_phase,
    change_left,
    change_left_and_supply,
    swap_cards,
    swap_cards,
    move_card,
    move_card,
    change_card,
    move_stack,
    change_unseen,
    change_known,
    change_known,
    change_bid,
    change_done,
    all_done,
    change_works,
    change_building,
    misspell_building,
    finish_work,
    strip_buildings,
    use_up_supply,
    change_roofs,
    change_score,
    change_area,
    change_area,
    move_tile,
    build_on_board,
    take_from_board,
    change_order,
    change_length,
)
BREAKING = (break_value, break_value, break_keys)


def mutate(pos, rng):
    """A changed copy: one or two changes, most of them within the shape of a position."""
    while True:
        changed = copied(pos)
        changes = [rng.choice(SENSIBLE) for _ in range(rng.choice((1, 1, 2)))]
        if rng.random() < 0.15:
            changes = changes[1:] + [rng.choice(BREAKING)]
        try:
            for change in changes:
                change(changed, rng)
        except (IndexError, ValueError, KeyError, TypeError, AttributeError):
            continue  # there was nothing of the kind to change
        if json.dumps(changed) != json.dumps(pos):  # so that types and the order of keys count
            return changed
