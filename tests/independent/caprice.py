"""Caprice, a second time: written from the rules (CPR) and the protocol alone.

Nothing here is fast or clever; every function can be held against the texts line by line. What a
model offers is listed in driver.py; a position is the plain dict that the referee's `state` gives.
"""

import json
from collections import Counter
from itertools import permutations

GAME = "caprice"
PLAYERS = (2, 4)
GAMES = 200

KINDS = ("dr", "lr", "dt", "lt")  # in their order
PLACES = 6  # CPR-1
HEIGHT = 4  # CPR-7: the most blocks that a place holds
BLOCKS = 6  # CPR-2: of each kind
TILES = 5  # CPR-3: of each kind
HAND = 4  # CPR-4
FULL_AT_END = 5  # CPR-13
MOST_SHOWN = 10  # tiles that one seat can set aside in a deal
PHASES = ("draw", "place", "move", "arrange", "over")
OPTIONS = ("first", "third", "second_pair", "arrange", "contracts")
KEYS = (
    "game",
    "players",
    "options",
    "first",
    "phase",
    "turn",
    "towers",
    "reserve",
    "marker",
    "placed",
    "tiles",
    "drawn",
    "aside",
    "shown",
    "bag",
    "orders",
    "ender",
    "scores",
)


def need(condition, message):
    """An assert that stays on when Python optimises."""
    if not condition:
        raise AssertionError(message)


# Options


def option_values(name, players):
    """All values of an option, the default first."""
    return {
        "first": ("random", *map(str, range(players))),
        "third": ("choose", "redraw"),
        "second_pair": ("keep", "redraw"),
        "arrange": ("auto", "manual"),
        "contracts": ("any", "equal"),
    }[name]


def full_options(options, players):
    return {name: options.get(name, option_values(name, players)[0]) for name in OPTIONS}


def random_options(rng, players):
    options = {
        name: rng.choice(option_values(name, players)) for name in OPTIONS if rng.random() < 0.8
    }
    if options.get("contracts") == "equal":
        options["third"] = "redraw"  # which it needs
    return options


def bad_options():
    return [
        (2, {"first": "2"}),
        (3, {"first": "3"}),
        (4, {"first": "4"}),
        (2, {"first": "-1"}),
        (2, {"first": "00"}),
        (2, {"first": ""}),
        (2, {"first": " 1"}),
        (2, {"first": "Random"}),
        (3, {"third": "keep"}),
        (4, {"second_pair": "choose"}),
        (4, {"arrange": "Manual"}),
        (2, {"arrange": ""}),
        (2, {"contracts": "none"}),
        (2, {"third": "choose", "contracts": "equal"}),
        (4, {"first": "random", "third": "choose", "contracts": "equal"}),
        (3, {"fourth": "redraw"}),
        (3, {"": "auto"}),
        (3, {"Arrange": "auto"}),
        (3, {"payout": "pieces"}),
    ]


# Small questions


def in_order(kinds):
    return sorted(kinds, key=KINDS.index)


def blocks_on_board(pos):
    return sum(map(len, pos["towers"]))


def full_places(pos):
    return sum(len(tower) == HEIGHT for tower in pos["towers"])


def pattern(hand):
    """How many tiles are alike, the largest group first: (2, 1, 1)."""
    return tuple(sorted(Counter(hand).values(), reverse=True))


def second_pair_kind(hand):
    """The kind that would make a second pair of this hand, or None."""
    if pattern(hand) != (2, 1):
        return None
    return next(kind for kind in hand if hand.count(kind) == 1)


def set_aside_by_force(kind, hand, bag, options):
    """Whether the drawn kind has to go aside without a decision; `bag` is what else there is."""
    if options["third"] == "redraw" and hand.count(kind) >= 2:  # CPR-5
        return True
    return (
        options["second_pair"] == "redraw"  # CPR-6
        and kind == second_pair_kind(hand)
        and any(other not in hand for other in bag)
    )


def orders_of(hand):
    """All different orders of the tiles, in the order of `legal`."""
    return [list(order) for order in dict.fromkeys(permutations(in_order(hand)))]


def points(order, towers):
    """CPR-15, CPR-16."""
    total = 0
    for tower in towers:
        matches = sum(block == tile for block, tile in zip(tower, order))
        total += matches + (matches == HEIGHT)
    return total


def best_order(hand, towers):
    """CPR-17: the first of the best."""
    return max(orders_of(hand), key=lambda order: points(order, towers))


# Decisions


def actors(pos):
    if pos["phase"] == "over":
        return []
    if pos["phase"] == "arrange":
        return [seat for seat, order in enumerate(pos["orders"]) if order is None]
    return [pos["turn"]]


def legal(pos, seat):
    if seat not in actors(pos):
        return []
    in_phase = {
        "draw": legal_draw,
        "place": legal_place,
        "move": legal_move,
        "arrange": legal_arrange,
    }
    return in_phase[pos["phase"]](pos, seat)


def legal_draw(pos, seat):
    may_exchange = pos["tiles"][seat].count(pos["drawn"]) >= 2  # CPR-5
    return ["keep", "exchange"] if may_exchange else ["keep"]


def legal_place(pos, _seat):
    return [
        f"place {kind} {place}"
        for kind in KINDS
        if pos["reserve"][kind] > 0  # CPR-7
        for place in range(PLACES)
        if len(pos["towers"][place]) < HEIGHT
    ]


def legal_move(pos, _seat):
    towers = pos["towers"]
    moves = [
        f"move {a} {b}"
        for a in range(PLACES)
        if towers[a] and a != pos["marker"] and a != pos["placed"]  # CPR-9, CPR-10, CPR-12
        for b in range(PLACES)
        if b != a and len(towers[b]) < HEIGHT
    ]  # CPR-8
    return moves + ["stay"]


def legal_arrange(pos, seat):
    return ["order " + " ".join(order) for order in orders_of(pos["tiles"][seat])]  # CPR-17


def illegal(pos, seat, rng):
    """A plausible action text that is not legal for the seat."""
    allowed = legal(pos, seat)
    while True:
        text = rng.choice((well_formed, malformed))(allowed, rng)
        if text not in allowed:
            return text


def well_formed(_allowed, rng):
    hand = [rng.choice(KINDS) for _ in range(HAND)]
    return rng.choice(
        (
            "keep",
            "exchange",
            "stay",
            f"place {rng.choice(KINDS)} {rng.randrange(PLACES)}",
            f"place {rng.choice(KINDS)} {rng.randrange(PLACES)}",
            f"move {rng.randrange(PLACES)} {rng.randrange(PLACES)}",
            f"move {rng.randrange(PLACES)} {rng.randrange(PLACES)}",
            "order " + " ".join(hand),
        )
    )


def malformed(allowed, rng):
    text = rng.choice(allowed) if allowed else "stay"
    words = text.split(" ")
    return rng.choice(
        (
            "",
            " ",
            "?",
            "pass",
            "place",
            "place dr",
            "place dr 6",
            "place dr -1",
            "place 0 dr",
            "place xx 0",
            "place dr 0.0",
            "place dr \u0660",
            "st\u00e4y",
            "stay 0",
            "move 0",
            "move 0 6",
            "move -1 0",
            "move 6 0",
            "move 0 1 2",
            "move " + "0" * 300 + " 1",
            "x" * 3000,
            "keep dr",
            "exchange dr",
            "order",
            "order dr lr dt",
            "order dr lr dt lt dr",
            "order 0 1 2 3",
            text + " ",
            " " + text,
            text.upper(),
            text + " 0",
            text + "\n",
            text + "\0",
            text.replace(" ", "  "),
            text.replace(" ", "\t"),
            text.replace(" ", ""),
            text[:-1],
            " ".join(words[:-1]),
            words[-1],
            " ".join(reversed(words)),
            " ".join(word.zfill(2) for word in words),
            " ".join("+" + word if word.isdigit() else word for word in words),
        )
    )


# What an action does


def apply(pos, seat, action, after):
    """The position after the action. Of `after` only the order of a shuffled bag is taken."""

    def shuffled(tiles):
        # The next draw has begun within the same action: its tiles lay on top of the bag.
        drawn = [] if after["drawn"] is None else [after["drawn"]]
        order = after["aside"] + drawn + after["bag"]
        need(Counter(order) == Counter(tiles), f"no shuffle of {in_order(tiles)} gives {order}")
        return order

    return successor(pos, seat, action, shuffled)


def successor(pos, seat, action, shuffled):
    """The position after the action; shuffled(tiles) gives the order of a shuffled bag."""
    need(action in legal(pos, seat), f"seat {seat} may not `{action}`")
    new = {
        **pos,
        "towers": [*map(list, pos["towers"])],
        "reserve": dict(pos["reserve"]),
        "tiles": [*map(list, pos["tiles"])],
        "aside": list(pos["aside"]),
        "shown": [*map(list, pos["shown"])],
        "bag": list(pos["bag"]),
        "orders": list(pos["orders"]),
    }
    verb, *words = action.split(" ")
    if verb == "keep":
        take_tile(new, pos["drawn"], shuffled)
    elif verb == "exchange":
        exchange(new, shuffled)
    elif verb == "place":
        place(new, words[0], int(words[1]))
    elif verb == "move":
        move(new, int(words[0]), int(words[1]))
    elif verb == "stay":
        next_turn(new)
    else:
        give_order(new, seat, words)
    return new


def set_aside(new, kind):
    """CPR-5: tiles set aside are seen by all, and remembered."""
    new["aside"].append(kind)
    new["shown"][new["turn"]].append(kind)


def begin_draw(new):
    """The seat in turn draws a tile to decide on; what CPR-6 sets aside needs no decision."""
    hand, bag = new["tiles"][new["turn"]], new["bag"]
    while set_aside_by_force(bag[0], hand, bag[1:], new["options"]):
        set_aside(new, bag.pop(0))
    new["drawn"] = bag.pop(0)


def exchange(new, shuffled):
    """CPR-5: the drawn tile goes aside, and others do until another kind comes up."""
    hand, bag, unwanted = new["tiles"][new["turn"]], new["bag"], new["drawn"]
    set_aside(new, unwanted)
    while bag[0] == unwanted or set_aside_by_force(bag[0], hand, bag[1:], new["options"]):
        set_aside(new, bag.pop(0))
    take_tile(new, bag.pop(0), shuffled)


def take_tile(new, kind, shuffled):
    """The tile joins the hand, those aside go back, and the next seat draws or the game begins."""
    seat = new["turn"]
    new["tiles"][seat] = in_order(new["tiles"][seat] + [kind])
    new["drawn"] = None
    if new["aside"]:
        new["bag"] = shuffled(new["bag"] + new["aside"])  # CPR-5
        new["aside"] = []
    if all(len(hand) == HAND for hand in new["tiles"]):
        new["phase"], new["turn"] = "place", new["first"]
    else:
        new["turn"] = (seat + 1) % new["players"]  # CPR-4
        begin_draw(new)


def place(new, kind, where):
    new["reserve"][kind] -= 1
    new["towers"][where].append(kind)
    if new["marker"] == where:
        new["marker"] = None  # CPR-11
    if full_places(new) == FULL_AT_END:
        finish(new)  # CPR-13: no move any more
    else:
        new["phase"], new["placed"] = "move", where


def move(new, source, target):
    new["towers"][target].append(new["towers"][source].pop())
    new["marker"] = target  # CPR-11
    if full_places(new) == FULL_AT_END:
        finish(new)  # CPR-13
    else:
        next_turn(new)


def next_turn(new):
    new["phase"], new["placed"] = "place", None
    new["turn"] = (new["turn"] + 1) % new["players"]


def finish(new):
    new["ender"], new["turn"], new["placed"] = new["turn"], None, None
    if new["options"]["arrange"] == "manual":
        new["phase"] = "arrange"  # CPR-17
    else:
        new["orders"] = [best_order(hand, new["towers"]) for hand in new["tiles"]]
        count_points(new)


def give_order(new, seat, words):
    new["orders"][seat] = words
    if None not in new["orders"]:
        count_points(new)


def count_points(new):
    new["phase"] = "over"
    new["scores"] = [points(order, new["towers"]) for order in new["orders"]]


# What is seen


def view(pos, seat):
    """The position as a seat knows it; None is a spectator."""
    seen = dict(pos)
    if pos["phase"] != "over":
        seen["tiles"] = [
            hand if owner == seat else [None] * len(hand) for owner, hand in enumerate(pos["tiles"])
        ]
    if seat is None or pos["turn"] != seat:
        seen["drawn"] = None
    seen["bag"] = [None] * len(pos["bag"])
    if pos["phase"] == "arrange":
        seen["orders"] = [
            order if owner == seat or order is None else [None] * HAND
            for owner, order in enumerate(pos["orders"])
        ]
    return seen


def hidden(_, action, own):
    """Every action of Caprice is open once it appears in a history."""
    return action


def sealed(pos):
    """The orders of tiles appear together, when all are in."""
    return "arrange" if pos["phase"] == "arrange" else None


def result(pos):
    """CPR-18: equal scores go clockwise from the seat after the ender."""
    scores, players = pos["scores"], pos["players"]
    ranking = sorted(
        range(players), key=lambda seat: (-scores[seat], (seat - pos["ender"] - 1) % players)
    )
    return {"scores": list(scores), "places": [ranking.index(seat) + 1 for seat in range(players)]}


# What a position must look like


def is_number(value, least, most):
    return type(value) is int and least <= value <= most  # true and false are no numbers


def is_kinds(value, most):
    return type(value) is list and len(value) <= most and all(kind in KINDS for kind in value)


def is_nulls(value, most):
    return type(value) is list and len(value) <= most and all(kind is None for kind in value)


def shape(pos, may_hide=True):
    """AssertionError unless keys, their order and all values are of the protocol's table. In a view
    null may stand for what it hides; with may_hide=False only a position is right, with its keys in
    any order."""

    def keys(value, names, where):
        need(type(value) is dict, f"{where}: not an object")
        right = tuple(value) == names if may_hide else set(value) == set(names)
        need(right, f"{where}: keys {list(value)}, not {list(names)}")

    def a_list(value, size, where):
        need(type(value) is list and len(value) == size, f"{where}: not a list of {size}")

    def tiles(value, most, where):
        need(
            is_kinds(value, most) or may_hide and is_nulls(value, most),
            f"{where}: not at most {most} kinds",
        )

    keys(pos, KEYS, "position")
    need(pos["game"] == GAME, "another game")
    need(is_number(pos["players"], *PLAYERS), "players")
    players = pos["players"]
    keys(pos["options"], OPTIONS, "options")
    for name, value in pos["options"].items():
        need(value in option_values(name, players), f"option {name}")
    need(is_number(pos["first"], 0, players - 1), "first is no seat")
    need(pos["phase"] in PHASES, "phase")
    for key in ("turn", "ender"):
        need(pos[key] is None or is_number(pos[key], 0, players - 1), f"{key} is no seat")
    a_list(pos["towers"], PLACES, "towers")
    for tower in pos["towers"]:
        need(is_kinds(tower, HEIGHT), "a tower is not up to four kinds")
    keys(pos["reserve"], KINDS, "reserve")
    for kind, number in pos["reserve"].items():
        need(is_number(number, 0, BLOCKS), f"reserve of {kind}")
    for key in ("marker", "placed"):
        need(pos[key] is None or is_number(pos[key], 0, PLACES - 1), f"{key} is no place")
    a_list(pos["tiles"], players, "tiles")
    for hand in pos["tiles"]:
        tiles(hand, HAND, "tiles")
        need(None in hand or hand == in_order(hand), "tiles are not sorted")
    need(pos["drawn"] is None or pos["drawn"] in KINDS, "drawn is no kind")
    need(is_kinds(pos["aside"], MOST_SHOWN), "aside")
    a_list(pos["shown"], players, "shown")
    for shown in pos["shown"]:
        need(is_kinds(shown, MOST_SHOWN), "shown is not up to ten kinds")
    tiles(pos["bag"], TILES * len(KINDS), "bag")
    a_list(pos["orders"], players, "orders")
    for order in pos["orders"]:
        if order is not None:
            a_list(order, HAND, "an order")
            tiles(order, HAND, "an order")
    if pos["scores"] is not None:
        a_list(pos["scores"], players, "scores")
        need(all(is_number(score, 0, 5 * PLACES) for score in pos["scores"]), "a score")


def check(pos):
    """None if `set` must accept the position, else why it must not."""
    try:
        shape(pos, may_hide=False)
        check_phase(pos)
        check_material(pos)
        check_board(pos)
        check_hands(pos)
        if pos["phase"] == "draw":
            check_draw(pos)
        check_orders(pos)
    except AssertionError as reason:
        return str(reason)
    return None


def check_phase(pos):
    """The table's "null except in", and the options that a phase needs."""
    phase, options = pos["phase"], pos["options"]
    need(options["contracts"] == "any" or options["third"] == "redraw", "equal needs redraw")
    need(options["first"] in ("random", str(pos["first"])), "first is not what its option says")
    need(phase != "draw" or options["third"] == "choose", "there is no draw with redraw")
    need(phase != "arrange" or options["arrange"] == "manual", "there is no arranging with auto")
    need((pos["turn"] is None) == (phase in ("arrange", "over")), "turn in this phase")
    need((pos["ender"] is None) == (phase not in ("arrange", "over")), "ender in this phase")
    need((pos["placed"] is None) == (phase != "move"), "placed in this phase")
    need((pos["drawn"] is None) == (phase != "draw"), "drawn in this phase")
    need(not pos["aside"] or phase == "draw", "aside in this phase")
    need((pos["scores"] is None) == (phase != "over"), "scores in this phase")


def check_material(pos):
    blocks, tiles = Counter(pos["reserve"]), Counter(pos["aside"] + pos["bag"])
    for tower in pos["towers"]:
        blocks.update(tower)
    for hand in pos["tiles"]:
        tiles.update(hand)
    if pos["drawn"] is not None:
        tiles[pos["drawn"]] += 1
    for kind in KINDS:
        need(blocks[kind] == BLOCKS, f"not six blocks {kind}")
        need(tiles[kind] == TILES, f"not five tiles {kind}")


def check_board(pos):
    phase, players, blocks = pos["phase"], pos["players"], blocks_on_board(pos)
    marker, placed = pos["marker"], pos["placed"]
    if phase in ("arrange", "over"):
        need(full_places(pos) == FULL_AT_END, "not five full places at the end")
        need(pos["ender"] == (pos["first"] + blocks - 1) % players, "another seat ended the game")
    else:
        need(full_places(pos) < FULL_AT_END, "five full places before the end")
    if phase == "place":
        need(pos["turn"] == (pos["first"] + blocks) % players, "another seat's turn to place")
    if phase == "move":
        need(pos["turn"] == (pos["first"] + blocks - 1) % players, "another seat's turn to move")
    need(marker is None or pos["towers"][marker], "no block to bear the marker")
    need(placed is None or pos["towers"][placed], "no block where one was placed")
    need(marker is None or marker != placed, "the placed block has the marker")
    turns = blocks + 1 if phase == "place" else blocks  # begun so far
    need(marker is None or turns > 2, "a marker in the first two turns")


def check_hands(pos):
    options = pos["options"]
    for hand, shown in zip(pos["tiles"], pos["shown"]):
        if options["third"] == "redraw":
            need(max(Counter(hand).values(), default=0) < 3, "three tiles alike with redraw")
        if options["second_pair"] == "redraw" and pattern(hand) == (2, 2):
            need(
                all(kind in hand for kind in pos["bag"] + pos["aside"]),
                "two pairs and other kinds in the bag",
            )
        least = 1 if options["second_pair"] == "redraw" else 2
        need(all(hand.count(kind) >= least for kind in shown), "a tile shown without a reason")
    if pos["phase"] != "draw":
        need(all(len(hand) == HAND for hand in pos["tiles"]), "not four tiles each")
    if options["contracts"] == "equal":
        need(len(set(map(pattern, pos["tiles"]))) == 1, "equal contracts, but two patterns")


def check_draw(pos):
    players, seat, options = pos["players"], pos["turn"], pos["options"]
    need(blocks_on_board(pos) == 0, "blocks on the board in the deal")
    rest = len(pos["tiles"][seat])
    need(rest in (2, 3), "the seat in turn holds neither two nor three tiles")
    served = (seat - pos["first"]) % players  # seats that have their tile of this round
    for step in range(players):
        hand = pos["tiles"][(pos["first"] + step) % players]
        need(len(hand) == rest + (step < served), "the deal did not go round")
    hand, aside = pos["tiles"][seat], pos["aside"]
    need(
        not set_aside_by_force(pos["drawn"], hand, pos["bag"], options),
        "the drawn tile has to be set aside",
    )
    if aside:
        need(options["second_pair"] == "redraw", "tiles set aside without a decision")
        need(
            all(kind == second_pair_kind(hand) for kind in aside),
            "a tile aside that makes no second pair",
        )
        need(
            any(kind not in hand for kind in [pos["drawn"], *pos["bag"]]),  # CPR-6
            "a tile aside that had to be kept",
        )
        need(pos["shown"][seat][-len(aside) :] == aside, "aside is not the end of shown")


def check_orders(pos):
    phase, orders, towers = pos["phase"], pos["orders"], pos["towers"]
    given = [seat for seat, order in enumerate(orders) if order is not None]
    if phase == "over":
        need(len(given) == pos["players"], "a seat without an order")
    elif phase == "arrange":
        need(len(given) < pos["players"], "nobody is left to give an order")
    else:
        need(not given, "an order before the end")
    for seat in given:
        need(in_order(orders[seat]) == pos["tiles"][seat], "an order of other tiles")
    if phase == "over":
        if pos["options"]["arrange"] == "auto":
            need(
                orders == [best_order(hand, towers) for hand in pos["tiles"]],
                "not the first of the best orders",
            )
        need(
            pos["scores"] == [points(order, towers) for order in orders],
            "scores that are not those of the orders",
        )


def check_deal(pos, options):
    """AssertionError unless the position is a possible result of `new` with these options."""
    players = pos["players"]
    need(pos["options"] == full_options(options, players), "the options are not as asked for")
    choose = pos["options"]["third"] == "choose"
    need(pos["phase"] == ("draw" if choose else "place"), "phase after the deal")
    need(pos["turn"] == pos["first"], "the first player does not begin")
    need(blocks_on_board(pos) == 0 and pos["marker"] is None, "the board is not empty")
    need(all(len(hand) == (2 if choose else HAND) for hand in pos["tiles"]), "tiles after the deal")
    reason = check(pos)
    need(reason is None, f"the deal is no position: {reason}")
    for hand, shown in zip(pos["tiles"], pos["shown"]):
        if choose:
            need(not shown, "a tile set aside before the third round")
        else:
            check_shown(hand, shown)


def check_shown(hand, shown):
    """What can lie beside at the end of an automatic deal. Thirds come of one kind, up to three in
    each of two rounds; second pairs of one other kind, up to four in the last, beside a pair."""
    thirds = {kind for kind in shown if hand.count(kind) == 2}
    pairs = {kind for kind in shown if hand.count(kind) == 1}
    need(len(thirds) <= 1 and len(pairs) <= 1, f"{hand} cannot have shown {shown}")
    need(not pairs or 2 in pattern(hand), f"{hand} cannot have shown {shown}")
    need(all(shown.count(kind) <= 6 for kind in thirds), f"{hand} cannot have shown {shown}")
    need(all(shown.count(kind) <= 4 for kind in pairs), f"{hand} cannot have shown {shown}")


# Changed positions, to compare check() with what `set` says


def mutate(pos, rng):
    """A copy with one or two small changes. Most results are impossible, some are not."""
    new = json.loads(json.dumps(pos))
    changes = 2 if rng.random() < 0.25 else 1
    while changes:
        before = json.dumps(new)
        kinds_of_change = STRUCTURE if rng.random() < 0.2 else CHANGES
        try:
            rng.choice(kinds_of_change)(new, rng)
        except (LookupError, TypeError, ValueError, AttributeError, StopIteration, ArithmeticError):
            new = json.loads(before)  # no such thing here, perhaps after a first change
        changes -= json.dumps(new) != before
    return new


def spots(value, found=None):
    """All (container, key) pairs inside a JSON value."""
    found = [] if found is None else found
    for key, inner in value.items() if type(value) is dict else enumerate(value):
        found.append((value, key))
        if type(inner) in (dict, list):
            spots(inner, found)
    return found


def change_value(new, rng):
    """Another value of any type anywhere."""
    container, key = rng.choice(spots(new))
    container[key] = rng.choice(
        (
            None,
            True,
            False,
            0,
            1,
            2,
            5,
            6,
            -1,
            255,
            10**9,
            "",
            "dr",
            "lt",
            "xx",
            "0",
            "over",
            "random",
            [],
            {},
            [None],
            ["dr"],
            {"dr": 1},
        )
    )


def wrap_value(new, rng):
    container, key = rng.choice(spots(new))
    wrap = rng.choice((str, lambda value: [value], lambda value: {"value": value}))
    container[key] = wrap(container[key])


def change_number(new, rng):
    container, key = rng.choice([(c, k) for c, k in spots(new) if type(c[k]) is int])
    container[key] += rng.choice((-1, 1))


def drop_anything(new, rng):
    container, key = rng.choice(spots(new))
    del container[key]


def drop_key(new, rng):
    del new[rng.choice(KEYS)]


def add_key(new, rng):
    container = rng.choice((new, new["options"], new["reserve"]))
    container[rng.choice(("seed", "round", "Game", "dr ", ""))] = rng.choice((0, None, "auto"))


def resize_list(new, rng):
    chosen = rng.choice([c[k] for c, k in spots(new) if type(c[k]) is list])
    if rng.random() < 0.5:
        chosen.insert(rng.randint(0, len(chosen)), rng.choice(chosen or KINDS))
    else:
        chosen.pop(rng.randrange(len(chosen)))


def reorder_list(new, rng):
    rng.shuffle(rng.choice([c[k] for c, k in spots(new) if type(c[k]) is list]))


def change_kind(new, rng):
    container, key = rng.choice([(c, k) for c, k in spots(new) if c[k] in KINDS])
    container[key] = rng.choice(KINDS)


def change_option(new, rng):
    name = rng.choice(OPTIONS)
    players = new["players"] + rng.choice((0, 0, 0, 1))
    new["options"][name] = rng.choice(option_values(name, players))


def change_two_options(new, rng):
    change_option(new, rng)
    change_option(new, rng)


def rotate_seats(new, rng):
    """Another first player, and all that follows from it. (The tiles stay.)"""
    by = rng.randrange(1, new["players"])
    for key in ("first", "turn", "ender"):
        if new[key] is not None:
            new[key] = (new[key] + by) % new["players"]
    if new["options"]["first"] != "random" and rng.random() < 0.8:
        new["options"]["first"] = str(new["first"])


def change_seat(new, rng):
    key = rng.choice(("first", "turn", "ender"))
    new[key] = rng.choice((None, *range(new["players"] + 1)))


def change_phase(new, rng):
    new["phase"] = rng.choice(PHASES)


def change_place(new, rng):
    new[rng.choice(("marker", "marker", "placed"))] = rng.choice((None, *range(PLACES)))


def phase_after_place(new, _rng):
    """From `move` to the same seat's `place`, with a turn that fits or not."""
    new["phase"] = {"move": "place", "place": "move"}[new["phase"]]
    if new["phase"] == "place":
        new["turn"] = (new["turn"] + 1) % new["players"]
        new["placed"] = None
    else:
        new["turn"] = (new["turn"] - 1) % new["players"]
        new["placed"] = next(place for place, tower in enumerate(new["towers"]) if tower)


def move_block(new, rng):
    source, target = rng.sample(range(PLACES), 2)
    new["towers"][target].append(new["towers"][source].pop())


def swap_towers(new, rng):
    towers = new["towers"]
    i, j = rng.sample(range(PLACES), 2)
    towers[i], towers[j] = towers[j], towers[i]


def swap_blocks(new, rng):
    levels = [(tower, level) for tower in new["towers"] for level in range(len(tower))]
    (a, i), (b, j) = rng.sample(levels, 2)
    a[i], b[j] = b[j], a[i]


def swap_with_reserve(new, rng):
    tower = rng.choice(new["towers"])
    level, kind = rng.randrange(len(tower)), rng.choice(KINDS)
    new["reserve"][tower[level]] += 1
    new["reserve"][kind] -= 1
    tower[level] = kind


def add_block(new, rng):
    kind = rng.choice(KINDS)
    new["reserve"][kind] -= 1
    rng.choice(new["towers"]).append(kind)
    pass_on(new, 1, rng)


def remove_block(new, rng):
    new["reserve"][rng.choice(new["towers"]).pop()] += 1
    pass_on(new, -1, rng)


def pass_on(new, by, rng):
    """Mostly lets the turn follow the number of blocks."""
    key = "ender" if new["turn"] is None else "turn"
    if rng.random() < 0.8:
        new[key] = (new[key] + by) % new["players"]


def swap_in_bag(new, rng):
    bag = new["bag"]
    i, j = rng.sample(range(len(bag)), 2)
    bag[i], bag[j] = bag[j], bag[i]


def swap_with_bag(new, rng):
    """A tile of a hand, the drawn one or one aside against one of the bag."""
    i = rng.randrange(len(new["bag"]))
    container, key = rng.choice(
        [(hand, k) for hand in new["tiles"] for k in range(len(hand))]
        + [(new, "drawn"), (new["aside"], 0)]
    )
    container[key], new["bag"][i] = new["bag"][i], container[key]
    sort_tiles(new, rng)


def swap_hands(new, rng):
    """Two tiles of two seats, or the whole hands."""
    i, j = rng.sample(range(new["players"]), 2)
    a, b = new["tiles"][i], new["tiles"][j]
    if rng.random() < 0.3:
        new["tiles"][i], new["tiles"][j] = b, a
    else:
        k, m = rng.randrange(len(a)), rng.randrange(len(b))
        a[k], b[m] = b[m], a[k]
        sort_tiles(new, rng)


def sort_tiles(new, rng):
    """Mostly: hands sorted again, orders and scores as they then must be."""
    if rng.random() < 0.9:
        new["tiles"] = [in_order(hand) for hand in new["tiles"]]
    if new["phase"] == "over" and rng.random() < 0.8:
        new["orders"] = [best_order(hand, new["towers"]) for hand in new["tiles"]]
        new["scores"] = [points(order, new["towers"]) for order in new["orders"]]


def move_tile(new, rng):
    """A tile from one holder to another."""
    holders = new["tiles"] + [new["bag"], new["aside"]]
    source, target = rng.sample(holders, 2)
    target.append(source.pop(rng.randrange(len(source))))
    sort_tiles(new, rng)


def two_pairs(new, rng):
    """Makes the first hand two pairs; mostly takes all other kinds out of the bag too."""
    hand, bag = new["tiles"][0], new["bag"]
    rest = [(holder, i) for holder in (bag, *new["tiles"][1:]) for i in range(len(holder))]
    pair = rng.sample(KINDS, 2)
    for k, kind in enumerate((pair[0], pair[0], pair[1], pair[1])):
        swap_in(hand, k, [kind], [(hand, i) for i in range(k, HAND)] + rest)
    if rng.random() < 0.7:
        for k in range(len(bag)):
            swap_in(bag, k, pair, [(bag, k)] + [spot for spot in rest if spot[0] is not bag])
    sort_tiles(new, rng)


def swap_in(holder, k, wanted, spots_to_search):
    """Swaps the first tile of a wanted kind into holder[k]."""
    other, i = next((other, i) for other, i in spots_to_search if other[i] in wanted)
    holder[k], other[i] = other[i], holder[k]


def show_tile(new, rng):
    show(new, rng.randrange(new["players"]), rng.choice(KINDS), rng)


def show_own_tile(new, rng):
    seat = rng.randrange(new["players"])
    show(new, seat, rng.choice(new["tiles"][seat]), rng)


def show(new, seat, kind, rng):
    """More tiles shown; one at a time in `draw`, where the rest of the deal needs room too."""
    most = MOST_SHOWN + 1 - len(new["shown"][seat])
    times = 1 if new["phase"] == "draw" else rng.choice((1, 1, 2, most - 1, most))
    new["shown"][seat].extend([kind] * times)


def forget_shown(new, rng):
    rng.choice(new["shown"]).pop()


def put_aside(new, rng):
    """A tile of the bag goes aside, mostly of the kind of a second pair and shown."""
    hand = new["tiles"][new["turn"]]
    kind = second_pair_kind(hand) if rng.random() < 0.8 else rng.choice(KINDS)
    new["bag"].remove(kind)
    new["aside"].append(kind)
    if rng.random() < 0.8:
        new["shown"][new["turn"]].append(kind)


def take_aside_back(new, rng):
    new["bag"].append(new["aside"].pop())
    if rng.random() < 0.5:
        new["shown"][new["turn"]].pop()


def change_order(new, rng):
    """Another order of the own tiles, or none, with its score or not."""
    seat = rng.randrange(new["players"])
    new["orders"][seat] = rng.choice((None, *orders_of(new["tiles"][seat])))
    if new["phase"] == "over" and rng.random() < 0.7:
        new["scores"][seat] = points(new["orders"][seat], new["towers"])


def change_score(new, rng):
    new["scores"][rng.randrange(new["players"])] += rng.choice((-1, 1))


def other_end(new, _rng):
    """From `arrange` to `over` and back."""
    if new["phase"] == "over":
        new["phase"], new["scores"] = "arrange", None
        new["orders"][0] = None
    elif new["phase"] == "arrange":
        new["phase"] = "over"
        new["orders"] = [best_order(hand, new["towers"]) for hand in new["tiles"]]
        new["scores"] = [points(order, new["towers"]) for order in new["orders"]]


STRUCTURE = (
    change_value,
    wrap_value,
    change_number,
    drop_anything,
    drop_key,
    add_key,
    resize_list,
    reorder_list,
    change_kind,
)
CHANGES = (
    change_option,
    change_two_options,
    rotate_seats,
    change_seat,
    change_phase,
    change_place,
    phase_after_place,
    move_block,
    swap_towers,
    swap_blocks,
    swap_with_reserve,
    add_block,
    remove_block,
    swap_in_bag,
    swap_with_bag,
    swap_hands,
    move_tile,
    two_pairs,
    show_tile,
    show_own_tile,
    forget_shown,
    put_aside,
    take_aside_back,
    change_order,
    change_score,
    other_end,
)
